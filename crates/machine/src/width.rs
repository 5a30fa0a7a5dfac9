//! The width of the value in a slot. The machine does not need it, but a symbol in place of the
//! value does.

use whydunit_program::{CastOp, Function, Inst, Slot, TernOp, UnOp};
use whydunit_terms::is_comparison;

/// The width of a slot's value, from its definition or else its uses; 64 when neither tells.
pub(crate) fn of_slot(function: &Function, slot: Slot) -> u8 {
    known(function, slot, COPIES).unwrap_or(64)
}

/// Limit on copies from slot to slot to follow.
const COPIES: u32 = 4;

fn known(function: &Function, slot: Slot, copies: u32) -> Option<u8> {
    let defines = |inst: &&Inst| inst.defs().is_some_and(|d| (d.first..d.first + d.count).contains(&slot));
    let definitions = || function.insts.iter().filter(defines);
    let defined = definitions().find_map(|i| defined_width(i, slot));
    let used = || function.insts.iter().find_map(|i| used_width(i, slot));
    // A copy is as wide as its source.
    let from = |inst: &Inst| {
        let sources = match *inst {
            Inst::Move { a, .. } => [a, a],
            Inst::Select { a, b, .. } => [a, b],
            _ => return None,
        };
        let copies = copies.checked_sub(1)?;
        sources.into_iter().find_map(|source| known(function, source, copies))
    };
    defined.or_else(used).or_else(|| definitions().find_map(from))
}

fn defined_width(inst: &Inst, slot: Slot) -> Option<u8> {
    if let Some((op, bin)) = inst.as_bin() {
        return Some(if is_comparison(op) { 1 } else { half(bin.w, bin.dst, slot) });
    }
    match *inst {
        Inst::FCmp { .. } | Inst::Un { op: UnOp::FIsNan, .. } | Inst::Tern { op: TernOp::IsClass, .. } => Some(1),
        Inst::Overflow { bin, .. } => {
            let flag = bin.dst + if bin.w > 64 { 2 } else { 1 };
            Some(if slot == flag { 1 } else { half(bin.w, bin.dst, slot) })
        }
        Inst::Un { w, dst, .. } | Inst::Tern { w, dst, .. } => Some(half(w, dst, slot)),
        Inst::Trunc { w, .. } => Some(w),
        Inst::SExt { to, .. } => Some(to),
        Inst::Cast { to, dst, .. } => Some(half(to, dst, slot)),
        Inst::Load { bytes, .. } | Inst::LoadLocal { bytes, .. } => Some(8 * bytes),
        Inst::LoadWide { bytes, dst, .. } => Some(if slot == dst { 64 } else { 8 * (bytes - 8) }),
        Inst::LocalAddr { .. } | Inst::Offset { .. } | Inst::Index { .. } => Some(64),
        _ => None,
    }
}

/// The part of a value of `w` bits that lies in a slot.
fn half(w: u8, first: Slot, slot: Slot) -> u8 {
    match w {
        0..=64 => w,
        _ if slot == first => 64,
        _ => w - 64,
    }
}

fn used_width(inst: &Inst, slot: Slot) -> Option<u8> {
    if let Some((_, bin)) = inst.as_bin() {
        return (bin.w <= 64 && (bin.a == slot || bin.b == slot)).then_some(bin.w);
    }
    match *inst {
        Inst::Store { bytes, val, .. } | Inst::StoreLocal { bytes, val, .. } if val == slot => Some(8 * bytes),
        Inst::SExt { from, a, .. } if a == slot => Some(from),
        Inst::Cast { op: CastOp::ZExt | CastOp::SExt, from, a, .. } if a == slot && from <= 64 => Some(from),
        Inst::Branch { cond, .. } | Inst::Select { c: cond, .. } if cond == slot => Some(1),
        _ => None,
    }
}
