//! Debugging with a person, whose answers for the paper's example are written by hand.

mod programs;

use programs::{case, instances, line_of, session};
use whydunit_locate::Strategy;
use whydunit_locate::interactive::{Answer, Assumptions, Debugger, Doubt, Item, Judged, Setting};
use whydunit_trace::Time;

/// Sorting by shrinking gaps, called with one element too many.
const SORT: &str = r#"#include <stdio.h>
#include <stdlib.h>
static void sort(int *a, int size) {
    int gap = 1;
    do
        gap = gap * 3 + 1;
    while (gap <= size);
    do {
        gap /= 3;
        for (int i = gap; i < size; i++) { // test
            int v = a[i], j;
            for (j = i; j >= gap && a[j - gap] > v; j -= gap)
                a[j] = a[j - gap];
            if (i != j)
                a[j] = v;
        }
    } while (gap != 1);
}
int main(int argc, char **argv) {
    int *a = calloc(argc, sizeof *a);
    for (int i = 0; i < argc - 1; i++)
        a[i] = atoi(argv[i + 1]);
    sort(a, argc); // call
    for (int i = 0; i < argc - 1; i++)
        printf("%d ", a[i]);
    printf("\n");
}
"#;

fn sorting(setting: Setting) -> Debugger {
    Debugger::new(session(SORT, case(&["14", "11"], b""), "11 14 \n"), setting)
}

/// The argument is wrong, and the second `i < size` should have been false, so its consequences should not exist.
fn truth(item: &Item, second_test: Time, after: Time) -> Answer {
    let argument = item.spot.place.line == line_of(SORT, "// call") && item.spot.time != item.time;
    let led_to = (second_test..after).contains(&item.time);
    let size = argument && item.instance.defines.as_ref().is_some_and(|d| d.name == "size");
    if size || led_to { Answer::Wrong } else { Answer::Right }
}

/// Answers all questions as a perfect user would.
fn solve(debugger: &mut Debugger) {
    let recording = &debugger.session.recorded.recording;
    let line = line_of(SORT, "// test");
    let tests: Vec<Time> = Time::FIRST
        .until(recording.duration())
        .filter(|&t| {
            let decides = |p| matches!(recording.inst(p), whydunit_program::Inst::Branch { .. });
            recording.position(t).is_some_and(decides)
                && whydunit_locate::line_at(recording, t).is_some_and(|l| l.line == line)
        })
        .collect();
    let [_, second, third] = tests[..] else { panic!("three tests, not {tests:?}") };
    while let Some(breakpoint) = debugger.breakpoint() {
        assert!(debugger.history().len() < 200, "it does not end");
        let answers: Vec<Answer> = breakpoint.items.iter().map(|item| truth(item, second, third)).collect();
        answers.into_iter().enumerate().for_each(|(item, answer)| debugger.answer(item, answer));
    }
}

#[test]
fn every_strategy_ends_at_the_fault() {
    for name in Strategy::NAMES {
        let strategy = Strategy::named(name).expect("a strategy");
        let mut debugger = sorting(Setting { strategy, ..Setting::default() });
        solve(&mut debugger);
        let suspects = debugger.suspects();
        assert_eq!(suspects.len(), 1, "{name}: {suspects:?}");
        assert_eq!((suspects[0].statement.line, suspects[0].doubt), (line_of(SORT, "// call"), Doubt::Wrong), "{name}");
    }
}

#[test]
fn beginning_again_forgets_everything() {
    let mut used = sorting(Setting::default());
    solve(&mut used);
    for name in Strategy::NAMES {
        let strategy = Strategy::named(name).expect("a strategy");
        used.begin_again(strategy.clone());
        solve(&mut used);
        let mut fresh = sorting(Setting { strategy, ..Setting::default() });
        solve(&mut fresh);
        let rounds = |d: &Debugger| d.history().iter().map(|r| (r.breakpoint.times(), r.left)).collect::<Vec<_>>();
        assert_eq!(rounds(&used), rounds(&fresh), "{name}");
    }
}

#[test]
fn items_and_places_are_instances() {
    let debugger = sorting(Setting::default());
    let breakpoint = debugger.breakpoint().expect("a breakpoint");
    let quality = breakpoint.quality;
    assert_eq!((quality.relevance, quality.items), (1.0, breakpoint.items.len()));
    assert!(quality.if_right > 0.0 && quality.if_wrong > 0.0 && quality.convergence() <= quality.if_wrong);
    assert_eq!(breakpoint.spot, breakpoint.items.last().expect("an item").spot);
    assert!(breakpoint.items.iter().all(|i| (1..=i.spot.visits).contains(&i.spot.visit)));
    assert!(breakpoint.times().iter().all(|t| debugger.domain().contains(t)));
}

#[test]
fn answers_can_be_taken_back() {
    let mut debugger = sorting(Setting { strategy: Strategy::named("random").expect("it"), ..Setting::default() });
    let mut seen = Vec::new();
    while let Some(breakpoint) = debugger.breakpoint() {
        seen.push((breakpoint.times(), debugger.domain()));
        debugger.answer(0, Answer::Right);
    }
    assert!(seen.len() > 3);
    for (times, domain) in seen.into_iter().rev() {
        assert!(debugger.undo());
        assert_eq!(debugger.breakpoint().expect("the one before").times(), times);
        assert_eq!((debugger.domain(), debugger.answers()), (domain, &[None][..]));
    }
    assert!(!debugger.undo());
}

#[test]
fn unjudged_items_are_skipped_and_stay_suspects() {
    let mut debugger = sorting(Setting::default());
    let mut asked = std::collections::BTreeSet::new();
    while let Some(breakpoint) = debugger.breakpoint() {
        assert!(breakpoint.times().into_iter().all(|t| asked.insert(t)), "asked again");
        debugger.go_on();
    }
    let suspects = debugger.suspects();
    assert_eq!(suspects[0].doubt, Doubt::Failure);
    assert!(suspects.iter().any(|s| s.doubt == Doubt::Unknown && s.statement.line == line_of(SORT, "// call")));
}

#[test]
fn without_memory_right_items_are_asked_again() {
    let source = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int a = argc * 3; // right
    int b = a + 1; // fault
    int c = b * 2;
    int d = c + a;
    printf("%d\n", d);
}
"#;
    let asked = |remember: bool| {
        let assumptions = Assumptions { remember, trust_output: false };
        let session = session(source, case(&["x"], b""), "22\n");
        let mut debugger =
            Debugger::new(session, Setting { strategy: Strategy::SingleStep, assumptions, ..Setting::default() });
        let right = instances(&debugger.session, source, "// right");
        while let Some(breakpoint) = debugger.breakpoint() {
            let answers = breakpoint.times().into_iter().map(|t| right.contains(&t)).collect::<Vec<_>>();
            for (item, right) in answers.into_iter().enumerate() {
                debugger.answer(item, if right { Answer::Right } else { Answer::Wrong });
            }
        }
        assert_eq!(debugger.suspects()[0].statement.line, line_of(source, "// fault"));
        let items = debugger.history().iter().flat_map(|r| r.breakpoint.times());
        items.filter(|t| right.contains(t)).count()
    };
    assert_eq!((asked(true), asked(false)), (1, 2));
}

/// The two breakpoints of the paper: the second evaluation of the loop condition, and the argument, which is the fault.
#[test]
fn the_breakpoints_of_the_paper() {
    let mut debugger = sorting(Setting::default());
    solve(&mut debugger);
    let names = |item: &Item| item.instance.defines.as_ref().map(|d| d.name.clone());
    let stops: Vec<_> = debugger.history().iter().map(|r| &r.breakpoint).collect();
    let [test, argument] = stops[..] else { panic!("two breakpoints, not {}", stops.len()) };
    assert_eq!((test.spot.place.line, test.spot.visit, test.spot.visits), (line_of(SORT, "// test"), 2, 3));
    assert_eq!(test.items.iter().map(names).collect::<Vec<_>>(), [None]);
    // The array element is shown with the decision: it was read because of it, and printed at the end.
    let read = test.led_to.as_ref().expect("what came of it");
    assert_eq!(names(read), Some("v".to_string()));
    assert!(read.instance.uses.iter().any(|used| used.name == "a[2]"), "{:?}", read.instance.uses);
    assert_eq!((argument.spot.place.line, argument.spot.visits), (line_of(SORT, "// call"), 1));
    assert_eq!(argument.items.iter().map(names).collect::<Vec<_>>(), [Some("size".to_string())]);
    assert!(debugger.domain().len() <= 1);
}

#[test]
fn output_that_was_right_is_trusted_on_request() {
    let source = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int n = argc * 10; // right
    int m = n + 1;
    printf("%d\n", m);
    int k = m * argc; // fault
    printf("%d\n", k);
}
"#;
    let begin = |trust_output: bool| {
        let session = session(source, case(&["x"], b""), "21\n63\n");
        let assumptions = Assumptions { remember: true, trust_output };
        Debugger::new(session, Setting { strategy: Strategy::Bisection, assumptions, ..Setting::default() })
    };
    let mut plain = begin(false);
    let mut helped = begin(true);
    for debugger in [&mut plain, &mut helped] {
        let fault = instances(&debugger.session, source, "// fault");
        while let Some(breakpoint) = debugger.breakpoint() {
            let wrong = fault.contains(&breakpoint.items[0].time);
            debugger.answer(0, if wrong { Answer::Wrong } else { Answer::Right });
        }
        assert_eq!(debugger.suspects()[0].statement.line, line_of(source, "// fault"));
    }
    let asked = |d: &Debugger| d.history().iter().map(|r| r.looked_at()).sum::<usize>();
    assert!(asked(&helped) < asked(&plain), "{} {}", asked(&helped), asked(&plain));
    helped.undo();
    assert!(helped.breakpoint().is_some());
}

#[test]
fn causes_of_correct_output_are_not_asked_about() {
    let source = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int sum = 0, all = 0;
    for (int i = 0; i < argc; i++)
        sum += i * 2; // right
    printf("%d\n", sum);
    for (int i = 0; i < argc; i++)
        all += i * 3;
    int both = sum - all;
    printf("%d\n", both);
}
"#;
    let session = session(source, case(&["x", "y"], b""), "6\n0\n");
    let assumptions = Assumptions { remember: true, trust_output: true };
    let mut debugger =
        Debugger::new(session, Setting { strategy: Strategy::Closest, assumptions, ..Setting::default() });
    let right = instances(&debugger.session, source, "// right");
    assert_eq!(debugger.history().len(), 1, "the sum that was printed");
    assert_eq!(debugger.history()[0].judged, Judged::CorrectOutput);
    while let Some(breakpoint) = debugger.breakpoint() {
        assert!(breakpoint.times().iter().all(|t| !right.contains(t)), "asked about a sum");
        debugger.go_on();
    }
}

/// Two independent wrong values.
const TWO: &str = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int a = argc * 3; // first
    int b = argc * 5; // second
    printf("%d\n", a + b);
}
"#;

#[test]
fn all_that_is_wrong_at_a_breakpoint_is_explained() {
    let mut debugger = Debugger::new(session(TWO, case(&["x"], b""), "12\n"), Setting::default());
    let items = debugger.breakpoint().expect("a breakpoint").times();
    assert_eq!(items.len(), 2);
    debugger.answer(0, Answer::Wrong);
    assert_eq!(debugger.breakpoint().expect("the same").times(), items, "the other one is still asked about");
    debugger.answer(1, Answer::Wrong);
    assert_eq!(debugger.wrong(), items);
    while debugger.breakpoint().is_some() {
        debugger.answer(0, Answer::Right);
    }
    let suspects = debugger.suspects();
    let lines: Vec<_> = suspects.iter().map(|s| (s.statement.line, s.doubt)).collect();
    let (first, second) = (line_of(TWO, "// first"), line_of(TWO, "// second"));
    assert_eq!(lines, [(second, Doubt::Wrong), (first, Doubt::Wrong)]);
    // Each has its own path to the failure.
    assert_eq!(debugger.way_to_failure(items[0]), [items[0], debugger.session.criterion.time]);
    assert!(debugger.undo() && debugger.undo());
    assert_eq!(debugger.breakpoint().expect("the first").times(), items);
}

#[test]
fn answers_before_leaving_a_breakpoint_count() {
    let mut debugger = Debugger::new(session(TWO, case(&["x"], b""), "12\n"), Setting::default());
    let items = debugger.breakpoint().expect("a breakpoint").times();
    debugger.settle();
    assert!(debugger.history().is_empty(), "nothing was said");
    debugger.answer(0, Answer::Right);
    debugger.settle();
    assert_eq!(debugger.history()[0].answers, [Some(Answer::Right), None]);
    assert_eq!(debugger.breakpoint().expect("the other one is open").times(), items[1..]);
}

/// Counts words, but forgets that a space ends one.
const WORDS: &str = r#"#include <stdio.h>
static int words(const char *s) {
    int in_word = 0, count = 0;
    for (; *s; s++) {
        if (*s == ' ') {
        } else if (!in_word) { // stale
            in_word = 1;
            count++;
        }
    }
    return count; // result
}
int main(int argc, char **argv) {
    printf("%d\n", words(argv[1]));
}
"#;

/// If the last `!in_word` is right, the one before may still be wrong, although it could have changed the last.
#[test]
fn an_answer_says_nothing_about_other_instances() {
    let mut debugger = Debugger::new(session(WORDS, case(&["a bc"], b""), "2\n"), Setting::default());
    let stale = instances(&debugger.session, WORDS, "// stale");
    let tests: Vec<Time> = stale.into_iter().filter(|t| debugger.slice().nodes.contains_key(t)).collect();
    let result = instances(&debugger.session, WORDS, "// result");
    let call = line_of(WORDS, "words(argv[1])");
    while let Some(breakpoint) = debugger.breakpoint() {
        let wrong = |item: &Item| {
            result.contains(&item.time) || item.time == tests[1] || item.spot.place.line == call && item.time > tests[2]
        };
        let answers: Vec<bool> = breakpoint.items.iter().map(wrong).collect();
        for (item, wrong) in answers.into_iter().enumerate() {
            debugger.answer(item, if wrong { Answer::Wrong } else { Answer::Right });
        }
    }
    let suspects = debugger.suspects();
    assert_eq!((suspects[0].time, suspects[0].doubt), (tests[1], Doubt::Wrong), "{suspects:?} {tests:?}");
}
