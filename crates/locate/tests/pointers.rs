//! The values tried for a pointer: null, and live objects of its type whose address the program could know.

mod programs;

use programs::{case, instances, session};
use whydunit_locate::Verdict;
use whydunit_locate::symbolic::{Bounds, Explorer};
use whydunit_machine::Change;

/// The pointer value that makes the run pass, if one was found.
fn pointed(source: &str, expected: &str) -> Option<u64> {
    let mut session = session(source, case(&[], b""), expected);
    let times = instances(&session, source, "// here");
    let explored = Explorer::new(Bounds::default()).explore(&mut session, &times);
    let witness = explored.witness.filter(|w| w.verdict == Verdict::Passed)?;
    match witness.alterations[..] {
        [alteration] => match alteration.change {
            Change::Put(bits) => Some(bits),
            other => panic!("{other:?}"),
        },
        _ => panic!("{witness:?}"),
    }
}

#[test]
fn a_pointer_ranges_over_globals_locals_and_nothing() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
struct s { int v, w; };
struct s a = {1, 7}, b = {2, 9}, many[3] = {{3, 11}, {4, 12}, {5, 13}};
struct t { long other; struct s inside; } t = {1, {6, 14}};
struct u { int x, y; } alike = {7, 15};
static void show(struct s *p) { printf("%d\n", p ? p->v * 100 + p->w : -1); }
int main(void) {
    struct s local = {8, 16}, hidden;
    hidden.v = 9;
    hidden.w = 17;
    struct s *block = malloc(sizeof *block);
    block->v = 10;
    block->w = 18;
    show(&local);
    struct s *p = &a; // here
    show(p);
    return hidden.v + hidden.w == 0;
}
"#;
    let due = |text: &str| format!("816\n{text}\n");
    for (text, possible) in [
        ("209", true),
        ("412", true),
        ("513", true),
        ("614", true),
        ("816", true),
        ("1018", true),
        ("-1", true),
        // The objects: one of another type, one whose address was never taken; and a pair that does not exist.
        ("715", false),
        ("917", false),
        ("711", false),
    ] {
        let found = pointed(source, &due(text));
        assert_eq!(found.is_some(), possible, "{text}: {found:?}");
        assert!(text != "-1" || found == Some(0), "{found:?}");
    }
}

#[test]
fn writes_through_another_pointer() {
    let source = r#"
#include <stdio.h>
int first = 1, second = 2, third = 3;
int main(void) {
    int *p = &first; // here
    *p = 10;
    printf("%d %d %d\n", first, second, third);
}
"#;
    assert!(pointed(source, "1 2 10\n").is_some());
    assert!(pointed(source, "1 10 3\n").is_some());
    assert!(pointed(source, "1 10 10\n").is_none());
}
