//! What is known of slots beyond their bits: which bits are uninitialised. Sparse: a run that loads
//! no uninitialised byte never looks here.

use std::collections::BTreeMap;

use whydunit_program::{BinOp, CastOp, Inst, Slot};

use crate::ops::shift_amount;

/// Undefined bits of slots, by depth of the frame and slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    undef: BTreeMap<(u32, Slot), u64>,
}

impl Shadow {
    pub(crate) fn is_empty(&self) -> bool {
        self.undef.is_empty()
    }

    pub(crate) fn get(&self, depth: u32, slot: Slot) -> u64 {
        self.undef.get(&(depth, slot)).copied().unwrap_or(0)
    }

    pub(crate) fn set(&mut self, depth: u32, slot: Slot, undef: u64) {
        if undef == 0 {
            self.undef.remove(&(depth, slot));
        } else {
            self.undef.insert((depth, slot), undef);
        }
    }

    /// Forgets the slots of frames from `depth` on.
    pub(crate) fn leave(&mut self, depth: u32) {
        if !self.undef.is_empty() {
            self.undef.retain(|key, _| key.0 < depth);
        }
    }

    /// Carries undefined bits through an instruction that computes slots from slots. Called before
    /// it is executed, with the values it will use.
    pub(crate) fn compute(&mut self, depth: u32, inst: &Inst, slots: &[u64]) {
        let Some(defs) = inst.defs() else { return };
        let mut any = false;
        inst.uses(|s| any |= self.get(depth, s) != 0);
        let undef = if any { self.result(depth, inst, slots) } else { 0 };
        self.set(depth, defs.first, undef as u64);
        for slot in defs.first + 1..defs.first + defs.count {
            self.set(depth, slot, (undef >> 64) as u64);
        }
    }

    /// The undefined bits of the result, when some operand has some: the low half is the first slot's.
    fn result(&self, depth: u32, inst: &Inst, slots: &[u64]) -> u128 {
        const ALL: u128 = u128::MAX;
        let narrow = |s: Slot| u128::from(self.get(depth, s));
        let m = |w: u8, s: Slot| narrow(s) | if w > 64 { narrow(s + 1) << 64 } else { 0 };
        let v = |w: u8, s: Slot| {
            u128::from(slots[s as usize]) | if w > 64 { u128::from(slots[s as usize + 1]) << 64 } else { 0 }
        };
        if let Some((op, b)) = inst.as_bin() {
            return wide_bin(op, b.w, (v(b.w, b.a), m(b.w, b.a)), (v(b.w, b.b), m(b.w, b.b)));
        }
        match *inst {
            Inst::Move { a, .. } => narrow(a),
            Inst::Trunc { w, a, .. } => wide_cut(w, narrow(a)),
            Inst::SExt { from, to, a, .. } => wide_cut(to, wide_signed(from, narrow(a)) as u128),
            Inst::Cast { op: CastOp::ZExt | CastOp::Trunc, from, to, a, .. } => wide_cut(to, m(from, a)),
            Inst::Cast { op: CastOp::SExt, from, to, a, .. } => wide_cut(to, wide_signed(from, m(from, a)) as u128),
            Inst::Select { c, a, b, .. } if narrow(c) == 0 => narrow(if slots[c as usize] != 0 { a } else { b }),
            Inst::Offset { a, .. } => smear(64, narrow(a)),
            Inst::Index { a, index, .. } => smear(64, narrow(a) | narrow(index)),
            Inst::FCmp { .. } => 1,
            Inst::Cast { to, .. } => wide_cut(to, ALL),
            Inst::Un { w, .. } | Inst::Tern { w, .. } => wide_cut(w, ALL),
            // One slot holds the overflow bit; all slots count as undefined.
            _ => ALL,
        }
    }
}

/// Undefined bits of a two-operand operation; operands as (value, undefined bits).
pub(crate) fn bin(op: BinOp, w: u8, (a, ua): (u64, u64), (b, ub): (u64, u64)) -> u64 {
    wide_bin(op, w, (a.into(), ua.into()), (b.into(), ub.into())) as u64
}

fn wide_bin(op: BinOp, w: u8, (a, ua): (u128, u128), (b, ub): (u128, u128)) -> u128 {
    let either = ua | ub;
    if either == 0 {
        return 0;
    }
    let amount = if w > 64 { b as u32 & 127 } else { shift_amount(w, b as u64) };
    match op {
        BinOp::And => either & !((!a & !ua) | (!b & !ub)),
        BinOp::Or => either & !((a & !ua) | (b & !ub)),
        BinOp::Xor => either,
        BinOp::Add | BinOp::Sub | BinOp::Mul => smear(w, either),
        BinOp::Shl | BinOp::LShr | BinOp::AShr if ub != 0 => wide_cut(w, u128::MAX),
        BinOp::Shl => wide_cut(w, ua << amount),
        BinOp::LShr => ua >> amount,
        BinOp::AShr => wide_cut(w, (wide_signed(w, ua) >> amount) as u128),
        BinOp::Eq | BinOp::Ne => u128::from((a ^ b) & !either == 0),
        BinOp::ULt | BinOp::ULe | BinOp::SLt | BinOp::SLe => 1,
        _ => wide_cut(w, u128::MAX),
    }
}

/// All bits from the lowest set one upwards: where a carry can reach.
fn smear(w: u8, m: u128) -> u128 {
    wide_cut(w, m | m.wrapping_neg())
}

fn wide_cut(w: u8, value: u128) -> u128 {
    value & (u128::MAX >> (128 - u32::from(w)))
}

fn wide_signed(w: u8, value: u128) -> i128 {
    let spare = 128 - u32::from(w);
    ((value << spare) as i128) >> spare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_fields_stay_defined() {
        // x = (x & !7) | 5 on an uninitialised byte, then x & 7: defined.
        let cleared = bin(BinOp::And, 8, (0, 0xff), (0xf8, 0));
        assert_eq!(cleared, 0xf8);
        let set = bin(BinOp::Or, 8, (0, cleared), (5, 0));
        assert_eq!(set, 0xf8);
        assert_eq!(bin(BinOp::And, 8, (5, set), (7, 0)), 0);
    }

    #[test]
    fn wide_bit_fields_stay_defined_too() {
        // A 51-bit field at bit 29 of an uninitialised 88-bit unit.
        let field = ((1u128 << 51) - 1) << 29;
        let cleared = wide_bin(BinOp::And, 88, (0, wide_cut(88, u128::MAX)), (!field, 0));
        let set = wide_bin(BinOp::Or, 88, (0, cleared), (5 << 29, 0));
        let shifted = wide_bin(BinOp::Shl, 88, (5 << 29, set), (8, 0));
        assert_eq!(wide_bin(BinOp::AShr, 88, (5 << 37, shifted), (37, 0)), 0);
        assert_eq!(wide_bin(BinOp::LShr, 88, (5 << 29, set), (29, 0)), 0xff << 51);
    }

    #[test]
    fn a_defined_difference_decides_equality() {
        assert_eq!(bin(BinOp::Eq, 8, (0x01, 0xf0), (0x02, 0)), 0);
        assert_eq!(bin(BinOp::Eq, 8, (0x02, 0xf0), (0x02, 0)), 1);
        assert_eq!(bin(BinOp::Add, 8, (0, 0b100), (0, 0)), 0b1111_1100);
    }
}
