//! Exploration finds values that make a run pass, if there are any.

mod programs;

use programs::{case, instances, session};
use whydunit_locate::symbolic::{AlteredRun, Bounds, Explored, Explorer, Goal, Subject};
use whydunit_locate::{Options, Verdict, explain};
use whydunit_machine::Change;
use whydunit_solver::{Answer, Config, Query, Solver, chain};
use whydunit_terms::Model;

/// Explores the instances of the lines marked `here`.
fn explore(source: &str, stdin: &str, expected: &str) -> Explored {
    let mut session = session(source, case(&[], stdin.as_bytes()), expected);
    let times = instances(&session, source, "// here");
    assert!(!times.is_empty(), "the marked line was not executed");
    Explorer::new(Bounds::default()).explore(&mut session, &times)
}

/// The values of a witness.
fn values(explored: &Explored) -> Option<Vec<i64>> {
    let value = |change: &Change| match *change {
        Change::Put(bits) => i64::from(bits as i32),
        _ => panic!("{change:?} is no value"),
    };
    explored.witness.as_ref().map(|w| w.alterations.iter().map(|a| value(&a.change)).collect())
}

#[test]
fn a_number_that_is_printed() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int x = 3; // here
    printf("%d\n", x);
}
"#;
    let explored = explore(source, "", "5\n");
    assert_eq!(values(&explored), Some(vec![5]), "{explored:?}");
    assert_eq!(explored.effort.paths, 1);
}

#[test]
fn a_number_with_more_digits_and_a_sign() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int x = 3; // here
    int y = x * 7 + 1;
    printf("y is %d\n", y);
}
"#;
    let explored = explore(source, "", "y is -699\n");
    assert_eq!(values(&explored), Some(vec![-100]), "{explored:?}");
}

#[test]
fn behind_branches() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int x = 3; // here
    int r = 0;
    if (x > 100) { if (x % 7 == 3) r = 1; else r = 2; }
    printf("%d %d\n", r, x < 110);
}
"#;
    let explored = explore(source, "", "1 1\n");
    assert_eq!(values(&explored), Some(vec![101]), "{explored:?}");
}

#[test]
fn not_at_all() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int x = 3; // here
    printf("%d\n", x * 2);
}
"#;
    let explored = explore(source, "", "7\n");
    assert_eq!(explored.witness, None);
    assert_eq!(explored.limit_hit, None, "{explored:?}");
}

#[test]
fn an_exit_status() {
    let source = r#"
int main(void) {
    int status = 3; // here
    return status * 2;
}
"#;
    let explored = explore(source, "", "");
    assert_eq!(values(&explored).map(|v| v[0] as u8 & 0x7f), Some(0), "{explored:?}");
}

#[test]
fn how_often_a_loop_runs() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int n = 2; // here
    for (int i = 0; i < n; i++) putchar('x');
    puts("");
}
"#;
    let explored = explore(source, "", "xxxxx\n");
    assert_eq!(values(&explored), Some(vec![5]), "{explored:?}");
}

#[test]
fn where_a_pointer_points() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int list[3] = {4, 5, 6};
    int *p = list; // here
    printf("%d %ld\n", *p, (long)(p - list));
}
"#;
    let explored = explore(source, "", "6 2\n");
    let witness = explored.witness.expect("another address");
    assert_eq!(witness.verdict, whydunit_locate::Verdict::Passed);
}

/// The nodes of a list have the same type: a pointer to one could point to another.
const LIST: &str = r#"
#include <stdio.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *add(struct node *next, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = next;
    return n;
}
int main(void) {
    char *other = malloc(100);
    struct node *list = add(add(add(add(NULL, 4), 3), 2), 1);
    struct node *p = START; // here
    p->value += 10;
    for (struct node *n = list; n; n = n->next) printf("%d ", n->value);
    puts("");
}
"#;

#[test]
fn which_of_several_objects_a_pointer_points_to() {
    for (start, due, possible) in [
        ("list", "1 2 13 4 \n", true),
        ("list->next", "1 2 3 14 \n", true),
        ("list", "1 2 23 4 \n", false),
        // Without a correct pointer to start from, any heap object may be the target.
        ("NULL", "1 2 13 4 \n", true),
    ] {
        let explored = explore(&LIST.replace("START", start), "", due);
        let passed = explored.witness.as_ref().is_some_and(|w| w.verdict == whydunit_locate::Verdict::Passed);
        assert_eq!(passed, possible, "{start}, {due:?}: {explored:?}");
        assert!(explored.pinned.is_empty(), "{start}, {due:?}: {:?}", explored.pinned);
    }
}

#[test]
fn an_index_into_pointers() {
    let source = r#"
#include <stdio.h>
// The distance is larger than any column index.
int low[2] = {1, 2}, gap[400] = {1}, high[3] = {10, 20, 30};
int main(void) {
    int *rows[2] = {low, high};
    unsigned char row = 0, column = 1; // here
    printf("%d\n", rows[row][column]);
}
"#;
    let explored = explore(source, "", "30\n");
    assert_eq!(values(&explored), Some(vec![1, 2]), "{explored:?}");
    assert!(explored.pinned.is_empty(), "{:?}", explored.pinned);
}

#[test]
fn text_that_is_compared_and_printed() {
    let source = r#"
#include <stdio.h>
#include <string.h>
int main(void) {
    char word[4] = "cat";
    word[0] = 'r'; // here
    if (strcmp(word, "bat") > 0) printf("%s!\n", word);
    else printf("%s?\n", word);
}
"#;
    let explored = explore(source, "", "aat?\n");
    assert_eq!(values(&explored), Some(vec![i64::from(b'a')]), "{explored:?}");
}

#[test]
fn concretised_values_are_reported() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int n = 4; // here
    char *p = malloc(n);
    printf("%d\n", n + (p == NULL));
}
"#;
    let explored = explore(source, "", "5\n");
    // Another size was tried nevertheless, and the rerun passed.
    assert_eq!(values(&explored), Some(vec![5]), "{explored:?}");
    assert!(explored.pinned.iter().any(|p| p.callee.as_deref() == Some("malloc")), "{:?}", explored.pinned);
}

#[test]
fn long_doubles_are_concretised_and_reported() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int n = 4; // here
    long double x = n;
    printf("%d\n", x * 1.5L > 7.0L ? 1 : 0);
}
"#;
    let explored = explore(source, "", "1\n");
    assert!(explored.pinned.iter().any(|p| p.why == "long double"), "{:?}", explored.pinned);
}

/// The called function is made concrete: several others are tried, not just one.
#[test]
fn which_function_of_a_table_is_called() {
    let source = r#"
#include <stdio.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int mod(int a, int b) { return a % b; }
static int (*table[])(int, int) = {add, sub, mod, mul};
int main(void) {
    int k = 0; // here
    int r = table[k](6, 7);
    printf("%d %d\n", r, k + 1);
}
"#;
    let explored = explore(source, "", "42 4\n");
    assert_eq!(values(&explored), Some(vec![3]), "{explored:?}");
}

#[test]
fn where_a_switch_goes() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int x = 3, r = 0;
    switch (x) { // here
    case 1: r = 10; break;
    case 2: r = 20; break;
    case 3: r = 30; break;
    default: r = 40;
    }
    printf("%d %d\n", x, r);
}
"#;
    for (due, possible) in [("3 20\n", true), ("3 40\n", true), ("3 50\n", false)] {
        let explored = explore(source, "", due);
        let changes = explored.witness.as_ref().map(|w| w.alterations.iter().map(|a| a.change).collect::<Vec<_>>());
        assert_eq!(explored.witness.is_some(), possible, "{due}: {explored:?}");
        assert!(changes.is_none_or(|c| matches!(c[..], [Change::Goto(_)])), "{due}: {explored:?}");
        assert_eq!(explored.limit_hit, None, "{due}: {explored:?}");
    }
}

/// The `double` value of a witness.
fn double(explored: &Explored) -> Option<f64> {
    let witness = explored.witness.as_ref()?;
    assert_eq!(witness.verdict, whydunit_locate::Verdict::Passed, "{explored:?}");
    match witness.alterations[..] {
        [whydunit_machine::Alteration { change: Change::Put(bits), .. }] => Some(f64::from_bits(bits)),
        _ => None,
    }
}

#[test]
fn a_float_behind_arithmetic() {
    let source = r#"
#include <stdio.h>
#include <math.h>
static double price(double net) { return net * 1.19 + 4.9; }
int main(void) {
    double net = 10.0; // here
    double total = price(net);
    if (total > 100.0) total -= 5.0;
    printf("total %8.2f (%s)\n", total, total > 100 ? "much" : "little");
}
"#;
    let explored = explore(source, "", "total    40.60 (little)\n");
    assert_eq!(double(&explored), Some(30.0), "{explored:?}");
    let explored = explore(source, "", "total   200.00 (much)\n");
    assert!(double(&explored).is_some_and(|net| (net - 168.15).abs() < 0.1), "{explored:?}");
    let explored = explore(source, "", "total   200.00 (little)\n");
    let passed = explored.witness.as_ref().is_some_and(|w| w.verdict == whydunit_locate::Verdict::Passed);
    assert!(!passed, "{explored:?}");
}

#[test]
fn an_integer_whose_mean_is_printed() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int marks[3] = {1, 2, 4};
    int sum = 0;
    for (int i = 0; i < 2; i++) sum += marks[i];
    sum += 0; // here
    printf("mean %.3f of %d\n", (double)sum / 3, 3);
}
"#;
    let explored = explore(source, "", "mean 2.333 of 3\n");
    assert_eq!(values(&explored), Some(vec![7]), "{explored:?}");
}

/// The condition decides the output; the operands come from an earlier line.
const TESTED: &str = r#"
#include <stdio.h>
int main(void) {
    int key = 5; /* key */
    int mixed = key * key * 7 % 1009;
    if (mixed == 373) /* test */
        puts("open");
    else
        puts("shut");
    return 0;
}
"#;

#[test]
fn a_decision_that_must_come_out_otherwise_is_a_goal() {
    let mut session = session(TESTED, case(&[], b""), "open\n");
    let key = instances(&session, TESTED, "/* key */")[0];
    let test = instances(&session, TESTED, "/* test */")[0];
    let mut subject = AlteredRun::new(&mut session, &[key], &Bounds::default()).expect("a subject");
    let mut ran = subject.run(&Model::new()).expect("a path");
    assert!(Goal::turning(&mut ran.symbolic, &[vec![test, key]]).is_empty(), "an assignment is no decision");
    let goals = Goal::turning(&mut ran.symbolic, &[vec![test]]);
    let [goal] = &goals[..] else { panic!("{goals:?}") };
    let conditions = [&goal.path[..], &goal.wanted].concat();
    let answer = chain(&Config::default()).check(&Query::new(&ran.symbolic.store, &conditions));
    let Answer::Sat(values) = answer else { panic!("{answer:?}") };
    assert_eq!(subject.confirm(&values), Verdict::Passed);
}

#[test]
fn floats_that_are_compared_twice() {
    for (start, formula, low, high) in [
        ("20.0", "x * 9.0 / 5.0 + 30.0", "67.9", "68.1"),
        ("1.0", "x * x * x - 2.0 * x", "20.9", "21.1"),
        ("3.0", "x * 3.0 - 1.0", "99.0", "99.5"),
    ] {
        let source = r#"
#include <stdio.h>
int main(void) {
    double x = START; // here
    if (FORMULA > LOW && FORMULA < HIGH) puts("between"); else puts("outside");
    return 0;
}
"#;
        let source = source.replace("START", start).replace("FORMULA", formula).replace("LOW", low);
        let source = source.replace("HIGH", high);
        let mut session = session(&source, case(&[], b""), "between\n");
        let options = Options { no_templates: true, ..Options::default() };
        let explanation = explain(&mut session, &options);
        let line = programs::line_of(&source, "// here");
        let suspect = explanation.suspects.iter().find(|s| s.statement.line == line).expect("it is suspected");
        assert_eq!(suspect.verdict(), Some(Verdict::Passed), "{formula}: {:?}", explanation.narrowing.open);
    }
}
