//! The additional work of the careful loop for each instruction: pending alterations, uninitialised
//! bits and terms of slots, conditions of branches.

use whydunit_program::{BlockId, Function, Inst, Slot, SwitchTable};
use whydunit_terms::TermId;

use crate::access::Access;
use crate::alteration::{Alteration, Change, Piece};
use crate::constraint::{ConstraintKind, Moment};
use crate::memory::Memory;
use crate::origin::Origin;
use crate::shadow::{Note, Shadow};
use crate::symbolic::{Operands, Symbolic};
use crate::{FailureKind, Halt, Run, Word, width};

/// The parts of a machine that one step needs.
pub(crate) struct Careful<'a> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) shadow: &'a mut Shadow,
    pub(crate) symbolic: &'a mut Option<Box<Symbolic>>,
    pub(crate) slots: &'a mut [u64],
    pub(crate) depth: u32,
    pub(crate) at: Moment,
}

/// The changes to one instruction.
#[derive(Clone, Copy, Default)]
pub(crate) struct Changes {
    /// Replaces the value: `Put`, `Symbol`, or a variant for a part.
    pub(crate) value: Option<Change>,
    /// Replaces the outcome: `Flip` or `Goto`.
    pub(crate) turn: Option<Change>,
}

impl Changes {
    /// Takes the alterations whose time has come.
    pub(crate) fn due(alterations: &mut Vec<Alteration>, now: u64) -> Self {
        let mut changes = Changes::default();
        while let Some(due) = alterations.last().filter(|a| a.time <= now).copied() {
            alterations.pop();
            match due.change {
                Change::Put(_) | Change::Symbol(_) | Change::PutIn(..) | Change::SymbolIn(..) => {
                    changes.value = Some(due.change);
                }
                Change::Flip if changes.turn == Some(Change::Flip) => changes.turn = None,
                Change::Flip | Change::Goto(_) => changes.turn = Some(due.change),
            }
        }
        changes
    }

    /// The target of a branch that goes to `to` and not to `other` by itself. After an earlier
    /// alteration, this branch may not be the intended one; a `Goto` to a block that is none of its
    /// targets has no effect.
    pub(crate) fn turned(self, to: BlockId, other: BlockId) -> BlockId {
        match self.turn {
            Some(Change::Flip) => other,
            Some(Change::Goto(block)) if block == other => other,
            _ => to,
        }
    }
}

/// The value that a change puts in place of `own`.
pub(crate) fn changed(symbolic: &mut Option<Box<Symbolic>>, change: Change, own: Word, width: u8, at: Moment) -> Word {
    match change {
        Change::Put(value) | Change::PutIn(_, value) => Word::new(value),
        Change::Symbol(number) | Change::SymbolIn(_, number) => {
            let symbolic = symbolic.get_or_insert_default();
            let word = symbolic.fresh(Origin::Value { number }, width, own.bits);
            symbolic.bound(number, word, own.bits, at);
            word
        }
        Change::Flip | Change::Goto(_) => own,
    }
}

impl Careful<'_> {
    fn word(&self, slot: Slot) -> Word {
        self.shadow.word(self.depth, slot, self.slots)
    }

    /// Propagates uninitialised bits and terms through an instruction that computes slots from
    /// slots. Called before the instruction is executed. `signed` lists the instructions of its
    /// function whose results must not overflow.
    pub(crate) fn compute(&mut self, inst: &Inst, signed: &[u32]) {
        let Some(defs) = inst.defs() else { return };
        let reads = self.shadow.reads(self.depth, inst);
        let undef = if reads.undef == 0 { 0 } else { self.shadow.undefined(self.depth, inst, self.slots) };
        let terms = match self.symbolic {
            Some(symbolic) if reads.term != 0 && !is_memory(inst) => {
                let from = Operands { shadow: self.shadow, depth: self.depth, slots: self.slots };
                let signed = signed.binary_search(&self.at.site.inst).is_ok();
                symbolic.compute(inst, signed, &from, self.at)
            }
            _ => [0; 3],
        };
        for (i, slot) in (defs.first..defs.first + defs.count).enumerate() {
            let undef = if i == 0 { undef as u64 } else { (undef >> 64) as u64 };
            self.shadow.set(self.depth, slot, Note { undef, term: terms[i.min(2)] });
        }
    }

    /// The address of the second half of a wide value.
    pub(crate) fn above(&mut self, addr: Word) -> Run<Word> {
        if addr.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedAddress));
        }
        // Both halves must move together, so the address is made concrete.
        if let Some(symbolic) = self.symbolic {
            symbolic.pin(addr, "address of a wide value", self.at);
        }
        Ok(Word::new(addr.bits.wrapping_add(8)))
    }

    /// Loads into a slot.
    pub(crate) fn load(&mut self, bytes: u8, dst: Slot, addr: Word) -> Run<u64> {
        let mut access = Access { memory: self.memory, symbolic: self.symbolic, at: self.at };
        let word = access.load(addr, bytes)?;
        self.shadow.set(self.depth, dst, Note::of(word));
        Ok(word.bits)
    }

    /// Stores a slot, or the value that a change puts in its place, and returns the stored value.
    pub(crate) fn store(&mut self, bytes: u8, val: Slot, addr: Word, change: Option<Change>) -> Run<u64> {
        let mut value = self.word(val);
        if let Some(change) = change {
            value = changed(self.symbolic, change, value, 8 * bytes, self.at);
        }
        let mut access = Access { memory: self.memory, symbolic: self.symbolic, at: self.at };
        access.store(addr, bytes, value)?;
        Ok(value.bits)
    }

    /// Puts another value into a part of the memory just written, and returns that value.
    pub(crate) fn rewrite(&mut self, piece: Piece, change: Change) -> Run<u64> {
        let addr = Word::new(piece.addr);
        let own = Access { memory: self.memory, symbolic: self.symbolic, at: self.at }.load(addr, piece.bytes)?;
        let value = changed(self.symbolic, change, own, 8 * piece.bytes, self.at);
        Access { memory: self.memory, symbolic: self.symbolic, at: self.at }.store(addr, piece.bytes, value)?;
        Ok(value.bits)
    }

    /// Replaces the value in the slot that an instruction has just defined or is about to return.
    pub(crate) fn replace(&mut self, function: &Function, slot: Slot, change: Change) {
        let own = self.word(slot);
        let word = changed(self.symbolic, change, own, width::of_slot(function, slot), self.at);
        self.slots[slot as usize] = word.bits;
        self.shadow.set(self.depth, slot, Note::of(word));
    }

    /// Decides a branch on whether a slot is zero. An altered branch does not depend on its
    /// condition, so no constraint is recorded.
    pub(crate) fn branch(&mut self, cond: Slot, changes: Changes) -> Run<bool> {
        let word = self.word(cond);
        if word.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedBranch));
        }
        let holds = word.bits != 0;
        if let Some((symbolic, term)) = self.symbolic.as_deref_mut().zip(TermId::from_raw(word.term))
            && changes.turn.is_none()
        {
            symbolic.decided(term, holds, ConstraintKind::Branch, self.at);
        }
        Ok(holds)
    }

    /// Decides a switch. Its cases are compared in order, as in a chain of branches.
    pub(crate) fn switch(
        &mut self,
        function: &Function,
        value: Slot,
        table: &SwitchTable,
        changes: Changes,
    ) -> Run<BlockId> {
        let mut word = self.word(value);
        if word.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedBranch));
        }
        if let Some(change) = changes.value {
            word = changed(self.symbolic, change, word, width::of_slot(function, value), self.at);
        }
        let found = table.cases.binary_search_by_key(&word.bits, |c| c.0);
        let to = found.map_or(table.default, |i| table.cases[i].1);
        if let Some(Change::Goto(block)) = changes.turn
            && (block == table.default || table.cases.iter().any(|c| c.1 == block))
        {
            return Ok(block);
        }
        if let Some((symbolic, term)) = self.symbolic.as_deref_mut().zip(TermId::from_raw(word.term)) {
            let mut targets: Vec<BlockId> = Vec::new();
            let others = table.cases.iter().map(|c| c.1).filter(|&t| t != table.default);
            others.for_each(|t| {
                if !targets.contains(&t) {
                    targets.push(t)
                }
            });
            for target in targets {
                let values = table.cases.iter().filter(|c| c.1 == target).map(|c| c.0);
                let here = symbolic.is_one_of(term, values);
                symbolic.decided(here, target == to, ConstraintKind::Branch, self.at);
                if target == to {
                    break;
                }
            }
        }
        Ok(to)
    }

    /// Makes a slot concrete and returns its value.
    pub(crate) fn pin(&mut self, slot: Slot, why: &'static str) -> u64 {
        let word = self.word(slot);
        if let Some(symbolic) = self.symbolic {
            symbolic.pin(word, why, self.at);
        }
        word.bits
    }
}

/// Loads define the notes of their slots themselves, and `alloca` yields a concrete address.
fn is_memory(inst: &Inst) -> bool {
    matches!(inst, Inst::Load { .. } | Inst::LoadWide { .. } | Inst::DynAlloca { .. })
}
