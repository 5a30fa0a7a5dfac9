//! The control structure of a run: for every executed block its predecessor in the same call, the call it belongs to,
//! and the decision that it is control dependent on.

pub(crate) mod children;
pub(crate) mod condition;
pub(crate) mod ending;
pub(crate) mod live_branches;
pub(crate) mod other_outcomes;
pub(crate) mod place;
pub(crate) mod region;
pub(crate) mod scope_exit;
pub(crate) mod visits;
pub(crate) mod walk;

use std::sync::{Arc, OnceLock};

use crate::numbers::{BlockNumber, ExecutedBlock};
use crate::record::program_index::ProgramIndex;
use crate::record::spill::Spill;
use crate::record::stream::{Numbers, Stream};
use crate::record::tracks::Unwind;
use crate::structure::live_branches::LiveBranches;

/// An `Option<ExecutedBlock>` in 32 bits, because tables hold one for every executed block of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedBlock(u32);

impl PackedBlock {
    /// No block. No run has this many blocks.
    pub const NONE: PackedBlock = PackedBlock(u32::MAX);

    /// The block, if there is one.
    pub fn get(self) -> Option<ExecutedBlock> {
        (self != PackedBlock::NONE).then_some(ExecutedBlock(self.0))
    }
}

impl From<Option<ExecutedBlock>> for PackedBlock {
    fn from(block: Option<ExecutedBlock>) -> PackedBlock {
        block.map_or(PackedBlock::NONE, |block| PackedBlock(block.0))
    }
}

/// Marks a controller that is too far back for 16 bits and listed in `Structure::far`.
const FAR: u16 = u16::MAX;

/// The control structure of a run.
#[derive(Default)]
pub(crate) struct Structure {
    /// Stretches of executed blocks that belong to one call, in order.
    segments: Vec<CallSegment>,
    /// Per executed block: the distance back to its controller, whose last instruction decided that it runs (a branch,
    /// or the call of its function); 0 for none.
    controllers: Stream,
    /// Distant controllers: block, controller.
    far: Vec<(ExecutedBlock, ExecutedBlock)>,
    /// Per call of a program function: the executed block that ends in the call; none for `main`.
    callers: Vec<PackedBlock>,
    /// Per call: the executed block at which it was over, if it was. Computed on first use.
    ends: OnceLock<Vec<PackedBlock>>,
}

/// A stretch of executed blocks of one call, from `block` up to the next segment.
#[derive(Clone, Copy, Debug)]
struct CallSegment {
    block: ExecutedBlock,
    call: u32,
}

impl Structure {
    pub(crate) fn new(index: &ProgramIndex, blocks: &Numbers, unwinds: &[Unwind], spill: Option<Arc<Spill>>) -> Self {
        let mut structure = Structure { controllers: Stream::new(spill), ..Structure::default() };
        let mut live = LiveBranches::new(index);
        let mut unwinds = unwinds.iter().peekable();
        for i in ExecutedBlock::FIRST.until(ExecutedBlock::at(blocks.len())) {
            let jump = unwinds.next_if(|u| u.block == i).map(|u| u.frames);
            let number = BlockNumber(blocks.get(i.index()));
            let arrival = live.arrive(number, jump);
            structure.callers.extend(arrival.entered.map(PackedBlock::from));
            let Some(call) = live.call() else { continue };
            if arrival.call_changed {
                structure.segments.push(CallSegment { block: i, call });
            }
            structure.control(i, live.region().and_then(|r| r.block));
            live.settle(number, i);
        }
        structure
    }

    fn segment(&self, block: ExecutedBlock) -> CallSegment {
        let after = self.segments.partition_point(|t| t.block <= block);
        self.segments[after - 1]
    }

    pub(crate) fn previous(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        let segment = self.segment(block);
        if segment.block != block {
            return Some(block - 1);
        }
        let before = block.checked_sub(1)?;
        if self.callers[segment.call as usize].get() == Some(before) {
            return None;
        }
        // After a return, or after a `longjmp` out of several calls: the predecessor is the block of this call that
        // made the first of them.
        let mut at = if self.call_of(before) == segment.call { Some(before) } else { self.caller(before) };
        while let Some(calling) = at {
            if self.call_of(calling) == segment.call {
                return Some(calling);
            }
            at = self.caller(calling);
        }
        None
    }

    /// The next executed block of the call that an executed block belongs to.
    pub(crate) fn next(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        let after = self.segments.partition_point(|t| t.block <= block);
        let (own, later) = (self.segments[after - 1].call, &self.segments[after..]);
        match later.first() {
            Some(segment) if segment.block > block + 1 => Some(block + 1),
            None => None,
            Some(_) => later.iter().find(|segment| segment.call == own).map(|segment| segment.block),
        }
    }

    /// The executed block that ends in the call that `block` belongs to.
    pub(crate) fn caller(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        self.callers[self.segment(block).call as usize].get()
    }

    /// The number of the call that an executed block belongs to.
    pub(crate) fn call_of(&self, block: ExecutedBlock) -> u32 {
        self.segment(block).call
    }

    pub(crate) fn controller(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        match self.controllers.get(block.index()) {
            0 => None,
            FAR => self.far.binary_search_by_key(&block, |f| f.0).ok().map(|at| self.far[at].1),
            distance => Some(block - u32::from(distance)),
        }
    }

    pub(crate) fn same_call(&self, a: ExecutedBlock, b: ExecutedBlock) -> bool {
        self.call_of(a) == self.call_of(b)
    }

    /// Was the call that `block` belongs to over before the executed block `then`?
    pub(crate) fn was_over(&self, block: ExecutedBlock, then: ExecutedBlock) -> bool {
        self.ends.get_or_init(|| self.call_ends())[self.call_of(block) as usize].get().is_some_and(|end| end <= then)
    }

    fn call_ends(&self) -> Vec<PackedBlock> {
        let mut ends = vec![PackedBlock::NONE; self.callers.len()];
        let (mut live, mut known): (Vec<u32>, u32) = (Vec::new(), 0);
        for segment in &self.segments {
            let new = segment.call >= known;
            let stays = match new {
                false => Some(segment.call),
                true => self.callers[segment.call as usize].get().map(|caller| self.call_of(caller)),
            };
            while live.last().is_some_and(|&call| Some(call) != stays) {
                live.pop().into_iter().for_each(|call| ends[call as usize] = Some(segment.block).into());
            }
            if new {
                known = segment.call + 1;
                live.push(segment.call);
            }
        }
        ends
    }

    pub(crate) fn bytes(&self) -> usize {
        self.segments.len() * size_of::<CallSegment>()
            + self.controllers.bytes()
            + self.far.len() * 8
            + self.callers.len() * 4
    }
}

impl Structure {
    fn control(&mut self, block: ExecutedBlock, controller: Option<ExecutedBlock>) {
        let Some(controller) = controller else { return self.controllers.push(0) };
        match u16::try_from(block - controller) {
            Ok(near) if near != FAR => self.controllers.push(near),
            _ => {
                self.controllers.push(FAR);
                self.far.push((block, controller));
            }
        }
    }
}
