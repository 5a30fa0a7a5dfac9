//! The origin of values that are set on several control flow edges: those of `a && b` and `c ? a : b`.

use whydunit_program::{BlockId, Inst, Slot};

use crate::naming::expression::Reader;

/// Limit on the decisions that are followed back to find the edge taken.
const DEPTH: u32 = 12;

impl<W> Reader<'_, W> {
    /// The moves that set a slot: instruction and source slot.
    pub(crate) fn sources(&self, slot: Slot) -> impl Iterator<Item = (u32, Slot)> + '_ {
        (0..).zip(&self.function.insts).filter_map(move |(at, inst)| match *inst {
            Inst::Move { dst, a } if dst == slot => Some((at, a)),
            _ => None,
        })
    }

    /// The move that gave a slot its value, if exactly one is consistent with the current values.
    pub(crate) fn taken(&self, slot: Slot) -> Option<(u32, Slot)> {
        let fits = |&(at, a): &(u32, Slot)| {
            self.held(a) == self.held(slot) && self.may_pass(self.function.block_of(at), DEPTH)
        };
        let mut fitting = self.sources(slot).filter(fits);
        let only = fitting.next();
        only.filter(|_| fitting.next().is_none())
    }

    /// The slot that explains the value of a slot set on several edges: the source of its move, or, if that is
    /// constant, the test that led to the move, such as `a` in `a && b` when it was false.
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

    /// Can control have passed through a block, judging by the current values of the tests before it?
    fn may_pass(&self, block: BlockId, depth: u32) -> bool {
        let (Some(before), Some(depth)) = (self.only_before(block), depth.checked_sub(1)) else { return true };
        let took_edge = match self.function.terminator(before) {
            Inst::Branch { cond, then, other } => (if self.held(cond) == Some(0) { other } else { then }) == block,
            _ => true,
        };
        took_edge && self.may_pass(before, depth)
    }

    /// The only predecessor of a block.
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
