//! Abandoned calls: calls that never returned, because the run ended inside or a `longjmp` left them.

use std::collections::HashMap;

use whydunit_machine::{FailureKind, Outcome};
use whydunit_program::analysis::Controller;
use whydunit_program::{BlockId, FunctionId, Inst};
use whydunit_trace::{Dependences, ExecutedBlock};

use crate::inquiry::why_not::{Search, Target};

impl Search<'_> {
    /// Was a function entered since then, or is a call of it in progress that never returned?
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

    /// The last executed call that never returned and from which the run would have continued to a block of the same
    /// function; or the block in which the run failed, if it leads there.
    pub(crate) fn last_unreturned_call(&self, function: FunctionId, target: BlockId) -> Option<ExecutedBlock> {
        let recording = &self.inquiry.recorded.recording;
        let (body, cfg) = (self.inquiry.program().function(function), &self.inquiry.analyses.flow(function).cfg);
        let leads = cfg.reversed().reachable(&[target.0], |_| false);
        let mut following: HashMap<u32, ExecutedBlock> = HashMap::new();
        self.blocks_of(function).find(|&b| {
            let (_, block) = recording.static_block(b);
            // A jump that landed before the last execution of the line did not prevent another one.
            let returned = |next: ExecutedBlock| next < self.since || !recording.is_landing(next);
            let returned = following.insert(recording.call_number(b), b).is_some_and(returned);
            match body.terminator(block) {
                _ if recording.is_cut_off(b) => leads[block.0 as usize],
                Inst::Call { site } => !returned && leads[body.calls[site as usize].next.0 as usize],
                _ => false,
            }
        })
    }

    /// If the test of a loop stayed in it, and a block after the loop is wanted: the later decision that left the loop
    /// elsewhere (a `break`, `goto` or `return`), and its other outcome.
    pub(crate) fn exit_taken(&self, target: &Target, last: ExecutedBlock) -> Option<Controller> {
        let recording = &self.inquiry.recorded.recording;
        let flow = self.inquiry.analyses.flow(target.function);
        let (_, test) = recording.static_block(last);
        let around = flow.loops.get(flow.loops.innermost(test)?);
        let text = self.inquiry.program().function(target.function);
        let end = |block: BlockId| text.blocks[block.0 as usize].first + text.blocks[block.0 as usize].len - 1;
        let line = |block: BlockId| text.locs[end(block) as usize].line;
        // In `do` and `for (;;)` the first decision of a round need not be the loop's own test, which has the line at
        // which a round ends.
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

    /// The executed block at whose end the call that ends `last` was abandoned, by `longjmp` or by the end of the run.
    pub(crate) fn departure(&self, last: ExecutedBlock) -> Option<ExecutedBlock> {
        let recording = &self.inquiry.recorded.recording;
        let called = last + 1 < recording.block_end() && recording.caller_of(last + 1) == Some(last);
        let outwards = |to: ExecutedBlock| to > last && recording.call_number(to) <= recording.call_number(last);
        let jump = recording.landings().find(|&to| outwards(to)).and_then(|to| to.checked_sub(1));
        let end = || recording.exit_status_definition().and_then(|time| recording.position(time)).map(|p| p.block);
        called.then(|| jump.or_else(end)).flatten()
    }

    /// Did the run fail without deciding to, as `abort` and `assert` do?
    fn failed_by_itself(&self) -> bool {
        match &self.inquiry.observed.outcome {
            Outcome::Failed(failure) => !matches!(failure.kind, FailureKind::Signal(_) | FailureKind::Assertion { .. }),
            Outcome::Exited(_) | Outcome::Stopped(_) => false,
        }
    }

    /// The decision inside a call that led to its abandonment, and its other outcome. `None` if there was no such
    /// decision because the run failed by itself.
    pub(crate) fn decision_inside(
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
