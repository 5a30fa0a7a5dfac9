//! Why a line did not run: the nearest decisions that were executed and went another way.

use std::collections::BTreeSet;

use whydunit_program::analysis::{Controller, UseSite};
use whydunit_program::{BlockId, FileId, FunctionId, Inst};
use whydunit_trace::{LineCode, Visits, place_of};

use super::{Event, Inquiry};

/// What would have had to happen at a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needed {
    /// The test had to be true (or false).
    Test(bool),
    /// The value had to be one of these.
    Cases(Vec<i64>),
    /// The value had to be none of the cases.
    Default,
}

/// What kept a line from running.
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// A decision that never went the right way.
    Decision {
        /// Its last execution.
        event: Event,
        /// How often it was executed.
        count: u32,
        /// What it would have taken.
        needed: Needed,
        /// Lines between it and the line in question that did not run either, outermost first.
        through: Vec<(Option<FileId>, u32)>,
    },
    /// The run came to its function but left before: it ended, failed or jumped away.
    Left {
        /// The function.
        function: FunctionId,
        /// The last that was executed in it.
        event: Event,
        /// Lines between that did not run either.
        through: Vec<(Option<FileId>, u32)>,
    },
    /// A function that nothing calls.
    NeverCalled {
        /// The function.
        function: FunctionId,
        /// Lines between.
        through: Vec<(Option<FileId>, u32)>,
    },
}

/// Why a line did not run.
#[derive(Clone, Debug)]
pub struct WhyNot {
    /// The line.
    pub code: LineCode,
    /// How often it did run after all.
    pub executions: u32,
    /// What kept it from running.
    pub obstacles: Vec<Obstacle>,
    /// Functions that were never entered.
    pub never_entered: Vec<FunctionId>,
}

/// A block that did not run, and the lines between it and the line in question.
struct Target {
    function: FunctionId,
    block: BlockId,
    through: Vec<(Option<FileId>, u32)>,
}

/// Obstacles worked out at most.
const MOST: usize = 12;

impl Inquiry {
    /// Why a line did not run.
    pub fn why_not(&mut self, code: LineCode) -> WhyNot {
        let executions = Visits::new(&self.recorded.recording, &code).first.len() as u32;
        let mut answer = WhyNot { executions, obstacles: Vec::new(), never_entered: Vec::new(), code };
        if executions > 0 {
            return answer;
        }
        let mut todo: Vec<Target> = Vec::new();
        for &number in &answer.code.blocks {
            let (function, block) = self.index.block(number);
            todo.push(Target { function, block, through: Vec::new() });
        }
        let mut seen: BTreeSet<(FunctionId, BlockId)> = todo.iter().map(|t| (t.function, t.block)).collect();
        let mut blamed = BTreeSet::new();
        let mut next = 0;
        while next < todo.len() && answer.obstacles.len() < MOST {
            let Target { function, block, through } = &todo[next];
            let (function, block, through) = (*function, *block, through.clone());
            next += 1;
            let above = self.above(function, block, &through, &mut blamed, &mut answer);
            todo.extend(above.into_iter().filter(|t| seen.insert((t.function, t.block))));
        }
        answer
    }

    /// Goes from a block that did not run to what decided so; blocks that did not run either are returned.
    fn above(
        &mut self,
        function: FunctionId,
        block: BlockId,
        through: &[(Option<FileId>, u32)],
        blamed: &mut BTreeSet<(FunctionId, BlockId)>,
        answer: &mut WhyNot,
    ) -> Vec<Target> {
        let controllers = self.analyses.flow(function).control.decisions(block);
        if controllers.is_empty() {
            return self.uncalled(function, through, answer);
        }
        let mut targets = Vec::new();
        for controller in controllers.into_iter().filter(|c| c.block != block) {
            let executed = self.recorded.recording.executions(self.index.number(function, controller.block)).to_vec();
            match executed.last() {
                Some(&last) if blamed.insert((function, controller.block)) => {
                    let end = self.recorded.recording.end_of(last);
                    let needed = self.needed(function, controller);
                    if let Some(event) = self.describe(&[end]).pop() {
                        let (count, through) = (executed.len() as u32, through.to_vec());
                        answer.obstacles.push(Obstacle::Decision { event, count, needed, through });
                    }
                }
                Some(_) => {}
                None => targets.push(self.target(function, controller.block, through)),
            }
        }
        targets
    }

    /// A block that runs whenever its function does: was that never called, or was it left?
    fn uncalled(
        &mut self,
        function: FunctionId,
        through: &[(Option<FileId>, u32)],
        answer: &mut WhyNot,
    ) -> Vec<Target> {
        let recording = &self.recorded.recording;
        let in_function = (0..recording.block_count()).rev().find(|&b| recording.function_of(b).0 == function);
        let through = through.to_vec();
        if let Some(block) = in_function {
            let end = recording.end_of(block);
            if let Some(event) = self.describe(&[end]).pop() {
                answer.obstacles.push(Obstacle::Left { function, event, through });
            }
            return Vec::new();
        }
        if !answer.never_entered.contains(&function) {
            answer.never_entered.push(function);
        }
        let callers: Vec<UseSite> = self.analyses.aliasing().callers(function).collect();
        if callers.is_empty() {
            answer.obstacles.push(Obstacle::NeverCalled { function, through });
            return Vec::new();
        }
        let block_of = |c: &UseSite| self.program().function(c.function).block_of(c.inst);
        callers.iter().map(|c| self.target(c.function, block_of(c), &through)).collect()
    }

    /// A block that did not run, on the way outwards.
    fn target(&self, function: FunctionId, block: BlockId, through: &[(Option<FileId>, u32)]) -> Target {
        let facts = self.program().function(function).blocks[block.0 as usize];
        let inst = facts.first + facts.len - 1;
        let place = place_of(self.program(), whydunit_machine::Site { function, inst });
        let mut through = through.to_vec();
        if through.first() != Some(&(place.file, place.line)) {
            through.insert(0, (place.file, place.line));
        }
        Target { function, block, through }
    }

    /// What a decision would have had to come to.
    fn needed(&self, function: FunctionId, controller: Controller) -> Needed {
        let body = self.program().function(function);
        let flow = self.analyses.flow(function);
        let to = flow.cfg.successors(controller.block).get(controller.outcome.0 as usize).copied();
        match body.terminator(controller.block) {
            Inst::Branch { then, .. } => {
                let facts = body.blocks[controller.block.0 as usize];
                let negated = body.negated.binary_search(&(facts.first + facts.len - 1)).is_ok();
                Needed::Test((to == Some(then.0)) != negated)
            }
            Inst::Switch { table, .. } => {
                let table = &body.switches[table as usize];
                let leads = table.cases.iter().filter(|c| Some(c.1.0) == to);
                let cases: Vec<i64> = leads.map(|c| i64::from(c.0 as u32 as i32)).collect();
                if cases.is_empty() { Needed::Default } else { Needed::Cases(cases) }
            }
            _ => Needed::Default,
        }
    }
}
