//! The one module of the machine with `unsafe`: a direct-mapped cache from page numbers to page
//! pointers, so that a load or store does not walk the page table or touch reference counts.
//!
//! Measured to matter: without it every store pays an `Arc` uniqueness check (an atomic
//! compare-and-swap, about 6 ns) on each of two levels.
//!
//! Invariants, kept by [`super::Memory`], the only user:
//! 1. A pointer in the cache points into a page that the memory's table owns: pages never move; when
//!    the table replaces a shared one by a copy it is remembered at once under the same number, in
//!    the same entry; when it drops pages, [`PageCache::forget_all`] is called.
//! 2. An entry with `write == number` points to a page that no other table shares. Forking calls
//!    [`PageCache::forget_writable`] first.
//! 3. References made from pointers live only inside the functions of this module or, for
//!    [`PageCache::readable`] and [`PageCache::writable`], as long as the cache is borrowed, during
//!    which the memory cannot touch its table.
#![allow(unsafe_code)]

use super::page::{ADDRESSABLE, DEFINED, PAGE, PARTIAL, Page};

const ENTRIES: usize = 2048;
const NONE: u64 = u64::MAX;

#[derive(Clone, Copy)]
struct Entry {
    /// Page number valid for reading.
    read: u64,
    /// Page number valid for writing.
    write: u64,
    page: *mut Page,
}

/// The cache.
pub(crate) struct PageCache {
    entries: Box<[Entry; ENTRIES]>,
}

// SAFETY: the pointers go to pages owned by the table in the same `Memory`. Moving the memory to
// another thread moves cache and table together, and shared pages are only read.
unsafe impl Send for PageCache {}

impl Default for PageCache {
    fn default() -> Self {
        PageCache { entries: Box::new([Entry { read: NONE, write: NONE, page: std::ptr::null_mut() }; ENTRIES]) }
    }
}

/// `byte` in each of the low `N` bytes.
const fn repeat<const N: usize>(byte: u8) -> u64 {
    let all = byte as u64 * 0x0101_0101_0101_0101;
    if N == 8 { all } else { all & ((1 << (8 * N)) - 1) }
}

/// The `N` (1, 2, 4 or 8) bytes at `at`.
///
/// # Safety
/// `at .. at + N` must be readable.
#[inline(always)]
unsafe fn get<const N: usize>(at: *const u8) -> u64 {
    // SAFETY: by the caller; unaligned reads.
    unsafe {
        match N {
            1 => u64::from(at.read()),
            2 => u64::from(at.cast::<u16>().read_unaligned()),
            4 => u64::from(at.cast::<u32>().read_unaligned()),
            _ => at.cast::<u64>().read_unaligned(),
        }
    }
}

/// Writes the low `N` bytes of `value` to `at`.
///
/// # Safety
/// `at .. at + N` must be writable.
#[inline(always)]
unsafe fn set<const N: usize>(at: *mut u8, value: u64) {
    // SAFETY: by the caller; unaligned writes.
    unsafe {
        match N {
            1 => at.write(value as u8),
            2 => at.cast::<u16>().write_unaligned(value as u16),
            4 => at.cast::<u32>().write_unaligned(value as u32),
            _ => at.cast::<u64>().write_unaligned(value),
        }
    }
}

impl PageCache {
    #[inline(always)]
    fn split(addr: u64) -> (u64, usize, usize) {
        let number = addr / PAGE as u64;
        (number, number as usize % ENTRIES, (addr % PAGE as u64) as usize)
    }

    /// Reads `N` bytes if the page is cached and all of them are initialised.
    #[inline(always)]
    pub(crate) fn load<const N: usize>(&self, addr: u64) -> Option<u64> {
        let (number, index, offset) = Self::split(addr);
        let entry = &self.entries[index];
        if entry.read != number || offset > PAGE - N {
            return None;
        }
        // SAFETY: invariant 1; `offset + N <= PAGE`.
        unsafe {
            let state = get::<N>((&raw const (*entry.page).state).cast::<u8>().add(offset));
            if state & repeat::<N>(DEFINED) != repeat::<N>(DEFINED) {
                return None;
            }
            Some(get::<N>((&raw const (*entry.page).data).cast::<u8>().add(offset)))
        }
    }

    /// Writes `N` bytes if the page is cached and writable, and all of them are accessible.
    #[inline(always)]
    pub(crate) fn store<const N: usize>(&mut self, addr: u64, value: u64) -> bool {
        let (number, index, offset) = Self::split(addr);
        let entry = &self.entries[index];
        if entry.write != number || offset > PAGE - N {
            return false;
        }
        // SAFETY: invariants 1 and 2; `offset + N <= PAGE`.
        unsafe {
            let state_at = (&raw mut (*entry.page).state).cast::<u8>().add(offset);
            let state = get::<N>(state_at);
            if state != repeat::<N>(ADDRESSABLE | DEFINED) {
                if state & repeat::<N>(ADDRESSABLE | PARTIAL) != repeat::<N>(ADDRESSABLE) {
                    return false;
                }
                set::<N>(state_at, repeat::<N>(ADDRESSABLE | DEFINED));
            }
            set::<N>((&raw mut (*entry.page).data).cast::<u8>().add(offset), value);
        }
        true
    }

    /// The page of `addr` if it is cached.
    #[inline]
    pub(crate) fn readable(&self, addr: u64) -> Option<&Page> {
        let (number, index, _) = Self::split(addr);
        let entry = &self.entries[index];
        // SAFETY: invariants 1 and 3.
        (entry.read == number).then(|| unsafe { &*entry.page })
    }

    /// The page of `addr` if it is cached and writable.
    #[inline]
    pub(crate) fn writable(&mut self, addr: u64) -> Option<&mut Page> {
        let (number, index, _) = Self::split(addr);
        let entry = &self.entries[index];
        // SAFETY: invariants 1–3.
        (entry.write == number).then(|| unsafe { &mut *entry.page })
    }

    /// Caches a page that this memory alone owns.
    pub(crate) fn remember(&mut self, addr: u64, page: &mut Page) {
        let (number, index, _) = Self::split(addr);
        let write = if page.read_only { NONE } else { number };
        self.entries[index] = Entry { read: number, write, page };
    }

    /// Caches a page for reading only.
    pub(crate) fn remember_shared(&mut self, addr: u64, page: &Page) {
        let (number, index, _) = Self::split(addr);
        if self.entries[index].read != number {
            self.entries[index] = Entry { read: number, write: NONE, page: std::ptr::from_ref(page).cast_mut() };
        }
    }

    /// Evicts the page of `addr`.
    pub(crate) fn forget(&mut self, addr: u64) {
        let (_, index, _) = Self::split(addr);
        self.entries[index] = Entry { read: NONE, write: NONE, page: std::ptr::null_mut() };
    }

    /// Evicts all pages.
    pub(crate) fn forget_all(&mut self) {
        *self = PageCache::default();
    }

    /// Requires every page to be looked up in the table again before it is written.
    pub(crate) fn forget_writable(&mut self) {
        self.entries.iter_mut().for_each(|e| e.write = NONE);
    }
}
