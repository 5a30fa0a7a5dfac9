//! Decorator: reuses earlier answers and their consequences.
//!
//! Entries are keyed by content hash, so they serve every run and every fork of a run. There are
//! four kinds of hits, cheapest first: the same set; a superset of a known contradiction; a set
//! that an earlier model satisfies (which covers subsets of known satisfiable sets); an Unknown
//! under limits at least as generous.

use std::collections::VecDeque;

use whydunit_terms::{ContentHash, Evaluator, Model, PlainMap, TermId};

use crate::answer::{Answer, Reason};
use crate::query::{Limits, Query, Solver};
use crate::statistics::Statistics;
use crate::symbols::SymbolSets;

/// Limit on earlier models to try, latest first. More models find little more and cost time.
const MODELS: usize = 48;
/// Remembered sets and cores are dropped when there are this many.
const MAX_REMEMBERED: usize = 200_000;

enum Remembered {
    Sat(Model),
    /// The hashes of a core's members.
    Unsat(Box<[u128]>),
    Unknown(Reason, Option<Limits>),
}

/// A model and the constraints already evaluated under it.
struct Tried {
    model: Model,
    holds: PlainMap<u128, bool>,
}

/// Caches answers.
pub(crate) struct Cache<S> {
    inner: S,
    same: PlainMap<u128, Remembered>,
    models: VecDeque<Tried>,
    /// Cores by their least member, which every superset contains.
    cores: PlainMap<u128, Vec<Box<[u128]>>>,
    core_count: usize,
    symbols: SymbolSets,
    counts: Statistics,
}

/// A query's constraints by hash.
struct Asked {
    set: ContentHash,
    place: PlainMap<u128, usize>,
}

impl Asked {
    fn new(query: &Query<'_>) -> Self {
        let mut sorted: Vec<ContentHash> = query.constraints.iter().map(|&c| query.store.hash(c)).collect();
        let place = sorted.iter().enumerate().map(|(i, h)| (h.0, i)).collect();
        sorted.sort_unstable();
        sorted.dedup();
        Asked { set: ContentHash::of_list(&sorted), place }
    }

    /// The indices of a core's members, if the query contains all of them.
    fn indices(&self, core: &[u128]) -> Option<Vec<usize>> {
        let mut indices: Vec<usize> = core.iter().map(|h| self.place.get(h).copied()).collect::<Option<_>>()?;
        indices.sort_unstable();
        Some(indices)
    }
}

impl<S> Cache<S> {
    pub(crate) fn new(inner: S) -> Self {
        Cache {
            inner,
            same: PlainMap::default(),
            models: VecDeque::new(),
            cores: PlainMap::default(),
            core_count: 0,
            symbols: SymbolSets::default(),
            counts: Statistics::default(),
        }
    }

    fn recall(&self, asked: &Asked, limits: Option<Limits>) -> Option<Answer> {
        match self.same.get(&asked.set.0)? {
            Remembered::Sat(model) => Some(Answer::Sat(model.clone())),
            Remembered::Unsat(core) => asked.indices(core).map(Answer::Unsat),
            Remembered::Unknown(reason, then) => (*then == limits).then(|| Answer::Unknown(reason.clone())),
        }
    }

    fn known_core(&self, query: &Query<'_>, asked: &Asked) -> Option<Vec<usize>> {
        let least = query.constraints.iter().rev().map(|&c| query.store.hash(c).0);
        least.filter_map(|h| self.cores.get(&h)).flatten().find_map(|core| asked.indices(core))
    }

    /// An earlier model under which every constraint holds, restricted to the query's symbols.
    fn earlier_model(&mut self, query: &Query<'_>) -> Option<Model> {
        let found = self.models.iter_mut().position(|tried| tried.satisfies(query))?;
        let tried = self.models.remove(found)?;
        let model = self.restricted(query, &tried.model);
        self.models.push_front(tried);
        Some(model)
    }

    fn restricted(&mut self, query: &Query<'_>, model: &Model) -> Model {
        let mut result = Model::new();
        for &constraint in query.constraints {
            for &symbol in self.symbols.of(query.store, constraint).iter() {
                result.set(symbol, model.get(symbol));
            }
        }
        result
    }

    fn remember(&mut self, query: &Query<'_>, asked: &Asked, answer: &Answer) {
        if self.same.len() >= MAX_REMEMBERED {
            self.same.clear();
        }
        let entry = match answer {
            Answer::Sat(model) => Remembered::Sat(model.clone()),
            Answer::Unknown(reason) => Remembered::Unknown(reason.clone(), query.limits),
            Answer::Unsat(core) => {
                let mut hashes: Vec<u128> = core.iter().map(|&i| query.store.hash(query.constraints[i]).0).collect();
                hashes.sort_unstable();
                hashes.dedup();
                self.remember_core(&hashes);
                Remembered::Unsat(hashes.into())
            }
        };
        self.same.insert(asked.set.0, entry);
    }

    fn remember_core(&mut self, core: &[u128]) {
        let Some(&least) = core.first() else { return };
        if self.core_count >= MAX_REMEMBERED {
            self.cores.clear();
            self.core_count = 0;
        }
        let known = self.cores.entry(least).or_default();
        if !known.iter().any(|k| **k == *core) {
            known.push(core.into());
            self.core_count += 1;
        }
    }

    fn remember_model(&mut self, query: &Query<'_>, model: &Model) {
        if self.models.len() >= MODELS {
            self.models.pop_back();
        }
        let holds = query.constraints.iter().map(|&c| (query.store.hash(c).0, true)).collect();
        self.models.push_front(Tried { model: model.clone(), holds });
    }
}

impl Tried {
    /// Do all constraints hold? Starts with the last one, which is the newest and the likeliest to
    /// fail.
    fn satisfies(&mut self, query: &Query<'_>) -> bool {
        let mut unknown: Vec<TermId> = Vec::new();
        for &constraint in query.constraints.iter().rev() {
            match self.holds.get(&query.store.hash(constraint).0) {
                Some(true) => {}
                Some(false) => return false,
                None => unknown.push(constraint),
            }
        }
        let mut evaluator = Evaluator::new(query.store, &self.model);
        for constraint in unknown {
            let holds = evaluator.eval(constraint) == 1;
            self.holds.insert(query.store.hash(constraint).0, holds);
            if !holds {
                return false;
            }
        }
        true
    }
}

impl<S: Solver> Solver for Cache<S> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        let asked = Asked::new(query);
        if let Some(answer) = self.recall(&asked, query.limits) {
            self.counts.by_same += 1;
            return answer;
        }
        if let Some(core) = self.known_core(query, &asked) {
            self.counts.by_core += 1;
            return Answer::Unsat(core);
        }
        if let Some(model) = self.earlier_model(query) {
            self.counts.by_model += 1;
            let answer = Answer::Sat(model);
            self.remember(query, &asked, &answer);
            return answer;
        }
        let answer = self.inner.check(query);
        if let Answer::Sat(model) = &answer {
            self.remember_model(query, model);
        }
        self.remember(query, &asked, &answer);
        answer
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
        self.inner.count(into);
    }
}
