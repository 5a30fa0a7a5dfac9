//! Executed blocks by what led to them: the tree of control regions, downwards.

use crate::record::stream::Numbers;
use crate::structure::{NONE, Structure};

/// Children of every executed block: what it decided or called. Blocks that nothing decided about are
/// children of the root.
pub(crate) struct RegionChildren {
    /// The first child; the root's is last.
    first: Vec<u32>,
    /// The next child of the same parent.
    next: Vec<u32>,
    parents: Vec<u32>,
}

impl RegionChildren {
    pub(crate) fn new(blocks: &Numbers, structure: &Structure) -> Self {
        RegionChildren::by(blocks.len(), |block| structure.controller(block))
    }

    /// Of so many executed blocks; `parent` says what led to each.
    pub(crate) fn by(count: usize, parent: impl Fn(u32) -> Option<u32>) -> Self {
        let mut family =
            RegionChildren { first: vec![NONE; count + 1], next: vec![NONE; count], parents: vec![NONE; count] };
        for block in (0..count as u32).rev() {
            let parent = parent(block).unwrap_or(count as u32);
            family.parents[block as usize] = parent;
            family.next[block as usize] = std::mem::replace(&mut family.first[parent as usize], block);
        }
        family
    }

    fn walk(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let some = |b: u32| Some(b).filter(|&b| b != NONE);
        std::iter::successors(some(first), move |&b| some(self.next[b as usize]))
    }

    /// What a block led to, in order; without one, what nothing led to.
    pub(crate) fn children(&self, of: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        self.after(of, None)
    }

    /// The children of `parent` (none: the root) behind one of them, or all.
    pub(crate) fn after(&self, parent: Option<u32>, child: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        let all = self.first[parent.map_or(self.first.len() - 1, |b| b as usize)];
        self.walk(child.map_or(all, |c| self.next[c as usize]))
    }

    /// The children of the same parent that came before.
    pub(crate) fn elders(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        self.walk(self.first[self.parents[block as usize] as usize]).take_while(move |&b| b < block)
    }

    /// Takes the next child of `parent` (none: the root) that `wanted` accepts; those before it are
    /// passed over for good. Only a few are looked at: a region has few direct members.
    pub(crate) fn take(&mut self, parent: Option<u32>, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        const AHEAD: usize = 256;
        let slot = parent.map_or(self.first.len() - 1, |b| b as usize);
        let found = self.walk(self.first[slot]).take(AHEAD).find(|&b| wanted(b))?;
        self.first[slot] = self.next[found as usize];
        Some(found)
    }
}
