//! Queries, and the trait of solvers.

use std::time::Duration;

use whydunit_terms::{Model, Store, TermId};

use crate::answer::Answer;
use crate::statistics::Statistics;

/// Limits on the work of a backend for one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time, the only nondeterministic limit.
    pub time: Duration,
    /// Memory in megabytes.
    pub memory: u32,
    /// Limit on the backend's step count; deterministic, unlike time. 0 means unlimited.
    pub effort: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(10), memory: 2048, effort: 0 }
    }
}

/// A query: do these constraints hold together?
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The store of the terms.
    pub store: &'a Store,
    /// One-bit terms. Consecutive queries that share constraints are cheaper.
    pub constraints: &'a [TermId],
    /// Limits for this query only; the default is the chain's.
    pub limits: Option<Limits>,
    /// Values under which most constraints hold: those of the run behind the query. They save work
    /// when a small change to them is a solution, and keep the solution close to them.
    pub hint: Option<&'a Model>,
}

impl<'a> Query<'a> {
    /// A query with the limits of the chain.
    pub fn new(store: &'a Store, constraints: &'a [TermId]) -> Self {
        Query { store, constraints, limits: None, hint: None }
    }

    /// The same query with its own limits.
    pub fn within(self, limits: Limits) -> Self {
        Query { limits: Some(limits), ..self }
    }

    /// The same query with values to start from.
    pub fn near(self, hint: &'a Model) -> Self {
        Query { hint: Some(hint), ..self }
    }

    /// The same query for other constraints.
    pub(crate) fn about<'b>(&self, constraints: &'b [TermId]) -> Query<'b>
    where
        'a: 'b,
    {
        Query { constraints, ..*self }
    }
}

/// Answers queries: a backend, or a decorator in front of one.
pub trait Solver: Send {
    /// Decides a query.
    fn check(&mut self, query: &Query<'_>) -> Answer;

    /// Adds the statistics of this solver and of those behind it.
    fn count(&self, into: &mut Statistics);

    /// The statistics so far.
    fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        self.count(&mut statistics);
        statistics
    }
}

impl Solver for Box<dyn Solver> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        (**self).check(query)
    }

    fn count(&self, into: &mut Statistics) {
        (**self).count(into);
    }
}

/// Decides some of a query's constraints; the core is in the query's numbering.
pub(crate) fn check_part(solver: &mut dyn Solver, query: &Query<'_>, part: &[usize]) -> Answer {
    let constraints: Vec<TermId> = part.iter().map(|&i| query.constraints[i]).collect();
    match solver.check(&query.about(&constraints)) {
        Answer::Unsat(core) => Answer::Unsat(core.into_iter().map(|i| part[i]).collect()),
        other => other,
    }
}
