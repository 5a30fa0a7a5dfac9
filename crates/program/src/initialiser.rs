//! Initialisers in braces, which are compiled to several instructions.

use crate::{Function, Inst, LocalId, Slot};

impl Function {
    /// Does the instruction only zero-fill a variable before its initialiser stores members or
    /// elements?
    pub fn begins_initialiser(&self, inst: u32) -> bool {
        let Inst::MemSet { dst, .. } = self.insts[inst as usize] else { return false };
        let Some(local) = self.local_at(dst) else { return false };
        let (loc, behind) = (self.locs[inst as usize], inst as usize + 1);
        let mut same =
            self.locs[behind..].iter().zip(&self.insts[behind..]).filter(|(at, _)| **at == loc && loc.line > 0);
        same.any(|(_, inst)| self.stores_in(inst, local))
    }

    /// Does the instruction store into this local?
    fn stores_in(&self, inst: &Inst, local: LocalId) -> bool {
        match *inst {
            Inst::StoreLocal { local: own, .. } => own == local,
            Inst::Store { addr, .. } | Inst::StoreWide { addr, .. } => self.part_of(addr) == Some(local),
            Inst::MemCopy { dst, .. } | Inst::MemSet { dst, .. } => self.part_of(dst) == Some(local),
            _ => false,
        }
    }

    /// The local that contains the address in a slot, following constant offsets.
    fn part_of(&self, slot: Slot) -> Option<LocalId> {
        self.insts.iter().find_map(|inst| match *inst {
            Inst::LocalAddr { dst, local, .. } if dst == slot => Some(local),
            Inst::Offset { dst, a, .. } | Inst::Move { dst, a, .. } if dst == slot && a != slot => self.part_of(a),
            _ => None,
        })
    }
}
