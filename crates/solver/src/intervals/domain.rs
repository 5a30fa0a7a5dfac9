//! Intervals, and the bounds that constraints state directly.

use whydunit_program::{BinOp, CastOp};
use whydunit_terms::{Node, PlainMap, Store, TermId, fold};

use crate::byte_sets::ByteSets;
use crate::query::Query;

/// Unsigned values from `low` to `high`, both included; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: u128,
    pub(super) high: u128,
}

impl Interval {
    pub(super) const fn full(w: u8) -> Self {
        Interval { low: 0, high: fold::mask(w) }
    }

    pub(super) const fn exactly(value: u128) -> Self {
        Interval { low: value, high: value }
    }

    pub(super) fn meet(self, other: Interval) -> Option<Interval> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Interval { low, high })
    }

    pub(super) fn join(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub(super) fn value(self) -> Option<u128> {
        (self.low == self.high).then_some(self.low)
    }
}

/// A bound and the constraints that its two ends come from.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) interval: Interval,
    low_from: Vec<usize>,
    high_from: Vec<usize>,
}

impl Bound {
    fn full(w: u8) -> Self {
        Bound { interval: Interval::full(w), low_from: Vec::new(), high_from: Vec::new() }
    }

    /// All constraints that the bound comes from.
    pub(super) fn reasons(&self) -> impl Iterator<Item = usize> + '_ {
        self.low_from.iter().chain(&self.high_from).copied()
    }

    /// Intersects with an interval that follows from `from`, or returns the contradicting
    /// constraints.
    fn narrow(&mut self, other: Interval, from: &[usize]) -> Result<(), Vec<usize>> {
        let Interval { low, high } = self.interval;
        if other.low > high || other.high < low {
            let opposed = if other.low > high { &self.high_from } else { &self.low_from };
            return Err(united(opposed, from));
        }
        if other.low > low {
            self.interval.low = other.low;
            self.low_from = from.to_vec();
        }
        if other.high < high {
            self.interval.high = other.high;
            self.high_from = from.to_vec();
        }
        Ok(())
    }
}

fn united(a: &[usize], b: &[usize]) -> Vec<usize> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// The bounds of terms that constraints state directly.
#[derive(Default)]
pub(super) struct Bounds {
    pub(super) of_term: PlainMap<u32, Bound>,
}

impl Bounds {
    /// The bounds of a query, or the constraints that leave no value for a term.
    pub(super) fn of(query: &Query<'_>, sets: &mut ByteSets) -> Result<Bounds, Vec<usize>> {
        let mut bounds = Bounds::default();
        for (i, &constraint) in query.constraints.iter().enumerate() {
            bounds.learn(query.store, constraint, i)?;
            bounds.learn_byte(query.store, constraint, i, sets)?;
        }
        // "Not equal" is useful only at the ends of an interval, which other constraints may have
        // moved.
        for (i, &constraint) in query.constraints.iter().enumerate() {
            bounds.learn_unequal(query.store, constraint, i)?;
        }
        Ok(bounds)
    }

    fn learn(&mut self, store: &Store, constraint: TermId, i: usize) -> Result<(), Vec<usize>> {
        self.narrow(store, constraint, Interval::exactly(1), &[i])?;
        let Node::Bin(op, a, b) = store.node(constraint) else { return Ok(()) };
        let w = store.width(a);
        let (left, right) = (store.as_const(a), store.as_const(b));
        let half = 1_u128 << (w - 1);
        let interval = match (op, left, right) {
            (BinOp::Eq, None, Some(c)) => (a, Interval::exactly(c)),
            (BinOp::ULt, None, Some(c)) if c > 0 => (a, Interval { low: 0, high: c - 1 }),
            (BinOp::ULt, Some(c), None) if c < fold::mask(w) => (b, Interval { low: c + 1, high: fold::mask(w) }),
            // Signed bounds are unsigned intervals when they do not cross from -1 to 0.
            (BinOp::SLt, Some(c), None) if c < half - 1 => (b, Interval { low: c + 1, high: half - 1 }),
            (BinOp::SLt, Some(c), None) if c == fold::mask(w) => (b, Interval { low: 0, high: half - 1 }),
            (BinOp::SLt, None, Some(c)) if c > half => (a, Interval { low: half, high: c - 1 }),
            (BinOp::SLt, None, Some(0)) => (a, Interval { low: half, high: fold::mask(w) }),
            _ => return Ok(()),
        };
        self.narrow(store, interval.0, interval.1, &[i])
    }

    /// Derives bounds of a byte from the least and largest value that a condition allows.
    fn learn_byte(
        &mut self,
        store: &Store,
        constraint: TermId,
        i: usize,
        sets: &mut ByteSets,
    ) -> Result<(), Vec<usize>> {
        let Some((key, values)) = sets.of(store, constraint) else { return Ok(()) };
        match (values.least(), values.largest(), store.find_symbol(key)) {
            (Some(low), Some(high), Some(symbol)) => self.narrow(store, symbol, Interval { low, high }, &[i]),
            (None, ..) => Err(vec![i]),
            _ => Ok(()),
        }
    }

    fn learn_unequal(&mut self, store: &Store, constraint: TermId, i: usize) -> Result<(), Vec<usize>> {
        let Node::Bin(BinOp::Xor, equation, one) = store.node(constraint) else { return Ok(()) };
        let Node::Bin(BinOp::Eq, t, c) = store.node(equation) else { return Ok(()) };
        let (Some(1), Some(c)) = (store.as_const(one), store.as_const(c)) else { return Ok(()) };
        let Some(bound) = self.of_term.get(&t.raw()).cloned() else { return self.learn_end(store, t, c, i) };
        let Interval { low, high } = bound.interval;
        if low == high && low == c {
            return Err(united(&bound.reasons().collect::<Vec<_>>(), &[i]));
        }
        if c == low {
            let from = united(&bound.low_from, &[i]);
            return self.narrow(store, t, Interval { low: c + 1, high: fold::mask(store.width(t)) }, &from);
        }
        if c == high {
            let from = united(&bound.high_from, &[i]);
            return self.narrow(store, t, Interval { low: 0, high: c - 1 }, &from);
        }
        Ok(())
    }

    /// Bounds from "not equal" to the minimum or maximum, for an unbounded term.
    fn learn_end(&mut self, store: &Store, t: TermId, c: u128, i: usize) -> Result<(), Vec<usize>> {
        let limit = fold::mask(store.width(t));
        if c == 0 {
            return self.narrow(store, t, Interval { low: 1, high: limit }, &[i]);
        }
        if c == limit {
            return self.narrow(store, t, Interval { low: 0, high: c - 1 }, &[i]);
        }
        Ok(())
    }

    /// Bounds a term and, for an extension, its operand.
    fn narrow(&mut self, store: &Store, t: TermId, interval: Interval, from: &[usize]) -> Result<(), Vec<usize>> {
        let bound = self.of_term.entry(t.raw()).or_insert_with(|| Bound::full(store.width(t)));
        bound.narrow(interval, from)?;
        let Node::Cast(CastOp::ZExt, x) = store.node(t) else { return Ok(()) };
        match interval.meet(Interval::full(store.width(x))) {
            Some(inner) => self.narrow(store, x, inner, from),
            None => Err(from.to_vec()),
        }
    }
}
