//! What a recorder writes down while a program runs.

use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::effect::Effects;
use crate::record::loads::Loads;
use crate::record::program_index::{ProgramIndex, is_load};
use crate::record::stream::Numbers;
use crate::record::writers::Writer;

/// Before this executed block a `longjmp` left so many functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unwind {
    pub(crate) block: ExecutedBlock,
    pub(crate) frames: u32,
}

/// Bytes that a load of several writers' read: `writer` wrote them from this one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mixed {
    /// Which load.
    pub(crate) load: u32,
    pub(crate) writer: Writer,
    /// The first of them, counted from that of the load.
    pub(crate) from: u8,
}

/// What a recorder writes down.
pub(crate) struct Tracks {
    /// Executed blocks, by number.
    pub(crate) blocks: Numbers,
    /// Writers of what loads read.
    pub(crate) loads: Loads,
    /// Writers of loads that several wrote.
    pub(crate) mixed: Vec<Mixed>,
    /// What calls and copies did.
    pub(crate) effects: Effects,
    /// Where `longjmp` came out.
    pub(crate) unwinds: Vec<Unwind>,
}

impl Tracks {
    /// Could a run of this program have left them? What is read from a file is not believed.
    pub(crate) fn are_of(&self, index: &ProgramIndex) -> bool {
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
