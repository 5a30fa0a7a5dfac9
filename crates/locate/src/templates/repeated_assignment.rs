//! Statements that may be missing: assignments of the same function, made once more where a decision comes out one
//! way. Who forgets to reset a variable in one branch mostly did not forget it in the others.

use std::collections::BTreeSet;

use whydunit_machine::{Copied, Edit, Patch, Site};
use whydunit_program::analysis::Flow;
use whydunit_program::{BlockId, Function, FunctionId, Inst, LocalId, Program, Slot};
use whydunit_trace::Time;

use crate::evidence::weights::likelihood;
use crate::rerun::intervention::Intervention;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::expression::Candidate;
use crate::templates::rewrite::SourceChange;
use crate::templates::split_number::computes_halves;
use crate::templates::tested::{FirstTimes, TestedPatch};

/// At most so many assignments of a constant, and so many others, those nearest in the source, are tried at one
/// place.
const NEAREST: usize = 8;

/// Tries what may be missing behind the decisions of statements, in the order given, as long as the budget
/// lasts.
pub(crate) fn missing(session: &mut Session, statements: &[Statement]) -> Vec<TestedPatch> {
    let first = FirstTimes::new(session);
    let mut found = Vec::new();
    for (done, &statement) in statements.iter().enumerate() {
        let monitor = &session.budget.monitor;
        monitor.report(|| format!("looking for missing code, statement {} of {}", done + 1, statements.len()));
        if !session.may_go_on() {
            break;
        }
        let function = session.program().function(statement.function);
        let mut mutants: Vec<(Time, Candidate)> = Vec::new();
        for (time, site) in first.sites(session, statement) {
            let flow = session.analyses.flow(statement.function);
            mutants.extend(insertions(session.program(), function, flow, site).into_iter().map(|m| (time, m)));
        }
        mutants.sort_by_key(|(_, m)| std::cmp::Reverse(likelihood(&m.rewrite)));
        let trials: Vec<Intervention> = mutants.iter().map(|(time, m)| Intervention::patched(*time, m.patch)).collect();
        if let Some((index, verdict)) = session.best_of(&trials) {
            found.push(TestedPatch::new(session, statement, mutants.swap_remove(index), verdict));
        }
    }
    only_best(found)
}

/// What may be missing behind the branch at `site`.
fn insertions(program: &Program, function: &Function, flow: &Flow, site: Site) -> Vec<Candidate> {
    let Inst::Branch { then, other, .. } = function.insts[site.inst as usize] else { return Vec::new() };
    let line = function.locs[site.inst as usize].line;
    let negated = function.negated.binary_search(&site.inst).is_ok();
    let (resets, others) = nearest_assignments(program, function, line);
    let mut found = Vec::new();
    for (when, to) in [(true, then), (false, other)] {
        // What is there already is not missing.
        // Nor is what belongs to a loop behind it.
        let leaves = leaves_loop(function, site.inst, to);
        let inside = |a: &Assignment| (site.inst..function.blocks[to.0 as usize].first).contains(&a.first);
        let elsewhere = |a: &&Assignment| function.block_of(a.first) != to && !(leaves && inside(a));
        let tried = resets.iter().filter(elsewhere).take(NEAREST).chain(others.iter().filter(elsewhere).take(NEAREST));
        for assignment in tried {
            for turned in [false, true].into_iter().take(1 + usize::from(assignment.counts)) {
                let Assignment { first, len, line, .. } = *assignment;
                let edit = Edit::Copy(Copied { first, len, when, turned });
                let companions = companions(function, function.block_of(first), to);
                let mut add = |inst: u32, behind: Option<u32>| {
                    let (name, when) = (assignment.name.clone(), when != negated);
                    let rewrite = SourceChange::Missing { name, line, when, behind, turned, companions };
                    found.push(Candidate { patch: Patch { site: Site { inst, ..site }, edit, constant: 0 }, rewrite });
                };
                add(site.inst, None);
                let own = flow.join(function.block_of(site.inst)) != Some(to) && !leaves;
                if let Some((end, last)) = end_of(function, to).filter(|end| own && !begins_loop(function, flow, *end))
                {
                    add(end, Some(last));
                }
            }
        }
    }
    found
}

/// The jump at the end of what begins with a block and does more than jump, and the line of its last statement.
pub(crate) fn end_of(function: &Function, begin: BlockId) -> Option<(u32, u32)> {
    // Calls end blocks; what follows is the next one.
    let blocks = function.blocks[begin.0 as usize..].iter();
    let is_call = |inst: &Inst| matches!(inst, Inst::Call { .. });
    let last = blocks.map(|b| b.first + b.len - 1).find(|&end| !is_call(&function.insts[end as usize]))?;
    let acts = |inst: &Inst| is_call(inst) || matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. });
    let first = function.blocks[begin.0 as usize].first;
    let line = (first..last).rev().find(|&i| acts(&function.insts[i as usize])).map(|i| function.locs[i as usize].line);
    // Behind a `return`, or a way out of a scope, nothing is executed.
    let leaves = |inst: &Inst| match *inst {
        Inst::StoreLocal { local, .. } => function.holds_result(local) || function.notes_way(local),
        _ => false,
    };
    let left = function.insts[first as usize..last as usize].iter().any(leaves);
    let jumps = matches!(function.insts[last as usize], Inst::Jump { .. }) && !left;
    line.filter(|&line| jumps && line != 0).map(|line| (last, line))
}

/// Does a jump begin a loop behind something in the line of its head?
fn begins_loop(function: &Function, flow: &Flow, (jump, line): (u32, u32)) -> bool {
    let Inst::Jump { to } = function.insts[jump as usize] else { return false };
    let head = function.blocks[to.0 as usize];
    let is_head = flow.loops.loops().iter().any(|l| l.header == to);
    is_head && function.locs[(head.first + head.len - 1) as usize].line == line
}

/// Does a branch that goes to a block leave a loop by that? What follows a loop does not depend on it.
fn leaves_loop(function: &Function, branch: u32, to: BlockId) -> bool {
    let first = |block: BlockId| function.blocks[block.0 as usize].first;
    let goes_back = |at: u32| matches!(function.insts[at as usize], Inst::Jump { to } if first(to) <= branch);
    (branch + 1..first(to)).any(goes_back)
}

/// The assignments of a function, those that give a variable a constant apart, by how near they are to a line. Of
/// those that give a variable the same constant the nearest.
fn nearest_assignments(program: &Program, function: &Function, line: u32) -> (Vec<Assignment>, Vec<Assignment>) {
    let mut all = assignments(function);
    all.retain(|a| !computes_halves(program, function, a.line));
    all.sort_by_key(|a| (a.line.abs_diff(line), a.first));
    let mut seen = BTreeSet::new();
    all.retain(|a| a.resets.is_none_or(|reset| seen.insert(reset)));
    all.into_iter().partition(|a| a.resets.is_some())
}

/// How many variables are given values in both of two blocks.
fn companions(function: &Function, a: BlockId, b: BlockId) -> u32 {
    let given = |block: BlockId| -> BTreeSet<LocalId> {
        let block = function.blocks[block.0 as usize];
        let insts = &function.insts[block.first as usize..(block.first + block.len) as usize];
        let local = |inst: &Inst| match inst {
            Inst::StoreLocal { local, .. } => Some(*local),
            _ => None,
        };
        insts.iter().filter_map(local).collect()
    };
    given(a).intersection(&given(b)).count() as u32
}

/// An assignment that can be made elsewhere in its function.
struct Assignment {
    /// Its first instruction.
    first: u32,
    /// How many instructions it has.
    len: u32,
    line: u32,
    /// What it assigns to.
    name: Option<String>,
    /// It adds a constant to a variable.
    counts: bool,
    /// It gives a variable a constant.
    resets: Option<(LocalId, u32, u64)>,
}

/// The assignments of a function that need no calls.
fn assignments(function: &Function) -> Vec<Assignment> {
    let stores = |inst: &Inst| matches!(inst, Inst::StoreLocal { .. } | Inst::Store { .. });
    let found = function.insts.iter().enumerate().filter(|(_, inst)| stores(inst));
    found.filter_map(|(store, _)| assignment(function, store as u32)).collect()
}

/// The assignment that ends in the store at `store`, if it can be made elsewhere.
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
        // Whatever defines slots and is no call only computes.
        let defs = inst.defs()?;
        (defs.first..defs.first + defs.count).for_each(|slot| _ = needed.remove(&slot));
        need(inst, &mut needed);
    }
    let mut found = Assignment { first, len: store - first + 1, line, name: None, counts: false, resets: None };
    if let Inst::StoreLocal { local, offset, val, .. } = function.insts[store as usize] {
        let variable = function.variables.iter().find(|v| v.local == local && !v.indirect && offset == 0);
        // What a `return` gives back does not go with it.
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

/// So many places are told at which one and the same assignment may be missing.
const PLACES: usize = 2;

/// Of places at which the same assignment does only the best.
fn only_best(mut found: Vec<TestedPatch>) -> Vec<TestedPatch> {
    found.sort_by_key(|r| std::cmp::Reverse((r.verdict, r.strength())));
    let mut told: Vec<(FunctionId, u32, bool)> = Vec::new();
    found.retain(|repair| {
        let SourceChange::Missing { line, turned, .. } = repair.mutant.rewrite else { return true };
        let what = (repair.statement.function, line, turned);
        told.push(what);
        told.iter().filter(|t| **t == what).count() <= PLACES
    });
    found
}
