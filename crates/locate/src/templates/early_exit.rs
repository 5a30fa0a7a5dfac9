//! Ways out that may be missing: a `return`, `break` or `continue` at the end of what a decision leads to.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::analysis::Flow;
use whydunit_program::{BlockId, Function, Inst, Program, Type};

use crate::rerun::intervention::Intervention;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::expression::Candidate;
use crate::templates::repeated_assignment::end_of;
use crate::templates::rewrite::SourceChange;
use crate::templates::tested::{FirstTimes, TestedPatch};

/// So many values that a function returns elsewhere are tried.
const RESULTS: usize = 4;

/// Tries to leave loops and functions behind the decisions of functions, in the order given, as long as the budget
/// lasts. The last statement before is blamed.
pub(crate) fn exits(session: &mut Session, statements: &[Statement]) -> Vec<TestedPatch> {
    let (program, first) = (session.program().clone(), FirstTimes::new(session));
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for id in statements.iter().map(|s| s.function).filter(|&id| seen.insert(id)) {
        let function = program.function(id);
        for (jump, line) in ends(function, session.analyses.flow(id)) {
            if !session.may_go_on() {
                return found;
            }
            let block = session.index.number(id, function.block_of(jump));
            let Some(&time) = first.times.get(&block) else { continue };
            let ways = Ways { program: &program, function, flow: session.analyses.flow(id) };
            let site = Site { function: id, inst: jump };
            let mutants: Vec<Candidate> = ways.out(jump).into_iter().map(|way| way.mutant(site, line)).collect();
            let trials: Vec<Intervention> = mutants.iter().map(|m| Intervention::patched(time, m.patch)).collect();
            if let Some((index, verdict)) = session.best_of(&trials) {
                let statement = Statement { function: id, line };
                found.push(TestedPatch::new(session, statement, (time, mutants[index].clone()), verdict));
            }
        }
    }
    found
}

/// The ends of what decisions lead to, as jumps, and the lines of the last statements before. Not of loops: at their end
/// nobody leaves them.
fn ends(function: &Function, flow: &Flow) -> BTreeMap<u32, u32> {
    let mut found = BTreeMap::new();
    for block in (0..function.blocks.len() as u32).map(BlockId) {
        let Inst::Branch { then, other, .. } = function.terminator(block) else { continue };
        let is_head = flow.loops.innermost(block).is_some_and(|id| {
            let blocks = &flow.loops.get(id).blocks;
            !blocks.contains(&then) || !blocks.contains(&other)
        });
        let Some(join) = flow.join(block).filter(|_| !is_head) else { continue };
        let arms = [then, other].into_iter().filter(|to| *to != join);
        // What follows when the other way has left the function is no end.
        let meets = |(jump, _): &(u32, u32)| function.insts[*jump as usize] == Inst::Jump { to: join };
        found.extend(arms.filter_map(|to| end_of(function, to)).filter(meets));
    }
    found
}

/// A way out.
struct Way {
    inst: Inst,
    /// What it returns.
    constant: u64,
    text: String,
}

impl Way {
    fn to(to: BlockId, text: &str) -> Self {
        Way { inst: Inst::Jump { to }, constant: 0, text: text.into() }
    }

    fn mutant(self, site: Site, behind: u32) -> Candidate {
        let patch = Patch { site, edit: Edit::Replace(self.inst), constant: self.constant };
        Candidate { patch, rewrite: SourceChange::Exit { text: self.text, behind } }
    }
}

struct Ways<'a> {
    program: &'a Program,
    function: &'a Function,
    flow: &'a Flow,
}

impl Ways<'_> {
    /// Other ways to go than that of a jump.
    fn out(&self, jump: u32) -> Vec<Way> {
        let Inst::Jump { to } = self.function.insts[jump as usize] else { return Vec::new() };
        let mut found = self.out_of_loop(self.function.block_of(jump));
        found.retain(|way| way.inst != Inst::Jump { to });
        found.extend(self.out_of_function(to));
        found
    }

    /// `continue` and `break`.
    fn out_of_loop(&self, from: BlockId) -> Vec<Way> {
        let Some(inner) = self.flow.loops.innermost(from).map(|id| self.flow.loops.get(id)) else { return Vec::new() };
        let head = self.line(inner.header);
        let mut found = Vec::new();
        if let [latch] = inner.latches[..] {
            match self.function.terminator(latch) {
                // A `for` takes its step before it tests again.
                Inst::Jump { .. } if latch != from && self.begins(latch) == head => {
                    found.push(Way::to(latch, "continue"));
                }
                Inst::Jump { .. } => found.push(Way::to(inner.header, "continue")),
                _ => {}
            }
        }
        let mut outside = Vec::new();
        for &block in inner.blocks.iter().filter(|block| self.line(**block) == head) {
            self.function.successors(block, |to| outside.extend((!inner.blocks.contains(&to)).then_some(to)));
        }
        let in_switch = inner.blocks.iter().any(|&block| self.is_in_switch(from, block));
        if let Some(&to) = outside.first().filter(|_| !in_switch) {
            found.push(Way::to(to, "break"));
        }
        found
    }

    /// Would `break` in one block leave the `switch` that another ends with?
    fn is_in_switch(&self, from: BlockId, block: BlockId) -> bool {
        let switches = matches!(self.function.terminator(block), Inst::Switch { .. });
        let left = || self.flow.join(block).is_some_and(|join| self.flow.dominators.dominates(join.0, from.0));
        switches && self.flow.dominators.dominates(block.0, from.0) && !left()
    }

    /// `return`, with the values that the function returns elsewhere.
    fn out_of_function(&self, to: BlockId) -> Vec<Way> {
        let function = self.function;
        let way = |slot, count, constant, text| Way { inst: Inst::Return { first: slot, count }, constant, text };
        match (function.returns, function.result, function.spare) {
            (0, None, _) if function.block_insts(to).len() > 1 => vec![way(0, 0, 0, "return".into())],
            (1, Some(ty), Some(spare)) => {
                let bits = 8 * self.program.types.size(ty).clamp(1, 8) as u32;
                let pointer = matches!(self.program.types.get(self.program.types.bare(ty)), Type::Pointer { .. });
                let number =
                    matches!(self.program.types.get(self.program.types.bare(ty)), Type::Int { .. } | Type::Enum { .. });
                let text = |value: u64| match (value as i64) << (64 - bits) >> (64 - bits) {
                    0 if pointer => Some("return NULL".to_string()),
                    value if number => Some(format!("return {value}")),
                    _ => None,
                };
                let results = self.results().into_iter();
                let ways = results.filter_map(|value| Some(way(spare, 1, value, text(value)?)));
                ways.take(RESULTS).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The constants that the function returns.
    fn results(&self) -> BTreeSet<u64> {
        let function = self.function;
        let returned = |inst: &Inst| match *inst {
            Inst::StoreLocal { val, local, .. } if function.holds_result(local) => Some(val),
            Inst::Return { first, count: 1 } => Some(first),
            _ => None,
        };
        let slots = function.insts.iter().filter_map(returned);
        slots
            .filter(|slot| Some(*slot) != function.spare)
            .filter_map(|slot| function.constants.get(slot as usize).copied())
            .collect()
    }

    /// The line of a block's last instruction.
    fn line(&self, block: BlockId) -> u32 {
        let block = self.function.blocks[block.0 as usize];
        self.function.locs[(block.first + block.len - 1) as usize].line
    }

    /// The line of a block's first instruction.
    fn begins(&self, block: BlockId) -> u32 {
        self.function.locs[self.function.blocks[block.0 as usize].first as usize].line
    }
}
