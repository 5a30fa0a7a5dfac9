//! The consequences of a round's answers for the domain.
//!
//! They form one ordered table, and all of them are drawn in this order.

use whydunit_trace::Time;

use crate::interactive::answer::Answer;
use crate::interactive::answered_round::Round;
use crate::interactive::debugger::Debugger;
use crate::interactive::reference_answer::hint::Hint;

/// Changes the domain by the answers of a round, which is identified by its number.
type Consequence = fn(&mut Debugger, usize);

/// All consequences, in the order in which they are drawn.
const CONSEQUENCES: &[Consequence] = &[
    explain_wrong,
    stop_behind_right,
    skip_unknown,
    skip_similar,
    explain_function_pointer,
    end_at_wrong_callee,
    settle,
];

/// Wrong items are to be explained. Their causes are asked about before one of them can count as settled.
fn explain_wrong(debugger: &mut Debugger, round: usize) {
    let wrong = debugger.rounds[round].with(Answer::Wrong);
    if !wrong.is_empty() {
        debugger.domain.blame(&wrong);
        if !debugger.setting.assumptions.remember {
            debugger.domain.doubt();
        }
    }
}

/// Nothing behind right items is asked about.
fn stop_behind_right(debugger: &mut Debugger, round: usize) {
    debugger.domain.mark_correct(&debugger.rounds[round].with(Answer::Right));
}

/// Unknown items are not asked about again.
fn skip_unknown(debugger: &mut Debugger, round: usize) {
    debugger.domain.mark_undecidable(&debugger.rounds[round].with(Answer::DontKnow));
}

/// Similar items, which are likely to be unknown as well, are not asked about either.
fn skip_similar(debugger: &mut Debugger, round: usize) {
    let similar = debugger.similar_to_unknown(round);
    debugger.domain.mark_undecidable(&similar);
}

/// If a function pointer is wrong, the causes of that pointer come first, whatever else is wrong.
fn explain_function_pointer(debugger: &mut Debugger, round: usize) {
    if let Some(pointer) = debugger.wrong_function_pointer(&debugger.rounds[round]) {
        debugger.domain.blame(&[pointer]);
        debugger.domain.mark_wrong(&[pointer]);
    }
}

/// If a call of another function is to blame, the search ends there.
fn end_at_wrong_callee(debugger: &mut Debugger, round: usize) {
    let called = debugger.called_by_mistake(&debugger.rounds[round]);
    if let Some(time) = called.filter(|&time| debugger.domain.has(time)) {
        debugger.domain.end_with(time);
    }
}

/// A wrong instance whose causes are all right is at fault.
fn settle(debugger: &mut Debugger, _: usize) {
    debugger.domain.settle(|time| debugger.hints.get(&time).is_some_and(Hint::is_reason));
}

impl Debugger {
    /// Draws the consequences of a round. If a wrong item is outside the window, the window moves there first.
    pub(crate) fn learn(&mut self, round: usize) {
        if let Some((wrong, through)) = self.wrong_outside_window(round) {
            self.move_window(wrong, through);
        }
        self.draw_consequences(round);
    }

    /// Draws the consequences of a round inside the window.
    pub(crate) fn draw_consequences(&mut self, round: usize) {
        CONSEQUENCES.iter().for_each(|consequence| consequence(self, round));
    }

    /// The item of a round that was executed because another function was called than in the reference.
    pub(crate) fn called_by_mistake(&self, round: &Round) -> Option<Time> {
        let mut items = not_right(round);
        items.find(|&time| self.hint(time).is_some_and(|hint| hint.instead.is_some()))
    }

    /// The wrong function pointer that the hints about a round name.
    fn wrong_function_pointer(&self, round: &Round) -> Option<Time> {
        let pointers = not_right(round).filter_map(|time| {
            let hint = self.hint(time)?;
            hint.pointer.or_else(|| hint.function.as_ref().map(|_| time))
        });
        pointers.min().filter(|&pointer| self.domain.has(pointer))
    }
}

/// The wrong items of a round, then the unknown ones.
fn not_right(round: &Round) -> impl Iterator<Item = Time> + '_ {
    [Answer::Wrong, Answer::DontKnow].into_iter().flat_map(|answer| round.with(answer))
}
