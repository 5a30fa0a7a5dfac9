//! A compact set of instants with ranks: one bit for each, in pages allocated on demand.

use crate::numbers::Time;

/// Instants per page.
const PAGE: u32 = 512;
const WORD: u32 = u64::BITS;

/// A set of instants.
#[derive(Clone, Debug, Default)]
pub(crate) struct InstantSet {
    /// By page number: index in `pages` plus one, 0 for an empty page.
    index: Vec<u32>,
    pages: Vec<Page>,
}

#[derive(Clone, Debug, Default)]
struct Page {
    bits: [u64; (PAGE / WORD) as usize],
    /// Number of instants in earlier pages, valid after [`InstantSet::count`].
    before: u32,
}

impl InstantSet {
    fn page(&self, time: Time) -> Option<&Page> {
        let at = *self.index.get((time.0 / PAGE) as usize)?;
        at.checked_sub(1).map(|at| &self.pages[at as usize])
    }

    /// Adds an instant. Was it new?
    pub(crate) fn insert(&mut self, time: Time) -> bool {
        let time = time.0;
        let number = (time / PAGE) as usize;
        if number >= self.index.len() {
            self.index.resize(number + 1, 0);
        }
        if self.index[number] == 0 {
            self.pages.push(Page::default());
            self.index[number] = self.pages.len() as u32;
        }
        let word = &mut self.pages[self.index[number] as usize - 1].bits[(time % PAGE / WORD) as usize];
        let bit = 1 << (time % WORD);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Returns all instants in order, and prepares [`InstantSet::rank`].
    pub(crate) fn count(&mut self) -> Vec<Time> {
        let mut times = Vec::new();
        for (number, &at) in (0..).zip(&self.index).filter(|(_, at)| **at > 0) {
            let page = &mut self.pages[at as usize - 1];
            page.before = times.len() as u32;
            for (word, &bits) in (0..).zip(&page.bits) {
                let mut left = bits;
                while left != 0 {
                    times.push(Time(number * PAGE + word * WORD + left.trailing_zeros()));
                    left &= left - 1;
                }
            }
        }
        times
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.index.len() * size_of::<u32>() + self.pages.len() * size_of::<Page>()
    }

    /// The rank of an instant, if it is in the set. Requires a [`InstantSet::count`] since the last insertion.
    pub(crate) fn rank(&self, time: Time) -> Option<usize> {
        let page = self.page(time)?;
        let (word, bit) = ((time.0 % PAGE / WORD) as usize, time.0 % WORD);
        let before: u32 = page.bits[..word].iter().map(|bits| bits.count_ones()).sum();
        let here = page.bits[word];
        let rank = page.before + before + (here & ((1 << bit) - 1)).count_ones();
        (here >> bit & 1 == 1).then_some(rank as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_found_and_counted() {
        let mut set = InstantSet::default();
        let all = [0, 1, 63, 64, 511, 512, 5000, 5001, 70_000, u32::MAX / 4].map(Time);
        for time in all.iter().rev() {
            assert!(set.insert(*time) && !set.insert(*time));
        }
        assert_eq!(set.count(), all);
        for (rank, &time) in all.iter().enumerate() {
            assert_eq!(set.rank(time), Some(rank));
        }
        assert_eq!((set.rank(Time(2)), set.rank(Time(513)), set.rank(Time(u32::MAX))), (None, None, None));
    }
}
