//! Explains why a line did not run, or not once more: the nearest executed decisions that had another outcome.

use std::collections::BTreeSet;

use whydunit_machine::Site;
use whydunit_program::analysis::{Controller, LoopForest, Outcome};
use whydunit_program::{BlockId, FileId, FunctionId};
use whydunit_trace::{ExecutedBlock, LineCode, Visits, place_of};

use crate::inquiry::Inquiry;
use crate::inquiry::flipped_rerun::Reruns;
use crate::inquiry::later_decision::Decided;
use crate::inquiry::obstacle::Obstacle;

/// The explanation why a line did not run.
#[derive(Clone, Debug)]
pub struct WhyNot {
    /// The line.
    pub code: LineCode,
    /// Executions of the line.
    pub executions: u32,
    /// The execution asked for, if one was named.
    pub wanted: Option<u32>,
    /// The obstacles after the last execution.
    pub obstacles: Vec<Obstacle>,
    /// Functions that were never entered after the last execution.
    pub never_entered: Vec<FunctionId>,
    /// The function and its number of calls, if the line ran at most once in each of them.
    pub once_per_call: Option<(FunctionId, u32)>,
    /// The executed lines; empty if the execution asked for happened.
    pub executed_lines: BTreeSet<(Option<FileId>, u32)>,
}

impl WhyNot {
    /// Did the execution that was asked for happen?
    pub fn did_run(&self) -> bool {
        self.executions >= self.wanted.unwrap_or(1)
    }
}

/// A block that did not run, and the lines between it and the line asked about.
pub(crate) struct Target {
    pub(crate) function: FunctionId,
    pub(crate) block: BlockId,
    pub(crate) through: Vec<(Option<FileId>, u32)>,
    /// The function in which a jump from the block has to land, if it jumps.
    pub(crate) lands: Option<FunctionId>,
    /// Is a decision nearer to the line already blamed for some of its executions?
    pub(crate) beyond: bool,
}

impl Target {
    /// A block of the line itself, or one with no lines between.
    pub(crate) fn new(function: FunctionId, block: BlockId) -> Target {
        Target { function, block, through: Vec::new(), lands: None, beyond: false }
    }
}

/// The search for the obstacles that kept a line from running.
pub(crate) struct Search<'a> {
    pub(crate) inquiry: &'a mut Inquiry,
    /// Only executed blocks from here on matter.
    pub(crate) since: ExecutedBlock,
    /// Search for everything that could have caused one more execution at any time, not only at the end?
    pub(crate) anywhere: bool,
    /// By block of the program: was it executed since then?
    pub(crate) executed: Vec<bool>,
    /// Lines of which something was executed since then.
    pub(crate) lines: BTreeSet<(Option<FileId>, u32)>,
    /// The first executed block of each execution of the line.
    pub(crate) visits: Vec<ExecutedBlock>,
    /// The calls that a `longjmp` left.
    pub(crate) jumped: BTreeSet<u32>,
    /// The reruns made to check whether decisions matter.
    pub(crate) reruns: &'a mut Reruns,
    blamed: BTreeSet<(FunctionId, BlockId)>,
    /// The blamed decisions whose later decisions were not examined yet.
    pub(crate) decided: Vec<Decided>,
    pub(crate) answer: WhyNot,
}

/// Obstacles that end the search.
const MAX_OBSTACLES: usize = 12;
/// Upper bounds of the reruns and of their instructions: a few seconds.
const MAX_RERUNS: usize = 64;
const MAX_RERUN_INSTRUCTIONS: u64 = 300_000_000;

impl Inquiry {
    /// Explains why a line did not run `wanted` times, or not at all.
    pub fn why_not(&mut self, code: LineCode, wanted: Option<u32>) -> WhyNot {
        let recording = &self.recorded.recording;
        let visits = Visits::new(recording, &code).first;
        let executions = visits.len() as u32;
        let (obstacles, never_entered, executed_lines) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut answer =
            WhyNot { executions, wanted, obstacles, never_entered, once_per_call: None, executed_lines, code };
        if answer.did_run() {
            return answer;
        }
        answer.executed_lines = self.lines_since(ExecutedBlock::FIRST);
        let mut reruns = Reruns::up_to(MAX_RERUNS, MAX_RERUN_INSTRUCTIONS);
        let last = visits.last().and_then(|&first| Visits::times(recording, &answer.code, first).last().copied());
        let last = last.and_then(|time| recording.position(time)).map(|p| p.block);
        let Some(since) = last.map(|block| block + 1) else {
            return self.search(answer, visits, ExecutedBlock::FIRST, false, &mut reruns);
        };
        answer.once_per_call = self.once_per_call(&answer.code, &visits);
        let mut found = self.search(answer.clone(), visits.clone(), since, false, &mut reruns);
        // An earlier decision may have prevented an execution, too.
        let missed = self.search(answer, visits, ExecutedBlock::FIRST, true, &mut reruns).obstacles;
        self.add_missed(&mut found, missed);
        self.drop_refuted(&mut found, &mut reruns);
        found
    }

    fn search(
        &mut self,
        answer: WhyNot,
        visits: Vec<ExecutedBlock>,
        since: ExecutedBlock,
        anywhere: bool,
        reruns: &mut Reruns,
    ) -> WhyNot {
        let recording = &self.recorded.recording;
        let mut executed = vec![false; self.index.block_count()];
        since.until(recording.block_end()).for_each(|b| executed[recording.number_of(b).index()] = true);
        let lines = self.lines_since(since);
        let (blamed, decided) = (BTreeSet::new(), Vec::new());
        let jumped = self.left_by_jump(None);
        let mut search =
            Search { inquiry: self, since, anywhere, executed, lines, visits, jumped, reruns, blamed, decided, answer };
        search.run();
        if since > ExecutedBlock::FIRST {
            search.blame_later();
        }
        if !anywhere {
            search.blame_end();
        }
        search.answer
    }
}

impl Search<'_> {
    fn run(&mut self) {
        let mut todo: Vec<Target> = Vec::new();
        for &number in &self.answer.code.blocks {
            let (function, block) = self.inquiry.index.block(number);
            // The compiler adds code after a call of `exit` that never runs.
            if self.inquiry.analyses.flow(function).cfg.reached(block) {
                todo.push(Target::new(function, block));
            }
        }
        let mut seen: BTreeSet<(FunctionId, BlockId)> = todo.iter().map(|t| (t.function, t.block)).collect();
        let (asked, mut next) = (todo.len(), 0);
        while next < todo.len() && self.answer.obstacles.len() < MAX_OBSTACLES {
            let above = self.controlling_blocks(&todo[next]);
            next += 1;
            todo.extend(above.into_iter().filter(|t| seen.insert((t.function, t.block))));
            if next == todo.len() && self.answer.obstacles.is_empty() {
                // Only loop decisions without another round are left. The obstacle is whatever left the loops, or did
                // not call their function.
                let outside = |&at: &usize| at < asked || self.is_in_every_call(&todo[at]);
                let outside: Vec<usize> = (0..todo.len()).filter(outside).collect();
                let around: Vec<Target> = outside.into_iter().flat_map(|at| self.unconditional(&todo[at])).collect();
                todo.extend(around.into_iter().filter(|t| seen.insert((t.function, t.block))));
            }
        }
    }

    /// Does every call of a block's function reach it, or end the run before?
    fn is_in_every_call(&self, target: &Target) -> bool {
        self.inquiry.analyses.flow(target.function).post_dominators.dominates(target.block.0, 0)
    }

    /// Goes from a block that did not run to the decisions that control it. Controlling blocks that did not run either
    /// are returned.
    fn controlling_blocks(&mut self, target: &Target) -> Vec<Target> {
        let controllers = self.inquiry.analyses.flow(target.function).control.decisions(target.block);
        if controllers.is_empty() || !self.landings_before(target).is_empty() {
            return self.unconditional(target);
        }
        let (mut targets, mut came_near) = (Vec::new(), false);
        for controller in controllers {
            // For a loop whose test is on the line, the last execution of the test decided that there is no other.
            let own = controller.block == target.block || self.decided_on_line(target, controller);
            let since = if own { ExecutedBlock::FIRST } else { self.since };
            let mut executions = self.executions(target.function, controller.block, since);
            executions.retain(|&b| self.may_jump_to(target.lands, b));
            if self.needs_jump(target.function, controller) {
                executions.retain(|&b| self.inquiry.recorded.recording.is_landing(b));
                if executions.is_empty() {
                    let behind = self.outwards(target, target.function, controller.block);
                    targets.extend(self.jumps_to(&behind, &[controller.block]));
                    continue;
                }
            }
            if self.anywhere {
                targets.extend(self.blame_missed(target, controller, &executions));
            } else if executions.is_empty() {
                targets.extend((!own).then(|| self.outwards(target, target.function, controller.block)));
            } else if self.has_outcome(target.function, controller, if own { latest(&executions) } else { &executions })
            {
                came_near = true;
                self.explain_left(target);
            } else {
                self.blame(target, controller, &executions);
            }
        }
        // Each controller is a way to the block. If one was taken and the run was then diverted, no other way was
        // needed.
        if came_near { Vec::new() } else { targets }
    }

    /// Is a decision on the line asked about, and did its last execution lead away from `target`, which is not on it?
    fn decided_on_line(&self, target: &Target, controller: Controller) -> bool {
        let asked = |block| self.answer.code.blocks.contains(&self.inquiry.index.number(target.function, block));
        let executions = self.executions(target.function, controller.block, ExecutedBlock::FIRST);
        let last = latest(&executions);
        asked(controller.block)
            && !asked(target.block)
            && !last.is_empty()
            && !self.has_outcome(target.function, controller, last)
    }

    /// The executions of a decision since an executed block.
    pub(crate) fn executions(&self, function: FunctionId, block: BlockId, since: ExecutedBlock) -> Vec<ExecutedBlock> {
        let all = self.inquiry.recorded.recording.executions(self.inquiry.index.number(function, block));
        all[all.partition_point(|&b| b < since)..].to_vec()
    }

    /// Did a decision have the needed outcome? Then something else came between.
    pub(crate) fn has_outcome(
        &self,
        function: FunctionId,
        controller: Controller,
        executions: &[ExecutedBlock],
    ) -> bool {
        let recording = &self.inquiry.recorded.recording;
        let to = self.inquiry.analyses.flow(function).cfg.successors(controller.block);
        let Some(&to) = to.get(controller.outcome.0 as usize) else { return false };
        let to = self.inquiry.index.number(function, BlockId(to));
        executions.iter().any(|&b| b + 1 < recording.block_end() && recording.number_of(b + 1) == to)
    }

    pub(crate) fn blame(&mut self, target: &Target, controller: Controller, executions: &[ExecutedBlock]) {
        if let Some(turn) = executions.last().and_then(|&last| self.exit_taken(target, last)) {
            let mut executions = self.executions(target.function, turn.block, self.since);
            if self.anywhere {
                executions = self.preventing_executions(target.function, turn, &executions);
            }
            return self.blame_decision(target, turn, &executions);
        }
        self.blame_decision(target, controller, executions);
    }

    /// An executed decision with two outcomes, and the one that it did not have.
    pub(crate) fn other_outcome(&self, decided: ExecutedBlock) -> Option<Controller> {
        let recording = &self.inquiry.recorded.recording;
        let (function, block) = recording.static_block(decided);
        let [first, second] = *self.inquiry.analyses.flow(function).cfg.successors(block) else { return None };
        let number = |to: u32| self.inquiry.index.number(function, BlockId(to));
        let went = recording.number_of(decided + 1);
        let other = if went == number(first) { 1 } else { 0 };
        (went == number(first) || went == number(second)).then_some(Controller { block, outcome: Outcome(other) })
    }

    pub(crate) fn blame_decision(&mut self, target: &Target, controller: Controller, executions: &[ExecutedBlock]) {
        // It may have had the needed outcome at other times.
        let away = |b: &&ExecutedBlock| !self.has_outcome(target.function, controller, &[**b]);
        let count = executions.iter().filter(away).count() as u32;
        let Some(&last) = executions.iter().rev().find(away) else { return };
        if !self.blamed.insert((target.function, controller.block)) {
            return;
        }
        let needed = self.inquiry.needed(target, controller);
        let end = self.inquiry.recorded.recording.end_of(last);
        if let Some(event) = self.inquiry.describe(&[end]).pop() {
            let through = self.unexecuted(&target.through);
            self.answer.obstacles.push(Obstacle::Decision { event, count, needed, through });
            self.decided.push(Decided { function: target.function, block: controller.block, last });
        }
    }

    /// Explains a run that entered the function without reaching the block: the last instance in it, or the decisions
    /// that kept it in a loop.
    pub(crate) fn explain_left(&mut self, target: &Target) {
        let unreturned = self.last_unreturned_call(target.function, target.block);
        let Some(last) = unreturned.or_else(|| self.last_in(target.function)) else { return };
        let known = |o: &Obstacle| matches!(o, Obstacle::Left { function, .. } if *function == target.function);
        if self.answer.obstacles.iter().any(known) {
            return;
        }
        let hangs = matches!(self.inquiry.observed.outcome, whydunit_machine::Outcome::Stopped(_));
        if hangs && self.blame_hang_inside(target, last) {
            return;
        }
        let ran = |block| self.executed[self.inquiry.index.number(target.function, block).index()];
        let ways_out = if hangs { self.untaken_exits(target, last, ran) } else { Vec::new() };
        if !ways_out.is_empty() {
            for way in ways_out {
                let executions = self.executions(target.function, way.block, self.since);
                self.blame(target, way, &executions);
            }
            return;
        }
        let departure = self.departure(last);
        if let Some((function, turn, decided)) = departure.and_then(|d| self.decision_inside(last, d)) {
            let inside = Target { function, block: turn.block, through: target.through.clone(), ..*target };
            return self.blame_decision(&inside, turn, &[decided]);
        }
        self.report_left(target, last, departure, false);
    }

    /// Reports the last instance of the run in a function, and the executed block at which it ended or jumped away.
    pub(crate) fn report_left(
        &mut self,
        target: &Target,
        last: ExecutedBlock,
        departure: Option<ExecutedBlock>,
        might: bool,
    ) {
        let end = self.inquiry.recorded.recording.end_of(last);
        let mut events = self.inquiry.describe(&[end]);
        let by = departure.and_then(|block| self.inquiry.fold(self.inquiry.recorded.recording.end_of(block)));
        let by = by.and_then(|end| self.inquiry.describe(&[end]).pop()).map(Box::new);
        if let Some(event) = events.pop() {
            let (function, through) = (target.function, self.unexecuted(&target.through));
            self.answer.obstacles.push(Obstacle::Left { function, event, by, might, through });
        }
    }

    /// The decisions in the loops around the executed block `last` that could have left the loops towards a block, with
    /// the outcomes that were not taken. `executed` tests whether a block was executed.
    pub(crate) fn untaken_exits(
        &self,
        target: &Target,
        last: ExecutedBlock,
        executed: impl Fn(BlockId) -> bool,
    ) -> Vec<Controller> {
        let flow = self.inquiry.analyses.flow(target.function);
        let ran = |b: u32| (b as usize) < flow.cfg.blocks() && executed(BlockId(b));
        let mut found = Vec::new();
        for block in outermost_loop(&flow.loops, self.inquiry.recorded.recording.static_block(last).1) {
            if !ran(block.0) || !flow.control.decides(block) {
                continue;
            }
            for (outcome, &to) in flow.cfg.successors(block).iter().enumerate() {
                let leads = || flow.cfg.edges().reachable(&[to], ran)[target.block.0 as usize];
                if !ran(to) && leads() {
                    found.push(Controller { block, outcome: Outcome(outcome as u32) });
                }
            }
        }
        found
    }

    /// A block on the way outwards that did not run either.
    pub(crate) fn outwards(&self, from: &Target, function: FunctionId, block: BlockId) -> Target {
        let program = self.inquiry.program();
        let facts = program.function(function).blocks[block.0 as usize];
        let place = place_of(program, Site { function, inst: facts.first + facts.len - 1 });
        let mut through = from.through.clone();
        if through.first() != Some(&(place.file, place.line)) {
            through.insert(0, (place.file, place.line));
        }
        Target { function, block, through, ..*from }
    }
}

/// The last execution only.
fn latest(executions: &[ExecutedBlock]) -> &[ExecutedBlock] {
    &executions[executions.len().saturating_sub(1)..]
}

/// The blocks of the outermost loop around a block.
fn outermost_loop(loops: &LoopForest, block: BlockId) -> Vec<BlockId> {
    let around = std::iter::successors(loops.innermost(block), |&id| loops.get(id).parent);
    around.last().map_or_else(Vec::new, |id| loops.get(id).blocks.clone())
}
