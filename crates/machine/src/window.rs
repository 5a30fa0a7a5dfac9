//! What a symbolic address can mean: the initialised bytes around where it points in this run, seen
//! as elements of the size of the access.
//!
//! A small window is read as a table over its elements and written by making each of them depend on
//! the address. A larger object would make terms that no solver likes: its address is made concrete.

use whydunit_terms::TermId;

use crate::Word;
use crate::constraint::{ConstraintKind, Moment};
use crate::memory::{ByteTerm, Memory};
use crate::symbolic::Symbolic;

/// Objects that reach further than this to either side are not read at a symbolic address.
const MOST_READ: u64 = 4096;
/// Elements that may be read when some of them are symbolic themselves: the term is a tree over all.
const MOST_SYMBOLIC: u64 = 256;
/// Elements that a store at a symbolic address may touch.
const MOST_WRITTEN: u64 = 64;

/// Elements of equal size, one of which is accessed.
pub(crate) struct Window {
    first: u64,
    count: u64,
    bytes: u8,
}

impl Window {
    fn around(memory: &mut Memory, addr: u64, bytes: u8, most: u64) -> Option<Window> {
        if !bytes.is_power_of_two() {
            return None;
        }
        let size = u64::from(bytes);
        let (low, high) = memory.known_around(addr, most)?;
        let first = addr - (addr - low) / size * size;
        Some(Window { first, count: (high - first) / size, bytes })
    }

    /// The elements that a store at `addr` may change; none when there are too many, or when the
    /// element itself is not yet initialised.
    pub(crate) fn to_write(memory: &mut Memory, addr: u64, bytes: u8) -> Option<Window> {
        Window::around(memory, addr, bytes, MOST_WRITTEN * u64::from(bytes))
            .filter(|w| (1..=MOST_WRITTEN).contains(&w.count) && addr + u64::from(bytes) <= w.end())
    }

    fn end(&self) -> u64 {
        self.first + self.count * u64::from(self.bytes)
    }

    /// Which element the address means. That it means one of them becomes part of the path.
    fn index(&self, symbolic: &mut Symbolic, address: TermId, at: Moment) -> TermId {
        let store = &mut symbolic.store;
        let base = store.constant(64, u128::from(self.first));
        let offset = store.sub(address, base);
        let shift = self.bytes.trailing_zeros() as u8;
        let index = if shift == 0 { offset } else { store.extract(offset, shift, 64 - shift) };
        let count = store.constant(64 - shift, u128::from(self.count));
        let inside = store.ult(index, count);
        symbolic.assume(inside, ConstraintKind::Address, at);
        if shift > 0 {
            let below = symbolic.store.extract(offset, 0, shift);
            let zero = symbolic.store.constant(shift, 0);
            let aligned = symbolic.store.eq(below, zero);
            symbolic.assume(aligned, ConstraintKind::Address, at);
        }
        index
    }

    /// Stores at an address and its value in this run.
    pub(crate) fn write(
        &self,
        symbolic: &mut Symbolic,
        memory: &mut Memory,
        (address, addr): (TermId, u64),
        value: Word,
        at: Moment,
    ) {
        let index = self.index(symbolic, address, at);
        let new = symbolic.term(value, 8 * self.bytes);
        for i in 0..self.count {
            let here = self.first + i * u64::from(self.bytes);
            let (old_bits, old) = element(symbolic, memory, here, self.bytes);
            let number = symbolic.store.constant(symbolic.store.width(index), u128::from(i));
            let chosen = symbolic.store.eq(index, number);
            let term = symbolic.store.ite(chosen, new, old);
            let bits = if here == addr { value.bits } else { old_bits };
            let _ = memory.write(here, self.bytes, bits, 0);
            put_term(symbolic, memory, here, self.bytes, term);
        }
    }
}

/// The value at an address, given as a term and its value in this run. When the address was made
/// concrete: the term that lies there, if any.
pub(crate) fn read(
    symbolic: &mut Symbolic,
    memory: &mut Memory,
    (address, addr): (TermId, u64),
    bytes: u8,
    at: Moment,
) -> Option<TermId> {
    let size = u64::from(bytes);
    let window = Window::around(memory, addr, bytes, MOST_READ)
        .filter(|w| w.count > 0 && addr + size <= w.end())
        .filter(|w| w.count <= MOST_SYMBOLIC || !memory.has_terms(w.first, w.count * size));
    let Some(window) = window else {
        symbolic.pin(Word { bits: addr, undef: 0, term: address.raw() }, "address of a load", at);
        return stored_term(symbolic, memory, addr, bytes);
    };
    let index = window.index(symbolic, address, at);
    if !memory.has_terms(window.first, window.count * size) {
        let mut data = vec![0; (window.count * size) as usize];
        memory.peek_bytes(window.first, &mut data);
        let number = |c: &[u8]| c.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        let values: Vec<u64> = data.chunks(bytes.into()).map(number).collect();
        let table = symbolic.store.table(8 * bytes, &values);
        return Some(symbolic.store.lookup(table, index));
    }
    let elements: Vec<TermId> =
        (0..window.count).map(|i| element(symbolic, memory, window.first + i * size, bytes).1).collect();
    Some(symbolic.store.select(&elements, index))
}

/// The bits at an address and their term; a constant when they are plain.
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
    // Usually the bytes are those of one value, in order.
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

/// Gives the bytes of a value that was just written their terms.
pub(crate) fn put_term(symbolic: &mut Symbolic, memory: &mut Memory, addr: u64, bytes: u8, term: TermId) {
    let term = symbolic.fit(term, 8 * bytes);
    if symbolic.store.as_const(term).is_some() {
        return;
    }
    for byte in 0..bytes {
        memory.set_term(addr + u64::from(byte), ByteTerm { term: term.raw(), byte });
    }
}
