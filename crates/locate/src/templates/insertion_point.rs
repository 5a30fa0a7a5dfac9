//! Points of a function where a statement can be inserted: one for each stretch of statements without a branch.

use whydunit_program::analysis::Flow;
use whydunit_program::{BlockId, Function, Inst};

/// The line of an insertion, relative to a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertionLine {
    /// After the statement in this line.
    After(u32),
    /// Before the statement in this line.
    Before(u32),
}

impl InsertionLine {
    /// The line of that statement.
    pub fn line(self) -> u32 {
        let (InsertionLine::After(line) | InsertionLine::Before(line)) = self;
        line
    }
}

/// A point where a statement can be inserted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InsertionPoint {
    /// The insertion is right before this instruction.
    pub(crate) at: u32,
    pub(crate) place: InsertionLine,
    /// The first instruction of the stretch.
    pub(crate) since: u32,
}

/// The insertion points of a function.
pub(crate) fn insertion_points(function: &Function, flow: &Flow) -> Vec<InsertionPoint> {
    (0..function.blocks.len() as u32).filter_map(|block| Stretches { function, flow }.point(BlockId(block))).collect()
}

struct Stretches<'a> {
    function: &'a Function,
    flow: &'a Flow,
}

impl Stretches<'_> {
    /// The point at the end of the stretch that ends with a block.
    fn point(&self, block: BlockId) -> Option<InsertionPoint> {
        let function = self.function;
        let end = self.end(block);
        let since = self.since(block);
        let line = function.locs[end as usize].line;
        let at = match function.insts[end as usize] {
            Inst::Jump { to } => self.before_jump(block, to, since)?,
            // All returns of the function jump here.
            Inst::Return { .. } if self.is_common_return(block) => return None,
            Inst::Return { .. } | Inst::Branch { .. } | Inst::Switch { .. } => self.statement_start(since, end),
            _ => return None,
        };
        // The statement began in an earlier block: a part of it was evaluated.
        if at == since && self.continues_line(self.function.block_of(since), line) {
            return None;
        }
        let place = match self.last_effect(since, at) {
            Some(last) => InsertionLine::After(function.locs[last as usize].line),
            // The stretch is only a condition, such as that of a loop, which is evaluated in every round.
            None if since > 0 && !matches!(function.insts[end as usize], Inst::Return { .. }) => return None,
            None if since == 0 => InsertionLine::Before(self.first_line(at)?),
            None => InsertionLine::Before(line),
        };
        (place.line() != 0 && place.line() != function.line).then_some(InsertionPoint { at, place, since })
    }

    /// The point in a stretch that ends with a jump.
    fn before_jump(&self, block: BlockId, to: BlockId, since: u32) -> Option<u32> {
        let (function, end) = (self.function, self.end(block));
        let last = self.last_effect(since, end);
        let returns = last.is_some_and(|at| self.stores_result(at));
        // The initialisation of a loop is in the line of its head.
        let in_head = last.is_some_and(|at| function.locs[at as usize].line == self.line_of_end(to));
        let enters = in_head && self.flow.loops.loops().iter().any(|l| l.header == to);
        if enters && self.flow.loops.back_edge(block, to).is_some() {
            return None;
        }
        Some(match last {
            Some(last) if returns || enters => self.statement_start(since, last),
            // Before the lifetimes of variables end.
            _ => (since..end).rev().take_while(|at| self.is_lifetime_marker(*at)).last().unwrap_or(end),
        })
    }

    /// Does a statement in this line continue in a block?
    fn continues_line(&self, block: BlockId, line: u32) -> bool {
        (0..self.function.blocks.len() as u32).map(BlockId).any(|before| {
            let mut leads = false;
            self.function.successors(before, |to| leads |= to == block);
            leads && self.line_of_end(before) == line
        })
    }

    fn end(&self, block: BlockId) -> u32 {
        let block = self.function.blocks[block.0 as usize];
        block.first + block.len - 1
    }

    fn line_of_end(&self, block: BlockId) -> u32 {
        self.function.locs[self.end(block) as usize].line
    }

    /// The first instruction of the stretch that a block ends: a call ends a block, but not a stretch.
    fn since(&self, mut block: BlockId) -> u32 {
        let comes_from_call = |block: BlockId| {
            let before = block.0.checked_sub(1).map(BlockId)?;
            let Inst::Call { site } = self.function.terminator(before) else { return None };
            (self.function.calls[site as usize].next == block).then_some(before)
        };
        while let Some(before) = comes_from_call(block) {
            block = before;
        }
        self.function.blocks[block.0 as usize].first
    }

    /// The first instruction, not before `since`, of the statement that ends at an instruction.
    fn statement_start(&self, since: u32, end: u32) -> u32 {
        let line = |at: u32| self.function.locs[at as usize].line;
        let other = |at: &u32| line(*at) != 0 && line(*at) != line(end) && !self.is_lifetime_marker(*at);
        (since..end).rev().find(other).map_or(since, |at| at + 1).max(self.after_parameters())
    }

    /// Does an instruction only begin or end the lifetime of a variable? Its line differs from that of the statement next
    /// to it.
    fn is_lifetime_marker(&self, at: u32) -> bool {
        matches!(self.function.insts[at as usize], Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. })
    }

    /// The first instruction after those that store the parameters.
    fn after_parameters(&self) -> u32 {
        (0..self.end(BlockId(0))).find(|&at| !self.function.stores_parameter(at)).unwrap_or(0)
    }

    /// The last store or call between two instructions.
    fn last_effect(&self, since: u32, end: u32) -> Option<u32> {
        let acts = |at: &u32| match self.function.insts[*at as usize] {
            Inst::StoreLocal { local, .. } => !self.function.stores_parameter(*at) && !self.function.notes_way(local),
            Inst::Store { .. } | Inst::StoreWide { .. } | Inst::MemCopy { .. } | Inst::MemSet { .. } => true,
            Inst::Call { .. } => true,
            _ => false,
        };
        (since..end).rev().find(|at| acts(at) && self.function.locs[*at as usize].line != 0)
    }

    /// Does an instruction store the value of a `return`?
    fn stores_result(&self, at: u32) -> bool {
        let Inst::StoreLocal { local, .. } = self.function.insts[at as usize] else { return false };
        self.function.holds_result(local)
    }

    /// Is a block the common end of all returns?
    fn is_common_return(&self, block: BlockId) -> bool {
        let loads = |inst: &Inst| match inst {
            Inst::LoadLocal { local, .. } => self.function.holds_result(*local),
            _ => false,
        };
        self.function.block_insts(block).iter().any(loads)
    }

    /// The line of the first statement after an instruction.
    fn first_line(&self, at: u32) -> Option<u32> {
        let lines = self.function.locs[at as usize..].iter().map(|loc| loc.line);
        lines.into_iter().find(|line| *line != 0 && *line != self.function.line)
    }
}
