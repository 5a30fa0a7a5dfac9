//! The end of a run, as far as the program's own code is concerned.

use crate::numbers::{ExecutedBlock, Time};
use crate::record::recording::Recording;

impl Recording {
    /// The last instruction of the program's own code: the `return` of `main`, the call of `exit`, or the end of a
    /// handler registered with `atexit`.
    pub fn end_of_program(&self) -> Option<Time> {
        self.executed_blocks().rev().find(|&block| !self.in_library(block)).map(|block| self.end_of(block))
    }

    /// The instruction that determined the exit status: the `return` of `main` or the call of `exit`, even if `atexit`
    /// handlers ran later.
    pub fn exit_status_definition(&self) -> Option<Time> {
        let mut block = self.block_end().checked_sub(1)?;
        while self.in_library(block) {
            // `exit` has no caller after `main` returned; the `return` is the block right before.
            block = self.caller_of(block).or_else(|| self.entry_of(block).checked_sub(1))?;
        }
        Some(self.end_of(block))
    }

    /// Does an executed block belong to our own C library code?
    fn in_library(&self, block: ExecutedBlock) -> bool {
        self.index.program.is_runtime(self.function_of(block).1)
    }
}
