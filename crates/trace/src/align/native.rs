//! The correspondence of instants between a recording and the native executable: the K-th arrival at an address.
//! Machine code at -O0 has the order of the IR, and both have lines and columns, so aligning the two sequences of
//! positions finds corresponding code. An arrival count belongs to one block, and is thus independent of other code on
//! the same line.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::{BlockId, Function, FunctionId, Inst, Loc, NativeCode, Program, Stretch};

use crate::align::common_sequence::common_sequence;
use crate::numbers::ExecutedBlock;
use crate::record::program_index::is_load;
use crate::record::recording::{Position, Recording};
use crate::structure::visits::next_in_call;

/// An instant of the native run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NativeInstant {
    /// The executed block of the recording.
    pub block: ExecutedBlock,
    /// The instruction in its function.
    pub inst: u32,
    /// The address of its code in the executable.
    pub address: u64,
    /// Number of arrivals at the address, including this one.
    pub count: u32,
    /// Several iterations of a loop at one source position share this instant.
    pub shared: bool,
    /// For the beginning of a statement: is there a call before it has read all its operands?
    pub divided: bool,
}

/// Finds instants of a recording in an executable.
pub struct NativeRun<'a> {
    /// The recording.
    pub recording: &'a Recording,
    code: &'a NativeCode,
    /// Per function, in order: an instruction and the start address of its code.
    anchors: BTreeMap<FunctionId, Vec<(u32, u64)>>,
}

impl<'a> NativeRun<'a> {
    /// Functions are aligned when first needed.
    pub fn new(recording: &'a Recording, code: &'a NativeCode) -> NativeRun<'a> {
        NativeRun { recording, code, anchors: BTreeMap::new() }
    }

    /// The instant at which a statement begins, before it reads its operands.
    pub fn beginning(&mut self, position: Position) -> Option<NativeInstant> {
        let operands = Operands::new(self.recording, position);
        let begin = self.begins(&operands, position)?;
        Some(NativeInstant { divided: operands.divided, ..begin })
    }

    fn begins(&mut self, operands: &Operands, position: Position) -> Option<NativeInstant> {
        let recording = self.recording;
        let (function, anchors) = self.aligned(position.function);
        let after = anchors.partition_point(|a| a.0 <= operands.first);
        let loc = |inst: u32| function.locs[inst as usize];
        let own = anchors[..after].last().filter(|a| a.0 >= operands.start() && loc(a.0) == loc(operands.first));
        // An operand without code of its own is read by the next instruction with code.
        let next = || anchors[after..].first().filter(|a| a.0 <= position.inst);
        match own.or_else(next) {
            Some(&(inst, address)) => Some(instant(recording, operands.block_of(inst), inst, address, false)),
            None => self.at_or_before(operands.block_of(operands.first), operands.first),
        }
    }

    /// The first instant after an instruction in the same call.
    pub fn after(&mut self, position: Position) -> Option<NativeInstant> {
        let recording = self.recording;
        let (function, anchors) = self.aligned(position.function);
        let own = |block: ExecutedBlock, from: u32| {
            let facts = function.blocks[recording.static_block(block).1.0 as usize];
            let next = anchors[anchors.partition_point(|a| a.0 < from.max(facts.first))..].first();
            next.filter(|a| a.0 < facts.first + facts.len).copied()
        };
        let (mut block, mut from, mut passed) = (position.block, position.inst + 1, BTreeSet::new());
        loop {
            if let Some((inst, address)) = own(block, from) {
                return Some(instant(recording, block, inst, address, !passed.insert(recording.number_of(block))));
            }
            passed.insert(recording.number_of(block));
            (block, from) = (next_in_call(recording, block)?, 0);
        }
    }

    /// Number of arrivals at the address of `later` between two instants.
    pub fn between(&self, earlier: NativeInstant, later: NativeInstant) -> usize {
        let runs = self.recording.runs_of(self.recording.number_of(later.block));
        let after = |&&run: &&ExecutedBlock| (run, later.inst) > (earlier.block, earlier.inst) && run < later.block;
        runs.iter().filter(after).count()
    }

    /// The latest instant at or before an instruction in the same call.
    fn at_or_before(&mut self, mut block: ExecutedBlock, mut inst: u32) -> Option<NativeInstant> {
        let (recording, mut passed, mut shared) = (self.recording, BTreeSet::new(), false);
        let (function, anchors) = self.aligned(recording.static_block(block).0);
        loop {
            shared |= !passed.insert(recording.number_of(block));
            let facts = function.blocks[recording.static_block(block).1.0 as usize];
            let upto = inst.min(facts.first + facts.len - 1);
            let last = anchors[..anchors.partition_point(|a| a.0 <= upto)].last();
            if let Some(&(at, address)) = last.filter(|a| a.0 >= facts.first) {
                return Some(instant(recording, block, at, address, shared));
            }
            block = recording.structure.previous(block)?;
            inst = u32::MAX;
        }
    }

    fn aligned(&mut self, id: FunctionId) -> (&'a Function, &[(u32, u64)]) {
        let program = &self.recording.index.program;
        let function = program.function(id);
        let code = self.code;
        (function, self.anchors.entry(id).or_insert_with(|| anchors(program, function, code)))
    }
}

fn instant(recording: &Recording, block: ExecutedBlock, inst: u32, address: u64, shared: bool) -> NativeInstant {
    let runs = recording.runs_of(recording.number_of(block));
    let count = runs.partition_point(|&run| run <= block) as u32;
    NativeInstant { block, inst, address, count, shared, divided: false }
}

/// The code of a statement, back to the last decision.
struct Operands {
    /// The pieces between the statement's calls, last first: first instruction and executed block.
    pieces: Vec<(u32, ExecutedBlock)>,
    /// The first instruction of the statement.
    first: u32,
    /// Is there a call between its reads?
    divided: bool,
}

impl Operands {
    fn new(recording: &Recording, position: Position) -> Operands {
        let function = recording.index.program.function(position.function);
        let first_of = |block: ExecutedBlock| function.blocks[recording.static_block(block).1.0 as usize].first;
        let mut pieces = vec![(first_of(position.block), position.block)];
        while let Some(&(_, block)) = pieces.last()
            && let Some(before) = recording.structure.previous(block)
            && matches!(function.terminator(recording.static_block(before).1), Inst::Call { .. })
            && !recording.is_landing(block)
        {
            pieces.push((first_of(before), before));
        }
        let mut operands = Operands { pieces, first: position.inst, divided: false };
        // The callee may change memory that is read after the call, so the statement begins at its first read.
        let read = operands.read(recording, position, false);
        operands.divided = read.first().map(|i| operands.block_of(*i)) != read.last().map(|i| operands.block_of(*i));
        let all = if read.is_empty() { operands.read(recording, position, true) } else { read };
        operands.first = all.first().copied().unwrap_or(position.inst);
        operands
    }

    fn start(&self) -> u32 {
        self.pieces.last().map_or(0, |p| p.0)
    }

    /// The executed block of an instruction in these pieces.
    fn block_of(&self, inst: u32) -> ExecutedBlock {
        self.pieces.iter().find(|p| p.0 <= inst).map_or(ExecutedBlock::FIRST, |p| p.1)
    }

    /// The reading instructions of a statement, in order. With `through_calls` also the calls whose results it uses,
    /// and the reads for those.
    fn read(&self, recording: &Recording, position: Position, through_calls: bool) -> BTreeSet<u32> {
        let function = recording.index.program.function(position.function);
        let definitions = recording.index.definitions(position.function);
        let (mut read, mut todo, mut seen) = (BTreeSet::new(), vec![position.inst], BTreeSet::new());
        while let Some(inst) = todo.pop() {
            // An address may have been computed long before and needs no read.
            let operation = function.insts[inst as usize];
            let calls = matches!(operation, Inst::Call { .. }) && inst != position.inst;
            if is_load(&operation) || calls && through_calls {
                read.insert(inst);
            }
            let mut operand = |slot| {
                let made = definitions.of(slot).iter().map(|d| d.1);
                todo.extend(made.filter(|at| (self.start()..position.inst).contains(at) && seen.insert(*at)));
            };
            match operation {
                Inst::Call { .. } if calls && !through_calls => {}
                Inst::Call { site } => function.calls[site as usize].args.iter().for_each(|a| operand(a.slot)),
                other => other.uses(operand),
            }
        }
        read
    }
}

/// A source position in code order.
struct SourceStep {
    inst: u32,
    line: u32,
    column: u32,
}

/// The source positions of a function in the order in which an unoptimising compiler emits them: that of its reachable
/// blocks.
fn steps(function: &Function) -> Vec<SourceStep> {
    let (mut steps, mut latest) = (Vec::new(), Loc::default());
    let reached = predecessors(function);
    let used = |b: &u32| reached[*b as usize].is_some() && !is_empty(function, BlockId(*b));
    let order: Vec<u32> = (0..function.blocks.len() as u32).filter(used).collect();
    for (at, &block) in order.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| BlockId(order[before]));
        if !falls_through(function, before, BlockId(block), reached[block as usize]) {
            latest = Loc::default();
        }
        let facts = function.blocks[block as usize];
        for inst in facts.first..facts.first + facts.len {
            let loc = function.locs[inst as usize];
            let next = order.get(at + 1);
            // A jump to the next block is not emitted, and lifetimes have no code.
            let emits_nothing = match function.insts[inst as usize] {
                Inst::Jump { to } => Some(&to.0) == next,
                other => is_no_code(other),
            };
            if loc.line != 0 && !emits_nothing && loc != latest {
                steps.push(SourceStep { inst, line: loc.line, column: loc.column });
                latest = loc;
            }
        }
    }
    steps
}

/// Number of jumps to every block that the entry reaches.
fn predecessors(function: &Function) -> Vec<Option<u32>> {
    let mut counts = vec![None; function.blocks.len()];
    let mut todo = vec![BlockId(0)];
    counts[0] = Some(1);
    while let Some(block) = todo.pop() {
        function.successors(block, |next| {
            let count = &mut counts[next.0 as usize];
            if count.is_none() {
                todo.push(next);
            }
            *count = Some(count.unwrap_or(0) + 1);
        });
    }
    counts
}

/// Does a block emit no code but a jump?
fn is_empty(function: &Function, block: BlockId) -> bool {
    function.block_insts(block).iter().all(|&inst| matches!(inst, Inst::Jump { .. }) || is_no_code(inst))
}

fn is_no_code(inst: Inst) -> bool {
    matches!(inst, Inst::Move { .. } | Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. })
}

/// Does control enter a block only by falling through from the one before?
fn falls_through(function: &Function, before: Option<BlockId>, block: BlockId, predecessors: Option<u32>) -> bool {
    match before.map(|b| function.terminator(b)) {
        Some(Inst::Call { site }) => function.calls[site as usize].next == block,
        Some(Inst::Jump { to }) => to == block && predecessors == Some(1),
        _ => false,
    }
}

/// Aligns a function with its machine code.
fn anchors(program: &Program, function: &Function, code: &NativeCode) -> Vec<(u32, u64)> {
    let path = program.file_of(function).map(|f| f.path());
    let file = path.as_ref().and_then(|p| p.file_name()).map_or_else(String::new, |f| f.to_string_lossy().into_owned());
    let Some(native) = code.function(&function.name, &file, function.line) else { return Vec::new() };
    let (ours, theirs) = (steps(function), &native.stretches);
    let is_same = |a: &SourceStep, b: &Stretch| (a.line, a.column) == (b.line, b.column);
    let (mut found, mut done) = (Vec::new(), (0, 0));
    for fixed in landmarks(&ours, theirs).into_iter().chain([(ours.len(), theirs.len())]) {
        let (a, b) = (&ours[done.0..fixed.0], &theirs[done.1..fixed.1]);
        let pairs = common_sequence(a.len(), b.len(), |i, j| is_same(&a[i], &b[j]));
        found.extend(pairs.iter().map(|&(i, j)| (a[i].inst, b[j].address)));
        if let (Some(step), Some(stretch)) = (ours.get(fixed.0), theirs.get(fixed.1)) {
            found.push((step.inst, stretch.address));
            done = (fixed.0 + 1, fixed.1 + 1);
        }
    }
    found
}

/// Pairs of positions that are unique on both sides. They split the alignment into small parts.
fn landmarks(ours: &[SourceStep], theirs: &[Stretch]) -> Vec<(usize, usize)> {
    let once = |keys: &mut dyn Iterator<Item = (u32, u32)>| {
        let mut found: BTreeMap<(u32, u32), Option<usize>> = BTreeMap::new();
        for (at, key) in keys.enumerate() {
            found.entry(key).and_modify(|f| *f = None).or_insert(Some(at));
        }
        found
    };
    let left = once(&mut ours.iter().map(|s| (s.line, s.column)));
    let right = once(&mut theirs.iter().map(|s| (s.line, s.column)));
    let mut pairs: Vec<(usize, usize)> =
        left.iter().filter_map(|(key, at)| Some(((*at)?, (*right.get(key)?)?))).collect();
    pairs.sort_unstable();
    let mut last = None;
    pairs.retain(|pair| {
        let follows = last.is_none_or(|at| pair.1 > at);
        if follows {
            last = Some(pair.1);
        }
        follows
    });
    pairs
}
