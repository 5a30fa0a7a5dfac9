//! The stack of live branches (Xin and Zhang, ISSTA 2007): the decision or call that controls the running block.

use whydunit_program::BlockId;

use crate::numbers::BlockNumber;
use crate::record::program_index::ProgramIndex;

/// The region of a decision or call: the blocks that it controls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region<N> {
    /// The executed block that ends in the decision or call, as named in [`LiveBranches::settle`]; none above `main`.
    pub(crate) block: Option<N>,
    /// The latest block directly in the region; none before the first.
    pub(crate) latest: Option<N>,
}

impl<N> Region<N> {
    fn of(block: Option<N>) -> Self {
        Region { block, latest: None }
    }
}

/// A call in progress.
#[derive(Clone, Debug)]
struct LiveCall<N> {
    number: u32,
    last: Option<N>,
    /// The region of the call itself.
    whole: Region<N>,
    /// Live branches, each with the block at which its region ends; none stands for the end of the function.
    branches: Vec<(Region<N>, Option<BlockNumber>)>,
}

/// The role of a block in control dependence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Unknown,
    Plain,
    /// It controls the blocks up to the join, which is none for the end of the function.
    Decides(Option<BlockNumber>),
}

/// The changes with the arrival of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<N> {
    /// The block whose call entered a function, if one was entered; the inner value is none for `main`.
    pub(crate) entered: Option<Option<N>>,
    /// Does the block belong to another call than its predecessor?
    pub(crate) call_changed: bool,
}

/// The live calls and branches during a pass over a run: for each block first [`LiveBranches::arrive`], then
/// [`LiveBranches::settle`].
#[derive(Clone)]
pub(crate) struct LiveBranches<'a, N> {
    index: &'a ProgramIndex,
    roles: Vec<Role>,
    open: Vec<LiveCall<N>>,
    calls: u32,
    after_return: bool,
}

impl<'a, N: Copy> LiveBranches<'a, N> {
    pub(crate) fn new(index: &'a ProgramIndex) -> Self {
        LiveBranches {
            index,
            roles: vec![Role::Unknown; index.block_count()],
            open: Vec::new(),
            calls: 0,
            after_return: false,
        }
    }

    /// Announces the next block; `jump` is the number of functions that a `longjmp` before it left.
    pub(crate) fn arrive(&mut self, number: BlockNumber, jump: Option<u32>) -> Arrival<N> {
        let facts = self.index.facts(number);
        let mut arrival = Arrival { entered: None, call_changed: jump.is_some() };
        if let Some(frames) = jump {
            self.land(frames);
        } else if self.after_return {
            self.open.pop();
            arrival.call_changed = true;
        }
        self.after_return = facts.returns;
        // The entry block has no predecessors, so reaching it means a call.
        if facts.entry {
            let caller = self.open.last().and_then(|o| o.last);
            self.open.push(LiveCall {
                number: self.calls,
                last: None,
                whole: Region::of(caller),
                branches: Vec::new(),
            });
            self.calls += 1;
            arrival = Arrival { entered: Some(caller), call_changed: true };
        }
        if let Some(open) = self.open.last_mut() {
            while open.branches.last().is_some_and(|b| b.1 == Some(number)) {
                open.branches.pop();
            }
        }
        arrival
    }

    /// Continues after a `longjmp` that left `frames` functions. Up to the end of the innermost region that is still
    /// live, blocks run because of the jump, so the jump becomes their controller.
    fn land(&mut self, frames: u32) {
        let jump = self.open.last().and_then(|o| o.last);
        self.open.truncate(self.open.len().saturating_sub(frames as usize));
        if let Some(region) = self.region() {
            *region = Region::of(jump);
        }
    }

    /// The number of the running call.
    pub(crate) fn call(&self) -> Option<u32> {
        self.open.last().map(|o| o.number)
    }

    /// The innermost live region. Blocks before the join of a branch are controlled by it or by a later branch, so the
    /// last live branch is the controller.
    pub(crate) fn region(&mut self) -> Option<&mut Region<N>> {
        let open = self.open.last_mut()?;
        Some(open.branches.last_mut().map_or(&mut open.whole, |b| &mut b.0))
    }

    /// Names the block that arrived.
    pub(crate) fn settle(&mut self, number: BlockNumber, name: N) {
        let role = self.role(number);
        let Some(open) = self.open.last_mut() else { return };
        open.last = Some(name);
        let Role::Decides(join) = role else { return };
        let region = Region::of(Some(name));
        match open.branches.last_mut() {
            // Both end at the same join: the newer one replaces the older, which controls it.
            Some(last) if last.1 == join => *last = (region, join),
            _ => open.branches.push((region, join)),
        }
    }

    fn role(&mut self, number: BlockNumber) -> Role {
        if self.roles[number.index()] == Role::Unknown {
            let (id, _) = self.index.block(number);
            let function = self.index.program.function(id);
            let flow = self.index.flow(id);
            for block in (0..function.blocks.len() as u32).map(BlockId) {
                let join = flow.join(block).map(|j| self.index.number(id, j));
                let role = if flow.control.decides(block) { Role::Decides(join) } else { Role::Plain };
                self.roles[self.index.number(id, block).index()] = role;
            }
        }
        self.roles[number.index()]
    }
}
