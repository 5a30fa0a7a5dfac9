//! Calls before a line that could have prevented it, and the decisions in them that let the call return instead of
//! ending the run or jumping past the line.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::analysis::Controller;
use whydunit_program::{BlockId, Callee, FunctionId, Inst};
use whydunit_trace::{ExecutedBlock, Time};

use crate::inquiry::{Event, Inquiry};

/// A decision that let a call return.
#[derive(Clone, Debug)]
pub struct ReturningDecision {
    /// Its last execution before the line.
    pub event: Event,
    /// Executions with this outcome.
    pub count: u32,
}

/// Decisions reported.
const MAX_DECISIONS: usize = 3;

/// The way a call leaves its function for good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Leaves {
    /// The run ends.
    Ends,
    /// It may jump to a caller.
    MayJump,
}

impl Inquiry {
    /// The decisions before an executed block, in completed calls, whose other outcome would have left those calls for
    /// good: the nearest ones, and the number of further ones.
    pub(crate) fn returning_decisions(&mut self, block: ExecutedBlock) -> (Vec<ReturningDecision>, u32) {
        let recording = &self.recorded.recording;
        let around = || std::iter::successors(Some(block), |&b| recording.caller_of(b));
        // Functions called by `exit` also run when the run ends earlier.
        let ending = |function| self.trust.has(function) && !self.analyses.returns().may_return(function);
        if around().any(|b| ending(recording.function_of(b).0)) {
            return (Vec::new(), 0);
        }
        let around: BTreeSet<u32> = around().map(|b| recording.call_number(b)).collect();
        let jumped = self.left_by_jump(Some(block));
        let mut found: Vec<(ExecutedBlock, u32)> = Vec::new();
        for function in (0..self.program().functions.len() as u32).map(FunctionId) {
            if !self.trust.has(function) {
                found.extend(self.returning_decisions_of(function, block, &around, &jumped));
            }
        }
        found.sort_unstable_by_key(|&(last, _)| std::cmp::Reverse(last));
        let more = found.len().saturating_sub(MAX_DECISIONS) as u32;
        found.truncate(MAX_DECISIONS);
        let ends: Vec<Time> = found.iter().map(|&(last, _)| recording.end_of(last)).collect();
        let described =
            self.describe(&ends).into_iter().zip(found).map(|(event, (_, count))| ReturningDecision { event, count });
        (described.collect(), more)
    }

    /// The decisions of one function that let its calls return: the last execution of each, and the number of
    /// executions.
    fn returning_decisions_of(
        &self,
        function: FunctionId,
        block: ExecutedBlock,
        around: &BTreeSet<u32>,
        jumped: &BTreeSet<u32>,
    ) -> Vec<(ExecutedBlock, u32)> {
        let (recording, control) = (&self.recorded.recording, &self.analyses.flow(function).control);
        let mut todo: Vec<(Controller, Leaves)> = Vec::new();
        for (at, leaves) in self.calls_without_return(function) {
            todo.extend(control.decisions(at).into_iter().map(|c| (c, leaves)));
        }
        let (mut seen, mut found) = (BTreeSet::new(), BTreeMap::new());
        while let Some((controller, leaves)) = todo.pop() {
            if !seen.insert((controller, leaves)) {
                continue;
            }
            let all = recording.executions(self.index.number(function, controller.block));
            let before = &all[..all.partition_point(|&b| b < block)];
            if before.is_empty() {
                // The decision was not executed, because of an earlier one.
                todo.extend(control.decisions(controller.block).into_iter().map(|c| (c, leaves)));
                continue;
            }
            let past = |b: ExecutedBlock| leaves == Leaves::Ends || self.jumps_into(b, around);
            let is_over = |call: u32| !around.contains(&call) && !jumped.contains(&call);
            let stayed =
                |&&b: &&ExecutedBlock| is_over(recording.call_number(b)) && !self.had_outcome(b, controller) && past(b);
            let count = before.iter().filter(stayed).count() as u32;
            if let Some(&last) = before.iter().rev().find(stayed) {
                found.insert(controller.block, (last, count));
            }
        }
        found.into_values().collect()
    }

    /// The calls that a `longjmp` left before an executed block, or at any time.
    pub(crate) fn left_by_jump(&self, block: Option<ExecutedBlock>) -> BTreeSet<u32> {
        let recording = &self.recorded.recording;
        let mut left = BTreeSet::new();
        for landing in recording.landings().filter(|&landing| block.is_none_or(|block| landing <= block)) {
            let inside = std::iter::successors(landing.checked_sub(1), |&b| recording.caller_of(b));
            let calls = inside.map(|b| recording.call_number(b));
            left.extend(calls.take_while(|&call| call > recording.call_number(landing)));
        }
        left
    }

    /// The blocks of a function that end in a call that never returns.
    fn calls_without_return(&self, function: FunctionId) -> Vec<(BlockId, Leaves)> {
        let (body, returns) = (self.program().function(function), self.analyses.returns());
        let leaves = |block: BlockId| {
            let Inst::Call { site } = body.terminator(block) else { return None };
            let call = &body.calls[site as usize];
            let how = if returns.call_may_jump(call) { Leaves::MayJump } else { Leaves::Ends };
            (!returns.call_returns(body, call)).then_some((block, how))
        };
        (0..body.blocks.len() as u32).filter_map(|block| leaves(BlockId(block))).collect()
    }

    /// Did an executed decision have this outcome?
    fn had_outcome(&self, decided: ExecutedBlock, Controller { block, outcome }: Controller) -> bool {
        let recording = &self.recorded.recording;
        let (function, _) = recording.function_of(decided);
        let to = self.analyses.flow(function).cfg.successors(block).get(outcome.0 as usize);
        let to = to.map(|&to| self.index.number(function, BlockId(to)));
        decided + 1 < recording.block_end() && to == Some(recording.number_of(decided + 1))
    }

    /// Would a `longjmp` from an executed block land in one of these calls? The nearest enclosing call with a `setjmp`
    /// is assumed to be its target.
    fn jumps_into(&self, block: ExecutedBlock, calls: &BTreeSet<u32>) -> bool {
        let recording = &self.recorded.recording;
        let mut outwards = std::iter::successors(Some(block), |&b| recording.caller_of(b));
        let lands = outwards.find(|&b| self.sets_jump(recording.function_of(b).0));
        lands.is_some_and(|b| calls.contains(&recording.call_number(b)))
    }

    pub(crate) fn sets_jump(&self, function: FunctionId) -> bool {
        let program = self.program();
        program.function(function).calls.iter().any(|call| match call.callee {
            Callee::External(id) => program.externals[id.0 as usize].name.contains("setjmp"),
            Callee::Direct(_) | Callee::Indirect(_) => false,
        })
    }
}
