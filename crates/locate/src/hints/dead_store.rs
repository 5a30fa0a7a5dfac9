//! Hint: a variable that gets values which no code reads. Code that uses it may be missing.

use std::collections::BTreeSet;

use whydunit_program::{BlockId, Function, FunctionId, Inst, LocalId, Slot, Variable};
use whydunit_trace::{Slice, Time};

use crate::evidence::Evidence;
use crate::hints::Hint;
use crate::session::Session;

/// For each variable that no code reads, in the functions of the slice: its last definition after the declaration.
pub(crate) fn find(session: &mut Session, slice: &Slice) -> Vec<Hint> {
    let recording = &session.recorded.recording;
    let functions: BTreeSet<FunctionId> =
        slice.nodes.keys().filter_map(|&time| recording.position(time)).map(|p| p.function).collect();
    let own = functions.into_iter().filter(|f| !session.trust.has(*f));
    own.flat_map(|function| dead_stores(session, function)).collect()
}

fn dead_stores(session: &Session, id: FunctionId) -> Vec<Hint> {
    let function = session.program().function(id);
    let read: BTreeSet<LocalId> = (0..function.insts.len()).filter_map(|at| reads(function, at)).collect();
    let own = function.variables.iter().filter(|v| v.parameter == 0 && !v.indirect && v.line > 0);
    let unread = own.filter(|v| !function.locals[v.local.0 as usize].escapes && !read.contains(&v.local));
    let hint = |v: &Variable| {
        let time = last_definition(session, id, v)?;
        Some(Hint::Statement(time, Evidence::DeadStore(v.name.clone())))
    };
    unread.filter_map(hint).collect()
}

/// The last definition of a variable that is computed, or after the declaration.
fn last_definition(session: &Session, id: FunctionId, variable: &Variable) -> Option<Time> {
    let recording = &session.recorded.recording;
    let function = session.program().function(id);
    let defines = |inst: u32| match function.insts[inst as usize] {
        Inst::StoreLocal { local, val, .. } if local == variable.local => {
            let is_computed = val as usize >= function.constants.len();
            function.locs[inst as usize].line > variable.line || is_computed
        }
        _ => false,
    };
    let blocks = (0..).map(BlockId).zip(&function.blocks);
    let insts = blocks.flat_map(|(block, b)| (b.first..b.first + b.len).map(move |inst| (block, inst - b.first, inst)));
    let definitions = insts.filter(|&(_, _, inst)| defines(inst));
    let last = definitions.filter_map(|(block, offset, _)| {
        let last = *recording.runs_of(recording.index.number(id, block)).last()?;
        Some(recording.start_of(last) + offset)
    });
    last.max()
}

/// The variable that an instruction reads, unless only to compute the variable's next value, as in `count++`.
fn reads(function: &Function, at: usize) -> Option<LocalId> {
    let Inst::LoadLocal { local, dst, .. } = function.insts[at] else { return None };
    let own = match function.insts.get(at + 1..)? {
        [made, Inst::StoreLocal { local: to, val, .. }, ..] => {
            let alone = uses_of(function, dst) == 1 && uses_of(function, *val) == 1;
            let mut uses = false;
            made.uses(|slot| uses |= slot == dst);
            alone && uses && *to == local && made.defs().is_some_and(|d| d.first == *val)
        }
        _ => false,
    };
    (!own).then_some(local)
}

/// The number of instructions and calls of a function that use a slot.
fn uses_of(function: &Function, slot: Slot) -> usize {
    let mut count = 0;
    function.insts.iter().for_each(|inst| inst.uses(|used| count += usize::from(used == slot)));
    count + function.calls.iter().flat_map(|call| &call.args).filter(|arg| arg.slot == slot).count()
}
