//! Cheap facts about a term's bits.

use whydunit_program::{BinOp, CastOp};

use crate::store::Store;
use crate::term::{Node, TermId};

/// Limit on the depth of the analysis, enough for the nested conversions of C.
const DEPTH: u32 = 4;

impl Store {
    /// The number of upper bits that are certainly 0.
    pub(crate) fn leading_zeros(&self, t: TermId) -> u8 {
        self.leading_zeros_within(t, DEPTH)
    }

    fn leading_zeros_within(&self, t: TermId, depth: u32) -> u8 {
        let w = self.width(t);
        if let Some(c) = self.as_const(t) {
            return (c.leading_zeros() - (128 - u32::from(w))) as u8;
        }
        let Some(depth) = depth.checked_sub(1) else { return 0 };
        let below = |x| self.leading_zeros_within(x, depth);
        match self.node(t) {
            Node::Cast(CastOp::ZExt, x) => w - self.width(x) + below(x),
            Node::Concat { high, low } => match below(high) {
                zeros if zeros == self.width(high) => zeros + below(low),
                zeros => zeros,
            },
            Node::Bin(BinOp::And, a, b) => below(a).max(below(b)),
            Node::Bin(BinOp::Or | BinOp::Xor, a, b) => below(a).min(below(b)),
            Node::Bin(BinOp::LShr, a, _) => below(a),
            Node::Bin(BinOp::UDiv | BinOp::URem, a, b) if self.as_const(b).is_some_and(|c| c != 0) => below(a),
            Node::Ite { then, other, .. } => below(then).min(below(other)),
            _ => 0,
        }
    }

    /// Is the sign bit certainly 0?
    pub(crate) fn is_non_negative(&self, t: TermId) -> bool {
        self.leading_zeros(t) > 0
    }
}
