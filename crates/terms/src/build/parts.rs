//! A term as a sequence of pieces, the operands of concatenations and zero extensions. Bit
//! operations on disjoint pieces become concatenations again.

use whydunit_program::CastOp;

use crate::fold::{low_mask, mask, truncate};
use crate::store::Store;
use crate::term::{Node, TermId};

/// Limit on pieces: loads have at most 16 bytes.
const MAX_PIECES: usize = 20;
/// Limit on runs of equal bits: a constant with more runs is not a mask.
const MAX_RUNS: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Zeros,
    Ones,
    Bits { of: TermId, low: u8 },
}

#[derive(Clone, Copy)]
struct Piece {
    width: u8,
    value: Value,
}

/// The result of an operation on two pieces, if it is one of them or constant.
type Meet = fn(Value, Value) -> Option<Value>;

impl Store {
    /// `a + b`, `a | b` or `a ^ b` when no bit can be set in both operands.
    pub(super) fn join_disjoint(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if !self.has_pieces(a) && !self.has_pieces(b) {
            return None;
        }
        self.meet(a, b, |x, y| match (x, y) {
            (Value::Zeros, other) | (other, Value::Zeros) => Some(other),
            _ => None,
        })
    }

    /// `a | b` when every piece is constant in one of the operands.
    pub(super) fn join_or(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        self.meet(a, b, |x, y| match (x, y) {
            (Value::Zeros, other) | (other, Value::Zeros) => Some(other),
            (Value::Ones, _) | (_, Value::Ones) => Some(Value::Ones),
            _ => None,
        })
    }

    /// `a & b` when every piece is constant in one of the operands.
    pub(super) fn join_and(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        self.meet(a, b, |x, y| match (x, y) {
            (Value::Zeros, _) | (_, Value::Zeros) => Some(Value::Zeros),
            (Value::Ones, other) | (other, Value::Ones) => Some(other),
            _ => None,
        })
    }

    fn has_pieces(&self, t: TermId) -> bool {
        matches!(self.node(t), Node::Concat { .. } | Node::Cast(CastOp::ZExt, _))
    }

    fn meet(&mut self, a: TermId, b: TermId, rule: Meet) -> Option<TermId> {
        let (left, right) = (self.pieces(a)?, self.pieces(b)?);
        let mut row = Vec::new();
        let (mut i, mut j, mut used_left, mut used_right) = (0, 0, 0, 0);
        while i < left.len() && j < right.len() {
            let (p, q) = (left[i], right[j]);
            let width = (p.width - used_left).min(q.width - used_right);
            let value = rule(offset(p.value, used_left), offset(q.value, used_right))?;
            row.push(Piece { width, value });
            (used_left, used_right) = (used_left + width, used_right + width);
            if used_left == p.width {
                (i, used_left) = (i + 1, 0);
            }
            if used_right == q.width {
                (j, used_right) = (j + 1, 0);
            }
        }
        Some(self.assemble(&row))
    }

    /// The pieces of a term, lowest first.
    fn pieces(&self, t: TermId) -> Option<Vec<Piece>> {
        let mut row = Vec::new();
        let mut todo = vec![t];
        while let Some(t) = todo.pop() {
            let width = self.width(t);
            match self.node(t) {
                Node::Concat { high, low } => todo.extend([high, low]),
                Node::Cast(CastOp::ZExt, x) => {
                    // The zeros come after x. They can wait on the stack as a piece of their own
                    // only if x is a single piece, which it almost always is.
                    if self.has_pieces(x) {
                        return None;
                    }
                    let inner = self.width(x);
                    row.push(Piece { width: inner, value: Value::Bits { of: x, low: 0 } });
                    row.push(Piece { width: width - inner, value: Value::Zeros });
                }
                Node::Const { .. } => row.extend(runs(width, self.as_const(t)?)?),
                _ => row.push(Piece { width, value: Value::Bits { of: t, low: 0 } }),
            }
            if row.len() > MAX_PIECES {
                return None;
            }
        }
        Some(row)
    }

    fn assemble(&mut self, row: &[Piece]) -> TermId {
        let mut whole: Option<TermId> = None;
        for piece in row {
            let term = match piece.value {
                Value::Zeros => self.constant(piece.width, 0),
                Value::Ones => self.ones(piece.width),
                Value::Bits { of, low } => self.extract(of, low, piece.width),
            };
            whole = Some(match whole {
                Some(low) => self.concat(term, low),
                None => term,
            });
        }
        whole.expect("a term has at least one piece")
    }
}

fn offset(value: Value, by: u8) -> Value {
    match value {
        Value::Bits { of, low } => Value::Bits { of, low: low + by },
        constant => constant,
    }
}

/// A constant as runs of zeros and ones, lowest first.
fn runs(width: u8, value: u128) -> Option<Vec<Piece>> {
    let mut row = Vec::new();
    let mut from = 0_u8;
    while from < width {
        let rest = value >> from;
        let ones = rest & 1 == 1;
        let count = if ones { rest.trailing_ones() } else { rest.trailing_zeros() };
        let count = (count.min(u32::from(width - from))) as u8;
        debug_assert!(ones == (truncate(width, rest) & low_mask(u32::from(count)) == mask(count)));
        row.push(Piece { width: count, value: if ones { Value::Ones } else { Value::Zeros } });
        if row.len() > MAX_RUNS {
            return None;
        }
        from += count;
    }
    Some(row)
}
