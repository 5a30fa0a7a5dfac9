//! Byte-precise memory: contents and, per byte, whether it is accessible and initialised.
//!
//! Pages are shared between forks and copied when first written. A small cache of page pointers
//! ([`page_cache`]) makes the common access a handful of machine instructions.

mod chunk;
mod lazy;
mod page;
mod page_cache;
mod terms;
mod transfer;

use std::collections::BTreeMap;
use std::sync::Arc;

use chunk::Table;
use lazy::Lazy;
use page::{PAGE, Page};
use page_cache::PageCache;

pub(crate) use page::{ADDRESSABLE, DEFINED, HEADER, PARTIAL, SYMBOLIC};
pub(crate) use terms::ByteTerm;
use terms::ByteTerms;

/// The memory of one run.
pub(crate) struct Memory {
    table: Table,
    cache: PageCache,
    /// Large ranges whose pages are created on first access.
    lazy: Lazy,
    /// Uninitialised bits of bytes marked [`PARTIAL`].
    partial: Arc<BTreeMap<u64, u8>>,
    /// Terms of bytes marked [`SYMBOLIC`].
    terms: ByteTerms,
    /// Limit on mapped bytes.
    pub(crate) limit: u64,
}

/// Why an access cannot take the fast path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Some byte is inaccessible; its address.
    Forbidden(u64),
    /// All bytes are accessible, but some are not (fully) initialised or have terms.
    Undefined,
}

impl Memory {
    pub(crate) fn new(limit: u64) -> Self {
        Memory {
            table: Table::default(),
            cache: PageCache::default(),
            lazy: Lazy::default(),
            partial: Arc::default(),
            terms: ByteTerms::default(),
            limit,
        }
    }

    /// A copy that shares all pages. Both sides copy a page when they first write to it.
    pub(crate) fn fork(&mut self) -> Self {
        self.cache.forget_writable();
        Memory {
            table: self.table.clone(),
            cache: PageCache::default(),
            lazy: self.lazy.clone(),
            partial: self.partial.clone(),
            terms: self.terms.clone(),
            limit: self.limit,
        }
    }

    /// Number of pages not shared with another memory.
    pub(crate) fn not_shared_with(&self, other: &Memory) -> usize {
        self.table.not_shared_with(&other.table)
    }

    /// Bytes in mapped pages.
    pub(crate) fn mapped(&self) -> u64 {
        self.table.pages * PAGE as u64
    }

    /// Reads `N` bytes if all are accessible and initialised and their page is cached.
    #[inline(always)]
    pub(crate) fn load<const N: usize>(&mut self, addr: u64) -> Option<u64> {
        self.cache.load::<N>(addr)
    }

    /// Writes `N` bytes if all are accessible and their page is cached.
    #[inline(always)]
    pub(crate) fn store<const N: usize>(&mut self, addr: u64, value: u64) -> bool {
        self.cache.store::<N>(addr, value)
    }

    /// The page at `addr` for reading, if there is one.
    fn page(&mut self, addr: u64) -> Option<&Page> {
        if self.cache.readable(addr).is_some() {
            return self.cache.readable(addr);
        }
        if self.table.get(addr).is_none() {
            let state = self.lazy.state(addr)?;
            self.table.get_mut(addr).state.fill(state);
        }
        self.table.get(addr)
    }

    /// The page at `addr` for writing, mapped on demand and no longer shared.
    fn page_mut(&mut self, addr: u64) -> &mut Page {
        if self.cache.writable(addr).is_some() {
            return self.cache.writable(addr).expect("just seen");
        }
        let lazy = if self.table.get(addr).is_none() { self.lazy.state(addr) } else { None };
        let page = self.table.get_mut(addr);
        if let Some(state) = lazy {
            page.state.fill(state);
        }
        self.cache.remember(addr, page);
        page
    }

    /// Brings the page of an access into the cache after a miss.
    #[cold]
    fn touch(&mut self, addr: u64, write: bool) {
        match self.table.get(addr) {
            Some(page) if !write || page.read_only => self.cache.remember_shared(addr, page),
            Some(_) => {
                self.page_mut(addr);
            }
            None if self.lazy.state(addr).is_some() => {
                self.page_mut(addr);
            }
            None => {}
        }
    }

    /// Reads 1–8 bytes of any alignment.
    pub(crate) fn read(&mut self, addr: u64, bytes: u8) -> Result<u64, Trouble> {
        self.touch(addr, false);
        let quick = match bytes {
            1 => self.load::<1>(addr),
            2 => self.load::<2>(addr),
            4 => self.load::<4>(addr),
            8 => self.load::<8>(addr),
            _ => None,
        };
        if let Some(value) = quick {
            return Ok(value);
        }
        let (value, undef) = self.read_masked(addr, bytes)?;
        let plain = undef == 0 && !self.has_terms(addr, u64::from(bytes));
        if plain { Ok(value) } else { Err(Trouble::Undefined) }
    }

    /// Reads 1–8 bytes with the mask of their uninitialised bits.
    pub(crate) fn read_masked(&mut self, addr: u64, bytes: u8) -> Result<(u64, u64), Trouble> {
        let (mut value, mut undef) = (0, 0);
        for i in 0..u64::from(bytes) {
            let here = addr.wrapping_add(i);
            let offset = (here % PAGE as u64) as usize;
            let Some(page) = self.page(here) else { return Err(Trouble::Forbidden(here)) };
            let (byte, state) = (page.data[offset], page.state[offset]);
            if state & ADDRESSABLE == 0 {
                return Err(Trouble::Forbidden(here));
            }
            let mask = match state {
                s if s & (DEFINED | SYMBOLIC) != 0 => 0,
                s if s & PARTIAL != 0 => self.partial.get(&here).copied().unwrap_or(0xff),
                _ => 0xff,
            };
            value |= u64::from(byte) << (8 * i);
            undef |= u64::from(mask) << (8 * i);
        }
        Ok((value, undef))
    }

    /// Writes 1–8 bytes of any alignment; `undef` is the mask of uninitialised bits.
    pub(crate) fn write(&mut self, addr: u64, bytes: u8, value: u64, undef: u64) -> Result<(), Trouble> {
        self.touch(addr, true);
        let quick = undef == 0
            && match bytes {
                1 => self.store::<1>(addr, value),
                2 => self.store::<2>(addr, value),
                4 => self.store::<4>(addr, value),
                8 => self.store::<8>(addr, value),
                _ => false,
            };
        if quick {
            return Ok(());
        }
        self.writable(addr, u64::from(bytes))?;
        for i in 0..u64::from(bytes) {
            let here = addr.wrapping_add(i);
            self.put(here, (value >> (8 * i)) as u8, (undef >> (8 * i)) as u8);
        }
        Ok(())
    }

    fn put(&mut self, addr: u64, byte: u8, undef: u8) {
        let offset = (addr % PAGE as u64) as usize;
        let page = self.page_mut(addr);
        let before = page.state[offset];
        page.data[offset] = byte;
        page.state[offset] = ADDRESSABLE
            | match undef {
                0 => DEFINED,
                0xff => 0,
                _ => PARTIAL,
            };
        if before & PARTIAL != 0 {
            Arc::make_mut(&mut self.partial).remove(&addr);
        }
        if undef != 0 && undef != 0xff {
            Arc::make_mut(&mut self.partial).insert(addr, undef);
        }
    }

    /// Are all these bytes writable?
    pub(crate) fn writable(&mut self, addr: u64, len: u64) -> Result<(), Trouble> {
        self.check(
            addr,
            len,
            |page, range| {
                if page.read_only { Some(range.start) } else { page.first_without(range, ADDRESSABLE) }
            },
        )
    }

    /// Are all these bytes readable?
    pub(crate) fn readable(&mut self, addr: u64, len: u64) -> Result<(), Trouble> {
        self.check(addr, len, |page, range| page.first_without(range, ADDRESSABLE))
    }

    fn check(
        &mut self,
        addr: u64,
        len: u64,
        bad: impl Fn(&Page, std::ops::Range<usize>) -> Option<usize>,
    ) -> Result<(), Trouble> {
        for (here, range) in pieces(addr, len) {
            let base = here - range.start as u64;
            let found = self.page(here).map_or(Some(range.start), |page| bad(page, range));
            if let Some(offset) = found {
                return Err(Trouble::Forbidden(base.wrapping_add(offset as u64)));
            }
        }
        Ok(())
    }

    /// Sets the state of a range without checks, for allocators. The contents of a large range
    /// become zero: its whole pages are dropped and created again on first access.
    pub(crate) fn set_state(&mut self, addr: u64, len: u64, state: u8) {
        if len >= lazy::LARGE {
            return self.set_state_lazily(addr, len, state);
        }
        for (here, range) in pieces(addr, len) {
            // Losing PARTIAL marks leaves stale entries in the side table. They are ignored and
            // overwritten later, because only the state byte makes an entry valid.
            self.page_mut(here).state[range].fill(state);
        }
    }

    fn set_state_lazily(&mut self, addr: u64, len: u64, state: u8) {
        let (first, last) = (addr.next_multiple_of(PAGE as u64), (addr + len) / PAGE as u64 * PAGE as u64);
        self.set_state(addr, first - addr, state);
        self.set_state(last, addr + len - last, state);
        self.table.unmap(first, last);
        self.cache.forget_all();
        self.lazy.set(first, last, state);
    }

    /// The first uninitialised byte of a readable range, if any.
    pub(crate) fn first_undefined(&mut self, addr: u64, len: u64) -> Option<u64> {
        for (here, range) in pieces(addr, len) {
            let base = here - range.start as u64;
            let found = self.page(here).and_then(|page| page.first_without(range, DEFINED | SYMBOLIC));
            if let Some(offset) = found {
                return Some(base + offset as u64);
            }
        }
        None
    }

    /// Number of bytes from `addr` on, at most `len`, that are readable, initialised and without
    /// terms.
    pub(crate) fn defined_run(&mut self, addr: u64, len: u64) -> u64 {
        let mut run = 0;
        for (here, range) in pieces(addr, len) {
            let (start, count) = (range.start, range.len());
            match self.page(here) {
                None => break,
                Some(page) => match page.first_without(range, DEFINED) {
                    Some(offset) => return run + (offset - start) as u64,
                    None => run += count as u64,
                },
            }
        }
        run
    }

    /// The state byte at `addr`.
    pub(crate) fn state(&mut self, addr: u64) -> u8 {
        self.page(addr).map_or(0, |page| page.state[(addr % PAGE as u64) as usize])
    }

    /// Makes all pages of a range read-only.
    pub(crate) fn protect(&mut self, addr: u64, len: u64) {
        for (here, _) in pieces(addr, len) {
            self.page_mut(here).read_only = true;
            self.cache.forget(here);
        }
    }
}

/// A range cut at page boundaries: the address of each piece and its range inside the page.
fn pieces(addr: u64, len: u64) -> impl Iterator<Item = (u64, std::ops::Range<usize>)> {
    let mut here = addr;
    let mut left = len;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let offset = (here % PAGE as u64) as usize;
        let count = ((PAGE - offset) as u64).min(left);
        let piece = (here, offset..offset + count as usize);
        here = here.wrapping_add(count);
        left -= count;
        Some(piece)
    })
}
