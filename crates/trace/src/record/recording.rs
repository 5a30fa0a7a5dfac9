//! A recorded run, with the mapping between times and executed blocks.

use std::sync::{Arc, OnceLock};

use whydunit_machine::Site;
use whydunit_program::{BlockId, Function, FunctionId, Inst};

use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::effect::{Effect, Effects};
use crate::record::loads::Loads;
use crate::record::program_index::ProgramIndex;
use crate::record::sorted::Sorted;
use crate::record::spill::Spill;
use crate::record::stream::Numbers;
use crate::record::tracks::{Mixed, Tracks, Unwind};
use crate::structure::Structure;
use crate::structure::children::RegionChildren;

/// Blocks between two marks.
const MARK: usize = 16;

/// Largest distance for which [`Recording::position_near`] walks block by block.
const NEAR: u32 = 64;

/// A recorded run.
pub struct Recording {
    /// The program with its block numbers.
    pub index: Arc<ProgramIndex>,
    pub(crate) blocks: Numbers,
    pub(crate) loads: Loads,
    pub(crate) mixed: Vec<Mixed>,
    pub(crate) effects: Effects,
    /// For every `MARK`th executed block its time,
    marks: Sorted<Time>,
    /// and the number of loads before it.
    loaded: Vec<u32>,
    /// Callers, predecessors and controllers of executed blocks.
    pub(crate) structure: Structure,
    /// The targets of `longjmp`.
    pub(crate) unwinds: Vec<Unwind>,
    duration: Time,
    /// By block number: the executions of blocks that end in a decision or an indirect call. Computed on first use.
    pub(crate) decisions: OnceLock<Vec<Sorted<ExecutedBlock>>>,
    /// The control regions as a tree. Computed on first use.
    region_tree: OnceLock<RegionChildren>,
}

/// An executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The executed block.
    pub block: ExecutedBlock,
    /// The time of its first instruction.
    pub start: Time,
    /// The function.
    pub function: FunctionId,
    /// Index of the instruction in the function's `insts`.
    pub inst: u32,
}

impl Position {
    /// The instruction in the program text.
    pub fn site(self) -> Site {
        Site { function: self.function, inst: self.inst }
    }
}

/// Is the instruction one that reports count: an assignment, decision, call or return of a value?
fn is_instance(inst: &Inst) -> bool {
    match inst {
        Inst::Store { .. } | Inst::StoreLocal { .. } | Inst::StoreWide { .. } => true,
        Inst::MemCopy { .. } | Inst::MemSet { .. } | Inst::Call { .. } => true,
        Inst::Branch { .. } | Inst::Switch { .. } | Inst::IndirectJump { .. } => true,
        Inst::Return { count, .. } => *count > 0,
        _ => false,
    }
}

impl Recording {
    pub(crate) fn new(index: Arc<ProgramIndex>, tracks: Tracks, spill: Option<Arc<Spill>>) -> Self {
        let Tracks { blocks, loads, mixed, effects, unwinds } = tracks;
        let room = blocks.len() / MARK + 1;
        let (mut marks, mut loaded) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let (mut time, mut load) = (Time::FIRST, 0);
        for i in 0..blocks.len() {
            if i % MARK == 0 {
                marks.push(time);
                loaded.push(load);
            }
            let facts = index.facts(BlockNumber(blocks.get(i)));
            time += facts.len;
            load += facts.loads;
        }
        let structure = Structure::new(&index, &blocks, &unwinds, spill);
        let (decisions, region_tree) = (OnceLock::new(), OnceLock::new());
        let (marks, duration) = (Sorted::new(marks), time);
        Recording {
            index,
            blocks,
            loads,
            mixed,
            effects,
            marks,
            loaded,
            structure,
            unwinds,
            duration,
            decisions,
            region_tree,
        }
    }

    /// Number of executed blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The index after the last executed block.
    pub fn block_end(&self) -> ExecutedBlock {
        ExecutedBlock::at(self.blocks.len())
    }

    /// All executed blocks, in order.
    pub fn executed_blocks(
        &self,
    ) -> impl DoubleEndedIterator<Item = ExecutedBlock> + ExactSizeIterator + Clone + use<> {
        ExecutedBlock::FIRST.until(self.block_end())
    }

    /// Sets the end of the run inside its last block: `time` is the last executed instruction.
    pub(crate) fn end_at(&mut self, time: u64) {
        self.duration = Time::try_from(time).map_or(self.duration, |time| self.duration.min(time.saturating_add(1)));
    }

    /// The time after the last executed instruction.
    pub fn duration(&self) -> Time {
        self.duration
    }

    /// `time`, if the run reached it: the run may have ended inside of a block.
    pub(crate) fn if_reached(&self, time: Time) -> Option<Time> {
        Some(time).filter(|&time| time < self.duration)
    }

    /// The time of the first instruction of an executed block.
    pub fn start_of(&self, block: ExecutedBlock) -> Time {
        self.start_and_loads(block).0
    }

    /// The start time of a block and the number of loads before it.
    pub(crate) fn start_and_loads(&self, block: ExecutedBlock) -> (Time, u32) {
        let mark = block.index() / MARK;
        let (mut time, mut load) = (self.marks.all()[mark], self.loaded[mark]);
        for i in mark * MARK..block.index() {
            let facts = self.index.facts(BlockNumber(self.blocks.get(i)));
            time += facts.len;
            load += facts.loads;
        }
        (time, load)
    }

    /// The instruction executed at `time`.
    pub fn position(&self, time: Time) -> Option<Position> {
        if time >= self.duration {
            return None;
        }
        let mark = self.marks.below(time + 1).len() - 1;
        Some(self.position_behind(time, ExecutedBlock::at(mark * MARK), self.marks.all()[mark]))
    }

    /// As [`Recording::position`], but fast if `time` is shortly after `near`.
    pub fn position_near(&self, time: Time, near: Option<Position>) -> Option<Position> {
        match near.filter(|near| (near.start..near.start.saturating_add(NEAR)).contains(&time)) {
            Some(near) if time < self.duration => Some(self.position_behind(time, near.block, near.start)),
            _ => self.position(time),
        }
    }

    /// The instruction executed at `time`, searched forwards from a block that starts at `start`.
    fn position_behind(&self, time: Time, mut block: ExecutedBlock, mut start: Time) -> Position {
        loop {
            let number = self.number_of(block);
            let len = self.index.facts(number).len;
            if time < start + len {
                let (function, id) = self.index.block(number);
                let first = self.index.program.function(function).blocks[id.0 as usize].first;
                return Position { block, start, function, inst: first + (time - start) };
            }
            start += len;
            block += 1;
        }
    }

    /// The control regions as a tree.
    pub(crate) fn region_tree(&self) -> &RegionChildren {
        self.region_tree.get_or_init(|| RegionChildren::new(&self.blocks, &self.structure))
    }

    /// Did a `longjmp` continue at this executed block?
    pub fn is_landing(&self, block: ExecutedBlock) -> bool {
        self.unwinds.binary_search_by_key(&block, |u| u.block).is_ok()
    }

    /// The executed blocks at which a `longjmp` continued, in order.
    pub fn landings(&self) -> impl Iterator<Item = ExecutedBlock> {
        self.unwinds.iter().map(|u| u.block)
    }

    /// The function of an executed block.
    pub fn function_of(&self, block: ExecutedBlock) -> (FunctionId, &Function) {
        let (id, _) = self.index.block(self.number_of(block));
        (id, self.index.program.function(id))
    }

    /// The static block of an executed block.
    pub fn static_block(&self, block: ExecutedBlock) -> (FunctionId, BlockId) {
        self.index.block(self.number_of(block))
    }

    /// The time of the last executed instruction of an executed block.
    pub fn end_of(&self, block: ExecutedBlock) -> Time {
        let after = self.start_of(block) + self.index.facts(self.number_of(block)).len;
        after.min(self.duration) - 1
    }

    /// The position of that instruction.
    pub(crate) fn end_position(&self, block: ExecutedBlock) -> Position {
        let number = self.number_of(block);
        let ((function, id), start) = (self.index.block(number), self.start_of(block));
        let len = self.index.facts(number).len.min(self.duration - start);
        let first = self.index.program.function(function).blocks[id.0 as usize].first;
        Position { block, start, function, inst: first + len - 1 }
    }

    /// Does the run reach into its last block? Checked because files are untrusted.
    pub(crate) fn reaches_its_last_block(&self) -> bool {
        self.block_end().checked_sub(1).is_none_or(|last| self.start_of(last) < self.duration)
    }

    /// The time at which the instruction at `time` was complete: for a call of a program function the time of its
    /// return, or the end of the run if it never returned.
    pub fn completed_at(&self, time: Time) -> Time {
        let called = self.position(time).filter(|p| time == self.end_of(p.block) && !self.is_cut_off(p.block));
        match called.filter(|&p| matches!(self.inst(p), Inst::Call { .. })) {
            Some(p) if p.block + 1 < self.block_end() => {
                self.structure.next(p.block).map_or(self.duration, |next| self.start_of(next))
            }
            _ => time + 1,
        }
    }

    /// Did the run end inside of this executed block?
    pub fn is_cut_off(&self, block: ExecutedBlock) -> bool {
        block + 1 == self.block_end()
            && self.start_of(block) + self.index.facts(self.number_of(block)).len > self.duration
    }

    /// Per static block, by number: how many of its instructions, counted from the first, were ever executed.
    pub fn reached(&self) -> Vec<u32> {
        let mut reached = vec![0; self.index.block_count()];
        for block in self.executed_blocks() {
            let number = self.number_of(block);
            let cut = self.is_cut_off(block);
            let count = if cut { self.duration - self.start_of(block) } else { self.index.facts(number).len };
            reached[number.index()] = count.max(reached[number.index()]);
        }
        reached
    }

    /// Number of instances in the run: executed assignments, decisions, calls and returns.
    pub fn instances(&self) -> usize {
        let counts = |number: BlockNumber| {
            let (id, at) = self.index.block(number);
            self.index.program.function(id).block_insts(at).iter().filter(|inst| is_instance(inst)).count()
        };
        let counts: Vec<usize> = self.index.numbers().map(counts).collect();
        self.executed_blocks().map(|block| counts[self.number_of(block).index()]).sum()
    }

    /// All executions of a static block, in order.
    pub fn runs_of(&self, number: BlockNumber) -> Vec<ExecutedBlock> {
        self.executed_blocks().filter(|&b| self.number_of(b) == number).collect()
    }

    /// The number of the static block of an executed block.
    pub fn number_of(&self, block: ExecutedBlock) -> BlockNumber {
        BlockNumber(self.blocks.get(block.index()))
    }

    /// The executed block whose last instruction `block` is control dependent on: a decision, or the call of its
    /// function.
    pub fn controller_of(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        self.structure.controller(block)
    }

    /// The first executed block of the call that `block` belongs to.
    pub fn entry_of(&self, mut block: ExecutedBlock) -> ExecutedBlock {
        while let Some(before) = self.structure.previous(block) {
            block = before;
        }
        block
    }

    /// The executed block that ends in the call that `block` belongs to.
    pub fn caller_of(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        self.structure.caller(block)
    }

    /// Does the call that ends this executed block enter a function of the program?
    pub(crate) fn enters(&self, block: ExecutedBlock) -> bool {
        block + 1 < self.block_end() && self.structure.caller(block + 1) == Some(block)
    }

    /// The number of the call that an executed block belongs to; calls are numbered as they begin.
    pub fn call_number(&self, block: ExecutedBlock) -> u32 {
        self.structure.call_of(block)
    }

    /// The time of the call in progress at `time`; none in `main`.
    pub fn call_of(&self, time: Time) -> Option<Time> {
        let caller = self.structure.caller(self.position(time)?.block)?;
        Some(self.end_of(caller))
    }

    /// The effects of the call or copy at `time`.
    pub fn effect(&self, time: Time) -> Effect<'_> {
        self.effects.at(time)
    }

    /// All effects, in order of time.
    pub fn effects(&self) -> impl DoubleEndedIterator<Item = Effect<'_>> {
        self.effects.iter()
    }

    /// The instruction at a position.
    pub fn inst(&self, position: Position) -> Inst {
        self.index.program.function(position.function).insts[position.inst as usize]
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.blocks.bytes()
            + self.loads.bytes()
            + self.mixed.len() * size_of::<Mixed>()
            + self.effects.bytes()
            + self.marks.bytes()
            + self.loaded.len() * 4
            + self.structure.bytes()
    }
}
