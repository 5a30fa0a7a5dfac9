//! LLVM values: constants, globals, functions, instructions.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

pub(crate) use llvm_sys::LLVMValueKind as ValueKind;

use super::{IntPredicate, Metadata, Module, Opcode, RealPredicate, RmwOp, Ty, shim, text};

/// A value of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value<'m>(LLVMValueRef, PhantomData<&'m Module>);

/// A basic block of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BlockRef<'m>(LLVMBasicBlockRef, PhantomData<&'m Module>);

impl<'m> Value<'m> {
    pub(super) fn new(value: LLVMValueRef) -> Option<Self> {
        (!value.is_null()).then_some(Value(value, PhantomData))
    }

    pub(super) fn sure(value: LLVMValueRef) -> Self {
        Value::new(value).expect("LLVM gives a value here")
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.0
    }

    /// The kind of the value.
    pub(crate) fn kind(self) -> ValueKind {
        // SAFETY: a live value.
        unsafe { LLVMGetValueKind(self.0) }
    }

    /// Its type.
    pub(crate) fn ty(self) -> Ty<'m> {
        // SAFETY: a live value.
        Ty::new(unsafe { LLVMTypeOf(self.0) })
    }

    /// Its name, possibly empty, without the mark that keeps LLVM from mangling it.
    pub(crate) fn name(self) -> String {
        let mut len = 0;
        // SAFETY: a live value; the name belongs to it.
        let name = unsafe { LLVMGetValueName2(self.0, &mut len) };
        let name = text(name.cast(), len);
        name.strip_prefix('\u{1}').map_or(name.clone(), str::to_owned)
    }

    /// Is it undefined or poison?
    pub(crate) fn is_undef(self) -> bool {
        // SAFETY: a live value.
        unsafe { LLVMIsUndef(self.0) != 0 || LLVMIsPoison(self.0) != 0 }
    }

    /// Is it a constant (globals and functions included)?
    pub(crate) fn is_constant(self) -> bool {
        // SAFETY: a live value.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// Is it the constant zero of its type?
    pub(crate) fn is_null(self) -> bool {
        // SAFETY: a live value.
        self.is_constant() && unsafe { LLVMIsNull(self.0) != 0 }
    }

    /// The lowest 128 bits of an integer or float constant.
    pub(crate) fn constant_bits(self) -> Option<[u64; 2]> {
        let mut bits = [0; 2];
        // SAFETY: a live value; the shim writes two words.
        (unsafe { shim::wd_constant_bits(self.0, bits.as_mut_ptr()) } != 0).then_some(bits)
    }

    /// An integer constant of at most 64 bits.
    pub(crate) fn constant_int(self) -> Option<u64> {
        (self.kind() == ValueKind::LLVMConstantIntValueKind).then(|| self.constant_bits()).flatten().map(|b| b[0])
    }

    /// Word `index` of an integer constant of any width; 0 if there is none.
    pub(crate) fn constant_word(self, index: u32) -> u64 {
        // SAFETY: a live value; the shim checks kind and index.
        unsafe { shim::wd_constant_word(self.0, index) }
    }

    /// The bytes of a constant data array or vector.
    pub(crate) fn data_bytes(self) -> &'m [u8] {
        let mut len = 0;
        // SAFETY: a live value; the bytes belong to the context and live as long as the module.
        unsafe {
            let bytes = shim::wd_data_bytes(self.0, &mut len);
            if bytes.is_null() { &[] } else { std::slice::from_raw_parts(bytes, len) }
        }
    }

    /// Element `index` of an aggregate or vector constant.
    pub(crate) fn element(self, index: u64) -> Option<Value<'m>> {
        let index = u32::try_from(index).ok().filter(|&i| u64::from(i) < self.ty().len())?;
        // SAFETY: the type has this element.
        Value::new(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    /// Opcode of an instruction or constant expression.
    pub(crate) fn opcode(self) -> Opcode {
        // SAFETY: each function is called for its own kind of value.
        unsafe {
            match self.kind() {
                ValueKind::LLVMConstantExprValueKind => LLVMGetConstOpcode(self.0),
                ValueKind::LLVMInstructionValueKind => LLVMGetInstructionOpcode(self.0),
                _ => panic!("no instruction"),
            }
        }
    }

    /// Is it an instruction with this opcode?
    pub(crate) fn is(self, opcode: Opcode) -> bool {
        self.kind() == ValueKind::LLVMInstructionValueKind && self.opcode() == opcode
    }

    /// Is it a parameter or the result of a call?
    pub(crate) fn is_passed(self) -> bool {
        self.kind() == ValueKind::LLVMArgumentValueKind || self.is(Opcode::LLVMCall)
    }

    /// Is it signed arithmetic whose overflow is undefined?
    pub(crate) fn must_not_overflow(self) -> bool {
        use Opcode::{LLVMAdd, LLVMMul, LLVMSub};
        // SAFETY: only these kinds of instructions are queried for the flag, and they have it.
        [LLVMAdd, LLVMSub, LLVMMul].into_iter().any(|op| self.is(op)) && unsafe { LLVMGetNSW(self.0) } != 0
    }

    /// Number of operands.
    pub(crate) fn operand_count(self) -> u32 {
        // SAFETY: a live value; constants and instructions are users, others have none.
        if self.has_operands() { unsafe { LLVMGetNumOperands(self.0) as u32 } } else { 0 }
    }

    fn has_operands(self) -> bool {
        use ValueKind::*;
        !matches!(
            self.kind(),
            LLVMArgumentValueKind | LLVMBasicBlockValueKind | LLVMMetadataAsValueValueKind | LLVMInlineAsmValueKind
        )
    }

    /// Operand `index`.
    pub(crate) fn operand(self, index: u32) -> Value<'m> {
        assert!(index < self.operand_count());
        // SAFETY: it has this operand.
        Value::sure(unsafe { LLVMGetOperand(self.0, index) })
    }

    /// The users of the value.
    pub(crate) fn users(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: a live value.
        let mut next = unsafe { LLVMGetFirstUse(self.0) };
        std::iter::from_fn(move || {
            if next.is_null() {
                return None;
            }
            // SAFETY: a live use; its user is a live value.
            unsafe {
                let user = LLVMGetUser(next);
                next = LLVMGetNextUse(next);
                Value::new(user)
            }
        })
    }

    fn instruction(self, opcode: Opcode) -> LLVMValueRef {
        assert!(self.is(opcode), "not the instruction expected");
        self.0
    }

    /// The type an `alloca` allocates.
    pub(crate) fn allocated_ty(self) -> Ty<'m> {
        // SAFETY: it is an alloca.
        Ty::new(unsafe { LLVMGetAllocatedType(self.instruction(Opcode::LLVMAlloca)) })
    }

    /// Alignment of an `alloca` or global variable.
    pub(crate) fn alignment(self) -> u32 {
        assert!(self.is(Opcode::LLVMAlloca) || self.kind() == ValueKind::LLVMGlobalVariableValueKind);
        // SAFETY: both kinds have an alignment.
        unsafe { LLVMGetAlignment(self.0) }
    }

    /// The type that a GEP indexes.
    pub(crate) fn gep_source(self) -> Ty<'m> {
        assert!(self.opcode() == Opcode::LLVMGetElementPtr);
        // SAFETY: it is a GEP, instruction or expression.
        Ty::new(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    /// Predicate of an `icmp`.
    pub(crate) fn int_predicate(self) -> IntPredicate {
        // SAFETY: it is an icmp.
        unsafe { LLVMGetICmpPredicate(self.instruction(Opcode::LLVMICmp)) }
    }

    /// Predicate of an `fcmp`.
    pub(crate) fn real_predicate(self) -> RealPredicate {
        // SAFETY: it is an fcmp.
        unsafe { LLVMGetFCmpPredicate(self.instruction(Opcode::LLVMFCmp)) }
    }

    /// Operation of an `atomicrmw`.
    pub(crate) fn rmw_op(self) -> RmwOp {
        // SAFETY: it is an atomicrmw.
        unsafe { LLVMGetAtomicRMWBinOp(self.instruction(Opcode::LLVMAtomicRMW)) }
    }

    /// Indices of an `extractvalue` or `insertvalue`.
    pub(crate) fn indices(self) -> &'m [u32] {
        assert!(self.is(Opcode::LLVMExtractValue) || self.is(Opcode::LLVMInsertValue));
        // SAFETY: such an instruction owns its indices.
        unsafe { std::slice::from_raw_parts(LLVMGetIndices(self.0), LLVMGetNumIndices(self.0) as usize) }
    }

    /// Mask of a `shufflevector`; undefined lanes are negative.
    pub(crate) fn shuffle_mask(self) -> Vec<i32> {
        let shuffle = self.instruction(Opcode::LLVMShuffleVector);
        // SAFETY: it is a shufflevector.
        unsafe { (0..LLVMGetNumMaskElements(shuffle)).map(|i| LLVMGetMaskValue(shuffle, i)).collect() }
    }

    /// Incoming values of a phi with the blocks they come from.
    pub(crate) fn incoming(self) -> impl Iterator<Item = (Value<'m>, BlockRef<'m>)> {
        let phi = self.instruction(Opcode::LLVMPHI);
        // SAFETY: it is a phi, and the index is below its count.
        unsafe {
            (0..LLVMCountIncoming(phi))
                .map(move |i| (Value::sure(LLVMGetIncomingValue(phi, i)), BlockRef::new(LLVMGetIncomingBlock(phi, i))))
        }
    }

    /// The target of a call.
    pub(crate) fn callee(self) -> Value<'m> {
        // SAFETY: it is a call.
        Value::sure(unsafe { LLVMGetCalledValue(self.instruction(Opcode::LLVMCall)) })
    }

    /// The function type of a call.
    pub(crate) fn called_ty(self) -> Ty<'m> {
        // SAFETY: it is a call.
        Ty::new(unsafe { LLVMGetCalledFunctionType(self.instruction(Opcode::LLVMCall)) })
    }

    /// Arguments of a call.
    pub(crate) fn args(self) -> Vec<Value<'m>> {
        // SAFETY: it is a call.
        let count = unsafe { LLVMGetNumArgOperands(self.instruction(Opcode::LLVMCall)) };
        (0..count).map(|i| self.operand(i)).collect()
    }

    /// Name of an intrinsic function without the types it is overloaded with.
    pub(crate) fn intrinsic(self) -> Option<String> {
        if self.kind() != ValueKind::LLVMFunctionValueKind {
            return None;
        }
        // SAFETY: it is a function; the name of an intrinsic is static.
        unsafe {
            let id = LLVMGetIntrinsicID(self.0);
            let mut len = 0;
            let name = if id == 0 { return None } else { LLVMIntrinsicGetName(id, &mut len) };
            Some(text(name.cast(), len))
        }
    }

    /// Template and constraints of inline assembly.
    pub(crate) fn assembly(self) -> Option<(String, String)> {
        if self.kind() != ValueKind::LLVMInlineAsmValueKind {
            return None;
        }
        let (mut template_len, mut constraints_len) = (0, 0);
        // SAFETY: it is inline assembly, which owns both strings.
        unsafe {
            let template = LLVMGetInlineAsmAsmString(self.0, &mut template_len);
            let constraints = LLVMGetInlineAsmConstraintString(self.0, &mut constraints_len);
            Some((text(template.cast(), template_len), text(constraints.cast(), constraints_len)))
        }
    }

    /// Successor blocks of a terminator in LLVM's order (a branch: true, false; a switch: default
    /// first).
    pub(crate) fn successors(self) -> Vec<BlockRef<'m>> {
        // SAFETY: it is an instruction; only terminators have successors.
        unsafe {
            assert!(!LLVMIsATerminatorInst(self.0).is_null());
            (0..LLVMGetNumSuccessors(self.0)).map(|i| BlockRef::new(LLVMGetSuccessor(self.0, i))).collect()
        }
    }

    /// Line, column and scope of an instruction.
    pub(crate) fn location(self) -> Option<(u32, u32, Option<Metadata<'m>>)> {
        assert!(self.kind() == ValueKind::LLVMInstructionValueKind);
        // SAFETY: an instruction; its location, if any, is a DILocation.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(self.0);
            (!location.is_null()).then(|| {
                let scope = Metadata::new(LLVMDILocationGetScope(location));
                (LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location), scope)
            })
        }
    }

    /// The metadata that an operand of a `dbg` intrinsic wraps.
    pub(crate) fn wrapped_metadata(self) -> Option<Metadata<'m>> {
        // SAFETY: a live value; the shim checks its kind.
        Metadata::new(unsafe { shim::wd_wrapped_metadata(self.0) })
    }

    /// The value that an operand of a `dbg` intrinsic wraps.
    pub(crate) fn wrapped_value(self) -> Option<Value<'m>> {
        // SAFETY: a live value; the shim checks its kind.
        Value::new(unsafe { shim::wd_wrapped_value(self.0) })
    }
}

impl<'m> BlockRef<'m> {
    pub(super) fn new(block: LLVMBasicBlockRef) -> Self {
        assert!(!block.is_null());
        BlockRef(block, PhantomData)
    }

    /// Its name, possibly empty. It reflects the role of the block in the source, such as
    /// `if.then`.
    pub(crate) fn name(self) -> String {
        // SAFETY: a live block.
        Value::sure(unsafe { LLVMBasicBlockAsValue(self.0) }).name()
    }

    /// Instructions of the block.
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: a live block.
        let mut next = unsafe { LLVMGetFirstInstruction(self.0) };
        std::iter::from_fn(move || {
            let value = Value::new(next)?;
            // SAFETY: an instruction of a block.
            next = unsafe { LLVMGetNextInstruction(next) };
            Some(value)
        })
    }
}
