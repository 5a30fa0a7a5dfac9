//! Safe wrappers around LLVM's objects: a module, its values and types, its debug information.
//!
//! Invariant: no other part of the crate calls LLVM. A wrapper borrows its module, and every method
//! checks the kind of the object before it calls LLVM.

mod global;
mod metadata;
mod module;
mod shim;
mod ty;
mod value;

pub(crate) use metadata::Metadata;
pub(crate) use module::{Form, Module};
pub(crate) use ty::{Ty, TyKind};
pub(crate) use value::{BlockRef, Value, ValueKind};

pub(crate) use llvm_sys::{
    LLVMAtomicRMWBinOp as RmwOp, LLVMIntPredicate as IntPredicate, LLVMLinkage as Linkage, LLVMOpcode as Opcode,
    LLVMRealPredicate as RealPredicate,
};

/// Copies a string that LLVM returns as pointer and length.
fn text(pointer: *const u8, len: usize) -> String {
    if pointer.is_null() || len == 0 {
        return String::new();
    }
    // SAFETY: LLVM returned `len` readable bytes at `pointer`, which live as long as the module;
    // they are copied at once.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(pointer, len) }).into_owned()
}
