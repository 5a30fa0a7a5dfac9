//! Debug information, read by operand number (see LLVM's `DebugInfoMetadata.h`).

use std::marker::PhantomData;

use llvm_sys::prelude::LLVMMetadataRef;

use super::{Module, shim, text};

/// A metadata node of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Metadata<'m>(LLVMMetadataRef, PhantomData<&'m Module>);

// Every method may be called on any node: the shim returns a neutral value for a wrong kind.
impl<'m> Metadata<'m> {
    pub(super) fn new(md: LLVMMetadataRef) -> Option<Self> {
        (!md.is_null()).then_some(Metadata(md, PhantomData))
    }

    /// Operand `index`, if it exists and is not null.
    pub(crate) fn operand(self, index: usize) -> Option<Metadata<'m>> {
        // SAFETY: a live node; the shim checks kind and index.
        Metadata::new(unsafe { shim::wd_md_operand(self.0, index) })
    }

    /// All operands that are not null.
    pub(crate) fn operands(self) -> impl Iterator<Item = Metadata<'m>> {
        // SAFETY: a live node.
        let count = unsafe { shim::wd_md_operand_count(self.0) };
        (0..count).filter_map(move |index| self.operand(index))
    }

    /// Number of operands, including null ones.
    pub(crate) fn len(self) -> usize {
        // SAFETY: a live node.
        unsafe { shim::wd_md_operand_count(self.0) }
    }

    /// The string of a string node; empty for other nodes.
    pub(crate) fn text(self) -> String {
        let mut len = 0;
        // SAFETY: a live node; the string belongs to the context.
        let pointer = unsafe { shim::wd_md_string(self.0, &mut len) };
        text(pointer, len)
    }

    /// The string in operand `index`; empty if there is none.
    pub(crate) fn string(self, index: usize) -> String {
        self.operand(index).map_or_else(String::new, Metadata::text)
    }

    /// DWARF tag.
    pub(crate) fn tag(self) -> u32 {
        // SAFETY: a live node.
        unsafe { shim::wd_di_tag(self.0) }
    }

    /// Line of a scope or variable.
    pub(crate) fn line(self) -> u32 {
        // SAFETY: a live node.
        unsafe { shim::wd_di_line(self.0) }
    }

    /// DWARF encoding of a basic type.
    pub(crate) fn encoding(self) -> u32 {
        // SAFETY: a live node.
        unsafe { shim::wd_di_encoding(self.0) }
    }

    /// Parameter number of a local variable, counted from 1, or 0.
    pub(crate) fn argument(self) -> u32 {
        // SAFETY: a live node.
        unsafe { shim::wd_di_argument(self.0) }
    }

    /// Value of an enumeration constant.
    pub(crate) fn enumerator(self) -> i64 {
        // SAFETY: a live node.
        unsafe { shim::wd_di_enumerator(self.0) }
    }

    /// Does this expression state that the location holds the variable's address?
    pub(crate) fn derefs(self) -> bool {
        // SAFETY: a live node.
        unsafe { shim::wd_di_derefs(self.0) != 0 }
    }

    /// Number of elements of an array dimension, when it is constant.
    pub(crate) fn count(self) -> Option<u64> {
        // SAFETY: a live node.
        u64::try_from(unsafe { shim::wd_di_count(self.0) }).ok()
    }

    /// Size of a type in bits.
    pub(crate) fn size_in_bits(self) -> u64 {
        // SAFETY: a live node.
        unsafe { shim::wd_di_size(self.0) }
    }

    /// Offset of a member in bits.
    pub(crate) fn offset_in_bits(self) -> u64 {
        // SAFETY: a live node.
        unsafe { shim::wd_di_offset(self.0) }
    }

    /// Is this member a bit-field?
    pub(crate) fn is_bit_field(self) -> bool {
        // SAFETY: a live node.
        unsafe { shim::wd_di_is_bit_field(self.0) != 0 }
    }

    /// The file of a scope.
    pub(crate) fn file(self) -> Option<Metadata<'m>> {
        // SAFETY: a live node.
        Metadata::new(unsafe { shim::wd_di_file(self.0) })
    }
}
