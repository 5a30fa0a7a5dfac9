//! The value of terms under a model.

use crate::fold;
use crate::hash::PlainMap;
use crate::model::Model;
use crate::store::Store;
use crate::term::{Node, SymbolKey, TermId};

/// Evaluates terms of one store under one model and caches the results. Iterative, because the
/// depth of terms grows with the length of the run. Evaluates only the chosen alternative of an
/// `Ite`.
pub struct Evaluator<'a> {
    store: &'a Store,
    model: &'a Model,
    known: PlainMap<u32, u128>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with an empty cache.
    pub fn new(store: &'a Store, model: &'a Model) -> Self {
        Evaluator { store, model, known: PlainMap::default() }
    }

    /// The value of a term.
    pub fn eval(&mut self, term: TermId) -> u128 {
        let mut todo = vec![term];
        while let Some(&t) = todo.last() {
            if self.known.contains_key(&t.raw()) {
                todo.pop();
                continue;
            }
            match self.step(t) {
                Ok(value) => {
                    self.known.insert(t.raw(), value);
                    todo.pop();
                }
                Err(missing) => todo.extend(missing.into_iter().flatten()),
            }
        }
        self.known[&term.raw()]
    }

    /// Are all of these conditions true? Stops at the first false one.
    pub fn all_true(&mut self, conditions: &[TermId]) -> bool {
        conditions.iter().all(|&c| self.eval(c) == 1)
    }

    /// The value of a term if its operands are cached, otherwise the operands to evaluate first.
    fn step(&self, t: TermId) -> Result<u128, [Option<TermId>; 3]> {
        let store = self.store;
        let node = store.node(t);
        if let Node::Ite { cond, then, other } = node {
            let chosen = if self.value(cond)? == 1 { then } else { other };
            return self.value(chosen);
        }
        let mut values = [0; 3];
        let mut missing = [None; 3];
        for (i, operand) in node.operands().enumerate() {
            match self.known.get(&operand.raw()) {
                Some(&value) => values[i] = value,
                None => missing[i] = Some(operand),
            }
        }
        if missing.iter().any(Option::is_some) {
            return Err(missing);
        }
        Ok(apply(store, t, node, values, |key| self.model.get(key)))
    }

    fn value(&self, t: TermId) -> Result<u128, [Option<TermId>; 3]> {
        self.known.get(&t.raw()).copied().ok_or([Some(t), None, None])
    }
}

/// The value of a node from the values of its operands; `symbol` yields the values of symbols.
pub(crate) fn apply(
    store: &Store,
    t: TermId,
    node: Node,
    [x, y, z]: [u128; 3],
    symbol: impl FnOnce(SymbolKey) -> u128,
) -> u128 {
    let width = store.width(t);
    match node {
        Node::Const { low, high } => u128::from(high) << 64 | u128::from(low),
        Node::Symbol(id) => symbol(store.symbol_of(id).key),
        Node::Un(op, _) => fold::un(op, width, x),
        Node::Bin(op, a, _) => fold::bin(op, store.width(a), x, y),
        Node::Tern(op, ..) => fold::tern(op, width, x, y, z),
        Node::FCmp(pred, a, _) => u128::from(fold::compare(pred, store.width(a), x, y)),
        Node::Cast(op, a) => fold::cast(op, store.width(a), width, x),
        Node::Extract { low, .. } => fold::truncate(width, x >> low),
        Node::Concat { low, .. } => x << store.width(low) | y,
        Node::Ite { .. } => {
            if x == 1 {
                y
            } else {
                z
            }
        }
        Node::Lookup { table, .. } => store.table_of(table).at(x),
    }
}
