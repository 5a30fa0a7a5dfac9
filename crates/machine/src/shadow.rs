//! Notes on slots beyond their bits: the mask of uninitialised bits and the term. Sparse: a run
//! that loads no uninitialised or symbolic byte never looks here.

use whydunit_program::{BinOp, CastOp, Inst, Slot};

use crate::Word;
use crate::ops::shift_amount;

/// Notes on slots, by frame. Only the innermost frame is ever read or written: while it has no
/// notes, the quick loop may run, regardless of the notes of its callers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    /// Frames that have notes, innermost last, by depth.
    frames: Vec<(u32, Vec<(Slot, Note)>)>,
}

/// Uninitialised bits and term of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Note {
    /// Mask of the uninitialised bits.
    pub(crate) undef: u64,
    /// Its term, 0 for none.
    pub(crate) term: u32,
}

impl Note {
    pub(crate) fn of(word: Word) -> Self {
        Note { undef: word.undef, term: word.term }
    }

    fn is_empty(self) -> bool {
        self == Note::default()
    }
}

impl Shadow {
    /// Does the frame at this depth, which is the innermost, have no notes?
    #[inline]
    pub(crate) fn is_empty(&self, depth: u32) -> bool {
        self.frames.last().is_none_or(|f| f.0 != depth)
    }

    fn notes(&self, depth: u32) -> &[(Slot, Note)] {
        self.frames.last().filter(|f| f.0 == depth).map_or(&[], |f| &f.1)
    }

    /// The note on a slot.
    pub(crate) fn note(&self, depth: u32, slot: Slot) -> Note {
        let notes = self.notes(depth);
        notes.binary_search_by_key(&slot, |n| n.0).map_or(Note::default(), |i| notes[i].1)
    }

    /// The uninitialised bits of a slot.
    pub(crate) fn get(&self, depth: u32, slot: Slot) -> u64 {
        self.note(depth, slot).undef
    }

    /// The word in a slot.
    pub(crate) fn word(&self, depth: u32, slot: Slot, slots: &[u64]) -> Word {
        let note = self.note(depth, slot);
        Word { bits: slots[slot as usize], undef: note.undef, term: note.term }
    }

    /// Replaces the note on a slot.
    pub(crate) fn set(&mut self, depth: u32, slot: Slot, note: Note) {
        if self.is_empty(depth) {
            if note.is_empty() {
                return;
            }
            self.frames.push((depth, Vec::new()));
        }
        let Some((_, notes)) = self.frames.last_mut() else { return };
        match (notes.binary_search_by_key(&slot, |n| n.0), note.is_empty()) {
            (Ok(i), false) => notes[i].1 = note,
            (Ok(i), true) => {
                notes.remove(i);
            }
            (Err(i), false) => notes.insert(i, (slot, note)),
            (Err(_), true) => {}
        }
        if notes.is_empty() {
            self.frames.pop();
        }
    }

    /// Removes the notes of the frames from `depth` on.
    pub(crate) fn leave(&mut self, depth: u32) {
        while self.frames.last().is_some_and(|f| f.0 >= depth) {
            self.frames.pop();
        }
    }

    /// Removes the notes on slots of the innermost frame, except slots that another block reads.
    pub(crate) fn enter_block(&mut self, depth: u32, lasting: &[bool]) {
        let Some((_, notes)) = self.frames.last_mut().filter(|f| f.0 == depth) else { return };
        notes.retain(|n| lasting[n.0 as usize]);
        if notes.is_empty() {
            self.frames.pop();
        }
    }

    /// The union of the notes on the slots that the instruction reads.
    pub(crate) fn reads(&self, depth: u32, inst: &Inst) -> Note {
        let mut all = Note::default();
        if !self.is_empty(depth) {
            inst.uses(|s| {
                let note = self.note(depth, s);
                all = Note { undef: all.undef | note.undef, term: all.term | note.term };
            });
        }
        all
    }

    /// The uninitialised bits of the result, when an operand has some: the low half is the first
    /// slot's.
    pub(crate) fn undefined(&self, depth: u32, inst: &Inst, slots: &[u64]) -> u128 {
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
            // One slot holds the overflow bit; all slots count as uninitialised.
            _ => ALL,
        }
    }
}

/// Uninitialised bits of a two-operand operation; operands as (value, uninitialised bits).
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

/// All bits from the lowest set one upwards: the range of a carry.
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
        // x = (x & !7) | 5 on an uninitialised byte, then x & 7: initialised.
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
