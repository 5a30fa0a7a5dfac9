//! The terms of bytes, in a side table of the memory. Only the state of a byte makes its entry
//! valid, so a plain store need not update the table.

use std::sync::Arc;

use whydunit_terms::PlainMap;

use super::Memory;
use super::page::{ADDRESSABLE, DEFINED, PAGE, PARTIAL, PARTLY_SYMBOLIC, SYMBOLIC};

/// State bits of bytes with a term.
const TERM: u8 = SYMBOLIC | PARTLY_SYMBOLIC;

/// A byte of a term: bits `8 * byte` and up. The extraction is deferred, so that storing and
/// loading a whole value needs no new terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByteTerm {
    pub(crate) term: u32,
    pub(crate) byte: u8,
}

/// Terms by address.
#[derive(Clone, Default)]
pub(super) struct ByteTerms {
    known: Arc<PlainMap<u64, ByteTerm>>,
}

impl ByteTerms {
    /// Copies the terms along with bytes that had these states.
    pub(super) fn copy(&mut self, dst: u64, src: u64, states: &[u8]) {
        let moved: Vec<(u64, ByteTerm)> = (0u64..)
            .zip(states)
            .filter(|(_, state)| *state & TERM != 0)
            .filter_map(|(i, _)| Some((dst.wrapping_add(i), *self.known.get(&src.wrapping_add(i))?)))
            .collect();
        if !moved.is_empty() {
            Arc::make_mut(&mut self.known).extend(moved);
        }
    }
}

impl Memory {
    /// Did any byte ever have a term?
    pub(crate) fn knows_terms(&self) -> bool {
        !self.terms.known.is_empty()
    }

    /// Does one of these bytes have a term?
    pub(crate) fn has_terms(&mut self, addr: u64, len: u64) -> bool {
        self.knows_terms()
            && super::pieces(addr, len)
                .any(|(here, range)| self.page(here).is_some_and(|p| p.state[range].iter().any(|s| s & TERM != 0)))
    }

    /// The term of a byte.
    pub(crate) fn term_at(&mut self, addr: u64) -> Option<ByteTerm> {
        let symbolic = self.knows_terms() && self.state(addr) & TERM != 0;
        symbolic.then(|| self.terms.known.get(&addr).copied()).flatten()
    }

    /// Attaches a term to a byte that was just written, unless it is uninitialised.
    pub(crate) fn set_term(&mut self, addr: u64, term: ByteTerm) {
        let state = &mut self.page_mut(addr).state[(addr % PAGE as u64) as usize];
        *state = match *state {
            s if s & DEFINED != 0 => ADDRESSABLE | SYMBOLIC,
            s if s & PARTIAL != 0 => ADDRESSABLE | PARTIAL | PARTLY_SYMBOLIC,
            _ => return,
        };
        Arc::make_mut(&mut self.terms.known).insert(addr, term);
    }

    /// Start and end of the contiguous bytes around `addr` that have one of these state bits.
    /// Searches at most `most` bytes on either side; none when the run may extend further.
    pub(crate) fn run_around(&mut self, addr: u64, bits: u8, most: u64) -> Option<(u64, u64)> {
        // A wild address may point to the very end of the address space, where no objects are.
        addr.checked_add(most + 1)?;
        let lowest = addr.saturating_sub(most);
        let mut start = None;
        let mut below: Vec<_> = super::pieces(lowest, addr - lowest).collect();
        below.reverse();
        for (here, range) in below {
            let Some(page) = self.page(here) else {
                start = Some(here + range.len() as u64);
                break;
            };
            if let Some(last) = page.state[range].iter().rposition(|s| s & bits == 0) {
                start = Some(here + last as u64 + 1);
                break;
            }
        }
        let mut end = None;
        for (here, range) in super::pieces(addr, most + 1) {
            let found = self.page(here).map_or(Some(0), |p| p.state[range].iter().position(|s| s & bits == 0));
            if let Some(first) = found {
                end = Some(here + first as u64);
                break;
            }
        }
        Some((start?, end?))
    }

    /// The addresses from `from` on, up to the first untouched page, whose bytes have one of these
    /// bits.
    pub(crate) fn places_with(&mut self, bits: u8, from: u64, len: u64) -> Vec<u64> {
        let mut found = Vec::new();
        for (here, range) in super::pieces(from, len) {
            let Some(page) = self.page(here) else { break };
            let states = page.state[range].iter();
            found.extend((here..).zip(states).filter(|(_, state)| *state & bits != 0).map(|(at, _)| at));
        }
        found
    }

    /// Number of bytes from an address to the end of its object; none for very large objects.
    pub(crate) fn room_at(&mut self, addr: u64) -> Option<u64> {
        const MAX_ROOM: u64 = 1 << 16;
        self.run_around(addr, ADDRESSABLE, MAX_ROOM).map(|(_, end)| end.saturating_sub(addr))
    }

    /// Are all these bytes initialised?
    pub(crate) fn is_known(&mut self, addr: u64, bytes: u8) -> bool {
        (0..u64::from(bytes)).all(|i| self.state(addr.wrapping_add(i)) & (DEFINED | SYMBOLIC) != 0)
    }

    /// Start and end of the initialised bytes around `addr`, as in [`Memory::run_around`].
    pub(crate) fn known_around(&mut self, addr: u64, most: u64) -> Option<(u64, u64)> {
        self.run_around(addr, DEFINED | SYMBOLIC, most)
    }
}
