//! The definitions of slots: an instruction of the same call, the callee that returned the value, or the caller's
//! argument.

use whydunit_program::{Inst, Slot};

use crate::depend::Dependences;
use crate::depend::bytes::{Bytes, returned as returned_bytes};
use crate::depend::memory_definition::{Definition, Part};
use crate::numbers::{ExecutedBlock, Time};
use crate::record::effect::Item;

/// The definition of a slot.
pub(crate) enum SlotDefinition {
    /// An instruction of an executed block; `after` is the next executed block of the same call.
    At { block: ExecutedBlock, inst: u32, after: Option<ExecutedBlock> },
    /// The `longjmp` that ends this executed block.
    Jump { call: ExecutedBlock },
}

impl Dependences<'_> {
    /// The last definition of a slot before instruction `user` of an executed block.
    pub(crate) fn definition(&self, block: ExecutedBlock, user: u32, sites: &[(Slot, u32)]) -> Option<SlotDefinition> {
        let (_, function) = self.recording.function_of(block);
        let mut limit = Some(user);
        let (mut at, mut after) = (block, None);
        loop {
            let (_, id) = self.recording.index.block(self.recording.number_of(at));
            let facts = function.blocks[id.0 as usize];
            let range = facts.first..facts.first + facts.len;
            let here = sites.iter().rev().find(|s| range.contains(&s.1) && limit.is_none_or(|l| s.1 < l));
            if let Some(&(_, inst)) = here {
                return Some(SlotDefinition::At { block: at, inst, after });
            }
            if self.recording.is_landing(at) {
                // The second result of `setjmp` is the argument of `longjmp`.
                let returns_here = |s: &(Slot, u32)| match function.insts[s.1 as usize] {
                    Inst::Call { site } => function.calls[site as usize].next == id,
                    _ => false,
                };
                if sites.iter().any(returns_here) {
                    return at.checked_sub(1).map(|call| SlotDefinition::Jump { call });
                }
            }
            limit = None;
            after = Some(at);
            at = self.recording.structure.previous(at)?;
        }
    }

    /// Adds the definition of some bytes of a call's result: the callee's `return`, or the call itself for libc.
    pub(crate) fn result(&mut self, called: Time, after: Option<ExecutedBlock>, slot: u32, bytes: Bytes) {
        let returned = after.and_then(|a| a.checked_sub(1)).filter(|&last| {
            let end = self.recording.end_of(last);
            let position = self.recording.position(end);
            position.is_some_and(|p| matches!(self.recording.inst(p), Inst::Return { .. }))
                && after.is_some_and(|a| !self.recording.structure.same_call(last, a))
        });
        let Some(last) = returned else {
            let copies = self.recording.effect(called).items.iter().any(|item| matches!(item, Item::Copy { .. }));
            return self.flow_from(Definition { time: called, part: if copies { Part::Result } else { Part::Whole } });
        };
        let (time, (_, function)) = (self.recording.end_of(last), self.recording.function_of(last));
        self.flow_from(Definition { time, part: returned_bytes(slot, bytes, function.returns) });
    }

    /// Traces a parameter to the argument of the call.
    pub(crate) fn parameter(&mut self, block: ExecutedBlock, slot: Slot, bytes: Bytes) {
        let (_, function) = self.recording.function_of(block);
        let Some(caller) = self.recording.structure.caller(block) else { return };
        let Some(index) = function.params.iter().position(|p| (p.slot..p.slot + p.class.slots()).contains(&slot))
        else {
            return;
        };
        let Some(position) = self.recording.position(self.recording.end_of(caller)) else { return };
        let (_, calling) = self.recording.function_of(caller);
        let Inst::Call { site } = calling.insts[position.inst as usize] else { return };
        if let Some(arg) = calling.calls[site as usize].args.get(index) {
            let offset = (slot - function.params[index].slot).min(arg.class.slots() - 1);
            self.want(caller, position.inst, arg.slot + offset, bytes);
        }
    }
}
