//! Runs that ended too early: a failure, an exit or an endless loop inside of calls from which the line asked about
//! might still have been reached.

use std::collections::BTreeMap;

use whydunit_machine::Outcome;
use whydunit_program::{BlockId, FunctionId, Inst};
use whydunit_trace::ExecutedBlock;

use crate::inquiry::obstacle::Obstacle;
use crate::inquiry::why_not::{Search, Target};

impl Search<'_> {
    /// Blames the end of the run, or the decision that led to it, if the line might have run after it.
    pub(crate) fn blame_end(&mut self) {
        if self.answer.obstacles.iter().any(|o| matches!(o, Obstacle::Left { .. })) {
            return;
        }
        let Some((target, last)) = self.last_chance() else { return };
        let hangs = matches!(self.inquiry.observed.outcome, Outcome::Stopped(_));
        if hangs {
            self.blame_hang_inside(&target, last);
            return;
        }
        let departure = self.departure(last);
        let turn = departure.and_then(|d| self.decision_inside(last, d));
        match turn.filter(|(_, _, decided)| !self.run_again(&[*decided]).is_empty()) {
            Some((function, turn, decided)) => {
                let inside = Target { function, block: turn.block, ..target };
                self.blame_decision(&inside, turn, &[decided]);
            }
            None => self.report_left(&target, last, departure, true),
        }
    }

    /// The last position of the run in the innermost call in progress that could have led to the line, and the target
    /// it would have reached there.
    fn last_chance(&self) -> Option<(Target, ExecutedBlock)> {
        let recording = &self.inquiry.recorded.recording;
        let goals = self.ways_to_line();
        let own = |b: &ExecutedBlock| !self.inquiry.trust.has(recording.function_of(*b).0);
        let hangs = matches!(self.inquiry.observed.outcome, Outcome::Stopped(_));
        let outwards = std::iter::successors(recording.block_end().checked_sub(1), |&b| recording.caller_of(b));
        outwards.filter(own).filter(|&b| !hangs || self.hanging_call_inside(b).is_some()).find_map(|last| {
            let (function, block) = recording.static_block(last);
            let body = self.inquiry.program().function(function);
            let edges = self.inquiry.analyses.flow(function).cfg.edges();
            // A call that never returns, as of `exit`, has no successors.
            let reached = edges.reachable(edges.of(block.0), |_| false);
            let ends = matches!(body.terminator(block), Inst::Return { .. });
            let goal = goals.get(&function)?.iter().find(|goal| !ends && reached[goal.0 as usize])?;
            Some((Target::new(function, *goal), last))
        })
    }

    /// The blocks of the line and the calls that could lead to it, by function.
    fn ways_to_line(&self) -> BTreeMap<FunctionId, Vec<BlockId>> {
        let mut ways: BTreeMap<FunctionId, Vec<BlockId>> = BTreeMap::new();
        for &number in &self.answer.code.blocks {
            let (function, block) = self.inquiry.index.block(number);
            ways.entry(function).or_default().push(block);
        }
        let mut todo: Vec<FunctionId> = ways.keys().copied().collect();
        while let Some(function) = todo.pop() {
            for site in self.inquiry.callers_outside(function) {
                let block = self.inquiry.program().function(site.function).block_of(site.inst);
                let known = ways.entry(site.function).or_default();
                if known.is_empty() {
                    todo.push(site.function);
                }
                known.push(block);
            }
        }
        ways
    }
}
