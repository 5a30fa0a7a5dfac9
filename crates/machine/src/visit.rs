//! The program as a model sees it during one call.

use whydunit_program::{BinOp, CastOp};
use whydunit_terms::TermId;

use crate::access::Access;
use crate::constraint::{ConstraintKind, Moment};
use crate::event::fault;
use crate::machine::Core;
use crate::memory::{ADDRESSABLE, DEFINED};
use crate::ops::{cut, mask};
use crate::plan::Plan;
use crate::symbolic::Symbolic;
use crate::{
    AccessKind, Arg, Channel, FailureKind, Guest, Halt, Numeral, Observer, OutByte, Run, Word, bulk, float, ops, shadow,
};

/// The parts of the machine that a model may touch during one call.
pub(crate) struct Visit<'a, O> {
    pub(crate) core: &'a mut Core,
    pub(crate) plan: &'a Plan,
    pub(crate) observer: &'a mut O,
    pub(crate) args: Vec<Arg>,
    pub(crate) name: &'a str,
    /// The call.
    pub(crate) at: Moment,
}

impl<O: Observer> Visit<'_, O> {
    /// Makes an address concrete.
    fn address(&mut self, addr: Word) -> Run<u64> {
        if addr.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedAddress));
        }
        self.pin_term(addr, "address");
        Ok(addr.bits)
    }

    fn pin_term(&mut self, word: Word, why: &'static str) {
        if let Some(symbolic) = &mut self.core.symbolic {
            symbolic.pin(word, why, self.at);
        }
    }

    fn access(&mut self) -> Access<'_> {
        Access { memory: &mut self.core.memory, symbolic: &mut self.core.symbolic, at: self.at }
    }

    /// The symbolic side, when one of the words has a term.
    fn symbolic(&mut self, words: &[Word]) -> Option<&mut Symbolic> {
        if words.iter().all(|w| w.term == 0) {
            return None;
        }
        self.core.symbolic.as_deref_mut()
    }
}

impl<O: Observer> Guest for Visit<'_, O> {
    fn args(&self) -> &[Arg] {
        &self.args
    }

    fn load(&mut self, addr: Word, bytes: u8) -> Run<Word> {
        let quick = match bytes {
            _ if !addr.is_plain() => None,
            1 => self.core.memory.load::<1>(addr.bits),
            4 => self.core.memory.load::<4>(addr.bits),
            8 => self.core.memory.load::<8>(addr.bits),
            _ => None,
        };
        let word = match quick {
            Some(bits) => Word::new(bits),
            None => self.access().load(addr, bytes)?,
        };
        self.observer.load(self.at.site.inst, addr.bits, u64::from(bytes));
        Ok(word)
    }

    fn store(&mut self, addr: Word, bytes: u8, value: Word) -> Run<()> {
        let value = Word { bits: cut(8 * bytes, value.bits), ..value };
        self.access().store(addr, bytes, value)?;
        self.observer.store(self.at.site.inst, addr.bits, u64::from(bytes), value.bits);
        Ok(())
    }

    fn copy(&mut self, dst: Word, src: Word, len: u64) -> Run<()> {
        let (dst, src) = (self.address(dst)?, self.address(src)?);
        bulk::copy(&mut self.core.memory, dst, src, len)?;
        self.observer.copy(self.at.site.inst, dst, src, len);
        Ok(())
    }

    fn fill(&mut self, dst: Word, byte: Word, len: u64) -> Run<()> {
        let dst = self.address(dst)?;
        bulk::fill(&mut self.core.memory, &mut self.core.symbolic, dst, byte, len)?;
        self.observer.store(self.at.site.inst, dst, len, (byte.bits & 0xff) * 0x0101_0101_0101_0101);
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
        if self.core.memory.has_terms(at, len) {
            for i in 0..len {
                let byte = self.access().load(Word::new(at + i), 1)?;
                self.pin_term(byte, "bytes read in bulk");
            }
        }
        self.observer.load(self.at.site.inst, at, len);
        Ok(())
    }

    fn peek(&mut self, addr: Word, out: &mut [u8]) -> usize {
        if !addr.is_plain() {
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
        self.observer.store(self.at.site.inst, at, len, u64::from_le_bytes(first));
        Ok(())
    }

    fn bin(&mut self, op: BinOp, w: u8, a: Word, b: Word) -> Word {
        let bits = ops::bin(op, w, a.bits, b.bits).unwrap_or(0);
        let undef = if a.undef | b.undef == 0 { 0 } else { shadow::bin(op, w, (a.bits, a.undef), (b.bits, b.undef)) };
        let at = self.at;
        let term = self.symbolic(&[a, b]).map_or(0, |s| s.word_bin(op, w, a, b, at));
        Word { bits, undef, term }.without_doubt()
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
        let at = self.at;
        let term = self.symbolic(&[a]).map_or(0, |s| s.word_cast(op, from, to, a, at));
        Word { bits, undef, term }.without_doubt()
    }

    fn select(&mut self, cond: Word, a: Word, b: Word) -> Word {
        let chosen = if cond.bits & 1 != 0 { a } else { b };
        if cond.undef != 0 {
            return Word { undef: u64::MAX, term: 0, ..chosen };
        }
        let term = self.symbolic(&[cond, a, b]).map_or(0, |s| s.word_select(cond, a, b));
        Word { term, ..chosen }.without_doubt()
    }

    fn decide(&mut self, cond: Word) -> Run<bool> {
        if cond.undef & 1 != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedBranch));
        }
        let (holds, at) = (cond.bits & 1 != 0, self.at);
        if let Some((symbolic, term)) = self.symbolic(&[cond]).zip(TermId::from_raw(cond.term)) {
            symbolic.decided(term, holds, ConstraintKind::Decision, at);
        }
        Ok(holds)
    }

    fn show(&mut self, number: Word, arg: u16, numeral: Numeral) {
        let time = self.at.time;
        if let Some((symbolic, term)) = self.symbolic(&[number]).zip(TermId::from_raw(number.term)) {
            symbolic.show(term, arg, numeral, time);
        }
    }

    fn lay_out(&mut self, arg: u16, by: u16) {
        self.observer.laid_out(self.at.site.inst, arg, by);
    }

    fn read_for(&mut self, arg: u16) {
        self.observer.read_for(arg);
    }

    fn leave_alone(&mut self, addr: Word, len: u64) {
        if let Some(room) = self.core.memory.room_at(addr.bits) {
            self.observer.left_alone(self.at.site.inst, addr.bits, len.min(room));
        }
    }

    fn pin_length(&mut self, len: Word, blocks: &[Word], why: &'static str) -> Run<u64> {
        for block in blocks {
            if let Some(symbolic) = self.core.symbolic.as_deref_mut().filter(|_| len.term != 0)
                && let Some(room) = self.core.memory.room_at(block.bits)
            {
                symbolic.check_length(len, room, self.at);
            }
        }
        self.pin(len, why)
    }

    fn pin(&mut self, word: Word, why: &'static str) -> Run<u64> {
        if word.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedBranch));
        }
        self.pin_term(word, why);
        Ok(word.bits)
    }

    fn emit(&mut self, channel: Channel, offset: u64, bytes: &[OutByte]) -> Run<()> {
        let shown = matches!(channel, Channel::Stdout | Channel::Stderr);
        if shown && bytes.iter().any(|b| b.word.undef != 0) {
            return Err(Halt::Failed(FailureKind::UninitialisedOutput));
        }
        if let Some(symbolic) = &mut self.core.symbolic {
            symbolic.emit(channel, offset, bytes, self.at.time);
        }
        self.observer.emit(self.at.site.inst, channel, offset, bytes);
        Ok(())
    }

    fn displace(&mut self, channel: Channel, offset: u64, by: u64) {
        if let Some(symbolic) = &mut self.core.symbolic {
            symbolic.displace(channel, offset, by);
        }
    }

    fn consume(&mut self, channel: Channel, offset: u64, bytes: &[u8], out: &mut Vec<Word>) {
        self.observer.consume(self.at.site.inst, channel, offset, bytes);
        match &mut self.core.symbolic {
            Some(symbolic) => {
                out.extend((offset..).zip(bytes).map(|(at, &byte)| symbolic.input_byte(channel, at, byte)));
            }
            None => out.extend(bytes.iter().map(|&b| Word::from(b))),
        }
    }

    fn allocate(&mut self, size: u64, align: u64) -> Run<u64> {
        let core = &mut *self.core;
        core.check_memory()?;
        let Some(addr) = core.heap.allocate(&mut core.memory, size, align, self.at.time) else { return Ok(0) };
        self.observer.fresh(addr, size);
        self.observer.heap(self.at.site.inst, addr, Some(size));
        Ok(addr)
    }

    fn release(&mut self, addr: u64) -> Run<()> {
        let core = &mut *self.core;
        core.heap.release(&mut core.memory, addr, self.at.time).map_err(Halt::Failed)?;
        self.observer.heap(self.at.site.inst, addr, None);
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
        self.at.time
    }
}
