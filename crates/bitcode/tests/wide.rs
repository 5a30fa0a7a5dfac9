//! Integers of unusual widths, `long double`, bit-fields.

mod clang;

use clang::{Workshop, compile, expect, function};
use whydunit_program::{ArgClass, Inst};

#[test]
fn i128_takes_slot_pairs() {
    let program = compile("i128", "typedef __int128 T; T f(T a, T b) { return a * b - (a >> 3); }");
    let f = function(&program, "f");
    // clang passes and returns it as two 64-bit integers.
    assert_eq!((f.params.len(), f.returns), (4, 2));
    expect(f, &["Mul.128", "AShr.128", "Sub.128"]);
    assert!(f.insts.iter().any(|i| matches!(i, Inst::Rare { bin, .. } if bin.w == 128)));
}

#[test]
fn i128_in_memory_is_wide() {
    let program = compile("i128mem", "typedef __int128 T; void f(T *p) { p[1] = p[0] + ((T)1 << 100); }");
    let f = function(&program, "f");
    expect(f, &["LoadWide { bytes: 16", "Add.128", "StoreWide { bytes: 16"]);
    assert!(f.constants.windows(2).any(|w| w == [0, 1 << 36]));
}

#[test]
fn odd_widths_are_cut_when_loaded() {
    let program = compile("odd", "_BitInt(37) f(_BitInt(37) *p) { return *p * 3; }");
    expect(function(&program, "f"), &["Trunc { w: 37", "Mul.37"]);
}

#[test]
fn long_double_has_ten_bytes() {
    let program = compile("fp80", "long double f(long double x, long double *p) { *p = x; return x * 0.5L; }");
    let f = function(&program, "f");
    assert_eq!(f.params[0].class, ArgClass::X87);
    assert_eq!(f.returns, 2);
    expect(f, &["LoadLocal { bytes: 8", "LoadLocal { bytes: 2", "StoreWide { bytes: 10", "FMul.80"]);
    // One half: mantissa with its leading bit, exponent 16382.
    assert!(f.constants.windows(2).any(|w| w == [1 << 63, 0x3ffe]));
}

#[test]
fn mixed_overflow_uses_65_bits() {
    let program = compile("i65", "int f(unsigned long a, long b, long *r) { return __builtin_add_overflow(a, b, r); }");
    let f = function(&program, "f");
    let overflow = f.insts.iter().find_map(|i| match i {
        Inst::Overflow { bin, .. } => Some(*bin),
        _ => None,
    });
    assert_eq!(overflow.expect("an overflow check").w, 65);
}

#[test]
fn long_rows_of_bit_fields_are_read_in_limbs() {
    let source = r#"
        #pragma pack(1)
        struct s { signed a : 31; unsigned b : 31; signed c : 31; unsigned d : 31; signed e : 31; };
        int get(struct s *p) { return p->e + p->a; }
        void set(struct s *p, int x) { p->d = x; }"#;
    let program = compile("bitfields", source);
    for name in ["get", "set"] {
        let f = function(&program, name);
        assert!(f.insts.iter().any(|i| matches!(i, Inst::Load { bytes: 8, .. })), "{f}");
        assert!(f.insts.iter().any(|i| matches!(i, Inst::Load { bytes: 4, .. })), "{f}");
    }
}

#[test]
fn values_without_slots_fail_only_when_used() {
    let source =
        "_Float16 h(_Float16 a) { return a + a; } __float128 q(__float128 a) { return a; } int f(void) { return 1; }";
    let program = Workshop::new("half").load_with(source, &[]);
    for (name, what) in [("h", "_Float16"), ("q", "__float128")] {
        let unsupported = &function(&program, name).unsupported;
        assert!(unsupported.iter().any(|u| u.contains(what)), "{unsupported:?}");
    }
    assert!(function(&program, "f").unsupported.is_empty());
}

#[test]
fn conversions() {
    let source = r#"
        double a(long x) { return x; } float b(unsigned long x) { return x; } long c(double x) { return x; }
        unsigned char d(float x) { return x; } long double e(double x) { return x; } float g(long double x) { return x; }
        long h(int x) { return x; } unsigned long i(unsigned x) { return x; } char j(long x) { return x; }
        _Bool k(double x) { return x; } long l(void *p) { return (long)p; } void *m(int i) { return (void *)(long)i; }"#;
    let program = compile("casts", source);
    for (name, expected) in [
        ("a", "SiToFp, from: 64, to: 64"),
        ("b", "UiToFp, from: 64, to: 32"),
        ("c", "FpToSi, from: 64, to: 64"),
        ("d", "FpToUi, from: 32, to: 8"),
        ("e", "FpToFp, from: 64, to: 80"),
        ("g", "FpToFp, from: 80, to: 32"),
        ("h", "SExt { from: 32, to: 64"),
        ("i", "Move"),
        ("j", "Trunc { w: 8"),
        ("k", "FCmp { pred: Une"),
        ("l", "Move"),
        ("m", "SExt { from: 32, to: 64"),
    ] {
        expect(function(&program, name), &[expected, "Return"]);
    }
}
