//! C expressions evaluated in a paused run have their C values: a native program is the reference.

use std::fmt::Write as _;
use std::process::Command;

use whydunit_trace::{Evaluated, Formula, FormulaError, Time};

use crate::fixture::Fixture;

/// Variables of many types; expressions are evaluated at `LOOK`.
const WORLD: &str = r#"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
enum colour { RED, GREEN = 5, BLUE };
typedef unsigned short word;
struct inner { short s; union { int u; float f; }; };
struct node { int value; struct node *next; char name[8]; struct inner in[3]; unsigned a:3; int b:5; unsigned long c:40; bool on; };
typedef struct node Node;
static int counter = 7;
int table[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static int twice(int x) { static int calls = 3; calls += x; return 2 * x + calls; }
int main(int argc, char **argv) {
    char c = 'x'; signed char sc = -100; unsigned char uc = 200;
    short s = -30000; word w = 60000; int i = -7, j = 3, zero = 0; unsigned u = 4000000000u;
    long l = -5000000000; unsigned long ul = 18000000000000000000ul; int64_t big = INT64_MIN;
    float f = 0.1f; double d = -2.5; long double ld = 1.0L / 3; bool yes = true;
    enum colour hue = BLUE; const char *text = "hello"; int *nothing = NULL; int unset;
    int (*call)(int) = twice; void *raw = &i; int n = argc + 2; int vla[n];
    for (int k = 0; k < n; k++) vla[k] = k * k;
    Node tail = {2, NULL, "tail", {{1}, {2}, {3}}, 5, -9, 1099511627775ul, true};
    Node head = {1, &tail, "head", {{-1, {11}}, {-2}, {-3}}, 7, 15, 3, false};
    Node *p = &head; int *q = &table[1][2]; p->next->next = p;
    { int hidden = 1; counter += hidden; }
    puts("LOOK");
    twice(1);
    REPORT
    return 0;
}
"#;

/// The program with code in place of `REPORT`.
fn program(report: &str) -> String {
    let print = r#"
#define P(e) _Generic((e), unsigned long: pu, unsigned long long: pu, float: pf, double: pf, long double: pf, default: pi)(e)
#include <stdio.h>
static void pi(long long x) { printf("%lld\n", x); }
static void pu(unsigned long x) { printf("%lu\n", x); }
static void pf(long double x) { printf("f %.17Lg\n", x); }
"#;
    format!("{print}{}", WORLD.replace("REPORT", report))
}

/// Evaluates expressions at `LOOK`.
pub(crate) struct Looker(pub(crate) Fixture, pub(crate) Time);

impl Looker {
    pub(crate) fn new() -> Self {
        let fixture = Fixture::new(&program(""));
        let time = fixture.executions(fixture.line("LOOK"))[0];
        Looker(fixture, time)
    }

    fn value(&mut self, text: &str) -> Result<Evaluated, FormulaError> {
        let formula = Formula::parse(text)?;
        let mut machine = self.0.recorded.snapshots.at(self.1.into()).expect("an instant");
        let frame = machine.frames().first().copied();
        formula.evaluate(&self.0.index.program, &mut machine, frame).0
    }

    fn error(&mut self, text: &str) -> String {
        match self.value(text) {
            Ok(value) => panic!("{text} is {}", value.text),
            Err(error) => error.message,
        }
    }
}

/// The output of a native program for expressions, one line each.
fn native(expressions: &[String]) -> Vec<String> {
    let report = expressions.iter().fold(String::new(), |mut text, e| {
        let _ = writeln!(text, "P({e});");
        text
    });
    let dir = tempfile::tempdir().expect("a directory");
    let (input, output) = (dir.path().join("native.c"), dir.path().join("native"));
    std::fs::write(&input, program(&report)).expect("a writable directory");
    let compiled = Command::new("clang-19").args(["-O0", "-w", "-o"]).arg(&output).arg(&input).output();
    let compiled = compiled.expect("clang-19 is installed");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let printed = Command::new(&output).output().expect("it runs").stdout;
    String::from_utf8_lossy(&printed).lines().skip(1).map(String::from).collect()
}

fn agree(expressions: &[String]) {
    let mut looker = Looker::new();
    let expected = native(expressions);
    assert_eq!(expected.len(), expressions.len());
    for (text, due) in expressions.iter().zip(expected) {
        let value = looker.value(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let same = match due.strip_prefix("f ") {
            // The shortest text that parses to the same number of its type is expected.
            Some(due) => {
                let (due, is): (f64, f64) = (due.parse().expect("a number"), value.text.parse().expect("a number"));
                due == is || due as f32 == is as f32 || (due.is_nan() && is.is_nan())
            }
            None => due == value.text,
        };
        assert!(same, "{text}: native says {due}, we say {}", value.text);
        let zero = due.trim_start_matches("f ").parse::<f64>().is_ok_and(|v| v == 0.0);
        assert_eq!(value.holds, !zero, "{text}");
    }
}

#[test]
fn named_objects_have_values() {
    let expressions = "\
        c; sc; uc; s; w; i; u; l; ul; big; f; d; ld; yes; hue; hue == BLUE; GREEN; RED; counter; table[1][2]; \
        *(*(table + 2) + 3); *q; q[-2]; q - &table[0][0]; 1[q]; p->value; p->next->value; (*p).next->name[0]; \
        tail.in[1].s; head.in[0].u; p->in[0].f == head.in[0].f; tail.a; tail.b; tail.c; head.b; head.a - 8; \
        -tail.a; tail.c + 1; tail.on; head.on; text[1]; *text; nothing == NULL; nothing == 0; !nothing; \
        p->next->next == p; p != NULL; &head == p; call == twice; call == &twice; raw == &i; *(int *)raw; \
        (unsigned char)-1; (signed char)200; (short)70000; (bool)0.5; (_Bool)256; (word)(-1); (int64_t)u; \
        (long)f; (int)d; (unsigned)d; (float)d; (double)i / 2; (struct node *)raw == raw; \
        ((Node *)p)->next->value; sizeof(int); sizeof i; sizeof(struct node); sizeof head; sizeof table; \
        sizeof table[0]; sizeof(Node *); sizeof *p; sizeof(char); sizeof c; sizeof \"abc\"; sizeof(c + 1); \
        sizeof nothing[3]; 'a'; '\\n'; '\\x41'; '\\0'; '\\377'; \"abc\"[1]; 0x10; 010; 0b101; 10u; 5l; \
        4000000000; 0xffffffff; 0xffffffff + 1; 4294967295 + 1; 1.5; 2.5f; 1e3; 1.f; .5; vla[2]; vla[0]; argc; \
        argv[argc] == NULL; true; false; i < u; i < (long)u; sc < uc; -1 < 1u; -1 < 1ul; i / 2; i % 3; -i / 2; \
        u / 7; u >> 3; i >> 1; 1 << 4; 1u << 31; ~0; ~u; !i; !0; i & 0xf; i ^ j; s * w; s + w; uc << 4; sc >> 2; \
        yes + yes; d < f; f == 0.1; f == 0.1f; ld > 0.3; f + 1; d * i; ld * 3; i && j; zero && i / zero; \
        i ? j : d; zero ? j : d; zero ? 1 : 2u; 1 ? -1 : 2u; (1 ? -1 : 2u) > 0; \
        p && p->next && p->next->value == 2; nothing && *nothing; - - i; -(-i); +uc; i - -j; i-j-1; \
        2 + 3 * 4 - 5 % 3; 1 < 2 == 1; i == -7 ? 1 : 0; 1 || i / zero; zero || i; i | 8; 1 | 2 ^ 3 & 4; \
        zero || !nothing && j";
    let expressions: Vec<String> = expressions.split(';').map(|e| e.trim().to_string()).collect();
    agree(&expressions);
}

#[test]
fn conversions_are_those_of_c() {
    agree(&random_expressions(&mut Looker::new(), 600));
}

/// Random expressions over all arithmetic types, without undefined or invalid ones.
pub(crate) fn random_expressions(looker: &mut Looker, count: usize) -> Vec<String> {
    let mut numbers = fastrand::Rng::with_seed(1);
    let mut random = move |below: usize| numbers.usize(..below);
    let leaves = [
        "c",
        "sc",
        "uc",
        "s",
        "w",
        "i",
        "j",
        "u",
        "l",
        "ul",
        "big",
        "f",
        "d",
        "yes",
        "hue",
        "tail.a",
        "tail.b",
        "tail.c",
        "1",
        "2u",
        "3l",
        "'a'",
        "0.5",
        "1.5f",
        "table[0][1]",
        "p->in[1].s",
    ];
    let signs = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"];
    let casts =
        ["", "-", "~", "!", "(int)", "(unsigned char)", "(long)", "(unsigned)", "(float)", "(double)", "(short)"];
    let mut kept = Vec::new();
    while kept.len() < count {
        let mut leaf = || format!("{}{}", casts[random(casts.len())], leaves[random(leaves.len())]);
        let (a, b, c) = (leaf(), leaf(), leaf());
        let (x, y) = (signs[random(signs.len())], signs[random(signs.len())]);
        let text = match random(3) {
            0 => format!("{a} {x} {b}"),
            1 => format!("({a} {x} {b}) {y} {c}"),
            _ => format!("{a} {x} {b} ? {b} {y} {c} : {c}"),
        };
        if looker.value(&text).is_ok() {
            kept.push(text);
        }
    }
    kept
}

#[test]
fn texts_are_compared_as_texts() {
    let mut looker = Looker::new();
    for (text, due) in [
        ("text == \"hello\"", true),
        ("text == \"hell\"", false),
        ("text != \"help\"", true),
        ("p->name == \"head\"", true),
        ("\"tail\" == p->next->name", true),
        ("\"a\" == \"a\"", true),
    ] {
        assert_eq!(looker.value(text).map(|v| v.holds), Ok(due), "{text}");
    }
}

#[test]
fn reads_are_reported() {
    let mut looker = Looker::new();
    let formula = Formula::parse("p->next->value == 3 && i < 0").expect("an expression");
    let mut machine = looker.0.recorded.snapshots.at(looker.1.into()).expect("an instant");
    let frame = machine.frames().first().copied();
    let (value, reads) = formula.evaluate(&looker.0.index.program, &mut machine, frame);
    assert!(!value.expect("a value").holds);
    let names: Vec<&str> = reads.iter().map(|r| r.text.as_str()).collect();
    assert_eq!(names, ["p", "p->next", "p->next->value"]);
    assert_eq!(looker.error("sizeof unset == 4 && unset"), "`unset` is uninitialised");
}

#[test]
fn errors_describe_the_problem() {
    let mut looker = Looker::new();
    for (text, message) in [
        ("countr == 1", "there is no `countr` here"),
        ("hidden", "`hidden` is not in scope here; it is declared in line 31"),
        ("x", "`x` is a variable of twice, not of main"),
        ("calls", "there is no `calls` here"),
        ("INT_MAX", "`INT_MAX` is not known; if it is a macro, write what it stands for"),
        ("unset == 1", "`unset` is uninitialised"),
        ("*nothing", "`*nothing` lies behind a null pointer"),
        ("nothing[2] == 1", "`nothing[2]` lies behind a null pointer"),
        ("table[3][1]", "`table[3][1]` lies at"),
        ("p.value", "`p` is a pointer: write -> for its member `value`"),
        ("p->valu", "node has no member `valu`"),
        ("head", "`head` is a struct or union; name one of its members"),
        ("i.x", "`i` is no struct or union"),
        ("*i", "`i` is no pointer"),
        ("*raw", "`raw` points to a type that is not known; cast it first"),
        ("&tail.a", "`tail.a` is a bit-field and has no address"),
        ("i / zero", "`i / zero`: this divides by zero"),
        ("i << 40", "`i << 40`: this shifts 32 bits by 40"),
        ("p * 2", "`p * 2` has operands of types that do not go together"),
        ("i = 3", "nothing is assigned here; to compare write =="),
        ("i++", "the run is looked at, not changed"),
        ("twice(3)", "functions are not called here: the run is looked at, not changed"),
        ("(struct nod *)p", "the program has no type `struct nod`"),
        ("i +", "the expression ends here, but something must follow"),
        ("(i", "`)` is missing here"),
        ("i j", "an operator is missing before this, or it is too much"),
        ("i @ 2", "`@` is no part of a C expression"),
        ("'ab'", "a character is one character between single quotes"),
        ("\"abc", "the closing \" is missing"),
        ("", "the expression ends here, but something must follow"),
        ("text == 1.5", "has operands of types that do not go together"),
        ("i == \"x\"", "`i` is no string and cannot be compared with one"),
    ] {
        assert!(looker.error(text).contains(message), "{text}: {}", looker.error(text));
    }
    let deep = "(".repeat(100_000);
    assert_eq!(looker.error(&deep), "this is nested too deep");
    let error = looker.value("1 + countr").expect_err("an unknown name");
    assert_eq!((error.span.start, error.span.end), (4, 10));
    assert!(error.unknown.is_some_and(|(name, known)| name == "countr" && known.contains("counter")));
}
