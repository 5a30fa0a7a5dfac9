//! Constructors: every operation of the IR as a term, simplified as it is built.
//!
//! Rules are local (they look a level or two down) and never make a term larger. They maintain
//! these normal forms, which other rules and readers rely on:
//!
//! - a constant operand of a commutative operation is on the right; otherwise operands are ordered
//!   by content hash, so that equal terms of different runs are equal;
//! - `a - c` is `a + -c`; negation of a bit is `x ^ 1`; `Ne`, and `ULe`/`SLe` against constants,
//!   do not occur;
//! - shifts by constants, contiguous masks and disjoint sums are extractions and concatenations, so
//!   that bytes that were taken apart and put together again are recognised;
//! - concatenations nest to the right and have no constant or adjacent neighbours left to merge;
//! - conditions of `Ite` are not negations.

mod add;
mod compare;
mod divide;
mod equal;
mod float;
mod integral;
mod ite;
mod known;
mod logic;
mod monotone;
mod operation;
mod overflow;
mod parts;
mod rare;
mod select;
mod shape;
mod shift;

use whydunit_program::BinOp;

use crate::fold;
use crate::store::Store;
use crate::term::{Node, TermId, is_comparison};

impl Store {
    /// Both operands' values, if both are constants.
    fn const_pair(&self, a: TermId, b: TermId) -> Option<(u128, u128)> {
        Some((self.as_const(a)?, self.as_const(b)?))
    }

    /// Operands of a commutative operation in their normal order.
    fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        let rank = |t: TermId| (self.as_const(t).is_some(), self.hash(t));
        if rank(a) <= rank(b) { (a, b) } else { (b, a) }
    }

    /// A node for a two-operand operation to which none of its rules applied: folds constants, and
    /// constants in the alternatives of an `Ite`.
    fn finish_bin(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b), "operands of {op:?} differ in width");
        let width = if is_comparison(op) { 1 } else { w };
        if let Some((x, y)) = self.const_pair(a, b) {
            return self.constant(width, fold::bin(op, w, x, y));
        }
        if let Some((cond, then, other)) = self.ite_of_constants(a)
            && self.as_const(b).is_some()
        {
            let (then, other) = (self.finish_bin(op, then, b), self.finish_bin(op, other, b));
            return self.ite(cond, then, other);
        }
        if let Some((cond, then, other)) = self.ite_of_constants(b)
            && self.as_const(a).is_some()
        {
            let (then, other) = (self.finish_bin(op, a, then), self.finish_bin(op, a, other));
            return self.ite(cond, then, other);
        }
        self.intern(Node::Bin(op, a, b), width)
    }

    fn ite_of_constants(&self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        match self.node(t) {
            Node::Ite { cond, then, other } => self.const_pair(then, other).map(|_| (cond, then, other)),
            _ => None,
        }
    }

    /// The operands of `t` if it has this operation.
    fn as_bin(&self, t: TermId, op: BinOp) -> Option<(TermId, TermId)> {
        match self.node(t) {
            Node::Bin(found, a, b) if found == op => Some((a, b)),
            _ => None,
        }
    }

    /// `(x, c)` if `t` is `x op c` with a constant on the right.
    fn as_bin_const(&self, t: TermId, op: BinOp) -> Option<(TermId, u128)> {
        let (x, c) = self.as_bin(t, op)?;
        Some((x, self.as_const(c)?))
    }
}
