//! Values from declarations: static variables that were never written.

use std::collections::BTreeSet;

use whydunit_program::{GlobalId, Inst};
use whydunit_trace::{Position, Time};

use crate::inquiry::Inquiry;

impl Inquiry {
    /// The variables that a definition used with the value of their declaration.
    pub(crate) fn declared(&self, time: Time) -> BTreeSet<GlobalId> {
        let recording = &self.recorded.recording;
        let Some(at) = recording.position(time) else { return BTreeSet::new() };
        let function = self.program().function(at.function);
        let first = function.blocks[function.block_of(at.inst).0 as usize].first;
        // Its operands were loaded since the previous store.
        let stores = |inst: &u32| {
            matches!(
                function.insts[*inst as usize],
                Inst::Store { .. } | Inst::StoreLocal { .. } | Inst::StoreWide { .. }
            )
        };
        let loads = (first..at.inst).rev().take_while(|inst| !stores(inst));
        loads.filter_map(|inst| self.declared_at(Position { inst, ..at })).collect()
    }

    /// The variable that a load reads with the value of its declaration, if it has a name.
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
