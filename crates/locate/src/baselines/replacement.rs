//! Value replacement: which value, seen at another execution of the same statement, makes the run
//! right when it is put here? (Jeffrey, Gupta, Gupta: Fault localization using value replacement,
//! ISSTA 2008.)

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Alteration, Change, Observer, Site};
use whydunit_program::{BlockId, FunctionId, Inst};
use whydunit_trace::SliceKind;

use crate::ranking::{Ranking, line_at};
use crate::session::Session;
use crate::trial::Trial;
use crate::verdict::Verdict;

use super::slicing::in_order;
use super::switching::changes;

/// Values remembered per statement.
const REMEMBERED: usize = 256;
/// Values tried per instance.
const TRIED: usize = 8;

/// A value that makes the run right: the papers' interesting value mapping pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The instance.
    pub time: u32,
    /// What is put there.
    pub change: Change,
    /// Fewest dependences from the failure.
    pub distance: u32,
}

/// What value replacement found.
#[derive(Clone, Debug, Default)]
pub struct Replacements {
    /// The replacements that made the run right, nearest to the failure first.
    pub found: Vec<Replacement>,
    /// Instances with something to try.
    pub instances: usize,
    /// How many of them were tried; fewer than all when the budget of reruns was used up.
    pub tried: usize,
    /// Reruns made.
    pub reruns: u64,
}

impl Replacements {
    /// Lines with a replacement; with one failing run all of them are equally suspicious in the paper,
    /// here the nearer to the failure comes first.
    pub fn ranking(&self, session: &Session) -> Ranking {
        Ranking::ordered(self.found.iter().filter_map(|r| line_at(&session.recorded.recording, r.time)))
    }
}

/// The values that assignments stored, by place.
#[derive(Default)]
struct Profile {
    function: u32,
    values: BTreeMap<Site, BTreeSet<u64>>,
}

impl Observer for Profile {
    fn block(&mut self, function: FunctionId, _block: BlockId, _time: u64) {
        self.function = function.0;
    }

    fn store(&mut self, inst: u32, _addr: u64, bytes: u64, value: u64) {
        if bytes > 8 {
            return;
        }
        let seen = self.values.entry(Site { function: FunctionId(self.function), inst }).or_default();
        if seen.len() < REMEMBERED {
            seen.insert(value & (u64::MAX >> (64 - 8 * bytes)));
        }
    }
}

/// Tries values at every instance of the dynamic slice of the failure, in order of dependence
/// distance, with at most `reruns` reruns. Decisions are values, too.
pub fn replace(session: &mut Session, reruns: u64) -> Replacements {
    let mut profile = Profile::default();
    // What the run does, once more, watched; it was recorded, so it can be run.
    let _ = session.recorded.ladder.before(0).run(&mut profile);
    let mut found = Replacements::default();
    let mut full = false;
    for (time, distance) in in_order(session, SliceKind::Dynamic) {
        let changes = alternatives(session, &profile, time);
        if changes.is_empty() {
            continue;
        }
        found.instances += 1;
        full |= found.reruns + changes.len() as u64 > reruns;
        if full {
            continue;
        }
        found.tried += 1;
        for change in changes {
            found.reruns += 1;
            if session.rerun(&Trial::of(Alteration { time: u64::from(time), change })) == Verdict::Passed {
                found.found.push(Replacement { time, change, distance });
                break;
            }
        }
    }
    found
}

fn alternatives(session: &mut Session, profile: &Profile, time: u32) -> Vec<Change> {
    let Some(position) = session.recorded.recording.position(time) else { return Vec::new() };
    let (value, bytes) = match session.recorded.recording.inst(position) {
        Inst::Store { val, bytes, .. } | Inst::StoreLocal { val, bytes, .. } => (val, bytes),
        Inst::Branch { .. } | Inst::Switch { .. } => return changes(session, time),
        _ => return Vec::new(),
    };
    let Some(seen) = profile.values.get(&position.site()).filter(|s| s.len() > 1) else { return Vec::new() };
    let own = session.recorded.ladder.at(u64::from(time)).ok().and_then(|m| m.slot(value)).unwrap_or(0);
    pick(seen, own & (u64::MAX >> (64 - 8 * u32::from(bytes)))).into_iter().map(Change::Put).collect()
}

/// The paper's choice when there are many: the smallest and the largest value seen and those next to
/// the original; then others in order.
fn pick(seen: &BTreeSet<u64>, own: u64) -> Vec<u64> {
    let below = seen.range(..own).next_back();
    let above = seen.range(own.saturating_add(1)..).next();
    let order = [seen.first(), seen.last(), below, above].into_iter().flatten().chain(seen);
    let mut taken = BTreeSet::from([own]);
    order.filter(|v| taken.insert(**v)).copied().take(TRIED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_and_neighbours_come_first() {
        let seen: BTreeSet<u64> = (0..40).map(|n| n * 10).collect();
        assert_eq!(pick(&seen, 200)[..4], [0, 390, 190, 210]);
        assert_eq!(pick(&seen, 200).len(), TRIED);
        assert_eq!(pick(&BTreeSet::from([7]), 7), []);
    }
}
