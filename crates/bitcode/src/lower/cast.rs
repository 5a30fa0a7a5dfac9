//! Conversions.

use whydunit_program::{CastOp, Inst, Slot};

use crate::llvm::{Opcode, Value};

use super::Lowered;
use super::big::is_big;
use super::function::Lowering;
use super::scalar::{Kind, Scalar};

impl<'m> Lowering<'_, 'm> {
    /// A conversion, lane by lane.
    pub(super) fn cast(&mut self, inst: Value<'m>) -> Lowered {
        let value = inst.operand(0);
        if is_big(value.ty()) || is_big(inst.ty()) {
            return self.big_cast(inst);
        }
        let (from, to) = (self.shape(value)?, self.shape(inst)?);
        let (a, dst) = (self.slots_of(value)?, self.results(inst)?);
        let op = match inst.opcode() {
            Opcode::LLVMTrunc => CastOp::Trunc,
            Opcode::LLVMZExt => CastOp::ZExt,
            Opcode::LLVMSExt => CastOp::SExt,
            Opcode::LLVMFPToUI => CastOp::FpToUi,
            Opcode::LLVMFPToSI => CastOp::FpToSi,
            Opcode::LLVMUIToFP => CastOp::UiToFp,
            Opcode::LLVMSIToFP => CastOp::SiToFp,
            Opcode::LLVMFPTrunc | Opcode::LLVMFPExt => CastOp::FpToFp,
            // Pointers are 64 bits wide, so conversions to or from other widths are truncations or
            // extensions.
            _ if to.first().is_some_and(|t| t.bits < from[0].bits) => CastOp::Trunc,
            _ => CastOp::ZExt,
        };
        for lane in 0..to.len() {
            self.convert(op, from[lane].bits, to[lane].bits, dst[lane], a[lane]);
        }
        Ok(())
    }

    /// Converts one scalar with the appropriate IR instruction.
    pub(super) fn convert(&mut self, op: CastOp, from: u8, to: u8, dst: Slot, a: Slot) {
        // The halves are converted separately, so that their uninitialised bits and terms stay
        // separate.
        if to > 64 && matches!(op, CastOp::Trunc | CastOp::ZExt) {
            let high = if from > 64 { a + 1 } else { self.number(0) };
            self.push(Inst::Move { dst, a });
            self.push(if op == CastOp::Trunc {
                Inst::Trunc { w: to - 64, dst: dst + 1, a: high }
            } else {
                Inst::Move { dst: dst + 1, a: high }
            });
            return;
        }
        self.push(match op {
            CastOp::Trunc if to <= 64 => Inst::Trunc { w: to, dst, a },
            CastOp::ZExt if to <= 64 => Inst::Move { dst, a },
            CastOp::SExt if to <= 64 => Inst::SExt { from, to, dst, a },
            op => Inst::Cast { op, from, to, dst, a },
        });
    }

    /// `bitcast`, `freeze`: the same bits. Between vectors and integers they are packed or
    /// unpacked.
    pub(super) fn bit_cast(&mut self, inst: Value<'m>) -> Lowered {
        let value = inst.operand(0);
        let (from, to) = (self.shape(value)?, self.shape(inst)?);
        let (a, dst) = (self.slots_of(value)?, self.results(inst)?);
        if from.len() == to.len() && from.iter().zip(to.iter()).all(|(f, t)| f.bits == t.bits) {
            for (lane, scalar) in to.iter().enumerate() {
                self.copy(*scalar, dst[lane], a[lane]);
            }
            return Ok(());
        }
        self.reinterpret(&from, &a, &to, &dst)
    }

    /// Regroups a sequence of scalars: every piece of 64 bits is packed and unpacked separately.
    fn reinterpret(&mut self, from: &[Scalar], a: &[Slot], to: &[Scalar], dst: &[Slot]) -> Lowered {
        let bits = |row: &[Scalar]| row.iter().map(|s| u32::from(s.bits)).sum::<u32>();
        if bits(from) != bits(to) {
            return Err("bitcast between types of unequal size".into());
        }
        let (mut f, mut t) = (0, 0);
        while t < to.len() {
            let (f_start, t_start) = (f, t);
            let (mut have, mut want) = (u32::from(from[f].bits), u32::from(to[t].bits));
            (f, t) = (f + 1, t + 1);
            while have != want {
                if have < want {
                    have += u32::from(from[f].bits);
                    f += 1;
                } else {
                    want += u32::from(to[t].bits);
                    t += 1;
                }
            }
            self.regroup((&from[f_start..f], &a[f_start..f]), (&to[t_start..t], &dst[t_start..t]), have)?;
        }
        Ok(())
    }

    fn regroup(&mut self, from: (&[Scalar], &[Slot]), to: (&[Scalar], &[Slot]), bits: u32) -> Lowered {
        let bits = u8::try_from(bits).ok().filter(|&b| b <= 128).ok_or("bitcast of elements that do not line up")?;
        let packed = self.pack(&rebase(from.0), from.1, bits);
        self.unpack(packed, &rebase(to.0), to.1);
        Ok(())
    }
}

/// The same scalars, packed from bit 0 on, as integers.
fn rebase(row: &[Scalar]) -> Vec<Scalar> {
    let mut bit_offset = 0;
    let mut place = |scalar: &Scalar| {
        let placed = Scalar { kind: Kind::Int, bit_offset, ..*scalar };
        bit_offset += u64::from(scalar.bits);
        placed
    };
    row.iter().map(&mut place).collect()
}
