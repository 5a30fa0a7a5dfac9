//! Writes of copies and fills are changed piece by piece: initialisers of arrays and structs.

mod programs;

use programs::{case, line_of, session};
use whydunit_locate::{Evidence, Intervention, Options, Session, Verdict, Witness, explain};
use whydunit_machine::{Alteration, Change};
use whydunit_trace::Time;

/// The witness of the explanation for the line marked `here`.
fn told(source: &str, expected: &str) -> (Session, Witness) {
    let mut session = session(source, case(&[], b""), expected);
    let explanation = explain(&mut session, &Options { no_templates: true, ..Options::default() });
    let line = line_of(source, "// here");
    let suspect = explanation.suspects.iter().find(|s| s.statement.line == line).expect("the line is suspected");
    match suspect.best_evidence() {
        Some(Evidence::Witness(witness)) => (session, witness.clone()),
        other => panic!("no value, but {other:?}"),
    }
}

/// The changed member or element, and its new value.
fn part(session: &mut Session, witness: &Witness) -> (String, i64) {
    let [Alteration { time, change: Change::PutIn(piece, bits) }] = witness.alterations[..] else {
        panic!("{witness:?}")
    };
    let parts = session.copied_parts(Time::try_from(time).expect("recorded"));
    let part = parts.iter().find(|p| p.address == piece.addr).expect("a part");
    (part.name.clone(), i64::from(bits as i32))
}

#[test]
fn a_member_of_a_struct_that_is_copied() {
    let source = r#"
#include <stdio.h>
struct pair { int a; int b; };
static const struct pair source = {3, 4};
int main(void) {
    struct pair t = source; // here
    int v = t.a * 7;
    int w = t.a + 2;
    printf("%d %d %d\n", v, w, t.b);
    return 0;
}
"#;
    let (mut session, witness) = told(source, "35 7 4\n");
    assert_eq!((witness.verdict, part(&mut session, &witness)), (Verdict::Passed, ("t.a".into(), 5)));
    assert_eq!(session.rerun(&Intervention { alterations: witness.alterations, patch: None }), Verdict::Passed);
}

/// No heuristic guesses 14: the solver must find it.
#[test]
fn an_element_of_an_array_that_is_filled() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int a[2][3] = {0}; // here
    int v = a[1][2] * 7 + 1000;
    int w = a[1][2] + 500;
    printf("%d %d\n", v, w);
    return 0;
}
"#;
    let (mut session, witness) = told(source, "1098 514\n");
    assert_eq!((witness.verdict, part(&mut session, &witness)), (Verdict::Passed, ("a[1][2]".into(), 14)));
}

#[test]
fn a_number_in_a_nested_initialiser() {
    let source = r#"
#include <stdio.h>
struct point { double x, y; };
struct line { struct point from, to; };
int main(void) {
    struct line l = {{0.0, 1.0}, {2.0, 4.0}}; // here
    double rise = l.to.y - l.from.y;
    double twice = l.to.y * 2;
    printf("%.1f %.1f\n", rise, twice);
    return 0;
}
"#;
    let (mut session, witness) = told(source, "2.0 6.0\n");
    let [Alteration { change: Change::PutIn(_, bits), .. }] = witness.alterations[..] else { panic!("{witness:?}") };
    assert_eq!((witness.verdict, part(&mut session, &witness).0), (Verdict::Passed, "l.to.y".into()));
    assert_eq!(f64::from_bits(bits), 3.0);
}

#[test]
fn one_of_the_elements_that_a_call_fills() {
    let source = r#"
#include <stdio.h>
#include <string.h>
int main(void) {
    char m[8] = {1, 2, 3};
    memset(m + 4, 5, 2); // here
    printf("%d %d %d\n", m[5] * 7, m[5] + 1, m[4]);
    return 0;
}
"#;
    let (mut session, witness) = told(source, "28 5 5\n");
    assert_eq!((witness.verdict, part(&mut session, &witness)), (Verdict::Passed, ("m[5]".into(), 4)));
}

/// Only the second copy reads the first one.
#[test]
fn a_member_that_is_copied_twice() {
    let source = r#"
#include <stdio.h>
struct three { int a, b, c; };
int main(void) {
    struct three s = {1, 2, 3}; // here
    struct three t = s;
    printf("%d\n", t.b * 3);
    printf("%d\n", s.b);
    return 0;
}
"#;
    let (mut session, witness) = told(source, "21\n7\n");
    assert_eq!((witness.verdict, part(&mut session, &witness)), (Verdict::Passed, ("s.b".into(), 7)));
}

/// A number of 16 bytes is stored in two halves, neither of which is a value of the number.
#[test]
fn half_of_a_number_is_not_altered() {
    let source = r#"
#include <stdio.h>
int main(void) {
    unsigned __int128 h = (unsigned __int128)7 << 64; // here
    long high = (long)(h >> 64);
    printf("%ld\n", high);
    return 0;
}
"#;
    let mut session = session(source, case(&[], b""), "9\n");
    let explanation = explain(&mut session, &Options { no_templates: true, ..Options::default() });
    let line = line_of(source, "// here");
    let suspect = explanation.suspects.iter().find(|s| s.statement.line == line).expect("the line is suspected");
    assert_eq!(suspect.verdict(), None, "{suspect:?}");
}
