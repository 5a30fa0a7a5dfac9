//! The bytes of a file: initial contents, overlaid block by block with writes.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Bytes per block, as in common file systems of the host: holes end at block boundaries.
pub(crate) const BLOCK: u64 = 4096;

/// A sequence of bytes with holes. Cloning is cheap; a write copies the blocks it touches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    len: u64,
    base: Arc<Vec<u8>>,
    /// The visible part of `base`; shorter than `base` once the file was truncated.
    base_len: u64,
    blocks: Arc<BTreeMap<u64, Arc<Vec<u8>>>>,
}

impl Contents {
    /// Contents from before the run.
    pub(crate) fn given(bytes: Arc<Vec<u8>>) -> Self {
        let len = bytes.len() as u64;
        Contents { len, base: bytes, base_len: len, blocks: Arc::default() }
    }

    /// Length in bytes, holes included.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The byte at `offset`.
    pub(crate) fn byte(&self, offset: u64) -> Option<u8> {
        if offset >= self.len {
            return None;
        }
        if let Some(block) = self.blocks.get(&(offset / BLOCK)) {
            return Some(block[(offset % BLOCK) as usize]);
        }
        Some(if offset < self.base_len { self.base[offset as usize] } else { 0 })
    }

    /// Up to `max` bytes from `offset` on.
    pub(crate) fn read(&self, offset: u64, max: usize) -> Vec<u8> {
        let end = self.len.min(offset.saturating_add(max as u64));
        let mut out = Vec::with_capacity(end.saturating_sub(offset) as usize);
        let mut here = offset;
        while here < end {
            let index = here / BLOCK;
            let stop = end.min((index + 1) * BLOCK);
            match self.blocks.get(&index) {
                Some(block) => {
                    out.extend_from_slice(&block[(here - index * BLOCK) as usize..(stop - index * BLOCK) as usize])
                }
                None => self.read_base(here, stop, &mut out),
            }
            here = stop;
        }
        out
    }

    /// Appends the bytes of `base` from `start` to `stop`, zeros where it is no longer visible.
    fn read_base(&self, start: u64, stop: u64, out: &mut Vec<u8>) {
        let shown = stop.min(self.base_len);
        if start < shown {
            out.extend_from_slice(&self.base[start as usize..shown as usize]);
        }
        out.resize(out.len() + (stop - shown.max(start)) as usize, 0);
    }

    /// Writes `bytes` at `offset`; a gap before it becomes a hole.
    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) {
        let mut rest = bytes;
        let mut here = offset;
        while !rest.is_empty() {
            let (index, inside) = (here / BLOCK, (here % BLOCK) as usize);
            let count = rest.len().min(BLOCK as usize - inside);
            let (now, later) = rest.split_at(count);
            self.block(index)[inside..inside + count].copy_from_slice(now);
            here += count as u64;
            rest = later;
        }
        self.len = self.len.max(here);
    }

    /// The overlay block at `index`, initialised with the current contents.
    fn block(&mut self, index: u64) -> &mut Vec<u8> {
        if !self.blocks.contains_key(&index) {
            let mut fresh = Vec::with_capacity(BLOCK as usize);
            self.read_base(index * BLOCK, (index + 1) * BLOCK, &mut fresh);
            Arc::make_mut(&mut self.blocks).insert(index, Arc::new(fresh));
        }
        let block = Arc::make_mut(&mut self.blocks).get_mut(&index).expect("inserted above");
        Arc::make_mut(block)
    }

    /// Truncates or extends to `len` bytes.
    pub(crate) fn truncate(&mut self, len: u64) {
        if len < self.len {
            self.base_len = self.base_len.min(len);
            if self.blocks.range(len.div_ceil(BLOCK)..).next().is_some() {
                Arc::make_mut(&mut self.blocks).split_off(&len.div_ceil(BLOCK));
            }
            if !len.is_multiple_of(BLOCK) && self.blocks.contains_key(&(len / BLOCK)) {
                self.block(len / BLOCK)[(len % BLOCK) as usize..].fill(0);
            }
        }
        self.len = len;
    }

    /// Makes a hole from `start` to `stop`; the length stays.
    pub(crate) fn punch(&mut self, start: u64, stop: u64) {
        let stop = stop.min(self.len);
        let mut here = start;
        while here < stop {
            let index = here / BLOCK;
            let end = stop.min((index + 1) * BLOCK);
            if self.is_data(index) {
                self.block(index)[(here - index * BLOCK) as usize..(end - index * BLOCK) as usize].fill(0);
            }
            here = end;
        }
    }

    fn is_data(&self, index: u64) -> bool {
        index * BLOCK < self.base_len || self.blocks.contains_key(&index)
    }

    /// The first offset from `offset` that holds data (or, if `data` is false, begins a hole; the end of
    /// the file is one).
    pub(crate) fn next(&self, offset: u64, data: bool) -> Option<u64> {
        if offset >= self.len {
            return None;
        }
        let mut index = offset / BLOCK;
        while index * BLOCK < self.len {
            if self.is_data(index) == data {
                return Some(offset.max(index * BLOCK));
            }
            index = if data { self.next_block(index)? } else { index + 1 };
        }
        (!data).then_some(self.len)
    }

    /// The first block after `index` that holds data: a hole may be far too long to walk through.
    fn next_block(&self, index: u64) -> Option<u64> {
        self.blocks.range(index + 1..).next().map(|(&i, _)| i)
    }

    /// Allocated bytes: whole blocks.
    pub(crate) fn allocated(&self) -> u64 {
        let base = self.base_len.div_ceil(BLOCK);
        let beyond = self.blocks.range(base..).count() as u64;
        (base + beyond) * BLOCK
    }

    /// All bytes in one vector.
    pub(crate) fn to_vec(&self) -> Vec<u8> {
        self.read(0, self.len as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_covers_the_base_and_leaves_the_clone_alone() {
        let mut file = Contents::given(Arc::new(b"hello world".to_vec()));
        let before = file.clone();
        file.write(6, b"W");
        file.write(11, b"!");
        assert_eq!(file.to_vec(), b"hello World!");
        assert_eq!(before.to_vec(), b"hello world");
        assert_eq!(file.byte(6), Some(b'W'));
        assert_eq!(file.byte(12), None);
    }

    #[test]
    fn truncated_bytes_read_as_zeros_after_extension() {
        let mut file = Contents::given(Arc::new(vec![7; 10_000]));
        file.write(4095, b"ab");
        file.truncate(4096);
        file.truncate(9000);
        let bytes = file.to_vec();
        assert_eq!((bytes.len(), bytes[4094], bytes[4095], bytes[4096], bytes[8999]), (9000, 7, b'a', 0, 0));
    }

    #[test]
    fn holes_are_found_and_cost_nothing() {
        let mut file = Contents::default();
        file.write(1 << 40, b"x");
        assert_eq!(file.len(), (1 << 40) + 1);
        assert_eq!(file.allocated(), BLOCK);
        assert_eq!(file.next(5, true), Some(1 << 40));
        assert_eq!(file.next(5, false), Some(5));
        assert_eq!(file.next(1 << 40, false), Some((1 << 40) + 1));
        assert_eq!(file.next((1 << 40) + 1, true), None);
        assert_eq!(file.read((1 << 40) - 1, 10), b"\0x");
    }

    #[test]
    fn a_punched_hole_reads_as_zeros() {
        let mut file = Contents::given(Arc::new(vec![1; 5000]));
        file.punch(10, 6000);
        assert_eq!(file.len(), 5000);
        assert_eq!(file.to_vec().iter().filter(|&&b| b == 1).count(), 10);
    }
}
