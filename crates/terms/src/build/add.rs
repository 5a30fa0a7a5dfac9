//! Sums, differences, products.

use whydunit_program::BinOp;

use crate::fold::{mask, truncate};
use crate::store::Store;
use crate::term::TermId;

impl Store {
    /// `a + b`.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let w = self.width(a);
        if w == 1 {
            return self.xor(a, b);
        }
        if let Some(c) = self.as_const(b) {
            return self.add_const(a, c);
        }
        if a == b {
            return self.shl_by(a, 1);
        }
        // Constants move outwards, where other constants and comparisons can absorb them.
        for (x, y) in [(a, b), (b, a)] {
            if let Some((inner, c)) = self.as_bin_const(x, BinOp::Add) {
                let sum = self.add(inner, y);
                return self.add_const(sum, c);
            }
            if let Some((minuend, subtrahend)) = self.as_bin(x, BinOp::Sub) {
                if subtrahend == y {
                    return minuend;
                }
                if self.as_const(minuend) == Some(0) {
                    return self.sub(y, subtrahend);
                }
            }
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return joined;
        }
        self.finish_bin(BinOp::Add, a, b)
    }

    /// `a + c`.
    fn add_const(&mut self, a: TermId, c: u128) -> TermId {
        let w = self.width(a);
        let c = truncate(w, c);
        if c == 0 {
            return a;
        }
        if let Some(value) = self.as_const(a) {
            return self.constant(w, value.wrapping_add(c));
        }
        if let Some((x, inner)) = self.as_bin_const(a, BinOp::Add) {
            return self.add_const(x, inner.wrapping_add(c));
        }
        if let Some((minuend, x)) = self.as_bin(a, BinOp::Sub)
            && let Some(value) = self.as_const(minuend)
        {
            let minuend = self.constant(w, value.wrapping_add(c));
            return self.sub(minuend, x);
        }
        // !x is -1 - x, so !x + 1 is -x, and so on.
        if let Some((x, inverted)) = self.as_bin_const(a, BinOp::Xor)
            && inverted == mask(w)
        {
            let minuend = self.constant(w, c.wrapping_sub(1));
            return self.sub(minuend, x);
        }
        let c = self.constant(w, c);
        if let Some(joined) = self.join_disjoint(a, c) {
            return joined;
        }
        self.finish_bin(BinOp::Add, a, c)
    }

    /// `a - b`.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        if a == b {
            return self.constant(w, 0);
        }
        if w == 1 {
            return self.xor(a, b);
        }
        if let Some(c) = self.as_const(b) {
            return self.add_const(a, c.wrapping_neg());
        }
        if let Some((x, c)) = self.as_bin_const(b, BinOp::Add) {
            let difference = self.sub(a, x);
            return self.add_const(difference, c.wrapping_neg());
        }
        if let Some((x, c)) = self.as_bin_const(a, BinOp::Add) {
            let difference = self.sub(x, b);
            return self.add_const(difference, c);
        }
        if let Some((x, y)) = self.as_bin(a, BinOp::Add) {
            if x == b {
                return y;
            }
            if y == b {
                return x;
            }
        }
        if let Some((x, y)) = self.as_bin(b, BinOp::Sub) {
            // a - (x - y) with constants is a sum; a - (a - y) is y.
            if x == a {
                return y;
            }
            if self.as_const(x) == Some(0) {
                return self.add(a, y);
            }
            if let Some((ca, cx)) = self.const_pair(a, x) {
                return self.add_const(y, ca.wrapping_sub(cx));
            }
            if self.as_const(a) == Some(0) {
                return self.sub(y, x);
            }
        }
        self.finish_bin(BinOp::Sub, a, b)
    }

    /// `-a`.
    pub fn neg(&mut self, a: TermId) -> TermId {
        let zero = self.constant(self.width(a), 0);
        self.sub(zero, a)
    }

    /// `a * b`.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let w = self.width(a);
        if w == 1 {
            return self.and(a, b);
        }
        match self.as_const(b) {
            Some(c) => self.mul_const(a, c),
            None => self.finish_bin(BinOp::Mul, a, b),
        }
    }

    fn mul_const(&mut self, a: TermId, c: u128) -> TermId {
        let w = self.width(a);
        if c == 0 {
            return self.constant(w, 0);
        }
        if let Some(value) = self.as_const(a) {
            return self.constant(w, value.wrapping_mul(c));
        }
        if c == mask(w) {
            return self.neg(a);
        }
        if c.is_power_of_two() {
            return self.shl_by(a, c.trailing_zeros() as u8);
        }
        if let Some((x, inner)) = self.as_bin_const(a, BinOp::Mul) {
            return self.mul_const(x, truncate(w, inner.wrapping_mul(c)));
        }
        // Address arithmetic, size times (index plus constant): the constant part joins the
        // address.
        if let Some((x, inner)) = self.as_bin_const(a, BinOp::Add) {
            let product = self.mul_const(x, c);
            return self.add_const(product, inner.wrapping_mul(c));
        }
        let c = self.constant(w, c);
        self.finish_bin(BinOp::Mul, a, c)
    }
}
