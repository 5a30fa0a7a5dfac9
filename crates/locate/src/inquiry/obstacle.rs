//! What keeps lines from running.

use whydunit_program::{FileId, FunctionId};

use super::Event;

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
    /// The run came to its function but not so far: it ended, failed, jumped away or went on for ever before.
    Left {
        /// The function.
        function: FunctionId,
        /// The last that was executed in it.
        event: Event,
        /// When that is a call that never came back: what ended the run there, or jumped away.
        by: Option<Box<Event>>,
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
