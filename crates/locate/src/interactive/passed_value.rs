//! Instances that only pass a value on: `x = y`, `return f(z)`, the copy of a struct. Their value is wrong exactly when
//! the one they pass on is (or the wrong one is passed on), so the one that computed it is asked about first.

use std::collections::BTreeMap;

use whydunit_program::{Callee, Function, FunctionId, Inst, Program, Slot};
use whydunit_trace::{Recording, Time};

use crate::session::statement::is_parameter;

/// Tells copies; remembers what it found out about each instruction.
pub(crate) struct PassedValues<'a> {
    recording: &'a Recording,
    known: BTreeMap<(FunctionId, u32), bool>,
}

impl<'a> PassedValues<'a> {
    /// Of a run.
    pub(crate) fn new(recording: &'a Recording) -> Self {
        PassedValues { recording, known: BTreeMap::new() }
    }

    /// Does the instance at `time` only pass a value on? What is given to a function is not meant: calls are where
    /// a reader looks.
    pub(crate) fn has(&mut self, time: Time) -> bool {
        let Some(position) = self.recording.position(time) else { return false };
        let program = &self.recording.index.program;
        *self.known.entry((position.function, position.inst)).or_insert_with(|| {
            !is_parameter(program, position.site()) && is_copy(program, position.function, position.inst)
        })
    }
}

fn is_copy(program: &Program, function: FunctionId, inst: u32) -> bool {
    let function = program.function(function);
    match function.insts[inst as usize] {
        Inst::MemCopy { .. } => true,
        Inst::Store { val, .. } | Inst::StoreLocal { val, .. } | Inst::StoreWide { val, .. } => {
            is_passed(function, val)
        }
        Inst::Return { first, count } if count > 0 => is_passed(function, first),
        _ => false,
    }
}

/// Is the value of a slot just loaded, or what a function of the program returned?
fn is_passed(function: &Function, mut slot: Slot) -> bool {
    // No chain of conversions is this long.
    for _ in 0..8 {
        let makes = |inst: &&Inst| match inst {
            Inst::Call { site } => {
                let call = &function.calls[*site as usize];
                (call.dst..call.dst + Slot::from(call.returns)).contains(&slot)
            }
            inst => inst.defs().is_some_and(|d| (d.first..d.first + d.count as Slot).contains(&slot)),
        };
        let mut makers = function.insts.iter().filter(makes);
        let (Some(maker), None) = (makers.next(), makers.next()) else { return false };
        match *maker {
            Inst::Load { .. } | Inst::LoadLocal { .. } | Inst::LoadWide { .. } => return true,
            Inst::Call { site } => return !matches!(function.calls[site as usize].callee, Callee::External(_)),
            Inst::Move { a, .. } | Inst::SExt { a, .. } => slot = a,
            _ => return false,
        }
    }
    false
}
