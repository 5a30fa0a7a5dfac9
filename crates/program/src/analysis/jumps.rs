//! Potential jumps: a call that may be left by `longjmp` decides between continuing and returning
//! from a `setjmp`. The definitions made there, or no longer made here, depend on the decisions
//! inside the call that lead to the jump.

use std::collections::BTreeSet;

use super::{Analyses, BranchId, UseSite};
use crate::{BlockId, Function, FunctionId, Inst};

/// The decisions about jumps that concern a use.
#[derive(Debug, Default)]
pub(super) struct Jumping {
    /// Decisions inside calls.
    pub(super) branches: BTreeSet<BranchId>,
    /// The blocks after `setjmp` to which they may lead.
    pub(super) landings: BTreeSet<BranchId>,
    /// Callees already visited.
    inside: BTreeSet<FunctionId>,
}

impl Jumping {
    /// Adds the decisions about jumps back into a function that control definitions in its blocks
    /// `defs`. These definitions reach `site` or, without a site, the end of the function.
    pub(super) fn add(&mut self, analyses: &Analyses, id: FunctionId, defs: &[BlockId], site: Option<UseSite>) {
        let (function, flow, returns) = (analyses.function(id), analyses.flow(id), analyses.returns());
        let landings = returns.set_again(function);
        if landings.is_empty() {
            return;
        }
        let mut calls = flow.control.controllers_of(defs);
        calls.retain(|&call| {
            // A call that always jumps decides nothing.
            let goes_on = flow.cfg.successors(call).iter().any(|&to| !landings.contains(&BlockId(to)));
            returns.may_jump_at(function, call)
                && goes_on
                && !returns.never_returns_at(function, call)
                && concerns(analyses, id, call, &landings, defs, site)
        });
        for call in calls {
            self.landings.extend(landings.iter().map(|&block| BranchId { function: id, block }));
            self.look_inside(analyses, analyses.aliasing().callees(id, function.last_of(call)).collect());
        }
    }

    /// Adds the decisions inside callees, transitively, that can lead to a jump by one outcome and
    /// to a return by another.
    fn look_inside(&mut self, analyses: &Analyses, mut work: Vec<FunctionId>) {
        let returns = analyses.returns();
        while let Some(id) = work.pop() {
            if !returns.may_jump(id) || !self.inside.insert(id) {
                continue;
            }
            let (function, flow) = (analyses.function(id), analyses.flow(id));
            let reached: Vec<BlockId> = (0..flow.cfg.exit()).map(BlockId).filter(|&b| flow.cfg.reached(b)).collect();
            let jumps: Vec<BlockId> = reached.iter().copied().filter(|&b| returns.may_jump_at(function, b)).collect();
            let ends = reached.iter().filter(|&&b| matches!(function.terminator(b), Inst::Return { .. }));
            let returning = flow.cfg.reversed().reachable(&ends.map(|b| b.0).collect::<Vec<u32>>(), |_| false);
            let jumping = flow.cfg.reversed().reachable(&jumps.iter().map(|b| b.0).collect::<Vec<u32>>(), |_| false);
            for block in flow.control.chain_of(&jumps) {
                let ways = flow.cfg.successors(block);
                let returns_instead = |to: u32| ways.iter().any(|&other| other != to && returning[other as usize]);
                if ways.iter().any(|&to| jumping[to as usize] && returns_instead(to)) {
                    self.branches.insert(BranchId { function: id, block });
                }
            }
            work.extend(jumps.iter().flat_map(|&b| analyses.aliasing().callees(id, function.last_of(b))));
        }
    }
}

/// After a jump out of a call, can one of the definitions or the use be reached without executing
/// that call again? If not, the jump has no effect that the repeated call would not have.
fn concerns(
    analyses: &Analyses,
    id: FunctionId,
    call: BlockId,
    landings: &[BlockId],
    defs: &[BlockId],
    site: Option<UseSite>,
) -> bool {
    let (function, cfg) = (analyses.function(id), &analyses.flow(id).cfg);
    let starts: Vec<u32> = landings.iter().map(|b| b.0).collect();
    let met = cfg.edges().reachable(&starts, |block| block == call.0);
    let Some(site) = site else { return true };
    let used = met[function.block_of(site.inst).0 as usize] && site.inst != function.last_of(call);
    used || defs.iter().any(|&def| met[def.0 as usize] && (def != call || stores(function, call)))
}

/// Does the block itself store a value?
fn stores(function: &Function, block: BlockId) -> bool {
    let store = |inst: &Inst| {
        matches!(
            inst,
            Inst::Store { .. }
                | Inst::StoreWide { .. }
                | Inst::StoreLocal { .. }
                | Inst::MemSet { .. }
                | Inst::MemCopy { .. }
        )
    };
    function.block_insts(block).iter().any(store)
}
