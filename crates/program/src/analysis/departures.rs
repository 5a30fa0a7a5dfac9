//! Exits from scopes. `break`, `continue`, `goto` and `return` out of a scope with variables go
//! through the end of that scope. Clang stores the continuation in a local of its own, and a
//! `switch` over that local jumps to it. This `switch` is not a decision of the source; the
//! decisions are those that control the stores.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cfg, Controller, Outcome};
use crate::{BlockId, Function, Inst, LocalId};

/// The local that selects where a block continues, if it is the end of a scope with several exits.
pub fn dispatches(function: &Function, block: BlockId) -> Option<LocalId> {
    let insts = function.block_insts(block);
    let Some(&Inst::Switch { value, .. }) = insts.last() else { return None };
    insts
        .iter()
        .find_map(|inst| match *inst {
            Inst::LoadLocal { dst, local, .. } if dst == value => Some(local),
            _ => None,
        })
        .filter(|local| function.notes_way(*local))
}

/// For each outcome of such blocks: the blocks that stored its value.
#[derive(Clone, Debug, Default)]
pub(super) struct Departures {
    by: BTreeMap<Controller, Vec<BlockId>>,
}

impl Departures {
    pub(super) fn new(function: &Function, cfg: &Cfg) -> Departures {
        let mut by: BTreeMap<Controller, Vec<BlockId>> = BTreeMap::new();
        for block in (0..cfg.exit()).map(BlockId).filter(|&b| cfg.reached(b)) {
            let Some(local) = dispatches(function, block) else { continue };
            for (noting, value) in notes(function, cfg, block, local) {
                let to = value.and_then(|value| target(function, block, value));
                for (at, &way) in cfg.successors(block).iter().enumerate() {
                    if to.is_none_or(|to| to.0 == way) {
                        by.entry(Controller { block, outcome: Outcome(at as u32) }).or_default().push(noting);
                    }
                }
            }
        }
        Departures { by }
    }

    /// The blocks that stored the value for this outcome; none for a decision of the source.
    pub(super) fn of(&self, controller: Controller) -> &[BlockId] {
        self.by.get(&controller).map_or(&[], Vec::as_slice)
    }
}

/// Edges from ends of scopes whose value is never stored inside.
pub(super) fn never_taken(function: &Function, cfg: &Cfg) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for block in (0..cfg.exit()).map(BlockId).filter(|&b| cfg.reached(b)) {
        let Some(local) = dispatches(function, block) else { continue };
        let noted = notes(function, cfg, block, local).into_iter();
        let taken: Option<Vec<BlockId>> = noted.map(|(_, value)| target(function, block, value?)).collect();
        let Some(taken) = taken.filter(|taken| !taken.is_empty()) else { continue };
        found
            .extend(cfg.successors(block).iter().filter(|&&to| !taken.contains(&BlockId(to))).map(|&to| (block.0, to)));
    }
    found
}

/// The target of a `switch` for a value.
fn target(function: &Function, block: BlockId, value: u64) -> Option<BlockId> {
    let Inst::Switch { table, .. } = function.terminator(block) else { return None };
    let table = &function.switches[table as usize];
    Some(table.cases.iter().find(|case| case.0 == value).map_or(table.default, |case| case.1))
}

/// The blocks that may contain the last store to a local before `block` ends, with the value if it
/// is constant. A path through the end of an inner scope is followed only for values that this end
/// lets pass.
fn notes(function: &Function, cfg: &Cfg, block: BlockId, local: LocalId) -> Vec<(BlockId, Option<u64>)> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let mut work: Vec<(BlockId, Vec<(BlockId, BlockId)>)> = vec![(block, Vec::new())];
    while let Some((at, passed)) = work.pop() {
        let written = function.block_insts(at).iter().rev().find_map(|inst| match *inst {
            Inst::StoreLocal { val, local: to, .. } if to == local => Some(val),
            _ => None,
        });
        if let Some(val) = written {
            let value = function.constants.get(val as usize).copied();
            let passes = |value: u64| passed.iter().all(|&(end, to)| target(function, end, value) == Some(to));
            found.extend(value.is_none_or(passes).then_some((at, value)));
            continue;
        }
        for before in cfg.reversed().of(at.0).iter().map(|&b| BlockId(b)) {
            let end = dispatches(function, before) == Some(local);
            if seen.insert((before, at, passed.last().copied())) {
                work.push((before, passed.iter().copied().chain(end.then_some((before, at))).collect()));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
