//! Decorator: decides constants, repetitions and syntactic contradictions.

use whydunit_terms::{Model, PlainMap};

use crate::answer::Answer;
use crate::query::{Query, Solver, check_part};
use crate::statistics::Statistics;

/// Drops constraints that are constant 1 or repeated; decides queries with a constant 0 or with a
/// condition and its negation. Counts the queries and answers of a chain.
pub(crate) struct Trivial<S> {
    inner: S,
    counts: Statistics,
}

impl<S> Trivial<S> {
    pub(crate) fn new(inner: S) -> Self {
        Trivial { inner, counts: Statistics::default() }
    }
}

impl<S: Solver> Trivial<S> {
    fn decide(&mut self, query: &Query<'_>) -> Answer {
        let mut seen: PlainMap<u32, usize> = PlainMap::default();
        let mut kept = Vec::new();
        for (i, &c) in query.constraints.iter().enumerate() {
            match query.store.as_const(c) {
                Some(0) => return self.trivially(Answer::Unsat(vec![i])),
                Some(_) => continue,
                None => {}
            }
            if let Some(opposite) = query.store.find_negation(c)
                && let Some(&j) = seen.get(&opposite.raw())
            {
                return self.trivially(Answer::Unsat(vec![j, i]));
            }
            if seen.insert(c.raw(), i).is_none() {
                kept.push(i);
            }
        }
        if kept.is_empty() {
            return self.trivially(Answer::Sat(Model::new()));
        }
        check_part(&mut self.inner, query, &kept)
    }

    fn trivially(&mut self, answer: Answer) -> Answer {
        self.counts.trivial += 1;
        answer
    }
}

impl<S: Solver> Solver for Trivial<S> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        self.counts.queries += 1;
        self.counts.constraints += query.constraints.len() as u64;
        let answer = self.decide(query);
        match answer {
            Answer::Sat(_) => self.counts.sat += 1,
            Answer::Unsat(_) => self.counts.unsat += 1,
            Answer::Unknown(_) => self.counts.unknown += 1,
        }
        answer
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
        self.inner.count(into);
    }
}
