//! Decorator: decides groups of constraints separately when they share no symbols, directly or
//! indirectly.

use whydunit_terms::{Model, PlainMap, SymbolKey};

use crate::answer::Answer;
use crate::query::{Query, Solver, check_part};
use crate::statistics::Statistics;
use crate::symbols::SymbolSets;

/// Splits a query into independent groups and combines their answers.
pub(crate) struct Independence<S> {
    inner: S,
    symbols: SymbolSets,
    counts: Statistics,
}

impl<S> Independence<S> {
    pub(crate) fn new(inner: S) -> Self {
        Independence { inner, symbols: SymbolSets::default(), counts: Statistics::default() }
    }

    /// The groups, each in the order of the query. The group with the last constraint comes first:
    /// that constraint is new, and the likeliest cause if the query is unsatisfiable.
    fn groups(&mut self, query: &Query<'_>) -> Vec<Vec<usize>> {
        let count = query.constraints.len();
        let mut leader: Vec<usize> = (0..count).collect();
        let mut owner: PlainMap<SymbolKey, usize> = PlainMap::default();
        for (i, &constraint) in query.constraints.iter().enumerate() {
            for &symbol in self.symbols.of(query.store, constraint).iter() {
                if let Some(&other) = owner.get(&symbol) {
                    let (a, b) = (find(&mut leader, i), find(&mut leader, other));
                    leader[a.max(b)] = a.min(b);
                } else {
                    owner.insert(symbol, i);
                }
            }
        }
        let mut place: PlainMap<usize, usize> = PlainMap::default();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for i in (0..count).rev() {
            let root = find(&mut leader, i);
            let at = *place.entry(root).or_insert(groups.len());
            if at == groups.len() {
                groups.push(Vec::new());
            }
            groups[at].push(i);
        }
        groups.iter_mut().for_each(|g| g.reverse());
        groups
    }
}

/// The leader of a set, with path compression.
fn find(leader: &mut [usize], mut i: usize) -> usize {
    while leader[i] != i {
        leader[i] = leader[leader[i]];
        i = leader[i];
    }
    i
}

impl<S: Solver> Solver for Independence<S> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        let groups = self.groups(query);
        self.counts.groups += groups.len() as u64;
        let mut whole = Model::new();
        let mut unknown = None;
        for group in groups {
            match check_part(&mut self.inner, query, &group) {
                Answer::Sat(model) => whole.extend(&model),
                Answer::Unsat(core) => return Answer::Unsat(core),
                // Another group may still be unsatisfiable.
                Answer::Unknown(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        match unknown {
            Some(reason) => Answer::Unknown(reason),
            None => Answer::Sat(whole),
        }
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
        self.inner.count(into);
    }
}
