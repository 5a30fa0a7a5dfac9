//! Inline assembly.

mod clang;

use clang::{Workshop, compile, expect, function};

#[test]
fn barriers_vanish_and_tied_operands_pass() {
    let source = r#"
        int f(int x) {
            __asm__ volatile("" ::: "memory");
            __asm__ volatile(" # a comment" : "+r"(x));
            __asm__ volatile("nop; pause");
            __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory");
            return x;
        }"#;
    let program = compile("barriers", source);
    let f = function(&program, "f");
    expect(f, &["LoadLocal", "Move", "StoreLocal", "Return"]);
    assert_eq!(f.blocks.len(), 1);
}

#[test]
fn integer_instructions_are_translated() {
    let source = r#"
        typedef unsigned long u;
        void mul(u a, u b, u *h, u *l) { __asm__("mulq %3" : "=a"(*l), "=d"(*h) : "%0"(a), "rm"(b)); }
        void add(u *h, u *l, u a, u b) { __asm__("addq %5,%1\n\tadcq %3,%0" : "=r"(*h), "=&r"(*l)
            : "0"(*h), "r"(a), "1"(*l), "r"(b)); }
        void sub(u *h, u *l, u a, u b) { __asm__("subq %5,%1\n\tsbbq %3,%0" : "=r"(*h), "=&r"(*l)
            : "0"(*h), "r"(a), "1"(*l), "r"(b)); }
        u bsf(u x) { u r; __asm__("bsfq %1,%0" : "=r"(r) : "rm"(x)); return r; }
        u bsr(u x) { u r; __asm__("bsrq %1,%0" : "=r"(r) : "rm"(x)); return r; }
        unsigned swap(unsigned x) { __asm__("bswap %0" : "+r"(x)); return x; }
        unsigned rot(unsigned x) { __asm__("roll %1,%0" : "+r"(x) : "I"(5)); return x; }
        unsigned id(void) { unsigned a = 0, b, c, d; __asm__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d)); return b; }
        u tsc(void) { unsigned a, d; __asm__ volatile("rdtsc" : "=a"(a), "=d"(d)); return a; }"#;
    let program = compile("integers", source);
    for (name, parts) in [
        ("mul", &["Mul.128"][..]),
        ("add", &["Overflow { op: UAdd", "Overflow { op: UAdd", "Or.1"]),
        ("sub", &["Overflow { op: USub", "Overflow { op: USub", "Or.1"]),
        ("bsf", &["Cttz", "Select"]),
        ("bsr", &["Ctlz", "Sub.64", "Select"]),
        ("swap", &["Bswap"]),
        ("rot", &["FShl"]),
        ("id", &["= 0x0", "Trunc { w: 32"]),
        ("tsc", &["= 0x0", "Trunc { w: 32"]),
    ] {
        expect(function(&program, name), parts);
    }
}

#[test]
fn anything_else_fails_when_executed_with_its_text() {
    let source =
        r#"void f(void) { __asm__ volatile("hlt"); } void g(void) { __asm__ goto("jmp %l0" :::: out); out:; }"#;
    let program = Workshop::new("refused").load_with(source, &[]);
    assert!(function(&program, "f").unsupported[0].contains("\"hlt\""));
    assert!(function(&program, "g").unsupported[0].contains("asm goto"));
}
