//! Static summary control dependence: which decisions may keep a definition from reaching a use.
//!
//! A use S depends that way on a decision B when S is not control dependent on B, B controls (through
//! a chain of control dependences, possibly inside a callee or in a caller) a definition T of what S
//! uses, T may reach S, and S can be reached from B both ways. When only one definition can reach
//! S nothing can be omitted.

use std::collections::BTreeSet;

use super::alias::bits::Bits;
use super::alias::elements::Element;
use super::reach::Reach;
use super::{Analyses, BranchId, Place, UseSite, accesses};
use crate::{BlockId, FunctionId, Inst};

/// One question.
pub(super) struct Summary<'a> {
    analyses: &'a Analyses,
    site: UseSite,
    found: BTreeSet<BranchId>,
    /// Callees already looked into.
    inside: BTreeSet<FunctionId>,
    /// Callers' calls already looked back from.
    outside: BTreeSet<UseSite>,
}

impl<'a> Summary<'a> {
    pub(super) fn new(analyses: &'a Analyses, site: UseSite) -> Summary<'a> {
        Summary { analyses, site, found: BTreeSet::new(), inside: BTreeSet::new(), outside: BTreeSet::new() }
    }

    pub(super) fn run(mut self) -> Vec<BranchId> {
        let UseSite { function: id, inst } = self.site;
        if !self.analyses.flow(id).cfg.reached(self.analyses.function(id).block_of(inst)) {
            return Vec::new();
        }
        let local = self.analyses.ssa(id).reaching(inst);
        if local.merged {
            local.defs.iter().for_each(|&def| self.controllers(id, def, inst));
        }
        let wanted = self.wanted();
        if !wanted.is_empty() {
            self.look_back(self.site, &wanted);
        }
        self.found.into_iter().collect()
    }

    /// What the use reads and what is no uncaptured local.
    fn wanted(&self) -> Vec<(Element, u32)> {
        let UseSite { function: id, inst } = self.site;
        let function = self.analyses.function(id);
        let reads = match function.insts[inst as usize] {
            Inst::Call { .. }
            | Inst::Load { .. }
            | Inst::LoadWide { .. }
            | Inst::MemCopy { .. }
            | Inst::VaCopy { .. } => self.analyses.footprint(id, inst).reads,
            _ => Bits::default(),
        };
        let mut wanted: Vec<_> = reads.iter().map(|region| self.analyses.modref().regions.get(region)).collect();
        let addresses = self.analyses.addresses(id);
        accesses(self.analyses.program(), function, addresses, inst, |access| {
            if let (false, Place::Local(local, bytes)) = (access.writes, access.place)
                && addresses.captured(local)
            {
                wanted.extend(self.analyses.local_place(id, local, bytes));
            }
        });
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// Decisions before `site` that may have let the wanted regions be defined otherwise.
    fn look_back(&mut self, site: UseSite, wanted: &[(Element, u32)]) {
        if !self.outside.insert(site) {
            return;
        }
        let reach = Reach::new(self.analyses, site, wanted);
        if reach.defs.len() + usize::from(reach.entry) > 1 || !reach.certain {
            for &def in &reach.defs {
                self.controllers(site.function, def, site.inst);
            }
        }
        for &def in &reach.defs {
            let callees: Vec<FunctionId> = self.analyses.aliasing().callees(site.function, def).collect();
            callees.into_iter().for_each(|callee| self.look_inside(callee, &reach.overlapping));
        }
        if reach.entry {
            let calls = self.analyses.aliasing().calls();
            let callers: Vec<UseSite> = calls
                .iter()
                .filter(|&&(_, callee)| callee == site.function)
                .map(|&((function, inst), _)| UseSite { function, inst })
                .collect();
            for caller in callers {
                let block = self.analyses.function(caller.function).block_of(caller.inst);
                if self.analyses.flow(caller.function).cfg.reached(block) {
                    self.look_back(caller, wanted);
                }
            }
        }
    }

    /// Decisions inside a callee, and inside its callees, that control a definition of the wanted.
    fn look_inside(&mut self, id: FunctionId, overlapping: &Bits) {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if !self.analyses.modref().function(id).writes.intersects(overlapping) || !self.inside.insert(id) {
                continue;
            }
            let (flow, function) = (self.analyses.flow(id), self.analyses.function(id));
            let writes = self.analyses.writes(id);
            for &block in flow.cfg.order().order().iter().filter(|&&b| b != flow.cfg.exit()) {
                if !writes.regions(block).intersects(overlapping) {
                    continue;
                }
                for branch in flow.control.chain(BlockId(block)) {
                    let ways = flow.cfg.successors(branch).iter();
                    let ways = ways.filter(|&&to| to != flow.cfg.exit() && writes.completes(to)).count();
                    if ways > 1 {
                        self.found.insert(BranchId { function: id, block: branch });
                    }
                }
                let last = function.blocks[block as usize];
                work.extend(self.analyses.aliasing().callees(id, last.first + last.len - 1));
            }
        }
    }

    /// Decisions of `function` that control the definition `def` but not the use at `site`, although
    /// the use is reached either way.
    fn controllers(&mut self, function: FunctionId, def: u32, site: u32) {
        let flow = self.analyses.flow(function);
        let body = self.analyses.function(function);
        let (def, site) = (body.block_of(def), body.block_of(site));
        let reaches = flow.cfg.reversed().reachable(&[site.0], |_| false);
        for branch in flow.control.chain(def) {
            let ways = flow.cfg.successors(branch).iter().filter(|&&to| reaches[to as usize]).count();
            if ways > 1 && !flow.control.depends(site, branch) {
                self.found.insert(BranchId { function, block: branch });
            }
        }
    }
}
