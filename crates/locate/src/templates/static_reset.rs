//! Variables that outlive a call and may have to begin anew with it: a `static` counter that nobody sets back.

use std::collections::BTreeSet;

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::{Function, FunctionId, Global, Inst, Program, Type};

use crate::rerun::intervention::Intervention;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::expression::Candidate;
use crate::templates::rewrite::SourceChange;
use crate::templates::tested::{FirstTimes, TestedPatch};

/// Tries to give variables their first values again at the beginning of the functions that change them. The first
/// statement is blamed.
pub(crate) fn resets(session: &mut Session, statements: &[Statement], first: &FirstTimes) -> Vec<TestedPatch> {
    let program = session.program().clone();
    let functions: BTreeSet<FunctionId> = statements.iter().map(|s| s.function).collect();
    let mut found = Vec::new();
    for id in functions {
        let (function, entry) = (program.function(id), session.index.number(id, whydunit_program::BlockId(0)));
        let again = session.recorded.recording.runs_of(entry).len() > 1;
        let Some((&time, site)) = first.times.get(&entry).zip(beginning(id, function)).filter(|_| again) else {
            continue;
        };
        let statement = Statement { function: id, line: function.locs[site.inst as usize].line };
        for mutant in mutants(&program, function, site) {
            if let Some((_, verdict)) = session.best_of(&[Intervention::patched(time, mutant.patch)]) {
                found.push(TestedPatch::new(session, statement, (time, mutant), verdict));
            }
        }
    }
    found
}

/// The first instruction of a function's first statement, if that begins in its first block.
fn beginning(id: FunctionId, function: &Function) -> Option<Site> {
    let block = function.blocks.first()?;
    let passes = |inst: &Inst| matches!(inst, Inst::StoreLocal { val, .. } if function.is_parameter(*val));
    let begins = |i: &u32| {
        let (inst, loc) = (&function.insts[*i as usize], function.locs[*i as usize]);
        loc.line != 0 && loc.line != function.line && !passes(inst)
    };
    (block.first..block.first + block.len).find(begins).map(|inst| Site { function: id, inst })
}

/// For each variable of the program that a function changes: its first value, at a place.
fn mutants(program: &Program, function: &Function, site: Site) -> Vec<Candidate> {
    let Some(spare) = function.spare else { return Vec::new() };
    let mut found = Vec::new();
    for (slot, address) in (0..).zip(&function.constants) {
        let changes = |inst: &Inst| matches!(inst, Inst::Store { addr, .. } if *addr == slot);
        let global = program.global_at(*address).map(|id| &program.globals[id.0 as usize]);
        let Some(global) = global.filter(|g| g.address == *address && is_scalar(program, g)) else { continue };
        if !function.insts.iter().any(changes) {
            continue;
        }
        let bytes = global.init.iter().take(8).rev().fold(0u64, |n, byte| n << 8 | u64::from(*byte));
        let edit = Edit::Before(Inst::Store { bytes: global.size as u8, val: spare, addr: slot });
        let name = global.variable.clone().unwrap_or_else(|| global.name.clone());
        let patch = Patch { site, edit, constant: bytes };
        found.push(Candidate { patch, rewrite: SourceChange::Reset { name, to: bytes as i64 } });
    }
    found
}

/// Is it a number that the program may change?
fn is_scalar(program: &Program, global: &Global) -> bool {
    let number = |ty| matches!(program.types.get(program.types.bare(ty)), Type::Int { .. } | Type::Enum { .. });
    !global.constant && !global.external && matches!(global.size, 1 | 2 | 4 | 8) && global.ty.is_some_and(number)
}
