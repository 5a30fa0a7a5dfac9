//! Equality.

use whydunit_program::{BinOp, CastOp};

use crate::fold::{mask, sign_extend, truncate};
use crate::store::Store;
use crate::term::{Node, TermId};

/// Limit on the depth of alternatives that equality distributes over: a chain of them can be as
/// long as the run.
const ALTERNATIVES: u32 = 32;

impl Store {
    /// `a == b`, one bit.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.eq_within(a, b, ALTERNATIVES)
    }

    /// `a != b`, one bit.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    fn eq_within(&mut self, a: TermId, b: TermId, depth: u32) -> TermId {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.bit(true);
        }
        match self.as_const(b) {
            Some(c) => self.eq_const(a, c, depth),
            None => self.eq_terms(a, b),
        }
    }

    fn eq_const(&mut self, a: TermId, c: u128, depth: u32) -> TermId {
        let w = self.width(a);
        if let Some(value) = self.as_const(a) {
            return self.bit(value == c);
        }
        if w == 1 {
            return if c == 1 { a } else { self.not(a) };
        }
        match self.node(a) {
            Node::Cast(op @ (CastOp::ZExt | CastOp::SExt), x) => self.eq_extension(op, x, w, c, depth),
            Node::Concat { high, low } => {
                let lw = self.width(low);
                let above = self.eq_const(high, c >> lw, depth);
                if self.as_const(above) == Some(0) {
                    return above;
                }
                let below = self.eq_const(low, truncate(lw, c), depth);
                self.and(above, below)
            }
            Node::Ite { cond, then, other } => self.eq_alternatives(a, cond, then, other, c, depth),
            Node::Lookup { table, .. } if !self.table_has(table, c) => self.bit(false),
            Node::Bin(op, x, y) => match self.solve_for(op, x, y, c) {
                Some((rest, value)) => self.eq_const(rest, value, depth),
                None => self.eq_node(a, c),
            },
            _ => self.eq_node(a, c),
        }
    }

    fn eq_node(&mut self, a: TermId, c: u128) -> TermId {
        let c = self.constant(self.width(a), c);
        self.finish_bin(BinOp::Eq, a, c)
    }

    fn eq_extension(&mut self, op: CastOp, x: TermId, w: u8, c: u128, depth: u32) -> TermId {
        let narrow = self.width(x);
        let low = truncate(narrow, c);
        let fits = if op == CastOp::ZExt { low == c } else { sign_extend(narrow, w, low) == c };
        if fits { self.eq_const(x, low, depth) } else { self.bit(false) }
    }

    /// `x op y == c` as an equation of a smaller term with a constant.
    fn solve_for(&self, op: BinOp, x: TermId, y: TermId, c: u128) -> Option<(TermId, u128)> {
        let w = self.width(x);
        let right = self.as_const(y);
        match (op, right) {
            (BinOp::Add, Some(k)) => Some((x, truncate(w, c.wrapping_sub(k)))),
            (BinOp::Xor, Some(k)) => Some((x, c ^ k)),
            (BinOp::Mul, Some(k)) if k & 1 == 1 => Some((x, truncate(w, c.wrapping_mul(inverse_modulo(k))))),
            (BinOp::Sub, None) => self.as_const(x).map(|k| (y, truncate(w, k.wrapping_sub(c)))),
            _ => None,
        }
    }

    /// `(cond ? then : other) == c` when `then` or `other` is constant.
    fn eq_alternatives(&mut self, a: TermId, cond: TermId, then: TermId, other: TermId, c: u128, depth: u32) -> TermId {
        let is_const = |s: &Self, t| s.as_const(t).is_some();
        if depth == 0 || !(is_const(self, then) || is_const(self, other)) {
            return self.eq_node(a, c);
        }
        let then = self.eq_const(then, c, depth - 1);
        let other = self.eq_const(other, c, depth - 1);
        self.ite(cond, then, other)
    }

    fn table_has(&self, table: crate::term::TableId, c: u128) -> bool {
        // An index beyond the end yields 0.
        c == 0 || self.table_of(table).values.iter().any(|&v| u128::from(v) == c)
    }

    fn eq_terms(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some((x, y)) = self.same_extension(a, b) {
            return self.eq(x, y);
        }
        if let (Node::Concat { high: h1, low: l1 }, Node::Concat { high: h2, low: l2 }) = (self.node(a), self.node(b))
            && self.width(l1) == self.width(l2)
        {
            let (above, below) = (self.eq(h1, h2), self.eq(l1, l2));
            return self.and(above, below);
        }
        for (x, y) in [(a, b), (b, a)] {
            // x + y == y simplifies to x == 0; the same holds for exclusive or.
            if let Some((p, q)) = self.as_bin(x, BinOp::Add).or(self.as_bin(x, BinOp::Xor)) {
                let rest = if p == y { Some(q) } else { (q == y).then_some(p) };
                if let Some(rest) = rest {
                    return self.eq_const(rest, 0, ALTERNATIVES);
                }
            }
        }
        if let (Some((x, k)), Some((y, l))) = (self.as_bin_const(a, BinOp::Add), self.as_bin_const(b, BinOp::Add)) {
            if k == l {
                return self.eq(x, y);
            }
            if x == y {
                return self.bit(false);
            }
        }
        self.finish_bin(BinOp::Eq, a, b)
    }

    /// The operands of two extensions of the same kind from the same width.
    pub(super) fn same_extension(&self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        match (self.node(a), self.node(b)) {
            (Node::Cast(op @ (CastOp::ZExt | CastOp::SExt), x), Node::Cast(other, y))
                if op == other && self.width(x) == self.width(y) =>
            {
                Some((x, y))
            }
            _ => None,
        }
    }
}

/// The inverse of an odd number modulo 2^128 (and so modulo every smaller power of two).
fn inverse_modulo(k: u128) -> u128 {
    // Newton's iteration doubles the number of correct bits; k is its own inverse modulo 8.
    let mut inverse = k;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2_u128.wrapping_sub(k.wrapping_mul(inverse)));
    }
    debug_assert_eq!(k.wrapping_mul(inverse) & mask(128), 1);
    inverse
}
