//! What is known of slots beyond their bits: which bits are uninitialised. Sparse: a run that loads
//! no uninitialised byte never looks here.

use std::collections::BTreeMap;

use whydunit_program::{BinOp, CastOp, Inst, Slot};

use crate::ops::{cut, mask, shift_amount, signed};

/// Undefined bits of slots, by depth of the frame and slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    undef: BTreeMap<(u32, Slot), u64>,
}

/// All bits from the lowest set one upwards: where a carry can reach.
fn smear(w: u8, m: u64) -> u64 {
    cut(w, m | m.wrapping_neg())
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
        let first = if any { self.result(depth, inst, slots) } else { 0 };
        self.set(depth, defs.first, first);
        for slot in defs.first + 1..defs.first + defs.count {
            self.set(depth, slot, if any { u64::MAX } else { 0 });
        }
    }

    /// The undefined bits of the first result slot, when some operand has some.
    fn result(&self, depth: u32, inst: &Inst, slots: &[u64]) -> u64 {
        let m = |s: Slot| self.get(depth, s);
        let v = |s: Slot| slots[s as usize];
        if let Some((op, b)) = inst.as_bin()
            && b.w <= 64
        {
            return bin(op, b.w, (v(b.a), m(b.a)), (v(b.b), m(b.b)));
        }
        match *inst {
            Inst::Move { a, .. } => m(a),
            Inst::Trunc { w, a, .. } => cut(w, m(a)),
            Inst::SExt { from, to, a, .. } => cut(to, signed(from, m(a)) as u64),
            Inst::Cast { op: CastOp::ZExt | CastOp::Trunc, to, a, .. } => cut(to.min(64), m(a)),
            Inst::Select { c, a, b, .. } if m(c) == 0 => m(if v(c) != 0 { a } else { b }),
            Inst::Offset { a, .. } => smear(64, m(a)),
            Inst::Index { a, index, .. } => smear(64, m(a) | m(index)),
            Inst::FCmp { .. } => 1,
            Inst::Cast { to, .. } => mask(to.min(64)),
            Inst::Un { w, .. } | Inst::Tern { w, .. } => mask(w.min(64)),
            Inst::Overflow { bin, .. } => mask(bin.w.min(64)),
            _ => u64::MAX,
        }
    }
}

/// Undefined bits of a two-operand operation; operands as (value, undefined bits).
pub(crate) fn bin(op: BinOp, w: u8, (a, ua): (u64, u64), (b, ub): (u64, u64)) -> u64 {
    let either = ua | ub;
    match op {
        BinOp::And => either & !((!a & !ua) | (!b & !ub)),
        BinOp::Or => either & !((a & !ua) | (b & !ub)),
        BinOp::Xor => either,
        BinOp::Add | BinOp::Sub | BinOp::Mul => smear(w, either),
        BinOp::Shl | BinOp::LShr | BinOp::AShr if ub != 0 => mask(w),
        BinOp::Shl => cut(w, ua << shift_amount(w, b)),
        BinOp::LShr => ua >> shift_amount(w, b),
        BinOp::AShr => cut(w, (signed(w, ua) >> shift_amount(w, b)) as u64),
        BinOp::Eq | BinOp::Ne => u64::from((a ^ b) & !either == 0),
        BinOp::ULt | BinOp::ULe | BinOp::SLt | BinOp::SLe => 1,
        _ => mask(w.min(64)),
    }
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
    fn a_defined_difference_decides_equality() {
        assert_eq!(bin(BinOp::Eq, 8, (0x01, 0xf0), (0x02, 0)), 0);
        assert_eq!(bin(BinOp::Eq, 8, (0x02, 0xf0), (0x02, 0)), 1);
        assert_eq!(bin(BinOp::Add, 8, (0, 0b100), (0, 0)), 0b1111_1100);
    }
}
