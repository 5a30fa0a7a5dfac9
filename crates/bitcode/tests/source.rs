//! The source map: positions, scopes, variables, types.

mod clang;

use clang::{compile, function};
use whydunit_program::{Enumerator, Inst, Program, Type, TypeId};

/// A type in C-like words, down to `depth`.
fn describe(program: &Program, id: TypeId, depth: u32) -> String {
    let inner = |id: TypeId| if depth == 0 { "…".to_owned() } else { describe(program, id, depth - 1) };
    match program.types.get(id) {
        Type::Void => "void".into(),
        Type::Int { name, size, signed, character } => {
            format!("{name}/{size}{}{}", if *signed { "s" } else { "u" }, if *character { "c" } else { "" })
        }
        Type::Float { name, size } => format!("{name}/{size}"),
        Type::Pointer { to } => format!("*{}", inner(*to)),
        Type::Array { element, count } => format!("[{count}]{}", inner(*element)),
        Type::Record { name, union, size, fields } => {
            let field = |f: &whydunit_program::Field| {
                let bits = f.bit_size.map_or(String::new(), |b| format!(":{b}"));
                format!("{}@{}{bits} {}", f.name, f.bit_offset, inner(f.ty))
            };
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{} {name}/{size} {{{}}}", if *union { "union" } else { "struct" }, fields.join(", "))
        }
        Type::Enum { name, size, signed, enumerators } => {
            let all: Vec<String> = enumerators.iter().map(|e: &Enumerator| format!("{}={}", e.name, e.value)).collect();
            format!("enum {name}/{size}{} {{{}}}", if *signed { "s" } else { "u" }, all.join(", "))
        }
        Type::Function { returns, params } => {
            let params: Vec<String> = params.iter().map(|p| inner(*p)).collect();
            format!("fn({}) {}", params.join(", "), returns.map_or("void".into(), inner))
        }
        Type::Typedef { name, to } => format!("{name}={}", inner(*to)),
        Type::Qualified { qualifier, to } => format!("{qualifier} {}", inner(*to)),
    }
}

fn global_type(program: &Program, name: &str, depth: u32) -> String {
    let global = program.globals.iter().find(|g| g.name == name).unwrap_or_else(|| panic!("no global {name}"));
    describe(program, global.ty.expect("a type"), depth)
}

#[test]
fn types_of_every_kind() {
    let source = r#"
        typedef unsigned long size; enum e { A = -1, B, C = 7 }; enum f { X = 3000000000u };
        struct node { struct node *next; int bits : 3; unsigned more : 10; union { char c; float f; }; } n;
        const volatile int cv; char text[3][4]; size s; enum e en; enum f ef; long double ld; _Bool b; void *p;
        int (*fp)(char, ...); double _Complex z; signed char sc; unsigned char uc; __int128 w; struct unknown *u;"#;
    let program = compile("types", source);
    for (name, depth, expected) in [
        ("cv", 2, "const volatile int/4s"),
        ("text", 2, "[3][4]char/1sc"),
        ("s", 1, "size=unsigned long/8u"),
        ("en", 0, "enum e/4s {A=-1, B=0, C=7}"),
        ("ef", 0, "enum f/4u {X=3000000000}"),
        ("ld", 0, "long double/16"),
        ("b", 0, "_Bool/1u"),
        ("p", 1, "*void"),
        ("fp", 2, "*fn(char/1sc) int/4s"),
        ("sc", 0, "signed char/1sc"),
        ("uc", 0, "unsigned char/1uc"),
        ("w", 0, "__int128/16s"),
        ("u", 1, "*struct unknown/0 {}"),
        (
            "n",
            2,
            "struct node/16 {next@0 *struct node/16 {next@0 …, bits@64:3 …, more@67:10 …, @96 …}, bits@64:3 int/4s, \
             more@67:10 unsigned int/4u, @96 union /4 {c@0 char/1sc, f@0 float/4}}",
        ),
    ] {
        assert_eq!(global_type(&program, name, depth), expected, "{name}");
    }
    assert!(global_type(&program, "z", 1).starts_with("struct "), "a complex number has two parts");
}

#[test]
fn variables_with_scopes_and_types() {
    let source = "int f(int a, char *b) {\n  int i = a;\n  for (int i = 0; i < 3; i++) {\n    double inner = i;\n    a += inner;\n  }\n  return i + *b;\n}\n";
    let program = compile("variables", source);
    let f = function(&program, "f");
    let all: Vec<_> = f.variables.iter().map(|v| (v.name.as_str(), v.line, v.parameter)).collect();
    assert_eq!(all, [("a", 1, 1), ("b", 1, 2), ("i", 2, 0), ("i", 3, 0), ("inner", 4, 0)]);
    let scope = |index: usize| f.variables[index].scope.expect("a scope");
    assert_eq!(Some(scope(0)), f.scope);
    assert_ne!(scope(2), scope(3));
    let outer = program.scopes[scope(3).0 as usize].parent;
    assert_eq!(outer, Some(scope(2)));
    assert_eq!(f.line, 1);
    for variable in &f.variables {
        let local = &f.locals[variable.local.0 as usize];
        assert_eq!(local.ty, variable.ty);
        assert_eq!(u64::from(local.size), program.types.size(variable.ty.expect("a type")));
    }
}

#[test]
fn positions_of_instructions() {
    let program = compile("positions", "int g(int);\nint f(int a) {\n  return\n    g(a) /\n    a;\n}\n");
    let f = function(&program, "f");
    let position = |wanted: fn(&Inst) -> bool| {
        let index = f.insts.iter().position(wanted).expect("the instruction");
        (f.locs[index].line, f.locs[index].column)
    };
    assert_eq!(position(|i| matches!(i, Inst::Call { .. })), (4, 5));
    assert_eq!(position(|i| matches!(i, Inst::SDiv(_))), (4, 10));
    assert_eq!(position(|i| matches!(i, Inst::Return { .. })), (3, 3));
    let scope = f.locs[f.insts.len() - 1].scope.expect("a scope");
    let file = &program.files[program.scopes[scope.0 as usize].file.0 as usize];
    assert_eq!(file.path().file_name().unwrap(), "test.c");
    assert!(file.path().is_absolute());
}

#[test]
fn code_from_headers_has_its_own_file() {
    let workshop = clang::Workshop::new("header");
    workshop.write("part.h", "static int twice(int x) { return 2 * x; }\n");
    let program = workshop.load_with("#include \"part.h\"\nint f(int x) { return twice(x); }\n", &[]);
    let scope = function(&program, "twice").scope.expect("a scope");
    let file = program.scopes[scope.0 as usize].file;
    assert!(program.files[file.0 as usize].name.ends_with("part.h"));
}

#[test]
fn globals_and_static_locals() {
    let source = "static int file_wide = 3;\nint f(void) {\n  static int calls;\n  return ++calls + file_wide;\n}\nconst char *text = \"abc\";\n";
    let program = compile("statics", source);
    let find = |name: &str| program.globals.iter().find(|g| g.name == name).unwrap();
    let calls = find("f.calls");
    assert_eq!((calls.variable.as_deref(), calls.line), (Some("calls"), 3));
    assert_eq!(calls.scope, function(&program, "f").scope);
    let file_wide = find("file_wide");
    assert_eq!((file_wide.variable.as_deref(), file_wide.line), (None, 1));
    assert_eq!(find(".str").variable, None);
    assert_eq!(describe(&program, find(".str").ty.expect("a type"), 1), "[4]char/1sc");
}

#[test]
fn results_built_in_place_are_variables() {
    let source = "struct big { long v[5]; };\nstruct big f(long x) {\n  struct big r = { { x } };\n  return r;\n}\n";
    let program = compile("sret", source);
    let f = function(&program, "f");
    let r = f.variables.iter().find(|v| v.name == "r").expect("the result is a variable");
    assert!(r.indirect);
    assert_eq!(f.locals[r.local.0 as usize].size, 8);
    // The caller's address is stored in a local, so that the variable can be found.
    assert_eq!(f.insts[0], Inst::StoreLocal { bytes: 8, val: f.params[0].slot, local: r.local, offset: 0 });
}
