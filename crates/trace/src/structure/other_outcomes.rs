//! The outcomes that an executed decision did not have.

use std::collections::BTreeSet;

use whydunit_machine::Change;
use whydunit_program::Inst;

use crate::numbers::Time;
use crate::record::recording::Recording;

impl Recording {
    /// The other outcomes of a decision: one for a branch, several for a `switch`. None if the instruction is no
    /// decision.
    pub fn other_outcomes(&self, time: Time) -> Option<Vec<Change>> {
        let position = self.position(time)?;
        match self.inst(position) {
            Inst::Branch { .. } => Some(vec![Change::Flip]),
            Inst::Switch { table, .. } => {
                let table = &self.index.program.function(position.function).switches[table as usize];
                let mut targets: BTreeSet<_> = table.cases.iter().map(|c| c.1).chain([table.default]).collect();
                if position.block + 1 < self.block_end() {
                    targets.remove(&self.static_block(position.block + 1).1);
                }
                Some(targets.into_iter().map(Change::Goto).collect())
            }
            _ => None,
        }
    }
}
