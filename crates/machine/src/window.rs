//! An array of equal-sized elements in memory, one of which a symbolic address refers to.

use whydunit_terms::TermId;

use crate::Word;
use crate::memory::{ByteTerm, Memory};
use crate::symbolic::Symbolic;

/// Elements of equal size, one of which is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) first: u64,
    pub(crate) count: u64,
    pub(crate) bytes: u8,
}

impl Window {
    /// The initialised bytes around an address, divided into elements of the size of the access;
    /// none when they extend further than `most` bytes on either side.
    pub(crate) fn around(memory: &mut Memory, addr: u64, bytes: u8, most: u64) -> Option<Window> {
        if !bytes.is_power_of_two() {
            return None;
        }
        let size = u64::from(bytes);
        let (low, high) = memory.known_around(addr, most)?;
        let first = addr - (addr - low) / size * size;
        let window = Window { first, count: (high - first) / size, bytes };
        (addr < window.end()).then_some(window)
    }

    /// The element at an address, if it is initialised.
    pub(crate) fn single(memory: &mut Memory, addr: u64, bytes: u8) -> Option<Window> {
        memory.is_known(addr, bytes).then_some(Window { first: addr, count: 1, bytes })
    }

    /// Does an element start at this address?
    pub(crate) fn has(&self, addr: u64) -> bool {
        (self.first..self.end()).contains(&addr) && (addr - self.first).is_multiple_of(self.bytes.into())
    }

    /// Length in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.count * u64::from(self.bytes)
    }

    fn end(&self) -> u64 {
        self.first + self.len()
    }

    /// The index of the element that the address refers to, and the conditions under which it
    /// refers to one.
    pub(crate) fn index(&self, symbolic: &mut Symbolic, address: TermId) -> (TermId, [TermId; 2]) {
        let store = &mut symbolic.store;
        let base = store.constant(64, u128::from(self.first));
        if self.count == 1 {
            let (zero, always) = (store.constant(64, 0), store.bit(true));
            return (zero, [store.eq(address, base), always]);
        }
        let offset = store.sub(address, base);
        let shift = self.bytes.trailing_zeros() as u8;
        let index = if shift == 0 { offset } else { store.extract(offset, shift, 64 - shift) };
        let count = store.constant(64 - shift, u128::from(self.count));
        let inside = store.ult(index, count);
        let aligned = if shift == 0 {
            store.bit(true)
        } else {
            let (below, zero) = (store.extract(offset, 0, shift), store.constant(shift, 0));
            store.eq(below, zero)
        };
        (index, [inside, aligned])
    }

    /// The element at an index.
    pub(crate) fn read(&self, symbolic: &mut Symbolic, memory: &mut Memory, index: TermId) -> TermId {
        let size = u64::from(self.bytes);
        if !memory.has_terms(self.first, self.len()) {
            let mut data = vec![0; self.len() as usize];
            memory.peek_bytes(self.first, &mut data);
            let number = |c: &[u8]| c.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
            let values: Vec<u64> = data.chunks(self.bytes.into()).map(number).collect();
            let table = symbolic.store.table(8 * self.bytes, &values);
            return symbolic.store.lookup(table, index);
        }
        let elements: Vec<TermId> =
            (0..self.count).map(|i| element(symbolic, memory, self.first + i * size, self.bytes).1).collect();
        symbolic.store.select(&elements, index)
    }

    /// Makes every element depend on whether the address refers to it; `here` is true if it refers
    /// to this window. In this run the address is `addr`.
    pub(crate) fn write(
        &self,
        symbolic: &mut Symbolic,
        memory: &mut Memory,
        (index, here): (TermId, TermId),
        addr: u64,
        value: Word,
    ) {
        let new = symbolic.term(value, 8 * self.bytes);
        for i in 0..self.count {
            let place = self.first + i * u64::from(self.bytes);
            let (old_bits, old) = element(symbolic, memory, place, self.bytes);
            let number = symbolic.store.constant(symbolic.store.width(index), u128::from(i));
            let same = symbolic.store.eq(index, number);
            let chosen = symbolic.store.and(here, same);
            let term = symbolic.store.ite(chosen, new, old);
            let bits = if place == addr { value.bits } else { old_bits };
            let _ = memory.write(place, self.bytes, bits, 0);
            put_term(symbolic, memory, place, self.bytes, term);
        }
    }
}

/// The bits at an address and their term, which is a constant for concrete bytes.
fn element(symbolic: &mut Symbolic, memory: &mut Memory, addr: u64, bytes: u8) -> (u64, TermId) {
    let bits = memory.read_masked(addr, bytes).map_or(0, |r| r.0);
    let term = stored_term(symbolic, memory, addr, bytes)
        .unwrap_or_else(|| symbolic.store.constant(8 * bytes, u128::from(bits)));
    (bits, term)
}

/// The term of the bytes at an address, if one of them has one.
pub(crate) fn stored_term(symbolic: &mut Symbolic, memory: &mut Memory, addr: u64, bytes: u8) -> Option<TermId> {
    if !memory.has_terms(addr, u64::from(bytes)) {
        return None;
    }
    // The usual case: the bytes of one value, in order.
    let first = memory.term_at(addr);
    if let Some(ByteTerm { term, byte: 0 }) = first
        && let Some(whole) = TermId::from_raw(term).filter(|&t| symbolic.store.width(t) == 8 * bytes)
        && (1..bytes).all(|i| memory.term_at(addr + u64::from(i)) == Some(ByteTerm { term, byte: i }))
    {
        return Some(whole);
    }
    let mut result = None;
    for i in 0..u64::from(bytes) {
        let byte = match memory.term_at(addr + i) {
            Some(part) => byte_of(symbolic, part),
            None => {
                let bits = memory.read_masked(addr + i, 1).map_or(0, |r| r.0);
                symbolic.store.constant(8, u128::from(bits))
            }
        };
        result = Some(match result {
            Some(below) => symbolic.store.concat(byte, below),
            None => byte,
        });
    }
    result
}

fn byte_of(symbolic: &mut Symbolic, part: ByteTerm) -> TermId {
    match TermId::from_raw(part.term) {
        Some(term) => symbolic.store.extract(term, 8 * part.byte, 8),
        None => symbolic.store.constant(8, 0),
    }
}

/// Attaches terms to the bytes of a value that was just written.
pub(crate) fn put_term(symbolic: &mut Symbolic, memory: &mut Memory, addr: u64, bytes: u8, term: TermId) {
    let term = symbolic.fit(term, 8 * bytes);
    if symbolic.store.as_const(term).is_some() {
        return;
    }
    for byte in 0..bytes {
        memory.set_term(addr + u64::from(byte), ByteTerm { term: term.raw(), byte });
    }
}
