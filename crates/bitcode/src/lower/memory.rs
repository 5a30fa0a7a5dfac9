//! Loads and stores of every first-class type.

use whydunit_program::{Inst, Slot};

use crate::llvm::Value;

use super::Lowered;
use super::address::Place;
use super::frame::accessed_bytes;
use super::function::Lowering;
use super::scalar::{Kind, Scalar};

impl<'m> Lowering<'_, 'm> {
    /// `load`.
    pub(super) fn load(&mut self, inst: Value<'m>) -> Lowered {
        let shape = self.shape(inst)?;
        let bytes = accessed_bytes(self.context, inst).unwrap_or(0);
        let place = self.place(inst.operand(0), bytes)?;
        let results = self.results(inst)?;
        if is_packed(&shape) {
            let packed = self.load_packed(&shape, place)?;
            self.unpack(packed, &shape, &results);
            return Ok(());
        }
        for (scalar, dst) in shape.iter().zip(results) {
            self.load_scalar(*scalar, dst, place.plus((scalar.bit_offset / 8) as u32));
            self.note_members(*scalar, inst.operand(0));
        }
        self.note_bit_field(inst, bytes, "bf.load");
        Ok(())
    }

    /// `store`.
    pub(super) fn store(&mut self, inst: Value<'m>) -> Lowered {
        let value = inst.operand(0);
        let shape = self.shape(value)?;
        let bytes = accessed_bytes(self.context, inst).unwrap_or(0);
        let place = self.place(inst.operand(1), bytes)?;
        let slots = self.slots_of(value)?;
        if is_packed(&shape) {
            let whole = packed_scalar(&shape)?;
            let packed = self.pack(&shape, &slots, whole.bits);
            self.store_scalar(whole, packed, place);
            return Ok(());
        }
        for (scalar, val) in shape.iter().zip(slots) {
            self.store_scalar(*scalar, val, place.plus((scalar.bit_offset / 8) as u32));
            // Other values of this size were computed as a single number.
            if value.is_passed() {
                self.note_members(*scalar, inst.operand(1));
            }
        }
        self.note_bit_field(value, bytes, "bf.set");
        Ok(())
    }

    fn load_packed(&mut self, shape: &[Scalar], place: Place) -> Lowered<Slot> {
        let whole = packed_scalar(shape)?;
        let dst = self.slots.fresh(whole.slots());
        self.load_scalar(whole, dst, place);
        Ok(dst)
    }

    /// Loads one scalar.
    pub(super) fn load_scalar(&mut self, scalar: Scalar, dst: Slot, place: Place) {
        let bytes = scalar.bytes();
        // The unused bits of a memory byte are not part of the value.
        let odd = !scalar.bits.is_multiple_of(8);
        let loaded = if odd { self.slots.fresh(scalar.slots()) } else { dst };
        match place {
            Place::Local(local, offset) => {
                let mut done = 0;
                for half in 0..scalar.slots() {
                    let part = (bytes - done).min(8);
                    let offset = offset + u32::from(done);
                    self.access(scalar, Inst::LoadLocal { bytes: part, dst: loaded + half, local, offset });
                    done += part;
                }
            }
            Place::Slot(..) => {
                let addr = self.place_address(place);
                if bytes <= 8 {
                    self.access(scalar, Inst::Load { bytes, dst: loaded, addr });
                } else {
                    self.access(scalar, Inst::LoadWide { bytes, dst: loaded, addr });
                }
            }
        }
        if odd {
            let last = scalar.slots() - 1;
            if last == 1 {
                self.push(Inst::Move { dst, a: loaded });
            }
            let w = if last == 1 { scalar.bits - 64 } else { scalar.bits };
            self.push(Inst::Trunc { w, dst: dst + last, a: loaded + last });
        }
    }

    /// Stores one scalar.
    pub(super) fn store_scalar(&mut self, scalar: Scalar, val: Slot, place: Place) {
        let bytes = scalar.bytes();
        match place {
            Place::Local(local, offset) => {
                let mut done = 0;
                for half in 0..scalar.slots() {
                    let part = (bytes - done).min(8);
                    let offset = offset + u32::from(done);
                    self.access(scalar, Inst::StoreLocal { bytes: part, val: val + half, local, offset });
                    done += part;
                }
            }
            Place::Slot(..) => {
                let addr = self.place_address(place);
                if bytes <= 8 {
                    self.access(scalar, Inst::Store { bytes, val, addr });
                } else {
                    self.access(scalar, Inst::StoreWide { bytes, val, addr });
                }
            }
        }
    }

    /// Records the access just added as that of a bit-field if clang's name for its value marks it
    /// as one (C has no such names). Only for accesses of a single word.
    fn note_bit_field(&mut self, value: Value<'m>, bytes: u64, name: &str) {
        if bytes <= 8 && value.name().starts_with(name) {
            self.body.bit_fields.push(self.body.insts.len() as u32 - 1);
        }
    }

    /// Loads or stores (a part of) a scalar.
    fn access(&mut self, scalar: Scalar, inst: Inst) {
        if scalar.kind == Kind::Float {
            self.body.floats.push(self.body.insts.len() as u32);
        }
        self.push(inst);
    }

    fn place_address(&mut self, place: Place) -> Slot {
        match place {
            Place::Slot(slot, 0) => slot,
            Place::Slot(a, offset) => {
                let dst = self.slots.fresh(1);
                self.push(Inst::Offset { dst, a, offset: offset as i32 });
                dst
            }
            Place::Local(local, offset) => {
                let dst = self.slots.fresh(1);
                self.push(Inst::LocalAddr { dst, local, offset });
                dst
            }
        }
    }
}

/// Do elements share bytes (vectors of bits)?
fn is_packed(shape: &[Scalar]) -> bool {
    shape.iter().any(|s| !s.bit_offset.is_multiple_of(8))
}

/// The integer that holds all elements of a vector of bits.
fn packed_scalar(shape: &[Scalar]) -> Lowered<Scalar> {
    let bits = shape.iter().map(|s| s.bit_offset + u64::from(s.bits)).max().unwrap_or(0);
    match (u8::try_from(bits), shape.first()) {
        (Ok(bits @ 1..=128), Some(&first)) => Ok(Scalar { bits, kind: super::scalar::Kind::Int, ..first }),
        _ => Err(format!("vector of {bits} bits whose elements share bytes")),
    }
}
