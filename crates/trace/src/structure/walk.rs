//! Steps through a recorded run line by line, forwards and backwards, into calls or over them, as in a debugger.

use whydunit_machine::Site;
use whydunit_program::{FunctionId, Inst};

use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::recording::Recording;
use crate::structure::place::place_of;

/// Steps through a run, skipping functions that do not belong to the user.
pub struct Walk<'a> {
    recording: &'a Recording,
    passes: &'a dyn Fn(FunctionId) -> bool,
}

/// Limit on the blocks followed back on one line.
const LONGEST: usize = 4096;

/// The extent of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// To the next line, wherever it is.
    Into,
    /// To the next line of the same call or of one around it.
    Over,
}

impl<'a> Walk<'a> {
    /// Steps through `recording`, skipping the functions for which `passes` returns true.
    pub fn new(recording: &'a Recording, passes: &'a dyn Fn(FunctionId) -> bool) -> Self {
        Walk { recording, passes }
    }

    /// The time at which the next line after `time` begins.
    pub fn next(&self, time: Time, stride: Stride) -> Option<Time> {
        let here = self.recording.position(time)?;
        here.block
            .until(self.recording.block_end())
            .filter(|&block| self.counts(here.block, block, stride))
            .find_map(|block| self.lines(block).into_iter().find(|&t| t > time))
    }

    /// The time at which the line before the one at `time` begins.
    pub fn previous(&self, time: Time, stride: Stride) -> Option<Time> {
        let here = self.recording.position(time)?;
        ExecutedBlock::FIRST
            .through(here.block)
            .rev()
            .filter(|&block| self.counts(here.block, block, stride))
            .find_map(|block| self.lines(block).into_iter().rev().find(|&t| t < time))
    }

    /// The beginning of the line executed at `time`: `time` itself if a line begins there.
    pub fn line_of(&self, time: Time) -> Option<Time> {
        let here = self.recording.position(time)?;
        let begins = self.lines(here.block).into_iter().any(|t| t == time);
        if begins { Some(time) } else { self.previous(time, Stride::Over).or_else(|| self.next(time, Stride::Into)) }
    }

    /// Calls are numbered as they begin, so calls made from this one have higher numbers.
    fn counts(&self, here: ExecutedBlock, block: ExecutedBlock, stride: Stride) -> bool {
        let structure = &self.recording.structure;
        let near = stride == Stride::Into || structure.call_of(block) <= structure.call_of(here);
        near && !(self.passes)(self.recording.function_of(block).0)
    }

    /// The times in an executed block at which lines begin.
    fn lines(&self, block: ExecutedBlock) -> Vec<Time> {
        let start = self.recording.start_of(block);
        let mut before = self.line_before(block);
        let mut found = Vec::new();
        for (offset, line) in self.code(block) {
            if before != Some(line) {
                found.push(start + offset);
            }
            before = Some(line);
        }
        found
    }

    /// The instructions of an executed block that belong to a line: offset in the block, line. Omits stores of
    /// parameters, which come before the first line, and jumps and ends of lifetimes, whose lines are arbitrary.
    fn code(&self, block: ExecutedBlock) -> Vec<(u32, u32)> {
        let (function, id) = self.recording.static_block(block);
        let (program, body) = (&self.recording.index.program, self.recording.index.program.function(function));
        let facts = body.blocks[id.0 as usize];
        let counts = |offset: &u32| {
            let inst = facts.first + offset;
            match body.insts[inst as usize] {
                Inst::Jump { .. } | Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. } => false,
                _ => id.0 != 0 || !body.stores_parameter(inst),
            }
        };
        let line = |offset: u32| (offset, place_of(program, Site { function, inst: facts.first + offset }).line);
        (0..facts.len).filter(counts).map(line).filter(|(_, line)| *line != 0).collect()
    }

    /// The line that an executed block continues. None if a line begins with the block in any case: at the start of a
    /// call, or when the line repeats, as a loop on one line does.
    fn line_before(&self, block: ExecutedBlock) -> Option<u32> {
        let first = self.code(block).first()?.1;
        let mut chain = vec![self.recording.number_of(block)];
        let mut at = block;
        while let Some(before) = self.recording.structure.previous(at).filter(|_| chain.len() < LONGEST) {
            let code = self.code(before);
            if code.last().is_some_and(|(_, line)| *line != first) {
                break;
            }
            // A block that only jumps belongs to no line.
            chain.extend((!code.is_empty()).then(|| self.recording.number_of(before)));
            at = before;
            if code.iter().any(|(_, line)| *line != first) {
                break;
            }
        }
        let mut seen: Vec<BlockNumber> = Vec::new();
        let mut begins = true;
        for number in chain.into_iter().rev() {
            begins = seen.is_empty() || seen.contains(&number);
            if begins {
                seen.clear();
            }
            seen.push(number);
        }
        (!begins).then_some(first)
    }
}
