//! Small safe views of LLVM's objects: a module, its values and types, its debug information.
//!
//! Invariant: no other part of the crate calls LLVM. A view borrows the module it came from, and
//! every method checks that the object is of the kind it is about before it asks LLVM.

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

/// A string that LLVM hands out as pointer and length and that lives as long as the module.
fn text(pointer: *const u8, len: usize) -> String {
    if pointer.is_null() || len == 0 {
        return String::new();
    }
    // SAFETY: LLVM gave us `len` readable bytes at `pointer`; they are copied at once.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(pointer, len) }).into_owned()
}
