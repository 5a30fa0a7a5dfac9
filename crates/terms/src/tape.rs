//! Terms as a linear list of steps, for repeated evaluation under different values.

use crate::eval::apply;
use crate::hash::PlainMap;
use crate::store::Store;
use crate::term::{Node, SymbolKey, TermId};
use crate::walk::Walk;

/// Terms laid out with operands first. Unlike [`crate::Evaluator`] it allocates nothing per
/// evaluation and evaluates both alternatives of an `Ite`.
pub struct Tape<'a> {
    store: &'a Store,
    steps: Vec<(TermId, Node, [usize; 3])>,
    roots: Vec<usize>,
    place: PlainMap<u32, usize>,
    values: Vec<u128>,
}

impl<'a> Tape<'a> {
    /// The tape of these terms; none if it would have more than `limit` steps.
    pub fn new(store: &'a Store, roots: &[TermId], limit: usize) -> Option<Self> {
        let order: Vec<TermId> = Walk::new(store, roots.iter().copied()).take(limit + 1).collect();
        if order.len() > limit {
            return None;
        }
        let place: PlainMap<u32, usize> = order.iter().enumerate().map(|(i, t)| (t.raw(), i)).collect();
        let step = |&t: &TermId| {
            let node = store.node(t);
            let mut operands = [0; 3];
            node.operands().enumerate().for_each(|(i, o)| operands[i] = place[&o.raw()]);
            (t, node, operands)
        };
        let steps = order.iter().map(step).collect();
        let roots = roots.iter().map(|r| place[&r.raw()]).collect();
        Some(Tape { store, steps, roots, place, values: vec![0; order.len()] })
    }

    /// Number of terms evaluated per run.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Are there no terms to evaluate?
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Evaluates all terms; `symbol` yields the values of symbols.
    pub fn run(&mut self, symbol: impl Fn(SymbolKey) -> u128) {
        for (i, &(t, node, [x, y, z])) in self.steps.iter().enumerate() {
            let operands = [self.values[x], self.values[y], self.values[z]];
            self.values[i] = apply(self.store, t, node, operands, &symbol);
        }
    }

    /// The value of a root after a run, by its index among the roots.
    pub fn root(&self, i: usize) -> u128 {
        self.values[self.roots[i]]
    }

    /// Are all roots 1 after a run?
    pub fn all_true(&self) -> bool {
        self.roots.iter().all(|&r| self.values[r] == 1)
    }

    /// The value of a term after a run; 0 for one that is not on the tape.
    pub fn value(&self, term: TermId) -> u128 {
        self.place.get(&term.raw()).map_or(0, |&at| self.values[at])
    }

    /// Every term on the tape with its value after a run.
    pub fn values(&self) -> impl Iterator<Item = (TermId, u128)> + '_ {
        self.steps.iter().zip(&self.values).map(|(&(t, ..), &value)| (t, value))
    }
}
