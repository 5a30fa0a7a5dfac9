//! Scopes that are left for good: where their ends go on is what a `break`, `continue`, `goto` or `return` inside decided.

use crate::depend::Dependences;
use crate::numbers::ExecutedBlock;
use crate::record::program_index::is_load;
use crate::record::recording::Position;

impl Dependences<'_> {
    /// For an executed block of the compiler's making that only goes on where a `break`, `goto` or `return` in a scope
    /// leads to: the executed block with that statement.
    pub fn left_by(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        self.leaving(block, self.recording.position(self.recording.end_of(block))?)
    }

    /// The executed block with the decision of the source that an executed decision stands for.
    pub(crate) fn decided_in(&self, mut block: ExecutedBlock) -> Option<ExecutedBlock> {
        while let Some(leaving) = self.left_by(block) {
            block = self.recording.structure.controller(leaving)?;
        }
        let end = self.recording.position(self.recording.end_of(block))?;
        self.recording.inst(end).decides().then_some(block)
    }

    /// For a block that dispatches after leaving a scope: the executed block that left it (by `break`,
    /// say), whose controller is the one that the source has.
    pub(crate) fn leaving(&self, block: ExecutedBlock, end: Position) -> Option<ExecutedBlock> {
        if !self.recording.index.facts(self.recording.number_of(block)).dispatches {
            return None;
        }
        let (_, function) = self.recording.function_of(block);
        let first = self.first_of(end);
        let load = (first..end.inst).rev().find(|&i| is_load(&function.insts[i as usize]))?;
        let mut writer = None;
        self.recording.givers(Position { inst: load, ..end }, |giver| writer = giver);
        Some(self.recording.position(writer?.time)?.block)
    }
}
