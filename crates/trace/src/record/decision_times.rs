//! The executions of decisions, by static block.

use crate::numbers::{BlockNumber, ExecutedBlock};
use crate::record::recording::Recording;
use crate::record::sorted::Sorted;

impl Recording {
    /// The executions of a static block, in order. Kept only for blocks that end in a decision or an indirect call, or
    /// that follow a `setjmp`.
    pub fn executions(&self, number: BlockNumber) -> &[ExecutedBlock] {
        self.decisions().get(number.index()).map_or(&[], Sorted::all)
    }

    /// The elements of [`Recording::executions`] before another executed block.
    pub(crate) fn executions_before(&self, number: BlockNumber, block: ExecutedBlock) -> &[ExecutedBlock] {
        self.decisions().get(number.index()).map_or(&[], |all| all.below(block))
    }

    fn decisions(&self) -> &[Sorted<ExecutedBlock>] {
        self.decisions.get_or_init(|| {
            let mut found: Vec<Vec<ExecutedBlock>> = vec![Vec::new(); self.index.block_count()];
            let landings = self.index.landings();
            for i in self.executed_blocks() {
                let number = self.number_of(i);
                let (function, block) = self.index.block(number);
                let function = self.index.program.function(function);
                let decides = function.terminator(block).decides();
                let matters = decides || function.called_through(block).is_some() || landings.contains(&number);
                // A decision at which the run ended has no outcome.
                if matters && !self.is_cut_off(i) && (!decides || i + 1 < self.block_end()) {
                    found[number.index()].push(i);
                }
            }
            found.into_iter().map(Sorted::new).collect()
        })
    }
}
