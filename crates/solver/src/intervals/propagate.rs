//! Propagates bounds upwards through terms.

use std::collections::BTreeSet;

use whydunit_program::{BinOp, CastOp};
use whydunit_terms::{Node, PlainMap, Store, SymbolKey, TermId, Walk, fold};

use super::domain::{Bounds, Interval};
use crate::query::Query;

/// Larger groups are left to the solver.
const MAX_TERMS: usize = 4000;

/// The contradicting constraints, if the bounds make a constraint 0.
pub(super) fn refute(query: &Query<'_>, bounds: &Bounds) -> Option<Vec<usize>> {
    let store = query.store;
    let order: Vec<TermId> = Walk::new(store, query.constraints.iter().copied()).take(MAX_TERMS + 1).collect();
    if order.len() > MAX_TERMS {
        return None;
    }
    let place: PlainMap<u32, usize> = query.constraints.iter().enumerate().map(|(i, c)| (c.raw(), i)).collect();
    let mut known: PlainMap<u32, Interval> = PlainMap::default();
    for t in order {
        let computed = of_node(store, t, &known);
        // A constraint is known to be 1, but that bound must not be used to judge the constraint
        // itself.
        if let Some(&i) = place.get(&t.raw()) {
            if computed.high == 0 {
                return Some(all_reasons(store, t, std::iter::once(i), bounds));
            }
            known.insert(t.raw(), computed);
            continue;
        }
        let interval = match bounds.of_term.get(&t.raw()) {
            Some(bound) => match bound.interval.meet(computed) {
                Some(met) => met,
                None => return Some(all_reasons(store, t, bound.reasons(), bounds)),
            },
            None => computed,
        };
        known.insert(t.raw(), interval);
    }
    None
}

/// The reasons of a term and of every bound below it.
fn all_reasons(store: &Store, t: TermId, own: impl Iterator<Item = usize>, bounds: &Bounds) -> Vec<usize> {
    let mut core: BTreeSet<usize> = own.collect();
    for below in Walk::new(store, [t]) {
        if below != t
            && let Some(bound) = bounds.of_term.get(&below.raw())
        {
            core.extend(bound.reasons());
        }
    }
    core.into_iter().collect()
}

/// The symbols of a query with their intervals.
pub(super) fn symbols(query: &Query<'_>, bounds: &Bounds) -> Vec<(SymbolKey, Interval)> {
    let store = query.store;
    Walk::new(store, query.constraints.iter().copied())
        .filter_map(|t| match store.node(t) {
            Node::Symbol(id) => {
                let full = Interval::full(store.width(t));
                let interval = bounds.of_term.get(&t.raw()).map_or(full, |b| b.interval);
                Some((store.symbol_of(id).key, interval))
            }
            _ => None,
        })
        .collect()
}

fn of_node(store: &Store, t: TermId, known: &PlainMap<u32, Interval>) -> Interval {
    let w = store.width(t);
    let of = |x: TermId| known[&x.raw()];
    match store.node(t) {
        Node::Const { .. } => Interval::exactly(store.as_const(t).unwrap_or(0)),
        Node::Cast(CastOp::ZExt, x) => of(x),
        Node::Cast(CastOp::SExt, x) => sign_extended(of(x), store.width(x), w),
        Node::Concat { high, low } => {
            let (h, l, shift) = (of(high), of(low), store.width(low));
            Interval { low: h.low << shift | l.low, high: h.high << shift | l.high }
        }
        Node::Ite { cond, then, other } => match of(cond).value() {
            Some(1) => of(then),
            Some(_) => of(other),
            None => of(then).join(of(other)),
        },
        Node::Extract { low, of: x } if of(x).high >> low <= fold::mask(w) => {
            Interval { low: of(x).low >> low, high: of(x).high >> low }
        }
        Node::Bin(op, a, b) => of_bin(op, store.width(a), w, of(a), of(b)),
        Node::Lookup { table, index } => of_table(store, table, of(index)),
        _ => Interval::full(w),
    }
}

fn sign_extended(x: Interval, from: u8, to: u8) -> Interval {
    let half = 1_u128 << (from - 1);
    if (x.low < half) == (x.high < half) {
        let extend = |v| fold::sign_extend(from, to, v);
        return Interval { low: extend(x.low), high: extend(x.high) };
    }
    Interval::full(to)
}

fn of_bin(op: BinOp, operand_width: u8, w: u8, a: Interval, b: Interval) -> Interval {
    let full = Interval::full(w);
    let limit = fold::mask(w);
    let bit = |yes: bool, no: bool| match (yes, no) {
        (true, _) => Interval::exactly(1),
        (_, true) => Interval::exactly(0),
        _ => Interval::full(1),
    };
    let half = 1_u128 << (operand_width - 1);
    // Flipping the top bit of both ends turns signed order into unsigned order.
    let signed = |x: Interval| ((x.low < half) == (x.high < half)).then_some((x.low ^ half, x.high ^ half));
    match op {
        BinOp::Add => sum(w, a, b).unwrap_or(full),
        BinOp::Sub if a.low >= b.high => Interval { low: a.low - b.high, high: a.high - b.low },
        BinOp::Mul => match (a.low.checked_mul(b.low), a.high.checked_mul(b.high)) {
            (Some(low), Some(high)) if high <= limit => Interval { low, high },
            _ => full,
        },
        BinOp::UDiv if b.low > 0 => Interval { low: a.low / b.high, high: a.high / b.low },
        BinOp::URem if b.low > 0 => Interval { low: 0, high: a.high.min(b.high - 1) },
        BinOp::And => Interval { low: 0, high: a.high.min(b.high) },
        BinOp::Or => Interval { low: a.low.max(b.low), high: fold::low_mask(128 - (a.high | b.high).leading_zeros()) },
        BinOp::Eq => bit(a.value().is_some() && a == b, a.meet(b).is_none()),
        BinOp::ULt => bit(a.high < b.low, a.low >= b.high),
        BinOp::ULe => bit(a.high <= b.low, a.low > b.high),
        BinOp::SLt | BinOp::SLe => match (signed(a), signed(b)) {
            (Some((al, ah)), Some((bl, bh))) if op == BinOp::SLt => bit(ah < bl, al >= bh),
            (Some((al, ah)), Some((bl, bh))) => bit(ah <= bl, al > bh),
            _ => full,
        },
        BinOp::Xor if w == 1 => match (a.value(), b.value()) {
            (Some(x), Some(y)) => Interval::exactly(x ^ y),
            _ => full,
        },
        _ => full,
    }
}

/// A sum, if none or both of its ends overflow.
fn sum(w: u8, a: Interval, b: Interval) -> Option<Interval> {
    let ends = |x: u128, y: u128| {
        let (total, carried) = x.overflowing_add(y);
        (fold::truncate(w, total), carried || total > fold::mask(w))
    };
    let ((low, low_wraps), (high, high_wraps)) = (ends(a.low, b.low), ends(a.high, b.high));
    (low_wraps == high_wraps).then_some(Interval { low, high })
}

fn of_table(store: &Store, table: whydunit_terms::TableId, index: Interval) -> Interval {
    let values = &store.table_of(table).values;
    let len = values.len() as u128;
    let inside = values[index.low.min(len) as usize..(index.high.saturating_add(1)).min(len) as usize].iter();
    let (mut low, mut high) = inside.fold((u64::MAX, 0), |(l, h), &v| (l.min(v), h.max(v)));
    if index.high >= len {
        low = 0; // the value beyond the end
    }
    high = high.max(low);
    Interval { low: u128::from(low), high: u128::from(high) }
}
