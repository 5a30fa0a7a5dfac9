//! Arithmetic with an overflow bit.

use whydunit_program::OverflowOp;

use crate::fold;
use crate::store::Store;
use crate::term::{MAX_WIDTH, TermId};

impl Store {
    /// The wrapped result and the overflow bit.
    pub fn overflow(&mut self, op: OverflowOp, a: TermId, b: TermId) -> (TermId, TermId) {
        let w = self.width(a);
        if let Some((x, y)) = self.const_pair(a, b) {
            let (value, overflowed) = fold::overflow(op, w, x, y);
            return (self.constant(w, value), self.bit(overflowed));
        }
        if self.surely_fits(op, a, b) {
            let result = match op {
                OverflowOp::SAdd => self.add(a, b),
                OverflowOp::SSub => self.sub(a, b),
                _ => self.mul(a, b),
            };
            return (result, self.bit(false));
        }
        match op {
            OverflowOp::UAdd => {
                let sum = self.add(a, b);
                (sum, self.ult(sum, a))
            }
            OverflowOp::USub => (self.sub(a, b), self.ult(a, b)),
            OverflowOp::SAdd => {
                let sum = self.add(a, b);
                let overflowed = self.both_signs_change(a, b, sum);
                (sum, overflowed)
            }
            OverflowOp::SSub => {
                // a - b overflows exactly when difference + b = a does.
                let difference = self.sub(a, b);
                let overflowed = self.both_signs_change(difference, b, a);
                (difference, overflowed)
            }
            OverflowOp::SMul => (self.mul(a, b), self.product_overflows(a, b, true)),
            OverflowOp::UMul => (self.mul(a, b), self.product_overflows(a, b, false)),
        }
    }

    /// Do `a` and `b` have the same sign and `sum` the other?
    fn both_signs_change(&mut self, a: TermId, b: TermId, sum: TermId) -> TermId {
        let top = self.width(a) - 1;
        let (from_a, from_b) = (self.xor(a, sum), self.xor(b, sum));
        let both = self.and(from_a, from_b);
        self.extract(both, top, 1)
    }

    fn product_overflows(&mut self, a: TermId, b: TermId, signed: bool) -> TermId {
        let w = self.width(a);
        if w > MAX_WIDTH / 2 {
            return self.wide_product_overflows(a, b, signed);
        }
        let extend = |s: &mut Store, t| if signed { s.sext(t, 2 * w) } else { s.zext(t, 2 * w) };
        let (x, y) = (extend(self, a), extend(self, b));
        let exact = self.mul(x, y);
        let kept = self.extract(exact, 0, w);
        let back = extend(self, kept);
        self.ne(exact, back)
    }

    /// For widths without room for the exact product: dividing the product by a factor must yield
    /// the other factor.
    fn wide_product_overflows(&mut self, a: TermId, b: TermId, signed: bool) -> TermId {
        let w = self.width(a);
        let product = self.mul(a, b);
        let quotient = if signed { self.sdiv(product, a) } else { self.udiv(product, a) };
        let zero = self.constant(w, 0);
        let factor = self.ne(a, zero);
        let differs = self.ne(quotient, b);
        let wrong = self.and(factor, differs);
        if !signed {
            return wrong;
        }
        // -1 times the minimum passes this test although it overflows.
        let (minus_one, least) = (self.ones(w), self.constant(w, 1 << (w - 1)));
        let (is_minus_one, is_least) = (self.eq(a, minus_one), self.eq(b, least));
        let exception = self.and(is_minus_one, is_least);
        self.or(wrong, exception)
    }
}
