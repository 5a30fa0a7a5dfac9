//! Decisions after the one that prevented another execution of a line. In an inner loop, that decision could have been
//! reached again, and later decisions prevented it; or the run hung inside of a call.

use std::collections::BTreeSet;

use whydunit_program::{BlockId, FunctionId, Inst};
use whydunit_trace::ExecutedBlock;

use crate::inquiry::obstacle::Obstacle;
use crate::inquiry::why_not::{Search, Target};

/// A decision that prevented the execution.
#[derive(Clone, Copy)]
pub(crate) struct Decided {
    pub(crate) function: FunctionId,
    pub(crate) block: BlockId,
    /// Its last execution.
    pub(crate) last: ExecutedBlock,
}

/// Later decisions reported.
const MAX_LATER_DECISIONS: usize = 3;

impl Search<'_> {
    /// Blames later decisions that could have led to the blamed ones again.
    pub(crate) fn blame_later(&mut self) {
        let first = std::mem::take(&mut self.decided);
        let call_of = |d: &Decided| self.inquiry.recorded.recording.call_number(d.last);
        let mut todo: Vec<(Decided, u32)> = first.iter().map(|d| (*d, call_of(d))).collect();
        let (mut seen, most) = (BTreeSet::new(), self.answer.obstacles.len() + MAX_LATER_DECISIONS);
        while let Some((Decided { function, block, last }, call)) = todo.pop() {
            if !seen.insert((function, block, call)) || self.answer.obstacles.len() >= most {
                continue;
            }
            let mut controllers = self.inquiry.analyses.flow(function).control.decisions(block);
            controllers.retain(|c| c.block != block && self.leads_without_jump(function, *c, block));
            if controllers.is_empty() {
                todo.extend(self.call_around(last, call));
            }
            for controller in controllers {
                let recording = &self.inquiry.recorded.recording;
                let mut after = self.executions(function, controller.block, last + 1);
                after.retain(|&b| recording.call_number(b) == call);
                if after.is_empty() {
                    // This decision was not reached again either, because of another one.
                    todo.push((Decided { function, block: controller.block, last }, call));
                } else if !self.has_outcome(function, controller, &after) && !self.run_again(&after).is_empty() {
                    let target = Target::new(function, block);
                    self.blame_decision(&target, controller, &after);
                }
            }
            todo.extend(std::mem::take(&mut self.decided).into_iter().map(|d| (d, call)));
        }
    }

    /// The block that made the call of an executed block, as a block that was not reached again since.
    fn call_around(&self, last: ExecutedBlock, call: u32) -> Option<(Decided, u32)> {
        let recording = &self.inquiry.recorded.recording;
        let mut outwards = std::iter::successors(Some(last), |&b| recording.caller_of(b));
        let inside = outwards.find(|&b| recording.call_number(b) == call)?;
        let own = |b: &ExecutedBlock| !self.inquiry.trust.has(recording.function_of(*b).0);
        let caller = std::iter::successors(recording.caller_of(inside), |&b| recording.caller_of(b)).find(own)?;
        let (function, block) = recording.static_block(caller);
        Some((Decided { function, block, last }, recording.call_number(caller)))
    }

    /// For a run that hung inside of the call that ends the executed block `last`: reports that, and the decisions
    /// there that could have ended it. False if the run hung elsewhere.
    pub(crate) fn blame_hang_inside(&mut self, target: &Target, last: ExecutedBlock) -> bool {
        let Some(inner) = self.hanging_call_inside(last) else { return false };
        let recording = &self.inquiry.recorded.recording;
        let (function, _) = recording.function_of(inner);
        let call = recording.end_of(last);
        if let Some(event) = self.inquiry.describe(&[call]).pop() {
            let (function, through) = (target.function, self.unexecuted(&target.through));
            self.answer.obstacles.push(Obstacle::Left { function, event, by: None, might: false, through });
        }
        let recording = &self.inquiry.recorded.recording;
        let number = recording.call_number(inner);
        let of_call = recording.entry_of(inner).through(inner).filter(|&b| recording.call_number(b) == number);
        let ran: BTreeSet<BlockId> = of_call.map(|b| recording.static_block(b).1).collect();
        let body = self.inquiry.program().function(function);
        let returns = |block: &BlockId| matches!(body.terminator(*block), Inst::Return { .. });
        let ends: Vec<BlockId> = (0..body.blocks.len() as u32).map(BlockId).filter(returns).collect();
        for block in ends {
            let target = Target::new(function, block);
            for way in self.untaken_exits(&target, inner, |block| ran.contains(&block)) {
                let recording = &self.inquiry.recorded.recording;
                let mut executions = self.executions(function, way.block, self.since);
                executions.retain(|&b| recording.call_number(b) == number);
                self.blame_decision(&target, way, &executions);
            }
        }
        true
    }

    /// The last executed block in the outermost looping call, among the calls in progress inside of the one that ends
    /// the executed block `last`.
    pub(crate) fn hanging_call_inside(&self, last: ExecutedBlock) -> Option<ExecutedBlock> {
        let recording = &self.inquiry.recorded.recording;
        let end = recording.block_end();
        let outwards = std::iter::successors(end.checked_sub(1), |&block| recording.caller_of(block));
        let mut inside: Vec<ExecutedBlock> = outwards.take_while(|&block| block >= last).collect();
        if inside.pop() != Some(last) {
            return None;
        }
        // A hanging run spends most of its time in the loop, so its last third is enough.
        let late = end - end.0 / 3;
        let goes_round = |&block: &ExecutedBlock| {
            let runs = recording.runs_of(recording.number_of(block));
            let late = &runs[runs.partition_point(|&run| run < late)..];
            late.iter().filter(|&&run| recording.call_number(run) == recording.call_number(block)).count() > 1
        };
        let own = |block: &ExecutedBlock| !self.inquiry.trust.has(recording.function_of(*block).0);
        let around = std::iter::once(last).chain(inside.into_iter().rev());
        let first = around.into_iter().filter(own).find(goes_round)?;
        (first != last).then_some(first)
    }
}
