//! Sets of small numbers as sparse bitmaps: runs of 64 with at least one member, in order.

/// A set of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::analysis) struct Bits {
    runs: Vec<(u32, u64)>,
}

impl Bits {
    pub(in crate::analysis) fn one(number: u32) -> Bits {
        Bits { runs: vec![(number / 64, 1 << (number % 64))] }
    }

    pub(in crate::analysis) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    pub(in crate::analysis) fn len(&self) -> usize {
        self.runs.iter().map(|&(_, bits)| bits.count_ones() as usize).sum()
    }

    pub(in crate::analysis) fn contains(&self, number: u32) -> bool {
        let found = self.runs.binary_search_by_key(&(number / 64), |&(key, _)| key);
        found.is_ok_and(|at| self.runs[at].1 >> (number % 64) & 1 == 1)
    }

    /// Adds a number; was it new?
    pub(in crate::analysis) fn insert(&mut self, number: u32) -> bool {
        let bit = 1 << (number % 64);
        match self.runs.binary_search_by_key(&(number / 64), |&(key, _)| key) {
            Ok(at) => {
                let new = self.runs[at].1 & bit == 0;
                self.runs[at].1 |= bit;
                new
            }
            Err(at) => {
                self.runs.insert(at, (number / 64, bit));
                true
            }
        }
    }

    /// Adds all of `other`, and to `news` those that were not there.
    pub(in crate::analysis) fn absorb(&mut self, other: &Bits, news: &mut Bits) {
        if other.runs.len() * 8 < self.runs.len() {
            for number in other.iter() {
                if self.insert(number) {
                    news.insert(number);
                }
            }
            return;
        }
        let mut fresh = Vec::new();
        let mine = std::mem::take(&mut self.runs);
        self.runs = merge(&mine, &other.runs, |key, old, add| {
            if add & !old != 0 {
                fresh.push((key, add & !old));
            }
        });
        if !fresh.is_empty() {
            news.runs = if news.runs.is_empty() { fresh } else { merge(&news.runs, &fresh, |_, _, _| ()) };
        }
    }

    /// Adds all of `other`.
    pub(in crate::analysis) fn add_all(&mut self, other: &Bits) {
        if !other.is_empty() {
            self.runs = merge(&self.runs, &other.runs, |_, _, _| ());
        }
    }

    /// The members in order.
    pub(in crate::analysis) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs.iter().flat_map(|&(key, bits)| BitsOf(bits).map(move |bit| key * 64 + bit))
    }

    /// The members from `first` up to but not including `end`, in order.
    pub(in crate::analysis) fn range(&self, first: u32, end: u32) -> impl Iterator<Item = u32> + '_ {
        let from = self.runs.partition_point(|&(key, _)| key < first / 64);
        self.runs[from..]
            .iter()
            .take_while(move |&&(key, _)| key <= end / 64)
            .flat_map(|&(key, bits)| BitsOf(bits).map(move |bit| key * 64 + bit))
            .filter(move |&number| number >= first && number < end)
    }
}

impl FromIterator<u32> for Bits {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Bits {
        let mut set = Bits::default();
        numbers.into_iter().for_each(|n| _ = set.insert(n));
        set
    }
}

/// Merges two lists of runs; `both` is told what each key held in `a` (0: nothing) and gets from `b`.
fn merge(a: &[(u32, u64)], b: &[(u32, u64)], mut both: impl FnMut(u32, u64, u64)) -> Vec<(u32, u64)> {
    let mut out = Vec::with_capacity(a.len().max(b.len()));
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let (ka, kb) = (a.get(i).map_or(u32::MAX, |r| r.0), b.get(j).map_or(u32::MAX, |r| r.0));
        let key = ka.min(kb);
        let old = if ka == key { a[i].1 } else { 0 };
        let add = if kb == key { b[j].1 } else { 0 };
        both(key, old, add);
        out.push((key, old | add));
        i += usize::from(ka == key);
        j += usize::from(kb == key);
    }
    out
}

struct BitsOf(u64);

impl Iterator for BitsOf {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        (self.0 != 0).then(|| {
            let bit = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            bit
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::Dice;
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_a_tree_set() {
        let mut dice = Dice(7);
        for round in 0..200 {
            let mut draw = |count| (0..count).map(|_| dice.roll(2000)).collect::<BTreeSet<u32>>();
            let (a, b) = (draw(round), draw(1 + round % 7));
            let mut set: Bits = a.iter().copied().collect();
            let mut news = Bits::one(3);
            set.absorb(&b.iter().copied().collect(), &mut news);
            let union: Vec<u32> = a.union(&b).copied().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), union);
            let mut fresh: BTreeSet<u32> = b.difference(&a).copied().collect();
            fresh.insert(3);
            assert_eq!(news.iter().collect::<BTreeSet<_>>(), fresh);
            assert_eq!(set.len(), union.len());
            let inside: Vec<u32> = union.iter().copied().filter(|n| (100..700).contains(n)).collect();
            assert_eq!(set.range(100, 700).collect::<Vec<_>>(), inside);
            assert!(union.iter().all(|&n| set.contains(n)) && !set.contains(5000));
        }
    }
}
