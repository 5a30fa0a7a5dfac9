//! The candidates that templates propose for one instruction, and the facts about it that they need.

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::{Function, Inst, LocalId, Program, Slot, Type, TypeId, Types};

use crate::templates::candidate::Candidate;
use crate::templates::operand_type::Typed;
use crate::templates::source_change::SourceChange;

/// Other variables, constants or types that a template tries in one place.
pub(crate) const MAX_ALTERNATIVES: usize = 6;

/// A template's function that proposes candidates for one instruction.
pub(crate) type Propose = fn(&mut Proposals<'_>, Inst);

/// An instruction, and the candidates proposed for it.
pub(crate) struct Proposals<'a> {
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    pub(crate) site: Site,
    pub(crate) candidates: Vec<Candidate>,
}

impl<'a> Proposals<'a> {
    pub(crate) fn new(program: &'a Program, site: Site) -> Self {
        Proposals { program, function: program.function(site.function), site, candidates: Vec::new() }
    }

    pub(crate) fn add(&mut self, edit: Edit, constant: u64, change: SourceChange) {
        self.candidates.push(Candidate { patch: Patch { site: self.site, edit, constant }, change });
    }

    /// Proposes another instruction, unless it is equal to the present one.
    pub(crate) fn replace(&mut self, inst: Inst, change: SourceChange) {
        if inst != self.function.insts[self.site.inst as usize] {
            self.add(Edit::Replace(inst), 0, change);
        }
    }

    /// The value of a slot that holds a number of the program text, not an address.
    pub(crate) fn number(&self, slot: Slot) -> Option<u64> {
        let value = *self.function.constants.get(slot as usize)?;
        self.program.global_at(value).is_none().then_some(value)
    }

    /// Are both types the same scalar type?
    pub(crate) fn same_type(&self, a: Option<TypeId>, b: Option<TypeId>) -> bool {
        same_scalar(&self.program.types, a, b)
    }

    pub(crate) fn variable_type(&self, local: LocalId) -> Option<TypeId> {
        self.typed().variable(local)
    }

    /// The instruction that defines a slot, before this one.
    pub(crate) fn definition(&self, slot: Slot) -> Option<Inst> {
        self.typed().definition(slot)
    }

    /// The types of slots at this instruction, as far as declarations show them.
    pub(crate) fn typed(&self) -> Typed<'_> {
        Typed { program: self.program, function: self.function, at: self.site.inst }
    }
}

/// Are both types the same, and neither a record nor an array?
pub(crate) fn same_scalar(types: &Types, a: Option<TypeId>, b: Option<TypeId>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let scalar = !matches!(types.get(types.bare(a)), Type::Record { .. } | Type::Array { .. });
    scalar && types.bare(a) == types.bare(b)
}
