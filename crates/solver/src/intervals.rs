//! Decorator: propagates bounds from constraints through terms.
//!
//! Unsigned intervals only. They refute a group when no value is left for a term or a constraint
//! evaluates to 0. They also suggest values to try. The next solver decides the rest.

mod domain;
mod propagate;

use whydunit_terms::{Evaluator, Model, SymbolKey, TermId};

use crate::answer::Answer;
use crate::byte_sets::ByteSets;
use crate::query::{Query, Solver};
use crate::statistics::Statistics;
use domain::{Bounds, Interval};

/// Decides groups by intervals.
pub(crate) struct Intervals<S> {
    inner: S,
    sets: ByteSets,
    counts: Statistics,
}

impl<S> Intervals<S> {
    pub(crate) fn new(inner: S) -> Self {
        Intervals { inner, sets: ByteSets::default(), counts: Statistics::default() }
    }
}

fn decide(query: &Query<'_>, sets: &mut ByteSets) -> Option<Answer> {
    let bounds = match Bounds::of(query, sets) {
        Ok(bounds) => bounds,
        Err(core) => return Some(Answer::Unsat(core)),
    };
    if let Some(core) = propagate::refute(query, &bounds) {
        return Some(Answer::Unsat(core));
    }
    let symbols: Vec<(SymbolKey, Interval)> = propagate::symbols(query, &bounds);
    let pick: [fn(Interval) -> u128; 2] = [|i| i.low, |i| i.high];
    pick.iter().find_map(|pick| {
        let model: Model = symbols.iter().map(|&(symbol, interval)| (symbol, pick(interval))).collect();
        holds(query, &model).then_some(Answer::Sat(model))
    })
}

fn holds(query: &Query<'_>, model: &Model) -> bool {
    let newest_first: Vec<TermId> = query.constraints.iter().rev().copied().collect();
    Evaluator::new(query.store, model).all_true(&newest_first)
}

impl<S: Solver> Solver for Intervals<S> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        match decide(query, &mut self.sets) {
            Some(answer) => {
                self.counts.by_intervals += 1;
                answer
            }
            None => self.inner.check(query),
        }
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
        self.inner.count(into);
    }
}
