//! Omissions put to the test: the run is repeated with the decision turned round, and if the use then has
//! the same definitions the decision is not to blame.

use std::collections::BTreeMap;

use whydunit_machine::{Alteration, Change, Limits};
use whydunit_trace::{Alignment, Dependence, DependenceKind, Dependences, Doubt, Recording, Slice, record};

use super::Inquiry;

/// What reruns said of the omissions of a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// With the decision turned round the use has another definition.
    pub confirmed: usize,
    /// It has the same: these are not in the slice.
    pub refuted: usize,
    /// The use was not executed then, or the rerun could not be made.
    pub undecided: usize,
    /// Not put to the test, because that would have taken too long.
    pub untested: usize,
    /// How often the run was repeated.
    pub reruns: usize,
}

/// Reruns at most, and instructions that they may take.
const RERUNS: usize = 256;
const INSTRUCTIONS: u64 = 4_000_000_000;

/// Omissions that were put to the test, by use and decision.
type Judged = BTreeMap<(u32, u32), Doubt>;

impl Inquiry {
    /// The relevant slice of `origins`, given what they depend on, without the omissions that a rerun refutes.
    pub(super) fn verified_slice(&mut self, origins: &[u32], first: &mut Vec<Dependence>) -> (Slice, Verification) {
        // What they depend on is not told apart: the last stands for all.
        let origin = origins.last().copied().unwrap_or(0);
        let (mut judged, mut spent, mut reruns): (Judged, u64, usize) = (BTreeMap::new(), 0, 0);
        loop {
            let refuted = |judged: &Judged, used: u32, on: u32| judged.get(&(used, on)) == Some(&Doubt::Refuted);
            first.retain(|d| d.kind != DependenceKind::Omission || !refuted(&judged, origin, d.on));
            let dependences = Dependences::with_omissions(&self.recorded.recording, &self.analyses);
            let slice = Slice::relevant(dependences, first, |used, on| !refuted(&judged, used, on));
            let open: Vec<(u32, u32)> =
                omissions(&slice, origin, first).into_iter().filter(|o| !judged.contains_key(o)).collect();
            let Some(&(_, decision)) = open.first().filter(|_| reruns < RERUNS && spent < INSTRUCTIONS) else {
                return (slice, summary(&judged, open.len(), reruns));
            };
            let rerun = self.turned_round(decision);
            reruns += 1;
            spent += rerun.as_ref().map_or(0, |r| u64::from(r.duration()));
            let alignment = rerun.as_ref().map(|rerun| Alignment::new(&self.recorded.recording, rerun));
            for &(used, on) in open.iter().filter(|o| o.1 == decision) {
                let users = if used == origin { origins } else { &[used] };
                let doubts = |a: &Alignment<'_>| users.iter().map(|&u| a.judge_omission(u)).min();
                let doubt = alignment.as_ref().and_then(doubts).unwrap_or(Doubt::Undecided);
                judged.insert((used, on), doubt);
            }
        }
    }

    /// The run with one decision turned round.
    fn turned_round(&mut self, decision: u32) -> Option<Recording> {
        let duration = u64::from(self.recorded.recording.duration());
        let mut machine = self.recorded.ladder.before(0);
        machine.set_limits(Limits { steps: duration * 2 + 100_000, ..machine.limits() });
        machine.alter(Alteration { time: u64::from(decision), change: Change::Flip });
        Some(record(machine, self.index.clone(), |_| true).ok()?.recording)
    }
}

/// The omissions of a slice by use and decision, nearest to the start first.
fn omissions(slice: &Slice, origin: u32, first: &[Dependence]) -> Vec<(u32, u32)> {
    let omitted = |d: &&Dependence| d.kind == DependenceKind::Omission;
    let mut found: Vec<(u32, u32, u32)> = first.iter().filter(omitted).map(|d| (0, origin, d.on)).collect();
    for (&time, node) in &slice.nodes {
        found.extend(node.on.iter().filter(omitted).map(|d| (node.distance, time, d.on)));
    }
    found.sort_unstable();
    found.into_iter().map(|(_, used, on)| (used, on)).collect()
}

fn summary(judged: &Judged, untested: usize, reruns: usize) -> Verification {
    let count = |doubt: Doubt| judged.values().filter(|d| **d == doubt).count();
    Verification {
        confirmed: count(Doubt::Confirmed),
        refuted: count(Doubt::Refuted),
        undecided: count(Doubt::Undecided),
        untested,
        reruns,
    }
}
