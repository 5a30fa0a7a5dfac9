//! The page table: two levels, both shared between forks.

use std::sync::Arc;

use super::page::{PAGE, Page};

/// Pages per chunk: few enough that copying a chunk costs well under a microsecond, many enough
/// that a fork of 64 MiB copies only 128 pointers.
const PAGES: usize = 128;
const CHUNK: u64 = (PAGES * PAGE) as u64;

type Chunk = [Option<Arc<Page>>; PAGES];

/// All pages of a memory.
#[derive(Clone, Default)]
pub(crate) struct Table {
    /// Sorted by chunk number.
    chunks: Vec<(u64, Arc<Chunk>)>,
    /// Number of mapped pages.
    pub(crate) pages: u64,
}

fn slot(addr: u64) -> usize {
    (addr % CHUNK) as usize / PAGE
}

impl Table {
    /// The page that holds `addr`.
    pub(crate) fn get(&self, addr: u64) -> Option<&Page> {
        let index = self.chunks.binary_search_by_key(&(addr / CHUNK), |c| c.0).ok()?;
        self.chunks[index].1[slot(addr)].as_deref()
    }

    /// The page that holds `addr`, mapped on demand and owned by this table alone.
    pub(crate) fn get_mut(&mut self, addr: u64) -> &mut Page {
        let number = addr / CHUNK;
        let index = match self.chunks.binary_search_by_key(&number, |c| c.0) {
            Ok(index) => index,
            Err(index) => {
                self.chunks.insert(index, (number, Arc::new([const { None }; PAGES])));
                index
            }
        };
        let chunk = Arc::make_mut(&mut self.chunks[index].1);
        let entry = &mut chunk[slot(addr)];
        if entry.is_none() {
            self.pages += 1;
        }
        Arc::make_mut(entry.get_or_insert_with(|| Arc::new(Page::EMPTY)))
    }

    /// Number of its pages that another table does not share.
    pub(crate) fn not_shared_with(&self, other: &Table) -> usize {
        let theirs = |number: u64| other.chunks.binary_search_by_key(&number, |c| c.0).ok().map(|i| &other.chunks[i].1);
        let same = |a: &Arc<Page>, b: Option<&Arc<Page>>| b.is_some_and(|b| Arc::ptr_eq(a, b));
        let own = |(number, chunk): &(u64, Arc<Chunk>)| match theirs(*number) {
            Some(their) if Arc::ptr_eq(chunk, their) => 0,
            their => (0..PAGES)
                .filter(|&i| chunk[i].as_ref().is_some_and(|page| !same(page, their.and_then(|t| t[i].as_ref()))))
                .count(),
        };
        self.chunks.iter().map(own).sum()
    }

    /// Drops the pages of a range (multiples of the page size).
    pub(crate) fn unmap(&mut self, start: u64, end: u64) {
        let first = self.chunks.partition_point(|c| (c.0 + 1) * CHUNK <= start);
        let last = self.chunks.partition_point(|c| c.0 * CHUNK < end);
        for (number, chunk) in &mut self.chunks[first..last] {
            let base = *number * CHUNK;
            let inside = |i: usize| (start..end).contains(&(base + (i * PAGE) as u64));
            if !chunk.iter().enumerate().any(|(i, p)| p.is_some() && inside(i)) {
                continue;
            }
            for (i, page) in Arc::make_mut(chunk).iter_mut().enumerate() {
                if inside(i) && page.take().is_some() {
                    self.pages -= 1;
                }
            }
        }
    }
}
