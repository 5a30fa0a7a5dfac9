//! The symbols of constraints, remembered: constraints come back in query after query.

use std::sync::Arc;

use whydunit_terms::{PlainMap, Store, SymbolKey, TermId};

/// Remembered sets are dropped when there are this many: enough for the longest paths.
const MAX_REMEMBERED: usize = 200_000;

/// Symbols by constraint.
#[derive(Default)]
pub(crate) struct SymbolSets {
    known: PlainMap<u128, Arc<[SymbolKey]>>,
}

impl SymbolSets {
    /// The symbols of a constraint, in order.
    pub(crate) fn of(&mut self, store: &Store, constraint: TermId) -> Arc<[SymbolKey]> {
        let hash = store.hash(constraint).0;
        if let Some(found) = self.known.get(&hash) {
            return found.clone();
        }
        if self.known.len() >= MAX_REMEMBERED {
            self.known.clear();
        }
        let symbols: Arc<[SymbolKey]> = store.free_symbols([constraint]).into_iter().collect();
        self.known.insert(hash, symbols.clone());
        symbols
    }
}
