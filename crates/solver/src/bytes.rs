//! Decorator: decides conditions on a single byte by trying its 256 values.
//!
//! Most queries about parsers are of this kind. The set of values for which a condition holds is
//! computed once per condition, and conditions are combined by intersecting their sets.

use whydunit_terms::{Model, PlainMap, SymbolKey};

use crate::answer::Answer;
use crate::byte_sets::{ByteSets, Values};
use crate::query::{Query, Solver};
use crate::statistics::Statistics;

/// Decides groups over one byte, and refutes groups in which the conditions on one byte contradict
/// each other.
pub(crate) struct Bytes<S> {
    inner: S,
    sets: ByteSets,
    counts: Statistics,
}

/// The conditions on one byte and the values that satisfy all of them.
struct Domain {
    symbol: SymbolKey,
    left: Values,
    conditions: Vec<(usize, Values)>,
}

impl<S> Bytes<S> {
    pub(crate) fn new(inner: S) -> Self {
        Bytes { inner, sets: ByteSets::default(), counts: Statistics::default() }
    }

    /// The domains of a query's bytes, and whether all constraints are conditions on single bytes.
    fn domains(&mut self, query: &Query<'_>) -> (Vec<Domain>, bool) {
        let mut domains: Vec<Domain> = Vec::new();
        let mut place: PlainMap<SymbolKey, usize> = PlainMap::default();
        let mut complete = true;
        for (i, &constraint) in query.constraints.iter().enumerate() {
            let Some((symbol, values)) = self.sets.of(query.store, constraint) else {
                complete = false;
                continue;
            };
            let at = *place.entry(symbol).or_insert(domains.len());
            if at == domains.len() {
                domains.push(Domain { symbol, left: Values::ALL, conditions: Vec::new() });
            }
            let domain = &mut domains[at];
            domain.left = domain.left.meet(values);
            domain.conditions.push((i, values));
        }
        (domains, complete)
    }
}

impl Domain {
    /// A minimal contradiction among the conditions: tries to drop them one by one, in order.
    fn core(&self) -> Vec<usize> {
        let mut needed = self.conditions.clone();
        let mut i = 0;
        while i < needed.len() {
            let rest = needed.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, c)| c.1);
            if rest.fold(Values::ALL, Values::meet).is_empty() {
                needed.remove(i);
            } else {
                i += 1;
            }
        }
        needed.into_iter().map(|(i, _)| i).collect()
    }
}

impl<S: Solver> Solver for Bytes<S> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        let (domains, complete) = self.domains(query);
        let mut model = Model::new();
        for domain in &domains {
            match domain.left.least() {
                Some(value) => model.set(domain.symbol, value),
                None => {
                    self.counts.by_bytes += 1;
                    return Answer::Unsat(domain.core());
                }
            }
        }
        if complete {
            self.counts.by_bytes += 1;
            return Answer::Sat(model);
        }
        self.inner.check(query)
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
        self.inner.count(into);
    }
}
