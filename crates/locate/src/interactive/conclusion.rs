//! The suspects that remain when nothing is left to ask.

use std::collections::BTreeSet;

use whydunit_trace::Time;

use crate::compare::missing_code::Missing;
use crate::interactive::answer::Answer;
use crate::interactive::debugger::Debugger;
use crate::session::statement::Statement;

/// Why an instance is suspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// Judged wrong, although all its causes are right.
    Wrong,
    /// A call that the reference does not make, or of another function there.
    Called,
    /// The reference has code after it that is missing.
    Missing,
    /// The failure itself: all its causes are right.
    Failure,
    /// Judged unknown.
    Unknown,
    /// Not asked about yet.
    Unasked,
}

/// A suspected instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspected {
    /// The statement to blame.
    pub statement: Statement,
    /// The instance.
    pub time: Time,
    /// The instance that is shown: the same one, or for a parameter the call, or the call that should not have been
    /// made, or the last instance before missing code.
    pub shown: Time,
    /// The reason.
    pub doubt: Doubt,
    /// The function that the reference calls there, or to which the pointer points there.
    pub instead: Option<String>,
    /// The missing code.
    pub missing: Option<Missing>,
}

/// An instance that may hold the fault.
struct Candidate {
    time: Time,
    doubt: Doubt,
    /// Is it an unknown cause of a wrong instance?
    is_near: bool,
}

impl Debugger {
    /// The suspects, the likeliest first. Each statement occurs once, except that every unknown cause of a wrong
    /// instance is a suspect of its own.
    pub fn suspects(&self) -> Vec<Suspected> {
        let mut found: Vec<Suspected> = Vec::new();
        for candidate in self.doubtful() {
            if let Some(suspected) = self.suspected(&candidate)
                && (candidate.is_near || !found.iter().any(|s| s.statement == suspected.statement))
            {
                found.push(suspected);
            }
        }
        found
    }

    /// The instances that may hold the fault, the likeliest first: those judged wrong last, the unknown ones, and
    /// those that were not asked about.
    fn doubtful(&self) -> Vec<Candidate> {
        let failure = self.session.criterion.time;
        let ends = self.wrong();
        // A wrong instance that depends on another wrong one adds nothing.
        let effects: BTreeSet<Time> = ends.iter().flat_map(|&end| self.led_to(end, &ends)).collect();
        let blamed: Vec<Time> = ends.iter().rev().copied().filter(|time| !effects.contains(time)).collect();
        let first = blamed.iter().map(|&t| (t, if t == failure { Doubt::Failure } else { Doubt::Wrong }));
        let unknown = self.unknown();
        let rest: Vec<Time> = self.domain().into_iter().rev().collect();
        let (asked, others): (Vec<Time>, Vec<Time>) = rest.into_iter().partition(|t| unknown.contains(t));
        // An unknown cause of a wrong instance is likelier than one that the wrong instances do not depend on.
        let (near, far): (Vec<Time>, Vec<Time>) = asked.into_iter().partition(|&t| !self.led_to(t, &blamed).is_empty());
        let others = others.into_iter().filter(|&t| self.may_be_asked(t));
        let all = first.chain(near.iter().chain(&far).map(|&t| (t, Doubt::Unknown)));
        let all = all.chain(others.map(|t| (t, Doubt::Unasked)));
        all.map(|(time, doubt)| Candidate { time, doubt, is_near: near.contains(&time) }).collect()
    }

    /// The suspect for a doubtful instance: the instance, or the call or the missing code that its hint names.
    fn suspected(&self, candidate: &Candidate) -> Option<Suspected> {
        let &Candidate { time, doubt, .. } = candidate;
        let recording = &self.session.recorded.recording;
        let hint = self.hint(time).filter(|_| matches!(doubt, Doubt::Wrong | Doubt::Failure));
        let own = |at: Time| {
            let site = recording.position(at)?.site();
            Some((Statement::of(self.session.program(), site), at))
        };
        let call = hint.and_then(|hint| hint.call).and_then(own);
        let missing = hint.and_then(|hint| hint.missing.clone()).filter(|_| call.is_none());
        let gap = missing.as_ref().and_then(|missing| own(missing.after));
        let doubt = match (&call, &gap) {
            (Some(_), _) => Doubt::Called,
            (None, Some(_)) => Doubt::Missing,
            (None, None) => doubt,
        };
        let (statement, shown) = call.or(gap).or_else(|| Statement::blamed(recording, time))?;
        let instead = hint.and_then(|hint| hint.instead.clone().or(hint.function.clone()));
        Some(Suspected { statement, time, shown, doubt, instead, missing })
    }

    /// A path from a suspected instance to the failure, in order of time, through the instances judged wrong.
    pub fn way_to_failure(&self, from: Time) -> Vec<Time> {
        let path = self.path();
        let mut times: Vec<Time> = self.led_to(from, &path);
        // Those judged wrong before the window moved.
        times.extend(path.into_iter().filter(|&time| time > from && !self.domain.has(time)));
        times.extend([from, self.session.criterion.time]);
        times.extend(self.hint(from).and_then(|hint| hint.call.or(Some(hint.missing.as_ref()?.after))));
        times.sort_unstable();
        times.dedup();
        times
    }

    /// The instances judged wrong, the last first: the propagation of the fault to the failure.
    pub fn path(&self) -> Vec<Time> {
        self.history().iter().rev().flat_map(|r| r.with(Answer::Wrong)).collect()
    }
}
