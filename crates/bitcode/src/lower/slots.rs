//! Slots of a function while it is being lowered. The number of constants is not known yet, so
//! constants are numbered separately, with the top bit set; `renumber` moves them to the front.

use std::collections::HashMap;

use whydunit_program::Slot;

use crate::llvm::Value;
use crate::part::Expr;

/// Marks the number of a constant's slot.
pub(super) const CONSTANT: Slot = 1 << 31;

/// The slots allocated so far.
#[derive(Default)]
pub(super) struct Slots<'m> {
    next: Slot,
    values: HashMap<Value<'m>, Slot>,
    constants: Vec<Expr>,
    singles: HashMap<Expr, Slot>,
    pairs: HashMap<[Expr; 2], Slot>,
}

impl<'m> Slots<'m> {
    /// Allocates `count` consecutive slots and returns the first.
    pub(super) fn fresh(&mut self, count: u32) -> Slot {
        let first = self.next;
        self.next += count;
        first
    }

    /// Number of slots other than constants.
    pub(super) fn len(&self) -> u32 {
        self.next
    }

    /// The first slot of a value; allocates `count` slots on first use.
    pub(super) fn of_value(&mut self, value: Value<'m>, count: u32) -> Slot {
        let next = &mut self.next;
        *self.values.entry(value).or_insert_with(|| {
            *next += count;
            *next - count
        })
    }

    /// The slot of a value, if it has one.
    pub(super) fn known(&self, value: Value<'m>) -> Option<Slot> {
        self.values.get(&value).copied()
    }

    /// Sets the slot of a value.
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
