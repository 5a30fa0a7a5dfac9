//! Calls: argument and result passing, intrinsics, unsupported constructs.

mod clang;

use clang::{Workshop, compile, expect, function};
use whydunit_program::{ArgClass, CallSite, Callee, Inst};

fn classes(call: &CallSite) -> Vec<ArgClass> {
    call.args.iter().map(|a| a.class).collect()
}

#[test]
fn structs_are_passed_by_copy_in_pieces_or_by_address() {
    let source = r#"
        struct big { long v[4]; }; struct two { long a; double b; }; struct ff { float x, y; };
        struct big g(struct big b, struct two t, struct ff f);
        struct big f(struct big b, struct two t, struct ff p) { return g(b, t, p); }"#;
    let program = compile("structs", source);
    let f = function(&program, "f");
    let byval = ArgClass::ByVal { size: 32, align: 8 };
    let expected = [ArgClass::Int, byval, ArgClass::Int, ArgClass::Float, ArgClass::FloatPair];
    assert_eq!(f.params.iter().map(|p| p.class).collect::<Vec<_>>(), expected);
    assert_eq!(classes(&f.calls[0]), expected);
    let copy = f.params[1].copy.expect("a local for the copy");
    assert_eq!(f.locals[copy.0 as usize].size, 32);
    let b = f.variables.iter().find(|v| v.name == "b").expect("the parameter is a variable");
    assert_eq!((b.local, b.parameter, b.indirect), (copy, 1, false));
}

#[test]
fn results_of_several_slots() {
    let source = r#"
        struct two { long a; double b; }; struct two g(void); _Complex double h(void); _Complex float i(void);
        double f(void) { return g().b + __real__ h() + __imag__ i(); }"#;
    let program = compile("results", source);
    let returns: Vec<u8> = function(&program, "f").calls.iter().map(|c| c.returns).collect();
    assert_eq!(returns, [2, 2, 2]);
}

#[test]
fn variable_arguments() {
    let source = r#"
        #include <stdarg.h>
        int printf(const char *, ...);
        int sum(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int s = va_arg(a, int); va_end(a); return s; }
        int f(void) { return printf("", 'a', 1.0f, 2L, (char *)0, 3.0L) + sum(2, 3, 4); }"#;
    let program = compile("variadic", source);
    assert!(function(&program, "sum").variadic);
    expect(function(&program, "sum"), &["VaStart", "VaCopy", "VaEnd"]);
    use ArgClass::{Float, Int, X87};
    assert_eq!(classes(&function(&program, "f").calls[0]), [Int, Int, Float, Int, Int, X87]);
}

#[test]
fn callees_of_every_kind() {
    let source = r#"
        int known(int x) { return x; } int unknown(int);
        int f(int (*p)(int)) { return known(1) + unknown(2) + p(3) + ((int (*)(long))known)(4); }"#;
    let program = compile("callees", source);
    let calls = &function(&program, "f").calls;
    assert!(matches!(calls[0].callee, Callee::Direct(id) if program.function(id).name == "known"));
    assert!(matches!(calls[1].callee, Callee::External(id) if program.externals[id.0 as usize].name == "unknown"));
    assert!(matches!(calls[2].callee, Callee::Indirect(_)));
    assert!(matches!(calls[3].callee, Callee::Direct(_)));
}

#[test]
fn intrinsics_become_instructions() {
    let source = r#"
        int a(unsigned x) { return __builtin_clz(x) + __builtin_ctz(x) + __builtin_popcount(x); }
        unsigned b(unsigned x) { return __builtin_bswap32(x) ^ __builtin_bitreverse32(x) ^ __builtin_rotateleft32(x, 3); }
        double c(double x) { return __builtin_fabs(x) + __builtin_floor(x) + __builtin_copysign(x, x); }
        int d(double x) { return __builtin_isnan(x) + __builtin_isnormal(x); }
        void e(char *p, char *q, int n) { __builtin_memcpy(p, q, 9); __builtin_memmove(p, q, n); __builtin_memset(p, 0, n); }
        long g(char *p) { return __builtin_object_size(p, 0) + __builtin_object_size(p, 2); }
        int h(int x) { return __builtin_constant_p(x) + (int)__builtin_expect(x, 1) + __builtin_abs(x); }
        double i(double x, double y) { return __builtin_fma(x, y, x) + x * y + y + __builtin_fmax(x, y); }
        void j(void) { __builtin_trap(); }
        int k(int x, int *r) { return __builtin_mul_overflow(x, x, r); }
        unsigned l(unsigned x) { return __builtin_elementwise_add_sat(x, 3u) + __builtin_elementwise_max(x, 4u); }"#;
    let workshop = Workshop::new("intrinsics");
    let program = workshop.load_with(source, &["-fno-math-errno"]);
    for (name, parts) in [
        ("a", &["Ctlz", "Cttz", "Ctpop"][..]),
        ("b", &["Bswap", "BitReverse", "FShl"]),
        ("c", &["FAbs", "FFloor", "FCopySign.64"]),
        ("d", &["IsClass", "IsClass"]),
        ("e", &["MemCopy { may_overlap: false", "MemCopy { may_overlap: true", "MemSet"]),
        ("h", &["SExt", "Abs"]),
        ("i", &["Fma", "MulAdd", "FMax.64"]),
        ("j", &["Unreachable"]),
        ("k", &["Overflow { op: SMul"]),
        ("l", &["UAddSat.32", "UMax.32"]),
    ] {
        let f = function(&program, name);
        assert!(f.unsupported.is_empty() && f.calls.is_empty(), "{f}");
        expect(f, parts);
    }
    // Unknown at compile time: the largest or the smallest possible size.
    let g = function(&program, "g");
    assert!(g.constants.contains(&u64::MAX) && g.constants.contains(&0));
}

#[test]
fn libm_intrinsics_call_libm() {
    let source =
        "#include <math.h>\ndouble f(double x, float y, long double z) { return sin(x) + powf(y, y) + expl(z); }";
    let program = Workshop::new("libm").load_with(source, &["-fno-math-errno"]);
    let names: Vec<&str> = program.externals.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["sin", "powf", "expl"]);
    let f = function(&program, "f");
    assert_eq!(f.calls.iter().map(|c| c.returns).collect::<Vec<_>>(), [1, 1, 2]);
}

#[test]
fn strict_floats_are_the_same_operations() {
    let source = r#"
        #pragma STDC FENV_ACCESS ON
        double f(double a, float b) { return a + b * 2 > a / 3 ? (int)a : __builtin_sqrt(a); }"#;
    let program = Workshop::new("strict").load_with(source, &["-fno-math-errno"]);
    let f = function(&program, "f");
    assert!(f.unsupported.is_empty(), "{:?}", f.unsupported);
    expect(f, &["FpToFp", "FDiv.64", "FCmp { pred: Ogt", "FpToSi", "SiToFp"]);
    assert!(f.to_string().contains("FSqrt"));
}

#[test]
fn unknown_intrinsics_fail_when_executed_by_name() {
    let source = r#"
        typedef char v16 __attribute__((vector_size(16)));
        v16 f(v16 a) { return __builtin_ia32_pshufb128(a, a); } int g(void) { return 1; }"#;
    let program = Workshop::new("unknown").load_with(source, &["-mssse3"]);
    let f = function(&program, "f");
    assert!(f.unsupported[0].contains("llvm.x86.ssse3.pshuf.b"), "{:?}", f.unsupported);
    assert!(matches!(f.insts.last(), Some(Inst::Unsupported { .. })));
    assert!(function(&program, "g").unsupported.is_empty());
}

#[test]
fn atomics_for_one_thread() {
    let source = r#"
        int a(_Atomic int *p) { return *p += 3; }
        int b(int *p, int *e) { return __atomic_compare_exchange_n(p, e, 9, 0, 5, 5); }
        int c(int *p) { __sync_synchronize(); return __sync_fetch_and_nand(p, 6); }
        int d(int *p) { return __atomic_exchange_n(p, 1, 0); }"#;
    let program = compile("atomic", source);
    expect(function(&program, "a"), &["Load { bytes: 4", "Add.32", "Store { bytes: 4"]);
    expect(function(&program, "b"), &["Load { bytes: 4", "Eq.32", "Select", "Store { bytes: 4"]);
    expect(function(&program, "c"), &["Load { bytes: 4", "And.32", "Xor.32", "Store { bytes: 4"]);
    expect(function(&program, "d"), &["Load { bytes: 4", "Store { bytes: 4"]);
}

#[test]
fn setjmp_is_a_call() {
    let source = "#include <setjmp.h>\njmp_buf b; int f(void) { return setjmp(b); } void g(void) { longjmp(b, 1); }";
    let program = compile("setjmp", source);
    let names: Vec<&str> = program.externals.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["_setjmp", "longjmp"]);
}
