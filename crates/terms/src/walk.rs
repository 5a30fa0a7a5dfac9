//! Visits terms without recursion: each once, operands before the terms that use them.

use std::collections::BTreeSet;

use crate::hash::PlainSet;
use crate::store::Store;
use crate::term::{Node, SymbolId, SymbolKey, TermId};

/// An iterator over some terms and all their subterms, operands first.
pub struct Walk<'a> {
    store: &'a Store,
    seen: PlainSet<u32>,
    /// Terms to visit; true when their operands have been visited.
    todo: Vec<(TermId, bool)>,
}

impl<'a> Walk<'a> {
    /// A walk from these terms, in their order.
    pub fn new(store: &'a Store, roots: impl IntoIterator<Item = TermId>) -> Self {
        let mut todo: Vec<_> = roots.into_iter().map(|t| (t, false)).collect();
        todo.reverse();
        Walk { store, seen: PlainSet::default(), todo }
    }
}

impl Iterator for Walk<'_> {
    type Item = TermId;

    fn next(&mut self) -> Option<TermId> {
        while let Some((t, ready)) = self.todo.pop() {
            if ready {
                return Some(t);
            }
            if !self.seen.insert(t.raw()) {
                continue;
            }
            self.todo.push((t, true));
            let from = self.todo.len();
            self.todo.extend(self.store.node(t).operands().map(|o| (o, false)));
            self.todo[from..].reverse();
        }
        None
    }
}

impl Store {
    /// The symbols that occur in terms, in order of their keys.
    pub fn free_symbols(&self, terms: impl IntoIterator<Item = TermId>) -> BTreeSet<SymbolKey> {
        self.symbol_ids(terms).map(|id| self.symbol_of(id).key).collect()
    }

    fn symbol_ids(&self, terms: impl IntoIterator<Item = TermId>) -> impl Iterator<Item = SymbolId> {
        Walk::new(self, terms).filter_map(|t| match self.node(t) {
            Node::Symbol(id) => Some(id),
            _ => None,
        })
    }
}
