//! Going through a recorded run line by line, forwards and back, as a debugger does: into calls or past them.

use whydunit_machine::Site;
use whydunit_program::FunctionId;

use crate::place::place_of;
use crate::recording::Recording;

/// Goes through a run; functions that are not the user's are passed over.
pub struct Walk<'a> {
    recording: &'a Recording,
    passes: &'a dyn Fn(FunctionId) -> bool,
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// To the next line, wherever it is.
    Into,
    /// To the next line of the same call or of one around it.
    Over,
}

impl<'a> Walk<'a> {
    /// Goes through a run, past the functions that `passes` names.
    pub fn new(recording: &'a Recording, passes: &'a dyn Fn(FunctionId) -> bool) -> Self {
        Walk { recording, passes }
    }

    /// The time at which the next line after `time` begins.
    pub fn next(&self, time: u32, stride: Stride) -> Option<u32> {
        let here = self.recording.position(time)?;
        (here.block..self.recording.block_count())
            .filter(|&block| self.counts(here.block, block, stride))
            .find_map(|block| self.lines(block).into_iter().find(|&t| t > time))
    }

    /// The time at which the line before the one at `time` begins.
    pub fn previous(&self, time: u32, stride: Stride) -> Option<u32> {
        let here = self.recording.position(time)?;
        (0..=here.block)
            .rev()
            .filter(|&block| self.counts(here.block, block, stride))
            .find_map(|block| self.lines(block).into_iter().rev().find(|&t| t < time))
    }

    /// The beginning of the line that is executed at `time`: `time` itself if a line begins there.
    pub fn line_of(&self, time: u32) -> Option<u32> {
        let here = self.recording.position(time)?;
        let begins = self.lines(here.block).into_iter().any(|t| t == time);
        if begins { Some(time) } else { self.previous(time, Stride::Over).or_else(|| self.next(time, Stride::Into)) }
    }

    /// Calls are numbered as they begin: those made from this one have higher numbers.
    fn counts(&self, here: u32, block: u32, stride: Stride) -> bool {
        let structure = &self.recording.structure;
        let near = stride == Stride::Into || structure.call_of(block) <= structure.call_of(here);
        near && !(self.passes)(self.recording.function_of(block).0)
    }

    /// When lines begin in an executed block.
    fn lines(&self, block: u32) -> Vec<u32> {
        let recording = self.recording;
        let (function, id) = recording.static_block(block);
        let (program, body) = (&recording.index.program, recording.index.program.function(function));
        let (facts, start) = (body.blocks[id.0 as usize], recording.start_of(block));
        let line = |inst: u32| place_of(program, Site { function, inst }).line;
        let mut before = self.line_before(block);
        let mut found = Vec::new();
        for inst in facts.first..facts.first + facts.len {
            // Parameters are put in their places before the first line begins.
            if id.0 == 0 && body.stores_parameter(inst) {
                continue;
            }
            let now = line(inst);
            if now != 0 && before != Some(now) {
                found.push(start + (inst - facts.first));
            }
            before = Some(now);
        }
        found
    }

    /// The line that was executed before a block in the same call; none when that does not matter: at the start of
    /// a call, or when the block comes round again.
    fn line_before(&self, block: u32) -> Option<u32> {
        let recording = self.recording;
        let before = recording.structure.previous(block)?;
        let again = recording.number_of(before) >= recording.number_of(block);
        let end = recording.position(recording.end_of(before)).filter(|_| !again)?;
        Some(place_of(&recording.index.program, end.site()).line)
    }
}
