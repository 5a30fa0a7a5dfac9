//! Many modules in one program.

mod clang;

use clang::{Workshop, expect, function, load};
use whydunit_program::{Callee, Program};

fn sources(workshop: &Workshop, files: &[(&str, &str)]) {
    for (name, text) in files {
        workshop.write(name, text);
    }
}

fn names(program: &Program) -> Vec<&str> {
    program.functions.iter().map(|f| f.name.as_str()).collect()
}

#[test]
fn statics_of_the_same_name_stay_apart() {
    let workshop = Workshop::new("statics");
    sources(
        &workshop,
        &[
            (
                "a.c",
                "static int n = 1; static int get(void) { return n; } int b(void); int main(void) { return get() + b(); }",
            ),
            ("b.c", "static int n = 2; static int get(void) { return n; } int b(void) { return get(); }"),
        ],
    );
    workshop.clang(&["a.c", "b.c", "-o", "prog"]);
    let program = load(&workshop.path("prog"));
    assert_eq!(names(&program).iter().filter(|n| **n == "get").count(), 2);
    let main = function(&program, "main");
    let callee = |i: usize| match main.calls[i].callee {
        Callee::Direct(id) => program.function(id),
        other => panic!("{other:?}"),
    };
    let called_by_b = match callee(1).calls[0].callee {
        Callee::Direct(id) => program.function(id),
        other => panic!("{other:?}"),
    };
    let address = |f: &whydunit_program::Function| f.constants[0];
    assert_ne!(address(callee(0)), address(called_by_b));
    assert_eq!(program.files.len(), 2);
}

#[test]
fn archives_sections_and_garbage_collection() {
    let workshop = Workshop::new("archive");
    sources(
        &workshop,
        &[
            ("main.c", "int used(void); int main(void) { return used(); }"),
            ("used.c", "int used(void) { return 1; } int other(void) { return 2; }"),
            ("unused.c", "int unused(void) { return 3; }"),
        ],
    );
    workshop.clang(&["-ffunction-sections", "-fdata-sections", "-c", "main.c", "used.c", "unused.c"]);
    workshop.run("llvm-ar-19", &["rcs", "lib.a", "used.o", "unused.o"]);
    workshop.clang(&["main.o", "lib.a", "-Wl,--gc-sections", "-o", "prog"]);
    workshop.run("strip", &["prog"]);
    assert_eq!(names(&load(&workshop.path("prog"))), ["main", "used", "other"]);
}

#[test]
fn the_strongest_definition_wins() {
    let workshop = Workshop::new("strength");
    sources(
        &workshop,
        &[
            ("a.c", "int c; __attribute__((weak)) int f(void) { return 1; } int main(void) { return f() + c; }"),
            ("b.c", "int f(void) { return 2; } int c[40]; int *p = c;"),
            ("c.c", "extern int c[]; int *q = c; __attribute__((weak)) int f(void) { return 3; }"),
        ],
    );
    workshop.clang(&["-fcommon", "-Wno-everything", "a.c", "b.c", "c.c", "-o", "prog"]);
    let program = load(&workshop.path("prog"));
    let f = function(&program, "f");
    assert_eq!(f.constants, [2, 0], "with the spare one");
    assert_eq!(names(&program).iter().filter(|n| **n == "f").count(), 1);
    expect(function(&program, "main"), &["Call f1("]);
    // Tentative definitions become one variable, as large as the largest.
    let c: Vec<_> = program.globals.iter().filter(|g| g.name == "c").collect();
    assert_eq!((c.len(), c[0].size, c[0].external), (1, 160, false));
    for pointer in ["p", "q"] {
        let g = program.globals.iter().find(|g| g.name == pointer).unwrap();
        assert_eq!(u64::from_le_bytes(g.init[..8].try_into().unwrap()), c[0].address);
    }
}

#[test]
fn inline_definitions_for_elsewhere_are_declarations() {
    let workshop = Workshop::new("inline");
    sources(
        &workshop,
        &[
            ("a.c", "inline int f(void) { return 1; } int main(void) { return f(); }"),
            ("b.c", "int f(void) { return 2; }"),
        ],
    );
    workshop.clang(&["-O1", "-c", "a.c", "b.c"]);
    workshop.clang(&["a.o", "b.o", "-o", "prog"]);
    let program = load(&workshop.path("prog"));
    assert_eq!(function(&program, "f").constants, [2, 0]);
}

#[test]
fn libraries_give_only_what_is_missing() {
    let workshop = Workshop::new("library");
    sources(
        &workshop,
        &[
            ("main.c", "int qsort_(int); int mine(void) { return 1; } int main(void) { return qsort_(3) + mine(); }"),
            (
                "lib.c",
                "static int table[] = { 5 }; int puts(const char *); int mine(void);
                 static int helper(int x) { return x + table[0] + mine() + puts(\"\"); }
                 int qsort_(int x) { return helper(x); } int mine(void) { return 2; } int unused_table[9];
                 int never(void) { return unused_table[0]; } int (*unused)(void) = never;",
            ),
        ],
    );
    workshop.clang(&["-c", "main.c"]);
    workshop.clang(&["-c", "-emit-llvm", "lib.c", "-o", "lib.bc"]);
    let library = std::fs::read(workshop.path("lib.bc")).unwrap();
    let program = whydunit_bitcode::load(&workshop.path("main.o"), &[&library]).unwrap();
    assert_eq!(names(&program), ["mine", "main", "qsort_", "helper"]);
    assert_eq!(function(&program, "mine").constants, [1, 0]);
    assert_eq!(program.externals.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(), ["puts"]);
    assert!(program.globals.iter().any(|g| g.name == "table"));
    assert!(!program.globals.iter().any(|g| g.name.starts_with("unused")));
}

#[test]
fn the_same_program_is_loaded_twice_the_same() {
    let workshop = Workshop::new("twice");
    sources(
        &workshop,
        &[
            (
                "a.c",
                "#include <stdio.h>\nint b(int); int main(int c, char **v) { printf(\"%d %s\", b(c), v[0]); return 0; }",
            ),
            (
                "b.c",
                "#include <ctype.h>\nstatic const char *names[] = { \"x\", \"y\" }; int b(int x) { return isalpha(names[x & 1][0]); }",
            ),
        ],
    );
    workshop.clang(&["a.c", "b.c", "-o", "prog"]);
    let (one, two) = (load(&workshop.path("prog")), load(&workshop.path("prog")));
    assert_eq!(format!("{one:?}"), format!("{two:?}"));
}
