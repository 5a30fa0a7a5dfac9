//! Answers that were given earlier, when the same questions come again.

use std::collections::BTreeSet;

use whydunit_locate::interactive::{Answer, Debugger, Judged};
use whydunit_trace::Time;

/// An answer that was given earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// Which answer of the file it is, counted from 1.
    pub(super) number: usize,
    /// At which breakpoint, counted from 1; not known of older files.
    pub(super) breakpoint: Option<u64>,
    /// About which instance.
    pub(super) time: Time,
    pub(super) answer: Answer,
}

/// What was said earlier.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) given: Vec<Given>,
    /// The breakpoints whose other items were left out.
    pub(super) gone_on: BTreeSet<u64>,
    /// Did somebody take an answer back? Then nothing is brought up that is not asked.
    pub(super) taken_back: bool,
}

/// What was done earlier at a breakpoint, and is done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// This was said of an item.
    Answer(usize, Answer),
    /// The other items were left out.
    GoOn,
}

impl Known {
    /// When the next question has no answer, although there are answers about what is in question: those are asked.
    pub(super) fn bring_up(&self, debugger: &mut Debugger) {
        let Some(breakpoint) = debugger.breakpoint().filter(|_| !self.taken_back) else { return };
        if breakpoint.times().iter().any(|time| self.given.iter().any(|given| given.time == *time)) {
            return;
        }
        let unused: Vec<Time> = self.unused(debugger).map(|given| given.time).collect();
        let _ = unused.into_iter().find(|&time| debugger.ask_instead(time));
    }

    /// What was done next, as far as it is known.
    pub(super) fn step(&self, debugger: &Debugger) -> Option<Step> {
        let times = debugger.breakpoint()?.times();
        let number = number(debugger);
        // With another strategy there are other breakpoints: then an answer counts wherever it was given.
        let same = self.given.iter().any(|g| g.breakpoint == Some(number) && times.contains(&g.time));
        let known = |time: Time| {
            let fits = |g: &&Given| g.time == time && (!same || g.breakpoint == Some(number));
            self.given.iter().rev().find(fits).map(|g| g.answer)
        };
        let open = debugger.answers().iter().zip(&times).enumerate().filter(|(_, (answer, _))| answer.is_none());
        let mut answers = open.filter_map(|(item, (_, &time))| Some(Step::Answer(item, known(time)?)));
        answers.next().or_else(|| (same && self.gone_on.contains(&number)).then_some(Step::GoOn))
    }

    /// What was taken back is asked, whatever was said earlier.
    pub(super) fn forget(&mut self, debugger: &Debugger) {
        let Some(breakpoint) = debugger.breakpoint() else { return };
        let items = breakpoint.times().into_iter().zip(debugger.answers());
        let open: Vec<Time> = items.filter(|(_, answer)| answer.is_none()).map(|(time, _)| time).collect();
        self.given.retain(|given| !open.contains(&given.time));
        self.gone_on.remove(&number(debugger));
        self.taken_back = true;
    }

    /// The answers that were of no use: what they are about was not asked.
    pub(super) fn unused<'a>(&'a self, debugger: &Debugger) -> impl Iterator<Item = &'a Given> {
        let rounds = debugger.history().iter().map(|r| (r.breakpoint.times(), &r.answers[..]));
        let now = debugger.breakpoint().map(|b| (b.times(), debugger.answers()));
        let answered = |(times, answers): (Vec<Time>, &[Option<Answer>])| {
            times.into_iter().zip(answers.to_vec()).filter(|(_, answer)| answer.is_some()).map(|(time, _)| time)
        };
        let asked: BTreeSet<Time> = rounds.chain(now).flat_map(answered).collect();
        self.given.iter().filter(move |given| !asked.contains(&given.time))
    }

    /// Does all that was done earlier, up to the first question that is new.
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

/// Which breakpoint is asked about, counted from 1.
fn number(debugger: &Debugger) -> u64 {
    debugger.history().iter().filter(|r| r.judged == Judged::Asked).count() as u64 + 1
}
