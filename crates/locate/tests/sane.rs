//! Values that are told do not rely on what C leaves undefined, where there are others; and if they do, that is known.

mod programs;

use programs::{case, instances, line_of, session};
use whydunit_locate::symbolic::{Bounds, Explorer};
use whydunit_locate::{Evidence, Options, Statement, Verdict, Witness, explain, repair};
use whydunit_machine::{Change, Undefined};

/// What explaining tells about the value of the line marked `here`.
fn told(source: &str, expected: &str) -> Witness {
    let mut session = session(source, case(&[], b""), expected);
    let explanation = explain(&mut session, &Options { no_repairs: true, ..Options::default() });
    let line = line_of(source, "// here");
    let suspect = explanation.suspects.iter().find(|s| s.statement.line == line).expect("the line is suspected");
    match suspect.told() {
        Some(Evidence::Witness(witness)) => witness.clone(),
        other => panic!("no value, but {other:?}"),
    }
}

/// What exploring the line marked `here` finds.
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

/// A value that makes the run right, and what it does that is undefined: at the line marked `then`.
fn assert_slip(source: &str, witness: &Witness, what: Undefined) {
    assert_eq!(witness.verdict, Verdict::Passed);
    let slip = witness.slip.as_ref().expect("it is undefined");
    assert_eq!((slip.what, slip.place.line), (what, line_of(source, "// then")));
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
fn a_shift_by_too_much_is_no_advice_when_there_is_another() {
    // 40 is near at hand, and this machine shifts by 40 as by 8.
    for witness in [told(SHIFT, "261\n"), solved(SHIFT, "261\n")] {
        assert_eq!((value(&witness), witness.verdict, witness.slip), (8, Verdict::Passed, None));
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
        assert_eq!((value(&witness), witness.verdict, witness.slip), (22, Verdict::Passed, None));
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
    assert_eq!((witness.verdict, witness.slip), (Verdict::Passed, None));
}

#[test]
fn a_shift_by_too_much_is_told_when_nothing_else_helps() {
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
        assert_slip(source, &witness, Undefined::Shift);
    }
}

#[test]
fn a_signed_sum_that_does_not_fit_is_told_when_nothing_else_helps() {
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
        assert_slip(source, &witness, Undefined::Overflow);
    }
}

#[test]
fn a_number_that_no_integer_holds_is_told_when_nothing_else_helps() {
    let source = r#"
#include <stdio.h>
int main(void) {
    double d = 2.5;   // here
    int i = (int)d;   // then
    puts(d > 10 && i < 0 ? "negative" : "positive");
    return 0;
}
"#;
    assert_slip(source, &solved(source, "negative\n"), Undefined::Conversion);
}

#[test]
fn numbers_at_the_edge_of_an_integer_are_held() {
    // -2147483648.5 becomes -2147483648; only below -2147483649 nothing does.
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
    assert_eq!((witness.verdict, witness.slip), (Verdict::Passed, None));
}

/// Where a value is made concrete the terms end, but the rerun shows what was done with it.
#[test]
fn what_is_undefined_behind_a_long_double_is_told() {
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
    assert_slip(sum, &told(sum, "-1494967296 4\n"), Undefined::Overflow);
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
    assert_slip(cast, &told(cast, "1 3\n"), Undefined::Conversion);
}

/// Changes of the text, too, are told with what they do that C leaves undefined.
#[test]
fn a_repair_that_overflows_is_told_as_such() {
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
    let repairs = repair(&mut session, &[Statement { function, line: line_of(source, "// here") }]);
    let slips: Vec<_> = repairs.iter().map(|r| r.slip.as_ref().map(|s| (s.what, s.place.line))).collect();
    assert_eq!(slips, [Some((Undefined::Overflow, line_of(source, "// then")))]);
}

/// What is inserted overflows like what was there.
#[test]
fn one_more_than_the_greatest_number_is_told_as_such() {
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
    let repairs = repair(&mut session, &[Statement { function, line: line_of(source, "// here") }]);
    let slips: Vec<_> = repairs.iter().map(|r| r.slip.as_ref().map(|s| s.what)).collect();
    assert_eq!(slips, [Some(Undefined::Overflow)]);
}
