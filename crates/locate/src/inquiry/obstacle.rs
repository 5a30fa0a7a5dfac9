//! Obstacles that keep lines from running.

use std::collections::BTreeSet;

use whydunit_program::analysis::Controller;
use whydunit_program::{FileId, FunctionId, Inst};

use crate::inquiry::why_not::Target;
use crate::inquiry::{Event, Inquiry};

/// The outcome that a decision needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needed {
    /// The test had to be true (or false).
    Test(bool),
    /// The value had to be one of these.
    Cases(Vec<u64>),
    /// The value had to be none of the cases.
    Default,
}

/// An obstacle that kept a line from running.
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// A decision with another outcome than needed.
    Decision {
        /// Its last execution with another outcome.
        event: Event,
        /// Executions with another outcome.
        count: u32,
        /// The needed outcome.
        needed: Needed,
        /// Lines between it and the line asked about that did not run either, outermost first.
        through: Vec<(Option<FileId>, u32)>,
    },
    /// The run reached its function, but ended, failed, jumped away or hung before the line.
    Left {
        /// The function.
        function: FunctionId,
        /// The last instance in it.
        event: Event,
        /// If that is a call that never returned: the instance that ended the run there, or jumped away.
        by: Option<Box<Event>>,
        /// Is it only possible that the run would have reached the line afterwards?
        might: bool,
        /// Lines between that did not run either.
        through: Vec<(Option<FileId>, u32)>,
    },
    /// A call through a pointer that could have called a function, but called others.
    CalledOther {
        /// The function.
        function: FunctionId,
        /// The last execution of the call.
        event: Event,
        /// Executions of the call.
        count: u32,
        /// Lines between.
        through: Vec<(Option<FileId>, u32)>,
    },
    /// A function that is never called, or not once more.
    NeverCalled {
        /// The function.
        function: FunctionId,
        /// Lines between.
        through: Vec<(Option<FileId>, u32)>,
    },
}

impl Inquiry {
    /// The outcome that a decision needed to reach a target.
    pub(crate) fn needed(&self, target: &Target, controller: Controller) -> Needed {
        let body = self.program().function(target.function);
        let flow = self.analyses.flow(target.function);
        // Several cases may lead there, as by falling through.
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
