//! Integers of more than 128 bits: clang loads the storage of long sequences of bit-fields as one
//! integer. They are sequences of 64-bit limbs, lowest first, and support only the operations that
//! bit-fields need.

use whydunit_program::{BinOp, Inst, Slot};

use crate::llvm::{IntPredicate, Opcode, Ty, TyKind, Value};

use super::Lowered;
use super::function::Lowering;

/// Is it an integer type represented by limbs?
pub(super) fn is_big(ty: Ty<'_>) -> bool {
    ty.kind() == TyKind::LLVMIntegerTypeKind && ty.bits() > 128
}

impl<'m> Lowering<'_, 'm> {
    /// A shift by a constant. Bitwise operations work limb by limb, as on vectors.
    pub(super) fn big_shift(&mut self, inst: Value<'m>) -> Lowered {
        let opcode = inst.opcode();
        let by = inst.operand(1).constant_int().filter(|_| is_shift(opcode));
        let by = by.ok_or_else(|| format!("arithmetic on an integer of {} bits", inst.ty().bits()))?;
        let mut limbs = self.slots_of(inst.operand(0))?;
        let bits = inst.ty().bits();
        let fill = if opcode == Opcode::LLVMAShr { self.sign_fill(&mut limbs, bits) } else { self.number(0) };
        let (whole, part) = ((by / 64) as i64, by % 64);
        let left = opcode == Opcode::LLVMShl;
        let zero = self.number(0);
        let dst = self.results(inst)?;
        for (index, &dst) in dst.iter().enumerate() {
            let index = index as i64;
            let limb = |at: i64| usize::try_from(at).ok().and_then(|at| limbs.get(at).copied());
            let below = |at: i64| limb(at).unwrap_or(if at < 0 { zero } else { fill });
            let (near, far) =
                if left { (index - whole, index - whole - 1) } else { (index + whole, index + whole + 1) };
            let (near, far) = (below(near), below(far));
            let joined = self.join(near, far, part, left);
            self.put_limb(dst, joined, limb_bits(bits, index as usize));
        }
        Ok(())
    }

    /// The limb that consists of `near` shifted by `part` bits and the bits shifted in from `far`.
    fn join(&mut self, near: Slot, far: Slot, part: u64, left: bool) -> Slot {
        if part == 0 {
            return near;
        }
        let (there, back) = if left { (BinOp::Shl, BinOp::LShr) } else { (BinOp::LShr, BinOp::Shl) };
        let (by, rest) = (self.number(part), self.number(64 - part));
        let kept = self.temporary(there, 64, near, by);
        let incoming = self.temporary(back, 64, far, rest);
        self.temporary(BinOp::Or, 64, kept, incoming)
    }

    fn put_limb(&mut self, dst: Slot, a: Slot, bits: u8) {
        self.push(if bits == 64 { Inst::Move { dst, a } } else { Inst::Trunc { w: bits, dst, a } });
    }

    /// Sign-extends the top limb to 64 bits and returns the value of all limbs above it.
    fn sign_fill(&mut self, limbs: &mut [Slot], bits: u32) -> Slot {
        let Some((top, _)) = limbs.split_last_mut() else { return self.number(0) };
        let from = limb_bits(bits, (bits as usize - 1) / 64);
        if from < 64 {
            let dst = self.slots.fresh(1);
            self.push(Inst::SExt { from, to: 64, dst, a: *top });
            *top = dst;
        }
        let by = self.number(63);
        self.temporary(BinOp::AShr, 64, *top, by)
    }

    /// `trunc`, `zext` and `sext` from or to such integers.
    pub(super) fn big_cast(&mut self, inst: Value<'m>) -> Lowered {
        let value = inst.operand(0);
        if !matches!(inst.opcode(), Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMSExt) {
            return Err("conversion of an integer of more than 128 bits".into());
        }
        let mut limbs = self.limbs(value)?;
        let fill = match inst.opcode() {
            Opcode::LLVMSExt => self.sign_fill(&mut limbs, value.ty().bits()),
            _ => self.number(0),
        };
        let bits = inst.ty().bits();
        let first = self.define(inst)?;
        for index in 0..bits.div_ceil(64) {
            let limb = limbs.get(index as usize).copied().unwrap_or(fill);
            self.put_limb(first + index, limb, limb_bits(bits, index as usize));
        }
        Ok(())
    }

    /// The limbs of an integer of any width.
    fn limbs(&mut self, value: Value<'m>) -> Lowered<Vec<Slot>> {
        let slots = self.slots_of(value)?;
        match (slots.as_slice(), value.ty().bits()) {
            (&[pair], 65..=128) => Ok(vec![pair, pair + 1]),
            _ => Ok(slots),
        }
    }

    /// `icmp eq` and `icmp ne`.
    pub(super) fn big_compare(&mut self, inst: Value<'m>) -> Lowered {
        let equal = match inst.int_predicate() {
            IntPredicate::LLVMIntEQ => BinOp::Eq,
            IntPredicate::LLVMIntNE => BinOp::Ne,
            _ => return Err("order of integers of more than 128 bits".into()),
        };
        let (a, b) = (self.slots_of(inst.operand(0))?, self.slots_of(inst.operand(1))?);
        let zero = self.number(0);
        let mut difference = zero;
        for (a, b) in a.into_iter().zip(b) {
            let here = self.temporary(BinOp::Xor, 64, a, b);
            difference = self.temporary(BinOp::Or, 64, difference, here);
        }
        let (dst, b) = (self.define(inst)?, zero);
        self.op(equal, whydunit_program::Bin { w: 64, dst, a: difference, b });
        Ok(())
    }
}

fn is_shift(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr)
}

/// Number of bits that an integer of `bits` bits has in limb `index`.
fn limb_bits(bits: u32, index: usize) -> u8 {
    (bits - 64 * index as u32).min(64) as u8
}
