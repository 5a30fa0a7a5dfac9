//! A definition that the failing run made in another place than the reference. The use that should read it depends on
//! another definition, or on none, so no dependence leads to it. The reference has that dependence.

use std::collections::BTreeSet;

use whydunit_trace::{DependenceKind, Dependences, Instance, Recording, Time};

use crate::compare::counterpart::Counterpart;
use crate::compare::instance_description::instance;
use crate::compare::reference::Reference;
use crate::session::Session;

impl Reference {
    /// The instance of the failing run that should have defined a value used at `time`: its counterpart does, but it
    /// wrote to another place. (If it wrote another value to the same place, the instance that reads something else
    /// is wrong itself.)
    pub(crate) fn misplaced_store(&mut self, session: &mut Session, time: Time) -> Option<Time> {
        let Counterpart::At(other) = self.counterparts.of(time) else { return None };
        let (left, right) = (&session.recorded.recording, &self.recorded.recording);
        let ours = definitions(left, time);
        let pairs = definitions(right, other).into_iter().filter_map(|definition| {
            let here = self.counterparts.left_of((left, right), definition)?;
            (here < time && !ours.contains(&here)).then_some((here, definition))
        });
        let pairs: Vec<(Time, Time)> = pairs.collect();
        pairs.into_iter().rev().find(|&pair| self.wrote_elsewhere(session, pair)).map(|pair| pair.0)
    }

    /// Did an instance of the failing run write to another place than its counterpart?
    fn wrote_elsewhere(&mut self, session: &mut Session, (time, other): (Time, Time)) -> bool {
        let addresses = |instance: Option<Instance>| -> Vec<u64> {
            instance.map_or_else(Vec::new, |i| i.defines.iter().chain(&i.wrote).map(|value| value.address).collect())
        };
        let program = session.program().clone();
        let ours = addresses(instance(&program, &mut session.recorded, time));
        let theirs = addresses(instance(&self.program, &mut self.recorded, other));
        let is_elsewhere = self.compare(session, (time, other), |mut values| {
            ours.len() == theirs.len() && ours.iter().zip(&theirs).any(|(a, b)| !values.of_pointers(*a, *b))
        });
        is_elsewhere == Some(true)
    }
}

/// The definitions of the values that an instance uses.
pub(crate) fn definitions(recording: &Recording, time: Time) -> BTreeSet<Time> {
    let all = Dependences::of_values(recording).of(time).into_iter();
    all.filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on).collect()
}
