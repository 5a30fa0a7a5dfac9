//! Instances that only pass a value on: `x = y`, `return f(z)`, the copy of a struct. They are wrong if the value is,
//! or if another value should be passed, so the instance that computed the value is asked about first.

use std::collections::BTreeMap;

use whydunit_program::{Callee, Function, FunctionId, Inst, Program, Slot};
use whydunit_trace::{Recording, Time};

use crate::session::statement::is_parameter;

/// Most conversions between the definition of a value and its use. No expression has more.
const MAX_CONVERSIONS: usize = 8;

/// Recognises such instances, with a cache by instruction.
pub(crate) struct PassedValues<'a> {
    recording: &'a Recording,
    known: BTreeMap<(FunctionId, u32), bool>,
}

impl<'a> PassedValues<'a> {
    /// For the instances of a run.
    pub(crate) fn new(recording: &'a Recording) -> Self {
        PassedValues { recording, known: BTreeMap::new() }
    }

    /// Does the instance at `time` only pass a value on? The passing of an argument does not count, because readers
    /// look at calls.
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

/// Is the value of a slot just loaded, or the result of a function of the program?
fn is_passed(function: &Function, mut slot: Slot) -> bool {
    for _ in 0..MAX_CONVERSIONS {
        let defines = |inst: &&Inst| match inst {
            Inst::Call { site } => {
                let call = &function.calls[*site as usize];
                (call.dst..call.dst + Slot::from(call.returns)).contains(&slot)
            }
            inst => inst.defs().is_some_and(|d| (d.first..d.first + d.count as Slot).contains(&slot)),
        };
        let mut definitions = function.insts.iter().filter(defines);
        let (Some(definition), None) = (definitions.next(), definitions.next()) else { return false };
        match *definition {
            Inst::Load { .. } | Inst::LoadLocal { .. } | Inst::LoadWide { .. } => return true,
            Inst::Call { site } => return !matches!(function.calls[site as usize].callee, Callee::External(_)),
            Inst::Move { a, .. } | Inst::SExt { a, .. } => slot = a,
            _ => return false,
        }
    }
    false
}
