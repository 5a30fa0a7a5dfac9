//! Stack frames: the selection of allocas as locals, their layout and access.

mod clang;

use clang::{compile, expect, function, text};
use whydunit_program::{Function, Inst, Local};

fn local<'f>(function: &'f Function, name: &str) -> &'f Local {
    function.locals.iter().find(|l| l.name == name).unwrap_or_else(|| panic!("no local {name}"))
}

#[test]
fn direct_accesses_do_not_escape() {
    let source = "int f(int a) { int b = a; struct { int x, y; } s; s.y = b; int v[4]; v[2] = s.y; return v[2]; }";
    let program = compile("direct", source);
    let f = function(&program, "f");
    assert!(f.locals.iter().all(|l| !l.escapes), "{:?}", f.locals);
    assert!(f.insts.iter().all(|i| !matches!(i, Inst::Load { .. } | Inst::Store { .. } | Inst::LocalAddr { .. })));
    expect(f, &["StoreLocal { bytes: 4, val: 1", "offset: 4 }", "offset: 8 }", "offset: 8 }"]);
}

#[test]
fn every_other_use_escapes() {
    let source = r#"
        void g(int *); struct s { int x[3]; };
        int f(int i, struct s *p) {
            int passed, stored, indexed[4], outside[2], copied_scalar; int *q = &stored; struct s copied = *p;
            g(&passed); indexed[i] = 1; outside[5] = 2; copied_scalar = *q;
            return copied.x[1] + indexed[0] + copied_scalar;
        }"#;
    let program = compile("escapes", source);
    let f = function(&program, "f");
    for (name, escapes) in [
        ("passed", true),
        ("stored", true),
        ("indexed", true),
        ("outside", true),
        ("copied", true),
        ("copied_scalar", false),
        ("q", false),
        ("i.addr", false),
    ] {
        assert_eq!(local(f, name).escapes, escapes, "{name}");
    }
    // A constant offset out of bounds is checked at run time, so the access must go through an
    // address.
    expect(f, &["LocalAddr", "offset: 20 }", "Store { bytes: 4"]);
}

#[test]
fn locals_are_aligned_apart_and_inside_the_frame() {
    let source = r#"
        void g(void *, void *, void *);
        void f(char c) { char a[3]; double d = c; char b[100]; long double x = d; int i = 0; g(a, b, &i); }"#;
    let program = compile("layout", source);
    let f = function(&program, "f");
    assert_eq!(f.frame_size % 16, 0);
    assert!(f.locals.is_sorted_by_key(|l| l.offset));
    for (this, next) in f.locals.iter().zip(f.locals.iter().skip(1)) {
        let free = next.offset.checked_sub(this.offset + this.size).expect("locals overlap");
        if this.escapes || next.escapes {
            assert!(free >= 16, "{} and {} are {free} bytes apart", this.name, next.name);
        }
    }
    let last = f.locals.last().unwrap();
    assert!(last.offset + last.size + 16 <= f.frame_size);
    assert_eq!(local(f, "d").offset % 8, 0);
    assert_eq!(local(f, "x").offset % 16, 0);
    // The gap after a large local is a quarter of its size.
    let b = f.locals.iter().position(|l| l.name == "b").unwrap();
    let end = f.locals.get(b + 1).map_or(f.frame_size, |l| l.offset);
    assert!(end - f.locals[b].offset >= 125);
}

#[test]
fn scopes_are_marked() {
    let program = compile("scoped", "void g(int *); void f(int n) { while (n--) { int inner = n; g(&inner); } }");
    let f = function(&program, "f");
    assert!(local(f, "inner").scoped);
    assert!(!local(f, "n.addr").scoped);
    expect(f, &["LifetimeStart", "StoreLocal", "Call", "LifetimeEnd"]);
}

#[test]
fn sizes_known_at_run_time_are_allocated_then() {
    let source = "int f(int n) { int v[n]; v[n - 1] = n; char *p = __builtin_alloca(n); p[0] = 1; return v[0]; }";
    let program = compile("vla", source);
    let f = function(&program, "f");
    expect(f, &["StackSave", "Mul.64", "DynAlloca", "DynAlloca", "StackRestore"]);
    let variable = f.variables.iter().find(|v| v.name == "v").expect("the array is a variable");
    assert!(variable.indirect);
    let Local { name, size, .. } = &f.locals[variable.local.0 as usize];
    assert_eq!((name.as_str(), *size), ("vla.address", 8));
}

#[test]
fn large_alignment_is_kept() {
    let program = compile("aligned", "void g(void *); void f(void) { _Alignas(64) char b[64]; g(b); }");
    expect(function(&program, "f"), &["DynAlloca", "align: 64"]);
}

#[test]
fn addresses_are_offset_and_index() {
    let source = r#"
        struct s { int a; struct { short b[10]; } c; };
        int f(struct s *p, int i, long j) { return p[j].c.b[i] + p[-1].a; }"#;
    let program = compile("gep", source);
    let f = function(&program, "f");
    expect(f, &["Index", "scale: 24", "Offset", "offset: 4", "SExt { from: 32, to: 64", "Index", "scale: 2"]);
    assert!(text(f).contains("offset: -24"));
}

#[test]
fn volatile_and_packed_accesses_are_ordinary() {
    let source = "struct __attribute__((packed)) s { char c; int i; }; int f(struct s *p, volatile int *q) \
                  { *q = p->i; return *q; }";
    let program = compile("packed", source);
    expect(function(&program, "f"), &["offset: 1 }", "Load { bytes: 4", "Store { bytes: 4", "Load { bytes: 4"]);
}
