//! Values that are set on several edges: those of `a && b` and `c ? a : b`.

use whydunit_program::{BlockId, Inst, Slot};

use crate::naming::expression::Reader;

/// Decisions looked at, at most, to find out which edge was taken.
const DEPTH: u32 = 12;

impl<W> Reader<'_, W> {
    /// What a slot is set from, and by which instructions.
    pub(crate) fn sources(&self, slot: Slot) -> impl Iterator<Item = (u32, Slot)> + '_ {
        (0..).zip(&self.function.insts).filter_map(move |(at, inst)| match *inst {
            Inst::Move { dst, a } if dst == slot => Some((at, a)),
            _ => None,
        })
    }

    /// Where a slot that is set on several edges has its value from, if only one of them fits.
    pub(crate) fn taken(&self, slot: Slot) -> Option<(u32, Slot)> {
        let fits =
            |&(at, a): &(u32, Slot)| self.held(a) == self.held(slot) && self.came_by(self.function.block_of(at), DEPTH);
        let mut fitting = self.sources(slot).filter(fits);
        let only = fitting.next();
        only.filter(|_| fitting.next().is_none())
    }

    /// What such a slot stands for: what it was set from; when that is a constant, the test that led to it, as `a` in
    /// `a && b` when it was false.
    pub(crate) fn chosen(&self, slot: Slot) -> Option<Slot> {
        let (at, from) = self.taken(slot)?;
        if (from as usize) >= self.function.constants.len() {
            return Some(from);
        }
        let before = self.only_before(self.function.block_of(at))?;
        match self.function.terminator(before) {
            Inst::Branch { cond, .. } => Some(cond),
            _ => None,
        }
    }

    /// Can the run have come by a block, as far as the tests before it are now?
    fn came_by(&self, block: BlockId, depth: u32) -> bool {
        let (Some(before), Some(depth)) = (self.only_before(block), depth.checked_sub(1)) else { return true };
        let led = match self.function.terminator(before) {
            Inst::Branch { cond, then, other } => (if self.held(cond) == Some(0) { other } else { then }) == block,
            _ => true,
        };
        led && self.came_by(before, depth)
    }

    /// The block that comes before another, if there is only one.
    fn only_before(&self, block: BlockId) -> Option<BlockId> {
        let mut found = (0..self.function.blocks.len() as u32).map(BlockId).filter(|&b| {
            let mut leads = false;
            self.function.successors(b, |to| leads |= to == block);
            leads
        });
        let only = found.next();
        only.filter(|_| found.next().is_none())
    }
}
