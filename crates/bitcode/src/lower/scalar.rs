//! The representation of LLVM types by slots: every first-class type is a sequence of scalars.

use std::collections::HashMap;
use std::rc::Rc;

use whydunit_program::slots_of;

use crate::llvm::{Module, Ty, TyKind};

/// Limit on the elements of one value, larger than anything a C compiler emits.
const LIMIT: usize = 1024;

/// Limit on the width of an integer represented by limbs, in bits.
const MAX_BITS: u32 = 4096;

/// The kind of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Integer.
    Int,
    /// Pointer.
    Pointer,
    /// `float`, `double` or `x86_fp80`.
    Float,
}

/// One scalar of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scalar {
    /// Its kind.
    pub(crate) kind: Kind,
    /// Width in bits.
    pub(crate) bits: u8,
    /// Its offset in memory, in bits (a vector's elements are packed).
    pub(crate) bit_offset: u64,
}

impl Scalar {
    /// Number of slots.
    pub(crate) fn slots(self) -> u32 {
        slots_of(self.bits)
    }

    /// Number of bytes in memory, without padding.
    pub(crate) fn bytes(self) -> u8 {
        self.bits.div_ceil(8)
    }
}

/// The scalars of a type, or the reason why it is not supported.
pub(crate) type Shape = Result<Rc<[Scalar]>, String>;

/// Caches the shapes of types.
#[derive(Default)]
pub(crate) struct Shapes<'m>(HashMap<Ty<'m>, Shape>);

impl<'m> Shapes<'m> {
    /// The scalars of a type; empty for `void`.
    pub(crate) fn of(&mut self, module: &'m Module, ty: Ty<'m>) -> Shape {
        if let Some(shape) = self.0.get(&ty) {
            return shape.clone();
        }
        let mut scalars = Vec::new();
        let shape = flatten(module, ty, 0, &mut scalars).map(|()| scalars.into());
        self.0.insert(ty, shape.clone());
        shape
    }
}

fn flatten<'m>(module: &'m Module, ty: Ty<'m>, bit_offset: u64, out: &mut Vec<Scalar>) -> Result<(), String> {
    use TyKind::*;
    let mut scalar = |kind, bits| {
        out.push(Scalar { kind, bits, bit_offset });
        Ok(())
    };
    // Only bit-fields need wider integers than 128 bits; see `big`.
    if ty.kind() == LLVMIntegerTypeKind && (129..=MAX_BITS).contains(&ty.bits()) {
        let limb = |at: u32| Scalar {
            kind: Kind::Int,
            bits: (ty.bits() - at).min(64) as u8,
            bit_offset: bit_offset + u64::from(at),
        };
        out.extend((0..ty.bits()).step_by(64).map(limb));
        return Ok(());
    }
    match ty.kind() {
        LLVMVoidTypeKind => Ok(()),
        LLVMIntegerTypeKind if ty.bits() <= 128 => scalar(Kind::Int, ty.bits() as u8),
        LLVMIntegerTypeKind => Err(format!("integer of {} bits", ty.bits())),
        LLVMPointerTypeKind => scalar(Kind::Pointer, 64),
        LLVMFloatTypeKind => scalar(Kind::Float, 32),
        LLVMDoubleTypeKind => scalar(Kind::Float, 64),
        LLVMX86_FP80TypeKind => scalar(Kind::Float, 80),
        LLVMStructTypeKind if ty.is_sized() => (0..ty.len()).try_for_each(|i| {
            let offset = bit_offset + 8 * module.offset_of(ty, i as u32);
            flatten_limited(module, ty.element(i), offset, out)
        }),
        LLVMArrayTypeKind => {
            let stride = 8 * module.size_of(ty.element(0));
            (0..ty.len()).try_for_each(|i| flatten_limited(module, ty.element(0), bit_offset + i * stride, out))
        }
        LLVMVectorTypeKind => {
            let mut element = Vec::new();
            flatten(module, ty.element(0), 0, &mut element)?;
            let stride = match element[..] {
                [scalar] => u64::from(scalar.bits),
                _ => return Err("vector of wide integers".into()),
            };
            (0..ty.len()).try_for_each(|i| flatten_limited(module, ty.element(0), bit_offset + i * stride, out))
        }
        LLVMHalfTypeKind => Err("_Float16".into()),
        LLVMBFloatTypeKind => Err("__bf16".into()),
        LLVMFP128TypeKind => Err("__float128".into()),
        other => Err(format!("type {other:?}").replace("LLVM", "").replace("TypeKind", "")),
    }
}

fn flatten_limited<'m>(module: &'m Module, ty: Ty<'m>, bit_offset: u64, out: &mut Vec<Scalar>) -> Result<(), String> {
    if out.len() >= LIMIT {
        return Err(format!("a value of more than {LIMIT} elements"));
    }
    flatten(module, ty, bit_offset, out)
}
