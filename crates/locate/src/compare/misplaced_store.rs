//! What the failing run put into another place than the correct version does. Who reads the right place depends on
//! something else, or on nothing, so that no question leads to it: the correct version does.

use std::collections::BTreeSet;

use whydunit_trace::{DependenceKind, Dependences, Instance, Recording, Time};

use crate::compare::counterpart::Counterpart;
use crate::compare::reference::Reference;
use crate::interactive::breakpoint::{Item, instance};
use crate::interactive::continuation::Continuation;
use crate::interactive::debugger::Debugger;
use crate::session::Session;

impl Reference {
    /// The instance of the failing run that should have given an instance its value: what stands for it here does, but
    /// it wrote into another place. (If it wrote something else into the same place, who does not read that is wrong itself.)
    pub(crate) fn misplaced(&mut self, session: &mut Session, time: Time) -> Option<Time> {
        let Counterpart::At(other) = self.partners.of(time) else { return None };
        let (left, right) = (&session.recorded.recording, &self.recorded.recording);
        let ours = givers(left, time);
        let pairs = givers(right, other).into_iter().filter_map(|giver| {
            let here = self.partners.left_of((left, right), giver)?;
            (here < time && !ours.contains(&here)).then_some((here, giver))
        });
        let pairs: Vec<(Time, Time)> = pairs.collect();
        pairs.into_iter().rev().find(|&(here, giver)| self.wrote_elsewhere(session, here, giver)).map(|pair| pair.0)
    }

    /// Did an instance of the failing run write into another place than one of this run?
    fn wrote_elsewhere(&mut self, session: &mut Session, time: Time, other: Time) -> bool {
        let places = |instance: Option<Instance>| -> Vec<u64> {
            instance.map_or_else(Vec::new, |i| i.defines.iter().chain(&i.wrote).map(|made| made.address).collect())
        };
        let program = session.program().clone();
        let ours = places(instance(&program, &mut session.recorded, time));
        let theirs = places(instance(&self.program, &mut self.recorded, other));
        let different = self.compare(session, (time, other), |mut sameness| {
            ours.len() == theirs.len() && ours.iter().zip(&theirs).any(|(a, b)| !sameness.of_pointers(*a, *b))
        });
        different == Some(true)
    }
}

/// Those whose values an instance uses.
pub(crate) fn givers(recording: &Recording, time: Time) -> BTreeSet<Time> {
    let all = Dependences::of_values(recording).of(time).into_iter();
    all.filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on).collect()
}

impl Debugger {
    /// Goes on from what should have given its value to something wrong, of which all that led to it is right; none when
    /// there is no such thing.
    pub(crate) fn reach_misplaced(&mut self) -> Option<Continuation> {
        for end in self.wrong() {
            if let Some(store) = self.hint(end).and_then(|hint| hint.store)
                && !self.domain.has(store)
                && self.reach.followed.insert(end)
                && let (Some(wrong), Some(gives)) =
                    (Item::at(&mut self.session, end), Item::at(&mut self.session, store))
            {
                self.reach_beyond(vec![store], end);
                return Some(Continuation::Misplaced { wrong: wrong.into(), gives: gives.into() });
            }
        }
        None
    }
}
