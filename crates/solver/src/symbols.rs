//! The symbols of terms, cached: constraints recur in query after query, and those of a loop build
//! on each other.

use std::sync::Arc;

use whydunit_terms::{Node, PlainMap, Store, SymbolKey, TermId};

/// The cache of small sets is cleared at this size, which is enough for the longest paths.
const MAX_REMEMBERED: usize = 1_000_000;
/// The cache of large sets is cleared at this size.
const MAX_LARGE: usize = 20_000;
/// Sets of up to this many symbols are cached for every term, larger ones only for constraints: the
/// partial sums of many symbols would have as many sets, each larger than the one before.
const FEW: usize = 16;

type Symbols = Arc<[SymbolKey]>;

/// Symbols by term.
#[derive(Default)]
pub(crate) struct SymbolSets {
    /// None: more than `FEW` symbols.
    known: PlainMap<u128, Option<Symbols>>,
    /// The large sets, by constraint.
    large: PlainMap<u128, Symbols>,
}

impl SymbolSets {
    /// The symbols of a constraint, in order.
    pub(crate) fn of(&mut self, store: &Store, constraint: TermId) -> Symbols {
        if self.known.len() >= MAX_REMEMBERED {
            self.known.clear();
        }
        if self.large.len() >= MAX_LARGE {
            self.large.clear();
        }
        let hash = store.hash(constraint).0;
        if let Some(found) = self.large.get(&hash) {
            return found.clone();
        }
        if let Some(few) = self.few(store, constraint) {
            return few;
        }
        let symbols: Symbols = store.free_symbols([constraint]).into_iter().collect();
        self.large.insert(hash, symbols.clone());
        symbols
    }

    /// The symbols of a term if there are at most `FEW`.
    fn few(&mut self, store: &Store, term: TermId) -> Option<Symbols> {
        // Operands before the terms that use them; cached terms are skipped.
        let mut todo = vec![(term, false)];
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
        self.known.get(&store.hash(term).0).cloned().flatten()
    }

    /// The symbols of a term from its operands' sets. Usually the union equals one of the sets,
    /// which is then shared.
    fn union(&self, store: &Store, term: TermId) -> Option<Symbols> {
        let node = store.node(term);
        if let Node::Symbol(id) = node {
            return Some([store.symbol_of(id).key].into());
        }
        let mut whole = Symbols::default();
        for operand in node.operands() {
            let more = self.known.get(&store.hash(operand).0).cloned().flatten()?;
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
        (whole.len() <= FEW).then_some(whole)
    }
}

/// Is `some` a subset of `all`? Both are sorted.
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
        // A term with more than `FEW` symbols.
        let many: Vec<TermId> = (0..100).map(|key| store.symbol("y", 100 + key, 32)).collect();
        let total = many.iter().fold(sum, |total, &symbol| store.add(total, symbol));
        assert_eq!(sets.of(&store, total).len(), 103);
        // Once a set contains all symbols, it serves the whole chain.
        let next = store.add(sum, symbols[0]);
        assert!(Arc::ptr_eq(&sets.of(&store, sum), &sets.of(&store, next)));
    }
}
