//! Reported values avoid undefined behaviour if others exist; otherwise the undefined behaviour is reported, too.

mod programs;

use programs::{case, instances, line_of, session};
use whydunit_locate::symbolic::{Bounds, Explorer};
use whydunit_locate::{Evidence, Options, Stage, Statement, Verdict, Witness, explain, try_templates};
use whydunit_machine::{Change, Undefined};

/// The witness of the explanation for the value of the line marked `here`.
fn told(source: &str, expected: &str) -> Witness {
    let mut session = session(source, case(&[], b""), expected);
    let explanation = explain(&mut session, &Options { no_templates: true, ..Options::default() });
    let line = line_of(source, "// here");
    let suspect = explanation.suspects.iter().find(|s| s.statement.line == line).expect("the line is suspected");
    match suspect.best_evidence() {
        Some(Evidence::Witness(witness)) => witness.clone(),
        other => panic!("no value, but {other:?}"),
    }
}

/// The witness that exploring the line marked `here` finds.
fn solved(source: &str, expected: &str) -> Witness {
    let mut session = session(source, case(&[], b""), expected);
    let times = instances(&session, source, "// here");
    Explorer::new(Bounds::default()).explore(&mut session, &times).witness.expect("a value")
}

fn value(witness: &Witness) -> i32 {
    match witness.alterations[..] {
        [alteration] => match alteration.change {
            Change::Put(bits) => bits as i32,
            other => panic!("{other:?}"),
        },
        _ => panic!("{witness:?}"),
    }
}

/// Checks that the witness makes the run pass with this undefined behaviour at the line marked `then`.
fn assert_undefined(source: &str, witness: &Witness, what: Undefined) {
    assert_eq!(witness.verdict, Verdict::Passed);
    let undefined = witness.undefined_behaviour.as_ref().expect("it is undefined");
    assert_eq!((undefined.what, undefined.place.line), (what, line_of(source, "// then")));
}

const SHIFT: &str = r#"
#include <stdio.h>
int main(void) {
    unsigned n = 40;
    int s = n - 9;        // here
    unsigned m = 1u << s; // then
    printf("%u\n", m ^ 5u);
    return 0;
}
"#;

#[test]
fn an_excessive_shift_is_avoided_when_possible() {
    // 40 is among the first guesses, and this machine shifts by 40 as by 8.
    for witness in [told(SHIFT, "261\n"), solved(SHIFT, "261\n")] {
        assert_eq!((value(&witness), witness.verdict, witness.undefined_behaviour), (8, Verdict::Passed, None));
    }
}

#[test]
fn a_product_that_fits_is_preferred() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int c = 20; // here
    if (c * 9 > 190 && c * 9 < 200) puts("warm"); else puts("cold");
    return 0;
}
"#;
    for witness in [told(source, "warm\n"), solved(source, "warm\n")] {
        assert_eq!((value(&witness), witness.verdict, witness.undefined_behaviour), (22, Verdict::Passed, None));
    }
}

#[test]
fn unsigned_numbers_may_wrap() {
    let source = r#"
#include <stdio.h>
int main(void) {
    unsigned c = 20; // here
    unsigned d = c + 100;
    puts(d < c ? "wrapped" : "not");
    return 0;
}
"#;
    let witness = told(source, "wrapped\n");
    assert_eq!((witness.verdict, witness.undefined_behaviour), (Verdict::Passed, None));
}

#[test]
fn an_excessive_shift_is_reported_when_nothing_else_helps() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int s = 3;            // here
    unsigned m = 1u << s; // then
    printf("%d %d\n", m == 256, s > 31);
    return 0;
}
"#;
    for witness in [told(source, "1 1\n"), solved(source, "1 1\n")] {
        assert_undefined(source, &witness, Undefined::Shift);
    }
}

#[test]
fn an_overflow_is_reported_when_nothing_else_helps() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int a = 5;     // here
    int b = a + 1; // then
    puts(b < a ? "less" : "more");
    return 0;
}
"#;
    for witness in [told(source, "less\n"), solved(source, "less\n")] {
        assert_eq!(value(&witness), i32::MAX);
        assert_undefined(source, &witness, Undefined::Overflow);
    }
}

#[test]
fn an_undefined_conversion_is_reported_when_nothing_else_helps() {
    let source = r#"
#include <stdio.h>
int main(void) {
    double d = 2.5;   // here
    int i = (int)d;   // then
    puts(d > 10 && i < 0 ? "negative" : "positive");
    return 0;
}
"#;
    assert_undefined(source, &solved(source, "negative\n"), Undefined::Conversion);
}

#[test]
fn numbers_at_the_edge_of_an_integer_are_held() {
    // -2147483648.5 is truncated to -2147483648; the conversion is undefined from -2147483649 down.
    let source = r#"
#include <stdio.h>
int main(void) {
    double d = 2.5; // here
    int i = (int)d;
    puts(d < -2147483648.0 && i < 0 ? "edge" : "inside");
    return 0;
}
"#;
    let witness = solved(source, "edge\n");
    assert_eq!((witness.verdict, witness.undefined_behaviour), (Verdict::Passed, None));
}

/// Terms end where a value is made concrete, but the rerun shows the undefined behaviour after it.
#[test]
fn undefined_behaviour_after_a_long_double_is_reported() {
    let sum = r#"
#include <stdio.h>
int main(void) {
    int k = 3;             // here
    long double q = k;
    int m = (int)q;
    int w = m * 700000000; // then
    printf("%d %d\n", w, k);
    return 0;
}
"#;
    assert_undefined(sum, &told(sum, "-1494967296 4\n"), Undefined::Overflow);
    let cast = r#"
#include <stdio.h>
int main(void) {
    int k = 2;                 // here
    long double q = k;
    int m = (int)(q * 1e9L);   // then
    printf("%d %d\n", m < 0, k);
    return 0;
}
"#;
    assert_undefined(cast, &told(cast, "1 3\n"), Undefined::Conversion);
}

/// Changes of the text are reported with their undefined behaviour, too.
#[test]
fn a_patch_that_overflows_is_reported() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int n = 3; // here
    int m = n << 5;
    int q = m + 2147483000; // then
    printf("%d\n", q < 0);
    return 0;
}
"#;
    let mut session = session(source, case(&[], b""), "1\n");
    let function = session.program().main.expect("a program");
    let patches =
        try_templates(&mut session, Stage::Changes, &[Statement { function, line: line_of(source, "// here") }]);
    let undefined: Vec<_> =
        patches.iter().map(|r| r.undefined_behaviour.as_ref().map(|s| (s.what, s.place.line))).collect();
    assert_eq!(undefined, [Some((Undefined::Overflow, line_of(source, "// then")))]);
}

/// Inserted code can overflow like any other code.
#[test]
fn an_overflowing_increment_is_reported() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int c = 2147483647;
    int d = c; // here
    printf("%d %d\n", d / 2, c);
    return 0;
}
"#;
    let mut session = session(source, case(&[], b""), "-1073741824 2147483647\n");
    let function = session.program().main.expect("a program");
    let patches =
        try_templates(&mut session, Stage::Changes, &[Statement { function, line: line_of(source, "// here") }]);
    let undefined: Vec<_> = patches.iter().map(|r| r.undefined_behaviour.as_ref().map(|s| s.what)).collect();
    assert_eq!(undefined, [Some(Undefined::Overflow)]);
}
