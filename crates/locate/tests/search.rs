//! The search itself: paths that miss the failure point are deferred, exceeded limits are reported, and the search is
//! deterministic.

mod programs;

use programs::{case, instances, session};
use whydunit_locate::symbolic::{Bound, Bounds, Explored, Explorer};
use whydunit_machine::Change;

/// Explores the instances of the lines marked `here` within bounds.
fn explore(source: &str, expected: &str, bounds: Bounds) -> Explored {
    let mut session = session(source, case(&[], b""), expected);
    let times = instances(&session, source, "// here");
    Explorer::new(bounds).explore(&mut session, &times)
}

fn value(explored: &Explored) -> Option<u64> {
    match explored.witness.as_ref()?.alterations[..] {
        [alteration] => match alteration.change {
            Change::Put(value) => Some(value),
            _ => None,
        },
        _ => None,
    }
}

/// Every value above 10 except 77 skips the output; all others print only wrong words.
const SKIPPED: &str = r#"
#include <stdio.h>
int main(void) {
    int x = 1; // here
    if (x > 10) {
        if (x == 77) puts("right");
        return 0;
    }
    puts(x % 2 ? "wrong" : "bad");
    return 0;
}
"#;

#[test]
fn paths_that_miss_the_failure_point_wait() {
    let explored = explore(SKIPPED, "right\n", Bounds::default());
    assert_eq!(value(&explored), Some(77), "{explored:?}");
    assert_eq!(explored.effort.deferred, 1, "{explored:?}");
    // The other word is reached before the deferred paths.
    assert_eq!(explored.effort.paths, 4, "{explored:?}");
    assert_eq!(explored.effort.strayed, 0, "{explored:?}");
    assert_eq!((explored.effort.queries, explored.effort.sat), (3, 3), "{explored:?}");
}

#[test]
fn exceeded_bounds_are_reported() {
    for (bounds, hit) in [
        (Bounds { paths: 2, ..Bounds::default() }, Bound::Paths),
        (Bounds { queries: 2, ..Bounds::default() }, Bound::Queries),
        (Bounds { conditions: 0, ..Bounds::default() }, Bound::Conditions),
        (Bounds { work: 1, ..Bounds::default() }, Bound::Work),
        (Bounds { time: std::time::Duration::ZERO, ..Bounds::default() }, Bound::Time),
    ] {
        let explored = explore(SKIPPED, "right\n", bounds);
        assert_eq!((value(&explored), explored.limit_hit), (None, Some(hit)), "{bounds:?}");
        assert!(explored.effort.paths <= bounds.paths && explored.effort.queries <= bounds.queries);
    }
    let long = r#"
#include <stdio.h>
int main(void) {
    unsigned n = 2; // here
    unsigned i = 0;
    if (n != 2) while (i < 1000000000) i++;
    printf("%u\n", i);
    return 0;
}
"#;
    let explored = explore(long, "1\n", Bounds { steps_factor: 1, steps_least: 1000, ..Bounds::default() });
    assert_eq!((value(&explored), explored.limit_hit), (None, Some(Bound::Steps)), "{explored:?}");
}

#[test]
fn the_same_each_time() {
    let source = r#"
#include <stdio.h>
#include <string.h>
int main(void) {
    unsigned x = 1; // here
    char text[16];
    snprintf(text, sizeof text, "%x", x);
    unsigned h = 0;
    for (char *p = text; *p; p++) h = h * 31 + *p;
    printf("%d %u\n", strchr(text, 'f') != NULL, h % 7);
    return 0;
}
"#;
    let first = explore(source, "1 5\n", Bounds::default());
    assert!(value(&first).is_some(), "{first:?}");
    assert_eq!(first, explore(source, "1 5\n", Bounds::default()));
}
