//! The symbols of terms, remembered: constraints come back in query after query, and those of a loop are built on each
//! other.

use std::sync::Arc;

use whydunit_terms::{Node, PlainMap, Store, SymbolKey, TermId};

/// Remembered sets are dropped when there are this many: enough for the longest paths.
const MAX_REMEMBERED: usize = 1_000_000;

type Symbols = Arc<[SymbolKey]>;

/// Symbols by term.
#[derive(Default)]
pub(crate) struct SymbolSets {
    known: PlainMap<u128, Symbols>,
}

impl SymbolSets {
    /// The symbols of a constraint, in order.
    pub(crate) fn of(&mut self, store: &Store, constraint: TermId) -> Symbols {
        if self.known.len() >= MAX_REMEMBERED {
            self.known.clear();
        }
        // Operands before the terms that use them; what is known is not gone into again.
        let mut todo = vec![(constraint, false)];
        while let Some((term, ready)) = todo.pop() {
            let hash = store.hash(term).0;
            if ready {
                let symbols = self.union(store, term);
                self.known.insert(hash, symbols);
            } else if !self.known.contains_key(&hash) {
                todo.push((term, true));
                todo.extend(store.node(term).operands().map(|operand| (operand, false)));
            }
        }
        self.known(store, constraint)
    }

    fn known(&self, store: &Store, term: TermId) -> Symbols {
        self.known.get(&store.hash(term).0).cloned().unwrap_or_default()
    }

    /// The symbols of a term whose operands are known: mostly those of one of them, which they then share.
    fn union(&self, store: &Store, term: TermId) -> Symbols {
        let node = store.node(term);
        if let Node::Symbol(id) = node {
            return [store.symbol_of(id).key].into();
        }
        let mut whole = Symbols::default();
        for operand in node.operands() {
            let more = self.known(store, operand);
            if has_all(&whole, &more) {
                continue;
            }
            if has_all(&more, &whole) {
                whole = more;
                continue;
            }
            let mut both: Vec<SymbolKey> = whole.iter().chain(more.iter()).copied().collect();
            both.sort_unstable();
            both.dedup();
            whole = both.into();
        }
        whole
    }
}

/// Is each of `some` among `all`? Both are in order.
fn has_all(all: &Symbols, some: &Symbols) -> bool {
    Arc::ptr_eq(all, some) || some.len() <= all.len() && some.iter().all(|symbol| all.binary_search(symbol).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_those_of_a_walk_and_shared_along_a_chain() {
        let mut store = Store::new();
        let symbols: Vec<TermId> = (0..3).map(|key| store.symbol("x", key, 32)).collect();
        let mut sets = SymbolSets::default();
        let mut sum = symbols[2];
        for step in 0..1000 {
            sum = store.add(sum, symbols[step % 2]);
            sum = store.mul(sum, symbols[2]);
            let expected: Vec<SymbolKey> = store.free_symbols([sum]).into_iter().collect();
            assert_eq!(sets.of(&store, sum)[..], expected);
        }
        // Once all symbols are there, one set serves the whole chain.
        let next = store.add(sum, symbols[0]);
        assert!(Arc::ptr_eq(&sets.of(&store, sum), &sets.of(&store, next)));
    }
}
