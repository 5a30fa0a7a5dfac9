//! What is left when nothing can be asked any more: the fault.

use std::collections::BTreeSet;

use whydunit_trace::Time;

use crate::compare::reference_hint::Missing;
use crate::interactive::answer::Answer;
use crate::interactive::debugger::Debugger;
use crate::session::statement::Statement;

/// Why an instance is suspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// Judged wrong, although all that it was made from is right.
    Wrong,
    /// A call of another function than should be called.
    Called,
    /// Something is missing behind it that the correct version has.
    Missing,
    /// The failure itself: all that it was made from is right.
    Failure,
    /// Nobody knew whether it is right.
    Unknown,
    /// Nobody was asked about it yet.
    Unasked,
}

/// A suspected instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspected {
    /// The statement to blame.
    pub statement: Statement,
    /// The instance.
    pub time: Time,
    /// Its execution that is shown: the same, or for a parameter, or what should not have been called, the call, or what
    /// was executed last before what is missing.
    pub shown: Time,
    /// Why.
    pub doubt: Doubt,
    /// The function that the correct version calls there, of a call of another one, or has there, of a pointer to one.
    pub instead: Option<String>,
    /// What is missing.
    pub missing: Option<Missing>,
}

impl Debugger {
    /// The suspects, the likeliest first: what was judged wrong last, what nobody knew, and, when questions are
    /// left, what nobody was asked about. Of each statement the first, and all that led to what is wrong and that
    /// nobody knew.
    pub fn suspects(&self) -> Vec<Suspected> {
        let failure = self.session.criterion.time;
        let ends = self.wrong();
        // What is wrong because something else is that led to it does not say more.
        let follow: BTreeSet<Time> = ends.iter().flat_map(|&end| self.led_to(end, &ends)).collect();
        let blamed: Vec<Time> = ends.iter().rev().copied().filter(|time| !follow.contains(time)).collect();
        let first = blamed.iter().map(|&t| (t, if t == failure { Doubt::Failure } else { Doubt::Wrong }));
        let unknown = self.unknown();
        let rest: Vec<Time> = self.domain().into_iter().rev().collect();
        let (asked, others): (Vec<Time>, Vec<Time>) = rest.into_iter().partition(|t| unknown.contains(t));
        // What came after the first wrong value, or beside it, says less than what led to it.
        let (near, far): (Vec<Time>, Vec<Time>) = asked.into_iter().partition(|&t| !self.led_to(t, &blamed).is_empty());
        let others = others.into_iter().filter(|&t| self.may_be_asked(t));
        let all = first.chain(near.iter().chain(&far).map(|&t| (t, Doubt::Unknown)));
        let all = all.chain(others.map(|t| (t, Doubt::Unasked)));
        let mut found: Vec<Suspected> = Vec::new();
        for (time, doubt) in all {
            let recording = &self.session.recorded.recording;
            let hint = self.hint(time).filter(|_| matches!(doubt, Doubt::Wrong | Doubt::Failure));
            let own = |at: Time| {
                let site = recording.position(at)?.site();
                Some((Statement::of(self.session.program(), site), at))
            };
            let calls = hint.and_then(|hint| hint.call).and_then(own);
            let missing = hint.and_then(|hint| hint.missing.clone()).filter(|_| calls.is_none());
            let gap = missing.as_ref().and_then(|missing| own(missing.after));
            let doubt = match (&calls, &gap) {
                (Some(_), _) => Doubt::Called,
                (None, Some(_)) => Doubt::Missing,
                (None, None) => doubt,
            };
            let blamed = calls.or(gap).or_else(|| Statement::blamed(recording, time));
            let Some((statement, shown)) = blamed else { continue };
            // Each execution that was asked about may be the one: another of its statement does not stand for it.
            if near.contains(&time) || !found.iter().any(|s| s.statement == statement) {
                let instead = hint.and_then(|hint| hint.instead.clone().or(hint.function.clone()));
                found.push(Suspected { statement, time, shown, doubt, instead, missing });
            }
        }
        found
    }

    /// A way from a suspected instance to the failure, in order of time: through what was judged wrong.
    pub fn way_to_failure(&self, from: Time) -> Vec<Time> {
        let path = self.path();
        let mut times: Vec<Time> = self.led_to(from, &path);
        // What was wrong before the search went farther back.
        times.extend(path.into_iter().filter(|&time| time > from && !self.domain.has(time)));
        times.extend([from, self.session.criterion.time]);
        times.extend(self.hint(from).and_then(|hint| hint.call.or(Some(hint.missing.as_ref()?.after))));
        times.sort_unstable();
        times.dedup();
        times
    }

    /// The wrong instances that the search went on from, the last first: how the fault travelled to the failure.
    pub fn path(&self) -> Vec<Time> {
        self.history().iter().rev().flat_map(|r| r.with(Answer::Wrong)).collect()
    }
}
