//! What the failing run put into another place than the correct version does. Who reads the right place depends on
//! something else, or on nothing, so that no question leads to it: the correct version does.

use std::collections::BTreeSet;

use whydunit_trace::{DependenceKind, Dependences, Recording};

use super::debugger::Debugger;
use super::partner::Partner;
use super::reference::Reference;
use crate::session::Session;

impl Reference {
    /// The instance of the failing run that should have given an instance its value: what stands for it here does, but
    /// it did something else.
    pub(super) fn misplaced(&mut self, session: &mut Session, time: u32) -> Option<u32> {
        let Partner::At(other) = self.partners.of(time) else { return None };
        let (left, right) = (&session.recorded.recording, &self.recorded.recording);
        let ours = givers(left, time);
        let pairs = givers(right, other).into_iter().filter_map(|giver| {
            let here = self.partners.left_of((left, right), giver)?;
            (here < time && !ours.contains(&here)).then_some((here, giver))
        });
        let pairs: Vec<(u32, u32)> = pairs.collect();
        pairs.into_iter().rev().find(|&(here, giver)| self.same(session, here, giver) == Some(false)).map(|pair| pair.0)
    }
}

/// Those whose values an instance uses.
fn givers(recording: &Recording, time: u32) -> BTreeSet<u32> {
    let all = Dependences::of_values(recording).of(time).into_iter();
    all.filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on).collect()
}

impl Debugger {
    /// Goes on from what should have given its value to something wrong, of which all that led to it is right; false when
    /// there is no such thing.
    pub(super) fn reach_misplaced(&mut self) -> bool {
        for end in self.wrong() {
            if let Some(store) = self.misplaced.remove(&end)
                && !self.domain.has(store)
            {
                self.reach_beyond(vec![store], end);
                return true;
            }
        }
        false
    }
}
