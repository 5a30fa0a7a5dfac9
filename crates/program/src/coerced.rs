//! Structs passed and returned by value in registers: clang copies them through variables of its
//! own, which do not occur in the source.

use crate::function::{Function, LocalId};
use crate::inst::{Inst, Slot};

/// Clang's names for these variables contain this.
const NAME: &str = "coerce";

impl Function {
    /// Does the instruction define a parameter, by storing it or by copying a struct that was
    /// passed in registers?
    pub fn gives_parameter(&self, inst: u32) -> bool {
        match self.insts[inst as usize] {
            Inst::StoreLocal { val, local, .. } => self.is_parameter(val) && !self.is_coerced(local),
            Inst::MemCopy { dst, src, .. } => {
                let from = self.local_at(src).filter(|&local| self.is_coerced(local));
                let to = self.local_at(dst);
                let arrives = |i: &Inst| matches!(*i, Inst::StoreLocal { val, local, .. } if Some(local) == from && self.is_parameter(val));
                let parameter = self.variables.iter().any(|v| Some(v.local) == to && v.parameter > 0);
                parameter && from.is_some() && self.insts[..inst as usize].iter().any(arrives)
            }
            _ => false,
        }
    }

    /// Does the instruction only copy a struct to registers, or from there to another variable of
    /// the compiler?
    pub fn moves_by_registers(&self, inst: u32) -> bool {
        match self.insts[inst as usize] {
            Inst::StoreLocal { local, .. } => self.is_coerced(local),
            Inst::MemCopy { dst, src, .. } => {
                let coerced = |slot: Slot| self.local_at(slot).is_some_and(|local| self.is_coerced(local));
                let unnamed = || self.local_at(dst).is_some_and(|local| !self.is_variable(local));
                coerced(dst) || coerced(src) && unnamed()
            }
            _ => false,
        }
    }

    fn is_coerced(&self, local: LocalId) -> bool {
        self.locals[local.0 as usize].name.contains(NAME) && !self.is_variable(local)
    }

    fn is_variable(&self, local: LocalId) -> bool {
        self.variables.iter().any(|v| v.local == local)
    }

    /// The local whose address is in the slot.
    pub(crate) fn local_at(&self, slot: Slot) -> Option<LocalId> {
        self.insts.iter().find_map(|inst| match *inst {
            Inst::LocalAddr { dst, local, offset: 0 } if dst == slot => Some(local),
            _ => None,
        })
    }
}
