//! Routes float arithmetic to one backend and other queries to another.

use crate::answer::Answer;
use crate::query::{Query, Solver};
use crate::statistics::Statistics;

/// Two backends, chosen by the operations of a query.
pub(crate) struct Route<B, F> {
    bits: B,
    floats: F,
}

impl<B, F> Route<B, F> {
    pub(crate) fn new(bits: B, floats: F) -> Self {
        Route { bits, floats }
    }
}

impl<B: Solver, F: Solver> Solver for Route<B, F> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        if query.constraints.iter().any(|&c| query.store.has_float(c)) {
            self.floats.check(query)
        } else {
            self.bits.check(query)
        }
    }

    fn count(&self, into: &mut Statistics) {
        self.bits.count(into);
        self.floats.count(into);
    }
}
