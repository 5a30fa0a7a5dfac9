//! Bit-fields: C compilers load and store the whole memory unit that several bit-fields share. This
//! module determines the bits that such an access concerns.

use crate::{Bin, Function, Inst, Slot};

/// Limit on instructions between a load and the extraction of its bits.
const NEAR: usize = 4;

/// The bits of a unit that a store preserves, because they were just loaded from the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The load, by instruction index.
    pub load: u32,
    /// The preserved bits.
    pub bits: u64,
    /// The changed bits.
    pub changed: u64,
}

impl Function {
    /// The mask of bits that are extracted from a loaded value.
    pub fn bits_read(&self, load: u32) -> Option<u64> {
        let loaded = self.insts[load as usize].defs()?.first;
        let near = &self.insts[load as usize + 1..];
        let near = &near[..near.len().min(NEAR)];
        let user = |slot: Slot| near.iter().find(|inst| inst.as_bin().is_some_and(|(_, b)| b.a == slot));
        let number = |b: Bin| self.constants.get(b.b as usize).copied();
        let below = |w: u8, shift: u64| Some(ones(u32::from(w).checked_sub(u32::try_from(shift).ok()?)?));
        match *user(loaded)? {
            Inst::And(b) => Some(number(b)? & ones(b.w.into())),
            Inst::LShr(b) => {
                let shift = number(b)?;
                let rest = below(b.w, shift)?;
                match user(b.dst) {
                    Some(Inst::And(cut)) => Some((number(*cut)? & rest) << shift),
                    _ => Some(rest << shift),
                }
            }
            Inst::AShr(b) => Some(below(b.w, number(b)?)? << number(b)?),
            Inst::Shl(b) => {
                let Inst::AShr(down) = *user(b.dst)? else { return None };
                let (up, down) = (number(b)?, number(down)?);
                Some(below(b.w, down)? << down.checked_sub(up)?)
            }
            _ => None,
        }
    }

    /// The bits that a store of `(loaded & constant) | new` preserves.
    pub fn bits_kept(&self, store: u32) -> Option<Kept> {
        let (Inst::Store { val, .. } | Inst::StoreLocal { val, .. }) = self.insts[store as usize] else { return None };
        let definition = |slot: Slot| {
            let defines = |at: &u32| self.insts[*at as usize].defs().is_some_and(|d| d.first == slot);
            (0..store).rev().find(defines)
        };
        let masked = |slot: Slot| match self.insts[definition(slot)? as usize] {
            Inst::And(b) => Some((definition(b.a)?, *self.constants.get(b.b as usize)?, ones(b.w.into()))),
            _ => None,
        };
        let (load, mask, all) = match self.insts[definition(val)? as usize] {
            Inst::Or(b) => masked(b.a)?,
            _ => masked(val)?,
        };
        let same = self.is_same_place(load, store);
        same.then_some(Kept { load, bits: mask & all, changed: !mask & all })
    }

    /// The bits that the load of a bit-field concerns; none for any other load.
    pub fn field_read(&self, load: u32) -> Option<u64> {
        self.bit_fields.binary_search(&load).ok().and_then(|_| self.bits_read(load))
    }

    /// The bits that the store of a bit-field preserves; none for any other store.
    pub fn field_kept(&self, store: u32) -> Option<Kept> {
        self.bit_fields.binary_search(&store).ok().and_then(|_| self.bits_kept(store))
    }

    fn is_same_place(&self, load: u32, store: u32) -> bool {
        match (self.insts[load as usize], self.insts[store as usize]) {
            (Inst::Load { addr: from, bytes: a, .. }, Inst::Store { addr: to, bytes: b, .. }) => {
                // The address of a member is recomputed for each access.
                let base = |at: u32, addr: Slot| match self.insts[..at as usize].last() {
                    Some(&Inst::Offset { dst, a, offset }) if dst == addr => (a, offset),
                    _ => (addr, 0),
                };
                a == b && (from == to || base(load, from) == base(store, to))
            }
            (
                Inst::LoadLocal { local: from, offset: first, bytes: a, .. },
                Inst::StoreLocal { local: to, offset: second, bytes: b, .. },
            ) => (from, first, a) == (to, second, b),
            _ => false,
        }
    }
}

/// The lowest `width` bits.
fn ones(width: u32) -> u64 {
    match width {
        0 => 0,
        _ => u64::MAX >> (64 - width.min(64)),
    }
}
