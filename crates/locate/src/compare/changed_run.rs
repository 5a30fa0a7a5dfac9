//! A run with a change beside the failing one: what it does in place of what that one did.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use whydunit_program::Program;
use whydunit_trace::{Dependence, DependenceKind, Dependences, ExecutedBlock, Instance, Recorded, Time, Value};
use whydunit_world::Posix;

use crate::compare::counterpart::{Counterpart, Counterparts};
use crate::compare::reference::Reference;
use crate::interactive::breakpoint::instance;
use crate::session::statement::Statement;
use crate::session::{Session, observe};

/// So many of those that gave a value are looked at.
const GIVERS: usize = 8;

impl Reference {
    /// A run of a changed program, or with other values, that stands for one of a correct version.
    pub(crate) fn beside(
        session: &Session,
        program: Arc<Program>,
        recorded: Recorded<Posix>,
        times: impl Iterator<Item = Time>,
    ) -> Reference {
        let observed = observe(&recorded.last, recorded.outcome.clone(), &session.expectation);
        let partners = Counterparts::new(&session.recorded.recording, &recorded.recording, times);
        Reference { program, recorded, partners, by_values: BTreeMap::new(), observed, upheld: None }
    }

    /// What it has in place of an instance; none if nothing corresponds.
    pub(crate) fn in_place_of(&mut self, time: Time) -> Option<Instance> {
        let Counterpart::At(other) = self.partners.of(time) else { return None };
        instance(&self.program, &mut self.recorded, other)
    }

    /// The places that an instance uses with the same value as what stands for it here: there, and here.
    pub(crate) fn same_uses(&mut self, session: &mut Session, time: Time) -> Vec<[Range<u64>; 2]> {
        let Counterpart::At(other) = self.partners.of(time) else { return Vec::new() };
        let program = session.program().clone();
        let (Some(ours), Some(theirs)) =
            (instance(&program, &mut session.recorded, time), instance(&self.program, &mut self.recorded, other))
        else {
            return Vec::new();
        };
        let place = |value: &Value| value.address..value.address + value.bytes.len() as u64;
        let pairs = ours.uses.iter().zip(&theirs.uses).filter(|(a, b)| a.address != 0 && a.ty == b.ty);
        let same = self.compare(session, (time, other), |mut sameness| {
            pairs.filter(|(a, b)| sameness.of_values(a, b)).map(|(a, b)| [place(a), place(b)]).collect()
        });
        same.unwrap_or_default()
    }

    /// What gave a value that is not the same to what stands for an instance, and the failing run does not do: when,
    /// here, and the decision of the failing run because of which it does not.
    pub(crate) fn left_undone(&mut self, session: &mut Session, time: Time) -> Option<(Time, Time)> {
        let same = self.same_uses(session, time);
        let Counterpart::At(other) = self.partners.of(time) else { return None };
        let (left, right) = (&session.recorded.recording, &self.recorded.recording);
        let alone = |d: &Dependence| {
            let block = right.position(d.on).map(|p| p.block);
            block.filter(|&b| d.kind == DependenceKind::Flow && !self.partners.has_left(b)).map(|block| (d.on, block))
        };
        let mut givers: Vec<(Time, ExecutedBlock)> =
            Dependences::of_values(right).of(other).iter().filter_map(alone).collect();
        givers.sort_unstable();
        for (giver, block) in givers.into_iter().rev().take(GIVERS) {
            let made = instance(&self.program, &mut self.recorded, giver).and_then(|giver| giver.defines);
            if !made.is_some_and(|made| same.iter().any(|[_, here]| here.contains(&made.address))) {
                return Some((giver, self.partners.above_right((left, &self.recorded.recording), block)?));
            }
        }
        None
    }

    /// What was done here at a time.
    pub(crate) fn done(&mut self, time: Time) -> Option<(Arc<Program>, Instance)> {
        Some((self.program.clone(), instance(&self.program, &mut self.recorded, time)?))
    }

    /// Is an instance not executed here because of a decision in another line? Of a line that is executed in part one
    /// cannot say that it is not.
    pub(crate) fn skips(&self, session: &Session, time: Time) -> bool {
        let recording = &session.recorded.recording;
        let Some(block) = recording.position(time).map(|p| p.block) else { return false };
        let line = |time: Time| Statement::blamed(recording, time).map(|(statement, _)| statement);
        let strayed = matches!(self.partners.of(time), Counterpart::Strayed { .. });
        strayed && self.partners.above(recording, block).is_some_and(|parted| line(parted) != line(time))
    }
}
