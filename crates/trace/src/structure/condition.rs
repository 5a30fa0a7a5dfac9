//! Conditions as a whole. The operands of `a && (b || c)` are tests of their own, and how many of them are executed says
//! little; together they lead to one of two places, which is what the condition decides.

use whydunit_program::analysis::Flow;
use whydunit_program::{BlockId, Function, Inst, Slot};

/// The tests of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    /// The block that ends in its first test.
    pub(crate) root: u32,
    /// Where it leads to, in the order of the text: of an `if` to what comes when it is true, then the other.
    pub(crate) exits: [u32; 2],
    /// The blocks of all its operands, also the root.
    pub(crate) members: Vec<u32>,
}

/// The conditions of a function.
pub(crate) struct Conditions<'a> {
    function: &'a Function,
    flow: &'a Flow,
    /// Also those that turned out to be operands of others.
    all: Vec<Condition>,
    /// By block: the condition that it belongs to.
    of: Vec<Option<usize>>,
}

impl<'a> Conditions<'a> {
    /// Finds them: operands come after the first in the text, so the last blocks are looked at first.
    pub(crate) fn new(function: &'a Function, flow: &'a Flow) -> Conditions<'a> {
        let blocks = function.blocks.len();
        let mut found = Conditions { function, flow, all: Vec::new(), of: vec![None; blocks] };
        let mut joins = vec![None; blocks];
        for block in 0..blocks as u32 {
            if let Some(parted) = found.parted_before(block) {
                joins[parted as usize] = Some(block);
            }
        }
        for block in (0..blocks as u32).rev() {
            if let Some(exits) = exits(function, block) {
                found.grow(block, exits, joins[block as usize]);
            }
        }
        found
    }

    /// The condition that a block belongs to.
    pub(crate) fn of(&self, block: u32) -> Option<&Condition> {
        self.of[block as usize].map(|at| &self.all[at])
    }

    /// Does a block end in a test?
    pub(crate) fn tests(&self, block: u32) -> bool {
        exits(self.function, block).is_some()
    }

    /// To which exit of its condition the test of a block leads when it holds; none if it goes on to another operand.
    pub(crate) fn way_if_true(&self, block: u32) -> Option<usize> {
        let Inst::Branch { then, .. } = self.function.terminator(BlockId(block)) else { return None };
        self.of(block)?.exits.iter().position(|&exit| exit == then.0)
    }

    /// The condition that begins with the test of a block.
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

    /// What a condition leads to that is an operand of it: it leads where the condition leads, too. Where both then lead,
    /// and the blocks of the operand; of `a ? b : c` both operands.
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

    /// The condition that is tested from a block on to which nothing but `whole` leads: where it leads, its blocks.
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

    /// Where the ways part that come together in a block that tests what they brought: the condition of a loop is
    /// worked out to a value first.
    fn parted_before(&self, block: u32) -> Option<u32> {
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
        let parted = self.flow.dominators.parent(block)?;
        (before.len() > 1 && before.iter().all(brings) && exits(self.function, parted).is_some()).then_some(parted)
    }

    /// The blocks on ways from one to another that it dominates, without both.
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

/// Where the test at the end of a block leads, if that ends in one that decides something.
fn exits(function: &Function, block: u32) -> Option<[u32; 2]> {
    match function.terminator(BlockId(block)) {
        Inst::Branch { then, other, .. } if then != other => Some([then.0.min(other.0), then.0.max(other.0)]),
        _ => None,
    }
}
