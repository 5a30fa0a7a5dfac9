//! Alignment of two runs.

use whydunit_program::Inst;
use whydunit_trace::{Alignment, ExecutedBlock, Recording, Time};

use crate::fixture::{Fixture, compile};
use crate::generate;

/// Invariants of every alignment of two runs of one program.
fn check_sound(alignment: &Alignment<'_>) {
    let (left, right) = (alignment.left, alignment.right);
    let mut last = None;
    for (block, counterpart) in alignment.blocks() {
        let start = left.start_of(block);
        let Some(counterpart) = counterpart else {
            assert_eq!(alignment.right(start), None);
            continue;
        };
        assert!(last < Some(counterpart), "not monotone: {block}");
        last = Some(counterpart);
        assert_eq!(left.number_of(block), right.number_of(counterpart));
        assert_eq!(alignment.right(start), Some(right.start_of(counterpart)));
        assert_eq!(alignment.left(right.start_of(counterpart)), Some(start), "not a bijection: {block}");
        let (above, other) = (left.controller_of(block), right.controller_of(counterpart));
        assert_eq!(above.map(|a| alignment.right(left.end_of(a))), other.map(|o| Some(right.end_of(o))));
    }
}

/// Does the executed block depend on the given one, directly or not?
fn is_under(recording: &Recording, block: ExecutedBlock, above: ExecutedBlock) -> bool {
    std::iter::successors(recording.controller_of(block), |&b| recording.controller_of(b)).any(|b| b == above)
}

#[test]
fn a_run_is_aligned_with_itself() {
    for number in 0..6 {
        let source = generate::program(number);
        let program = compile(&source);
        let (one, two) = (Fixture::of(&source, program.clone(), ""), Fixture::of(&source, program, ""));
        let alignment = Alignment::new(one.recording(), two.recording());
        check_sound(&alignment);
        assert_eq!(alignment.matched(), one.recording().block_count());
        for time in Time::FIRST.until(one.recording().duration()).step_by(29) {
            assert_eq!(alignment.right(time), Some(time));
            let index = one.recording().execution_index(time).expect("an index");
            assert_eq!(two.recording().find(&index), Some(time));
        }
    }
}

#[test]
fn a_flipped_decision_unmatches_its_dependents() {
    let mut turned = 0;
    for number in 20..32 {
        let source = generate::program(number);
        let mut fixture = Fixture::new(&source);
        let decisions: Vec<ExecutedBlock> = fixture
            .recording()
            .executed_blocks()
            .filter(|&b| {
                let end = fixture.recording().end_of(b);
                let position = fixture.recording().position(end).expect("executed");
                matches!(fixture.recording().inst(position), Inst::Branch { .. })
            })
            .collect();
        for &block in decisions.iter().step_by(decisions.len() / 6 + 1) {
            let time = fixture.recording().end_of(block);
            let other = fixture.flipped(time);
            let alignment = Alignment::new(fixture.recording(), &other);
            check_sound(&alignment);
            check_turned(&alignment, block);
            turned += 1;
        }
    }
    assert!(turned > 20, "only {turned} decisions were turned");
}

/// Checks a run in which the decision at the end of `turned` was flipped: the past is the same, nothing
/// that depends on the decision is aligned, and [`check_side`] holds for both runs.
fn check_turned(alignment: &Alignment<'_>, turned: ExecutedBlock) {
    let (left, right) = (alignment.left, alignment.right);
    assert!(alignment.diverges_at(left.end_of(turned)));
    for (block, counterpart) in alignment.blocks() {
        assert!(block > turned || counterpart == Some(block), "the past is the same: {block}");
        assert!(!is_under(left, block, turned) || counterpart.is_none(), "under the decision that was turned: {block}");
    }
    for block in right.executed_blocks() {
        let counterpart = alignment.left(right.start_of(block));
        assert!(!is_under(right, block, turned) || counterpart.is_none(), "right, under what was turned: {block}");
    }
    let parts = |block: ExecutedBlock| alignment.diverges_at(left.end_of(block));
    check_side(left, right, |time| alignment.right(time), parts);
    let parts = |block: ExecutedBlock| {
        alignment.left(right.end_of(block)).is_some_and(|counterpart| alignment.diverges_at(counterpart))
    };
    check_side(right, left, |time| alignment.left(time), parts);
}

/// An executed block is aligned exactly if its controlling decision is aligned with the same outcome. Exceptions are
/// blocks after the other run left that region for good: by `longjmp`, by an end of the run other than
/// `main`'s return, or because a pointer led to another function.
fn check_side(
    own: &Recording,
    other: &Recording,
    counterpart: impl Fn(Time) -> Option<Time>,
    parts: impl Fn(ExecutedBlock) -> bool,
) {
    let block_of = |time: Time| other.position(time).expect("executed").block;
    for block in own.executed_blocks() {
        let above = own.controller_of(block);
        let above_there = above.map(|a| counterpart(own.end_of(a)).map(block_of));
        let same_way = above_there.is_none_or(|there| there.is_some()) && !above.is_some_and(&parts);
        let matched = counterpart(own.start_of(block)).is_some();
        let cut =
            || is_cut(other, above_there.flatten()) || is_another_function(own, other, above, above_there.flatten());
        assert!(matched == same_way || same_way && cut(), "{block}: matched {matched}, led to alike {same_way}");
    }
}

/// Did the run leave the region controlled by an executed block (none: the whole run) before its end?
fn is_cut(recording: &Recording, above: Option<ExecutedBlock>) -> bool {
    let inside = |block: ExecutedBlock| above.is_none_or(|a| is_under(recording, block, a));
    // The jump lands in a call that existed before.
    let out = |landing: ExecutedBlock| above.is_none_or(|a| recording.entry_of(landing) <= a);
    let jumped = recording.landings().any(|landing| inside(landing - 1) && out(landing));
    let last = recording.block_end() - 1;
    let end = recording.position(recording.end_of(last)).expect("executed");
    jumped || inside(last) && !matches!(recording.inst(end), Inst::Return { .. })
}

fn is_another_function(
    own: &Recording,
    other: &Recording,
    above: Option<ExecutedBlock>,
    there: Option<ExecutedBlock>,
) -> bool {
    let callee = |recording: &Recording, block: ExecutedBlock| {
        let entered = block + 1 < recording.block_end() && recording.caller_of(block + 1) == Some(block);
        entered.then(|| recording.function_of(block + 1).0)
    };
    above.zip(there).is_some_and(|(a, b)| callee(own, a) != callee(other, b))
}

#[test]
fn only_dependents_of_the_flipped_decision_are_unmatched() {
    let mut fixture = Fixture::new(
        "int g, h[5];
         int main(void) {
             for (int i = 0; i < 5; i++) {
                 if (i == 2)
                     g += 1;
                 else
                     g += 2;
                 h[i] = i;
             }
             return 0;
         }",
    );
    let turned = fixture.decisions(4)[3];
    let other = fixture.flipped(turned);
    let alignment = Alignment::new(fixture.recording(), &other);
    check_sound(&alignment);
    let at = fixture.recording().position(turned).expect("executed").block;
    for (block, counterpart) in alignment.blocks() {
        assert_eq!(counterpart.is_none(), is_under(fixture.recording(), block, at), "{block}");
    }
    for block in other.executed_blocks() {
        let unmatched = alignment.left(other.start_of(block)).is_none();
        assert_eq!(unmatched, is_under(&other, block, at), "right {block}");
    }
    assert!(alignment.diverges_at(turned));
    for time in Time::FIRST.until(fixture.recording().duration()) {
        let index = fixture.recording().execution_index(time).expect("an index");
        assert_eq!(other.find(&index), alignment.right(time), "{time}: {index:?}");
    }
}

#[test]
fn loops_of_different_lengths_share_their_first_rounds() {
    let source = "#include <stdio.h>
         int g;
         int main(void) {
             int n;
             scanf(\"%d\", &n);
             while (n-- > 0)
                 g += n;
             g = 1;
             return 0;
         }";
    let program = compile(source);
    let (short, long) = (Fixture::of(source, program.clone(), "3"), Fixture::of(source, program, "5"));
    let alignment = Alignment::new(short.recording(), long.recording());
    check_sound(&alignment);
    let (few, many) = (short.executions(7), long.executions(7));
    assert_eq!(
        few.iter().map(|&t| alignment.right(t)).collect::<Vec<_>>(),
        many[..3].iter().map(|&t| Some(t)).collect::<Vec<_>>()
    );
    assert_eq!(alignment.left(many[3]), None);
    assert_eq!(alignment.right(short.executions(8)[0]), Some(long.executions(8)[0]));
}

#[test]
fn versions_are_matched_by_statement_text() {
    let old = "#include <stdio.h>
         int limit = 3;
         static int clamp(int v) {
             if (v > limit)              // test
                 v = limit;              // cut
             return v;                   // result
         }
         int main(void) {
             for (int i = 0; i < 5; i++) {
                 int c = clamp(i);       // call
                 printf(\"%d\\n\", c);     // print
             }
             return 0;
         }";
    let new = "#include <stdio.h>
         /* A comment, a new variable and a new statement. */
         int calls, limit = 3;
         static int clamp(int v) {
             if (v >= limit)             // test
                 v = limit;              // cut
             return v;                   // result
         }
         int main(void) {
             for (int i = 0; i < 5; i++) {
                 if (i == 4)
                     calls = i;
                 int c = clamp(i);       // call
                 printf(\"%d\\n\", c);     // print
             }
             return 0;
         }";
    let (old, new) = (Fixture::new(old), Fixture::new(new));
    let alignment = Alignment::new(old.recording(), new.recording());
    for mark in ["// test", "// result", "// call", "// print"] {
        let partners: Vec<_> = old.executions(old.line(mark)).into_iter().map(|t| alignment.right(t)).collect();
        let expected: Vec<_> = new.executions(new.line(mark)).into_iter().map(Some).collect();
        assert_eq!(partners, expected, "{mark}");
    }
    // The edited decision has the same outcome except for i == 3, where the new version cuts as well.
    let cut = old.executions(old.line("// cut"));
    assert_eq!(
        cut.iter().map(|&t| alignment.right(t)).collect::<Vec<_>>(),
        [Some(new.executions(new.line("// cut"))[1])]
    );
    assert_eq!(alignment.left(new.executions(new.line("calls = i"))[0]), None);
    let parted: Vec<bool> = old.decisions(old.line("// test")).into_iter().map(|t| alignment.diverges_at(t)).collect();
    assert_eq!(parted, [false, false, false, true, false]);
}

#[test]
fn the_same_statement_after_another_outcome_is_another_instance() {
    let source = "#include <stdio.h>
         int g;
         int main(void) {
             int n;
             scanf(\"%d\", &n);
             switch (n) {
             case 0:
                 g = 1;
             case 1:
                 g = 2;                  // both
                 break;
             default:
                 g = 3;
             }
             g = 4;                      // after
             return 0;
         }";
    let program = compile(source);
    let run = |input| Fixture::of(source, program.clone(), input);
    let (through, direct) = (run("0"), run("1"));
    let alignment = Alignment::new(through.recording(), direct.recording());
    let [both, after] = ["// both", "// after"].map(|mark| through.executions(through.line(mark))[0]);
    assert_eq!(alignment.right(both), None, "they were reached by different cases");
    assert_eq!(alignment.right(after), Some(direct.executions(direct.line("// after"))[0]));
    let index = through.recording().execution_index(both).expect("an index");
    assert_eq!(direct.recording().find(&index), None);
}
