//! The last writer of each byte of memory.

use std::collections::HashMap;

use crate::numbers::Time;

const PAGE: usize = 4096;
const CACHE: usize = 256;

/// The last writer of a byte. 0 stands for none. A number up to [`COPIES`] is the time of the writing instruction plus
/// one. A number above it identifies the item (of all effects) that copied the byte there, plus one. Thus a copied byte
/// still leads to its earlier writer, at no cost for runs without copies.
pub(crate) type Writer = u32;

/// The boundary between times and copying items.
pub(crate) const COPIES: Writer = 3 << 30;

/// The instruction at `time` as a writer.
#[inline(always)]
pub(crate) fn writer_at(time: Time) -> Writer {
    time.0 + 1
}

/// Last writers of all bytes, in pages allocated on demand.
pub(crate) struct Writers {
    pages: Vec<Box<[Writer; PAGE]>>,
    index: HashMap<u64, u32>,
    /// Direct-mapped: page number and its index in `pages`.
    cache: Box<[(u64, u32); CACHE]>,
}

impl Default for Writers {
    fn default() -> Self {
        Writers { pages: Vec::new(), index: HashMap::new(), cache: Box::new([(u64::MAX, 0); CACHE]) }
    }
}

impl Writers {
    #[inline(always)]
    fn page(&mut self, number: u64) -> &mut [Writer; PAGE] {
        let entry = self.cache[number as usize % CACHE];
        if entry.0 == number {
            return &mut self.pages[entry.1 as usize];
        }
        self.find(number)
    }

    #[cold]
    fn find(&mut self, number: u64) -> &mut [Writer; PAGE] {
        let index = *self.index.entry(number).or_insert_with(|| {
            self.pages.push(Box::new([0; PAGE]));
            self.pages.len() as u32 - 1
        });
        self.cache[number as usize % CACHE] = (number, index);
        &mut self.pages[index as usize]
    }

    /// Records a write of `len` bytes.
    #[inline(always)]
    pub(crate) fn set(&mut self, addr: u64, len: u64, writer: Writer) {
        let offset = (addr % PAGE as u64) as usize;
        if offset as u64 + len <= PAGE as u64 {
            let page = self.page(addr / PAGE as u64);
            match len {
                1 => page[offset] = writer,
                4 => page[offset..offset + 4].fill(writer),
                8 => page[offset..offset + 8].fill(writer),
                _ => page[offset..offset + len as usize].fill(writer),
            }
        } else {
            self.set_long(addr, len, writer);
        }
    }

    #[cold]
    fn set_long(&mut self, addr: u64, len: u64, writer: Writer) {
        let mut here = addr;
        while here < addr + len {
            let offset = (here % PAGE as u64) as usize;
            let count = (PAGE - offset).min((addr + len - here) as usize);
            self.page(here / PAGE as u64)[offset..offset + count].fill(writer);
            here += count as u64;
        }
    }

    /// Marks bytes as written by none. Does not allocate pages.
    #[inline(always)]
    pub(crate) fn clear(&mut self, addr: u64, len: u64) {
        let offset = (addr % PAGE as u64) as usize;
        let number = addr / PAGE as u64;
        let entry = self.cache[number as usize % CACHE];
        if entry.0 == number && offset as u64 + len <= PAGE as u64 {
            self.pages[entry.1 as usize][offset..offset + len as usize].fill(0);
        } else {
            self.clear_long(addr, len);
        }
    }

    #[cold]
    fn clear_long(&mut self, addr: u64, len: u64) {
        let mut here = addr;
        while here < addr + len {
            let offset = (here % PAGE as u64) as usize;
            let count = (PAGE - offset).min((addr + len - here) as usize);
            if let Some(&index) = self.index.get(&(here / PAGE as u64)) {
                self.pages[index as usize][offset..offset + count].fill(0);
            }
            here += count as u64;
        }
    }

    /// The writer of all these bytes, or none if there are several.
    #[inline(always)]
    pub(crate) fn single(&mut self, addr: u64, len: u64) -> Option<Writer> {
        let offset = (addr % PAGE as u64) as usize;
        if offset as u64 + len > PAGE as u64 {
            return None;
        }
        let page = self.page(addr / PAGE as u64);
        let bytes = &page[offset..offset + len as usize];
        let first = bytes[0];
        // With a length known at compile time the comparison is vectorised.
        let same = match len {
            1 => true,
            4 => all_are::<4>(bytes, first),
            8 => all_are::<8>(bytes, first),
            _ => bytes.iter().all(|&w| w == first),
        };
        same.then_some(first)
    }

    /// Calls `visit` for each run of bytes with one writer: offset, length, writer.
    pub(crate) fn runs(&mut self, addr: u64, len: u64, mut visit: impl FnMut(u64, u64, Writer)) {
        let (mut start, mut current) = (0, None);
        for i in 0..len {
            let here = addr + i;
            let writer = self.page(here / PAGE as u64)[(here % PAGE as u64) as usize];
            if current != Some(writer) {
                if let Some(w) = current {
                    visit(start, i - start, w);
                }
                (start, current) = (i, Some(writer));
            }
        }
        if let Some(w) = current {
            visit(start, len - start, w);
        }
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.pages.len() * PAGE * size_of::<Writer>()
    }
}

#[inline(always)]
fn all_are<const N: usize>(bytes: &[Writer], writer: Writer) -> bool {
    <&[Writer; N]>::try_from(bytes).is_ok_and(|bytes| bytes.iter().fold(0, |other, w| other | (w ^ writer)) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_writes_leave_runs() {
        let mut writers = Writers::default();
        writers.set(4090, 12, 5);
        writers.set(4094, 4, 9);
        assert_eq!(writers.single(4090, 4), Some(5));
        assert_eq!(writers.single(4094, 2), Some(9));
        assert_eq!(writers.single(4092, 4), None);
        let mut runs = Vec::new();
        writers.runs(4088, 16, |at, len, w| runs.push((at, len, w)));
        assert_eq!(runs, [(0, 2, 0), (2, 4, 5), (6, 4, 9), (10, 4, 5), (14, 2, 0)]);
    }

    #[test]
    fn cleared_bytes_have_no_writer() {
        let mut writers = Writers::default();
        writers.set(4090, 12, 5);
        writers.clear(4095, 2);
        writers.clear(4100, 1);
        writers.clear(1 << 40, 1 << 20);
        let mut runs = Vec::new();
        writers.runs(4090, 12, |at, len, w| runs.push((at, len, w)));
        assert_eq!(runs, [(0, 5, 5), (5, 2, 0), (7, 3, 5), (10, 1, 0), (11, 1, 5)]);
        assert_eq!(writers.bytes(), 2 * PAGE * 4, "clearing makes no pages");
    }
}
