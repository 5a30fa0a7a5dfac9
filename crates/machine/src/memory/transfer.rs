//! Bulk transfers: writing, reading, filling, copying. The caller has checked the range.

use std::sync::Arc;

use super::page::{ADDRESSABLE, DEFINED, PARTIAL, PARTLY_SYMBOLIC, SYMBOLIC};
use super::{Memory, lazy, pieces};

impl Memory {
    /// Writes bytes without checks and marks them initialised.
    pub(crate) fn put_bytes(&mut self, addr: u64, bytes: &[u8]) {
        let mut done = 0;
        for (here, range) in pieces(addr, bytes.len() as u64) {
            let count = range.len();
            let page = self.page_mut(here);
            page.data[range.clone()].copy_from_slice(&bytes[done..done + count]);
            page.state[range].fill(ADDRESSABLE | DEFINED);
            done += count;
        }
    }

    /// Writes bytes without checks and without changing their state, for the bookkeeping of the
    /// heap.
    pub(crate) fn poke_bytes(&mut self, addr: u64, bytes: &[u8]) {
        let mut done = 0;
        for (here, range) in pieces(addr, bytes.len() as u64) {
            let count = range.len();
            self.page_mut(here).data[range].copy_from_slice(&bytes[done..done + count]);
            done += count;
        }
    }

    /// Reads bytes without checks; unmapped ones are zero.
    pub(crate) fn peek_bytes(&mut self, addr: u64, out: &mut [u8]) {
        let mut done = 0;
        for (here, range) in pieces(addr, out.len() as u64) {
            let count = range.len();
            match self.page(here) {
                Some(page) => out[done..done + count].copy_from_slice(&page.data[range]),
                None => out[done..done + count].fill(0),
            }
            done += count;
        }
    }

    /// `memset` of checked bytes; `undef` is the mask of uninitialised bits in every byte.
    pub(crate) fn fill(&mut self, addr: u64, byte: u8, undef: u8, len: u64) {
        if undef != 0 {
            return (0..len).for_each(|i| self.put(addr + i, byte, undef));
        }
        if byte == 0 && len >= lazy::LARGE {
            return self.set_state(addr, len, ADDRESSABLE | DEFINED);
        }
        for (here, range) in pieces(addr, len) {
            let page = self.page_mut(here);
            page.data[range.clone()].fill(byte);
            page.state[range].fill(ADDRESSABLE | DEFINED);
        }
    }

    /// `memmove` of checked bytes, with their states.
    pub(crate) fn copy(&mut self, dst: u64, src: u64, len: u64) {
        let mut data = vec![0; len as usize];
        let mut states = vec![0; len as usize];
        let mut done = 0;
        for (here, range) in pieces(src, len) {
            let count = range.len();
            if let Some(page) = self.page(here) {
                data[done..done + count].copy_from_slice(&page.data[range.clone()]);
                states[done..done + count].copy_from_slice(&page.state[range]);
            }
            done += count;
        }
        self.copy_partial(dst, src, &states);
        self.terms.copy(dst, src, &states);
        done = 0;
        for (here, range) in pieces(dst, len) {
            let count = range.len();
            let page = self.page_mut(here);
            page.data[range.clone()].copy_from_slice(&data[done..done + count]);
            for (state, new) in page.state[range].iter_mut().zip(&states[done..done + count]) {
                *state = ADDRESSABLE | (new & (DEFINED | PARTIAL | SYMBOLIC | PARTLY_SYMBOLIC));
            }
            done += count;
        }
    }

    fn copy_partial(&mut self, dst: u64, src: u64, states: &[u8]) {
        let moved: Vec<(u64, u8)> = states
            .iter()
            .enumerate()
            .filter(|(_, state)| **state & PARTIAL != 0)
            .map(|(i, _)| (dst + i as u64, self.partial.get(&(src + i as u64)).copied().unwrap_or(0xff)))
            .collect();
        if !moved.is_empty() {
            Arc::make_mut(&mut self.partial).extend(moved);
        }
    }
}
