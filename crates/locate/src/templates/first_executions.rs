//! First executions of blocks: a patch is in force from the first execution of its block on.

use std::collections::BTreeMap;

use whydunit_machine::Site;
use whydunit_program::{BlockId, Callee, FunctionId, Inst};
use whydunit_trace::{BlockNumber, Time};

use crate::session::Session;
use crate::session::statement::Statement;

/// When each block of the program was executed first, and how often it was executed.
pub(crate) struct FirstExecutions {
    pub(crate) times: BTreeMap<BlockNumber, Time>,
    pub(crate) counts: BTreeMap<BlockNumber, u32>,
}

impl FirstExecutions {
    pub(crate) fn new(session: &Session) -> Self {
        let recording = &session.recorded.recording;
        let (mut times, mut counts) = (BTreeMap::new(), BTreeMap::new());
        let mut time = Time::FIRST;
        for executed in recording.executed_blocks() {
            let number = recording.number_of(executed);
            times.entry(number).or_insert(time);
            *counts.entry(number).or_default() += 1;
            time += session.index.length(number);
        }
        FirstExecutions { times, counts }
    }

    /// The first execution of a block.
    pub(crate) fn of_block(&self, session: &Session, function: FunctionId, block: BlockId) -> Option<Time> {
        self.times.get(&session.index.number(function, block)).copied()
    }

    /// The first execution of the block of an instruction.
    pub(crate) fn of_inst(&self, session: &Session, function: FunctionId, inst: u32) -> Option<Time> {
        self.of_block(session, function, session.program().function(function).block_of(inst))
    }

    /// The executed instructions of a statement, with the first execution of their block.
    pub(crate) fn sites(&self, session: &Session, statement: Statement) -> Vec<(Time, Site)> {
        let program = session.program();
        let function = program.function(statement.function);
        let sets_jump = function.calls.iter().any(|c| match c.callee {
            Callee::External(id) => program.externals[id.0 as usize].name.contains("setjmp"),
            _ => false,
        });
        // A jump buffer in memory names an instruction by its number, and a patch may change that.
        if sets_jump {
            return Vec::new();
        }
        let mut found = Vec::new();
        for inst in 0..function.insts.len() as u32 {
            let own = function.locs[inst as usize].line == statement.line;
            if !own || matches!(function.insts[inst as usize], Inst::Jump { .. }) {
                continue;
            }
            let site = Site { function: statement.function, inst };
            found.extend(self.of_inst(session, statement.function, inst).map(|time| (time, site)));
        }
        found
    }
}
