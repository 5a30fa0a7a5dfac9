//! Answers from an earlier session, applied when the same questions come again.

use std::collections::BTreeSet;

use whydunit_locate::interactive::{Answer, Debugger, Judged};
use whydunit_trace::Time;

/// An answer from an earlier session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// The number of its breakpoint, from 1; older files lack it.
    pub(super) breakpoint: Option<u64>,
    /// The instance it is about.
    pub(super) time: Time,
    pub(super) answer: Answer,
}

/// Answers from an earlier session.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) given: Vec<Given>,
    /// The breakpoints whose other items were skipped.
    pub(super) gone_on: BTreeSet<u64>,
    /// Was an answer taken back? Then only answers to the current question are applied.
    pub(super) taken_back: bool,
}

/// A step of an earlier session that is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An item got this answer.
    Answer(usize, Answer),
    /// The other items were skipped.
    GoOn,
}

impl Known {
    /// If the next question has no known answer, makes the debugger ask about candidates that do have one.
    pub(super) fn bring_up(&self, debugger: &mut Debugger) {
        let Some(breakpoint) = debugger.breakpoint().filter(|_| !self.taken_back) else { return };
        if breakpoint.times().iter().any(|time| self.given.iter().any(|given| given.time == *time)) {
            return;
        }
        let unused: Vec<Time> = self.unused(debugger).map(|given| given.time).collect();
        let _ = unused.into_iter().find(|&time| debugger.ask_instead(time));
    }

    /// The next step of the earlier session, if it is known.
    pub(super) fn step(&self, debugger: &Debugger) -> Option<Step> {
        let times = debugger.breakpoint()?.times();
        let number = number(debugger);
        // Another strategy chooses other breakpoints; then an answer counts at any of them.
        let same = self.given.iter().any(|g| g.breakpoint == Some(number) && times.contains(&g.time));
        let known = |time: Time| {
            let fits = |g: &&Given| g.time == time && (!same || g.breakpoint == Some(number));
            self.given.iter().rev().find(fits).map(|g| g.answer)
        };
        let open = debugger.answers().iter().zip(&times).enumerate().filter(|(_, (answer, _))| answer.is_none());
        let mut answers = open.filter_map(|(item, (_, &time))| Some(Step::Answer(item, known(time)?)));
        answers.next().or_else(|| (same && self.gone_on.contains(&number)).then_some(Step::GoOn))
    }

    /// Forgets the answers to the current questions, so that taking back leads to a real question.
    pub(super) fn forget(&mut self, debugger: &Debugger) {
        let Some(breakpoint) = debugger.breakpoint() else { return };
        let items = breakpoint.times().into_iter().zip(debugger.answers());
        let open: Vec<Time> = items.filter(|(_, answer)| answer.is_none()).map(|(time, _)| time).collect();
        self.given.retain(|given| !open.contains(&given.time));
        self.gone_on.remove(&number(debugger));
        self.taken_back = true;
    }

    /// The answers whose instances were never asked about.
    pub(super) fn unused<'a>(&'a self, debugger: &Debugger) -> impl Iterator<Item = &'a Given> {
        let rounds = debugger.history().iter().map(|r| (r.breakpoint.times(), &r.answers[..]));
        let now = debugger.breakpoint().map(|b| (b.times(), debugger.answers()));
        let answered = |(times, answers): (Vec<Time>, &[Option<Answer>])| {
            times.into_iter().zip(answers.to_vec()).filter(|(_, answer)| answer.is_some()).map(|(time, _)| time)
        };
        let asked: BTreeSet<Time> = rounds.chain(now).flat_map(answered).collect();
        self.given.iter().filter(move |given| !asked.contains(&given.time))
    }

    /// Repeats the steps of the earlier session up to the first new question.
    pub(super) fn repeat(&self, debugger: &mut Debugger) {
        self.bring_up(debugger);
        while let Some(step) = self.step(debugger) {
            step.take(debugger);
            self.bring_up(debugger);
        }
    }
}

impl Step {
    pub(super) fn take(self, debugger: &mut Debugger) {
        match self {
            Step::Answer(item, answer) => debugger.answer(item, answer),
            Step::GoOn => debugger.go_on(),
        }
    }
}

/// The number of the current breakpoint, from 1.
fn number(debugger: &Debugger) -> u64 {
    debugger.history().iter().filter(|r| r.judged == Judged::Asked).count() as u64 + 1
}
