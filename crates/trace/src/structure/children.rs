//! Executed blocks by what led to them: the tree of control regions, downwards.

use crate::numbers::ExecutedBlock;
use crate::record::stream::Numbers;
use crate::structure::{PackedBlock, Structure};

/// Children of every executed block: what it decided or called. Blocks that nothing decided about are
/// children of the root.
pub(crate) struct RegionChildren {
    /// The first child; the root's is last.
    first: Vec<PackedBlock>,
    /// The next child of the same parent.
    next: Vec<PackedBlock>,
    /// None is the root.
    parents: Vec<PackedBlock>,
}

impl RegionChildren {
    pub(crate) fn new(blocks: &Numbers, structure: &Structure) -> Self {
        RegionChildren::by(blocks.len(), |block| structure.controller(block))
    }

    /// Of so many executed blocks; `parent` says what led to each.
    pub(crate) fn by(count: usize, parent: impl Fn(ExecutedBlock) -> Option<ExecutedBlock>) -> Self {
        let none = PackedBlock::NONE;
        let mut family =
            RegionChildren { first: vec![none; count + 1], next: vec![none; count], parents: vec![none; count] };
        for block in ExecutedBlock::FIRST.until(ExecutedBlock::at(count)).rev() {
            let parent = parent(block);
            family.parents[block.index()] = parent.into();
            let slot = family.slot(parent);
            family.next[block.index()] = std::mem::replace(&mut family.first[slot], Some(block).into());
        }
        family
    }

    /// Where the first child of `parent` (none: the root) is kept.
    fn slot(&self, parent: Option<ExecutedBlock>) -> usize {
        parent.map_or(self.first.len() - 1, ExecutedBlock::index)
    }

    fn walk(&self, first: PackedBlock) -> impl Iterator<Item = ExecutedBlock> + '_ {
        std::iter::successors(first.get(), move |&b| self.next[b.index()].get())
    }

    /// What a block led to, in order; without one, what nothing led to.
    pub(crate) fn children(&self, of: Option<ExecutedBlock>) -> impl Iterator<Item = ExecutedBlock> + '_ {
        self.after(of, None)
    }

    /// The children of `parent` (none: the root) behind one of them, or all.
    pub(crate) fn after(
        &self,
        parent: Option<ExecutedBlock>,
        child: Option<ExecutedBlock>,
    ) -> impl Iterator<Item = ExecutedBlock> + '_ {
        let all = self.first[self.slot(parent)];
        self.walk(child.map_or(all, |c| self.next[c.index()]))
    }

    /// The children of the same parent that came before.
    pub(crate) fn elders(&self, block: ExecutedBlock) -> impl Iterator<Item = ExecutedBlock> + '_ {
        self.walk(self.first[self.slot(self.parents[block.index()].get())]).take_while(move |&b| b < block)
    }

    /// Takes the next child of `parent` (none: the root) that `wanted` accepts; those before it are
    /// passed over for good. Only a few are looked at: a region has few direct members.
    pub(crate) fn take(
        &mut self,
        parent: Option<ExecutedBlock>,
        wanted: impl Fn(ExecutedBlock) -> bool,
    ) -> Option<ExecutedBlock> {
        const AHEAD: usize = 256;
        let slot = self.slot(parent);
        let found = self.walk(self.first[slot]).take(AHEAD).find(|&b| wanted(b))?;
        self.first[slot] = self.next[found.index()];
        Some(found)
    }
}
