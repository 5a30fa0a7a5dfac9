//! And, or, exclusive or, complement.

use whydunit_program::{BinOp, CastOp};

use crate::fold::mask;
use crate::store::Store;
use crate::term::{Node, TermId};

impl Store {
    /// `!a`, bitwise.
    pub fn not(&mut self, a: TermId) -> TermId {
        let ones = self.ones(self.width(a));
        self.xor(a, ones)
    }

    /// `a & b`.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let w = self.width(a);
        if a == b {
            return a;
        }
        match self.as_const(b) {
            Some(0) => return b,
            Some(c) if c == mask(w) => return a,
            Some(c) => {
                if let Some((x, inner)) = self.as_bin_const(a, BinOp::And) {
                    let both = self.constant(w, inner & c);
                    return self.and(x, both);
                }
            }
            None => {}
        }
        if self.are_complements(a, b) || self.exclude_each_other(a, b) {
            return self.constant(w, 0);
        }
        if self.absorbs(BinOp::And, a, b) {
            return a;
        }
        if self.absorbs(BinOp::And, b, a) {
            return b;
        }
        self.join_and(a, b).or_else(|| self.through_extension(BinOp::And, a, b)).unwrap_or_else(|| {
            self.finish_bin(BinOp::And, a, b) //
        })
    }

    /// `a | b`.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let w = self.width(a);
        if a == b {
            return a;
        }
        match self.as_const(b) {
            Some(0) => return a,
            Some(c) if c == mask(w) => return b,
            Some(c) => {
                if let Some((x, inner)) = self.as_bin_const(a, BinOp::Or) {
                    let both = self.constant(w, inner | c);
                    return self.or(x, both);
                }
            }
            None => {}
        }
        if self.are_complements(a, b) {
            return self.ones(w);
        }
        if self.absorbs(BinOp::Or, a, b) {
            return a;
        }
        if self.absorbs(BinOp::Or, b, a) {
            return b;
        }
        self.join_or(a, b).or_else(|| self.through_extension(BinOp::Or, a, b)).unwrap_or_else(|| {
            self.finish_bin(BinOp::Or, a, b) //
        })
    }

    /// `a ^ b`.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let w = self.width(a);
        if a == b {
            return self.constant(w, 0);
        }
        if let Some(c) = self.as_const(b) {
            return self.xor_const(a, c);
        }
        // Negations and other constants move outwards.
        for (x, y) in [(a, b), (b, a)] {
            if let Some((inner, c)) = self.as_bin_const(x, BinOp::Xor) {
                let rest = self.xor(inner, y);
                return self.xor_const(rest, c);
            }
            if let Some((p, q)) = self.as_bin(x, BinOp::Xor) {
                if p == y {
                    return q;
                }
                if q == y {
                    return p;
                }
            }
        }
        self.join_disjoint(a, b).or_else(|| self.through_extension(BinOp::Xor, a, b)).unwrap_or_else(|| {
            self.finish_bin(BinOp::Xor, a, b) //
        })
    }

    fn xor_const(&mut self, a: TermId, c: u128) -> TermId {
        let w = self.width(a);
        if c == 0 {
            return a;
        }
        if let Some(value) = self.as_const(a) {
            return self.constant(w, value ^ c);
        }
        if let Some((x, inner)) = self.as_bin_const(a, BinOp::Xor) {
            return self.xor_const(x, inner ^ c);
        }
        if w == 1
            && let Some(opposite) = self.opposite(a)
        {
            return opposite;
        }
        if c == mask(w)
            && let Some((minuend, x)) = self.as_bin(a, BinOp::Sub)
            && let Some(value) = self.as_const(minuend)
        {
            // !(k - x) is x - (k + 1).
            let k = self.constant(w, value.wrapping_add(1));
            return self.sub(x, k);
        }
        let c = self.constant(w, c);
        self.join_disjoint(a, c).unwrap_or_else(|| self.finish_bin(BinOp::Xor, a, c))
    }

    /// The negation of a bit as an opposite comparison, if one exists.
    fn opposite(&mut self, a: TermId) -> Option<TermId> {
        match self.node(a) {
            Node::Bin(BinOp::ULt, x, y) => Some(self.ule(y, x)),
            Node::Bin(BinOp::ULe, x, y) => Some(self.ult(y, x)),
            Node::Bin(BinOp::SLt, x, y) => Some(self.sle(y, x)),
            Node::Bin(BinOp::SLe, x, y) => Some(self.slt(y, x)),
            Node::FCmp(pred, x, y) => Some(self.fcmp(crate::term::inverse(pred), x, y)),
            _ => None,
        }
    }

    /// The negation of a bit, if this store already contains it: `x ^ 1` or the opposite
    /// comparison. Builds no terms.
    pub fn find_negation(&self, a: TermId) -> Option<TermId> {
        let node = match self.node(a) {
            Node::Bin(BinOp::Xor, x, one) if self.as_const(one) == Some(1) => return Some(x),
            Node::Bin(BinOp::ULt, x, y) => self.opposite_order(BinOp::ULe, BinOp::ULt, x, y)?,
            Node::Bin(BinOp::ULe, x, y) => Node::Bin(BinOp::ULt, y, x),
            Node::Bin(BinOp::SLt, x, y) => self.opposite_order(BinOp::SLe, BinOp::SLt, x, y)?,
            Node::Bin(BinOp::SLe, x, y) => Node::Bin(BinOp::SLt, y, x),
            Node::FCmp(pred, x, y) => Node::FCmp(crate::term::inverse(pred), x, y),
            _ => Node::Bin(BinOp::Xor, a, self.find_constant(1, 1)?),
        };
        self.find(&node, 1)
    }

    /// The opposite of `x < y`: against a constant it is again `<`, with the adjacent constant.
    fn opposite_order(&self, or_equal: BinOp, less: BinOp, x: TermId, y: TermId) -> Option<Node> {
        let w = self.width(x);
        if let Some(c) = self.as_const(y) {
            let previous = self.find_constant(w, c.wrapping_sub(1))?;
            return Some(Node::Bin(less, previous, x));
        }
        if let Some(c) = self.as_const(x) {
            let next = self.find_constant(w, c.wrapping_add(1))?;
            return Some(Node::Bin(less, y, next));
        }
        Some(Node::Bin(or_equal, y, x))
    }

    /// Is one bit the negation of the other? For comparisons, this builds the negation. That costs
    /// nothing, because a later negation of the same condition finds it.
    fn are_complements(&mut self, a: TermId, b: TermId) -> bool {
        let ones = mask(self.width(a));
        let inverts = |x, y| self.as_bin_const(x, BinOp::Xor) == Some((y, ones));
        if inverts(a, b) || inverts(b, a) {
            return true;
        }
        self.width(a) == 1 && self.opposite(a) == Some(b)
    }

    /// Are both bits equations of one term with different constants?
    fn exclude_each_other(&self, a: TermId, b: TermId) -> bool {
        match (self.as_bin_const(a, BinOp::Eq), self.as_bin_const(b, BinOp::Eq)) {
            (Some((x, c)), Some((y, d))) => x == y && c != d,
            _ => false,
        }
    }

    /// Is `b` already an operand of `a`, which is the same operation?
    fn absorbs(&self, op: BinOp, a: TermId, b: TermId) -> bool {
        self.as_bin(a, op).is_some_and(|(x, y)| x == b || y == b)
    }

    /// When both operands are extended from the same width, operates at that width.
    fn through_extension(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<TermId> {
        let (Node::Cast(left, x), Node::Cast(right, y)) = (self.node(a), self.node(b)) else { return None };
        if left != right || !matches!(left, CastOp::ZExt | CastOp::SExt) || self.width(x) != self.width(y) {
            return None;
        }
        let narrow = match op {
            BinOp::And => self.and(x, y),
            BinOp::Or => self.or(x, y),
            _ => self.xor(x, y),
        };
        let w = self.width(a);
        Some(if left == CastOp::ZExt { self.zext(narrow, w) } else { self.sext(narrow, w) })
    }
}
