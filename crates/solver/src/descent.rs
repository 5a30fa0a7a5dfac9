//! Decorator: decides float queries by local search. Bit-blasted float arithmetic keeps a solver
//! busy for seconds, while evaluation takes microseconds, and most queries have answers near the
//! run's own values.
//!
//! For a violated condition, the search aims to make the sides of a comparison equal, and inverts
//! the terms to find values that achieve this. If inversion does not help, it tries steps of all
//! sizes. Every improvement is kept. The search can only answer "satisfiable", and only after
//! evaluation.

mod cost;
mod invert;
mod number;

use whydunit_terms::{Model, SymbolKey, Tape, fold};

use crate::answer::Answer;
use crate::query::{Query, Solver};
use crate::statistics::Statistics;
use crate::symbols::SymbolSets;
use cost::{Cost, Leaf};
use invert::Inversion;
use number::{float, moved, shorter};

/// Limit on evaluated terms per query: some tens of milliseconds.
const EFFORT: usize = 2_000_000;
/// Larger sets of constraints are left to the solver.
const MAX_TERMS: usize = 3000;
/// Limit on symbols to step when inversion does not help.
const STEPPED: usize = 6;
/// Numbers that are common in programs.
const USUAL: [f64; 12] = [0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, 1e6, -1e6, 1e-3, 1e12, f64::INFINITY];

/// Restarts when the search from the hint fails: all symbols have this value.
const STARTS: [i32; 6] = [0, 1, -1, 10, 1000, -1000];

/// A number as a double or, for other widths, as an integer.
fn whole(w: u8, number: i32) -> u128 {
    if w == 64 { float(w, number.into()) } else { fold::truncate(w, i128::from(number) as u128) }
}

/// Searches for values of symbols in float arithmetic.
pub(crate) struct Descent<S> {
    inner: S,
    symbols: SymbolSets,
    counts: Statistics,
}

/// Values, with their distance from a solution.
struct Point {
    values: Model,
    cost: f64,
}

/// A single search.
struct Search<'a> {
    query: &'a Query<'a>,
    tape: Tape<'a>,
    costs: Vec<Cost>,
    effort: usize,
}

impl<S> Descent<S> {
    pub(crate) fn new(inner: S) -> Self {
        Descent { inner, symbols: SymbolSets::default(), counts: Statistics::default() }
    }

    fn search(&mut self, query: &Query<'_>) -> Option<Model> {
        let tape = Tape::new(query.store, query.constraints, MAX_TERMS)?;
        let costs = query.constraints.iter().map(|&c| Cost::of(query.store, c)).collect();
        let mut search = Search { query, tape, costs, effort: EFFORT };
        let hinted = self.start(query, |s| query.hint.map_or(0, |hint| hint.get(s)));
        // The search may succeed from other starting points.
        let starts = STARTS.iter().map(|&number| self.start(query, |s| whole(s.width, number)));
        let starts: Vec<Model> = std::iter::once(hinted.clone()).chain(starts).collect();
        let found = starts.iter().find_map(|start| search.from(start, &mut self.symbols));
        let found = found.map(|found| search.tidied(found, &hinted));
        self.counts.effort += (EFFORT - search.effort) as u64;
        found
    }

    /// A value for every symbol of a query.
    fn start(&mut self, query: &Query<'_>, value: impl Fn(SymbolKey) -> u128) -> Model {
        let mut start = Model::new();
        for &constraint in query.constraints {
            self.symbols.of(query.store, constraint).iter().for_each(|&s| start.set(s, value(s)));
        }
        start
    }
}

impl Search<'_> {
    /// A solution reached by repeated improvement.
    fn from(&mut self, start: &Model, symbols: &mut SymbolSets) -> Option<Model> {
        let mut point = Point { cost: self.cost(start)?, values: start.clone() };
        while point.cost > 0.0 {
            point = self.nearer(&point, symbols)?;
        }
        Some(point.values)
    }

    /// The cost of some values; none when the effort limit is reached.
    fn cost(&mut self, values: &Model) -> Option<f64> {
        self.effort = self.effort.checked_sub(self.tape.len())?;
        self.tape.run(|key| values.get(key));
        Some(self.costs.iter().map(|c| c.now(self.query.store, &self.tape)).sum())
    }

    /// Values with a lower cost.
    fn nearer(&mut self, from: &Point, symbols: &mut SymbolSets) -> Option<Point> {
        let backwards = self.backwards(from)?;
        if let Some(found) = self.best(from, backwards) {
            return Some(found);
        }
        let steps = self.steps(from, symbols);
        self.best(from, steps)
    }

    /// The best change of one symbol, if it is an improvement.
    fn best(&mut self, from: &Point, changes: Vec<(SymbolKey, u128)>) -> Option<Point> {
        let mut best: Option<Point> = None;
        for (symbol, value) in changes {
            let mut values = from.values.clone();
            values.set(symbol, fold::truncate(symbol.width, value));
            let Some(cost) = self.cost(&values) else { break };
            if cost < best.as_ref().map_or(from.cost, |b| b.cost) {
                best = Some(Point { values, cost });
                if cost == 0.0 {
                    break;
                }
            }
        }
        best
    }

    /// Changes found by inverting the sides of violated comparisons.
    fn backwards(&mut self, from: &Point) -> Option<Vec<(SymbolKey, u128)>> {
        self.cost(&from.values)?;
        let store = self.query.store;
        let mut broken: Vec<&Leaf> = Vec::new();
        self.costs.iter().for_each(|c| c.broken(&self.tape, &mut broken));
        let mut inversion = Inversion::new(store, &self.tape);
        for leaf in broken.into_iter().take(8) {
            let w = store.width(leaf.sides.0);
            for (side, other) in [leaf.sides, (leaf.sides.1, leaf.sides.0)] {
                let goal = self.tape.value(other);
                wishes(leaf.float, w, goal).into_iter().for_each(|wish| inversion.wish(side, wish));
            }
        }
        let near = |&(symbol, value): &(SymbolKey, u128)| around(symbol, value);
        let mut seen = std::collections::BTreeSet::new();
        let found = inversion.found.iter().flat_map(near).filter(|c| seen.insert(*c));
        Some(found.collect())
    }

    /// Changes of all sizes to symbols in violated conditions.
    fn steps(&mut self, from: &Point, symbols: &mut SymbolSets) -> Vec<(SymbolKey, u128)> {
        let store = self.query.store;
        let mut moving: Vec<SymbolKey> = Vec::new();
        for (&constraint, cost) in self.query.constraints.iter().zip(&self.costs) {
            if cost.now(store, &self.tape) > 0.0 {
                moving.extend(
                    symbols.of(store, constraint).iter().filter(|s| !moving.contains(s)).copied().collect::<Vec<_>>(),
                );
            }
        }
        moving.into_iter().take(STEPPED).flat_map(|s| steps_of(s, from.values.get(s))).collect()
    }

    /// Replaces values by simpler ones that still satisfy the query.
    fn tidied(&mut self, mut values: Model, start: &Model) -> Model {
        let changed: Vec<(SymbolKey, u128)> = values.iter().filter(|(key, v)| start.get(*key) != *v).collect();
        for (symbol, value) in changed.into_iter().filter(|(key, _)| matches!(key.width, 32 | 64)) {
            for short in shorter(symbol.width, value) {
                let mut other = values.clone();
                other.set(symbol, short);
                match self.cost(&other) {
                    Some(0.0) => {
                        values = other;
                        break;
                    }
                    Some(_) => {}
                    None => return values,
                }
            }
        }
        values
    }
}

/// Goals for one side of a comparison when the other is `goal`.
fn wishes(is_float: bool, w: u8, goal: u128) -> Vec<u128> {
    if !is_float {
        return vec![goal, fold::truncate(w, goal.wrapping_add(1)), fold::truncate(w, goal.wrapping_sub(1))];
    }
    let by = |n: f64| float(w, number::value(w, goal) + n);
    [Some(goal), moved(w, goal, 1), moved(w, goal, -1), Some(by(1.0)), Some(by(-1.0))].into_iter().flatten().collect()
}

/// A value of a symbol and its neighbours, to compensate for rounding.
fn around(symbol: SymbolKey, value: u128) -> Vec<(SymbolKey, u128)> {
    let mut all = vec![(symbol, value)];
    if matches!(symbol.width, 32 | 64) {
        let near = [1, -1, 2, -2, 3, -3].into_iter().filter_map(|n| moved(symbol.width, value, n));
        all.extend(near.map(|v| (symbol, v)));
    } else {
        all.extend([value.wrapping_add(1), value.wrapping_sub(1)].map(|v| (symbol, v)));
    }
    all
}

/// Changes of all sizes to a symbol.
fn steps_of(symbol: SymbolKey, now: u128) -> Vec<(SymbolKey, u128)> {
    let w = symbol.width;
    if w <= 8 {
        return (0..1 << w).map(|v| (symbol, v)).collect();
    }
    let mut values: Vec<u128> = (0..w).flat_map(|n| [now.wrapping_add(1 << n), now.wrapping_sub(1 << n)]).collect();
    if matches!(w, 32 | 64) {
        values.extend(USUAL.map(|v| float(w, v)));
        values.extend((0..w - 1).flat_map(|n| [moved(w, now, 1 << n), moved(w, now, -(1 << n))]).flatten());
    }
    values.into_iter().map(|v| (symbol, v)).collect()
}

impl<S: Solver> Solver for Descent<S> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        if query.constraints.iter().any(|&c| query.store.has_float(c))
            && let Some(model) = self.search(query)
        {
            self.counts.by_descent += 1;
            return Answer::Sat(model);
        }
        self.inner.check(query)
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
        self.inner.count(into);
    }
}
