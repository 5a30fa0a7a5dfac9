//! An observer that follows a run after it diverged from a recorded one, and finds the instance with the execution
//! index of a recorded instance.

use whydunit_machine::Observer;
use whydunit_program::{BlockId, FunctionId};

use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::recording::Recording;
use crate::structure::live_branches::LiveBranches;

/// The recorded counterpart of a block in the followed run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counterpart {
    /// This executed block.
    Block(ExecutedBlock),
    /// None.
    Lost,
}

impl Counterpart {
    fn block(self) -> Option<ExecutedBlock> {
        match self {
            Counterpart::Block(block) => Some(block),
            Counterpart::Lost => None,
        }
    }
}

/// Limit on the siblings searched for a counterpart: a region has few direct members.
const AHEAD: usize = 256;

/// Watches a run and maps each of its executed blocks to one of a recording.
#[derive(Clone)]
pub struct Follower<'a> {
    recording: &'a Recording,
    live: LiveBranches<'a, Counterpart>,
    /// The counterpart of the previous block; none at the start.
    last: Option<Counterpart>,
    jump: Option<u32>,
    /// The block to find, and the offset of the instruction in it.
    wanted: Option<(ExecutedBlock, u32)>,
    found: Option<u64>,
}

impl<'a> Follower<'a> {
    /// Follows a run that is identical to the recorded one up to `time`.
    pub fn new(recording: &'a Recording, time: u64) -> Self {
        let live = LiveBranches::new(&recording.index);
        let mut follower = Follower { recording, live, last: None, jump: None, wanted: None, found: None };
        let mut unwinds = recording.unwinds.iter().peekable();
        let mut start = 0;
        for block in recording.executed_blocks() {
            if start >= time {
                break;
            }
            let number = recording.number_of(block);
            follower.jump = unwinds.next_if(|u| u.block == block).map(|u| u.frames);
            follower.arrive(number);
            follower.settle(number, Counterpart::Block(block));
            start += u64::from(recording.index.length(number));
        }
        follower
    }

    /// Sets the instruction to find: one of the recorded run after the divergence. To be called before the run
    /// continues.
    pub fn look_for(&mut self, time: Time) {
        self.wanted = self.recording.position(time).map(|p| (p.block, time - p.start));
        // The running block is still the recorded one.
        let is_here = self.wanted.is_some_and(|(block, _)| self.last == Some(Counterpart::Block(block)));
        self.found = is_here.then_some(time.into());
    }

    /// The time of that instruction in the followed run, once its block has begun.
    pub fn found(&self) -> Option<u64> {
        self.found
    }

    fn arrive(&mut self, number: BlockNumber) {
        let next = self.last.and_then(Counterpart::block).map(|last| last + 1);
        let next = next.filter(|&next| next < self.recording.block_end());
        let follows_recording = next.is_some_and(|next| self.recording.number_of(next) == number);
        // Neither blocks under another outcome of a decision nor another callee have counterparts.
        let jump = self.jump.take();
        if !follows_recording
            && jump.is_none()
            && let Some(region) = self.live.region().filter(|r| r.block == self.last && r.block.is_some())
        {
            region.block = Some(Counterpart::Lost);
        }
        let arrival = self.live.arrive(number, jump);
        if arrival.entered.flatten().is_some()
            && !follows_recording
            && let Some(region) = self.live.region()
        {
            region.block = Some(Counterpart::Lost);
        }
    }

    /// The next block under the region's counterpart that executes the same static block.
    fn counterpart(&mut self, number: BlockNumber) -> Counterpart {
        let recording = self.recording;
        let region = self.live.region().filter(|r| r.block != Some(Counterpart::Lost));
        let Some(region) = region else { return Counterpart::Lost };
        let (above, latest) = (region.block.and_then(Counterpart::block), region.latest.and_then(Counterpart::block));
        let mut siblings = recording.region_tree().after(above, latest).take(AHEAD);
        siblings.find(|&b| recording.number_of(b) == number).map_or(Counterpart::Lost, Counterpart::Block)
    }

    fn settle(&mut self, number: BlockNumber, counterpart: Counterpart) {
        if counterpart != Counterpart::Lost
            && let Some(region) = self.live.region()
        {
            region.latest = Some(counterpart);
        }
        self.live.settle(number, counterpart);
        self.last = Some(counterpart);
    }
}

impl Observer for Follower<'_> {
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let number = self.recording.index.number(function, block);
        self.arrive(number);
        let counterpart = self.counterpart(number);
        if let Some((wanted, offset)) = self.wanted
            && counterpart == Counterpart::Block(wanted)
            && self.found.is_none()
        {
            self.found = Some(time + u64::from(offset));
        }
        self.settle(number, counterpart);
    }

    fn jump(&mut self, frames: u32) {
        self.jump = Some(frames);
    }
}
