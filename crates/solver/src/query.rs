//! What a solver is asked, and the trait of whoever answers.

use std::time::Duration;

use whydunit_terms::{Model, Store, TermId};

use crate::answer::Answer;
use crate::statistics::Statistics;

/// How long a backend may think about one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time. The only limit that may strike differently in two runs.
    pub time: Duration,
    /// Memory in megabytes.
    pub memory: u32,
    /// The backend's own count of steps; deterministic, unlike time. 0 is no limit.
    pub effort: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(10), memory: 2048, effort: 0 }
    }
}

/// Do these constraints hold together?
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// Where the terms live.
    pub store: &'a Store,
    /// One-bit terms. Consecutive queries that share constraints are cheaper.
    pub constraints: &'a [TermId],
    /// For this query only; otherwise those of the chain.
    pub limits: Option<Limits>,
    /// Values under which most constraints hold: those of the run that the question is about. They
    /// save work when a small change to them is an answer, and the answer stays close to them.
    pub hint: Option<&'a Model>,
}

impl<'a> Query<'a> {
    /// A query with the limits of the chain.
    pub fn new(store: &'a Store, constraints: &'a [TermId]) -> Self {
        Query { store, constraints, limits: None, hint: None }
    }

    /// The same with limits of its own.
    pub fn within(self, limits: Limits) -> Self {
        Query { limits: Some(limits), ..self }
    }

    /// The same with values to start from.
    pub fn near(self, hint: &'a Model) -> Self {
        Query { hint: Some(hint), ..self }
    }

    /// The same about other constraints.
    pub(crate) fn about<'b>(&self, constraints: &'b [TermId]) -> Query<'b>
    where
        'a: 'b,
    {
        Query { constraints, ..*self }
    }
}

/// Whoever answers queries: a backend, or a decorator in front of one.
pub trait Solver: Send {
    /// Decides a query.
    fn check(&mut self, query: &Query<'_>) -> Answer;

    /// Adds what this solver and those behind it counted.
    fn count(&self, into: &mut Statistics);

    /// What was counted so far.
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

/// Asks about some of a query's constraints; the core comes back in the query's numbering.
pub(crate) fn check_part(solver: &mut dyn Solver, query: &Query<'_>, part: &[usize]) -> Answer {
    let constraints: Vec<TermId> = part.iter().map(|&i| query.constraints[i]).collect();
    match solver.check(&query.about(&constraints)) {
        Answer::Unsat(core) => Answer::Unsat(core.into_iter().map(|i| part[i]).collect()),
        other => other,
    }
}
