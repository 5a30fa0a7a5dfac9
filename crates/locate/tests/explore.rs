//! Exploration finds the values that make a run right, where there are some.

mod programs;

use programs::{case, instances, session};
use whydunit_locate::explore::{Bounds, Explored, Explorer};
use whydunit_machine::Change;

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
fn what_was_made_concrete_is_said() {
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
    // Another size was tried all the same, and the rerun was right.
    assert_eq!(values(&explored), Some(vec![5]), "{explored:?}");
    assert!(explored.pinned.iter().any(|p| p.callee.as_deref() == Some("malloc")), "{:?}", explored.pinned);
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
