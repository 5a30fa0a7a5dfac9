//! Places in the text at which a statement may be missing: one for each stretch of statements that follow each other
//! whatever happens.

use whydunit_program::analysis::Flow;
use whydunit_program::{BlockId, Function, Inst};

/// Where a statement would be, for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Behind the one of this line.
    Behind(u32),
    /// Before the one of this line.
    Before(u32),
}

impl Gap {
    /// The line of the statement beside it.
    pub fn line(self) -> u32 {
        let (Gap::Behind(line) | Gap::Before(line)) = self;
        line
    }
}

/// Such a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Right before this instruction.
    pub(crate) at: u32,
    pub(crate) gap: Gap,
    /// The first instruction of the stretch.
    pub(crate) since: u32,
}

/// The places of a function.
pub(crate) fn spots(function: &Function, flow: &Flow) -> Vec<Spot> {
    (0..function.blocks.len() as u32).filter_map(|block| Text { function, flow }.spot(BlockId(block))).collect()
}

struct Text<'a> {
    function: &'a Function,
    flow: &'a Flow,
}

impl Text<'_> {
    /// The place at the end of the stretch that ends with a block.
    fn spot(&self, block: BlockId) -> Option<Spot> {
        let function = self.function;
        let end = self.end(block);
        let since = self.since(block);
        let line = function.locs[end as usize].line;
        let at = match function.insts[end as usize] {
            Inst::Jump { to } => {
                let last = self.last_act(since, end);
                let returns = last.is_some_and(|at| self.gives_result(at));
                // What a loop begins with belongs to its head.
                let head = last.is_some_and(|at| function.locs[at as usize].line == self.line_of_end(to));
                let enters = head && self.flow.loops.loops().iter().any(|l| l.header == to);
                if enters && self.flow.loops.back_edge(block, to).is_some() {
                    return None;
                }
                match last {
                    Some(last) if returns || enters => self.begin(since, last),
                    // Before variables go.
                    _ => (since..end).rev().take_while(|at| self.marks(*at)).last().unwrap_or(end),
                }
            }
            // All returns of the function come here.
            Inst::Return { .. } if self.collects(block) => return None,
            Inst::Return { .. } | Inst::Branch { .. } | Inst::Switch { .. } => self.begin(since, end),
            _ => return None,
        };
        // A statement that began before has been evaluated in part.
        if at == since && self.goes_on(self.function.block_of(since), function.locs[end as usize].line) {
            return None;
        }
        let gap = match self.last_act(since, at) {
            Some(last) => Gap::Behind(function.locs[last as usize].line),
            // Nothing but a condition: it may be evaluated over and over.
            None if since > 0 && !matches!(function.insts[end as usize], Inst::Return { .. }) => return None,
            None if since == 0 => Gap::Before(self.first_line(at)?),
            None => Gap::Before(line),
        };
        (gap.line() != 0 && gap.line() != function.line).then_some(Spot { at, gap, since })
    }

    /// Does a statement of this line lead to a block?
    fn goes_on(&self, block: BlockId, line: u32) -> bool {
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

    /// Where the stretch begins that a block ends: calls end blocks, but not stretches.
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

    /// The first instruction, since another, of the statement that ends at one.
    fn begin(&self, since: u32, end: u32) -> u32 {
        let line = |at: u32| self.function.locs[at as usize].line;
        let other = |at: &u32| line(*at) != 0 && line(*at) != line(end) && !self.marks(*at);
        (since..end).rev().find(other).map_or(since, |at| at + 1).max(self.behind_parameters())
    }

    /// Does an instruction only say that a variable comes or goes? It does so in another line than the statement beside.
    fn marks(&self, at: u32) -> bool {
        matches!(self.function.insts[at as usize], Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. })
    }

    /// The first instruction that does not put a parameter where it lives.
    fn behind_parameters(&self) -> u32 {
        (0..self.end(BlockId(0))).find(|&at| !self.function.stores_parameter(at)).unwrap_or(0)
    }

    /// The last instruction between two that does something.
    fn last_act(&self, since: u32, end: u32) -> Option<u32> {
        let acts = |at: &u32| match self.function.insts[*at as usize] {
            Inst::StoreLocal { local, .. } => !self.function.stores_parameter(*at) && !self.function.notes_way(local),
            Inst::Store { .. } | Inst::StoreWide { .. } | Inst::MemCopy { .. } | Inst::MemSet { .. } => true,
            Inst::Call { .. } => true,
            _ => false,
        };
        (since..end).rev().find(|at| acts(at) && self.function.locs[*at as usize].line != 0)
    }

    /// Does an instruction store what a `return` gives back?
    fn gives_result(&self, at: u32) -> bool {
        let Inst::StoreLocal { local, .. } = self.function.insts[at as usize] else { return false };
        self.function.holds_result(local)
    }

    /// Is a block the end that all returns have in common?
    fn collects(&self, block: BlockId) -> bool {
        let loads = |inst: &Inst| match inst {
            Inst::LoadLocal { local, .. } => self.function.holds_result(*local),
            _ => false,
        };
        self.function.block_insts(block).iter().any(loads)
    }

    /// The line of the first statement behind an instruction.
    fn first_line(&self, at: u32) -> Option<u32> {
        let lines = self.function.locs[at as usize..].iter().map(|loc| loc.line);
        lines.into_iter().find(|line| *line != 0 && *line != self.function.line)
    }
}
