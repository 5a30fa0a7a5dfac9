//! The functions of `shim.cpp`.

use llvm_sys::prelude::{LLVMMetadataRef, LLVMModuleRef, LLVMValueRef};

unsafe extern "C" {
    pub(super) fn wd_be_quiet();
    pub(super) fn wd_constant_bits(value: LLVMValueRef, out: *mut u64) -> u64;
    pub(super) fn wd_constant_word(value: LLVMValueRef, index: u32) -> u64;
    pub(super) fn wd_data_bytes(value: LLVMValueRef, len: *mut usize) -> *const u8;
    pub(super) fn wd_constant_offset(gep: LLVMValueRef, module: LLVMModuleRef, offset: *mut i64) -> i32;
    pub(super) fn wd_byval(
        value: LLVMValueRef,
        index: u32,
        module: LLVMModuleRef,
        size: *mut u64,
        align: *mut u64,
    ) -> i32;
    pub(super) fn wd_md_operand_count(md: LLVMMetadataRef) -> usize;
    pub(super) fn wd_md_operand(md: LLVMMetadataRef, index: usize) -> LLVMMetadataRef;
    pub(super) fn wd_md_string(md: LLVMMetadataRef, len: *mut usize) -> *const u8;
    pub(super) fn wd_wrapped_metadata(value: LLVMValueRef) -> LLVMMetadataRef;
    pub(super) fn wd_wrapped_value(value: LLVMValueRef) -> LLVMValueRef;
    pub(super) fn wd_di_line(md: LLVMMetadataRef) -> u32;
    pub(super) fn wd_di_tag(md: LLVMMetadataRef) -> u32;
    pub(super) fn wd_di_encoding(md: LLVMMetadataRef) -> u32;
    pub(super) fn wd_di_argument(md: LLVMMetadataRef) -> u32;
    pub(super) fn wd_di_enumerator(md: LLVMMetadataRef) -> i64;
    pub(super) fn wd_di_derefs(md: LLVMMetadataRef) -> i32;
    pub(super) fn wd_di_count(md: LLVMMetadataRef) -> i64;
    pub(super) fn wd_di_size(md: LLVMMetadataRef) -> u64;
    pub(super) fn wd_di_offset(md: LLVMMetadataRef) -> u64;
    pub(super) fn wd_di_is_bit_field(md: LLVMMetadataRef) -> i32;
    pub(super) fn wd_di_file(md: LLVMMetadataRef) -> LLVMMetadataRef;
    pub(super) fn wd_global_variable(value: LLVMValueRef) -> LLVMMetadataRef;
    pub(super) fn wd_has_debug_information(module: LLVMModuleRef) -> i32;
    pub(super) fn wd_is_optimised(module: LLVMModuleRef) -> i32;
}
