//! Operations composed of others: counting, reversing, minimum, saturation, funnel shifts.

use whydunit_program::{BinOp, OverflowOp, TernOp};

use crate::fold::mask;
use crate::store::Store;
use crate::term::TermId;

impl Store {
    /// Number of leading zeros.
    pub fn ctlz(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        let mut count = self.constant(w, u128::from(w));
        for bit in 0..w {
            count = self.count_unless(a, bit, u128::from(w - 1 - bit), count);
        }
        count
    }

    /// Number of trailing zeros.
    pub fn cttz(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        let mut count = self.constant(w, u128::from(w));
        for bit in (0..w).rev() {
            count = self.count_unless(a, bit, u128::from(bit), count);
        }
        count
    }

    fn count_unless(&mut self, a: TermId, bit: u8, here: u128, rest: TermId) -> TermId {
        let set = self.extract(a, bit, 1);
        let here = self.constant(self.width(a), here);
        self.ite(set, here, rest)
    }

    /// Number of ones.
    pub fn ctpop(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        let mut sum = self.constant(w, 0);
        for bit in 0..w {
            let one = self.extract(a, bit, 1);
            let one = self.zext(one, w);
            sum = self.add(sum, one);
        }
        sum
    }

    /// Pieces of `size` bits in reverse order.
    pub(super) fn reverse(&mut self, a: TermId, size: u8) -> TermId {
        let w = self.width(a);
        let mut result = self.extract(a, 0, size.min(w));
        for low in (size..w).step_by(usize::from(size)) {
            let piece = self.extract(a, low, size);
            result = self.concat(result, piece);
        }
        result
    }

    /// The magnitude of a signed number; the minimum is mapped to itself.
    pub fn abs(&mut self, a: TermId) -> TermId {
        let zero = self.constant(self.width(a), 0);
        let negative = self.slt(a, zero);
        let opposite = self.neg(a);
        self.ite(negative, opposite, a)
    }

    /// Minimum, maximum, saturating sums and differences.
    pub(super) fn rare_bin(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        match op {
            BinOp::UMin | BinOp::UMax => {
                let less = self.ule(a, b);
                if op == BinOp::UMin { self.ite(less, a, b) } else { self.ite(less, b, a) }
            }
            BinOp::SMin | BinOp::SMax => {
                let less = self.sle(a, b);
                if op == BinOp::SMin { self.ite(less, a, b) } else { self.ite(less, b, a) }
            }
            BinOp::UAddSat => {
                let limit = self.ones(self.width(a));
                self.saturate(OverflowOp::UAdd, a, b, limit)
            }
            BinOp::USubSat => {
                let limit = self.constant(self.width(a), 0);
                self.saturate(OverflowOp::USub, a, b, limit)
            }
            BinOp::SAddSat => {
                let limit = self.signed_limit(a);
                self.saturate(OverflowOp::SAdd, a, b, limit)
            }
            _ => {
                let limit = self.signed_limit(a);
                self.saturate(OverflowOp::SSub, a, b, limit)
            }
        }
    }

    fn saturate(&mut self, op: OverflowOp, a: TermId, b: TermId, limit: TermId) -> TermId {
        let (value, overflowed) = self.overflow(op, a, b);
        self.ite(overflowed, limit, value)
    }

    /// The saturated result of overflowing signed arithmetic with this left operand.
    fn signed_limit(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        let zero = self.constant(w, 0);
        let negative = self.slt(a, zero);
        let (least, largest) = (self.constant(w, 1 << (w - 1)), self.constant(w, mask(w) >> 1));
        self.ite(negative, least, largest)
    }

    /// Funnel shifts: the upper or lower half of the shifted concatenation of `a` and `b`.
    pub(super) fn funnel(&mut self, op: TernOp, a: TermId, b: TermId, c: TermId) -> TermId {
        let w = self.width(a);
        // A width of one bit cannot be expressed in itself as a number; then there is nothing to
        // shift.
        if w == 1 {
            return if op == TernOp::FShl { a } else { b };
        }
        let size = self.constant(w, u128::from(w));
        let n = self.urem(c, size);
        let last = self.constant(w, u128::from(w) - 1);
        let rest = self.sub(last, n);
        let one = self.constant(w, 1);
        // The other operand moves by w - n, which may be w: shift by one, then by w - 1 - n.
        let (upper, lower) = if op == TernOp::FShl {
            let below = self.lshr(b, one);
            (self.shl(a, n), self.lshr(below, rest))
        } else {
            let above = self.shl(a, one);
            (self.shl(above, rest), self.lshr(b, n))
        };
        self.or(upper, lower)
    }
}
