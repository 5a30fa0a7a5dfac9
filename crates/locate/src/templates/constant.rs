//! Other constants in computations and assignments.

use std::collections::BTreeSet;

use whydunit_machine::Edit;
use whydunit_program::{Bin, Inst, Slot, Type};

use crate::templates::proposals::{MAX_ALTERNATIVES, Proposals};
use crate::templates::source_change::SourceChange;

/// Constants of the function from this absolute value on are not tried in other places.
const MAX_NEARBY: u64 = 1 << 24;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let Some(spare) = proposals.function.spare else { return };
    operands(proposals, inst, spare);
    match inst {
        Inst::StoreLocal { bytes, val, local, offset } if bytes <= 8 => {
            for (constant, change) in stored_numbers(proposals, val, bytes) {
                let changed = Inst::StoreLocal { bytes, val: spare, local, offset };
                proposals.add(Edit::Replace(changed), constant, change);
            }
        }
        Inst::Store { bytes, val, addr } if bytes <= 8 => {
            for (constant, change) in stored_numbers(proposals, val, bytes) {
                proposals.add(Edit::Replace(Inst::Store { bytes, val: spare, addr }), constant, change);
            }
        }
        _ => {}
    }
}

fn operands(proposals: &mut Proposals, inst: Inst, spare: Slot) {
    let Some((_, b)) = inst.as_bin().filter(|(_, b)| b.w <= 64) else { return };
    if matches!(inst, Inst::FAdd(_) | Inst::FSub(_) | Inst::FMul(_) | Inst::FDiv(_) | Inst::Rare { .. }) {
        return;
    }
    for (slot, left) in [(b.b, false), (b.a, true)] {
        // The divisor of a pointer difference is not in the source.
        if !left && matches!(inst, Inst::SDiv(_)) && is_pointer_difference(proposals, b.a) {
            continue;
        }
        let Some(value) = proposals.number(slot) else { continue };
        for (constant, change) in other_numbers(proposals, value, b.w) {
            let changed = if left { Bin { a: spare, ..b } } else { Bin { b: spare, ..b } };
            proposals.add(Edit::Replace(inst.with_bin(changed)), constant, change);
        }
    }
}

fn stored_numbers(proposals: &Proposals, val: Slot, bytes: u8) -> Vec<(u64, SourceChange)> {
    proposals.number(val).map_or_else(Vec::new, |value| other_numbers(proposals, value, bytes * 8))
}

/// Other numbers of `w` bits that a programmer may have meant.
pub(crate) fn other_numbers(proposals: &Proposals, value: u64, w: u8) -> Vec<(u64, SourceChange)> {
    let mask = u64::MAX >> (64 - u32::from(w.clamp(1, 64)));
    let signed = |v: u64| (v << (64 - u32::from(w))) as i64 >> (64 - u32::from(w));
    let own = signed(value & mask);
    let mut others = vec![own.wrapping_add(1), own.wrapping_sub(1)];
    let nearby = proposals.function.constants.iter().filter(|c| proposals.program.global_at(**c).is_none());
    let nearby = nearby.map(|&c| signed(c & mask)).filter(|c| c.unsigned_abs() < MAX_NEARBY);
    others.extend(nearby.take(MAX_ALTERNATIVES));
    // The size of another type.
    others.extend([4, 8].into_iter().filter(|_| [1, 2, 4, 8].contains(&own)));
    others.extend([0, 1, -1, own.wrapping_neg(), own.wrapping_mul(2), own.wrapping_mul(10), own / 10]);
    let mut seen = BTreeSet::from([own]);
    let others = others.into_iter().filter(|o| seen.insert(signed(*o as u64 & mask)));
    others.map(|to| (to as u64 & mask, SourceChange::Constant { from: own, to })).collect()
}

/// Is a slot the difference of two pointers, in bytes?
fn is_pointer_difference(proposals: &Proposals, slot: Slot) -> bool {
    let made = |slot: Slot| {
        let makes = |inst: &&Inst| inst.defs().is_some_and(|d| d.first == slot);
        proposals.function.insts[..proposals.site.inst as usize].iter().rev().find(makes)
    };
    let is_pointer = |slot: Slot| match made(slot) {
        Some(Inst::LocalAddr { .. } | Inst::Index { .. } | Inst::Offset { .. }) => true,
        Some(Inst::LoadLocal { local, .. }) => {
            let ty = proposals.function.variables.iter().find(|v| v.local == *local).and_then(|v| v.ty);
            let types = &proposals.program.types;
            ty.is_some_and(|ty| matches!(types.get(types.bare(ty)), Type::Pointer { .. }))
        }
        _ => false,
    };
    matches!(made(slot), Some(Inst::Sub(b)) if b.w == 64 && (is_pointer(b.a) || is_pointer(b.b)))
}
