//! Slots of a function while it is being lowered. How many constants there will be is not known
//! yet, so constants are numbered apart, with the top bit set; `renumber` puts them in front.

use std::collections::HashMap;

use whydunit_program::Slot;

use crate::llvm::Value;
use crate::part::Expr;

/// Set in the number of a constant's slot.
pub(super) const CONSTANT: Slot = 1 << 31;

/// Slots handed out so far.
#[derive(Default)]
pub(super) struct Slots<'m> {
    next: Slot,
    values: HashMap<Value<'m>, Slot>,
    constants: Vec<Expr>,
    singles: HashMap<Expr, Slot>,
    pairs: HashMap<[Expr; 2], Slot>,
}

impl<'m> Slots<'m> {
    /// `count` consecutive new slots; returns the first.
    pub(super) fn fresh(&mut self, count: u32) -> Slot {
        let first = self.next;
        self.next += count;
        first
    }

    /// How many slots there are besides constants.
    pub(super) fn len(&self) -> u32 {
        self.next
    }

    /// The first slot of a value, `count` new ones if it has none yet.
    pub(super) fn of_value(&mut self, value: Value<'m>, count: u32) -> Slot {
        let next = &mut self.next;
        *self.values.entry(value).or_insert_with(|| {
            *next += count;
            *next - count
        })
    }

    /// The slot of a value that has one already.
    pub(super) fn known(&self, value: Value<'m>) -> Option<Slot> {
        self.values.get(&value).copied()
    }

    /// Makes a slot known as that of a value.
    pub(super) fn set(&mut self, value: Value<'m>, slot: Slot) {
        self.values.insert(value, slot);
    }

    /// The slot of a one-slot constant.
    pub(super) fn constant(&mut self, value: Expr) -> Slot {
        if let Some(&slot) = self.singles.get(&value) {
            return slot;
        }
        let slot = CONSTANT | self.constants.len() as Slot;
        self.singles.insert(value.clone(), slot);
        self.constants.push(value);
        slot
    }

    /// The first slot of a two-slot constant.
    pub(super) fn constant_pair(&mut self, value: [Expr; 2]) -> Slot {
        if let Some(&slot) = self.pairs.get(&value) {
            return slot;
        }
        let slot = CONSTANT | self.constants.len() as Slot;
        self.constants.extend(value.clone());
        self.pairs.insert(value, slot);
        slot
    }

    /// The constants in the order of their slots.
    pub(super) fn into_constants(self) -> Vec<Expr> {
        self.constants
    }
}
