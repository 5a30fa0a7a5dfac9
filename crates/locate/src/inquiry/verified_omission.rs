//! Omissions put to the test: the run is repeated with the decision turned round, and if the use then has
//! the same definitions the decision is not to blame.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_trace::{Alignment, Dependence, DependenceKind, Dependences, Doubt, Graph, SliceKind, Time};

use crate::inquiry::Inquiry;
use crate::inquiry::flipped_rerun::Reruns;

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
const INSTRUCTIONS: u64 = 1_000_000_000;

/// Omissions that were put to the test, by use and decision.
type Judged = BTreeMap<(Time, Time), Doubt>;

impl Inquiry {
    /// The relevant slice of `origins`, given what they depend on, without the omissions that reruns refute.
    pub(crate) fn verified_slice(&mut self, origins: &[Time], first: &mut Vec<Dependence>) -> (Graph, Verification) {
        // What they depend on is not told apart: the last stands for all.
        let origin = origins.last().copied().unwrap_or_default();
        let (mut judged, mut reruns): (Judged, Reruns) = (BTreeMap::new(), Reruns::up_to(RERUNS, INSTRUCTIONS));
        // What is refuted takes others with it that need not be tested then; but to see that takes another slice.
        let mut at_once = 1;
        loop {
            let refuted = |judged: &Judged, used: Time, on: Time| judged.get(&(used, on)) == Some(&Doubt::Refuted);
            first.retain(|d| d.kind != DependenceKind::Omission || !refuted(&judged, origin, d.on));
            let dependences = Dependences::with_omissions(&self.recorded.recording, &self.analyses);
            let kept = |used: Time, on: Time| !refuted(&judged, used, on);
            let more = |progress| self.goes_on(progress);
            let slice = Graph::backward(dependences, first, SliceKind::Relevant, kept, more);
            let open: Vec<(Time, Time)> =
                omissions(&slice, origin, first).into_iter().filter(|o| !judged.contains_key(o)).collect();
            if open.is_empty() || reruns.are_spent() || self.watch.is_cancelled() {
                return (slice, summary(&judged, open.len(), reruns.made));
            }
            drop(slice);
            let mut seen = BTreeSet::new();
            let decisions = open.iter().map(|o| o.1).filter(|&decision| seen.insert(decision)).take(at_once);
            for decision in decisions {
                if reruns.are_spent() || self.watch.is_cancelled() {
                    break;
                }
                self.watch.tell(|| format!("reversing decisions, {} reruns", reruns.made));
                let uses: Vec<Time> = open.iter().filter(|o| o.1 == decision).map(|o| o.0).collect();
                let user = |at: usize| if uses[at] == origin { origins } else { &uses[at..=at] };
                let users: Vec<&[Time]> = (0..uses.len()).map(user).collect();
                let doubts = self.doubts(decision, &users, &mut reruns);
                judged.extend(uses.iter().map(|&used| (used, decision)).zip(doubts));
            }
            at_once *= 2;
        }
    }

    /// Is a decision to blame for what each of the uses did not get? One of its other ways is enough to say so; it
    /// takes all of them to deny it.
    fn doubts(&mut self, decision: Time, users: &[&[Time]], reruns: &mut Reruns) -> Vec<Doubt> {
        let ways = self.recorded.recording.other_outcomes(decision).unwrap_or_default();
        let start = if ways.is_empty() { Doubt::Undecided } else { Doubt::Refuted };
        let mut doubts = vec![start; users.len()];
        for way in ways {
            if doubts.iter().all(|d| *d == Doubt::Confirmed) {
                break;
            }
            let rerun = self.turned(decision, way, reruns);
            let alignment = rerun.as_ref().map(|rerun| Alignment::new(&self.recorded.recording, rerun));
            for (known, users) in doubts.iter_mut().zip(users) {
                let judge = |a: &Alignment<'_>| users.iter().map(|&u| a.judge_omission(u)).min();
                *known = alignment.as_ref().and_then(judge).unwrap_or(Doubt::Undecided).min(*known);
            }
        }
        doubts
    }
}

/// The omissions of a slice by use and decision, nearest to the start first.
fn omissions(slice: &Graph, origin: Time, first: &[Dependence]) -> Vec<(Time, Time)> {
    let omitted = |d: &&Dependence| d.kind == DependenceKind::Omission;
    let mut found: Vec<(u32, Time, Time)> = first.iter().filter(omitted).map(|d| (0, origin, d.on)).collect();
    for (number, &time) in slice.times().iter().enumerate() {
        let omissions = slice.causes(number).filter(|d| d.kind == DependenceKind::Omission);
        found.extend(omissions.map(|d| (slice.distance(number), time, d.on)));
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
