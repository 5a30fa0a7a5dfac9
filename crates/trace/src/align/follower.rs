//! Follows a run that left a recorded one, and finds an instance of the recorded run in it: the
//! instruction with the same execution index, whatever its time is now.

use whydunit_machine::Observer;
use whydunit_program::{BlockId, FunctionId};

use crate::record::recording::Recording;
use crate::structure::NONE;
use crate::structure::live_branches::LiveBranches;

/// A block of the run that is followed and has no partner in the recorded one.
const LOST: u32 = NONE - 1;

/// How many siblings are looked at for the partner of a block: a region has few direct members.
const AHEAD: usize = 256;

/// Watches a run and knows which block of a recording each executed block corresponds to.
#[derive(Clone)]
pub struct Follower<'a> {
    recording: &'a Recording,
    live: LiveBranches<'a>,
    /// The partner of the block before.
    last: u32,
    jump: Option<u32>,
    /// Which block is looked for, and the place of the instruction in it.
    wanted: (u32, u32),
    found: Option<u64>,
}

impl<'a> Follower<'a> {
    /// Follows a run that was the same as the recorded one up to `time`.
    pub fn new(recording: &'a Recording, time: u64) -> Self {
        let live = LiveBranches::new(&recording.index);
        let mut follower = Follower { recording, live, last: NONE, jump: None, wanted: (NONE, 0), found: None };
        let mut unwinds = recording.unwinds.iter().peekable();
        let mut start = 0;
        for block in 0..recording.block_count() {
            if start >= time {
                break;
            }
            let number = recording.number_of(block);
            follower.jump = unwinds.next_if(|u| u.block == block).map(|u| u.frames);
            follower.arrive(number);
            follower.settle(number, block);
            start += u64::from(recording.index.length(number));
        }
        follower
    }

    /// What to look for: an instruction of the recorded run that comes after the point where the other
    /// run left it. To be called before that run goes on.
    pub fn look_for(&mut self, time: u32) {
        self.wanted = self.recording.position(time).map_or((NONE, 0), |p| (p.block, time - p.start));
        // The block that runs now is still the recorded one.
        self.found = (self.wanted.0 == self.last && self.last < LOST).then_some(time.into());
    }

    /// The time of the instruction in the run that is followed, once its block has begun.
    pub fn found(&self) -> Option<u64> {
        self.found
    }

    fn arrive(&mut self, number: u32) {
        let went_on = self.last < LOST && self.last + 1 < self.recording.block_count();
        let same_way = went_on && self.recording.number_of(self.last + 1) == number;
        // What a decision leads to when it comes out otherwise has no partners, nor has another callee.
        let jump = self.jump.take();
        if !same_way
            && jump.is_none()
            && let Some(region) = self.live.region().filter(|r| r.block == self.last && r.block != NONE)
        {
            region.block = LOST;
        }
        let arrival = self.live.arrive(number, jump);
        if arrival.called_by.is_some_and(|caller| caller != NONE)
            && !same_way
            && let Some(region) = self.live.region()
        {
            region.block = LOST;
        }
    }

    /// The next block of the region's partner that is an execution of the same block.
    fn partner(&mut self, number: u32) -> u32 {
        let recording = self.recording;
        let Some(region) = self.live.region().filter(|r| r.block != LOST) else { return LOST };
        let some = |b: u32| Some(b).filter(|&b| b != NONE);
        let mut siblings = recording.family().after(some(region.block), some(region.latest)).take(AHEAD);
        siblings.find(|&b| recording.number_of(b) == number).unwrap_or(LOST)
    }

    fn settle(&mut self, number: u32, partner: u32) {
        if partner != LOST
            && let Some(region) = self.live.region()
        {
            region.latest = partner;
        }
        self.live.settle(number, partner);
        self.last = partner;
    }
}

impl Observer for Follower<'_> {
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let number = self.recording.index.number(function, block);
        self.arrive(number);
        let partner = self.partner(number);
        if partner == self.wanted.0 && self.found.is_none() {
            self.found = Some(time + u64::from(self.wanted.1));
        }
        self.settle(number, partner);
    }

    fn jump(&mut self, frames: u32) {
        self.jump = Some(frames);
    }
}
