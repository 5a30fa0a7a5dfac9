//! Variables that are given values which nobody ever reads: what should be done with them may be missing.

use std::collections::BTreeSet;

use whydunit_program::{BlockId, Function, FunctionId, Inst, LocalId, Slot};
use whydunit_trace::{Slice, Time};

use crate::session::Session;

/// For each variable that no code reads, of the functions through which the failure came about: the last time at which
/// it was given a value behind its declaration, and its name.
pub(crate) fn idle(session: &Session, slice: &Slice) -> Vec<(Time, String)> {
    let recording = &session.recorded.recording;
    let functions: BTreeSet<FunctionId> =
        slice.nodes.keys().filter_map(|&time| recording.position(time)).map(|p| p.function).collect();
    let own = functions.into_iter().filter(|f| !session.trust.has(*f));
    own.flat_map(|function| idle_in(session, function)).collect()
}

fn idle_in(session: &Session, id: FunctionId) -> Vec<(Time, String)> {
    let recording = &session.recorded.recording;
    let function = session.program().function(id);
    let read: BTreeSet<LocalId> = (0..function.insts.len()).filter_map(|at| reads(function, at)).collect();
    let last_gift = |local: LocalId, declared: u32| {
        let blocks = (0..).map(BlockId).zip(&function.blocks);
        let gifts =
            blocks.flat_map(|(block, b)| (b.first..b.first + b.len).map(move |inst| (block, inst - b.first, inst)));
        let gifts = gifts.filter(|&(_, _, inst)| {
            let gives = matches!(function.insts[inst as usize], Inst::StoreLocal { local: to, .. } if to == local);
            let computed = |slot: u32| slot as usize >= function.constants.len();
            gives
                && (function.locs[inst as usize].line > declared
                    || stored(&function.insts[inst as usize]).is_some_and(computed))
        });
        gifts
            .filter_map(|(block, offset, _)| {
                let last = *recording.runs_of(recording.index.number(id, block)).last()?;
                Some(recording.start_of(last) + offset)
            })
            .max()
    };
    let own = function.variables.iter().filter(|v| v.parameter == 0 && !v.indirect && v.line > 0);
    let alone = own.filter(|v| !function.locals[v.local.0 as usize].escapes && !read.contains(&v.local));
    alone.filter_map(|v| Some((last_gift(v.local, v.line)?, v.name.clone()))).collect()
}

/// The variable that an instruction reads, unless only to give itself another value, as in `count++`.
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

/// How many instructions and calls of a function use a slot.
fn uses_of(function: &Function, slot: Slot) -> usize {
    let mut count = 0;
    function.insts.iter().for_each(|inst| inst.uses(|used| count += usize::from(used == slot)));
    count + function.calls.iter().flat_map(|call| &call.args).filter(|arg| arg.slot == slot).count()
}

/// What an instruction stores into a variable.
fn stored(inst: &Inst) -> Option<Slot> {
    if let Inst::StoreLocal { val, .. } = inst { Some(*val) } else { None }
}
