//! The observer that records a run, and the recording that it makes.

pub(crate) mod decision_times;
pub(crate) mod effect;
pub(crate) mod format;
pub(crate) mod loads;
pub(crate) mod memory_watch;
pub(crate) mod packing;
pub(crate) mod program_index;
pub(crate) mod recording;
pub(crate) mod snapshots;
pub(crate) mod sorted;
pub(crate) mod spill;
pub(crate) mod stream;
pub(crate) mod tracks;
pub(crate) mod writers;

use std::fs::File;
use std::sync::Arc;

use whydunit_machine::{ArgumentWord, Channel, Observer, OutByte};
use whydunit_program::{BlockId, ExternalId, FunctionId};

use crate::depend::bytes::pieces;
use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::effect::{Effects, Item};
use crate::record::loads::Loads;
use crate::record::program_index::ProgramIndex;
use crate::record::recording::Recording;
use crate::record::spill::Spill;
use crate::record::stream::Numbers;
use crate::record::tracks::{Mixed, Tracks, Unwind};
use crate::record::writers::{COPIES, Writers, writer_at};

/// The latest time that a recording can hold.
pub(crate) const LAST: u64 = COPIES as u64 - 2;

/// Bytes that are tracked, at most, of the memory that a call left unchanged; counted from the start of that memory.
const UNCHANGED_BYTES: u64 = 4096;

/// Records a run. Pass it to the machine, then call [`Recorder::finish`].
pub struct Recorder {
    index: Arc<ProgramIndex>,
    blocks: Numbers,
    loads: Loads,
    /// Writers of mixed loads.
    mixed: Vec<Mixed>,
    effects: Effects,
    writers: Writers,
    unwinds: Vec<Unwind>,
    /// Time of the current block's entry minus the index of its first instruction.
    base: u64,
    /// Is a call of a model in progress?
    inside_model: bool,
    /// The argument on whose behalf the running model reads memory.
    read_for: u16,
    /// Do stores need more than the fast path: inside of a model, or where a store packs several members?
    special: bool,
    spill: Option<Arc<Spill>>,
}

impl Recorder {
    /// A recorder for runs of the indexed program.
    pub fn new(index: Arc<ProgramIndex>) -> Self {
        Recorder::with(index, None)
    }

    /// As [`Recorder::new`], but the sequences of blocks and loads keep at most `budget` bytes in memory. The rest goes
    /// to `file`, which must be empty and open for reading and writing.
    pub fn spilling(index: Arc<ProgramIndex>, file: File, budget: usize) -> Self {
        Recorder::with(index, Some(Arc::new(Spill::new(file, budget))))
    }

    fn with(index: Arc<ProgramIndex>, spill: Option<Arc<Spill>>) -> Self {
        Recorder {
            blocks: Numbers::below(index.block_count(), spill.clone()),
            loads: Loads::new(spill.clone()),
            index,
            mixed: Vec::new(),
            effects: Effects::default(),
            writers: Writers::default(),
            unwinds: Vec::new(),
            base: 0,
            inside_model: false,
            read_for: OutByte::LITERAL,
            special: false,
            spill,
        }
    }

    /// The recording of everything seen so far.
    pub fn finish(mut self) -> Recording {
        drop(self.writers);
        self.loads.seal();
        let tracks = Tracks {
            blocks: self.blocks,
            loads: self.loads,
            mixed: self.mixed,
            effects: self.effects,
            unwinds: self.unwinds,
        };
        Recording::new(self.index, tracks, self.spill)
    }

    /// The first error while spilling; later calls return none.
    pub(crate) fn take_error(&self) -> Option<std::io::Error> {
        self.spill.as_ref().and_then(|spill| spill.take_error())
    }

    /// Bytes of memory in use: those the recording keeps, and those including the recorder's own tables.
    pub fn bytes(&self) -> (usize, usize) {
        let kept =
            self.blocks.bytes() + self.loads.bytes() + self.mixed.len() * size_of::<Mixed>() + self.effects.bytes();
        (kept, kept + self.writers.bytes())
    }

    #[inline(always)]
    fn time(&self, inst: u32) -> Time {
        Time(self.base.wrapping_add(u64::from(inst)) as u32)
    }

    /// The running function.
    fn function(&self) -> FunctionId {
        self.index.block(BlockNumber(self.blocks.get(self.blocks.len() - 1))).0
    }

    #[cold]
    fn mixed(&mut self, addr: u64, bytes: u64) {
        let load = self.loads.len() as u32;
        let mixed = &mut self.mixed;
        self.writers.runs(addr, bytes, |from, _, writer| mixed.push(Mixed { load, writer, from: from as u8 }));
        self.loads.push_several();
    }

    /// Records a store off the fast path.
    #[cold]
    fn store_specially(&mut self, inst: u32, addr: u64, bytes: u64) {
        let time = self.time(inst);
        let function = self.function();
        match self.index.program.function(function).members_at(inst).filter(|_| !self.inside_model) {
            Some(starts) => {
                pieces(starts, bytes as u32)
                    .for_each(|(at, len)| self.store_piece(time, addr + u64::from(at), len, at));
            }
            None if self.inside_model || bytes > 16 => self.effects.add(time, Item::Write { addr, len: bytes }),
            None => {}
        }
    }

    /// Records the store of a part of a value that begins at byte `from` of it.
    fn store_piece(&mut self, time: Time, dst: u64, len: u32, from: u32) {
        let writer = self.effects.next_copy().unwrap_or(writer_at(time));
        self.effects.add(time, Item::Piece { dst, len, from });
        self.writers.set(dst, len.into(), writer);
    }

    #[cold]
    fn read_by_model(&mut self, inst: u32, addr: u64, bytes: u64) {
        let time = self.time(inst);
        let (effects, arg) = (&mut self.effects, self.read_for);
        self.writers.runs(addr, bytes, |offset, len, writer| {
            effects.add(time, Item::Read { addr: addr + offset, len: len as u32, writer, arg });
        });
    }
}

impl Observer for Recorder {
    #[inline(always)]
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let number = self.index.number(function, block);
        let facts = self.index.facts(number);
        self.base = time.wrapping_sub(u64::from(facts.first));
        self.special = facts.packs;
        self.blocks.push(number.0);
    }

    #[inline(always)]
    fn load(&mut self, inst: u32, addr: u64, bytes: u64) {
        if self.inside_model {
            return self.read_by_model(inst, addr, bytes);
        }
        match self.writers.single(addr, bytes) {
            Some(writer) => self.loads.push(self.time(inst), writer),
            None => self.mixed(addr, bytes),
        }
    }

    #[inline(always)]
    fn store(&mut self, inst: u32, addr: u64, bytes: u64, _value: u64) {
        let time = self.time(inst);
        self.writers.set(addr, bytes, writer_at(time));
        if self.special || bytes > 16 {
            self.store_specially(inst, addr, bytes);
        }
    }

    fn argument(&mut self, inst: u32, addr: u64, _value: u64, which: ArgumentWord) {
        let time = self.time(inst);
        let function = self.function();
        let pieces = self.index.argument_pieces(function, inst, which);
        pieces.into_iter().for_each(|(at, len, from)| self.store_piece(time, addr + u64::from(at), len, from));
    }

    fn copy(&mut self, inst: u32, dst: u64, src: u64, len: u64) {
        let time = self.time(inst);
        let mut runs = Vec::new();
        self.writers.runs(src, len, |offset, len, writer| runs.push((dst + offset, len, writer)));
        for (dst, len, writer) in runs {
            let copied = self.effects.next_copy().unwrap_or(writer_at(time));
            self.effects.add(time, Item::Copy { dst, len: len as u32, writer });
            self.writers.set(dst, len, copied);
        }
    }

    fn left_alone(&mut self, inst: u32, addr: u64, len: u64) {
        let time = self.time(inst);
        let mut runs = Vec::new();
        self.writers
            .runs(addr, len.min(UNCHANGED_BYTES), |offset, len, writer| runs.push((addr + offset, len, writer)));
        for (addr, len, last) in runs {
            let Some(number) = self.effects.next_copy() else { return };
            let (writer, before) = self.effects.left(last).map_or((last, 0), |(_, writer, _)| (writer, last));
            self.effects.add(time, Item::Left { addr, len: len as u32, writer, before });
            self.writers.set(addr, len, number);
        }
    }

    #[inline(always)]
    fn fresh(&mut self, addr: u64, len: u64) {
        self.writers.clear(addr, len);
    }

    fn jump(&mut self, frames: u32) {
        self.unwinds.push(Unwind { block: ExecutedBlock::at(self.blocks.len()), frames });
    }

    fn model(&mut self, _inst: u32, _external: ExternalId) {
        (self.inside_model, self.special, self.read_for) = (true, true, OutByte::LITERAL);
    }

    fn model_done(&mut self, _inst: u32, _reply: [u64; 2]) {
        (self.inside_model, self.special) = (false, false);
    }

    fn emit(&mut self, inst: u32, channel: Channel, offset: u64, bytes: &[OutByte]) {
        let time = self.time(inst);
        for (i, byte) in bytes.iter().enumerate() {
            self.effects.add(time, Item::Emit { channel, offset: offset + i as u64, len: 1, arg: byte.arg });
        }
    }

    fn laid_out(&mut self, inst: u32, arg: u16, by: u16) {
        self.effects.add(self.time(inst), Item::Layout { arg, by });
    }

    fn read_for(&mut self, arg: u16) {
        self.read_for = arg;
    }

    fn consume(&mut self, inst: u32, channel: Channel, offset: u64, bytes: &[u8]) {
        let time = self.time(inst);
        self.effects.add(time, Item::Consume { channel, offset, len: bytes.len() as u32 });
    }

    fn heap(&mut self, inst: u32, addr: u64, size: Option<u64>) {
        let time = self.time(inst);
        let item = size.map_or(Item::Release { addr }, |size| Item::Allocate { addr, size });
        self.effects.add(time, item);
    }
}
