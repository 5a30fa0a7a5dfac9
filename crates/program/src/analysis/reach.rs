//! Which instructions of a function may define given regions of memory before a point of it: a search
//! backwards that stops at definitions of exactly those bytes.

use super::accesses::accesses;
use super::alias::bits::Bits;
use super::alias::elements::Element;
use super::modref::Look;
use super::{Analyses, Bytes, Object, Place, UseSite};
use crate::{BlockId, FunctionId, GlobalId, Inst, LocalId};

/// What reaches a point.
pub(super) struct Reach {
    /// Instructions that may define some of it, in order.
    pub(super) defs: Vec<u32>,
    /// May it come from before the function?
    pub(super) entry: bool,
    /// Do all of `defs` certainly define all of it?
    pub(super) certain: bool,
    /// All regions that overlap the wanted ones.
    pub(super) overlapping: Bits,
}

struct Search<'a> {
    analyses: &'a Analyses,
    look: Look<'a>,
    id: FunctionId,
    wanted: &'a [(Element, u32)],
    /// When the wanted is one run of bytes of one variable: that variable. Only then can a definition
    /// overwrite it for certain.
    variable: Option<(Variable, Bytes)>,
    found: Reach,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Variable {
    Local(LocalId),
    Global(GlobalId),
}

impl Reach {
    pub(super) fn new(analyses: &Analyses, site: UseSite, wanted: &[(Element, u32)]) -> Reach {
        let overlapping = analyses.modref().regions.overlapping(wanted);
        let found = Reach { defs: Vec::new(), entry: false, certain: true, overlapping };
        let variable = sole_variable(analyses, site.function, wanted);
        let mut search = Search { analyses, look: analyses.look(), id: site.function, wanted, variable, found };
        search.run(site.inst);
        search.found.defs.sort_unstable();
        search.found.defs.dedup();
        search.found
    }
}

impl Search<'_> {
    fn run(&mut self, inst: u32) {
        let (flow, function) = (self.analyses.flow(self.id), self.analyses.function(self.id));
        let mut seen = vec![false; function.blocks.len()];
        let mut work = vec![(function.block_of(inst), inst)];
        while let Some((block, end)) = work.pop() {
            if self.block(block, end) {
                continue;
            }
            self.found.entry |= block == BlockId(0);
            for &pred in flow.cfg.reversed().of(block.0).iter().filter(|&&p| flow.cfg.reached(BlockId(p))) {
                if !std::mem::replace(&mut seen[pred as usize], true) {
                    let block = function.blocks[pred as usize];
                    work.push((BlockId(pred), block.first + block.len));
                }
            }
        }
    }

    /// Goes through a block from `end` backwards; was everything defined for certain?
    fn block(&mut self, block: BlockId, end: u32) -> bool {
        let first = self.analyses.function(self.id).blocks[block.0 as usize].first;
        if !self.concerns(block) {
            return false;
        }
        (first..end).rev().any(|inst| self.defines(inst))
    }

    /// Might the block define any of it at all?
    fn concerns(&self, block: BlockId) -> bool {
        let writes = self.analyses.writes(self.id);
        let local = match self.variable {
            Some((Variable::Local(local), bytes)) => writes.touches_local(block.0, local, bytes),
            _ => writes.has_locals(block.0),
        };
        local || writes.regions(block.0).intersects(&self.found.overlapping)
    }

    /// Notes `inst` if it may define any of the wanted; does it define all of it for certain?
    fn defines(&mut self, inst: u32) -> bool {
        let (mut may, mut must) = (false, false);
        let (function, addresses) = (self.analyses.function(self.id), self.analyses.addresses(self.id));
        accesses(self.analyses.program(), function, addresses, inst, |access| {
            let (variable, bytes) = match access.place {
                Place::Local(local, bytes) => (Variable::Local(local), bytes),
                Place::Global(global, bytes) => (Variable::Global(global), bytes),
                Place::Through(..) => return,
            };
            if !access.writes {
                return;
            }
            match self.variable {
                Some((wanted, all)) if wanted == variable => {
                    may |= bytes.overlaps(all);
                    must |= access.exact && bytes.covers(all);
                }
                None => {
                    if let Variable::Local(local) = variable {
                        let place = self.analyses.local_place(self.id, local, bytes);
                        may |= place.is_some_and(|(e, n)| self.wanted.iter().any(|(w, m)| e.overlaps(n, w, *m)));
                    }
                }
                _ => {}
            }
        });
        if matches!(
            function.insts[inst as usize],
            Inst::Store { .. }
                | Inst::StoreWide { .. }
                | Inst::MemCopy { .. }
                | Inst::MemSet { .. }
                | Inst::VaStart { .. }
                | Inst::VaCopy { .. }
                | Inst::Call { .. }
        ) {
            let writes = self.analyses.modref().inst(&mut self.look, self.id, inst).writes;
            may |= writes.intersects(&self.found.overlapping);
        }
        if may || must {
            self.found.defs.push(inst);
            self.found.certain &= must;
        }
        must
    }
}

/// The one variable that the wanted regions are bytes of, if there is only one.
fn sole_variable(analyses: &Analyses, id: FunctionId, wanted: &[(Element, u32)]) -> Option<(Variable, Bytes)> {
    let &[(place, len)] = wanted else { return None };
    if place.stride != 0 || len == u32::MAX {
        return None;
    }
    let variable = match analyses.aliasing().objects.get(place.object) {
        Object::Local(function, local) if function == id => Variable::Local(local),
        Object::Global(global) => Variable::Global(global),
        _ => return None,
    };
    Some((variable, Bytes::at(u32::try_from(place.first).ok()?, len)))
}
