//! Vectors are sequences of scalars.

mod clang;

use clang::{compile, expect, function};

const TYPES: &str =
    "typedef int v4 __attribute__((vector_size(16))); typedef char v16 __attribute__((vector_size(16)));\n";

#[test]
fn operations_are_done_lane_by_lane() {
    let program = compile("lanes", &format!("{TYPES} void f(v4 *p) {{ *p = p[1] * 3 + (p[2] > p[3]); }}"));
    let f = function(&program, "f");
    let text = f.to_string();
    for op in ["Mul.32", "SLt.32", "SExt", "Add.32"] {
        assert_eq!(text.matches(op).count(), 4, "{op} in {text}");
    }
    assert_eq!(text.matches("Load { bytes: 4").count(), 12);
    assert_eq!(text.matches("Store { bytes: 4").count(), 4);
}

#[test]
fn elements() {
    let source = format!("{TYPES} int f(v4 *p, int i) {{ v4 v = *p; v[1] = 7; v[i] = 8; return v[i] + v[3]; }}");
    let program = compile("elements", &source);
    let f = function(&program, "f");
    let text = f.to_string();
    // Writing and reading at an unknown index involve every lane.
    assert_eq!(text.matches("Select").count(), 4 + 3);
}

#[test]
fn shuffles_and_casts() {
    let source = format!(
        "{TYPES} void f(v4 *p, v4 *q, v16 *r, unsigned __int128 *s) {{ *q = __builtin_shufflevector(*p, *q, 3, 6, 0, 1); \
         *r = (v16)*p; *s = (unsigned __int128)*p; }}"
    );
    let program = compile("shuffle", &source);
    let f = function(&program, "f");
    expect(f, &["Move", "Store { bytes: 4", "LShr.32", "Trunc { w: 8", "Store { bytes: 1", "Shl.128", "Or.128"]);
    assert_eq!(f.to_string().matches("Store { bytes: 1,").count(), 16);
}

#[test]
fn vectors_are_passed_in_pieces() {
    let program = compile("pass", &format!("{TYPES} v4 g(v4 a) {{ return a; }} v4 f(v4 a) {{ return g(a); }}"));
    let f = function(&program, "f");
    assert_eq!((f.params.len(), f.returns, f.calls[0].args.len(), f.calls[0].returns), (4, 4, 4, 4));
}
