//! Order comparisons. Comparisons against constants and of extensions are made at the smallest
//! width.

use whydunit_program::{BinOp, CastOp};

use crate::fold::{mask, sign_extend, to_signed, truncate};
use crate::store::Store;
use crate::term::{Node, TermId};

impl Store {
    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        if a == b {
            return self.bit(false);
        }
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => self.bit(x < y),
            (_, Some(c)) => self.ult_const(a, c),
            (Some(c), _) => self.const_ult(c, b),
            _ if w == 1 => {
                let clear = self.not(a);
                self.and(clear, b)
            }
            _ => match self.same_extension(a, b) {
                // Sign extension preserves the unsigned order too.
                Some((x, y)) => self.ult(x, y),
                None => self.finish_bin(BinOp::ULt, a, b),
            },
        }
    }

    /// `a < c`, unsigned.
    fn ult_const(&mut self, a: TermId, c: u128) -> TermId {
        let w = self.width(a);
        if c == 0 {
            return self.bit(false);
        }
        let least_zeros = u32::from(self.leading_zeros(a));
        if mask(w).checked_shr(least_zeros).unwrap_or(0) < c {
            return self.bit(true);
        }
        if c == 1 || c == mask(w) {
            let limit = self.constant(w, if c == 1 { 0 } else { c });
            let equal = self.eq(a, limit);
            return if c == 1 { equal } else { self.not(equal) };
        }
        match self.node(a) {
            Node::Cast(CastOp::ZExt, x) => self.ult_const(x, c),
            Node::Cast(CastOp::SExt, x) => self.sext_ult_const(x, w, c),
            Node::Concat { high, low } if truncate(self.width(low), c) == 0 => {
                let lw = self.width(low);
                self.ult_const(high, c >> lw)
            }
            _ => {
                let c = self.constant(w, c);
                self.finish_bin(BinOp::ULt, a, c)
            }
        }
    }

    /// `c < b`, unsigned.
    fn const_ult(&mut self, c: u128, b: TermId) -> TermId {
        let w = self.width(b);
        if c == mask(w) {
            return self.bit(false);
        }
        let below_next = self.ult_const(b, c + 1);
        match self.node(below_next) {
            // The negation is no simpler: keep the constant on its side.
            Node::Bin(BinOp::ULt, x, limit) if x == b && self.as_const(limit) == Some(c + 1) => {
                let c = self.constant(w, c);
                self.finish_bin(BinOp::ULt, c, b)
            }
            _ => self.not(below_next),
        }
    }

    /// `sext(x) < c`, unsigned: the values of a sign extension leave a gap in the middle.
    fn sext_ult_const(&mut self, x: TermId, w: u8, c: u128) -> TermId {
        let narrow = self.width(x);
        let low = truncate(narrow, c);
        if sign_extend(narrow, w, low) == c {
            return self.ult_const(x, low);
        }
        let half = self.constant(narrow, 1 << (narrow - 1));
        self.ult(x, half)
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        if a == b {
            return self.bit(true);
        }
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(c)) if c == mask(w) => self.bit(true),
            (_, Some(c)) => {
                let next = self.constant(w, c + 1);
                self.ult(a, next)
            }
            (Some(0), _) => self.bit(true),
            (Some(c), _) => {
                let previous = self.constant(w, c - 1);
                self.ult(previous, b)
            }
            _ if w == 1 => {
                let clear = self.not(a);
                self.or(clear, b)
            }
            _ => match self.same_extension(a, b) {
                Some((x, y)) => self.ule(x, y),
                None => self.finish_bin(BinOp::ULe, a, b),
            },
        }
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        if a == b {
            return self.bit(false);
        }
        if w == 1 {
            return self.ult(b, a);
        }
        if self.is_non_negative(a) && self.is_non_negative(b) {
            return self.ult(a, b);
        }
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => self.bit(to_signed(w, x) < to_signed(w, y)),
            (_, Some(c)) => self.slt_const(a, c),
            (Some(c), _) => self.const_slt(c, b),
            _ => match self.same_extension(a, b) {
                // Zero extensions were handled above, as non-negative values.
                Some((x, y)) => self.slt(x, y),
                None => self.finish_bin(BinOp::SLt, a, b),
            },
        }
    }

    /// `a < c`, signed.
    fn slt_const(&mut self, a: TermId, c: u128) -> TermId {
        let w = self.width(a);
        let signed = to_signed(w, c);
        if c == 1 << (w - 1) || (signed <= 0 && self.is_non_negative(a)) {
            return self.bit(false);
        }
        if c == mask(w) >> 1 {
            let largest = self.constant(w, c);
            return self.ne(a, largest);
        }
        if let Node::Cast(CastOp::SExt, x) = self.node(a) {
            let narrow = self.width(x);
            let low = truncate(narrow, c);
            if sign_extend(narrow, w, low) != c {
                return self.bit(signed > 0);
            }
            let low = self.constant(narrow, low);
            return self.slt(x, low);
        }
        let c = self.constant(w, c);
        self.finish_bin(BinOp::SLt, a, c)
    }

    /// `c < b`, signed.
    fn const_slt(&mut self, c: u128, b: TermId) -> TermId {
        let w = self.width(b);
        if c == mask(w) >> 1 {
            return self.bit(false);
        }
        let next = truncate(w, c.wrapping_add(1));
        let below_next = self.slt_const(b, next);
        match self.node(below_next) {
            Node::Bin(BinOp::SLt, x, limit) if x == b && self.as_const(limit) == Some(next) => {
                let c = self.constant(w, c);
                self.finish_bin(BinOp::SLt, c, b)
            }
            _ => self.not(below_next),
        }
    }

    /// Signed `a <= b`.
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        if a == b {
            return self.bit(true);
        }
        if w == 1 {
            return self.ule(b, a);
        }
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(c)) if c == mask(w) >> 1 => self.bit(true),
            (_, Some(c)) => {
                let next = self.constant(w, c.wrapping_add(1));
                self.slt(a, next)
            }
            (Some(c), _) if c == 1 << (w - 1) => self.bit(true),
            (Some(c), _) => {
                let previous = self.constant(w, c.wrapping_sub(1));
                self.slt(previous, b)
            }
            _ if self.is_non_negative(a) && self.is_non_negative(b) => self.ule(a, b),
            _ => match self.same_extension(a, b) {
                Some((x, y)) => self.sle(x, y),
                None => self.finish_bin(BinOp::SLe, a, b),
            },
        }
    }
}
