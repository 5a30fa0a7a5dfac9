//! Shifts. A shift by a constant only moves bits, so it becomes extractions and concatenations.

use whydunit_program::BinOp;

use crate::fold::shift_mask;
use crate::store::Store;
use crate::term::TermId;

impl Store {
    /// `a << b`, with the shift amount reduced as the processor does (see `fold::shift_mask`).
    pub fn shl(&mut self, a: TermId, b: TermId) -> TermId {
        match self.shift_amount(a, b) {
            Some(n) => self.shl_by(a, n),
            None => self.shift_node(BinOp::Shl, a, b),
        }
    }

    /// `a >> b`, filled with zeros.
    pub fn lshr(&mut self, a: TermId, b: TermId) -> TermId {
        match self.shift_amount(a, b) {
            Some(n) => self.lshr_by(a, n),
            None => self.shift_node(BinOp::LShr, a, b),
        }
    }

    /// `a >> b`, filled with copies of the sign.
    pub fn ashr(&mut self, a: TermId, b: TermId) -> TermId {
        if self.is_non_negative(a) {
            return self.lshr(a, b);
        }
        let w = self.width(a);
        match self.shift_amount(a, b) {
            Some(n) => {
                let n = n.min(w - 1);
                let top = self.extract(a, n, w - n);
                self.sext(top, w)
            }
            None => self.shift_node(BinOp::AShr, a, b),
        }
    }

    fn shift_node(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        if self.as_const(a) == Some(0) { a } else { self.finish_bin(op, a, b) }
    }

    /// A constant amount, at most the width.
    fn shift_amount(&self, a: TermId, b: TermId) -> Option<u8> {
        let w = self.width(a);
        self.as_const(b).map(|n| (n & shift_mask(w)).min(u128::from(w)) as u8)
    }

    /// `a << n`.
    pub(super) fn shl_by(&mut self, a: TermId, n: u8) -> TermId {
        let w = self.width(a);
        if n == 0 {
            return a;
        }
        let zeros = self.constant(n.min(w), 0);
        if n >= w {
            return zeros;
        }
        let kept = self.extract(a, 0, w - n);
        self.concat(kept, zeros)
    }

    /// `a >> n`, filled with zeros.
    pub(super) fn lshr_by(&mut self, a: TermId, n: u8) -> TermId {
        let w = self.width(a);
        if n >= w {
            return self.constant(w, 0);
        }
        let kept = self.extract(a, n, w - n);
        self.zext(kept, w)
    }
}
