//! User assertions as goals of the solver: it finds values that make an assertion hold where it is evaluated, and
//! that no heuristic would guess.

mod programs;

use programs::{case, compile, instances, line_of};
use whydunit_locate::symbolic::{Bounds, Explored, Explorer};
use whydunit_locate::{Question, Session, Verdict};
use whydunit_machine::{Change, Limits};
use whydunit_trace::{Assertion, Expectation, Formula};

/// A run in which an assertion fails at the line marked `look`.
fn asserted(source: &str, formula: &str, visit: Option<u32>, stdout: Option<&str>) -> Session {
    let formula = Formula::parse(formula).expect("an expression");
    let assertion = Assertion { formula, file: "test.c".into(), line: line_of(source, "// look"), visit };
    let stdout = stdout.map(|text| text.as_bytes().to_vec());
    let expectation = Expectation { assertion: Some(assertion), stdout, ..Expectation::default() };
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let program = compile(source);
    let question = Question::new(&program, expectation);
    Session::new(program, case(&[], b""), limits, question).expect("a failing run")
}

/// Explores the instances of the lines marked `here`.
fn explore(session: &mut Session, source: &str) -> Explored {
    let times = instances(session, source, "// here");
    assert!(!times.is_empty(), "the marked line was not executed");
    Explorer::new(Bounds::default()).explore(session, &times)
}

/// The value that makes an assertion hold.
fn solve(source: &str, formula: &str) -> Option<i32> {
    let mut session = asserted(source, formula, None, None);
    let explored = explore(&mut session, source);
    let Some(witness) = &explored.witness else {
        assert_eq!(explored.limit_hit, None, "{explored:?}");
        return None;
    };
    assert_eq!(witness.verdict, Verdict::Passed, "{explored:?}");
    match witness.alterations[..] {
        [alteration] => match alteration.change {
            Change::Put(bits) => Some(bits as i32),
            other => panic!("{other:?} is no value"),
        },
        _ => panic!("{witness:?}"),
    }
}

const ARITHMETIC: &str = r#"
#include <stdio.h>
struct point { int x, y; unsigned small : 5; };
int main(void) {
    int n = 3; // here
    struct point points[2] = {{n, n * 7 + 11, n}, {0, 0, 0}};
    double half = n / 2.0;
    long square = (long)n * n;
    char text[8];
    snprintf(text, sizeof text, "%d", n);
    puts("done"); // look
    return points[0].x > 100000;
}
"#;

#[test]
fn values_that_nobody_guesses() {
    assert_eq!(solve(ARITHMETIC, "points[0].y == 86433"), Some(12346));
    assert_eq!(solve(ARITHMETIC, "half == 617.5"), Some(1235));
    assert_eq!(solve(ARITHMETIC, "square == 152399025 && n > 0"), Some(12345));
    assert_eq!(solve(ARITHMETIC, "text == \"4711\""), Some(4711));
    assert_eq!(solve(ARITHMETIC, "points[0].small == 19 && n / 32 == 41"), Some(41 * 32 + 19));
    assert_eq!(solve(ARITHMETIC, "n % 2 ? n == 8191 : n == 1"), Some(8191));
}

#[test]
fn no_value_is_no_value() {
    assert_eq!(solve(ARITHMETIC, "n * 2 == 7"), None);
    assert_eq!(solve(ARITHMETIC, "points[0].y == points[0].x * 7 + 12"), None);
    assert_eq!(solve(ARITHMETIC, "square == -1"), None);
}

const POINTERS: &str = r#"
#include <stdlib.h>
#include <stdio.h>
struct node { int value; struct node *next; };
int main(void) {
    int table[6] = {50, 40, 70, 10, 60, 20};
    struct node *second = malloc(sizeof *second), *first = malloc(sizeof *first);
    *second = (struct node){5, NULL};
    *first = (struct node){4, second};
    int k = 0; // here
    struct node *p = k > 77 ? first : second;
    int divisor = k - 9;
    puts("done"); // look
    free(first); free(second);
    return divisor == 1000;
}
"#;

#[test]
fn through_pointers_and_elements() {
    assert_eq!(solve(POINTERS, "table[k] == 60"), Some(4));
    assert_eq!(solve(POINTERS, "p->next && p->next->value == 5"), Some(78));
    assert_eq!(solve(POINTERS, "p == first && k == 100"), Some(100));
    assert_eq!(solve(POINTERS, "*(table + k) + 1 == 21"), Some(5));
    assert_eq!(solve(POINTERS, "table[k] == 55"), None);
}

#[test]
fn where_the_assertion_has_no_value_at_first() {
    assert_eq!(solve(POINTERS, "1000 / (k + divisor + 9) == 25 && k"), Some(20));
    assert_eq!(solve(POINTERS, "p->next->value == 5"), Some(78));
    assert_eq!(solve(POINTERS, "table[k - 1] == 70"), Some(3));
}

#[test]
fn behind_decisions_of_the_program() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int n = 3; // here
    int class = 0;
    if (n > 1000) { if (n % 17 == 5) class = 2; else class = 1; }
    for (int i = 0; i < 2; i++)
        printf("%d\n", i + class); // look
    return 0;
}
"#;
    let value = solve(source, "class == 2").expect("a value");
    assert!(value > 1000 && value % 17 == 5, "{value}");
    // The assertion concerns another execution of the line than the program's output.
    let mut session = asserted(source, "class + i == 3", Some(2), None);
    assert!(explore(&mut session, source).witness.is_some());
    let mut session = asserted(source, "class == 2", None, Some("1\n2\n"));
    let explored = explore(&mut session, source);
    assert_eq!(explored.witness.expect("a witness").verdict, Verdict::PartlyFixed);
}
