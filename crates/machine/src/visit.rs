//! The program as a model sees it while one call is served.

use whydunit_program::{BinOp, CastOp};

use crate::execute::fault;
use crate::machine::Core;
use crate::memory::{ADDRESSABLE, DEFINED, Trouble};
use crate::ops::{cut, mask};
use crate::plan::Plan;
use crate::{
    AccessKind, Arg, Channel, FailureKind, Guest, Halt, Observer, OutByte, Run, Word, bulk, float, ops, shadow,
};

/// One visit of the world: the machine's parts a model may touch.
pub(crate) struct Visit<'a, O> {
    pub(crate) core: &'a mut Core,
    pub(crate) plan: &'a Plan,
    pub(crate) observer: &'a mut O,
    pub(crate) args: Vec<Arg>,
    pub(crate) name: &'a str,
    /// The call instruction.
    pub(crate) inst: u32,
    pub(crate) time: u64,
}

impl<O: Observer> Visit<'_, O> {
    fn address(&self, addr: Word) -> Run<u64> {
        if addr.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedAddress));
        }
        Ok(addr.bits)
    }
}

impl<O: Observer> Guest for Visit<'_, O> {
    fn args(&self) -> &[Arg] {
        &self.args
    }

    fn load(&mut self, addr: Word, bytes: u8) -> Run<Word> {
        let at = self.address(addr)?;
        let quick = match bytes {
            1 => self.core.memory.load::<1>(at),
            4 => self.core.memory.load::<4>(at),
            8 => self.core.memory.load::<8>(at),
            _ => None,
        };
        let word = match quick {
            Some(bits) => Word::new(bits),
            None => {
                let read = match self.core.memory.read(at, bytes) {
                    Ok(bits) => Ok((bits, 0)),
                    Err(Trouble::Undefined) => self.core.memory.read_masked(at, bytes),
                    Err(other) => Err(other),
                };
                let (bits, undef) = read.map_err(|_| fault(AccessKind::Read, at, u64::from(bytes)))?;
                Word { bits, undef, term: 0 }
            }
        };
        self.observer.load(self.inst, at, u64::from(bytes));
        Ok(word)
    }

    fn store(&mut self, addr: Word, bytes: u8, value: Word) -> Run<()> {
        let at = self.address(addr)?;
        let bits = cut(8 * bytes, value.bits);
        let done = self.core.memory.write(at, bytes, bits, value.undef);
        done.map_err(|_| fault(AccessKind::Write, at, u64::from(bytes)))?;
        self.observer.store(self.inst, at, u64::from(bytes), bits);
        Ok(())
    }

    fn copy(&mut self, dst: Word, src: Word, len: u64) -> Run<()> {
        let (dst, src) = (self.address(dst)?, self.address(src)?);
        bulk::copy(&mut self.core.memory, dst, src, len)?;
        self.observer.copy(self.inst, dst, src, len);
        Ok(())
    }

    fn fill(&mut self, dst: Word, byte: Word, len: u64) -> Run<()> {
        let dst = self.address(dst)?;
        bulk::fill(&mut self.core.memory, dst, byte.bits as u8, byte.undef as u8, len)?;
        self.observer.store(self.inst, dst, len, (byte.bits & 0xff) * 0x0101_0101_0101_0101);
        Ok(())
    }

    fn read_bytes(&mut self, addr: Word, out: &mut [u8], undef_ok: bool) -> Run<()> {
        let at = self.address(addr)?;
        let len = out.len() as u64;
        self.core.memory.readable(at, len).map_err(|_| fault(AccessKind::Read, at, len))?;
        if !undef_ok && self.core.memory.first_undefined(at, len).is_some() {
            return Err(Halt::Failed(FailureKind::UninitialisedBranch));
        }
        self.core.memory.peek_bytes(at, out);
        self.observer.load(self.inst, at, len);
        Ok(())
    }

    fn peek(&mut self, addr: Word, out: &mut [u8]) -> usize {
        if addr.undef != 0 {
            return 0;
        }
        let got = self.core.memory.defined_run(addr.bits, out.len() as u64) as usize;
        self.core.memory.peek_bytes(addr.bits, &mut out[..got]);
        got
    }

    fn write_bytes(&mut self, addr: Word, bytes: &[u8]) -> Run<()> {
        let at = self.address(addr)?;
        let len = bytes.len() as u64;
        self.core.memory.writable(at, len).map_err(|_| fault(AccessKind::Write, at, len))?;
        self.core.memory.put_bytes(at, bytes);
        let mut first = [0; 8];
        let count = bytes.len().min(8);
        first[..count].copy_from_slice(&bytes[..count]);
        self.observer.store(self.inst, at, len, u64::from_le_bytes(first));
        Ok(())
    }

    fn bin(&mut self, op: BinOp, w: u8, a: Word, b: Word) -> Word {
        let bits = ops::bin(op, w, a.bits, b.bits).unwrap_or(0);
        let undef = if a.undef | b.undef == 0 { 0 } else { shadow::bin(op, w, (a.bits, a.undef), (b.bits, b.undef)) };
        Word { bits, undef, term: 0 }
    }

    fn cast(&mut self, op: CastOp, from: u8, to: u8, a: Word) -> Word {
        let bits = match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => ops::int_cast(op, from, to, u128::from(a.bits)) as u64,
            _ => float::cast(op, from, to, [a.bits, 0])[0],
        };
        let undef = match (op, a.undef) {
            (_, 0) => 0,
            (CastOp::Trunc | CastOp::ZExt, undef) => cut(to, undef),
            (CastOp::SExt, undef) => cut(to, ops::signed(from, undef) as u64),
            _ => mask(to),
        };
        Word { bits, undef, term: 0 }
    }

    fn select(&mut self, cond: Word, a: Word, b: Word) -> Word {
        let chosen = if cond.bits & 1 != 0 { a } else { b };
        if cond.undef != 0 { Word { undef: u64::MAX, ..chosen } } else { chosen }
    }

    fn decide(&mut self, cond: Word) -> Run<bool> {
        if cond.undef & 1 != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedBranch));
        }
        Ok(cond.bits & 1 != 0)
    }

    fn pin(&mut self, word: Word, _why: &'static str) -> Run<u64> {
        if word.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedBranch));
        }
        Ok(word.bits)
    }

    fn emit(&mut self, channel: Channel, offset: u64, bytes: &[OutByte]) -> Run<()> {
        let shown = matches!(channel, Channel::Stdout | Channel::Stderr);
        if shown && bytes.iter().any(|b| b.word.undef != 0) {
            return Err(Halt::Failed(FailureKind::UninitialisedOutput));
        }
        self.observer.emit(self.inst, channel, offset, bytes);
        Ok(())
    }

    fn consume(&mut self, channel: Channel, offset: u64, bytes: &[u8], out: &mut Vec<Word>) {
        self.observer.consume(self.inst, channel, offset, bytes);
        out.extend(bytes.iter().map(|&b| Word::from(b)));
    }

    fn allocate(&mut self, size: u64, align: u64) -> Run<u64> {
        let core = &mut *self.core;
        core.check_memory()?;
        let Some(addr) = core.heap.allocate(&mut core.memory, size, align, self.time) else { return Ok(0) };
        self.observer.fresh(addr, size);
        self.observer.heap(self.inst, addr, Some(size));
        Ok(addr)
    }

    fn release(&mut self, addr: u64) -> Run<()> {
        let core = &mut *self.core;
        core.heap.release(&mut core.memory, addr, self.time).map_err(Halt::Failed)?;
        self.observer.heap(self.inst, addr, None);
        Ok(())
    }

    fn allocated_size(&mut self, addr: u64) -> Run<u64> {
        let core = &mut *self.core;
        core.heap.live_object(&mut core.memory, addr).map(|note| note.size).map_err(Halt::Failed)
    }

    fn reserve(&mut self, size: u64, align: u64) -> u64 {
        let at = self.core.reserved.next_multiple_of(align.max(16));
        self.core.reserved = at + size + 32;
        self.core.memory.set_state(at, size, ADDRESSABLE | DEFINED);
        at
    }

    fn global(&self, name: &str) -> Option<(u64, u64)> {
        self.plan.globals.get(name).copied()
    }

    fn callee(&self) -> &str {
        self.name
    }

    fn steps(&self) -> u64 {
        self.time
    }
}
