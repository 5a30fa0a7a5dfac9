//! LLVM values with symbols: global variables, functions, aliases.

use llvm_sys::core::*;
use llvm_sys::debuginfo::LLVMGetSubprogram;

use super::{BlockRef, Linkage, Metadata, Ty, Value, ValueKind, shim};

impl<'m> Value<'m> {
    fn assert_global(self) {
        use ValueKind::*;
        assert!(matches!(
            self.kind(),
            LLVMFunctionValueKind | LLVMGlobalAliasValueKind | LLVMGlobalIFuncValueKind | LLVMGlobalVariableValueKind
        ));
    }

    /// Linkage of a global or function.
    pub(crate) fn linkage(self) -> Linkage {
        self.assert_global();
        // SAFETY: a global.
        unsafe { LLVMGetLinkage(self.raw()) }
    }

    /// Is a global or function only declared?
    pub(crate) fn is_declaration(self) -> bool {
        self.assert_global();
        // SAFETY: a global.
        unsafe { LLVMIsDeclaration(self.raw()) != 0 }
    }

    /// The type of a global's value, or of a function.
    pub(crate) fn global_ty(self) -> Ty<'m> {
        self.assert_global();
        // SAFETY: a global.
        Ty::new(unsafe { LLVMGlobalGetValueType(self.raw()) })
    }

    /// Is a global variable constant?
    pub(crate) fn is_global_constant(self) -> bool {
        assert!(self.kind() == ValueKind::LLVMGlobalVariableValueKind);
        // SAFETY: a global variable.
        unsafe { LLVMIsGlobalConstant(self.raw()) != 0 }
    }

    /// Initialiser of a global variable.
    pub(crate) fn initialiser(self) -> Option<Value<'m>> {
        assert!(self.kind() == ValueKind::LLVMGlobalVariableValueKind);
        // SAFETY: a global variable.
        Value::new(unsafe { LLVMGetInitializer(self.raw()) })
    }

    /// The target of an alias.
    pub(crate) fn aliasee(self) -> Option<Value<'m>> {
        assert!(self.kind() == ValueKind::LLVMGlobalAliasValueKind);
        // SAFETY: an alias.
        Value::new(unsafe { LLVMAliasGetAliasee(self.raw()) })
    }

    /// The source variable of a global.
    pub(crate) fn debug_variable(self) -> Option<Metadata<'m>> {
        // SAFETY: a live value; the shim checks its kind.
        Metadata::new(unsafe { shim::wd_global_variable(self.raw()) })
    }

    /// The source function of a function.
    pub(crate) fn subprogram(self) -> Option<Metadata<'m>> {
        assert!(self.kind() == ValueKind::LLVMFunctionValueKind);
        // SAFETY: a function.
        Metadata::new(unsafe { LLVMGetSubprogram(self.raw()) })
    }

    /// Parameters of a function.
    pub(crate) fn params(self) -> Vec<Value<'m>> {
        assert!(self.kind() == ValueKind::LLVMFunctionValueKind);
        // SAFETY: a function, and the index is below its count.
        unsafe { (0..LLVMCountParams(self.raw())).map(|i| Value::sure(LLVMGetParam(self.raw(), i))).collect() }
    }

    /// Basic blocks of a function.
    pub(crate) fn blocks(self) -> Vec<BlockRef<'m>> {
        assert!(self.kind() == ValueKind::LLVMFunctionValueKind);
        // SAFETY: a function; LLVM fills in as many blocks as it counts.
        unsafe {
            let mut blocks = vec![std::ptr::null_mut(); LLVMCountBasicBlocks(self.raw()) as usize];
            LLVMGetBasicBlocks(self.raw(), blocks.as_mut_ptr());
            blocks.into_iter().map(BlockRef::new).collect()
        }
    }

    /// Function and block of a `blockaddress`.
    pub(crate) fn block_address(self) -> Option<(Value<'m>, BlockRef<'m>)> {
        (self.kind() == ValueKind::LLVMBlockAddressValueKind).then(|| {
            // SAFETY: a block address.
            unsafe {
                let block = BlockRef::new(LLVMGetBlockAddressBasicBlock(self.raw()));
                (Value::sure(LLVMGetBlockAddressFunction(self.raw())), block)
            }
        })
    }
}
