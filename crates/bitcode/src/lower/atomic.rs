//! Atomic operations, lowered for a single thread to a load, a computation and a store.

use whydunit_program::{Bin, BinOp, Slot};

use crate::llvm::{RmwOp, Value};

use super::Lowered;
use super::frame::accessed_bytes;
use super::function::Lowering;
use super::scalar::Scalar;

impl<'m> Lowering<'_, 'm> {
    /// `atomicrmw`.
    pub(super) fn atomic_update(&mut self, inst: Value<'m>) -> Lowered {
        let scalar = self.scalar(inst)?;
        let bytes = accessed_bytes(self.context, inst).unwrap_or(0);
        let place = self.place(inst.operand(0), bytes)?;
        let operand = self.slot(inst.operand(1))?;
        let old = self.define(inst)?;
        self.load_scalar(scalar, old, place);
        let new = self.updated(inst.rmw_op(), scalar, old, operand)?;
        self.store_scalar(scalar, new, place);
        Ok(())
    }

    fn updated(&mut self, op: RmwOp, scalar: Scalar, old: Slot, operand: Slot) -> Lowered<Slot> {
        use RmwOp::*;
        let w = scalar.bits;
        let op = match op {
            LLVMAtomicRMWBinOpXchg => return Ok(operand),
            LLVMAtomicRMWBinOpNand => {
                let both = self.temporary(BinOp::And, w, old, operand);
                let ones = self.all_ones(w);
                return Ok(self.temporary(BinOp::Xor, w, both, ones));
            }
            LLVMAtomicRMWBinOpFMax | LLVMAtomicRMWBinOpFMin => {
                let max = matches!(op, LLVMAtomicRMWBinOpFMax);
                return Ok(self.temporary(if max { BinOp::FMax } else { BinOp::FMin }, w, old, operand));
            }
            LLVMAtomicRMWBinOpAdd => BinOp::Add,
            LLVMAtomicRMWBinOpSub => BinOp::Sub,
            LLVMAtomicRMWBinOpAnd => BinOp::And,
            LLVMAtomicRMWBinOpOr => BinOp::Or,
            LLVMAtomicRMWBinOpXor => BinOp::Xor,
            LLVMAtomicRMWBinOpMax => BinOp::SMax,
            LLVMAtomicRMWBinOpMin => BinOp::SMin,
            LLVMAtomicRMWBinOpUMax => BinOp::UMax,
            LLVMAtomicRMWBinOpUMin => BinOp::UMin,
            LLVMAtomicRMWBinOpFAdd => BinOp::FAdd,
            LLVMAtomicRMWBinOpFSub => BinOp::FSub,
            #[allow(unreachable_patterns)] // kinds added by later versions of LLVM
            other => return Err(format!("atomic operation {other:?}")),
        };
        Ok(self.temporary(op, w, old, operand))
    }

    fn all_ones(&mut self, bits: u8) -> Slot {
        use crate::part::Expr;
        let mask = |bits: u8| if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        match bits {
            0..=64 => self.number(mask(bits)),
            _ => self.slots.constant_pair([Expr::Int(u64::MAX), Expr::Int(mask(bits - 64))]),
        }
    }

    /// `cmpxchg`: yields the old value and whether it was the expected one.
    pub(super) fn atomic_exchange(&mut self, inst: Value<'m>) -> Lowered {
        let scalar = self.scalar(inst.operand(1))?;
        let bytes = accessed_bytes(self.context, inst).unwrap_or(0);
        let place = self.place(inst.operand(0), bytes)?;
        let (expected, new) = (self.slot(inst.operand(1))?, self.slot(inst.operand(2))?);
        let results = self.results(inst)?;
        let [old, same] = *results else { return Err("cmpxchg with an unexpected result".into()) };
        self.load_scalar(scalar, old, place);
        self.op(BinOp::Eq, Bin { w: scalar.bits, dst: same, a: old, b: expected });
        let stored = self.slots.fresh(scalar.slots());
        self.choose(scalar.slots(), stored, same, new, old);
        self.store_scalar(scalar, stored, place);
        Ok(())
    }
}
