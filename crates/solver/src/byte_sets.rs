//! The values of a byte for which a condition holds, cached by condition.

use whydunit_terms::{PlainMap, Store, SymbolKey, TermId};

use crate::symbols::SymbolSets;

/// The cache is cleared when it reaches this size.
const MAX_REMEMBERED: usize = 200_000;

/// A set of byte values: bit `v % 64` of word `v / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Values(pub(crate) [u64; 4]);

impl Values {
    pub(crate) const ALL: Values = Values([u64::MAX; 4]);

    pub(crate) fn meet(self, other: Values) -> Values {
        let (a, b) = (self.0, other.0);
        Values([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    pub(crate) fn has(self, value: u128) -> bool {
        self.0[value as usize / 64] >> (value % 64) & 1 == 1
    }

    pub(crate) fn least(self) -> Option<u128> {
        let word = self.0.iter().position(|&w| w != 0)?;
        Some(word as u128 * 64 + u128::from(self.0[word].trailing_zeros()))
    }

    pub(crate) fn largest(self) -> Option<u128> {
        let word = self.0.iter().rposition(|&w| w != 0)?;
        Some(word as u128 * 64 + 63 - u128::from(self.0[word].leading_zeros()))
    }
}

/// Sets by condition.
#[derive(Default)]
pub(crate) struct ByteSets {
    symbols: SymbolSets,
    known: PlainMap<u128, Option<Values>>,
}

impl ByteSets {
    /// The byte and the values for which a constraint holds, if it has only one symbol of at most 8
    /// bits and is not too large.
    pub(crate) fn of(&mut self, store: &Store, constraint: TermId) -> Option<(SymbolKey, Values)> {
        let symbols = self.symbols.of(store, constraint);
        let [symbol] = symbols[..] else { return None };
        if symbol.width > 8 {
            return None;
        }
        if self.known.len() >= MAX_REMEMBERED {
            self.known.clear();
        }
        let hash = store.hash(constraint).0;
        let sweep = || store.sweep(constraint, symbol.width).map(Values);
        let values = *self.known.entry(hash).or_insert_with(sweep);
        values.map(|v| (symbol, v))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_sets() {
        assert_eq!((Values::ALL.least(), Values::ALL.largest()), (Some(0), Some(255)));
        let some = Values([0, 1 << 5, 0, 1 << 63]);
        assert_eq!((some.least(), some.largest()), (Some(69), Some(255)));
        let none = some.meet(Values([u64::MAX, 0, 0, 0]));
        assert!(none.is_empty() && none.least().is_none() && none.largest().is_none());
    }
}
