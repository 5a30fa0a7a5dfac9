//! The compiler's dispatches after scopes that have cleanups: their target was decided by a `break`, `continue`, `goto`
//! or `return` inside the scope.

use crate::depend::Dependences;
use crate::numbers::ExecutedBlock;
use crate::record::program_index::is_load;
use crate::record::recording::Position;

impl Dependences<'_> {
    /// For an executed dispatch block: the executed block with the `break`, `goto` or `return` that left the scope.
    pub fn scope_exit(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        self.scope_exit_from(block, self.recording.position(self.recording.end_of(block))?)
    }

    /// The executed block with the source decision that an executed decision implements.
    pub(crate) fn source_decision(&self, mut block: ExecutedBlock) -> Option<ExecutedBlock> {
        while let Some(leaving) = self.scope_exit(block) {
            block = self.recording.structure.controller(leaving)?;
        }
        let end = self.recording.position(self.recording.end_of(block))?;
        self.recording.inst(end).decides().then_some(block)
    }

    /// As [`Dependences::scope_exit`]; `end` is the position of the block's last instruction. The returned block depends
    /// on a decision of the source.
    pub(crate) fn scope_exit_from(&self, block: ExecutedBlock, end: Position) -> Option<ExecutedBlock> {
        if !self.recording.index.facts(self.recording.number_of(block)).dispatches {
            return None;
        }
        let (_, function) = self.recording.function_of(block);
        let first = self.first_of(end);
        let load = (first..end.inst).rev().find(|&i| is_load(&function.insts[i as usize]))?;
        let mut writer = None;
        self.recording.definitions(Position { inst: load, ..end }, |definition| writer = definition);
        Some(self.recording.position(writer?.time)?.block)
    }
}
