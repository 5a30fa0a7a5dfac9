//! When decisions were executed, by static block.

use crate::record::recording::Recording;
use crate::record::sorted::Sorted;

impl Recording {
    /// The executed blocks of a static block that ends in a decision or a call through a pointer, or comes right after a
    /// `setjmp`, in order.
    pub fn executions(&self, number: u32) -> &[u32] {
        self.decisions().get(number as usize).map_or(&[], Sorted::all)
    }

    /// Likewise, before another executed block.
    pub(crate) fn executions_before(&self, number: u32, block: u32) -> &[u32] {
        self.decisions().get(number as usize).map_or(&[], |all| all.below(block))
    }

    fn decisions(&self) -> &[Sorted] {
        self.decisions.get_or_init(|| {
            let mut found: Vec<Vec<u32>> = vec![Vec::new(); self.index.block_count()];
            let landings = self.index.landings();
            for i in 0..self.blocks.len() as u32 {
                let number = self.blocks.get(i as usize);
                let (function, block) = self.index.block(number);
                let function = self.index.program.function(function);
                let decides = function.terminator(block).decides();
                let matters = decides || function.called_through(block).is_some() || landings.contains(&number);
                // What the run ended at was not decided.
                if matters && !self.is_cut_off(i) && (!decides || i + 1 < self.block_count()) {
                    found[number as usize].push(i);
                }
            }
            found.into_iter().map(Sorted::new).collect()
        })
    }
}
