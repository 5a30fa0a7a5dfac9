//! Conditions with several operands. Each operand of `a && (b || c)` is a branch of its own, but the number of executed
//! operands carries little information. The condition as a whole has two exits, and its outcome is the exit taken.

use whydunit_program::analysis::Flow;
use whydunit_program::{BlockId, Function, Inst, Slot};

/// The blocks of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    /// The block that ends in the test of the first operand.
    pub(crate) root: u32,
    /// The two exits in the order of the text: for an `if` the true exit comes first.
    pub(crate) exits: [u32; 2],
    /// The blocks of all operands, including the root.
    pub(crate) members: Vec<u32>,
}

/// The conditions of a function.
pub(crate) struct Conditions<'a> {
    function: &'a Function,
    flow: &'a Flow,
    /// Includes conditions that are operands of larger ones.
    all: Vec<Condition>,
    /// By block: the index of its condition in `all`.
    of: Vec<Option<usize>>,
}

impl<'a> Conditions<'a> {
    /// Finds the conditions from the last block to the first, because operands follow the first operand in the text.
    pub(crate) fn new(function: &'a Function, flow: &'a Flow) -> Conditions<'a> {
        let blocks = function.blocks.len();
        let mut found = Conditions { function, flow, all: Vec::new(), of: vec![None; blocks] };
        let mut joins = vec![None; blocks];
        for block in 0..blocks as u32 {
            if let Some(branch) = found.branch_before(block) {
                joins[branch as usize] = Some(block);
            }
        }
        for block in (0..blocks as u32).rev() {
            if let Some(exits) = exits(function, block) {
                found.grow(block, exits, joins[block as usize]);
            }
        }
        found
    }

    /// The condition of a block.
    pub(crate) fn of(&self, block: u32) -> Option<&Condition> {
        self.of[block as usize].map(|at| &self.all[at])
    }

    /// Does a block end in a test?
    pub(crate) fn tests(&self, block: u32) -> bool {
        exits(self.function, block).is_some()
    }

    /// The exit of its condition that a block's test takes when it is true; none if it continues with another operand.
    pub(crate) fn exit_if_true(&self, block: u32) -> Option<usize> {
        let Inst::Branch { then, .. } = self.function.terminator(BlockId(block)) else { return None };
        self.of(block)?.exits.iter().position(|&exit| exit == then.0)
    }

    /// The condition whose first test is in a block.
    fn from(&self, block: u32) -> Option<&Condition> {
        self.of(block).filter(|condition| condition.root == block)
    }

    fn grow(&mut self, root: u32, exits: [u32; 2], join: Option<u32>) {
        let mut whole = Condition { root, exits, members: vec![root] };
        if let Some((join, tested)) = join.and_then(|join| Some((join, self.from(join)?))) {
            whole.exits = tested.exits;
            whole.members.extend(self.between(root, join));
            whole.members.extend(&tested.members);
        }
        while let Some((exits, operands)) = self.next_operands(&whole) {
            whole.exits = exits;
            whole.members.extend(operands);
        }
        whole.members.iter().for_each(|&block| self.of[block as usize] = Some(self.all.len()));
        self.all.push(whole);
    }

    /// An exit of `whole` that is itself an operand, because it leads to the other exit. Returns the combined exits and
    /// the blocks of the operand; for `a ? b : c` those of both operands.
    fn next_operands(&self, whole: &Condition) -> Option<([u32; 2], Vec<u32>)> {
        let [first, second] = whole.exits.map(|exit| self.operand(whole, exit));
        let fits = |exits: &[u32; 2]| !exits.iter().any(|exit| whole.members.contains(exit));
        for (operand, other) in [(&first, whole.exits[1]), (&second, whole.exits[0])] {
            if let Some((exits, blocks)) = operand
                && exits.contains(&other)
                && fits(exits)
            {
                return Some((*exits, blocks.clone()));
            }
        }
        let ((exits, blocks), (others, more)) = (first?, second?);
        (exits == others && fits(&exits)).then(|| (exits, [blocks, more].concat()))
    }

    /// The condition that starts at a block with predecessors in `whole` only: its exits and blocks.
    fn operand(&self, whole: &Condition, from: u32) -> Option<([u32; 2], Vec<u32>)> {
        let (mut blocks, mut at) = (Vec::new(), from);
        loop {
            let before = self.flow.cfg.reversed().of(at);
            let inside = |block: &u32| if at == from { whole.members.contains(block) } else { blocks.contains(block) };
            if !before.iter().all(inside) {
                return None;
            }
            if let Some(condition) = self.from(at) {
                blocks.extend(&condition.members);
                return Some((condition.exits, blocks));
            }
            blocks.push(at);
            let Inst::Call { site } = self.function.terminator(BlockId(at)) else { return None };
            at = self.function.calls[site as usize].next.0;
        }
    }

    /// The branch whose outcomes join in a block that tests the joined value: clang first computes the condition of a
    /// loop as a value.
    fn branch_before(&self, block: u32) -> Option<u32> {
        let Inst::Branch { cond, .. } = self.function.terminator(BlockId(block)) else { return None };
        let before = self.flow.cfg.reversed().of(block);
        let mut slots: Vec<Slot> = vec![cond];
        for inst in self.function.block_insts(BlockId(block)).iter().rev() {
            if inst.defs().is_some_and(|defs| slots.iter().any(|s| (defs.first..defs.first + defs.count).contains(s))) {
                inst.uses(|slot| slots.push(slot));
            }
        }
        let brings = |from: &u32| {
            let insts = self.function.block_insts(BlockId(*from)).iter();
            insts.into_iter().any(|inst| matches!(inst, Inst::Move { dst, .. } if slots.contains(dst)))
        };
        let branch = self.flow.dominators.parent(block)?;
        (before.len() > 1 && before.iter().all(brings) && exits(self.function, branch).is_some()).then_some(branch)
    }

    /// The blocks on paths between `from` and `to`, which `from` dominates, excluding both.
    fn between(&self, from: u32, to: u32) -> Vec<u32> {
        let (mut found, mut work) = (Vec::new(), vec![to]);
        while let Some(at) = work.pop() {
            for &before in self.flow.cfg.reversed().of(at) {
                if before != from && before != to && !found.contains(&before) {
                    found.push(before);
                    work.push(before);
                }
            }
        }
        found
    }
}

/// The two successors of a block that ends in a branch, in the order of the text.
fn exits(function: &Function, block: u32) -> Option<[u32; 2]> {
    match function.terminator(BlockId(block)) {
        Inst::Branch { then, other, .. } if then != other => Some([then.0.min(other.0), then.0.max(other.0)]),
        _ => None,
    }
}
