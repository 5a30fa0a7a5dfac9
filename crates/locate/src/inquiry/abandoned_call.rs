//! Calls that never came back: the run ended inside, or `longjmp` led out of them.

use std::collections::HashMap;

use whydunit_machine::{FailureKind, Outcome};
use whydunit_program::analysis::Controller;
use whydunit_program::{BlockId, FunctionId, Inst};
use whydunit_trace::{Dependences, ExecutedBlock};

use crate::inquiry::why_not::{Search, Target};

impl Search<'_> {
    /// Was a function entered since, or a call of it still in progress that never came back?
    pub(crate) fn in_progress(&self, function: FunctionId) -> bool {
        let recording = &self.inquiry.recorded.recording;
        self.executed[self.inquiry.index.number(function, BlockId(0)).index()]
            || self.last_in(function).is_some_and(|last| {
                let (_, block) = recording.static_block(last);
                !matches!(self.inquiry.program().function(function).terminator(block), Inst::Return { .. })
            })
    }

    /// The last executed block of a function.
    pub(crate) fn last_in(&self, function: FunctionId) -> Option<ExecutedBlock> {
        self.blocks_of(function).next()
    }

    /// The executed blocks of a function, the last first.
    fn blocks_of(&self, function: FunctionId) -> impl Iterator<Item = ExecutedBlock> {
        let recording = &self.inquiry.recorded.recording;
        recording.executed_blocks().rev().filter(move |&b| recording.function_of(b).0 == function)
    }

    /// The last executed call from which the run would have gone on to a block of the same function but never came back;
    /// or the block in the middle of which the run failed, if that would have led there.
    pub(crate) fn unreturned(&self, function: FunctionId, target: BlockId) -> Option<ExecutedBlock> {
        let recording = &self.inquiry.recorded.recording;
        let (body, cfg) = (self.inquiry.program().function(function), &self.inquiry.analyses.flow(function).cfg);
        let leads = cfg.reversed().reachable(&[target.0], |_| false);
        let mut following: HashMap<u32, ExecutedBlock> = HashMap::new();
        self.blocks_of(function).find(|&b| {
            let (_, block) = recording.static_block(b);
            // What a jump led to before the last execution of the line did not keep it from another one.
            let came_back = |next: ExecutedBlock| next < self.since || !recording.is_landing(next);
            let came_back = following.insert(recording.call_number(b), b).is_some_and(came_back);
            match body.terminator(block) {
                _ if recording.is_cut_off(b) => leads[block.0 as usize],
                Inst::Call { site } => !came_back && leads[body.calls[site as usize].next.0 as usize],
                _ => false,
            }
        })
    }

    /// When the test of a loop stayed in it, and a block behind the loop is wanted: the later decision that led out of the
    /// loop by another way (a `break`, `goto` or `return`), and its other outcome.
    pub(crate) fn way_out_taken(&self, target: &Target, last: ExecutedBlock) -> Option<Controller> {
        let recording = &self.inquiry.recorded.recording;
        let flow = self.inquiry.analyses.flow(target.function);
        let (_, test) = recording.static_block(last);
        let around = flow.loops.get(flow.loops.innermost(test)?);
        let text = self.inquiry.program().function(target.function);
        let end = |block: BlockId| text.blocks[block.0 as usize].first + text.blocks[block.0 as usize].len - 1;
        let line = |block: BlockId| text.locs[end(block) as usize].line;
        // In `do` and `for (;;)` the first test of a round need not be that of the loop, at whose line a round ends.
        let jumps = |block: &&BlockId| matches!(text.insts[end(**block) as usize], Inst::Jump { .. });
        let is_own = around.latches.iter().filter(jumps).any(|&latch| line(latch) == line(test));
        let ends_rounds = test == around.header && is_own || around.latches.contains(&test);
        let around = &around.blocks;
        if !ends_rounds || around.contains(&target.block) {
            return None;
        }
        let call = recording.call_number(last);
        let mut before = last;
        for block in (last + 1).until(recording.block_end()).filter(|&b| recording.call_number(b) == call) {
            if !around.contains(&recording.static_block(block).1) {
                let leaving = Dependences::new(recording).scope_exit(before);
                let decided = leaving.map_or(Some(before), |leaving| recording.controller_of(leaving))?;
                return self.other_outcome(decided).filter(|_| decided > last);
            }
            before = block;
        }
        None
    }

    /// The executed block at whose end the call that ends `last` was left for good: by `longjmp`, or with the run.
    pub(crate) fn departure(&self, last: ExecutedBlock) -> Option<ExecutedBlock> {
        let recording = &self.inquiry.recorded.recording;
        let called = last + 1 < recording.block_end() && recording.caller_of(last + 1) == Some(last);
        let outwards = |to: ExecutedBlock| to > last && recording.call_number(to) <= recording.call_number(last);
        let jump = recording.landings().find(|&to| outwards(to)).and_then(|to| to.checked_sub(1));
        let end = || recording.exit_status_definition().and_then(|time| recording.position(time)).map(|p| p.block);
        called.then(|| jump.or_else(end)).flatten()
    }

    /// Did the run fail other than by saying so, with `abort` or `assert`?
    fn failed_by_itself(&self) -> bool {
        match &self.inquiry.observed.outcome {
            Outcome::Failed(failure) => !matches!(failure.kind, FailureKind::Signal(_) | FailureKind::Assertion { .. }),
            Outcome::Exited(_) | Outcome::Stopped(_) => false,
        }
    }

    /// The decision inside a call that led to where it was left for good, and its other outcome; none where nobody
    /// decided to leave it, because the run failed by itself.
    pub(crate) fn turn_inside(
        &self,
        last: ExecutedBlock,
        departure: ExecutedBlock,
    ) -> Option<(FunctionId, Controller, ExecutedBlock)> {
        let recording = &self.inquiry.recorded.recording;
        if self.failed_by_itself() && !recording.is_landing(departure + 1) {
            return None;
        }
        let above = std::iter::successors(recording.controller_of(departure), |&b| recording.controller_of(b));
        let decides = |&b: &ExecutedBlock| {
            let (function, block) = recording.static_block(b);
            !self.inquiry.trust.has(function) && self.inquiry.analyses.flow(function).control.decides(block)
        };
        let decided = above.take_while(|&b| b > last).find(decides)?;
        Some((recording.function_of(decided).0, self.other_outcome(decided)?, decided))
    }
}
