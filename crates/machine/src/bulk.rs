//! Instructions that move memory in bulk or change the frame: copies, fills, `alloca`, varargs.

use whydunit_program::{Inst, Slot, layout};
use whydunit_terms::TermId;

use crate::constraint::Moment;
use crate::event::fault;
use crate::memory::{ADDRESSABLE, Memory};
use crate::shadow::Shadow;
use crate::stack::Frame;
use crate::symbolic::Symbolic;
use crate::{AccessKind, FailureKind, Halt, Observer, Run, Word, window};

/// The parts of a machine, borrowed separately by the interpreter loop.
pub(crate) struct Parts<'a> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) frame: &'a mut Frame,
    pub(crate) slots: &'a mut [u64],
    pub(crate) shadow: &'a Shadow,
    pub(crate) symbolic: &'a mut Option<Box<Symbolic>>,
    pub(crate) depth: u32,
    pub(crate) at: Moment,
    pub(crate) stack_limit: u64,
}

impl Parts<'_> {
    /// Executes a bulk instruction; the frame's `pc` is at it.
    #[inline(never)]
    pub(crate) fn execute<O: Observer>(&mut self, inst: &Inst, observer: &mut O) -> Run<()> {
        let pc = self.frame.pc;
        match *inst {
            Inst::MemCopy { may_overlap, dst, src, len } => {
                self.fits(len, &[dst, src]);
                self.defined(&[dst, src, len])?;
                let (dst, src, len) = (self.slot(dst), self.slot(src), self.slot(len));
                if !may_overlap && dst != src && dst < src.wrapping_add(len) && src < dst.wrapping_add(len) {
                    return Err(Halt::Failed(FailureKind::Overlap));
                }
                copy(self.memory, dst, src, len)?;
                observer.copy(pc, dst, src, len);
            }
            Inst::MemSet { dst, val, len } => {
                self.fits(len, &[dst]);
                self.defined(&[dst, len])?;
                let (dst, byte, len) = (self.slot(dst), self.word(val), self.slot(len));
                fill(self.memory, self.symbolic, dst, byte, len)?;
                observer.store(pc, dst, len, (byte.bits & 0xff) * 0x0101_0101_0101_0101);
            }
            Inst::DynAlloca { dst, size, align } => {
                self.defined(&[size])?;
                let at = self.alloca(self.slot(size), u64::from(align).max(16))?;
                observer.fresh(at, self.slot(size));
                self.slots[dst as usize] = at;
            }
            Inst::StackSave { dst } => self.slots[dst as usize] = self.frame.low,
            Inst::StackRestore { a } => {
                self.defined(&[a])?;
                let low = self.slot(a);
                if low >= self.frame.low && low <= self.frame.locals {
                    self.memory.set_state(self.frame.low, low - self.frame.low, 0);
                    self.frame.low = low;
                }
            }
            Inst::VaStart { list } => {
                self.defined(&[list])?;
                self.va_start(self.slot(list), observer)?;
            }
            Inst::VaCopy { dst, src } => {
                self.defined(&[dst, src])?;
                let (dst, src) = (self.slot(dst), self.slot(src));
                copy(self.memory, dst, src, 24)?;
                observer.copy(pc, dst, src, 24);
            }
            _ => {}
        }
        Ok(())
    }

    fn slot(&self, slot: Slot) -> u64 {
        self.slots[slot as usize]
    }

    fn word(&self, slot: Slot) -> Word {
        self.shadow.word(self.depth, slot, self.slots)
    }

    /// Constrains a symbolic length to fit the blocks.
    fn fits(&mut self, len: Slot, blocks: &[Slot]) {
        let len = self.word(len);
        for &block in blocks {
            if let Some(symbolic) = self.symbolic.as_deref_mut().filter(|_| len.term != 0)
                && let Some(room) = self.memory.room_at(self.slots[block as usize])
            {
                symbolic.check_length(len, room, self.at);
            }
        }
    }

    /// Fails if an address or a size is uninitialised, and makes them concrete.
    fn defined(&mut self, slots: &[Slot]) -> Run<()> {
        for &slot in slots {
            let word = self.word(slot);
            if word.undef != 0 {
                return Err(Halt::Failed(FailureKind::UninitialisedAddress));
            }
            if let Some(symbolic) = self.symbolic {
                symbolic.pin(word, "address or size of a block of memory", self.at);
            }
        }
        Ok(())
    }

    fn alloca(&mut self, size: u64, align: u64) -> Run<u64> {
        let gap = layout::gap_after(size);
        let needed = size.saturating_add(gap).saturating_add(align);
        if needed > self.stack_limit || layout::STACK_TOP - self.frame.low + needed > self.stack_limit {
            return Err(Halt::Failed(FailureKind::StackOverflow));
        }
        let at = (self.frame.low - size - gap) & !(align - 1);
        self.memory.set_state(at, self.frame.low - at, 0);
        self.memory.set_state(at, size, ADDRESSABLE);
        // The bytes below the object must stay inaccessible too: the next frame begins there.
        self.frame.low = at - 16;
        Ok(at)
    }

    /// Fills in the 24 bytes of a `va_list`.
    fn va_start<O: Observer>(&mut self, at: u64, observer: &mut O) -> Run<()> {
        let fields = [
            (at, 4, u64::from(self.frame.named[0])),
            (at.wrapping_add(4), 4, u64::from(self.frame.named[1])),
            (at.wrapping_add(8), 8, self.frame.overflow),
            (at.wrapping_add(16), 8, self.frame.varargs),
        ];
        for (addr, bytes, value) in fields {
            let done = self.memory.write(addr, bytes, value, 0);
            done.map_err(|_| fault(AccessKind::Write, addr, u64::from(bytes)))?;
            observer.store(self.frame.pc, addr, u64::from(bytes), value);
        }
        Ok(())
    }
}

/// `memmove` with checks.
pub(crate) fn copy(memory: &mut Memory, dst: u64, src: u64, len: u64) -> Run<()> {
    if len == 0 {
        return Ok(());
    }
    memory.readable(src, len).map_err(|_| fault(AccessKind::Read, src, len))?;
    memory.writable(dst, len).map_err(|_| fault(AccessKind::Write, dst, len))?;
    memory.copy(dst, src, len);
    Ok(())
}

/// `memset` with checks.
pub(crate) fn fill(
    memory: &mut Memory,
    symbolic: &mut Option<Box<Symbolic>>,
    dst: u64,
    byte: Word,
    len: u64,
) -> Run<()> {
    if len == 0 {
        return Ok(());
    }
    memory.writable(dst, len).map_err(|_| fault(AccessKind::Write, dst, len))?;
    memory.fill(dst, byte.bits as u8, byte.undef as u8, len);
    if let Some((symbolic, term)) = symbolic.as_deref_mut().zip(TermId::from_raw(byte.term))
        && byte.undef == 0
    {
        (0..len).for_each(|i| window::put_term(symbolic, memory, dst + i, 1, term));
    }
    Ok(())
}
