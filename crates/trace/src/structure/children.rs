//! The tree of control regions, from controllers down to the blocks that they control.

use crate::numbers::ExecutedBlock;
use crate::record::stream::Numbers;
use crate::structure::{PackedBlock, Structure};

/// The children of every executed block: the blocks directly controlled by its decision or call. Blocks without a
/// controller are children of the root.
pub(crate) struct RegionChildren {
    /// The first child; the last entry belongs to the root.
    first: Vec<PackedBlock>,
    /// The next child of the same parent.
    next: Vec<PackedBlock>,
    /// The parent; none stands for the root.
    parents: Vec<PackedBlock>,
}

impl RegionChildren {
    pub(crate) fn new(blocks: &Numbers, structure: &Structure) -> Self {
        RegionChildren::by(blocks.len(), |block| structure.controller(block))
    }

    /// The tree over `count` executed blocks; `parent` returns the parent of each.
    pub(crate) fn by(count: usize, parent: impl Fn(ExecutedBlock) -> Option<ExecutedBlock>) -> Self {
        let none = PackedBlock::NONE;
        let mut tree =
            RegionChildren { first: vec![none; count + 1], next: vec![none; count], parents: vec![none; count] };
        for block in ExecutedBlock::FIRST.until(ExecutedBlock::at(count)).rev() {
            let parent = parent(block);
            tree.parents[block.index()] = parent.into();
            let slot = tree.slot(parent);
            tree.next[block.index()] = std::mem::replace(&mut tree.first[slot], Some(block).into());
        }
        tree
    }

    /// The index of `parent` (none: the root) in `first`.
    fn slot(&self, parent: Option<ExecutedBlock>) -> usize {
        parent.map_or(self.first.len() - 1, ExecutedBlock::index)
    }

    fn walk(&self, first: PackedBlock) -> impl Iterator<Item = ExecutedBlock> + '_ {
        std::iter::successors(first.get(), move |&b| self.next[b.index()].get())
    }

    /// The children of a block (none: the root), in order.
    pub(crate) fn children(&self, of: Option<ExecutedBlock>) -> impl Iterator<Item = ExecutedBlock> + '_ {
        self.after(of, None)
    }

    /// The children of `parent` (none: the root) after `child`, or all of them.
    pub(crate) fn after(
        &self,
        parent: Option<ExecutedBlock>,
        child: Option<ExecutedBlock>,
    ) -> impl Iterator<Item = ExecutedBlock> + '_ {
        let all = self.first[self.slot(parent)];
        self.walk(child.map_or(all, |c| self.next[c.index()]))
    }

    /// The children of the same parent before `block`.
    pub(crate) fn earlier_siblings(&self, block: ExecutedBlock) -> impl Iterator<Item = ExecutedBlock> + '_ {
        self.walk(self.first[self.slot(self.parents[block.index()].get())]).take_while(move |&b| b < block)
    }

    /// Removes the next child of `parent` (none: the root) that `wanted` accepts, along with those before it. Searches
    /// a limited number of children: a region has few.
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
