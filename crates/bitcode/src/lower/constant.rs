//! Constants: numbers, addresses and expressions over them.

use crate::llvm::{Opcode, TyKind, Value, ValueKind};
use crate::part::{Expr, ExprOp, Relocation};

use super::Lowered;
use super::big::is_big;
use super::module::ModuleLowering;

/// Low and high half of a scalar constant.
pub(super) type Halves = [Expr; 2];

impl<'m> ModuleLowering<'m> {
    /// The low 64 bits of a scalar constant.
    pub(super) fn constant(&mut self, value: Value<'m>) -> Lowered<Expr> {
        use ValueKind::*;
        if value.is_undef() || value.is_null() {
            return Ok(Expr::Int(0));
        }
        match value.kind() {
            LLVMConstantIntValueKind | LLVMConstantFPValueKind => {
                Ok(Expr::Int(value.constant_bits().unwrap_or_default()[0]))
            }
            LLVMFunctionValueKind | LLVMGlobalVariableValueKind | LLVMGlobalAliasValueKind => {
                let symbol = self.symbol(value).ok_or_else(|| format!("address of `{}`", value.name()))?;
                Ok(Expr::Symbol(symbol, 0))
            }
            LLVMBlockAddressValueKind => {
                let (function, block) = value.block_address().ok_or("block address")?;
                let symbol = self.symbol(function).ok_or("label of an unknown function")?;
                Ok(Expr::Label(symbol, self.block_number(function, block)))
            }
            LLVMConstantExprValueKind => self.expression(value),
            other => Err(format!("constant of kind {other:?}")),
        }
    }

    fn expression(&mut self, value: Value<'m>) -> Lowered<Expr> {
        use Opcode::*;
        let opcode = value.opcode();
        let op = match opcode {
            LLVMGetElementPtr => {
                let offset = self.module.constant_offset(value).ok_or("address with an index that is an address")?;
                let base = self.constant(value.operand(0))?;
                return Ok(Expr::op(ExprOp::Add, 64, base, Expr::Int(offset as u64)));
            }
            LLVMPtrToInt | LLVMTrunc => {
                let bits = value.ty().bits();
                return Ok(self.constant(value.operand(0))?.truncate(bits));
            }
            LLVMIntToPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMZExt => {
                return match (self.shape(value.operand(0).ty())?.len(), &*self.shape(value.ty())?) {
                    (1, [_]) => self.constant(value.operand(0)),
                    (_, [whole]) if whole.bits <= 64 => self.packed_constant(value.operand(0)),
                    _ => Err("constant cast of vectors".into()),
                };
            }
            LLVMAdd => ExprOp::Add,
            LLVMSub => ExprOp::Sub,
            LLVMMul => ExprOp::Mul,
            LLVMXor => ExprOp::Xor,
            LLVMShl => ExprOp::Shl,
            other => return Err(format!("constant expression {other:?}")),
        };
        if value.ty().kind() != TyKind::LLVMIntegerTypeKind || value.ty().bits() > 64 {
            return Err(format!("constant expression {opcode:?} of this type"));
        }
        let (a, b) = (self.constant(value.operand(0))?, self.constant(value.operand(1))?);
        Ok(Expr::op(op, value.ty().bits(), a, b))
    }

    /// A constant vector of numbers as one integer of at most 64 bits.
    fn packed_constant(&mut self, vector: Value<'m>) -> Lowered<Expr> {
        let shape = self.shape(vector.ty())?;
        let mut lanes = Vec::new();
        self.constant_scalars(vector, &mut lanes)?;
        let mut packed = 0;
        for (scalar, lane) in shape.iter().zip(lanes) {
            let [Expr::Int(bits), _] = lane else { return Err("constant cast of addresses".into()) };
            packed |= bits << scalar.bit_offset;
        }
        Ok(Expr::Int(packed))
    }

    /// A constant of any first-class type as scalars.
    pub(super) fn constant_scalars(&mut self, value: Value<'m>, out: &mut Vec<Halves>) -> Lowered {
        let ty = value.ty();
        if matches!(ty.kind(), TyKind::LLVMStructTypeKind | TyKind::LLVMArrayTypeKind | TyKind::LLVMVectorTypeKind) {
            if value.is_undef() || value.is_null() {
                let count = self.shape(ty)?.len();
                out.extend(std::iter::repeat_n([Expr::Int(0), Expr::Int(0)], count));
                return Ok(());
            }
            for index in 0..ty.len() {
                let element = value.element(index).ok_or("constant aggregate expression")?;
                self.constant_scalars(element, out)?;
            }
            return Ok(());
        }
        if is_big(ty) {
            let words = (0..ty.bits().div_ceil(64)).map(|index| value.constant_word(index));
            out.extend(words.map(|word| [Expr::Int(word), Expr::Int(0)]));
            return Ok(());
        }
        let low = self.constant(value)?;
        let high = if value.is_undef() { 0 } else { value.constant_bits().unwrap_or_default()[1] };
        out.push([low, Expr::Int(high)]);
        Ok(())
    }

    /// Writes a constant in its memory representation.
    pub(super) fn write_constant(
        &mut self,
        value: Value<'m>,
        at: u64,
        bytes: &mut Vec<u8>,
        relocations: &mut Vec<Relocation>,
    ) -> Lowered {
        if value.is_undef() || value.is_null() {
            return Ok(());
        }
        let ty = value.ty();
        match ty.kind() {
            TyKind::LLVMStructTypeKind | TyKind::LLVMArrayTypeKind | TyKind::LLVMVectorTypeKind => {
                let data = value.data_bytes();
                if !data.is_empty() {
                    put(bytes, at, data);
                    return Ok(());
                }
                for index in 0..ty.len() {
                    let offset = if ty.kind() == TyKind::LLVMStructTypeKind {
                        self.module.offset_of(ty, index as u32)
                    } else {
                        index * self.module.size_of(ty.element(0))
                    };
                    let element = value.element(index).ok_or("constant aggregate expression")?;
                    self.write_constant(element, at + offset, bytes, relocations)?;
                }
                Ok(())
            }
            _ => self.write_scalar(value, at, bytes, relocations),
        }
    }

    fn write_scalar(
        &mut self,
        value: Value<'m>,
        at: u64,
        bytes: &mut Vec<u8>,
        relocations: &mut Vec<Relocation>,
    ) -> Lowered {
        if is_big(value.ty()) {
            let bits = value.ty().bits();
            let words: Vec<u8> = (0..bits.div_ceil(64)).flat_map(|i| value.constant_word(i).to_le_bytes()).collect();
            put(bytes, at, &words[..bits.div_ceil(8) as usize]);
            return Ok(());
        }
        // Half and quadruple precision do not support arithmetic, but have a memory representation.
        let size = match value.ty().kind() {
            TyKind::LLVMHalfTypeKind | TyKind::LLVMBFloatTypeKind => 2,
            TyKind::LLVMFP128TypeKind => 16,
            _ => usize::from(self.shape(value.ty())?.first().ok_or("empty scalar")?.bytes()),
        };
        match self.constant(value)? {
            Expr::Int(low) => {
                let high = value.constant_bits().unwrap_or_default()[1];
                let both = u128::from(low) | u128::from(high) << 64;
                put(bytes, at, &both.to_le_bytes()[..size]);
            }
            value => {
                put(bytes, at, &vec![0; size]);
                relocations.push(Relocation { offset: at, bytes: size.min(8) as u8, value });
            }
        }
        Ok(())
    }
}

fn put(bytes: &mut Vec<u8>, at: u64, data: &[u8]) {
    let (start, end) = (at as usize, at as usize + data.len());
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    bytes[start..end].copy_from_slice(data);
}
