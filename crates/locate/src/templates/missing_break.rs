//! A `break` that is missing between two cases of a `switch` statement.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::analysis::Flow;
use whydunit_program::{BlockId, Function, FunctionId, Inst, SwitchTable};

use crate::session::statement::Statement;
use crate::templates::candidate::Candidate;
use crate::templates::search::{Search, functions_of};
use crate::templates::source_change::SourceChange;

/// The last statement before the missing `break` is blamed.
pub(crate) fn propose(search: &mut Search, statements: &[Statement]) {
    let program = search.program.clone();
    for id in functions_of(statements) {
        for candidate in missing_breaks(id, program.function(id), search.session.analyses.flow(id)) {
            let first = search.executions.of_inst(search.session, id, candidate.patch.site.inst);
            let SourceChange::MissingBreak(line) = candidate.change else { continue };
            if let Some((time, statement)) = first.zip(last_above(search, id, line)) {
                search.try_group(statement, vec![(time, candidate)]);
            }
        }
    }
}

/// The last executed statement above a line.
fn last_above(search: &Search, id: FunctionId, line: u32) -> Option<Statement> {
    let function = search.program.function(id);
    let executed = |inst: u32| search.executions.of_inst(search.session, id, inst).is_some();
    let lines = (0..).zip(&function.locs).filter(|(_, loc)| loc.line != 0 && loc.line < line);
    let line = lines.filter(|(inst, _)| executed(*inst)).map(|(_, loc)| loc.line).max()?;
    Some(Statement { function: id, line })
}

/// For each case of a `switch` statement that continues with the next one: the change that leaves the statement.
fn missing_breaks(id: FunctionId, function: &Function, flow: &Flow) -> Vec<Candidate> {
    let mut found = Vec::new();
    for number in (0..function.blocks.len() as u32).map(BlockId) {
        let Inst::Switch { table, .. } = function.terminator(number) else { continue };
        let table = &function.switches[table as usize];
        let Some(join) = flow.join(number).or_else(|| end_of_switch(function, table)) else { continue };
        let targets = table.cases.iter().map(|c| c.1).chain([table.default]);
        let cases: Vec<BlockId> = targets.filter(|b| *b != join).collect();
        for from in (0..function.blocks.len() as u32).map(BlockId).filter(|b| *b != number) {
            let block = function.blocks[from.0 as usize];
            let Inst::Jump { to } = function.terminator(from) else { continue };
            // A jump back is that of a loop around the statement.
            if !cases.contains(&to) || block.first >= function.blocks[to.0 as usize].first {
                continue;
            }
            let site = Site { function: id, inst: block.first + block.len - 1 };
            let first = function.blocks[to.0 as usize].first;
            let line = function.locs[first as usize..].iter().map(|l| l.line).find(|l| *l != 0).unwrap_or(0);
            let patch = Patch { site, edit: Edit::Replace(Inst::Jump { to: join }), constant: 0 };
            found.push(Candidate { patch, change: SourceChange::MissingBreak(line) });
        }
    }
    found
}

/// The end of a `switch` statement whose cases do not all meet again, since one of them may end the run: the block after
/// all cases that is the target of most jumps.
fn end_of_switch(function: &Function, table: &SwitchTable) -> Option<BlockId> {
    let (first, last) = (table.cases.iter().map(|c| c.1).min()?, table.cases.iter().map(|c| c.1).max()?);
    let mut jumps: BTreeMap<BlockId, usize> = BTreeMap::new();
    for from in (first.0..function.blocks.len() as u32).map(BlockId) {
        if let Inst::Jump { to } = function.terminator(from)
            && to > last
            && to > from
        {
            *jumps.entry(to).or_default() += 1;
        }
    }
    jumps.into_iter().max_by_key(|(to, count)| (*count, Reverse(*to))).map(|(to, _)| to)
}
