//! Extraction, concatenation, extension: operations that move bits without changing them.

use whydunit_program::{BinOp, CastOp};

use crate::fold::{sign_extend, truncate};
use crate::store::Store;
use crate::term::{Node, TermId};

impl Store {
    /// `width` bits of `t` from bit `low` upwards.
    ///
    /// Does not descend into arithmetic, so that the bytes of a sum that went through memory are
    /// recognised when they are concatenated again; [`Store::trunc`] narrows arithmetic.
    pub fn extract(&mut self, t: TermId, low: u8, width: u8) -> TermId {
        let whole = self.width(t);
        assert!(width > 0 && low + width <= whole, "bits {low}+{width} of a term of {whole}");
        if width == whole {
            return t;
        }
        match self.node(t) {
            Node::Const { .. } => {
                let value = self.as_const(t).unwrap_or(0);
                self.constant(width, value >> low)
            }
            Node::Extract { low: inner, of } => self.extract(of, inner + low, width),
            Node::Concat { high, low: rest } => self.extract_of_pair(high, rest, low, width),
            Node::Cast(CastOp::ZExt, x) => self.extract_of_extension(CastOp::ZExt, x, low, width),
            Node::Cast(CastOp::SExt, x) => self.extract_of_extension(CastOp::SExt, x, low, width),
            Node::Ite { cond, then, other } if self.const_pair(then, other).is_some() => {
                let (then, other) = (self.extract(then, low, width), self.extract(other, low, width));
                self.ite(cond, then, other)
            }
            Node::Bin(op @ (BinOp::And | BinOp::Or), a, b) => self
                .extract_of_masked(op, a, b, low, width)
                .unwrap_or_else(|| self.intern(Node::Extract { low, of: t }, width)),
            _ => self.intern(Node::Extract { low, of: t }, width),
        }
    }

    fn extract_of_pair(&mut self, high: TermId, rest: TermId, low: u8, width: u8) -> TermId {
        let border = self.width(rest);
        if low >= border {
            return self.extract(high, low - border, width);
        }
        if low + width <= border {
            return self.extract(rest, low, width);
        }
        let below = self.extract(rest, low, border - low);
        let above = self.extract(high, 0, low + width - border);
        self.concat(above, below)
    }

    fn extract_of_extension(&mut self, op: CastOp, x: TermId, low: u8, width: u8) -> TermId {
        let inner = self.width(x);
        if low + width <= inner {
            return self.extract(x, low, width);
        }
        if low >= inner && op == CastOp::ZExt {
            return self.constant(width, 0);
        }
        let from = low.min(inner - 1);
        let kept = self.extract(x, from, inner - from);
        if op == CastOp::ZExt { self.zext(kept, width) } else { self.sext(kept, width) }
    }

    /// Bits of `a op b`, where the constant `b` determines them or preserves those of `a`.
    fn extract_of_masked(&mut self, op: BinOp, a: TermId, b: TermId, low: u8, width: u8) -> Option<TermId> {
        let bits = truncate(width, self.as_const(b)? >> low);
        let ones = crate::fold::mask(width);
        match (op, bits) {
            (BinOp::And, 0) => Some(self.constant(width, 0)),
            (BinOp::Or, bits) if bits == ones => Some(self.ones(width)),
            (BinOp::Or, 0) => Some(self.extract(a, low, width)),
            (BinOp::And, bits) if bits == ones => Some(self.extract(a, low, width)),
            _ => None,
        }
    }

    /// The low `width` bits; sums and products of extended operands are computed at that width.
    pub fn trunc(&mut self, t: TermId, width: u8) -> TermId {
        if width == self.width(t) {
            return t;
        }
        match self.node(t) {
            Node::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor), a, b)
                if self.shrinks(a, width) && self.shrinks(b, width) =>
            {
                let (a, b) = (self.trunc(a, width), self.trunc(b, width));
                self.core_bin(op, a, b)
            }
            Node::Ite { cond, then, other } if self.shrinks(then, width) && self.shrinks(other, width) => {
                let (then, other) = (self.trunc(then, width), self.trunc(other, width));
                self.ite(cond, then, other)
            }
            _ => self.extract(t, 0, width),
        }
    }

    /// Can truncation to this width be absorbed by the term?
    fn shrinks(&self, t: TermId, width: u8) -> bool {
        match self.node(t) {
            Node::Const { .. } => true,
            Node::Cast(CastOp::ZExt | CastOp::SExt, x) => self.width(x) <= width,
            Node::Concat { low, .. } => self.width(low) >= width,
            _ => false,
        }
    }

    /// `high` above `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        if let Node::Concat { high: top, low: middle } = self.node(high) {
            let rest = self.concat(middle, low);
            return self.concat(top, rest);
        }
        if let Some(whole) = self.adjacent(high, low) {
            return whole;
        }
        if let Node::Concat { high: middle, low: rest } = self.node(low)
            && let Some(merged) = self.adjacent(high, middle)
        {
            return self.concat(merged, rest);
        }
        // `low` is a zero extension: split it so that the neighbours of its zeros can merge.
        if let Node::Cast(CastOp::ZExt, x) = self.node(low) {
            let zeros = self.constant(self.width(low) - self.width(x), 0);
            let above = self.concat(high, zeros);
            return self.concat_node(above, x);
        }
        self.concat_node(high, low)
    }

    fn concat_node(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        if let Node::Concat { high: top, low: middle } = self.node(high) {
            let rest = self.concat_node(middle, low);
            return self.intern(Node::Concat { high: top, low: rest }, width);
        }
        if self.as_const(high) == Some(0) {
            return self.intern(Node::Cast(CastOp::ZExt, low), width);
        }
        self.intern(Node::Concat { high, low }, width)
    }

    /// Merges two adjacent terms into a simpler one: constants, consecutive bits of one term, a
    /// sign and its value, alternatives under the same condition.
    fn adjacent(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let (hw, lw) = (self.width(high), self.width(low));
        let width = hw + lw;
        if let Some((h, l)) = self.const_pair(high, low) {
            return Some(self.constant(width, h << lw | l));
        }
        if self.as_const(high) == Some(0) {
            return Some(self.zext(low, width));
        }
        let (upper, from_upper) = self.as_bits(high);
        let (lower, from_lower) = self.as_bits(low);
        if upper == lower && from_upper == from_lower + lw {
            return Some(self.extract(lower, from_lower, width));
        }
        if self.copies_sign_of(high, low) {
            return Some(self.sext(low, width));
        }
        match (self.node(high), self.node(low)) {
            (Node::Ite { cond: c, then: t1, other: o1 }, Node::Ite { cond: d, then: t2, other: o2 })
                if c == d && self.const_pair(t1, t2).is_some() && self.const_pair(o1, o2).is_some() =>
            {
                let (then, other) = (self.concat(t1, t2), self.concat(o1, o2));
                Some(self.ite(c, then, other))
            }
            _ => None,
        }
    }

    /// A term as an extraction: the source term and the lowest bit.
    fn as_bits(&self, t: TermId) -> (TermId, u8) {
        match self.node(t) {
            Node::Extract { low, of } => (of, low),
            _ => (t, 0),
        }
    }

    /// Is every bit of `high` the top bit of `low`?
    fn copies_sign_of(&self, high: TermId, low: TermId) -> bool {
        let bit = match self.node(high) {
            Node::Cast(CastOp::SExt, bit) if self.width(bit) == 1 => bit,
            _ if self.width(high) == 1 => high,
            _ => return false,
        };
        let source = match self.node(low) {
            Node::Cast(CastOp::SExt, x) => x,
            _ => low,
        };
        if bit == source {
            return true; // a one-bit value and copies of it
        }
        let (of, at) = self.as_bits(bit);
        let (below, from) = self.as_bits(source);
        of == below && at == from + self.width(source) - 1 && self.width(bit) == 1 && bit != of
    }

    /// Zero extension to `width` bits.
    pub fn zext(&mut self, t: TermId, width: u8) -> TermId {
        if width == self.width(t) {
            return t;
        }
        match self.node(t) {
            Node::Const { .. } => {
                let value = self.as_const(t).unwrap_or(0);
                self.constant(width, value)
            }
            Node::Cast(CastOp::ZExt, x) => self.zext(x, width),
            Node::Ite { cond, then, other } if self.const_pair(then, other).is_some() => {
                let (then, other) = (self.zext(then, width), self.zext(other, width));
                self.ite(cond, then, other)
            }
            Node::Concat { high, low } if self.as_const(high).is_some() => {
                // The zeros merge with the constant on top.
                let above = self.zext(high, width - self.width(low));
                self.concat_node(above, low)
            }
            _ => self.intern(Node::Cast(CastOp::ZExt, t), width),
        }
    }

    /// Sign extension to `width` bits.
    pub fn sext(&mut self, t: TermId, width: u8) -> TermId {
        let from = self.width(t);
        if width == from {
            return t;
        }
        if self.is_non_negative(t) {
            return self.zext(t, width);
        }
        match self.node(t) {
            Node::Const { .. } => {
                let value = self.as_const(t).unwrap_or(0);
                self.constant(width, sign_extend(from, width, value))
            }
            Node::Cast(CastOp::SExt, x) => self.sext(x, width),
            Node::Ite { cond, then, other } if self.const_pair(then, other).is_some() => {
                let (then, other) = (self.sext(then, width), self.sext(other, width));
                self.ite(cond, then, other)
            }
            _ => self.intern(Node::Cast(CastOp::SExt, t), width),
        }
    }
}
