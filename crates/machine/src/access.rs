//! Loads and stores of words that may be uninitialised or symbolic, at addresses that may be
//! symbolic. Shared by the careful loop and the libc models.

use whydunit_terms::TermId;

use crate::constraint::Moment;
use crate::event::fault;
use crate::memory::{ADDRESSABLE, Memory, Trouble};
use crate::places;
use crate::symbolic::Symbolic;
use crate::window::{put_term, stored_term};
use crate::{AccessKind, FailureKind, Halt, Run, Word};

/// How far to search on either side of a bad address for the intended object.
const NEAR: u64 = 4096;

/// Memory and the symbolic side of a run.
pub(crate) struct Access<'a> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) symbolic: &'a mut Option<Box<Symbolic>>,
    pub(crate) at: Moment,
}

impl Access<'_> {
    /// Reads 1–8 bytes.
    pub(crate) fn load(&mut self, addr: Word, bytes: u8) -> Run<Word> {
        if addr.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedAddress));
        }
        let read = match self.memory.read(addr.bits, bytes) {
            Ok(bits) => Ok((bits, 0)),
            Err(Trouble::Undefined) => self.memory.read_masked(addr.bits, bytes),
            Err(other) => Err(other),
        };
        let Ok((bits, undef)) = read else { return Err(self.fault(AccessKind::Read, addr, bytes)) };
        let Some(symbolic) = self.symbolic.as_deref_mut() else { return Ok(Word { bits, undef, term: 0 }) };
        let term = match TermId::from_raw(addr.term) {
            Some(address) => places::read(symbolic, self.memory, (address, addr.bits), bytes, self.at),
            None => stored_term(symbolic, self.memory, addr.bits, bytes),
        };
        let term = term.map_or(0, |t| symbolic.raw(t));
        Ok(Word { bits, undef, term })
    }

    /// Writes 1–8 bytes.
    pub(crate) fn store(&mut self, addr: Word, bytes: u8, value: Word) -> Run<()> {
        if addr.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedAddress));
        }
        if self.memory.writable(addr.bits, u64::from(bytes)).is_err() {
            return Err(self.fault(AccessKind::Write, addr, bytes));
        }
        let Some(symbolic) = self.symbolic.as_deref_mut() else {
            let _ = self.memory.write(addr.bits, bytes, value.bits, value.undef);
            return Ok(());
        };
        if let Some(address) = TermId::from_raw(addr.term) {
            if value.undef == 0 && places::write(symbolic, self.memory, (address, addr.bits), bytes, value, self.at) {
                return Ok(());
            }
            symbolic.pin(addr, "address of a store", self.at);
        }
        let _ = self.memory.write(addr.bits, bytes, value.bits, value.undef);
        if let Some(term) = TermId::from_raw(value.term) {
            put_term(symbolic, self.memory, addr.bits, bytes, term);
        }
        Ok(())
    }

    /// Reports a bad access. For a symbolic address, also records the condition under which the
    /// access would have been valid.
    fn fault(&mut self, access: AccessKind, addr: Word, bytes: u8) -> Halt {
        if let Some((symbolic, address)) = self.symbolic.as_deref_mut().zip(TermId::from_raw(addr.term)) {
            let size = u64::from(bytes);
            let memory = &mut *self.memory;
            let mut near = |step: &dyn Fn(u64) -> u64| {
                let place = (0..NEAR).map(step).find(|&a| memory.state(a) & ADDRESSABLE != 0)?;
                let (low, high) = memory.run_around(place, ADDRESSABLE, NEAR)?;
                (high - low >= size).then(|| (low, high - size))
            };
            // The index may be too large or too small.
            let sides = [near(&|n| addr.bits.wrapping_sub(n)), near(&|n| addr.bits.wrapping_add(n))];
            let mut good: Vec<(u64, u64)> = sides.into_iter().flatten().collect();
            good.extend(places::elsewhere(symbolic, self.memory, address, bytes));
            // A read may also go to read-only memory.
            good.retain(|&(first, last)| {
                access == AccessKind::Read || self.memory.writable(first, last - first + size).is_ok()
            });
            let mut needed = symbolic.is_within(address, good.into_iter());
            // No valid address is known: require only that the address differs.
            if symbolic.store.as_const(needed).is_some() {
                let here = symbolic.store.constant(64, u128::from(addr.bits));
                needed = symbolic.store.ne(address, here);
            }
            symbolic.guard(needed, false, self.at);
        }
        fault(access, addr.bits, u64::from(bytes))
    }
}
