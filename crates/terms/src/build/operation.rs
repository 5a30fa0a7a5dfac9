//! The operations of the IR by name: the interface for symbolic execution and libc models.
//!
//! All of them yield `None` only for floats of 80 bits, which cannot be symbolic: the caller
//! continues with the concrete value and reports it.

use whydunit_program::{BinOp, CastOp, FloatPredicate, TernOp, UnOp};

use super::float::is_symbolic_float;
use crate::store::Store;
use crate::term::{TermId, is_core, is_float_op};

impl Store {
    /// A two-operand operation.
    pub fn bin(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<TermId> {
        if is_float_op(op) && !is_symbolic_float(self.width(a)) {
            return None;
        }
        Some(match op {
            BinOp::Ne => self.ne(a, b),
            BinOp::FMin => self.fmin_fmax(FloatPredicate::Olt, a, b),
            BinOp::FMax => self.fmin_fmax(FloatPredicate::Ogt, a, b),
            BinOp::FCopySign => self.copysign(a, b),
            op if is_core(op) => self.core_bin(op, a, b),
            op => self.rare_bin(op, a, b),
        })
    }

    /// An operation with its own constructor.
    pub(super) fn core_bin(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        match op {
            BinOp::Add => self.add(a, b),
            BinOp::Sub => self.sub(a, b),
            BinOp::Mul => self.mul(a, b),
            BinOp::UDiv => self.udiv(a, b),
            BinOp::SDiv => self.sdiv(a, b),
            BinOp::URem => self.urem(a, b),
            BinOp::SRem => self.srem(a, b),
            BinOp::And => self.and(a, b),
            BinOp::Or => self.or(a, b),
            BinOp::Xor => self.xor(a, b),
            BinOp::Shl => self.shl(a, b),
            BinOp::LShr => self.lshr(a, b),
            BinOp::AShr => self.ashr(a, b),
            BinOp::Eq => self.eq(a, b),
            BinOp::ULt => self.ult(a, b),
            BinOp::ULe => self.ule(a, b),
            BinOp::SLt => self.slt(a, b),
            BinOp::SLe => self.sle(a, b),
            BinOp::FAdd | BinOp::FSub | BinOp::FMul => {
                self.integral(op, a, b).unwrap_or_else(|| self.finish_bin(op, a, b))
            }
            _ => self.finish_bin(op, a, b),
        }
    }

    /// A one-operand operation.
    pub fn un(&mut self, op: UnOp, a: TermId) -> Option<TermId> {
        Some(match op {
            UnOp::Ctlz => self.ctlz(a),
            UnOp::Cttz => self.cttz(a),
            UnOp::Ctpop => self.ctpop(a),
            UnOp::Bswap => self.reverse(a, 8),
            UnOp::BitReverse => self.reverse(a, 1),
            UnOp::Abs => self.abs(a),
            _ if !is_symbolic_float(self.width(a)) => return None,
            UnOp::FNeg => self.fneg(a),
            UnOp::FAbs => self.fabs(a),
            UnOp::FIsNan => self.is_nan(a),
            _ => self.float_un(op, a),
        })
    }

    /// A three-operand operation.
    pub fn tern(&mut self, op: TernOp, a: TermId, b: TermId, c: TermId) -> Option<TermId> {
        Some(match op {
            TernOp::FShl | TernOp::FShr => self.funnel(op, a, b, c),
            _ if !is_symbolic_float(self.width(a)) => return None,
            TernOp::Fma => self.fma(a, b, c),
            TernOp::MulAdd => {
                let product = self.core_bin(BinOp::FMul, a, b);
                self.core_bin(BinOp::FAdd, product, c)
            }
            TernOp::IsClass => self.is_class(a, b),
        })
    }

    /// A conversion to `to` bits.
    pub fn cast(&mut self, op: CastOp, a: TermId, to: u8) -> Option<TermId> {
        let from = self.width(a);
        let symbolic = match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => true,
            CastOp::FpToSi | CastOp::FpToUi => is_symbolic_float(from),
            CastOp::SiToFp | CastOp::UiToFp => is_symbolic_float(to),
            CastOp::FpToFp => is_symbolic_float(from) && is_symbolic_float(to),
        };
        symbolic.then(|| match op {
            CastOp::Trunc => self.trunc(a, to),
            CastOp::ZExt => self.zext(a, to),
            CastOp::SExt => self.sext(a, to),
            _ => self.float_cast(op, a, to),
        })
    }
}
