//! An assignment of the same function that should be repeated in a branch: if a variable is reset in one branch and not
//! in the others, that is easily an oversight.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use whydunit_machine::{Copied, Edit, Patch, Site};
use whydunit_program::analysis::Flow;
use whydunit_program::{BlockId, Function, FunctionId, Inst, LocalId, Program, Slot};
use whydunit_trace::Time;

use crate::evidence::weights::likelihood;
use crate::session::statement::Statement;
use crate::templates::candidate::Candidate;
use crate::templates::search::Search;
use crate::templates::source_change::SourceChange;
use crate::templates::split_number::computes_with_split_numbers;
use crate::templates::tested_patch::TestedPatch;

/// Assignments tried in one place: this many of constants, and this many others, those nearest in the source.
const MAX_ASSIGNMENTS: usize = 8;
/// Places reported for one assignment.
const MAX_PLACES: usize = 2;

/// Repeats assignments after the decisions of statements, in the order given, as long as the budget lasts.
pub(crate) fn propose(search: &mut Search, statements: &[Statement]) {
    for (done, &statement) in statements.iter().enumerate() {
        search.report(done, statements.len());
        if !search.session.may_go_on() {
            break;
        }
        let function = search.program.function(statement.function);
        let mut candidates: Vec<(Time, Candidate)> = Vec::new();
        for (time, site) in search.executions.sites(search.session, statement) {
            let flow = search.session.analyses.flow(statement.function);
            candidates.extend(repetitions(&search.program, function, flow, site).into_iter().map(|c| (time, c)));
        }
        candidates.sort_by_key(|(_, candidate)| Reverse(likelihood(&candidate.change)));
        search.try_group(statement, candidates);
    }
    keep_best_places(&mut search.found);
}

/// Keeps the best places of those at which the same assignment is repeated.
fn keep_best_places(found: &mut Vec<TestedPatch>) {
    found.sort_by_key(|patch| Reverse((patch.verdict, patch.strength())));
    let mut kept: Vec<(FunctionId, u32, bool)> = Vec::new();
    found.retain(|patch| {
        let SourceChange::RepeatedAssignment { line, turned, .. } = patch.candidate.change else { return true };
        let assignment = (patch.statement.function, line, turned);
        kept.push(assignment);
        kept.iter().filter(|other| **other == assignment).count() <= MAX_PLACES
    });
}

/// The assignments that can be repeated after the branch at `site`.
fn repetitions(program: &Program, function: &Function, flow: &Flow, site: Site) -> Vec<Candidate> {
    let Inst::Branch { then, other, .. } = function.insts[site.inst as usize] else { return Vec::new() };
    let line = function.locs[site.inst as usize].line;
    let negated = function.negated.binary_search(&site.inst).is_ok();
    let (resets, others) = nearest_assignments(program, function, line);
    let mut found = Vec::new();
    for (when, to) in [(true, then), (false, other)] {
        // An assignment is not missing where the function has it, nor after its own loop.
        let leaves = leaves_loop(function, site.inst, to);
        let inside = |a: &Assignment| (site.inst..function.blocks[to.0 as usize].first).contains(&a.first);
        let elsewhere = |a: &&Assignment| function.block_of(a.first) != to && !(leaves && inside(a));
        let own = flow.join(function.block_of(site.inst)) != Some(to) && !leaves;
        let end = end_of_branch(function, to).filter(|end| own && !begins_loop(function, flow, *end));
        let resets = resets.iter().filter(elsewhere).take(MAX_ASSIGNMENTS);
        for assignment in resets.chain(others.iter().filter(elsewhere).take(MAX_ASSIGNMENTS)) {
            for turned in [false, true].into_iter().take(1 + usize::from(assignment.counts)) {
                let Assignment { first, len, line, .. } = *assignment;
                let edit = Edit::Copy(Copied { first, len, when, turned });
                let companions = companions(function, function.block_of(first), to);
                let mut add = |inst: u32, after: Option<u32>| {
                    let (name, when) = (assignment.name.clone(), when != negated);
                    let change = SourceChange::RepeatedAssignment { name, line, when, after, turned, companions };
                    found.push(Candidate { patch: Patch { site: Site { inst, ..site }, edit, constant: 0 }, change });
                };
                add(site.inst, None);
                if let Some((end, last)) = end {
                    add(end, Some(last));
                }
            }
        }
    }
    found
}

/// The jump at the end of the branch that begins with a block, and the line of the last statement before it. A branch
/// without statements has no such end.
pub(crate) fn end_of_branch(function: &Function, begin: BlockId) -> Option<(u32, u32)> {
    // A call ends a block, but not the branch.
    let blocks = function.blocks[begin.0 as usize..].iter();
    let is_call = |inst: &Inst| matches!(inst, Inst::Call { .. });
    let last = blocks.map(|b| b.first + b.len - 1).find(|&end| !is_call(&function.insts[end as usize]))?;
    let acts = |inst: &Inst| is_call(inst) || matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. });
    let first = function.blocks[begin.0 as usize].first;
    let line = (first..last).rev().find(|&i| acts(&function.insts[i as usize])).map(|i| function.locs[i as usize].line);
    // No code is executed after a `return`, or after a jump out of a scope.
    let leaves = |inst: &Inst| match *inst {
        Inst::StoreLocal { local, .. } => function.holds_result(local) || function.notes_way(local),
        _ => false,
    };
    let left = function.insts[first as usize..last as usize].iter().any(leaves);
    let jumps = matches!(function.insts[last as usize], Inst::Jump { .. }) && !left;
    line.filter(|&line| jumps && line != 0).map(|line| (last, line))
}

/// Does a jump enter a loop, from a statement in the line of the loop head?
fn begins_loop(function: &Function, flow: &Flow, (jump, line): (u32, u32)) -> bool {
    let Inst::Jump { to } = function.insts[jump as usize] else { return false };
    let head = function.blocks[to.0 as usize];
    let is_head = flow.loops.loops().iter().any(|l| l.header == to);
    is_head && function.locs[(head.first + head.len - 1) as usize].line == line
}

/// Does a branch leave a loop by going to a block? Code after the loop does not depend on the branch.
fn leaves_loop(function: &Function, branch: u32, to: BlockId) -> bool {
    let first = |block: BlockId| function.blocks[block.0 as usize].first;
    let goes_back = |at: u32| matches!(function.insts[at as usize], Inst::Jump { to } if first(to) <= branch);
    (branch + 1..first(to)).any(goes_back)
}

/// The assignments of a function by their distance from a line: those of constants, and the others. Of several that give
/// the same variable the same constant, only the nearest one.
fn nearest_assignments(program: &Program, function: &Function, line: u32) -> (Vec<Assignment>, Vec<Assignment>) {
    let mut all = assignments(function);
    all.retain(|a| !computes_with_split_numbers(program, function, a.line));
    all.sort_by_key(|a| (a.line.abs_diff(line), a.first));
    let mut seen = BTreeSet::new();
    all.retain(|a| a.resets.is_none_or(|reset| seen.insert(reset)));
    all.into_iter().partition(|a| a.resets.is_some())
}

/// The number of variables that are assigned in both blocks.
fn companions(function: &Function, a: BlockId, b: BlockId) -> u32 {
    let assigned = |block: BlockId| -> BTreeSet<LocalId> {
        let block = function.blocks[block.0 as usize];
        let insts = &function.insts[block.first as usize..(block.first + block.len) as usize];
        let local = |inst: &Inst| match inst {
            Inst::StoreLocal { local, .. } => Some(*local),
            _ => None,
        };
        insts.iter().filter_map(local).collect()
    };
    assigned(a).intersection(&assigned(b)).count() as u32
}

/// An assignment that can be repeated elsewhere in its function.
struct Assignment {
    /// Its first instruction.
    first: u32,
    /// The number of its instructions.
    len: u32,
    line: u32,
    /// Its target.
    name: Option<String>,
    /// Does it add a constant to a variable?
    counts: bool,
    /// If it assigns a constant to a variable: the local, the offset and the constant.
    resets: Option<(LocalId, u32, u64)>,
}

/// The assignments of a function that contain no calls.
fn assignments(function: &Function) -> Vec<Assignment> {
    let stores = |inst: &Inst| matches!(inst, Inst::StoreLocal { .. } | Inst::Store { .. });
    let found = function.insts.iter().enumerate().filter(|(_, inst)| stores(inst));
    found.filter_map(|(store, _)| assignment(function, store as u32)).collect()
}

/// The assignment that ends with a store, if it can be repeated elsewhere.
fn assignment(function: &Function, store: u32) -> Option<Assignment> {
    let line = function.locs[store as usize].line;
    let block = function.blocks[function.block_of(store).0 as usize];
    let mut needed = BTreeSet::new();
    let need = |inst: &Inst, needed: &mut BTreeSet<Slot>| {
        inst.uses(|slot| {
            if slot as usize >= function.constants.len() {
                needed.insert(slot);
            }
        });
    };
    need(&function.insts[store as usize], &mut needed);
    let mut first = store;
    while !needed.is_empty() {
        first = first.checked_sub(1).filter(|&at| at >= block.first)?;
        let inst = &function.insts[first as usize];
        // An instruction that defines slots and is no call has no other effect.
        let defs = inst.defs()?;
        (defs.first..defs.first + defs.count).for_each(|slot| _ = needed.remove(&slot));
        need(inst, &mut needed);
    }
    let mut found = Assignment { first, len: store - first + 1, line, name: None, counts: false, resets: None };
    if let Inst::StoreLocal { local, offset, val, .. } = function.insts[store as usize] {
        let variable = function.variables.iter().find(|v| v.local == local && !v.indirect && offset == 0);
        // A copy would store the result of a `return` without returning.
        if function.holds_result(local) || function.notes_way(local) {
            return None;
        }
        found.name = variable.map(|v| v.name.clone());
        found.resets = function.constants.get(val as usize).map(|&constant| (local, offset, constant));
        found.counts = match function.insts[first as usize..store as usize] {
            [Inst::LoadLocal { local: l, .. }, Inst::Add(_) | Inst::Sub(_) | Inst::Offset { .. }] => l == local,
            _ => false,
        };
    }
    (line != 0).then_some(found)
}
