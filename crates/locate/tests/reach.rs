//! Long runs of which only a part is examined at first: the part nearest to the failure, then nearest to wrong values.

mod programs;

use programs::{case, compile, line_of, session};
use whydunit_locate::Strategy;
use whydunit_locate::interactive::{Answer, Debugger, Doubt, Reference, Setting};
use whydunit_machine::Limits;
use whydunit_trace::Time;

/// The seventh round adds too much, hundreds of instances before the output.
const FAULTY: &str = r#"#include <stdio.h>
int main(void) {
    unsigned s = 7;
    for (int i = 0; i < 200; i++) {
        if (s & 1)
            s = s * 3 + i;
        else
            s = s / 2 + (i == 7 ? 4 : 0); // fault
    }
    printf("%u\n", s);
}
"#;

/// A debugger that examines about `nearest` instances at once, and the correct version.
fn narrow(nearest: usize, strategy: Strategy) -> (Debugger, Reference) {
    let correct = compile(&FAULTY.replace("? 4", "? 0"));
    let next = |s: u32, i: u32| if s % 2 == 1 { s.wrapping_mul(3).wrapping_add(i) } else { s / 2 };
    let expected = format!("{}\n", (0..200).fold(7, next));
    let setting = Setting { strategy, nearest, ..Setting::default() };
    let mut debugger = Debugger::new(session(FAULTY, case(&[], b""), &expected), setting);
    let reference = Reference::new(&mut debugger, correct, case(&[], b""), Limits::default()).expect("a run");
    (debugger, reference)
}

/// A value passes through a function and two statements ten thousand times; once it goes wrong.
const LONG: &str = r#"#include <stdio.h>
static unsigned step(unsigned state) { return state * 1664525u + 1013904223u; }
int main(void) {
    unsigned state = 12345;
    for (int i = 0; i < 10000; i++) {
        state = step(state);
        if (i == 6543)
            state = state + 1; // fault
    }
    printf("%u\n", state);
}
"#;

#[test]
fn a_long_loop_is_gone_through_by_halves_however_little_is_looked_at() {
    let expected = (0..10000).fold(12345u32, |s, _| s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    for name in ["closest", "balanced"] {
        let strategy = Strategy::named(name).expect("a strategy");
        let setting = Setting { strategy, nearest: 500, ..Setting::default() };
        let mut debugger = Debugger::new(session(LONG, case(&[], b""), &format!("{expected}\n")), setting);
        let correct = compile(&LONG.replace("state + 1;", "state + 0;"));
        let mut reference = Reference::new(&mut debugger, correct, case(&[], b""), Limits::default()).expect("a run");
        debugger.consult(&mut reference, 300);
        assert_eq!(debugger.suspects()[0].statement.line, line_of(LONG, "// fault"), "{name}");
        // Halving ten thousand takes thirteen questions; the others are about one round.
        assert!(debugger.history().len() < 26, "{name}: {}", debugger.history().len());
        let before = rounds(&debugger);
        while debugger.history().len() > 7 {
            debugger.undo();
        }
        debugger.consult(&mut reference, 300);
        assert_eq!(rounds(&debugger), before, "{name}");
    }
}

/// A sum that restarts every few rounds, depending on its previous value.
const ANEW: &str = r#"#include <stdio.h>
struct acc { long sum; int resets; };
static void add(struct acc *a, int v) {
    a->sum += v;
    if (a->sum > 100) {
        a->sum = 0;
        a->resets++;
    }
}
int main(void) {
    struct acc a = { 0, 0 };
    for (int i = 0; i < 20000; i++) {
        int v = i % 7;
        if (i == 40)
            v = 9; // fault
        add(&a, v);
    }
    printf("%ld %d\n", a.sum, a.resets);
}
"#;

#[test]
fn a_value_that_begins_anew_is_gone_through_by_halves_all_the_same() {
    let (mut sum, mut resets) = (0, 0);
    for i in 0..20000 {
        sum += if i == 40 { 5 } else { i % 7 };
        if sum > 100 {
            (sum, resets) = (0, resets + 1);
        }
    }
    let setting = Setting { nearest: 2000, ..Setting::default() };
    let mut debugger = Debugger::new(session(ANEW, case(&[], b""), &format!("{sum} {resets}\n")), setting);
    let correct = compile(&ANEW.replace("v = 9", "v = 5"));
    let mut reference = Reference::new(&mut debugger, correct, case(&[], b""), Limits::default()).expect("a run");
    debugger.consult(&mut reference, 300);
    assert_eq!(debugger.suspects()[0].statement.line, line_of(ANEW, "// fault"));
    // The bound follows from halving twenty thousand.
    assert!(debugger.history().len() < 25, "{}", debugger.history().len());
}

fn rounds(debugger: &Debugger) -> Vec<(Vec<Time>, usize)> {
    debugger.history().iter().map(|r| (r.breakpoint.times(), r.left)).collect()
}

#[test]
fn the_search_continues_from_wrong_values() {
    for name in Strategy::NAMES {
        let strategy = Strategy::named(name).expect("a strategy");
        let (mut debugger, mut reference) = narrow(60, strategy);
        assert!(debugger.is_cut() && debugger.slice().nodes.len() < 100, "{name}");
        debugger.consult(&mut reference, 300);
        let suspects = debugger.suspects();
        assert!(debugger.breakpoint().is_none() && !debugger.is_cut(), "{name}");
        assert_eq!(
            (suspects[0].statement.line, suspects[0].doubt),
            (line_of(FAULTY, "// fault"), Doubt::Wrong),
            "{name}"
        );
        let way = debugger.way_to_failure(suspects[0].time);
        assert!(way.len() > 3 && way.is_sorted(), "{name}: {way:?}");
        // Undo everything, and repeat.
        let before = rounds(&debugger);
        while debugger.undo() {}
        assert!(debugger.is_cut() && debugger.history().is_empty(), "{name}");
        debugger.consult(&mut reference, 300);
        assert_eq!(rounds(&debugger), before, "{name}");
        // Undo one step inside the part examined later.
        assert!(debugger.undo(), "{name}");
        debugger.consult(&mut reference, 300);
        assert_eq!(rounds(&debugger), before, "{name}");
    }
}

#[test]
fn unexamined_instances_are_not_called_right() {
    let (mut debugger, _) = narrow(60, Strategy::Closest);
    while let (Some(_), Some(item)) = (debugger.breakpoint(), debugger.next_item()) {
        debugger.answer(item, Answer::DontKnow);
    }
    assert!(debugger.is_cut());
    // Distant instances do not matter if all instances between them and the failure are right.
    while debugger.undo() {}
    while let (Some(_), Some(item)) = (debugger.breakpoint(), debugger.next_item()) {
        debugger.answer(item, Answer::Right);
    }
    assert!(!debugger.is_cut());
    assert_eq!(debugger.suspects()[0].doubt, Doubt::Failure);
}

/// No dependence leads from the reader of the right place to the store into the wrong one; the correct version does.
#[test]
fn the_search_returns_to_misplaced_values() {
    let faulty = r#"#include <stdio.h>
static long memo[40];
static long ways(int n) {
    if (n < 0) return 0;
    if (n == 0) return 1;
    if (memo[n]) return memo[n];
    long r = ways(n - 1) + ways(n - 2) + ways(n - 3);
    memo[n + 1] = r; // fault
    return r;
}
int main(void) {
    printf("%ld\n", ways(7));
}
"#;
    let mut debugger = Debugger::new(session(faulty, case(&[], b""), "44\n"), Setting::default());
    let correct = compile(&faulty.replace("n + 1", "n"));
    let mut reference = Reference::new(&mut debugger, correct, case(&[], b""), Limits::default()).expect("a run");
    debugger.consult(&mut reference, usize::MAX);
    let went_on = |d: &Debugger| d.history().iter().position(|round| round.breakpoint.continuation.is_some());
    let (all, on) = (rounds(&debugger), went_on(&debugger));
    assert!(on.is_some(), "{all:?}");
    assert_eq!(debugger.suspects()[0].statement.line, line_of(faulty, "// fault"));
    // Undo and repeat, from before the search continued elsewhere.
    while debugger.history().len() >= on.unwrap_or_default() && debugger.undo() {}
    debugger.consult(&mut reference, usize::MAX);
    assert_eq!((rounds(&debugger), went_on(&debugger)), (all.clone(), on));
    // Undo only the last step: the place where the search continued stays.
    assert!(debugger.undo());
    debugger.consult(&mut reference, usize::MAX);
    assert_eq!(rounds(&debugger), all);
}
