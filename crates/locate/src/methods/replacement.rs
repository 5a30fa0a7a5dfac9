//! Value replacement: which value, seen at another execution of the same statement, makes the run
//! right when it is put here? (Jeffrey, Gupta, Gupta: Fault localization using value replacement,
//! ISSTA 2008.)

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Change, Observer, Site};
use whydunit_program::{BlockId, FunctionId, Inst, Program};
use whydunit_trace::{SliceKind, Time};

use crate::methods::finding::Finding;
use crate::methods::workspace::{NotRun, Workspace};
use crate::methods::{Method, MethodRef};
use crate::session::Session;

use crate::methods::single_change::{SingleChange, SingleChanges};
use crate::methods::slicing::in_order;

pub(super) const METHODS: &[MethodRef] = &[&ValueReplacement];

struct ValueReplacement;

impl Method for ValueReplacement {
    fn name(&self) -> &'static str {
        "replace"
    }

    fn summary(&self) -> &'static str {
        "puts values seen elsewhere in place of one value at a time until the run passes"
    }

    fn run(&self, session: &mut Session, _: &mut Workspace<'_>, instructions: u64) -> Result<Finding, NotRun> {
        Ok(replace(session, instructions).finding())
    }
}

/// Values remembered per statement.
const REMEMBERED: usize = 256;
/// Values tried per instance.
const TRIED: usize = 8;

/// The values that assignments stored: all by place, and those of some instances.
struct Profile<'a> {
    program: &'a Program,
    function: FunctionId,
    /// Time of the current block's entry minus the index of its first instruction.
    base: u64,
    values: BTreeMap<Site, BTreeSet<i64>>,
    /// The instances whose own values are wanted.
    own: BTreeMap<u64, Option<i64>>,
}

impl Observer for Profile<'_> {
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let first = self.program.function(function).blocks[block.0 as usize].first;
        (self.function, self.base) = (function, time.wrapping_sub(u64::from(first)));
    }

    fn store(&mut self, inst: u32, _addr: u64, bytes: u64, value: u64) {
        if bytes > 8 {
            return;
        }
        // Small negative numbers are small, whatever their width; of unsigned ones only the order of huge ones suffers.
        let unused = 64 - 8 * bytes as u32;
        let value = (value << unused) as i64 >> unused;
        let seen = self.values.entry(Site { function: self.function, inst }).or_default();
        if seen.len() < REMEMBERED {
            seen.insert(value);
        }
        if let Some(own) = self.own.get_mut(&self.base.wrapping_add(u64::from(inst))) {
            *own = Some(value);
        }
    }
}

/// Tries values at every instance of the dynamic slice of the failure, in order of dependence
/// distance, until `instructions` were executed. Decisions are values, too.
pub fn replace(session: &mut Session, instructions: u64) -> SingleChanges {
    let order = in_order(session, SliceKind::Dynamic);
    let program = session.program().clone();
    let mut profile = Profile {
        program: &program,
        function: FunctionId(0),
        base: 0,
        values: BTreeMap::new(),
        own: order.iter().map(|(time, _)| (u64::from(*time), None)).collect(),
    };
    if session.replay(0, u64::from(session.recorded.recording.duration()), &mut profile).is_none() {
        return SingleChanges::default();
    }
    let mut all: Vec<SingleChange> = Vec::new();
    for (time, distance) in order {
        let changes = alternatives(session, &profile, time);
        all.extend(changes.into_iter().map(|change| SingleChange { time, change, distance }));
    }
    SingleChanges::of(session, all, instructions)
}

fn alternatives(session: &Session, profile: &Profile<'_>, time: Time) -> Vec<Change> {
    let Some(position) = session.recorded.recording.position(time) else { return Vec::new() };
    match session.recorded.recording.inst(position) {
        Inst::Branch { .. } | Inst::Switch { .. } => {
            session.recorded.recording.other_outcomes(time).unwrap_or_default()
        }
        Inst::Store { .. } | Inst::StoreLocal { .. } => {
            let own = profile.own.get(&u64::from(time)).copied().flatten();
            let seen = profile.values.get(&position.site());
            own.zip(seen).map_or_else(Vec::new, |(own, seen)| pick(seen, own).into_iter().map(Change::Put).collect())
        }
        _ => Vec::new(),
    }
}

/// The paper's choice when there are many: the smallest and the largest value seen and those next to
/// the original; then others in order.
fn pick(seen: &BTreeSet<i64>, own: i64) -> Vec<u64> {
    let below = seen.range(..own).next_back();
    let above = seen.range(own.saturating_add(1)..).next();
    let order = [seen.first(), seen.last(), below, above].into_iter().flatten().chain(seen);
    let mut taken = BTreeSet::from([own]);
    order.filter(|v| taken.insert(**v)).map(|&v| v as u64).take(TRIED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_and_neighbours_come_first() {
        let seen: BTreeSet<i64> = (-20..20).map(|n| n * 10).collect();
        assert_eq!(pick(&seen, 0)[..4], [-200i64 as u64, 190, -10i64 as u64, 10]);
        assert_eq!(pick(&seen, 0).len(), TRIED);
        assert_eq!(pick(&BTreeSet::from([7]), 7), []);
    }
}
