//! The sequences that a recorder writes while a program runs.

use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::effect::Effects;
use crate::record::loads::Loads;
use crate::record::program_index::{ProgramIndex, is_load};
use crate::record::stream::Numbers;
use crate::record::writers::Writer;

/// A `longjmp` that left `frames` functions and continued at `block`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unwind {
    pub(crate) block: ExecutedBlock,
    pub(crate) frames: u32,
}

/// A part of the bytes of a load with several writers: from byte `from` on, `writer` wrote them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mixed {
    /// Index of the load.
    pub(crate) load: u32,
    pub(crate) writer: Writer,
    /// Index of the first byte, counted from the start of the load.
    pub(crate) from: u8,
}

/// The sequences.
pub(crate) struct Tracks {
    /// Executed blocks, by number.
    pub(crate) blocks: Numbers,
    /// Writers of the bytes that loads read.
    pub(crate) loads: Loads,
    /// Writers of loads that have several.
    pub(crate) mixed: Vec<Mixed>,
    /// Effects of calls and copies.
    pub(crate) effects: Effects,
    /// The targets of `longjmp`.
    pub(crate) unwinds: Vec<Unwind>,
}

impl Tracks {
    /// Could a run of the indexed program have produced these sequences? Checked because files are untrusted.
    pub(crate) fn fit(&self, index: &ProgramIndex) -> bool {
        let (mut time, mut load) = (Time::FIRST, 0);
        let count = self.blocks.len();
        if self.blocks.high.as_ref().is_some_and(|h| h.len() != count) {
            return false;
        }
        for number in (0..count).map(|b| BlockNumber(self.blocks.get(b))) {
            if number.index() >= index.block_count() {
                return false;
            }
            let facts = index.facts(number);
            let (function, _) = index.block(number);
            let insts = &index.program.function(function).insts[facts.first as usize..];
            for (offset, _) in (0..facts.len).zip(insts).filter(|(_, inst)| is_load(inst)) {
                let known = |writer| self.effects.knows(writer, time + offset);
                if load < self.loads.len() && !self.loads.fits(load, time + offset, known) {
                    return false;
                }
                load += 1;
            }
            let Some(end) = time.checked_add(facts.len) else { return false };
            time = end;
        }
        let known = |writer| self.effects.knows(writer, time);
        self.loads.len() <= load
            && self.mixed.is_sorted_by_key(|m| (m.load, m.from))
            && self.mixed.iter().all(|m| known(m.writer))
            && self.unwinds.is_sorted_by_key(|u| u.block)
            && self.unwinds.iter().all(|u| u.block.index() < count.max(1))
            && self.effects.are_in_order(time)
            && (count == 0 || index.facts(BlockNumber(self.blocks.get(0))).entry)
    }
}
