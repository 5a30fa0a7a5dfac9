//! A variable that outlives calls and should start anew in each: a `static` counter that is never reset.

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::{BlockId, Function, FunctionId, Global, Inst, Program, Type};

use crate::session::statement::Statement;
use crate::templates::candidate::Candidate;
use crate::templates::search::{Search, functions_of};
use crate::templates::source_change::SourceChange;

/// Resets variables at the beginning of the functions that change them. The first statement is blamed.
pub(crate) fn propose(search: &mut Search, statements: &[Statement]) {
    let program = search.program.clone();
    for id in functions_of(statements) {
        let (function, entry) = (program.function(id), BlockId(0));
        let calls = search.session.recorded.recording.runs_of(search.session.index.number(id, entry)).len();
        let first = search.executions.of_block(search.session, id, entry).filter(|_| calls > 1);
        let Some((time, site)) = first.zip(first_statement(id, function)) else { continue };
        let statement = Statement { function: id, line: function.locs[site.inst as usize].line };
        for candidate in resets(&program, function, site) {
            search.try_group(statement, vec![(time, candidate)]);
        }
    }
}

/// The first instruction of a function's first statement, if that begins in its first block.
fn first_statement(id: FunctionId, function: &Function) -> Option<Site> {
    let block = function.blocks.first()?;
    let stores_parameter = |inst: &Inst| matches!(inst, Inst::StoreLocal { val, .. } if function.is_parameter(*val));
    let begins = |i: &u32| {
        let (inst, loc) = (&function.insts[*i as usize], function.locs[*i as usize]);
        loc.line != 0 && loc.line != function.line && !stores_parameter(inst)
    };
    (block.first..block.first + block.len).find(begins).map(|inst| Site { function: id, inst })
}

/// Stores of first values at a site, one for each global variable that the function changes.
fn resets(program: &Program, function: &Function, site: Site) -> Vec<Candidate> {
    let Some(spare) = function.spare else { return Vec::new() };
    let mut found = Vec::new();
    for (slot, address) in (0..).zip(&function.constants) {
        let changes = |inst: &Inst| matches!(inst, Inst::Store { addr, .. } if *addr == slot);
        let global = program.global_at(*address).map(|id| &program.globals[id.0 as usize]);
        let Some(global) = global.filter(|g| g.address == *address && is_number(program, g)) else { continue };
        if !function.insts.iter().any(changes) {
            continue;
        }
        let first = global.init.iter().take(8).rev().fold(0u64, |n, byte| n << 8 | u64::from(*byte));
        let edit = Edit::Before(Inst::Store { bytes: global.size as u8, val: spare, addr: slot });
        let name = global.variable.clone().unwrap_or_else(|| global.name.clone());
        let patch = Patch { site, edit, constant: first };
        found.push(Candidate { patch, change: SourceChange::StaticReset { name, to: first as i64 } });
    }
    found
}

/// Is it a number that the program may change?
fn is_number(program: &Program, global: &Global) -> bool {
    let number = |ty| matches!(program.types.get(program.types.bare(ty)), Type::Int { .. } | Type::Enum { .. });
    !global.constant && !global.external && matches!(global.size, 1 | 2 | 4 | 8) && global.ty.is_some_and(number)
}
