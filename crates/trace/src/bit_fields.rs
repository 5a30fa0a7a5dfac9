//! Which bit-field an access is about: C's compiler loads and stores whole bytes and cuts the bits out.

use whydunit_program::{Bin, Function, Inst, Slot};

use crate::lvalue::Bits;

/// Instructions after a load in which its bits are cut out.
const NEAR: usize = 4;

/// The bits that are cut out of what an instruction loads.
pub(crate) fn bits_loaded(function: &Function, at: u32) -> Option<Bits> {
    let loaded = function.insts[at as usize].defs()?.first;
    let near = &function.insts[at as usize + 1..];
    let near = &near[..near.len().min(NEAR)];
    let user = |slot: Slot| {
        let on = |inst: &&Inst| inst.as_bin().is_some_and(|(_, b)| b.a == slot);
        near.iter().find(on)
    };
    let number = |b: Bin| function.constants.get(b.b as usize).copied();
    match *user(loaded)? {
        Inst::And(b) => low_bits(number(b)?).map(|width| Bits { shift: 0, width }),
        Inst::LShr(b) => {
            let shift = u32::try_from(number(b)?).ok()?;
            let rest = Bits { shift, width: u32::from(b.w).checked_sub(shift)? };
            match user(b.dst) {
                Some(Inst::And(cut)) => Some(Bits { width: low_bits(number(*cut)?)?, ..rest }),
                _ => Some(rest),
            }
        }
        Inst::AShr(b) => {
            let shift = u32::try_from(number(b)?).ok()?;
            Some(Bits { shift, width: u32::from(b.w).checked_sub(shift)? })
        }
        Inst::Shl(b) => {
            let Inst::AShr(down) = *user(b.dst)? else { return None };
            let (up, down) = (number(b)?, number(down)?);
            let shift = u32::try_from(down.checked_sub(up)?).ok()?;
            Some(Bits { shift, width: u32::from(b.w).checked_sub(u32::try_from(down).ok()?)? })
        }
        _ => None,
    }
}

/// The bits that a store changes; the others it has just loaded from the same place.
pub(crate) fn bits_stored(function: &Function, at: u32) -> Option<Bits> {
    let (mask, w) = kept_by(function, at).map(|kept| (kept.mask, kept.w))?;
    let changed = !mask & (u64::MAX >> (64 - w.clamp(1, 64)));
    let shift = changed.trailing_zeros();
    let width = low_bits(changed.checked_shr(shift)?)?;
    Some(Bits { shift, width })
}

/// Is a load only there for the bits that a store does not change?
pub(crate) fn is_kept(function: &Function, load: u32, store: u32) -> bool {
    kept_by(function, store).is_some_and(|kept| kept.load == load)
}

struct Kept {
    load: u32,
    mask: u64,
    w: u32,
}

/// The load and the mask of a store of `(loaded & mask) | new`.
fn kept_by(function: &Function, store: u32) -> Option<Kept> {
    let (Inst::Store { val, .. } | Inst::StoreLocal { val, .. }) = function.insts[store as usize] else { return None };
    let definition = |slot: Slot| {
        let defines = |at: &u32| function.insts[*at as usize].defs().is_some_and(|d| d.first == slot);
        (0..store).rev().find(defines)
    };
    let at = definition(val)?;
    let masked = |slot: Slot| match function.insts[definition(slot)? as usize] {
        Inst::And(b) => Some((b, definition(b.a)?, *function.constants.get(b.b as usize)?)),
        _ => None,
    };
    let (cut, load, mask) = match function.insts[at as usize] {
        Inst::Or(b) => masked(b.a)?,
        _ => masked(val)?,
    };
    let same = match (function.insts[load as usize], function.insts[store as usize]) {
        (Inst::Load { addr: from, bytes: a, .. }, Inst::Store { addr: to, bytes: b, .. }) => from == to && a == b,
        (
            Inst::LoadLocal { local: from, offset: first, bytes: a, .. },
            Inst::StoreLocal { local: to, offset: second, bytes: b, .. },
        ) => (from, first, a) == (to, second, b),
        _ => false,
    };
    same.then_some(Kept { load, mask, w: u32::from(cut.w) })
}

/// How many bits a mask of the lowest ones has.
fn low_bits(mask: u64) -> Option<u32> {
    (mask != 0 && mask & mask.wrapping_add(1) == 0).then(|| mask.count_ones())
}
