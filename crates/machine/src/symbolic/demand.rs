//! Requirements of operations on symbolic operands: for the instruction to succeed, or for C to
//! define the result.

use whydunit_program::{BinOp, CastOp, FloatPredicate, OverflowOp};
use whydunit_terms::{Store, TermId};

use super::Symbolic;
use crate::constraint::{ConstraintKind, Moment, Undefined};

/// Limit on recorded requirements of C that hold, and on those that are violated: loops repeat
/// them, and terms take memory.
const MAX_DEMANDS: u32 = 500;

/// Numbers of recorded requirements of C.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hazards {
    met: u32,
    violated: u32,
}

impl Symbolic {
    /// Records a requirement of C, and whether this run satisfies it, up to the limit. The first
    /// violated requirement is always recorded.
    fn demand(&mut self, what: Undefined, holds: bool, at: Moment, demand: impl FnOnce(&mut Store) -> TermId) {
        let kept = |h: &Hazards| if holds { h.met } else { h.violated };
        if kept(&self.hazards) == MAX_DEMANDS {
            return;
        }
        let (term, before) = (demand(&mut self.store), self.path.len());
        self.decided(term, holds, ConstraintKind::Hazard(what), at);
        let count = if holds { &mut self.hazards.met } else { &mut self.hazards.violated };
        *count += (self.path.len() - before) as u32;
    }

    /// Records the requirements of an integer operation on its operands.
    pub fn check_operands(&mut self, op: BinOp, w: u8, terms: (TermId, TermId), bits: (u128, u128), at: Moment) {
        let store = &mut self.store;
        match op {
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => {
                let zero = store.constant(w, 0);
                let nonzero = store.ne(terms.1, zero);
                self.guard(nonzero, bits.1 != 0, at);
                if matches!(op, BinOp::SDiv | BinOp::SRem) && bits.1 != 0 {
                    self.no_overflow(w, terms, bits, at);
                }
            }
            // A value of 1 or 2 bits cannot express a shift by its width.
            BinOp::Shl | BinOp::LShr | BinOp::AShr if w > 2 => {
                let holds = bits.1 < u128::from(w);
                self.demand(Undefined::Shift, holds, at, |store| {
                    let width = store.constant(w, u128::from(w));
                    store.ult(terms.1, width)
                });
            }
            _ => {}
        }
    }

    /// The minimum divided by -1 is a failure.
    fn no_overflow(&mut self, w: u8, (a, b): (TermId, TermId), bits: (u128, u128), at: Moment) {
        let (least, all) = (1 << (w - 1), u128::MAX >> (128 - u32::from(w)));
        let store = &mut self.store;
        let (limit, minus_one) = (store.constant(w, least), store.ones(w));
        let (low, negative) = (store.eq(a, limit), store.eq(b, minus_one));
        let overflows = store.and(low, negative);
        let fits = store.not(overflows);
        self.guard(fits, bits != (least, all), at);
    }

    /// The result of signed arithmetic must fit.
    pub(crate) fn check_overflow(&mut self, op: BinOp, (a, b): (TermId, TermId), bits: (u128, u128), at: Moment) {
        let op = match op {
            BinOp::Add => OverflowOp::SAdd,
            BinOp::Sub => OverflowOp::SSub,
            BinOp::Mul => OverflowOp::SMul,
            _ => return,
        };
        let holds = !crate::ops::overflow(op, self.store.width(a), bits.0, bits.1).1;
        self.demand(Undefined::Overflow, holds, at, |store| {
            let overflows = store.overflow(op, a, b).1;
            store.not(overflows)
        });
    }

    /// A floating-point number converted to an integer must be in the integer's range.
    pub(crate) fn check_conversion(&mut self, op: CastOp, to: u8, (term, bits): (TermId, u64), at: Moment) {
        let (signed, from) = match op {
            CastOp::FpToSi => (true, self.store.width(term)),
            CastOp::FpToUi => (false, self.store.width(term)),
            _ => return,
        };
        if !matches!(from, 32 | 64) || to > 64 {
            return;
        }
        let (low, high) = range(signed, to);
        // Truncation removes the fraction: a number less than one below the minimum is still in
        // range, where such numbers exist.
        let has_less = from == 64 && to <= 32 || to <= 16;
        let (low, above) = if has_less { (low - 1.0, FloatPredicate::Ogt) } else { (low, FloatPredicate::Oge) };
        let value = if from == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
        let holds = value < high && if has_less { value > low } else { value >= low };
        let number = |v: f64| if from == 32 { u128::from((v as f32).to_bits()) } else { u128::from(v.to_bits()) };
        self.demand(Undefined::Conversion, holds, at, |store| {
            let (low, high) = (store.constant(from, number(low)), store.constant(from, number(high)));
            let (over, under) = (store.fcmp(above, term, low), store.fcmp(FloatPredicate::Olt, term, high));
            store.and(over, under)
        });
    }

    /// Records a condition that the instruction needs, and whether the run satisfies it.
    pub fn guard(&mut self, needed: TermId, holds: bool, at: Moment) {
        self.decided(needed, holds, ConstraintKind::Guard { failed: !holds }, at);
    }
}

/// The minimum of an integer type, and the first number above its maximum.
fn range(signed: bool, bits: u8) -> (f64, f64) {
    let power = |n: u8| 2f64.powi(i32::from(n));
    if signed { (-power(bits - 1), power(bits - 1)) } else { (0.0, power(bits)) }
}
