//! LLVM types.

use std::ffi::CStr;
use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;

pub(crate) use llvm_sys::LLVMTypeKind as TyKind;

use super::Module;

/// A type of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ty<'m>(LLVMTypeRef, PhantomData<&'m Module>);

impl<'m> Ty<'m> {
    pub(super) fn new(ty: LLVMTypeRef) -> Self {
        assert!(!ty.is_null());
        Ty(ty, PhantomData)
    }

    pub(super) fn raw(self) -> LLVMTypeRef {
        self.0
    }

    /// The kind of the type.
    pub(crate) fn kind(self) -> TyKind {
        // SAFETY: a live type.
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// Does the type have a size?
    pub(crate) fn is_sized(self) -> bool {
        // SAFETY: a live type.
        self.kind() != TyKind::LLVMFunctionTypeKind && unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// Width of an integer type in bits.
    pub(crate) fn bits(self) -> u32 {
        assert!(self.kind() == TyKind::LLVMIntegerTypeKind);
        // SAFETY: it is an integer type.
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    /// Number of elements of an array, vector or struct type; 0 for other types.
    pub(crate) fn len(self) -> u64 {
        // SAFETY: each function is called for its own kind of type.
        unsafe {
            match self.kind() {
                TyKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.0),
                TyKind::LLVMVectorTypeKind => u64::from(LLVMGetVectorSize(self.0)),
                TyKind::LLVMStructTypeKind => u64::from(LLVMCountStructElementTypes(self.0)),
                _ => 0,
            }
        }
    }

    /// The type of an element of an array, vector or struct type.
    pub(crate) fn element(self, index: u64) -> Ty<'m> {
        let element = match self.kind() {
            TyKind::LLVMStructTypeKind => {
                assert!(index < self.len());
                // SAFETY: a struct type that has this element.
                unsafe { LLVMStructGetTypeAtIndex(self.0, index as u32) }
            }
            TyKind::LLVMArrayTypeKind | TyKind::LLVMVectorTypeKind => {
                // SAFETY: an array or vector type.
                unsafe { LLVMGetElementType(self.0) }
            }
            _ => panic!("a type without elements"),
        };
        Ty::new(element)
    }

    /// The name of a struct type, empty if it has none.
    pub(crate) fn struct_name(self) -> String {
        assert!(self.kind() == TyKind::LLVMStructTypeKind);
        // SAFETY: a struct type; its name, if it has one, lives as long as it does.
        unsafe {
            let name = LLVMGetStructName(self.0);
            if name.is_null() { String::new() } else { CStr::from_ptr(name).to_string_lossy().into_owned() }
        }
    }

    /// Does a function type end in `...`?
    pub(crate) fn is_variadic(self) -> bool {
        assert!(self.kind() == TyKind::LLVMFunctionTypeKind);
        // SAFETY: a function type.
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// The return type of a function type.
    pub(crate) fn returns(self) -> Ty<'m> {
        assert!(self.kind() == TyKind::LLVMFunctionTypeKind);
        // SAFETY: a function type.
        Ty::new(unsafe { LLVMGetReturnType(self.0) })
    }

    /// Number of parameters of a function type.
    pub(crate) fn param_count(self) -> u32 {
        assert!(self.kind() == TyKind::LLVMFunctionTypeKind);
        // SAFETY: a function type.
        unsafe { LLVMCountParamTypes(self.0) }
    }
}
