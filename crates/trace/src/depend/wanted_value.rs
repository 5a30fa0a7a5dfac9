//! Values whose definitions are still to be found.

use std::collections::HashSet;

use whydunit_program::Slot;

use crate::depend::bytes::Bytes;
use crate::numbers::ExecutedBlock;

/// A value to be traced: the executed block and the instruction that use it, its slot, and a range of bytes.
pub(crate) type Wanted = (ExecutedBlock, u32, Slot, Bytes);

/// Values traced or queued so far; usually few.
#[derive(Default)]
pub(crate) struct Seen {
    few: Vec<Wanted>,
    many: HashSet<Wanted>,
}

impl Seen {
    const FEW: usize = 16;

    /// Adds a value. Was it new?
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
