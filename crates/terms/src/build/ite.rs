//! Conditional terms.

use whydunit_program::BinOp;

use crate::store::Store;
use crate::term::{Node, TermId};

impl Store {
    /// `cond ? then : other`.
    pub fn ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        debug_assert_eq!(self.width(cond), 1, "a condition is one bit");
        debug_assert_eq!(self.width(then), self.width(other), "alternatives differ in width");
        match self.as_const(cond) {
            Some(0) => return other,
            Some(_) => return then,
            None if then == other => return then,
            None => {}
        }
        if let Some((positive, 1)) = self.as_bin_const(cond, BinOp::Xor) {
            return self.ite(positive, other, then);
        }
        if self.width(then) == 1
            && let Some(bit) = self.ite_of_bits(cond, then, other)
        {
            return bit;
        }
        // Inside an alternative, the condition has a known value.
        let then = self.assuming(cond, true, then);
        let other = self.assuming(cond, false, other);
        if then == other {
            return then;
        }
        match self.node(other) {
            // cond ? x : (second ? x : y)
            Node::Ite { cond: second, then: same, other: last } if same == then => {
                let either = self.or(cond, second);
                return self.ite(either, then, last);
            }
            _ => {}
        }
        // x == k ? k : x
        if self.as_bin(cond, BinOp::Eq) == Some(self.ordered(then, other)) {
            return other;
        }
        let width = self.width(then);
        self.intern(Node::Ite { cond, then, other }, width)
    }

    /// Alternatives of one bit are `and` or `or`.
    fn ite_of_bits(&mut self, cond: TermId, then: TermId, other: TermId) -> Option<TermId> {
        match (self.as_const(then), self.as_const(other)) {
            (Some(1), Some(0)) => Some(cond),
            (Some(0), Some(1)) => Some(self.not(cond)),
            (Some(1), _) => Some(self.or(cond, other)),
            (Some(0), _) => {
                let not = self.not(cond);
                Some(self.and(not, other))
            }
            (_, Some(0)) => Some(self.and(cond, then)),
            (_, Some(1)) => {
                let not = self.not(cond);
                Some(self.or(not, then))
            }
            _ => None,
        }
    }

    fn assuming(&self, cond: TermId, value: bool, t: TermId) -> TermId {
        match self.node(t) {
            Node::Ite { cond: inner, then, other } if inner == cond => {
                if value {
                    then
                } else {
                    other
                }
            }
            _ => t,
        }
    }
}
