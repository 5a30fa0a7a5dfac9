//! Read-only views of a run: frames, bytes of memory.

use whydunit_program::Slot;

use crate::{Machine, Site};

/// A call in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameView {
    /// The current instruction.
    pub site: Site,
    /// Address of its locals.
    pub locals: u64,
    /// 0 for the bottom-most call.
    pub depth: u32,
}

impl<W> Machine<W> {
    /// The calls in progress, innermost first.
    pub fn frames(&self) -> Vec<FrameView> {
        self.each_frame().collect()
    }

    /// The innermost call, without collecting the others: deep recursion has very many.
    pub fn innermost(&self) -> Option<FrameView> {
        self.each_frame().next()
    }

    /// As [`Machine::frames`], lazily.
    pub fn each_frame(&self) -> impl Iterator<Item = FrameView> + '_ {
        let depth = self.core.stack.depth();
        let view = move |(i, f): (usize, &crate::stack::Frame)| FrameView {
            site: Site { function: f.function, inst: f.pc },
            locals: f.locals,
            depth: depth - 1 - i as u32,
        };
        self.core.stack.frames().enumerate().map(view)
    }

    /// The value of a slot of the innermost frame, or none if it is (partly) uninitialised.
    pub fn slot(&self, slot: Slot) -> Option<u64> {
        let undef = self.core.shadow.get(self.core.stack.depth(), slot);
        self.core.stack.slots().get(slot as usize).copied().filter(|_| undef == 0)
    }

    /// The value of a slot of the innermost frame and the mask of its uninitialised bits.
    pub fn slot_bits(&self, slot: Slot) -> (u64, u64) {
        let value = self.core.stack.slots().get(slot as usize).copied().unwrap_or(0);
        (value, self.core.shadow.get(self.core.stack.depth(), slot))
    }

    /// The bytes at an address, `None` for each uninitialised one. `None` as a whole if some are
    /// inaccessible.
    pub fn inspect(&mut self, address: u64, len: usize) -> Option<Vec<Option<u8>>> {
        (0..len as u64)
            .map(|i| {
                let (value, undef) = self.core.memory.read_masked(address.wrapping_add(i), 1).ok()?;
                Some((undef == 0).then_some(value as u8))
            })
            .collect()
    }

    /// One byte and the mask of its uninitialised bits, if it is accessible.
    pub fn inspect_bits(&mut self, address: u64) -> Option<(u8, u8)> {
        let (value, undef) = self.core.memory.read_masked(address, 1).ok()?;
        Some((value as u8, undef as u8))
    }

    /// Pages of memory that this run does not share with another: the cost of a fork.
    pub fn pages_not_shared_with(&self, other: &Self) -> usize {
        self.core.memory.not_shared_with(&other.core.memory)
    }
}
