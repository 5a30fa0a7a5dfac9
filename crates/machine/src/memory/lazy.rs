//! Large zero-filled ranges whose pages are created on first access: a program may declare or
//! allocate far more than it uses.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Minimum size of a lazy range.
pub(crate) const LARGE: u64 = 64 * 1024;

/// The lazy ranges and the state of their bytes.
#[derive(Clone, Default)]
pub(crate) struct Lazy {
    /// Start → (end, state); disjoint.
    ranges: Arc<BTreeMap<u64, (u64, u8)>>,
}

impl Lazy {
    /// The state of the byte at `addr`, if it lies in a lazy range.
    pub(crate) fn state(&self, addr: u64) -> Option<u8> {
        let (_, &(end, state)) = self.ranges.range(..=addr).next_back()?;
        (addr < end).then_some(state)
    }

    /// Sets the state of a range; 0 removes it.
    pub(crate) fn set(&mut self, start: u64, end: u64, state: u8) {
        if start >= end {
            return;
        }
        let ranges = Arc::make_mut(&mut self.ranges);
        let before = ranges.range(..start).next_back().map(|(&s, &r)| (s, r));
        if let Some((s, (e, old))) = before.filter(|(_, (e, _))| *e > start) {
            ranges.insert(s, (start, old));
            if e > end {
                ranges.insert(end, (e, old));
            }
        }
        let covered: Vec<u64> = ranges.range(start..end).map(|(&s, _)| s).collect();
        for s in covered {
            let Some((e, old)) = ranges.remove(&s) else { continue };
            if e > end {
                ranges.insert(end, (e, old));
            }
        }
        if state != 0 {
            ranges.insert(start, (end, state));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_cut_where_they_overlap() {
        let mut lazy = Lazy::default();
        lazy.set(100, 200, 2);
        lazy.set(120, 130, 3);
        lazy.set(150, 250, 0);
        let states: Vec<_> = [99, 100, 119, 120, 129, 130, 149, 150, 200].map(|a| lazy.state(a)).into();
        assert_eq!(states, [None, Some(2), Some(2), Some(3), Some(3), Some(2), Some(2), None, None]);
    }
}
