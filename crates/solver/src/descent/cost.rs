//! A measure of how far values are from satisfying a condition: zero when they do, lower when they
//! are closer.

use whydunit_program::BinOp;
use whydunit_terms::{Node, Store, Tape, TermId, is_comparison};

use super::number::place;

/// Conditions nested deeper than this have no gradual cost.
const DEPTH: u32 = 24;
/// The cost of a condition without a distance.
const FLAT: f64 = 8.0;

/// A comparison with the desired outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) term: TermId,
    pub(super) want: bool,
    /// The operands, and whether they are floats.
    pub(super) sides: (TermId, TermId),
    pub(super) float: bool,
}

/// A condition as a tree of comparisons.
#[derive(Clone, Debug)]
pub(super) enum Cost {
    Leaf(Leaf),
    /// A bit with the desired value.
    Bit(TermId, bool),
    All(Vec<Cost>),
    Any(Vec<Cost>),
    Choice {
        cond: TermId,
        then: Box<Cost>,
        other: Box<Cost>,
    },
}

impl Cost {
    pub(super) fn of(store: &Store, condition: TermId) -> Cost {
        Cost::part(store, condition, true, DEPTH)
    }

    fn part(store: &Store, term: TermId, want: bool, depth: u32) -> Cost {
        let Some(deeper) = depth.checked_sub(1) else { return Cost::Bit(term, want) };
        let part = |t: TermId, want: bool| Cost::part(store, t, want, deeper);
        match store.node(term) {
            Node::Bin(BinOp::Xor, a, b) if store.as_const(b) == Some(1) => part(a, !want),
            Node::Bin(op @ (BinOp::And | BinOp::Or), a, b) => {
                let both = vec![part(a, want), part(b, want)];
                if (op == BinOp::And) == want { Cost::All(both) } else { Cost::Any(both) }
            }
            Node::Bin(op, a, b) if is_comparison(op) && store.width(a) > 1 => {
                Cost::Leaf(Leaf { term, want, sides: (a, b), float: false })
            }
            Node::FCmp(_, a, b) => Cost::Leaf(Leaf { term, want, sides: (a, b), float: true }),
            Node::Ite { cond, then, other } => {
                Cost::Choice { cond, then: Box::new(part(then, want)), other: Box::new(part(other, want)) }
            }
            _ => Cost::Bit(term, want),
        }
    }

    /// The cost under the values of an evaluated tape.
    pub(super) fn now(&self, store: &Store, tape: &Tape<'_>) -> f64 {
        match self {
            Cost::Leaf(leaf) if (tape.value(leaf.term) == 1) == leaf.want => 0.0,
            Cost::Leaf(leaf) => leaf.distance(store, tape),
            Cost::Bit(term, want) if (tape.value(*term) == 1) == *want => 0.0,
            Cost::Bit(..) => FLAT,
            Cost::All(parts) => parts.iter().map(|p| p.now(store, tape)).sum(),
            Cost::Any(parts) => parts.iter().map(|p| p.now(store, tape)).fold(f64::INFINITY, f64::min),
            Cost::Choice { cond, then, other } => {
                let chosen = if tape.value(*cond) == 1 { then } else { other };
                chosen.now(store, tape)
            }
        }
    }

    /// The comparisons with the wrong outcome whose correction would help.
    pub(super) fn broken<'c>(&'c self, tape: &Tape<'_>, found: &mut Vec<&'c Leaf>) {
        match self {
            Cost::Leaf(leaf) if (tape.value(leaf.term) == 1) != leaf.want => found.push(leaf),
            Cost::Leaf(_) | Cost::Bit(..) => {}
            Cost::All(parts) | Cost::Any(parts) => parts.iter().for_each(|p| p.broken(tape, found)),
            Cost::Choice { cond, then, other } => {
                let chosen = if tape.value(*cond) == 1 { then } else { other };
                chosen.broken(tape, found);
            }
        }
    }
}

impl Leaf {
    /// The logarithm of the distance between the operands: each bit less reduces the cost by the
    /// same amount.
    fn distance(&self, store: &Store, tape: &Tape<'_>) -> f64 {
        let w = store.width(self.sides.0);
        let (a, b) = (tape.value(self.sides.0), tape.value(self.sides.1));
        let apart = if self.float {
            match (place(w, a), place(w, b)) {
                (Some(a), Some(b)) => a.abs_diff(b),
                _ => u128::MAX,
            }
        } else {
            // Negative numbers are close to zero from below.
            let gap = a.wrapping_sub(b) & (u128::MAX >> (128 - u32::from(w)));
            gap.min(gap.wrapping_neg() & (u128::MAX >> (128 - u32::from(w))))
        };
        1.0 + (apart as f64 + 1.0).log2()
    }
}
