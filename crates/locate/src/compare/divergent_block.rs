//! Why executed blocks of the failing run have no counterpart in the reference run.

use whydunit_program::{Callee, Inst};
use whydunit_trace::{Alignment, ExecutedBlock, Recording, Time};

use crate::compare::counterpart::Counterpart;
use crate::compare::edited_block::in_edited_block;

/// Executed blocks of the failing run that may lack counterparts.
pub(crate) struct DivergentBlocks<'a> {
    alignment: &'a Alignment<'a>,
    /// By executed block: its counterpart.
    counterparts: &'a [Option<ExecutedBlock>],
    /// By executed block: the reason found so far. The rounds of a loop are nested, so their searches share the way up.
    known: Vec<Option<Counterpart>>,
}

impl<'a> DivergentBlocks<'a> {
    pub(crate) fn new(alignment: &'a Alignment<'a>, counterparts: &'a [Option<ExecutedBlock>]) -> Self {
        DivergentBlocks { alignment, counterparts, known: vec![None; counterparts.len()] }
    }

    /// The counterpart of an instance, or the reason why it has none.
    pub(crate) fn counterpart(&mut self, time: Time) -> Counterpart {
        let alignment = self.alignment;
        if alignment.is_another_operand(time) {
            return Counterpart::Operand { call: None, in_reference: true };
        }
        if let Some(other) = alignment.right(time) {
            return Counterpart::At(other);
        }
        let Some(block) = alignment.left.position(time).map(|p| p.block) else { return Counterpart::Unmatched };
        if let Some(other) = self.counterparts[block.index()] {
            return in_edited_block(alignment, (block, other), time).map_or(Counterpart::Unmatched, Counterpart::At);
        }
        match self.reason(block) {
            Counterpart::Operand { call, in_reference } if is_visible_later(alignment.left, time, call.is_some()) => {
                match in_reference {
                    true => Counterpart::Divergent { call: call.map(|call| (call, None)) },
                    false => Counterpart::Unmatched,
                }
            }
            reason => reason,
        }
    }

    /// Why an executed block has no counterpart. The nearest block above it that has one decides.
    fn reason(&mut self, block: ExecutedBlock) -> Counterpart {
        let (mut passed, mut at) = (Vec::new(), block);
        let reason = loop {
            if let Some(known) = self.known[at.index()] {
                break known;
            }
            let Some(controller) = self.alignment.above(at) else { break Counterpart::Unmatched };
            if let Some(other) = self.counterparts[controller.index()] {
                break self.reason_below((controller, other), at);
            }
            passed.push(at);
            at = controller;
        };
        self.known[at.index()] = Some(reason);
        let inside = match reason {
            Counterpart::Operand { call, in_reference } => {
                Counterpart::Operand { call: call.or(Some(self.alignment.left.end_of(at))), in_reference }
            }
            reason => reason,
        };
        passed.iter().for_each(|&block| self.known[block.index()] = Some(inside));
        if passed.is_empty() { reason } else { inside }
    }

    /// Why a block has no counterpart although the block that decided about it has one.
    fn reason_below(&self, (controller, other): (ExecutedBlock, ExecutedBlock), block: ExecutedBlock) -> Counterpart {
        let end = self.alignment.left.end_of(controller);
        let in_reference = self.alignment.is_in_right_program(block);
        if self.alignment.has_other_outcome(controller) {
            let call = callee(self.alignment.left, controller).map(|_| (end, Some(other)));
            Counterpart::Divergent { call }
        } else if in_reference || self.alignment.is_in_condition(block) {
            Counterpart::Operand { call: None, in_reference }
        } else {
            Counterpart::Unmatched
        }
    }
}

/// May later code notice an instance, other than by the result of the call that it is part of, if it was `called`?
pub(crate) fn is_visible_later(recording: &Recording, time: Time, called: bool) -> bool {
    match recording.position(time).map(|position| recording.inst(position)) {
        Some(Inst::StoreLocal { .. }) => !called,
        Some(Inst::Branch { .. } | Inst::Switch { .. } | Inst::Return { .. }) | None => false,
        Some(_) => true,
    }
}

/// The function that an executed block calls at its end, if the text names it.
pub(crate) fn callee(recording: &Recording, block: ExecutedBlock) -> Option<&str> {
    let (id, at) = recording.static_block(block);
    let program = &recording.index.program;
    let Inst::Call { site } = program.function(id).terminator(at) else { return None };
    match program.function(id).calls[site as usize].callee {
        Callee::Direct(id) => Some(&program.function(id).name),
        Callee::External(id) => Some(&program.externals[id.0 as usize].name),
        Callee::Indirect(_) => None,
    }
}
