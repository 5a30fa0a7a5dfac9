//! Values that are to be traced to those who defined them.

use std::collections::HashSet;

use whydunit_program::Slot;

use crate::depend::bytes::Bytes;
use crate::numbers::ExecutedBlock;

/// A value to be traced: executed block that uses it, index of the using instruction, slot, which of its bytes.
pub(crate) type Wanted = (ExecutedBlock, u32, Slot, Bytes);

/// Values that were or are to be traced: few, as a rule.
#[derive(Default)]
pub(crate) struct Seen {
    few: Vec<Wanted>,
    many: HashSet<Wanted>,
}

impl Seen {
    const FEW: usize = 16;

    /// Was it new?
    pub(crate) fn insert(&mut self, wanted: Wanted) -> bool {
        if self.few.contains(&wanted) {
            return false;
        }
        if self.few.len() < Seen::FEW {
            self.few.push(wanted);
            return true;
        }
        self.many.insert(wanted)
    }

    pub(crate) fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }
}
