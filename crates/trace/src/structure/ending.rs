//! How a run came to its end, as far as the program's own code had a hand in it.

use crate::numbers::{ExecutedBlock, Time};
use crate::record::recording::Recording;

impl Recording {
    /// The last thing the program's own code did: the `return` of `main`, the call of `exit`, or what a handler
    /// registered with `atexit` did last.
    pub fn end_of_program(&self) -> Option<Time> {
        self.executed_blocks().rev().find(|&block| !self.in_library(block)).map(|block| self.end_of(block))
    }

    /// What had the run end as it did: the `return` of `main` or the call of `exit` that gave it its status, whatever
    /// handlers did after that.
    pub fn giver_of_status(&self) -> Option<Time> {
        let mut block = self.block_end().checked_sub(1)?;
        while self.in_library(block) {
            // Nobody calls `exit` when `main` returns: its `return` came right before.
            block = self.caller_of(block).or_else(|| self.entry_of(block).checked_sub(1))?;
        }
        Some(self.end_of(block))
    }

    /// Is an executed block one of our own C library code?
    fn in_library(&self, block: ExecutedBlock) -> bool {
        self.index.program.is_runtime(self.function_of(block).1)
    }
}
