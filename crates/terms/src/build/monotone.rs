//! Rewrites comparisons of a float that is monotone in one integer as comparisons of the integer.
//!
//! Examples are averages, percentages and decimal input: `n / 100.0 < 7.5`. Conversions and
//! arithmetic with a constant round, but preserve the order. So such a comparison states a bound on
//! the integer, and bisection finds the bound. Floats are hard for every solver, bounds are easy.

use whydunit_program::{BinOp, CastOp, FloatPredicate, TernOp, UnOp};

use crate::fold::{self, infinity, is_nan, sign_bit};
use crate::store::Store;
use crate::term::{Node, TermId};

/// Limit on the length of a chain of operations.
const MAX_STEPS: usize = 12;
/// Integers up to this width convert to every float without overflow.
const MAX_INTEGER_BITS: u8 = 64;

/// An operation on the way from the integer to the float, with its width.
enum Step {
    Cast(CastOp, u8, u8),
    Bin(BinOp, u8, u128),
    /// As `Bin`, with the constant as the first operand.
    From(BinOp, u8, u128),
    Un(UnOp, u8),
    Fma(u8, u128, u128),
}

/// A float that is monotone in an integer. The steps are in reverse order.
struct Chain {
    integer: TermId,
    width: u8,
    signed: bool,
    steps: Vec<Step>,
}

impl Chain {
    /// The float for the `index`th integer, counted from the minimum.
    fn at(&self, index: u128) -> u128 {
        self.steps.iter().rev().fold(self.integer_at(index), |x, step| match *step {
            Step::Cast(op, from, to) => fold::cast(op, from, to, x),
            Step::Bin(op, w, constant) => fold::bin(op, w, x, constant),
            Step::From(op, w, constant) => fold::bin(op, w, constant, x),
            Step::Un(op, w) => fold::un(op, w, x),
            Step::Fma(w, factor, summand) => fold::tern(TernOp::Fma, w, x, factor, summand),
        })
    }

    fn integer_at(&self, index: u128) -> u128 {
        if self.signed { index ^ 1 << (self.width - 1) } else { index }
    }

    /// The least index from which on the condition has its final value; none if the value is the
    /// same for all.
    fn turn(&self, holds: impl Fn(u128) -> bool) -> Option<u128> {
        let (mut low, mut high) = (0, u128::MAX >> (128 - u32::from(self.width)));
        let last = holds(self.at(high));
        if holds(self.at(low)) == last {
            return None;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            *(if holds(self.at(middle)) == last { &mut high } else { &mut low }) = middle;
        }
        Some(high)
    }
}

impl Store {
    /// Rewrites the comparison of a float that is monotone in an integer with a constant.
    pub(super) fn compare_integer(&mut self, pred: FloatPredicate, a: TermId, b: TermId) -> Option<TermId> {
        let (pred, float, constant) = match (self.as_const(a), self.as_const(b)) {
            (None, Some(constant)) => (pred, a, constant),
            (Some(constant), None) => (swapped(pred), b, constant),
            _ => return None,
        };
        let chain = self.chain(float)?;
        let w = self.width(float);
        if is_nan(w, constant) {
            return Some(self.bit(fold::compare(pred, w, 0, constant)));
        }
        use FloatPredicate as P;
        match pred {
            P::Oeq | P::Ueq => Some(self.equal_integer(&chain, w, constant)),
            P::One | P::Une => {
                let equal = self.equal_integer(&chain, w, constant);
                Some(self.not(equal))
            }
            _ => Some(self.bounded(&chain, |x| fold::compare(pred, w, x, constant))),
        }
    }

    fn equal_integer(&mut self, chain: &Chain, w: u8, constant: u128) -> TermId {
        let least = |x| fold::compare(FloatPredicate::Oge, w, x, constant);
        let most = |x| fold::compare(FloatPredicate::Ole, w, x, constant);
        // Usually at most one integer satisfies the equation.
        if let (Some(one), Some(other)) = (chain.turn(least), chain.turn(most)) {
            let first = one.min(other);
            match one.abs_diff(other) {
                0 => return self.bit(false),
                1 => {
                    let only = self.constant(chain.width, chain.integer_at(first));
                    return self.eq(chain.integer, only);
                }
                _ => {}
            }
        }
        let (above, below) = (self.bounded(chain, least), self.bounded(chain, most));
        self.and(above, below)
    }

    /// A one-bit term: does the condition hold for the integer's float? The condition must hold
    /// exactly for all floats on one side of a bound.
    fn bounded(&mut self, chain: &Chain, holds: impl Fn(u128) -> bool) -> TermId {
        let Some(turn) = chain.turn(&holds) else {
            let always = holds(chain.at(0));
            return self.bit(always);
        };
        let bound = self.constant(chain.width, chain.integer_at(turn));
        let below = if chain.signed { self.slt(chain.integer, bound) } else { self.ult(chain.integer, bound) };
        if holds(chain.at(turn)) { self.not(below) } else { below }
    }

    fn chain(&self, float: TermId) -> Option<Chain> {
        let (mut t, mut steps) = (float, Vec::new());
        while steps.len() < MAX_STEPS {
            let w = self.width(t);
            let (step, next) = match self.node(t) {
                Node::Cast(op @ (CastOp::SiToFp | CastOp::UiToFp), integer)
                    if self.width(integer) <= MAX_INTEGER_BITS =>
                {
                    let width = self.width(integer);
                    steps.push(Step::Cast(op, width, w));
                    return Some(Chain { integer, width, signed: op == CastOp::SiToFp, steps });
                }
                Node::Cast(CastOp::FpToFp, x) => (Step::Cast(CastOp::FpToFp, self.width(x), w), x),
                Node::Un(op, x) if op != UnOp::FSqrt => (Step::Un(op, w), x),
                Node::Bin(BinOp::Xor, x, sign) if self.as_const(sign) == Some(sign_bit(w)) => {
                    (Step::Un(UnOp::FNeg, w), x)
                }
                Node::Bin(op @ (BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv), x, y) => {
                    let nonzero = matches!(op, BinOp::FMul | BinOp::FDiv);
                    match (self.finite(x, nonzero), self.finite(y, nonzero)) {
                        (None, Some(constant)) => (Step::Bin(op, w, constant), x),
                        (Some(constant), None) if op != BinOp::FDiv => (Step::From(op, w, constant), y),
                        _ => return None,
                    }
                }
                Node::Tern(TernOp::Fma, x, y, z) => (Step::Fma(w, self.finite(y, true)?, self.finite(z, false)?), x),
                _ => return None,
            };
            steps.push(step);
            t = next;
        }
        None
    }

    /// A finite constant, optionally nonzero: arithmetic with it turns no number into a NaN.
    fn finite(&self, t: TermId, nonzero: bool) -> Option<u128> {
        let w = self.width(t);
        self.as_const(t).filter(|c| (u128::from(nonzero)..infinity(w)).contains(&(c & !sign_bit(w))))
    }
}

/// The predicate for swapped operands.
fn swapped(pred: FloatPredicate) -> FloatPredicate {
    use FloatPredicate as P;
    match pred {
        P::Olt => P::Ogt,
        P::Ogt => P::Olt,
        P::Ole => P::Oge,
        P::Oge => P::Ole,
        P::Ult => P::Ugt,
        P::Ugt => P::Ult,
        P::Ule => P::Uge,
        P::Uge => P::Ule,
        same => same,
    }
}
