//! The failing run of a session with some instances altered, as something to explore.

use whydunit_machine::{Alteration, Change, Limits, Machine, Nobody, Origin, Outcome, Site, Stop};
use whydunit_program::Inst;
use whydunit_terms::Model;
use whydunit_trace::{CriterionKind, Observed};
use whydunit_world::Posix;

use super::Bounds;
use super::goal::Goal;
use super::ran::{Ran, Subject};
use crate::session::{Session, observe};
use crate::trial::Trial;
use crate::verdict::Verdict;

/// A session's run from the first altered instance on: branches flipped, values symbolic.
pub struct Altered<'a> {
    session: &'a mut Session,
    /// The run just before the first altered instance.
    start: Machine<Posix>,
    alterations: Vec<Alteration>,
}

impl<'a> Altered<'a> {
    /// None when an instance cannot be altered, or the run cannot be taken up before it.
    pub fn new(session: &'a mut Session, times: &[u32], bounds: &Bounds) -> Option<Self> {
        let first = *times.iter().min()?;
        let alterations: Vec<Alteration> =
            times.iter().map(|&time| alteration(session, time)).collect::<Option<_>>()?;
        let mut start = session.recorded.ladder.at(u64::from(first)).ok()?;
        let steps = u64::from(session.recorded.recording.duration()) * bounds.steps_factor + bounds.steps_least;
        start.set_limits(Limits { steps, ..Limits::default() });
        Some(Altered { session, start, alterations })
    }

    /// The alterations with concrete values.
    pub fn alterations(&self, values: &Model) -> Vec<Alteration> {
        let concrete = |a: &Alteration| match a.change {
            Change::Symbol(_) => Alteration { change: Change::Put(value_at(values, a.time).unwrap_or(0)), ..*a },
            _ => *a,
        };
        self.alterations.iter().map(concrete).collect()
    }

    /// Did a run come to the failure point?
    fn reached(&self, observed: &Observed) -> bool {
        let failed_at = |outcome: &Outcome| match outcome {
            Outcome::Failed(failure) => failure.stack.first().copied(),
            _ => None::<Site>,
        };
        match self.session.criterion.kind {
            CriterionKind::WrongOutput { channel, offset } | CriterionKind::MissingOutput { channel, offset } => {
                let streams = self.session.expectation.streams(observed);
                streams.iter().any(|s| s.channel == channel && s.actual.len() as u64 > offset)
            }
            CriterionKind::Failure => failed_at(&observed.outcome) == failed_at(&self.session.observed.outcome),
            _ => matches!(observed.outcome, Outcome::Exited(_)),
        }
    }
}

/// How the instance at a time is altered.
fn alteration(session: &Session, time: u32) -> Option<Alteration> {
    let recording = &session.recorded.recording;
    let change = match recording.inst(recording.position(time)?) {
        Inst::Branch { .. } => Change::Flip,
        Inst::Switch { .. } | Inst::IndirectJump { .. } | Inst::Jump { .. } => return None,
        _ => Change::Symbol(None),
    };
    Some(Alteration { time: time.into(), change })
}

/// The value of the symbol that was made at a time.
fn value_at(values: &Model, time: u64) -> Option<u64> {
    values.iter().find(|(key, _)| Origin::from_key(*key) == Some(Origin::Value { time })).map(|(_, v)| v as u64)
}

/// A path looks whether it should stop after this many instructions.
const STRETCH: u64 = 100_000;

impl Subject for Altered<'_> {
    fn run(&mut self, values: &Model) -> Option<Ran> {
        let mut machine = self.start.fork();
        machine.give(values);
        self.alterations.iter().for_each(|a| machine.alter(*a));
        let outcome = loop {
            match machine.run_until(machine.stats().steps + STRETCH, &mut Nobody) {
                Ok(Stop::Ended(outcome)) => break outcome,
                Ok(Stop::Paused) if !self.session.allowance.is_over() => {}
                _ => return None,
            }
        };
        let stopped = matches!(outcome, Outcome::Stopped(_));
        let observed = observe(&machine, outcome, &self.session.expectation);
        let passed = self.session.expectation.met_by(&observed);
        let mut symbolic = machine.symbolic().cloned()?;
        let goals = Goal::all(&mut symbolic, &self.session.expectation, &observed, &self.session.criterion.kind);
        let outcome = observed.outcome.clone();
        Some(Ran { symbolic, outcome, passed, reached: self.reached(&observed), stopped, goals })
    }

    fn confirm(&mut self, values: &Model) -> Verdict {
        let alterations = self.alterations(values);
        self.session.rerun(&Trial { alterations, patch: None })
    }
}
