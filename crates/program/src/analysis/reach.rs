//! Finds the blocks of a function that may define given memory before a point, by a backward search
//! that stops at definitions of exactly those bytes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::accesses::accesses;
use super::alias::bits::Bits;
use super::alias::elements::Element;
use super::modref::{ModRef, Parts, Way};
use super::{Analyses, Bytes, Object, Place, UseSite};
use crate::{BlockId, Function, FunctionId, GlobalId, LocalId};

/// The memory whose definitions are sought.
pub(super) struct Wanted {
    /// Places with their lengths.
    pub(super) places: Vec<(Element, u32)>,
    /// The bits, for a bit-field.
    bits: Option<u64>,
    /// All regions that overlap the places.
    overlapping: Arc<Bits>,
    /// Cached answers by the address of a set: very many instructions share their sets.
    answers: RefCell<HashMap<*const Bits, bool>>,
}

impl Wanted {
    pub(super) fn new(places: Vec<(Element, u32)>, bits: Option<u64>, modref: &ModRef) -> Wanted {
        Wanted { overlapping: modref.overlapping(&places), places, bits, answers: RefCell::default() }
    }

    /// Is the instruction a store to another bit-field, which preserves the wanted bits?
    fn is_kept(&self, function: &Function, inst: u32) -> bool {
        self.bits.is_some_and(|bits| function.field_kept(inst).is_some_and(|kept| kept.changed & bits == 0))
    }

    /// May a block define some of the memory, not counting direct writes to its function's locals?
    pub(super) fn may_be_defined_in(&self, analyses: &Analyses, id: FunctionId, block: u32) -> bool {
        if !self.overlaps_any(analyses.writes(id).parts(block)) {
            return false;
        }
        let function = analyses.function(id);
        let whole = function.blocks[block as usize];
        self.bits.is_none()
            || (whole.first..whole.first + whole.len).filter(|&inst| !self.is_kept(function, inst)).any(|inst| {
                let mut may = false;
                analyses.footprint(id, inst, &mut |way, part| may |= way == Way::Write && self.overlaps(part));
                may
            })
    }

    /// Does a set of regions, owned by the analyses, overlap the places?
    pub(super) fn overlaps(&self, part: &Arc<Bits>) -> bool {
        let mut answers = self.answers.borrow_mut();
        *answers.entry(Arc::as_ptr(part)).or_insert_with(|| part.intersects(&self.overlapping))
    }

    /// Does any of these sets overlap the places?
    pub(super) fn overlaps_any(&self, parts: &Parts) -> bool {
        parts.iter().any(|part| self.overlaps(part))
    }
}

/// The result of a search.
pub(super) struct Reach {
    /// Blocks that may define some of the memory, in order.
    pub(super) defs: Vec<BlockId>,
    /// May a definition from before the function reach the point?
    pub(super) entry: bool,
    /// Per block: is there a path from its start to the point without a certain definition of all
    /// of the memory?
    pub(super) open: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Variable {
    Local(LocalId),
    Global(GlobalId),
}

struct Search<'a> {
    analyses: &'a Analyses,
    id: FunctionId,
    wanted: &'a Wanted,
    /// The variable, when the wanted memory is one range of bytes of one variable. Only then can a
    /// definition certainly overwrite it.
    variable: Option<(Variable, Bytes)>,
    found: Reach,
}

impl Reach {
    pub(super) fn new(analyses: &Analyses, site: UseSite, wanted: &Wanted) -> Reach {
        let open = vec![false; analyses.flow(site.function).cfg.blocks()];
        let found = Reach { defs: Vec::new(), entry: false, open };
        let variable = sole_variable(analyses, site.function, &wanted.places);
        let mut search = Search { analyses, id: site.function, wanted, variable, found };
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
            self.found.open[block.0 as usize] = true;
            self.found.entry |= block == BlockId(0);
            for &pred in flow.cfg.reversed().of(block.0).iter().filter(|&&p| flow.cfg.reached(BlockId(p))) {
                if !std::mem::replace(&mut seen[pred as usize], true) {
                    let block = function.blocks[pred as usize];
                    work.push((BlockId(pred), block.first + block.len));
                }
            }
        }
    }

    /// Searches a block backwards from `end`. Returns whether a definition certainly overwrites all
    /// of the memory.
    fn block(&mut self, block: BlockId, end: u32) -> bool {
        if !self.concerns(block) {
            return false;
        }
        let whole = self.analyses.function(self.id).blocks[block.0 as usize];
        if self.variable.is_none() && self.wanted.bits.is_none() && end == whole.first + whole.len {
            // No definition is certain, so its position in the block is irrelevant.
            self.found.defs.push(block);
            return false;
        }
        for inst in (whole.first..end).rev() {
            let (may, must) = self.defines(inst);
            if may || must {
                self.found.defs.push(block);
            }
            if must {
                return true;
            }
        }
        false
    }

    /// May the block define some of the memory?
    fn concerns(&self, block: BlockId) -> bool {
        let writes = self.analyses.writes(self.id);
        let local = match self.variable {
            Some((Variable::Local(local), bytes)) => writes.touches_local(block.0, local, bytes),
            Some(_) => false,
            None => writes.locals(block.0).iter().any(|&(local, bytes)| self.wants_local(local, bytes)),
        };
        local || self.wanted.overlaps_any(writes.parts(block.0))
    }

    fn wants_local(&self, local: LocalId, bytes: Bytes) -> bool {
        let place = self.analyses.local_place(self.id, local, bytes);
        place.is_some_and(|(e, n)| self.wanted.places.iter().any(|(w, m)| e.overlaps(n, w, *m)))
    }

    /// May an instruction define some of the memory, and does it certainly define all of it?
    fn defines(&self, inst: u32) -> (bool, bool) {
        let (mut may, mut must) = (false, false);
        let (function, addresses) = (self.analyses.function(self.id), self.analyses.addresses(self.id));
        if self.wanted.is_kept(function, inst) {
            return (false, false);
        }
        accesses(self.analyses.program(), function, addresses, inst, |access| {
            let (variable, bytes) = match access.place {
                Place::Local(local, bytes) => (Variable::Local(local), bytes),
                Place::Global(global, bytes) => (Variable::Global(global), bytes),
                Place::Through(..) => return,
            };
            match (self.variable, variable) {
                _ if !access.writes => {}
                (Some((wanted, all)), _) if wanted == variable => {
                    may |= bytes.overlaps(all);
                    must |= access.exact && bytes.covers(all);
                }
                (None, Variable::Local(local)) => may |= self.wants_local(local, bytes),
                _ => {}
            }
        });
        self.analyses.footprint(self.id, inst, &mut |way, part| {
            may |= way == Way::Write && self.wanted.overlaps(part);
        });
        (may, must)
    }
}

/// The single variable that contains the wanted places, if they lie in one.
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
