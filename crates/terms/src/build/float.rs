//! Floats. Operations that only move or test bits become bit-vector operations; arithmetic has its
//! own nodes.

use whydunit_program::{BinOp, CastOp, FloatPredicate, TernOp, UnOp};

use crate::fold::{self, sign_bit};
use crate::store::Store;
use crate::term::{Node, TermId};

/// Can floats of this width be terms? (80-bit floats cannot: no supported solver has the format.)
pub(super) const fn is_symbolic_float(width: u8) -> bool {
    width == 32 || width == 64
}

impl Store {
    /// A float comparison, one bit.
    pub fn fcmp(&mut self, pred: FloatPredicate, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        match pred {
            FloatPredicate::False => return self.bit(false),
            FloatPredicate::True => return self.bit(true),
            _ => {}
        }
        if let Some((x, y)) = self.const_pair(a, b) {
            return self.bit(fold::compare(pred, w, x, y));
        }
        if a == b {
            return self.compare_with_itself(pred, a);
        }
        if let Some(bounds) = self.compare_integer(pred, a, b) {
            return bounds;
        }
        self.intern(Node::FCmp(pred, a, b), 1)
    }

    fn compare_with_itself(&mut self, pred: FloatPredicate, a: TermId) -> TermId {
        let w = self.width(a);
        // Equal unless NaN: evaluates the predicate for 0 and 0, and for NaN and NaN.
        let equal = fold::compare(pred, w, 0, 0);
        let unordered = fold::compare(pred, w, fold::default_nan(w), 0);
        match (equal, unordered) {
            (true, true) | (false, false) => self.bit(equal),
            (true, false) => {
                let nan = self.is_nan(a);
                self.not(nan)
            }
            (false, true) => self.is_nan(a),
        }
    }

    /// Is it NaN? A one-bit term.
    pub fn is_nan(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        let magnitude = self.fabs(a);
        let infinity = self.constant(w, fold::infinity(w));
        self.ult(infinity, magnitude)
    }

    /// The magnitude of the float.
    pub fn fabs(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        let below_sign = self.extract(a, 0, w - 1);
        self.zext(below_sign, w)
    }

    /// The float with the opposite sign.
    pub fn fneg(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        let sign = self.constant(w, sign_bit(w));
        self.xor(a, sign)
    }

    /// The magnitude of `a` with the sign of `b`.
    pub fn copysign(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        let sign = self.extract(b, w - 1, 1);
        let magnitude = self.extract(a, 0, w - 1);
        self.concat(sign, magnitude)
    }

    /// Minimum (`Olt`) or maximum (`Ogt`) as in `fold`.
    pub(super) fn fmin_fmax(&mut self, better: FloatPredicate, a: TermId, b: TermId) -> TermId {
        let nan = self.is_nan(a);
        let second = self.fcmp(better, b, a);
        let take_second = self.or(nan, second);
        self.ite(take_second, b, a)
    }

    /// Rounding or square root.
    pub(super) fn float_un(&mut self, op: UnOp, a: TermId) -> TermId {
        let w = self.width(a);
        // The default rounding mode is to nearest even, and rint follows it.
        let op = if op == UnOp::FRint { UnOp::FRoundEven } else { op };
        match self.as_const(a) {
            Some(x) => self.constant(w, fold::un(op, w, x)),
            None => self.intern(Node::Un(op, a), w),
        }
    }

    /// `a * b + c`, rounded once.
    pub fn fma(&mut self, a: TermId, b: TermId, c: TermId) -> TermId {
        let w = self.width(a);
        match (self.const_pair(a, b), self.as_const(c)) {
            (Some((x, y)), Some(z)) => self.constant(w, fold::tern(TernOp::Fma, w, x, y, z)),
            _ => self.intern(Node::Tern(TernOp::Fma, a, b, c), w),
        }
    }

    /// `llvm.is.fpclass` of `a` for a class mask (any width of at least 10 bits).
    pub(super) fn is_class(&mut self, a: TermId, classes: TermId) -> TermId {
        let w = self.width(a);
        let sign = self.extract(a, w - 1, 1);
        let magnitude = self.fabs(a);
        let [zero, subnormal, normal, infinite, quiet] = self.magnitude_limits(magnitude);
        let mut result = self.bit(false);
        // Bits of the class mask for positive and negative values, by magnitude.
        for (below, positive, negative) in [(zero, 6, 5), (subnormal, 7, 4), (normal, 8, 3), (infinite, 9, 2)] {
            let (p, n) = (self.extract(classes, positive, 1), self.extract(classes, negative, 1));
            let wanted = self.ite(sign, n, p);
            let here = self.and(below, wanted);
            result = self.or(result, here);
        }
        let (q, s) = (self.extract(classes, 1, 1), self.extract(classes, 0, 1));
        let wanted = self.ite(quiet, q, s);
        let nan = self.is_nan(a);
        let here = self.and(nan, wanted);
        self.or(result, here)
    }

    /// Bits: is the magnitude zero, subnormal, normal, infinite; is the quiet bit set?
    fn magnitude_limits(&mut self, magnitude: TermId) -> [TermId; 5] {
        let w = self.width(magnitude);
        let fraction = fold::quiet_bit(w).trailing_zeros() as u8 + 1;
        let zero = self.constant(w, 0);
        let least_normal = self.constant(w, 1 << fraction);
        let infinity = self.constant(w, fold::infinity(w));
        let is_zero = self.eq(magnitude, zero);
        let not_zero = self.not(is_zero);
        let small = self.ult(magnitude, least_normal);
        let large = self.not(small);
        let finite = self.ult(magnitude, infinity);
        let subnormal = self.and(not_zero, small);
        let normal = self.and(large, finite);
        let infinite = self.eq(magnitude, infinity);
        let quiet = self.extract(magnitude, fraction - 1, 1);
        [is_zero, subnormal, normal, infinite, quiet]
    }

    /// Conversions from and to floats. Integers of odd widths are converted through a width that
    /// the processor supports, as in `fold`.
    pub(super) fn float_cast(&mut self, op: CastOp, a: TermId, to: u8) -> TermId {
        let from = self.width(a);
        if let Some(x) = self.as_const(a) {
            return self.constant(to, fold::cast(op, from, to, x));
        }
        match (op, to) {
            (CastOp::FpToFp, _) if from == to => a,
            (CastOp::FpToSi | CastOp::FpToUi, ..=31) => self.narrow_cast(a, 32, to),
            (CastOp::FpToSi, 33..=63) | (CastOp::FpToUi, 32..=63) => self.narrow_cast(a, 64, to),
            (CastOp::FpToUi, 64) => self.unsigned_64(a),
            _ => self.intern(Node::Cast(op, a), to),
        }
    }

    fn narrow_cast(&mut self, a: TermId, via: u8, to: u8) -> TermId {
        let wide = self.intern(Node::Cast(CastOp::FpToSi, a), via);
        self.trunc(wide, to)
    }

    fn unsigned_64(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        let direct = self.intern(Node::Cast(CastOp::FpToSi, a), 64);
        let limit: u128 = if w == 32 { 0x5F00_0000 } else { 0x43E0_0000_0000_0000 }; // 2^63
        let limit = self.constant(w, limit);
        let lowered = self.finish_bin(BinOp::FSub, a, limit);
        let rest = self.intern(Node::Cast(CastOp::FpToSi, lowered), 64);
        let sign = self.extract(direct, 63, 1);
        let copies = self.sext(sign, 64);
        let masked = self.and(rest, copies);
        self.or(direct, masked)
    }
}
