//! Rewrites sums of integer-valued floats as sums of integers.
//!
//! As long as all integers up to the result fit a float exactly, `(double)a + (double)b` equals
//! `(double)(a + b)` to the last bit. Programs often add up integers in floats, and solvers are
//! much faster on integers.

use whydunit_program::{BinOp, CastOp, OverflowOp};

use crate::fold::{self, sign_extend};
use crate::store::Store;
use crate::term::{Node, TermId};

/// Limit on the depth of examined sums.
const DEPTH: u32 = 8;

/// An integer-valued float: the value as a 64-bit integer, and the exponent of a power of two that
/// bounds its magnitude.
#[derive(Clone, Copy)]
struct Integral {
    term: TermId,
    bits: u8,
    negative: bool,
}

impl Store {
    /// The sum, difference or product of two floats, if integers can express it.
    pub(super) fn integral(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        let (x, y) = (self.as_integral(a)?, self.as_integral(b)?);
        let bits = match op {
            BinOp::FAdd | BinOp::FSub => x.bits.max(y.bits) + 1,
            // Otherwise the result could be a negative zero.
            BinOp::FMul if !x.negative && !y.negative => x.bits + y.bits,
            _ => return None,
        };
        if bits > precision(w) {
            return None;
        }
        let result = match op {
            BinOp::FAdd => self.add(x.term, y.term),
            BinOp::FSub => self.sub(x.term, y.term),
            _ => self.mul(x.term, y.term),
        };
        self.cast(CastOp::SiToFp, result, w)
    }

    fn as_integral(&mut self, float: TermId) -> Option<Integral> {
        let w = self.width(float);
        let found = match self.node(float) {
            Node::Const { .. } => {
                let bits = self.as_const(float)?;
                let integer = fold::cast(CastOp::FpToSi, w, 64, bits);
                // Converting back detects fractions, integers that are too large, and negative
                // zero.
                let same = fold::cast(CastOp::SiToFp, 64, w, integer) == bits;
                let term = self.constant(64, integer);
                same.then(|| Integral { term, bits: self.magnitude(term, DEPTH), negative: integer >> 63 == 1 })?
            }
            Node::Cast(CastOp::SiToFp, x) if self.width(x) <= 64 => {
                let (bits, negative) = (self.magnitude(x, DEPTH), !self.is_non_negative(x));
                Integral { term: if self.width(x) < 64 { self.sext(x, 64) } else { x }, bits, negative }
            }
            Node::Cast(CastOp::UiToFp, x) if self.width(x) < 64 => {
                let bits = self.width(x) - self.leading_zeros(x);
                Integral { term: self.zext(x, 64), bits, negative: false }
            }
            _ => return None,
        };
        (found.bits <= precision(w)).then_some(found)
    }

    /// Does the sum, difference or product of two signed integers certainly fit their width?
    pub(super) fn surely_fits(&self, op: OverflowOp, a: TermId, b: TermId) -> bool {
        let (x, y) = (self.magnitude(a, DEPTH), self.magnitude(b, DEPTH));
        let bits = match op {
            OverflowOp::SAdd | OverflowOp::SSub => x.max(y) + 1,
            OverflowOp::SMul => x.saturating_add(y),
            OverflowOp::UAdd | OverflowOp::USub | OverflowOp::UMul => return false,
        };
        bits < self.width(a) - 1
    }

    /// The exponent of a power of two that bounds the magnitude of a signed integer.
    fn magnitude(&self, t: TermId, depth: u32) -> u8 {
        let w = self.width(t);
        if let Some(c) = self.as_const(t) {
            let value = sign_extend(w, 128, c) as i128;
            return (128 - value.unsigned_abs().saturating_sub(1).leading_zeros()) as u8;
        }
        let zeros = self.leading_zeros(t);
        if zeros > 0 {
            return w - zeros;
        }
        let Some(depth) = depth.checked_sub(1) else { return w - 1 };
        let found = match self.node(t) {
            Node::Cast(CastOp::SExt, x) => self.magnitude(x, depth),
            Node::Bin(BinOp::Add | BinOp::Sub, x, y) => self.magnitude(x, depth).max(self.magnitude(y, depth)) + 1,
            Node::Bin(BinOp::Mul, x, y) => self.magnitude(x, depth).saturating_add(self.magnitude(y, depth)),
            _ => w - 1,
        };
        // A sum that may overflow its width can have any value.
        if found < w - 1 { found } else { w - 1 }
    }
}

/// The number of integer bits that a float of this width represents exactly.
const fn precision(w: u8) -> u8 {
    if w == 32 { 24 } else { 53 }
}
