//! Xin and Zhang's stack of live branches: which decision or call leads to the block that runs now.

use whydunit_program::BlockId;

use crate::record::program_index::ProgramIndex;
use crate::structure::NONE;

/// What a decision or a call led to so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// The executed block that ends in it, as [`LiveBranches::settle`] named it; `NONE` above `main`.
    pub(crate) block: u32,
    /// The last block directly in it, likewise; `NONE` before the first.
    pub(crate) latest: u32,
}

impl Region {
    fn of(block: u32) -> Self {
        Region { block, latest: NONE }
    }
}

/// A call in progress.
#[derive(Clone, Debug)]
struct Open {
    number: u32,
    last: u32,
    /// What the call itself leads to.
    whole: Region,
    /// Live branches, and the number of the block where each ends.
    branches: Vec<(Region, u32)>,
}

/// What a block is to those that run after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Unknown,
    Plain,
    /// It decides what runs up to the block of that number; `NONE` is the end of the function.
    Decides(u32),
}

/// What changed with a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// A function was entered by the call at the end of this block; `NONE` for `main`.
    pub(crate) called_by: Option<u32>,
    /// Another call runs than before.
    pub(crate) turned: bool,
}

/// The calls and branches that are live in a run, which is gone through block by block: first
/// [`LiveBranches::arrive`], then [`LiveBranches::settle`].
#[derive(Clone)]
pub(crate) struct LiveBranches<'a> {
    index: &'a ProgramIndex,
    roles: Vec<Role>,
    open: Vec<Open>,
    calls: u32,
    after_return: bool,
}

impl<'a> LiveBranches<'a> {
    pub(crate) fn new(index: &'a ProgramIndex) -> Self {
        LiveBranches {
            index,
            roles: vec![Role::Unknown; index.block_count()],
            open: Vec::new(),
            calls: 0,
            after_return: false,
        }
    }

    /// A block begins to run; `jump` is how many functions a `longjmp` left before.
    pub(crate) fn arrive(&mut self, number: u32, jump: Option<u32>) -> Arrival {
        let facts = self.index.facts(number);
        let mut arrival = Arrival { called_by: None, turned: jump.is_some() };
        if let Some(frames) = jump {
            self.land(frames);
        } else if self.after_return {
            self.open.pop();
            arrival.turned = true;
        }
        self.after_return = facts.returns;
        // The entry block has no predecessors: seeing it means a call.
        if facts.entry {
            let caller = self.open.last().map_or(NONE, |o| o.last);
            self.open.push(Open { number: self.calls, last: NONE, whole: Region::of(caller), branches: Vec::new() });
            self.calls += 1;
            arrival = Arrival { called_by: Some(caller), turned: true };
        }
        if let Some(open) = self.open.last_mut() {
            while open.branches.last().is_some_and(|b| b.1 == number) {
                open.branches.pop();
            }
        }
        arrival
    }

    /// A `longjmp` left so many functions: what runs from here on runs because of it, as long as what was live last would
    /// have. The decision for it leads to that.
    fn land(&mut self, frames: u32) {
        let jump = self.open.last().map_or(NONE, |o| o.last);
        self.open.truncate(self.open.len().saturating_sub(frames as usize));
        if let Some(region) = self.region() {
            *region = Region::of(jump);
        }
    }

    /// The number of the call that runs.
    pub(crate) fn call(&self) -> Option<u32> {
        self.open.last().map(|o| o.number)
    }

    /// The innermost live region. Whatever runs before the join of a branch is controlled by it or by a
    /// later one, so the last one that is still live is the one.
    pub(crate) fn region(&mut self) -> Option<&mut Region> {
        let open = self.open.last_mut()?;
        Some(open.branches.last_mut().map_or(&mut open.whole, |b| &mut b.0))
    }

    /// The block that arrived is called `name` from now on.
    pub(crate) fn settle(&mut self, number: u32, name: u32) {
        let role = self.role(number);
        let Some(open) = self.open.last_mut() else { return };
        open.last = name;
        let Role::Decides(join) = role else { return };
        let region = Region::of(name);
        match open.branches.last_mut() {
            // Both end at the same place: the newer one stands for both, its own controller leads to the
            // older.
            Some(last) if last.1 == join => *last = (region, join),
            _ => open.branches.push((region, join)),
        }
    }

    fn role(&mut self, number: u32) -> Role {
        if self.roles[number as usize] == Role::Unknown {
            let (id, _) = self.index.block(number);
            let function = self.index.program.function(id);
            let flow = self.index.flow(id);
            for block in (0..function.blocks.len() as u32).map(BlockId) {
                let join = flow.join(block).map_or(NONE, |j| self.index.number(id, j));
                let role = if flow.control.decides(block) { Role::Decides(join) } else { Role::Plain };
                self.roles[self.index.number(id, block) as usize] = role;
            }
        }
        self.roles[number as usize]
    }
}
