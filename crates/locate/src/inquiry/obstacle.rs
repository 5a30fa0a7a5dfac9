//! What keeps lines from running.

use std::collections::BTreeSet;

use whydunit_program::analysis::Controller;
use whydunit_program::{FileId, FunctionId, Inst};
use whydunit_trace::ExecutedBlock;

use crate::inquiry::why_not::Target;
use crate::inquiry::{Event, Inquiry};

/// What would have had to happen at a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needed {
    /// The test had to be true (or false).
    Test(bool),
    /// The value had to be one of these.
    Cases(Vec<u64>),
    /// The value had to be none of the cases.
    Default,
}

/// What kept a line from running.
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// A decision that went another way.
    Decision {
        /// The last execution that did.
        event: Event,
        /// How many did.
        count: u32,
        /// What it would have taken.
        needed: Needed,
        /// Lines between it and the line in question that did not run either, outermost first.
        through: Vec<(Option<FileId>, u32)>,
    },
    /// The run came to its function but not so far: it ended, failed, jumped away or went on for ever before.
    Left {
        /// The function.
        function: FunctionId,
        /// The last that was executed in it.
        event: Event,
        /// When that is a call that never came back: what ended the run there, or jumped away.
        by: Option<Box<Event>>,
        /// Is that all that is known: it might have come there afterwards?
        might: bool,
        /// Lines between that did not run either.
        through: Vec<(Option<FileId>, u32)>,
    },
    /// A call that could have called a function, through a pointer, and called others.
    CalledOther {
        /// The function.
        function: FunctionId,
        /// Its last execution.
        event: Event,
        /// How often it was executed.
        count: u32,
        /// Lines between.
        through: Vec<(Option<FileId>, u32)>,
    },
    /// A function that nothing calls, or nothing calls once more.
    NeverCalled {
        /// The function.
        function: FunctionId,
        /// Lines between.
        through: Vec<(Option<FileId>, u32)>,
    },
}

impl Inquiry {
    /// What a decision would have had to come to.
    pub(crate) fn needed(&self, target: &Target, controller: Controller) -> Needed {
        let body = self.program().function(target.function);
        let flow = self.analyses.flow(target.function);
        // Several cases may lead there, one after the other.
        let ways = flow.control.decisions(target.block).into_iter().filter(|c| c.block == controller.block);
        let ways = ways.map(|c| c.outcome).chain([controller.outcome]);
        let leading: BTreeSet<Option<u32>> =
            ways.map(|o| flow.cfg.successors(controller.block).get(o.0 as usize).copied()).collect();
        let to = flow.cfg.successors(controller.block).get(controller.outcome.0 as usize).copied();
        match body.terminator(controller.block) {
            Inst::Branch { then, .. } => {
                let facts = body.blocks[controller.block.0 as usize];
                let negated = body.negated.binary_search(&(facts.first + facts.len - 1)).is_ok();
                Needed::Test((to == Some(then.0)) != negated)
            }
            Inst::Switch { table, .. } => {
                let table = &body.switches[table as usize];
                let leads = table.cases.iter().filter(|c| leading.contains(&Some(c.1.0)));
                let cases: Vec<u64> = leads.map(|c| c.0).collect();
                if cases.is_empty() { Needed::Default } else { Needed::Cases(cases) }
            }
            _ => Needed::Default,
        }
    }
}
