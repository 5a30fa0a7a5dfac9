//! Elements of vectors and first-class structs, which are sequences of slots.

use whydunit_program::{Bin, BinOp, CastOp, Inst, Slot, slots_of};

use crate::llvm::{Ty, TyKind, Value};

use super::Lowered;
use super::function::Lowering;
use super::scalar::Scalar;

impl<'m> Lowering<'_, 'm> {
    /// `extractvalue`.
    pub(super) fn extract_value(&mut self, inst: Value<'m>) -> Lowered {
        let whole = inst.operand(0);
        let start = self.element_start(whole.ty(), inst.indices())?;
        let (shape, slots) = (self.shape(inst)?, self.slots_of(whole)?);
        let dst = self.results(inst)?;
        for (lane, scalar) in shape.iter().enumerate() {
            self.copy(*scalar, dst[lane], slots[start + lane]);
        }
        Ok(())
    }

    /// `insertvalue`.
    pub(super) fn insert_value(&mut self, inst: Value<'m>) -> Lowered {
        let (whole, value) = (inst.operand(0), inst.operand(1));
        let start = self.element_start(whole.ty(), inst.indices())?;
        let (shape, mut slots, new) = (self.shape(inst)?, self.slots_of(whole)?, self.slots_of(value)?);
        slots[start..start + new.len()].copy_from_slice(&new);
        let dst = self.results(inst)?;
        for (lane, scalar) in shape.iter().enumerate() {
            self.copy(*scalar, dst[lane], slots[lane]);
        }
        Ok(())
    }

    /// Number of scalars before the element that `indices` select.
    fn element_start(&mut self, ty: Ty<'m>, indices: &[u32]) -> Lowered<usize> {
        let mut start = 0;
        let mut ty = ty;
        for &index in indices {
            if ty.kind() == TyKind::LLVMStructTypeKind {
                for before in 0..u64::from(index) {
                    start += self.context.shape(ty.element(before))?.len();
                }
            } else {
                start += index as usize * self.context.shape(ty.element(0))?.len();
            }
            ty = ty.element(u64::from(index));
        }
        Ok(start)
    }

    /// `extractelement`.
    pub(super) fn extract_element(&mut self, inst: Value<'m>) -> Lowered {
        let scalar = self.scalar(inst)?;
        let lanes = self.slots_of(inst.operand(0))?;
        let dst = self.define(inst)?;
        match inst.operand(1).constant_int() {
            // An index outside of the vector yields an arbitrary value.
            Some(index) => {
                let lane = lanes.get(index as usize).copied().unwrap_or(lanes[0]);
                self.copy(scalar, dst, lane);
            }
            None => {
                let mut chosen = lanes[0];
                for lane in 1..lanes.len() {
                    let is_it = self.is_lane(inst.operand(1), lane)?;
                    let next = if lane + 1 == lanes.len() { dst } else { self.slots.fresh(scalar.slots()) };
                    self.choose(scalar.slots(), next, is_it, lanes[lane], chosen);
                    chosen = next;
                }
                if lanes.len() == 1 {
                    self.copy(scalar, dst, chosen);
                }
            }
        }
        Ok(())
    }

    /// `insertelement`.
    pub(super) fn insert_element(&mut self, inst: Value<'m>) -> Lowered {
        let (lanes, new) = (self.slots_of(inst.operand(0))?, self.slot(inst.operand(1))?);
        let scalar = self.scalar(inst.operand(1))?;
        let index = inst.operand(2);
        let dst = self.results(inst)?;
        for (lane, &old) in lanes.iter().enumerate() {
            match index.constant_int() {
                Some(at) => self.copy(scalar, dst[lane], if at == lane as u64 { new } else { old }),
                None => {
                    let is_it = self.is_lane(index, lane)?;
                    self.choose(scalar.slots(), dst[lane], is_it, new, old);
                }
            }
        }
        Ok(())
    }

    fn is_lane(&mut self, index: Value<'m>, lane: usize) -> Lowered<Slot> {
        let (w, a, b) = (self.scalar(index)?.bits, self.slot(index)?, self.number(lane as u64));
        if w > 64 {
            return Err("vector index of more than 64 bits".into());
        }
        Ok(self.temporary(BinOp::Eq, w, a, b))
    }

    /// `shufflevector`.
    pub(super) fn shuffle(&mut self, inst: Value<'m>) -> Lowered {
        let (shape, mask) = (self.shape(inst)?, inst.shuffle_mask());
        let mut lanes = self.slots_of(inst.operand(0))?;
        lanes.extend(self.slots_of(inst.operand(1))?);
        let dst = self.results(inst)?;
        for (lane, scalar) in shape.iter().enumerate() {
            match mask.get(lane).and_then(|&m| lanes.get(usize::try_from(m).ok()?)) {
                Some(&from) => self.copy(*scalar, dst[lane], from),
                None => {
                    let zero = self.number(0);
                    (0..scalar.slots()).for_each(|half| self.push(Inst::Move { dst: dst[lane] + half, a: zero }));
                }
            }
        }
        Ok(())
    }

    /// Packs scalars into one integer of `bits` bits, each at its bit offset.
    pub(super) fn pack(&mut self, shape: &[Scalar], slots: &[Slot], bits: u8) -> Slot {
        let mut whole = None;
        for (scalar, &slot) in shape.iter().zip(slots) {
            let wide = self.slots.fresh(slots_of(bits));
            self.convert(CastOp::ZExt, scalar.bits, bits, wide, slot);
            let placed = match scalar.bit_offset {
                0 => wide,
                offset => {
                    let by = self.wide_number(offset, bits);
                    self.temporary(BinOp::Shl, bits, wide, by)
                }
            };
            whole = Some(match whole {
                None => placed,
                Some(so_far) => self.temporary(BinOp::Or, bits, so_far, placed),
            });
        }
        whole.unwrap_or_else(|| self.wide_number(0, bits))
    }

    /// Unpacks an integer into scalars, each from its bit offset.
    pub(super) fn unpack(&mut self, whole: Slot, shape: &[Scalar], slots: &[Slot]) {
        let bits = shape.iter().map(|s| s.bit_offset + u64::from(s.bits)).max().unwrap_or(0) as u8;
        for (scalar, &dst) in shape.iter().zip(slots) {
            let shifted = match scalar.bit_offset {
                0 => whole,
                offset => {
                    let by = self.wide_number(offset, bits);
                    let shifted = self.slots.fresh(slots_of(bits));
                    self.op(BinOp::LShr, Bin { w: bits, dst: shifted, a: whole, b: by });
                    shifted
                }
            };
            if scalar.bits == bits {
                self.copy(*scalar, dst, shifted);
            } else {
                self.convert(CastOp::Trunc, bits, scalar.bits, dst, shifted);
            }
        }
    }

    /// A number as a constant of `bits` bits.
    pub(super) fn wide_number(&mut self, value: u64, bits: u8) -> Slot {
        use crate::part::Expr;
        if slots_of(bits) == 2 {
            return self.slots.constant_pair([Expr::Int(value), Expr::Int(0)]);
        }
        self.number(value)
    }
}
