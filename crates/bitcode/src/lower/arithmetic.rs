//! Arithmetic, comparisons and `select`, lane by lane.

use whydunit_program::{Bin, BinOp, FloatPredicate, Inst, Slot, UnOp};

use crate::llvm::{IntPredicate, Opcode, RealPredicate, Value};

use super::Lowered;
use super::big::is_big;
use super::function::Lowering;

impl<'m> Lowering<'_, 'm> {
    /// A two-operand operation.
    pub(super) fn binary(&mut self, inst: Value<'m>) -> Lowered {
        let op = bin_op(inst.opcode()).ok_or("operation")?;
        if is_big(inst.ty()) && !matches!(op, BinOp::And | BinOp::Or | BinOp::Xor) {
            return self.big_shift(inst);
        }
        let shape = self.shape(inst)?;
        let (a, b) = (self.slots_of(inst.operand(0))?, self.slots_of(inst.operand(1))?);
        let dst = self.results(inst)?;
        let signed = inst.must_not_overflow();
        for (lane, scalar) in shape.iter().enumerate() {
            if signed {
                self.body.signed.push(self.body.insts.len() as u32);
            }
            self.op(op, Bin { w: scalar.bits, dst: dst[lane], a: a[lane], b: b[lane] });
        }
        Ok(())
    }

    /// Adds a two-operand operation as the appropriate IR instruction.
    #[rustfmt::skip]
    pub(super) fn op(&mut self, op: BinOp, bin: Bin) {
        use BinOp::*;
        let is_float = matches!(op, FAdd | FSub | FMul | FDiv);
        if bin.w > 64 && !is_float {
            self.push(Inst::Rare { op, bin });
            return;
        }
        self.push(match op {
            Add => Inst::Add(bin), Sub => Inst::Sub(bin), Mul => Inst::Mul(bin),
            UDiv => Inst::UDiv(bin), SDiv => Inst::SDiv(bin), URem => Inst::URem(bin), SRem => Inst::SRem(bin),
            And => Inst::And(bin), Or => Inst::Or(bin), Xor => Inst::Xor(bin),
            Shl => Inst::Shl(bin), LShr => Inst::LShr(bin), AShr => Inst::AShr(bin),
            Eq => Inst::Eq(bin), Ne => Inst::Ne(bin),
            ULt => Inst::ULt(bin), ULe => Inst::ULe(bin), SLt => Inst::SLt(bin), SLe => Inst::SLe(bin),
            FAdd => Inst::FAdd(bin), FSub => Inst::FSub(bin), FMul => Inst::FMul(bin), FDiv => Inst::FDiv(bin),
            op => Inst::Rare { op, bin },
        });
    }

    /// The result of an operation on `w` bits in a new slot (pair).
    pub(super) fn temporary(&mut self, op: BinOp, w: u8, a: Slot, b: Slot) -> Slot {
        let dst = self.slots.fresh(whydunit_program::slots_of(w));
        self.op(op, Bin { w, dst, a, b });
        dst
    }

    /// `fneg`.
    pub(super) fn negate(&mut self, inst: Value<'m>) -> Lowered {
        self.unary(UnOp::FNeg, inst, inst.operand(0))
    }

    /// A one-operand operation on every lane of `value`.
    pub(super) fn unary(&mut self, op: UnOp, inst: Value<'m>, value: Value<'m>) -> Lowered {
        let shape = self.shape(value)?;
        let (a, dst) = (self.slots_of(value)?, self.results(inst)?);
        for (lane, scalar) in shape.iter().enumerate() {
            self.push(Inst::Un { op, w: scalar.bits, dst: dst[lane], a: a[lane] });
        }
        Ok(())
    }

    /// `icmp`.
    pub(super) fn compare(&mut self, inst: Value<'m>) -> Lowered {
        if is_big(inst.operand(0).ty()) {
            return self.big_compare(inst);
        }
        use IntPredicate::*;
        let (op, swap) = match inst.int_predicate() {
            LLVMIntEQ => (BinOp::Eq, false),
            LLVMIntNE => (BinOp::Ne, false),
            LLVMIntULT => (BinOp::ULt, false),
            LLVMIntULE => (BinOp::ULe, false),
            LLVMIntUGT => (BinOp::ULt, true),
            LLVMIntUGE => (BinOp::ULe, true),
            LLVMIntSLT => (BinOp::SLt, false),
            LLVMIntSLE => (BinOp::SLe, false),
            LLVMIntSGT => (BinOp::SLt, true),
            LLVMIntSGE => (BinOp::SLe, true),
        };
        let shape = self.shape(inst.operand(0))?;
        let (mut a, mut b) = (self.slots_of(inst.operand(0))?, self.slots_of(inst.operand(1))?);
        if swap {
            std::mem::swap(&mut a, &mut b);
        }
        let dst = self.results(inst)?;
        for (lane, scalar) in shape.iter().enumerate() {
            self.op(op, Bin { w: scalar.bits, dst: dst[lane], a: a[lane], b: b[lane] });
        }
        Ok(())
    }

    /// `fcmp`.
    pub(super) fn compare_floats(&mut self, inst: Value<'m>) -> Lowered {
        let pred = float_predicate(inst.real_predicate());
        let shape = self.shape(inst.operand(0))?;
        let (a, b) = (self.slots_of(inst.operand(0))?, self.slots_of(inst.operand(1))?);
        let dst = self.results(inst)?;
        for (lane, scalar) in shape.iter().enumerate() {
            let bin = Bin { w: scalar.bits, dst: dst[lane], a: a[lane], b: b[lane] };
            self.push(Inst::FCmp { pred, bin });
        }
        Ok(())
    }

    /// `select`, by one condition or lane by lane.
    pub(super) fn select(&mut self, inst: Value<'m>) -> Lowered {
        let shape = self.shape(inst)?;
        let conditions = self.slots_of(inst.operand(0))?;
        let (a, b) = (self.slots_of(inst.operand(1))?, self.slots_of(inst.operand(2))?);
        let dst = self.results(inst)?;
        for (lane, scalar) in shape.iter().enumerate() {
            let c = if conditions.len() == 1 { conditions[0] } else { conditions[lane] };
            self.choose(scalar.slots(), dst[lane], c, a[lane], b[lane]);
        }
        Ok(())
    }

    /// `dst = c ? a : b` for this number of slots.
    pub(super) fn choose(&mut self, slots: u32, dst: Slot, c: Slot, a: Slot, b: Slot) {
        for half in 0..slots {
            self.push(Inst::Select { dst: dst + half, c, a: a + half, b: b + half });
        }
    }
}

#[rustfmt::skip]
fn bin_op(opcode: Opcode) -> Option<BinOp> {
    use Opcode::*;
    Some(match opcode {
        LLVMAdd => BinOp::Add, LLVMSub => BinOp::Sub, LLVMMul => BinOp::Mul,
        LLVMUDiv => BinOp::UDiv, LLVMSDiv => BinOp::SDiv, LLVMURem => BinOp::URem, LLVMSRem => BinOp::SRem,
        LLVMAnd => BinOp::And, LLVMOr => BinOp::Or, LLVMXor => BinOp::Xor,
        LLVMShl => BinOp::Shl, LLVMLShr => BinOp::LShr, LLVMAShr => BinOp::AShr,
        LLVMFAdd => BinOp::FAdd, LLVMFSub => BinOp::FSub, LLVMFMul => BinOp::FMul, LLVMFDiv => BinOp::FDiv,
        LLVMFRem => BinOp::FRem,
        _ => return None,
    })
}

#[rustfmt::skip]
fn float_predicate(predicate: RealPredicate) -> FloatPredicate {
    use FloatPredicate::*;
    use RealPredicate::*;
    match predicate {
        LLVMRealPredicateFalse => False, LLVMRealOEQ => Oeq, LLVMRealOGT => Ogt, LLVMRealOGE => Oge,
        LLVMRealOLT => Olt, LLVMRealOLE => Ole, LLVMRealONE => One, LLVMRealORD => Ord,
        LLVMRealUNO => Uno, LLVMRealUEQ => Ueq, LLVMRealUGT => Ugt, LLVMRealUGE => Uge,
        LLVMRealULT => Ult, LLVMRealULE => Ule, LLVMRealUNE => Une, LLVMRealPredicateTrue => True,
    }
}
