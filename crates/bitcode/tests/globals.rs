//! Global variables: initialisers, addresses, missing definitions.

mod clang;

use clang::{Workshop, compile, expect, function};
use whydunit_program::{Global, Program, layout};

fn global<'p>(program: &'p Program, name: &str) -> &'p Global {
    program.globals.iter().find(|g| g.name == name).unwrap_or_else(|| panic!("no global {name}"))
}

/// The 64-bit word at `offset` of a global's initial contents.
fn word(global: &Global, offset: usize) -> u64 {
    let byte = |i: usize| u64::from(global.init.get(offset + i).copied().unwrap_or(0));
    (0..8).map(|i| byte(i) << (8 * i)).sum()
}

#[test]
fn initialisers_have_their_memory_layout() {
    let source = r#"
        struct __attribute__((packed)) s { char a; int b; } packed = { 1, 0x01020304 };
        long double ld = -2; __int128 wide = (__int128)3 << 64; float f = 1.5f; int zero[100]; int some[4] = { 1, 2 };
        struct { unsigned a : 3, b : 7; } bits = { 5, 100 }; const wchar_t_ w[] = { 'a' };
        union { char c[8]; double d; } u = { .d = 1.0 };"#;
    let program = compile("init", &source.replace("const wchar_t_ w", "const __WCHAR_TYPE__ w"));
    assert_eq!(global(&program, "packed").init, [1, 4, 3, 2, 1]);
    assert_eq!(global(&program, "ld").init, [0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0xc0]);
    assert_eq!((global(&program, "ld").size, global(&program, "ld").align), (16, 16));
    assert_eq!((word(global(&program, "wide"), 0), word(global(&program, "wide"), 8)), (0, 3));
    assert_eq!(global(&program, "f").init, 1.5f32.to_le_bytes());
    assert_eq!((global(&program, "zero").size, global(&program, "zero").init.len()), (400, 0));
    assert_eq!(word(global(&program, "some"), 0), 2 << 32 | 1);
    assert_eq!(global(&program, "bits").init[..2], [5 | (100 & 31) << 3, 100 >> 5]);
    assert_eq!(word(global(&program, "u"), 0), 1f64.to_bits());
    assert!(global(&program, "w").constant);
}

#[test]
fn addresses_in_initialisers_are_resolved() {
    let source = r#"
        int a[10]; int *inside = &a[3]; static int g(int x) { return x; } int (*fp)(int) = g; int (*ext)(const char *);
        int puts(const char *); int (*ep)(const char *) = puts; char *text = "hello" + 1; extern int environ_like;
        int *out = &environ_like; long distance = (char *)&a[7] - (char *)&a[2]; struct node { struct node *next; } loop = { &loop };
        unsigned short low = 7; long bits = (long)&a + 5;"#;
    let program = compile("reloc", source);
    let at = |name: &str| global(&program, name).address;
    assert_eq!(word(global(&program, "inside"), 0), at("a") + 12);
    let g = layout::function_address(program.function_named("g").unwrap());
    assert_eq!(word(global(&program, "fp"), 0), g);
    assert_eq!(
        layout::code_at(word(global(&program, "ep"), 0)),
        Some(layout::Code::External(whydunit_program::ExternalId(0)))
    );
    assert_eq!(word(global(&program, "text"), 0), at(".str") + 1);
    assert_eq!(word(global(&program, "out"), 0), at("environ_like"));
    assert_eq!(word(global(&program, "distance"), 0), 20);
    assert_eq!(word(global(&program, "loop"), 0), at("loop"));
    assert_eq!(word(global(&program, "bits"), 0), at("a") + 5);
}

#[test]
fn read_only_globals_come_first_and_none_overlap() {
    let source = "int a = 1; const int b = 2; const char *s = \"text\"; char big[5000]; const long t[50] = { 1 };";
    let program = compile("order", source);
    assert!(program.globals.is_sorted_by_key(|g| g.address));
    assert!(program.globals.is_sorted_by_key(|g| !g.constant));
    for pair in program.globals.windows(2) {
        assert!(pair[0].address + pair[0].size + 16 <= pair[1].address);
    }
    for (index, g) in program.globals.iter().enumerate() {
        assert_eq!(g.address % u64::from(g.align), 0);
        assert_eq!(program.global_at(g.address), Some(whydunit_program::GlobalId(index as u32)));
    }
}

#[test]
fn declared_variables_are_left_to_the_world() {
    let source = "#include <stdio.h>\nextern char **environ; extern struct unknown u; void *f(void) { fputs(environ[0], stdout); return &u; }";
    let program = compile("external", source);
    for name in ["environ", "stdout", "u"] {
        let g = global(&program, name);
        assert!(g.external && g.size >= 8 && !g.constant, "{g:?}");
    }
}

#[test]
fn weak_undefined_symbols_are_null() {
    let source = r#"
        extern int v __attribute__((weak)); void w(void) __attribute__((weak));
        int *pv = &v; void (*pw)(void) = w; void f(void) { if (w) w(); }"#;
    let program = compile("weak", source);
    assert_eq!(word(global(&program, "pv"), 0), 0);
    assert_eq!(word(global(&program, "pw"), 0), 0);
    assert!(function(&program, "f").constants.contains(&0));
    assert_eq!(program.externals[0].name, "w");
}

#[test]
fn aliases_resolve_to_their_targets() {
    let source = r#"
        int strong = 4; extern int other __attribute__((alias("strong")));
        static int impl(int x) { return x; } int call(int) __attribute__((alias("impl")));
        int *p = &other; int f(void) { return call(1) + other; }"#;
    let program = compile("alias", source);
    assert_eq!(word(global(&program, "p"), 0), global(&program, "strong").address);
    expect(function(&program, "f"), &["Call f0("]);
}

#[test]
fn labels_have_addresses() {
    let source = r#"
        int f(int i) { static void *t[] = { &&a, &&b, &&c }; static const int d[] = { &&a - &&a, &&b - &&a };
            goto *t[i]; a: i += d[1]; b: return i; c: return 5; }"#;
    let program = compile("labels", source);
    let f = function(&program, "f");
    let cases = &f.switches[0].cases;
    assert_eq!(cases.len(), 3);
    assert!(cases.is_sorted());
    let id = program.function_named("f").unwrap();
    for (value, block) in cases {
        assert_eq!(*value, layout::label_address(id, *block));
    }
    let table: Vec<u64> = (0..3).map(|i| word(global(&program, "f.t"), 8 * i)).collect();
    assert!(table.iter().all(|address| cases.iter().any(|(value, _)| value == address)), "{table:x?}");
    let difference = word(global(&program, "f.d"), 0) >> 32;
    assert_eq!(difference, table[1] - table[0]);
    expect(f, &["IndirectJump"]);
}

#[test]
fn constructors_run_by_priority_and_destructors_backwards() {
    let source = r#"
        #define C(n, p) __attribute__((constructor p)) static void c##n(void) {}
        #define D(n, p) __attribute__((destructor p)) static void d##n(void) {}
        C(1, (300)) C(2, (200)) C(3, ) C(4, (200)) D(1, (300)) D(2, (200)) D(3, ) int main(void) { return 0; }"#;
    let program = compile("ctors", source);
    let names = |ids: &[whydunit_program::FunctionId]| {
        ids.iter().map(|id| program.function(*id).name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&program.constructors), "c2 c4 c1 c3");
    assert_eq!(names(&program.destructors), "d3 d1 d2");
    assert_eq!(program.main, program.function_named("main"));
}

#[test]
fn thread_locals_are_ordinary() {
    let program = compile("tls", "static _Thread_local int t = 7; int f(void) { return t++; }");
    expect(function(&program, "f"), &["Load { bytes: 4", "Add.32", "Store { bytes: 4"]);
    assert_eq!(global(&program, "t").init, [7, 0, 0, 0]);
}

#[test]
fn too_large_globals_are_refused() {
    let workshop = Workshop::new("huge");
    workshop.write("test.c", "char huge[3UL << 32]; int main(void) { return huge[5]; }");
    workshop.clang(&["-c", "test.c", "-o", "test.o", "-mcmodel=large"]);
    let error = whydunit_bitcode::load(&workshop.path("test.o"), &[]).unwrap_err().to_string();
    assert!(error.contains("global variables need more than"), "{error}");
}
