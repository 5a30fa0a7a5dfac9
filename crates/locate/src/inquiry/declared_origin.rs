//! Values that nothing in the run gave: those of the declarations of variables that live as long as the program.

use std::collections::BTreeSet;

use whydunit_program::{GlobalId, Inst};
use whydunit_trace::{Position, Time};

use crate::inquiry::Inquiry;

impl Inquiry {
    /// The variables whose value an executed definition took as it was declared.
    pub(crate) fn declared(&self, time: Time) -> BTreeSet<GlobalId> {
        let recording = &self.recorded.recording;
        let Some(at) = recording.position(time) else { return BTreeSet::new() };
        let function = self.program().function(at.function);
        let first = function.blocks[function.block_of(at.inst).0 as usize].first;
        // What it is made from was loaded since the store before.
        let stores = |inst: &u32| {
            matches!(
                function.insts[*inst as usize],
                Inst::Store { .. } | Inst::StoreLocal { .. } | Inst::StoreWide { .. }
            )
        };
        let loads = (first..at.inst).rev().take_while(|inst| !stores(inst));
        loads.filter_map(|inst| self.declared_at(Position { inst, ..at })).collect()
    }

    /// The variable that a load finds as it was declared, if it is one that has a name.
    fn declared_at(&self, load: Position) -> Option<GlobalId> {
        let recording = &self.recorded.recording;
        let Inst::Load { addr, .. } = recording.inst(load) else { return None };
        let &address = self.program().function(load.function).constants.get(addr as usize)?;
        let id = self.program().global_at(address)?;
        let global = &self.program().globals[id.0 as usize];
        let (mut written, named) = (false, global.line != 0 && global.scope.is_some() && !global.external);
        recording.definitions(load, |giver| written |= giver.is_some());
        (named && !written).then_some(id)
    }
}
