//! Sparse bitmaps for sets of small numbers: the nonempty 64-bit words, in order.

/// A set of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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

    /// Adds a number and returns whether it was new.
    pub(in crate::analysis) fn insert(&mut self, number: u32) -> bool {
        let bit = 1 << (number % 64);
        // Fast path: numbers mostly arrive in order.
        if self.runs.last().is_none_or(|&(key, _)| key < number / 64) {
            self.runs.push((number / 64, bit));
            return true;
        }
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

    /// Do the sets share a member?
    pub(in crate::analysis) fn intersects(&self, other: &Bits) -> bool {
        let (mut i, mut j) = (0, 0);
        while let (Some(&(a, bits)), Some(&(b, others))) = (self.runs.get(i), other.runs.get(j)) {
            if a == b && bits & others != 0 {
                return true;
            }
            i += usize::from(a <= b);
            j += usize::from(b <= a);
        }
        false
    }

    /// The members that are not in `other`.
    pub(in crate::analysis) fn without(&self, other: &Bits) -> Bits {
        let mut runs = Vec::new();
        let mut at = 0;
        for &(key, bits) in &self.runs {
            while other.runs.get(at).is_some_and(|&(k, _)| k < key) {
                at += 1;
            }
            let taken = other.runs.get(at).filter(|&&(k, _)| k == key).map_or(0, |&(_, b)| b);
            if bits & !taken != 0 {
                runs.push((key, bits & !taken));
            }
        }
        Bits { runs }
    }

    /// Adds all members of `other`.
    pub(in crate::analysis) fn add_all(&mut self, other: &Bits) {
        if other.runs.len() * 8 < self.runs.len() {
            other.iter().for_each(|number| _ = self.insert(number));
        } else if !other.is_empty() {
            self.runs = merge(&self.runs, &other.runs);
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

/// Merges two lists of words.
fn merge(a: &[(u32, u64)], b: &[(u32, u64)]) -> Vec<(u32, u64)> {
    let mut out = Vec::with_capacity(a.len().max(b.len()));
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let ((ka, bits_a), (kb, bits_b)) = (a[i], b[j]);
        let key = ka.min(kb);
        out.push((key, if ka == key { bits_a } else { 0 } | if kb == key { bits_b } else { 0 }));
        i += usize::from(ka == key);
        j += usize::from(kb == key);
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
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
    use crate::analysis::tests::fixtures::Dice;
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_a_tree_set() {
        let mut dice = Dice::new(7);
        for round in 0..200 {
            let mut draw = |count| (0..count).map(|_| dice.roll(2000)).collect::<BTreeSet<u32>>();
            let (a, b) = (draw(round), draw(1 + round % 7));
            let mut set: Bits = a.iter().copied().collect();
            let other: Bits = b.iter().copied().collect();
            assert_eq!(set.intersects(&other), !a.is_disjoint(&b));
            let fresh: Vec<u32> = b.difference(&a).copied().collect();
            assert_eq!(other.without(&set).iter().collect::<Vec<_>>(), fresh);
            set.add_all(&other);
            let union: Vec<u32> = a.union(&b).copied().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), union);
            assert_eq!(set.len(), union.len());
            let inside: Vec<u32> = union.iter().copied().filter(|n| (100..700).contains(n)).collect();
            assert_eq!(set.range(100, 700).collect::<Vec<_>>(), inside);
        }
    }
}
