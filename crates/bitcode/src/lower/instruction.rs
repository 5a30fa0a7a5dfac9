//! Dispatches instructions to their lowering.

use whydunit_program::Inst;

use crate::llvm::{Opcode, Value};

use super::Lowered;
use super::function::Lowering;

impl<'m> Lowering<'_, 'm> {
    /// Lowers one LLVM instruction (not a phi).
    pub(super) fn instruction(&mut self, inst: Value<'m>) -> Lowered {
        use Opcode::*;
        if inst.is(LLVMCall) {
            return self.call(inst);
        }
        self.body.count();
        match inst.opcode() {
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMAnd | LLVMOr | LLVMXor
            | LLVMShl | LLVMLShr | LLVMAShr | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => self.binary(inst),
            LLVMFNeg => self.negate(inst),
            LLVMICmp => self.compare(inst),
            LLVMFCmp => self.compare_floats(inst),
            LLVMSelect => self.select(inst),
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc
            | LLVMFPExt | LLVMPtrToInt | LLVMIntToPtr => self.cast(inst),
            LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze => self.bit_cast(inst),
            LLVMAlloca => self.alloca(inst),
            LLVMLoad => self.load(inst),
            LLVMStore => self.store(inst),
            LLVMGetElementPtr => self.element_address(inst),
            LLVMAtomicRMW => self.atomic_update(inst),
            LLVMAtomicCmpXchg => self.atomic_exchange(inst),
            LLVMFence => Ok(()),
            LLVMExtractValue => self.extract_value(inst),
            LLVMInsertValue => self.insert_value(inst),
            LLVMExtractElement => self.extract_element(inst),
            LLVMInsertElement => self.insert_element(inst),
            LLVMShuffleVector => self.shuffle(inst),
            LLVMBr => self.branch(inst),
            LLVMSwitch => self.switch(inst),
            LLVMIndirectBr => self.indirect_branch(inst),
            LLVMRet => self.ret(inst),
            LLVMUnreachable => {
                self.push(Inst::Unreachable);
                Ok(())
            }
            LLVMCallBr => Err("`asm goto`; compile the program without it".into()),
            other => Err(format!("instruction {other:?}; it is not part of C").replace("LLVM", "")),
        }
    }
}
