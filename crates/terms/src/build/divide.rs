//! Quotients and remainders. Division by zero has SMT-LIB's value (see `fold`).

use whydunit_program::BinOp;

use crate::fold::{mask, sign_extend, truncate};
use crate::store::Store;
use crate::term::{Node, TermId};
use whydunit_program::CastOp;

impl Store {
    /// Unsigned quotient.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        match self.as_const(b) {
            Some(c) if c.is_power_of_two() => self.lshr_by(a, c.trailing_zeros() as u8),
            Some(c) if c != 0 => self.narrow_division(BinOp::UDiv, a, b, c),
            _ => self.finish_bin(BinOp::UDiv, a, b),
        }
    }

    /// Unsigned remainder.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        match self.as_const(b) {
            Some(c) if c.is_power_of_two() => {
                let low = self.constant(w, c - 1);
                self.and(a, low)
            }
            Some(c) if c != 0 => self.narrow_division(BinOp::URem, a, b, c),
            _ => self.finish_bin(BinOp::URem, a, b),
        }
    }

    /// Constant divisor and zero-extended dividend: divides at the dividend's original width.
    fn narrow_division(&mut self, op: BinOp, a: TermId, b: TermId, divisor: u128) -> TermId {
        let Node::Cast(CastOp::ZExt, x) = self.node(a) else { return self.finish_bin(op, a, b) };
        let (w, narrow) = (self.width(a), self.width(x));
        if divisor > mask(narrow) {
            return if op == BinOp::UDiv { self.constant(w, 0) } else { a };
        }
        let divisor = self.constant(narrow, divisor);
        let result = if op == BinOp::UDiv { self.udiv(x, divisor) } else { self.urem(x, divisor) };
        self.zext(result, w)
    }

    /// Signed quotient, rounded towards zero.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        if self.is_non_negative(a) && self.is_non_negative(b) {
            return self.udiv(a, b);
        }
        let w = self.width(a);
        match self.as_const(b) {
            Some(1) if w > 1 => a,
            Some(c) if c == mask(w) => self.neg(a),
            Some(c) => self.narrow_signed(BinOp::SDiv, a, b, c),
            None => self.finish_bin(BinOp::SDiv, a, b),
        }
    }

    /// Signed remainder, with the sign of the dividend.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        if self.is_non_negative(a) && self.is_non_negative(b) {
            return self.urem(a, b);
        }
        let w = self.width(a);
        match self.as_const(b) {
            Some(c) if c == 1 || c == mask(w) => self.constant(w, 0),
            Some(c) => self.narrow_signed(BinOp::SRem, a, b, c),
            None => self.finish_bin(BinOp::SRem, a, b),
        }
    }

    /// As [`Store::narrow_division`] for a sign-extended dividend and a constant divisor other than
    /// 0 and -1 (which could overflow).
    fn narrow_signed(&mut self, op: BinOp, a: TermId, b: TermId, divisor: u128) -> TermId {
        let Node::Cast(CastOp::SExt, x) = self.node(a) else { return self.finish_bin(op, a, b) };
        let (w, narrow) = (self.width(a), self.width(x));
        if narrow == 1 || divisor == 0 || sign_extend(narrow, w, truncate(narrow, divisor)) != divisor {
            return self.finish_bin(op, a, b);
        }
        let divisor = self.constant(narrow, divisor);
        let result = if op == BinOp::SDiv { self.sdiv(x, divisor) } else { self.srem(x, divisor) };
        self.sext(result, w)
    }
}
