//! Verification of omissions: a rerun with the decision flipped. If the use has the same definitions in it, the
//! omission is refuted.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_trace::{Alignment, Dependence, DependenceKind, Dependences, Doubt, Graph, SliceKind, Time};

use crate::inquiry::Inquiry;
use crate::inquiry::flipped_rerun::Reruns;

/// The verification of the omissions of a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// With the decision flipped, the use has another definition.
    pub confirmed: usize,
    /// It has the same definition: these omissions are not in the slice.
    pub refuted: usize,
    /// The use was not executed in the rerun, or the rerun was not possible.
    pub undecided: usize,
    /// Not tested, because of the limits.
    pub untested: usize,
    /// Reruns made.
    pub reruns: usize,
}

/// Upper bounds of the reruns and of their instructions.
const MAX_RERUNS: usize = 256;
const MAX_RERUN_INSTRUCTIONS: u64 = 1_000_000_000;

/// Tested omissions, by use and decision.
type Judged = BTreeMap<(Time, Time), Doubt>;

impl Inquiry {
    /// The relevant slice of `origins`, given their dependences, without the omissions that reruns refute.
    pub(crate) fn verified_slice(&mut self, origins: &[Time], first: &mut Vec<Dependence>) -> (Graph, Verification) {
        // The dependences of all origins are merged, so the last origin represents all.
        let origin = origins.last().copied().unwrap_or_default();
        let (mut judged, mut reruns): (Judged, Reruns) =
            (BTreeMap::new(), Reruns::up_to(MAX_RERUNS, MAX_RERUN_INSTRUCTIONS));
        // A refuted omission removes others, which then need no test. Finding these takes another slice, so the number
        // of tests per slice is doubled each time.
        let mut at_once = 1;
        loop {
            let refuted = |judged: &Judged, used: Time, on: Time| judged.get(&(used, on)) == Some(&Doubt::Refuted);
            first.retain(|d| d.kind != DependenceKind::Omission || !refuted(&judged, origin, d.on));
            let dependences = Dependences::with_omissions(&self.recorded.recording, &self.analyses);
            let kept = |used: Time, on: Time| !refuted(&judged, used, on);
            let more = |progress| self.should_continue(progress);
            let slice = Graph::backward(dependences, first, SliceKind::Relevant, kept, more);
            let open: Vec<(Time, Time)> =
                omissions(&slice, origin, first).into_iter().filter(|o| !judged.contains_key(o)).collect();
            if open.is_empty() || reruns.are_spent() || self.monitor.is_cancelled() {
                return (slice, summary(&judged, open.len(), reruns.made));
            }
            drop(slice);
            let mut seen = BTreeSet::new();
            let decisions = open.iter().map(|o| o.1).filter(|&decision| seen.insert(decision)).take(at_once);
            for decision in decisions {
                if reruns.are_spent() || self.monitor.is_cancelled() {
                    break;
                }
                self.monitor.report(|| format!("reversing decisions, {} reruns", reruns.made));
                let uses: Vec<Time> = open.iter().filter(|o| o.1 == decision).map(|o| o.0).collect();
                let user = |at: usize| if uses[at] == origin { origins } else { &uses[at..=at] };
                let users: Vec<&[Time]> = (0..uses.len()).map(user).collect();
                let doubts = self.doubts(decision, &users, &mut reruns);
                judged.extend(uses.iter().map(|&used| (used, decision)).zip(doubts));
            }
            at_once *= 2;
        }
    }

    /// Is the omission of a decision confirmed for each of the uses? One of its other outcomes is enough to confirm it;
    /// all of them are needed to refute it.
    fn doubts(&mut self, decision: Time, users: &[&[Time]], reruns: &mut Reruns) -> Vec<Doubt> {
        let ways = self.recorded.recording.other_outcomes(decision).unwrap_or_default();
        let start = if ways.is_empty() { Doubt::Undecided } else { Doubt::Refuted };
        let mut doubts = vec![start; users.len()];
        for way in ways {
            if doubts.iter().all(|d| *d == Doubt::Confirmed) {
                break;
            }
            let rerun = self.rerun_flipped(decision, way, reruns);
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
