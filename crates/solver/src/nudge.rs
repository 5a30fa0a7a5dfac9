//! Decorator: tries values at hand with one symbol changed.
//!
//! A query of concolic execution comes with a near-solution: the run's own values satisfy
//! everything but the negated decision. Often changing one byte or one number suffices. Tries all
//! values of a byte and, for wider symbols, those that make the sides of a comparison equal.

use std::collections::VecDeque;

use whydunit_terms::{Model, SymbolKey, Tape, TermId, fold, is_comparison};

use crate::answer::Answer;
use crate::byte_sets::ByteSets;
use crate::query::{Query, Solver};
use crate::statistics::Statistics;
use crate::symbols::SymbolSets;

/// Limit on evaluated terms per query, over all attempts: a few milliseconds at most.
const EFFORT: usize = 150_000;
/// Larger sets of constraints are left to the solver.
const MAX_TERMS: usize = 3000;
/// Number of own models to try when there is no hint or it does not help.
const KEPT: usize = 2;

/// Tries small changes to a hint or to the latest models.
pub(crate) struct Nudge<S> {
    inner: S,
    symbols: SymbolSets,
    sets: ByteSets,
    latest: VecDeque<Model>,
    counts: Statistics,
}

impl<S> Nudge<S> {
    pub(crate) fn new(inner: S) -> Self {
        let (symbols, sets) = (SymbolSets::default(), ByteSets::default());
        Nudge { inner, symbols, sets, latest: VecDeque::new(), counts: Statistics::default() }
    }

    fn search(&mut self, query: &Query<'_>) -> Option<Model> {
        let mut effort = EFFORT;
        let known: Vec<Model> = query.hint.cloned().into_iter().chain(self.latest.iter().cloned()).collect();
        let found = known.iter().find_map(|model| self.around(query, model, &mut effort));
        self.counts.effort += (EFFORT - effort) as u64;
        found
    }

    /// A model for the query that differs from `start` in at most one symbol.
    fn around(&mut self, query: &Query<'_>, start: &Model, effort: &mut usize) -> Option<Model> {
        let mut all = Tape::new(query.store, query.constraints, MAX_TERMS)?;
        *effort = effort.checked_sub(all.len())?;
        all.run(|key| start.get(key));
        let Some(broken) = (0..query.constraints.len()).rev().find(|&i| all.root(i) != 1) else {
            return Some(self.cut_down(query, start));
        };
        let symbols = self.symbols.of(query.store, query.constraints[broken]);
        for &symbol in symbols.iter() {
            let touched = self.touched(query, symbol);
            // Every violated constraint must depend on the changed symbol.
            if (0..query.constraints.len()).any(|i| all.root(i) != 1 && !touched.contains(&query.constraints[i])) {
                continue;
            }
            let values = self.candidates(query, &all, symbol, start, query.constraints[broken]);
            if let Some(value) = fitting(query, &touched, symbol, start, &values, effort) {
                let mut model = self.cut_down(query, start);
                model.set(symbol, value);
                return Some(model);
            }
        }
        None
    }

    /// The constraints that contain this symbol.
    fn touched(&mut self, query: &Query<'_>, symbol: SymbolKey) -> Vec<TermId> {
        let has = |&c: &TermId| self.symbols.of(query.store, c).binary_search(&symbol).is_ok();
        query.constraints.iter().copied().filter(has).collect()
    }

    /// Restricts a model to the query's symbols.
    fn cut_down(&mut self, query: &Query<'_>, model: &Model) -> Model {
        let mut own = Model::new();
        for &constraint in query.constraints {
            for &symbol in self.symbols.of(query.store, constraint).iter() {
                own.set(symbol, model.get(symbol));
            }
        }
        own
    }

    fn candidates(
        &mut self,
        query: &Query<'_>,
        all: &Tape<'_>,
        symbol: SymbolKey,
        start: &Model,
        broken: TermId,
    ) -> Vec<u128> {
        if symbol.width <= 8 { self.byte_values(query, symbol) } else { meeting(query, all, symbol, start, broken) }
    }

    /// The values that satisfy the conditions on this byte alone.
    fn byte_values(&mut self, query: &Query<'_>, symbol: SymbolKey) -> Vec<u128> {
        let mut left = crate::byte_sets::Values::ALL;
        for &constraint in query.constraints {
            if let Some((of, values)) = self.sets.of(query.store, constraint)
                && of == symbol
            {
                left = left.meet(values);
            }
        }
        (0..1_u128 << symbol.width).filter(|&v| left.has(v)).collect()
    }
}

/// For every comparison in the violated constraint: the values of the symbol that make its operands
/// equal or differ by one, assuming that the symbol is added to or subtracted from one operand;
/// also the operands themselves.
fn meeting(query: &Query<'_>, all: &Tape<'_>, symbol: SymbolKey, start: &Model, broken: TermId) -> Vec<u128> {
    let store = query.store;
    let known: whydunit_terms::PlainMap<u32, u128> = all.values().map(|(t, v)| (t.raw(), v)).collect();
    let current = start.get(symbol);
    let mut values = Vec::new();
    for t in whydunit_terms::Walk::new(store, [broken]) {
        let whydunit_terms::Node::Bin(op, a, b) = store.node(t) else { continue };
        if !is_comparison(op) {
            continue;
        }
        let (x, y) = (known[&a.raw()], known[&b.raw()]);
        let gap = y.wrapping_sub(x);
        for base in [current.wrapping_add(gap), current.wrapping_sub(gap), x, y] {
            values.extend([base, base.wrapping_add(1), base.wrapping_sub(1)]);
        }
    }
    values.iter_mut().for_each(|v| *v = fold::truncate(symbol.width, *v));
    let mut seen = whydunit_terms::PlainSet::default();
    values.retain(|&v| v != current && seen.insert(v));
    values
}

/// The first value with which all these constraints hold.
fn fitting(
    query: &Query<'_>,
    constraints: &[TermId],
    symbol: SymbolKey,
    start: &Model,
    values: &[u128],
    effort: &mut usize,
) -> Option<u128> {
    let mut tape = Tape::new(query.store, constraints, MAX_TERMS)?;
    for &value in values {
        *effort = effort.checked_sub(tape.len())?;
        tape.run(|key| if key == symbol { value } else { start.get(key) });
        if tape.all_true() {
            return Some(value);
        }
    }
    None
}

impl<S: Solver> Solver for Nudge<S> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        let answer = match self.search(query) {
            Some(model) => {
                self.counts.by_nudge += 1;
                Answer::Sat(model)
            }
            None => self.inner.check(query),
        };
        if let Answer::Sat(model) = &answer {
            self.latest.truncate(KEPT - 1);
            self.latest.push_front(model.clone());
        }
        answer
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
        self.inner.count(into);
    }
}
