//! The shape of a run: for every executed block the one before it in the same call, the call it
//! belongs to, and the decision that made it execute.

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

use crate::record::program_index::ProgramIndex;
use crate::record::spill::Spill;
use crate::record::stream::{Numbers, Stream};
use crate::record::tracks::Unwind;
use crate::structure::live_branches::LiveBranches;

/// No block.
pub(crate) const NONE: u32 = u32::MAX;

/// A controller so far back that it is listed.
const FAR: u16 = u16::MAX;

/// The shape of a run.
#[derive(Default)]
pub(crate) struct Structure {
    /// Where another call goes on than the one of the executed block before.
    turns: Vec<Turn>,
    /// Per executed block: how many blocks before it the one is whose last instruction decided that it
    /// runs (a branch, or the call of its function); 0 for none.
    controllers: Stream,
    /// Controllers far back: block, controller.
    far: Vec<(u32, u32)>,
    /// Per call of a function of the program: the executed block that ends in it, or `NONE` for `main`.
    callers: Vec<u32>,
    /// Per call: the executed block at which it was over, or `NONE`. Made when first asked for.
    ends: OnceLock<Vec<u32>>,
}

/// From this executed block on another call runs.
#[derive(Clone, Copy, Debug)]
struct Turn {
    block: u32,
    call: u32,
}

impl Structure {
    pub(crate) fn new(index: &ProgramIndex, blocks: &Numbers, unwinds: &[Unwind], spill: Option<Arc<Spill>>) -> Self {
        let mut structure = Structure { controllers: Stream::new(spill), ..Structure::default() };
        let mut live = LiveBranches::new(index);
        let mut unwinds = unwinds.iter().peekable();
        for i in 0..blocks.len() as u32 {
            let jump = unwinds.next_if(|u| u.block == i).map(|u| u.frames);
            let number = blocks.get(i as usize);
            let arrival = live.arrive(number, jump);
            structure.callers.extend(arrival.called_by);
            let Some(call) = live.call() else { continue };
            if arrival.turned {
                structure.turns.push(Turn { block: i, call });
            }
            structure.control(i, live.region().map_or(NONE, |r| r.block));
            live.settle(number, i);
        }
        structure
    }

    fn turn(&self, block: u32) -> Turn {
        let after = self.turns.partition_point(|t| t.block <= block);
        self.turns[after - 1]
    }

    pub(crate) fn previous(&self, block: u32) -> Option<u32> {
        let turn = self.turn(block);
        if turn.block != block {
            return Some(block - 1);
        }
        let before = block.checked_sub(1)?;
        if self.callers[turn.call as usize] == before {
            return None;
        }
        // Back from a call, or, by `longjmp`, from several: that call's block came before.
        let mut at = if self.call_of(before) == turn.call { Some(before) } else { self.caller(before) };
        while let Some(calling) = at {
            if self.call_of(calling) == turn.call {
                return Some(calling);
            }
            at = self.caller(calling);
        }
        None
    }

    /// The next executed block of the call that an executed block belongs to.
    pub(crate) fn next(&self, block: u32) -> Option<u32> {
        let after = self.turns.partition_point(|t| t.block <= block);
        let (own, later) = (self.turns[after - 1].call, &self.turns[after..]);
        match later.first() {
            Some(turn) if turn.block > block + 1 => Some(block + 1),
            None => None,
            Some(_) => later.iter().find(|turn| turn.call == own).map(|turn| turn.block),
        }
    }

    /// The executed block that ends in the call to which `block` belongs.
    pub(crate) fn caller(&self, block: u32) -> Option<u32> {
        Some(self.callers[self.turn(block).call as usize]).filter(|&b| b != NONE)
    }

    /// The number of the call that an executed block belongs to.
    pub(crate) fn call_of(&self, block: u32) -> u32 {
        self.turn(block).call
    }

    pub(crate) fn controller(&self, block: u32) -> Option<u32> {
        match self.controllers.get(block as usize) {
            0 => None,
            FAR => self.far.binary_search_by_key(&block, |f| f.0).ok().map(|at| self.far[at].1),
            distance => Some(block - u32::from(distance)),
        }
    }

    pub(crate) fn same_call(&self, a: u32, b: u32) -> bool {
        self.call_of(a) == self.call_of(b)
    }

    /// Was the call that the executed block `block` belongs to over before the executed block `then`?
    pub(crate) fn was_over(&self, block: u32, then: u32) -> bool {
        self.ends.get_or_init(|| self.work_out_ends())[self.call_of(block) as usize] <= then
    }

    fn work_out_ends(&self) -> Vec<u32> {
        let mut ends = vec![NONE; self.callers.len()];
        let (mut live, mut known): (Vec<u32>, u32) = (Vec::new(), 0);
        for turn in &self.turns {
            let new = turn.call >= known;
            let stays = match self.callers[turn.call as usize] {
                _ if !new => Some(turn.call),
                NONE => None,
                caller => Some(self.call_of(caller)),
            };
            while live.last().is_some_and(|&call| Some(call) != stays) {
                live.pop().into_iter().for_each(|call| ends[call as usize] = turn.block);
            }
            if new {
                known = turn.call + 1;
                live.push(turn.call);
            }
        }
        ends
    }

    pub(crate) fn bytes(&self) -> usize {
        self.turns.len() * size_of::<Turn>() + self.controllers.bytes() + self.far.len() * 8 + self.callers.len() * 4
    }
}

impl Structure {
    fn control(&mut self, block: u32, controller: u32) {
        let distance = if controller == NONE { 0 } else { block - controller };
        match u16::try_from(distance) {
            Ok(near) if near != FAR => self.controllers.push(near),
            _ => {
                self.controllers.push(FAR);
                self.far.push((block, controller));
            }
        }
    }
}
