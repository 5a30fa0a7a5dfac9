//! Explains why a line that ran did not run once more. The other outcome of a decision counts only if it does not lead
//! to an execution that happened anyway, a little later.

use std::collections::BTreeSet;

use whydunit_program::analysis::{Controller, dispatches};
use whydunit_program::{BlockId, FunctionId, Inst};
use whydunit_trace::{BlockNumber, ExecutedBlock, LineCode};

use crate::inquiry::Inquiry;
use crate::inquiry::flipped_rerun::Reruns;
use crate::inquiry::obstacle::Obstacle;
use crate::inquiry::why_not::{Search, Target, WhyNot};

impl Inquiry {
    /// Adds the obstacles to one more execution before the last one to those after it.
    pub(crate) fn add_missed(&mut self, found: &mut WhyNot, missed: Vec<Obstacle>) {
        let reported: BTreeSet<_> = found.obstacles.iter().filter_map(site).collect();
        let idle = |o: &Obstacle| matches!(o, Obstacle::NeverCalled { .. });
        let new = |o: &Obstacle| !idle(o) && site(o).is_none_or(|site| !reported.contains(&site));
        found.obstacles.extend(missed.into_iter().filter(new));
        if !found.obstacles.iter().all(idle) {
            found.obstacles.retain(|o| !idle(o));
        }
    }

    /// Drops the decisions whose flipping does not make the line run once more, if there are others that do. Of
    /// decisions with several such executions only the last was tested, so they are kept.
    pub(crate) fn drop_refuted(&mut self, found: &mut WhyNot, reruns: &mut Reruns) {
        let mut run_more = |obstacle: &Obstacle| match obstacle {
            Obstacle::Decision { event, .. } => self.runs_more_often(event.time, &found.code, found.executions, reruns),
            _ => None,
        };
        let tested: Vec<Option<bool>> = found.obstacles.iter().map(&mut run_more).collect();
        if tested.contains(&Some(true)) {
            let once = |o: &Obstacle| matches!(o, Obstacle::Decision { count: 1, .. });
            let mut tested = tested.into_iter();
            found.obstacles.retain(|o| tested.next() != Some(Some(false)) || !once(o));
        }
    }

    /// The function whose every call runs the line at most once, and its number of calls.
    pub(crate) fn once_per_call(&self, code: &LineCode, visits: &[ExecutedBlock]) -> Option<(FunctionId, u32)> {
        let recording = &self.recorded.recording;
        let (function, _) = self.index.block(*code.blocks.first()?);
        let again = |&number: &BlockNumber| {
            let (owner, block) = self.index.block(number);
            let edges = self.analyses.flow(owner).cfg.edges();
            owner != function || edges.reachable(edges.of(block.0), |_| false)[block.0 as usize]
        };
        let calls: BTreeSet<u32> = visits.iter().map(|&visit| recording.call_number(visit)).collect();
        if calls.len() < visits.len() || code.blocks.iter().any(again) {
            return None;
        }
        Some((function, recording.runs_of(self.index.number(function, BlockId(0))).len() as u32))
    }
}

impl Search<'_> {
    /// Blames the executions of a decision that prevented one more execution. If there are none, returns the decision's
    /// own block as the next target.
    pub(crate) fn blame_missed(
        &mut self,
        target: &Target,
        controller: Controller,
        executions: &[ExecutedBlock],
    ) -> Option<Target> {
        let mut away = self.preventing_executions(target.function, controller, executions);
        // Another operand of the same condition may have led to the block.
        let (joins, came) =
            (self.joins(target.function, controller), self.executions_of(target.function, Some(target.block)));
        away.retain(|&b| !self.visited_before_join(b, &joins, &came));
        // Decisions of a line about the rest of itself belong to the same execution.
        let own = self.answer.code.blocks.contains(&self.inquiry.index.number(target.function, controller.block));
        let outwards = self.outwards(target, target.function, controller.block);
        if away.is_empty() || own {
            return Some(outwards);
        }
        // The decision may have led to the nearer one, which then led away.
        let away = if target.beyond { self.run_again(&away) } else { away };
        self.blame(target, controller, &away);
        Some(Target { beyond: true, ..outwards })
    }

    /// The executed decisions for which the line runs once more if the last or else the first of them is flipped. If
    /// that would take too many reruns or too long, all of them are returned.
    pub(crate) fn run_again(&mut self, decided: &[ExecutedBlock]) -> Vec<ExecutedBlock> {
        let (Some(&first), Some(&last)) = (decided.first(), decided.last()) else { return Vec::new() };
        let (code, executions) = (&self.answer.code, self.answer.executions);
        let mut run_more = |decided: ExecutedBlock| {
            let time = self.inquiry.recorded.recording.end_of(decided);
            self.inquiry.runs_more_often(time, code, executions, self.reruns)
        };
        if run_more(last) != Some(false) {
            return decided.to_vec();
        }
        if first != last && run_more(first) == Some(true) { vec![first] } else { Vec::new() }
    }

    /// The executions of a decision that led away, and whose other outcome would not just have replaced an execution of
    /// the line.
    pub(crate) fn preventing_executions(
        &self,
        function: FunctionId,
        controller: Controller,
        executions: &[ExecutedBlock],
    ) -> Vec<ExecutedBlock> {
        let joins = self.joins(function, controller);
        let loses = |b: ExecutedBlock| self.visited_before_join(b, &joins, &self.visits);
        let away = |b: &ExecutedBlock| !self.has_outcome(function, controller, &[*b]) && !loses(*b);
        executions.iter().copied().filter(away).collect()
    }

    /// The executed blocks at which all outcomes of a decision join again.
    fn joins(&self, function: FunctionId, controller: Controller) -> Vec<ExecutedBlock> {
        let (flow, body) = (self.inquiry.analyses.flow(function), self.inquiry.program().function(function));
        let mut joins = std::iter::successors(flow.join(controller.block), |&block| flow.join(block));
        // The dispatch at the end of a scope continues where a statement inside decided, so the ways part again there.
        let join = joins.find(|&block| dispatches(body, block).is_none());
        self.executions_of(function, join)
    }

    /// The executed calls at the end of a block that called another function than `function`, and for which a call of
    /// `function` would not just have replaced an execution of the line.
    pub(crate) fn called_elsewhere(
        &self,
        caller: FunctionId,
        block: BlockId,
        function: FunctionId,
    ) -> Vec<ExecutedBlock> {
        let recording = &self.inquiry.recorded.recording;
        let body = self.inquiry.program().function(caller);
        let Inst::Call { site } = body.terminator(block) else { return Vec::new() };
        let joins = self.executions_of(caller, Some(body.calls[site as usize].next));
        let elsewhere = |&b: &ExecutedBlock| {
            let entered = b + 1 < recording.block_end() && recording.caller_of(b + 1) == Some(b);
            let called = recording.function_of((b + 1).min(recording.block_end() - 1)).0;
            entered
                && called != function
                && !self.inquiry.trust.has(called)
                && !self.visited_before_join(b, &joins, &self.visits)
        };
        self.executions_of(caller, Some(block)).into_iter().filter(elsewhere).collect()
    }

    fn executions_of(&self, function: FunctionId, block: Option<BlockId>) -> Vec<ExecutedBlock> {
        let recording = &self.inquiry.recorded.recording;
        block.map_or_else(Vec::new, |block| recording.runs_of(self.inquiry.index.number(function, block)))
    }

    /// Did one of `visits` come between an executed decision and the place where its outcomes join again, `joins`?
    fn visited_before_join(&self, decided: ExecutedBlock, joins: &[ExecutedBlock], visits: &[ExecutedBlock]) -> bool {
        let recording = &self.inquiry.recorded.recording;
        let next = visits.get(visits.partition_point(|&visit| visit <= decided));
        let call = recording.call_number(decided);
        let mut outwards = std::iter::successors(next.copied(), |&block| recording.caller_of(block));
        // The block of the same call that contains the visit, possibly inside of calls.
        let Some(at) = outwards.find(|&b| recording.call_number(b) <= call) else { return false };
        let between = joins[joins.partition_point(|&join| join <= decided)..].iter().take_while(|join| **join <= at);
        recording.call_number(at) == call && !between.into_iter().any(|&join| recording.call_number(join) == call)
    }

    /// Could the run have reached a block once more in a call that it had not left?
    pub(crate) fn may_come_again(&self, target: &Target) -> bool {
        let flow = self.inquiry.analyses.flow(target.function);
        let leads = |last: ExecutedBlock| {
            let (_, block) = self.inquiry.recorded.recording.static_block(last);
            flow.cfg.edges().reachable(flow.cfg.edges().of(block.0), |_| false)[target.block.0 as usize]
        };
        self.last_unreturned_call(target.function, target.block).is_some()
            || self.last_in(target.function).is_some_and(leads)
    }
}

/// The place of an obstacle.
fn site(obstacle: &Obstacle) -> Option<(FunctionId, u32)> {
    match obstacle {
        Obstacle::Decision { event, .. } | Obstacle::CalledOther { event, .. } => {
            Some((event.instance.site.function, event.instance.site.inst))
        }
        Obstacle::Left { .. } | Obstacle::NeverCalled { .. } => None,
    }
}
