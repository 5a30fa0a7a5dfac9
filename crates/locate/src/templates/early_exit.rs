//! A missing `return`, `break` or `continue` at the end of a branch.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::analysis::Flow;
use whydunit_program::{BlockId, Function, Inst, Program, Type};

use crate::session::statement::Statement;
use crate::templates::candidate::Candidate;
use crate::templates::repeated_assignment::end_of_branch;
use crate::templates::search::Search;
use crate::templates::source_change::SourceChange;

/// Values tried with `return`, of those that the function returns elsewhere.
const MAX_RESULTS: usize = 4;

/// Leaves loops and functions at the end of branches, in the order of the statements' functions, as long as the budget
/// lasts. The last statement before the exit is blamed.
pub(crate) fn propose(search: &mut Search, statements: &[Statement]) {
    let (program, mut seen) = (search.program.clone(), BTreeSet::new());
    for id in statements.iter().map(|s| s.function).filter(|&id| seen.insert(id)) {
        let function = program.function(id);
        for (jump, line) in branch_ends(function, search.session.analyses.flow(id)) {
            if !search.session.may_go_on() {
                return;
            }
            let Some(time) = search.executions.of_inst(search.session, id, jump) else { continue };
            let exits = Exits { program: &program, function, flow: search.session.analyses.flow(id) };
            let site = Site { function: id, inst: jump };
            let candidates = exits.at(jump).into_iter().map(|exit| (time, exit.candidate(site, line))).collect();
            search.try_group(Statement { function: id, line }, candidates);
        }
    }
}

/// The jumps that end branches, and the lines of the last statements before them. The end of a loop body is not among
/// them: an exit there would make the loop useless.
fn branch_ends(function: &Function, flow: &Flow) -> BTreeMap<u32, u32> {
    let mut found = BTreeMap::new();
    for block in (0..function.blocks.len() as u32).map(BlockId) {
        let Inst::Branch { then, other, .. } = function.terminator(block) else { continue };
        let is_head = flow.loops.innermost(block).is_some_and(|id| {
            let blocks = &flow.loops.get(id).blocks;
            !blocks.contains(&then) || !blocks.contains(&other)
        });
        let Some(join) = flow.join(block).filter(|_| !is_head) else { continue };
        let arms = [then, other].into_iter().filter(|to| *to != join);
        // If the other branch leaves the function, the code that follows is not the end of this one.
        let meets = |(jump, _): &(u32, u32)| function.insts[*jump as usize] == Inst::Jump { to: join };
        found.extend(arms.filter_map(|to| end_of_branch(function, to)).filter(meets));
    }
    found
}

/// An early exit.
struct Exit {
    inst: Inst,
    /// The value that it returns.
    constant: u64,
    text: String,
}

impl Exit {
    fn to(to: BlockId, text: &str) -> Self {
        Exit { inst: Inst::Jump { to }, constant: 0, text: text.into() }
    }

    fn candidate(self, site: Site, after: u32) -> Candidate {
        let patch = Patch { site, edit: Edit::Replace(self.inst), constant: self.constant };
        Candidate { patch, change: SourceChange::EarlyExit { text: self.text, after } }
    }
}

struct Exits<'a> {
    program: &'a Program,
    function: &'a Function,
    flow: &'a Flow,
}

impl Exits<'_> {
    /// The exits that a jump can be replaced with.
    fn at(&self, jump: u32) -> Vec<Exit> {
        let Inst::Jump { to } = self.function.insts[jump as usize] else { return Vec::new() };
        let mut found = self.out_of_loop(self.function.block_of(jump));
        found.retain(|exit| exit.inst != Inst::Jump { to });
        found.extend(self.out_of_function(to));
        found
    }

    /// `continue` and `break`.
    fn out_of_loop(&self, from: BlockId) -> Vec<Exit> {
        let Some(inner) = self.flow.loops.innermost(from).map(|id| self.flow.loops.get(id)) else { return Vec::new() };
        let head = self.last_line(inner.header);
        let mut found = Vec::new();
        if let [latch] = inner.latches[..] {
            match self.function.terminator(latch) {
                // `continue` in a `for` executes its step.
                Inst::Jump { .. } if latch != from && self.first_line(latch) == head => {
                    found.push(Exit::to(latch, "continue"));
                }
                Inst::Jump { .. } => found.push(Exit::to(inner.header, "continue")),
                _ => {}
            }
        }
        let mut outside = Vec::new();
        for &block in inner.blocks.iter().filter(|block| self.last_line(**block) == head) {
            self.function.successors(block, |to| outside.extend((!inner.blocks.contains(&to)).then_some(to)));
        }
        let in_switch = inner.blocks.iter().any(|&block| self.is_in_switch(from, block));
        if let Some(&to) = outside.first().filter(|_| !in_switch) {
            found.push(Exit::to(to, "break"));
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
    fn out_of_function(&self, to: BlockId) -> Vec<Exit> {
        let function = self.function;
        let exit = |slot, count, constant, text| Exit { inst: Inst::Return { first: slot, count }, constant, text };
        match (function.returns, function.result, function.spare) {
            (0, None, _) if function.block_insts(to).len() > 1 => vec![exit(0, 0, 0, "return".into())],
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
                let exits = results.filter_map(|value| Some(exit(spare, 1, value, text(value)?)));
                exits.take(MAX_RESULTS).collect()
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
    fn last_line(&self, block: BlockId) -> u32 {
        let block = self.function.blocks[block.0 as usize];
        self.function.locs[(block.first + block.len - 1) as usize].line
    }

    /// The line of a block's first instruction.
    fn first_line(&self, block: BlockId) -> u32 {
        self.function.locs[self.function.blocks[block.0 as usize].first as usize].line
    }
}
