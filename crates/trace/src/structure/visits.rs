//! The executions of one source line. A line may have many instructions in several blocks, and a loop may be on one
//! line; users count how often the run reached the line.

use whydunit_machine::Site;
use whydunit_program::{BlockId, FileId, FunctionId, Inst, Program};

use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::program_index::ProgramIndex;
use crate::record::recording::Recording;
use crate::structure::place::place_of;

/// The code of one source line: the blocks that contain some of it.
#[derive(Clone, Debug, Default)]
pub struct LineCode {
    /// The files that contain the line (a header is one file per program that includes it).
    pub files: Vec<FileId>,
    /// The line.
    pub line: u32,
    /// Numbers of the blocks with code of the line.
    pub blocks: Vec<BlockNumber>,
    /// Blocks, in order, that resume a statement of the line after code of other lines, as in `x = c ?` or `f(a,` with
    /// the rest below. Each is paired with a block of the line that always precedes it.
    resumed: Vec<(BlockNumber, BlockNumber)>,
}

impl LineCode {
    /// The code of a line of a file.
    pub fn new(index: &ProgramIndex, files: &[FileId], line: u32) -> LineCode {
        let mut blocks = blocks_of(index, files, line, false);
        if blocks.is_empty() {
            blocks = blocks_of(index, files, line, true);
        }
        let resumed = resumed(index, &blocks);
        LineCode { files: files.to_vec(), line, blocks, resumed }
    }

    /// Is this instruction part of the line?
    pub fn has(&self, program: &Program, site: Site) -> bool {
        let place = place_of(program, site);
        place.line == self.line && is_in(&self.files, place.file)
    }
}

/// The blocks with instructions of a line. Jumps count only on request: `break`, `continue` and `goto` have no other
/// code, but the jump that ends any other branch also has a line.
fn blocks_of(index: &ProgramIndex, files: &[FileId], line: u32, jumps: bool) -> Vec<BlockNumber> {
    let program = &index.program;
    let mut blocks = Vec::new();
    for (id, function) in program.functions.iter().enumerate() {
        let id = FunctionId(id as u32);
        let home = function.scope.map(|s| program.scopes[s.0 as usize].file);
        for (block, facts) in function.blocks.iter().enumerate() {
            let insts = function.block_insts(BlockId(block as u32));
            let all = jumps || !passes_through(insts);
            let own = (facts.first as usize..).zip(insts).any(|(at, inst)| {
                let loc = function.locs[at];
                let file = loc.scope.map_or(home, |s| Some(program.scopes[s.0 as usize].file));
                loc.line == line && is_in(files, file) && all && (jumps || !is_jump(inst))
            });
            let entry = block == 0 && function.line == line && is_in(files, home);
            if own || entry {
                blocks.push(index.number(id, BlockId(block as u32)));
            }
        }
    }
    blocks
}

/// Pairs of a block that is executed exactly as often as an earlier block of the list, and the nearest such block.
fn resumed(index: &ProgramIndex, blocks: &[BlockNumber]) -> Vec<(BlockNumber, BlockNumber)> {
    let mut found = Vec::new();
    for &number in blocks {
        let (function, block) = index.block(number);
        let flow = index.flow(function);
        let before = |&at: &u32| {
            let at = BlockId(at);
            let once = flow.loops.innermost(at) == flow.loops.innermost(block);
            once && flow.post_dominators.dominates(block.0, at.0) && blocks.contains(&index.number(function, at))
        };
        let mut dominators = std::iter::successors(flow.dominators.parent(block.0), |&b| flow.dominators.parent(b));
        found.extend(dominators.find(before).map(|at| (number, index.number(function, BlockId(at)))));
    }
    found
}

/// Does a block only jump, at most with the value of one side of `c ? a : b`?
fn passes_through(insts: &[Inst]) -> bool {
    insts.iter().all(|inst| is_jump(inst) || matches!(inst, Inst::Move { .. }))
}

fn is_jump(inst: &Inst) -> bool {
    matches!(inst, Inst::Jump { .. })
}

fn is_in(files: &[FileId], file: Option<FileId>) -> bool {
    file.is_some_and(|f| files.contains(&f))
}

/// The executions of a line, in order.
#[derive(Clone, Debug, Default)]
pub struct Visits {
    /// Per execution: its first executed block.
    pub first: Vec<ExecutedBlock>,
}

/// The number of the execution of a line that each executed block belongs to.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// In order: the executed block and the number of its execution, from 1.
    blocks: Vec<(ExecutedBlock, u32)>,
    count: u32,
}

impl Counted {
    /// Counts the executions in one pass over the run.
    pub fn new(recording: &Recording, code: &LineCode) -> Counted {
        let mut counted = Counted::default();
        walk(recording, code, |block, visit| {
            counted.count = counted.count.max(visit.number + 1);
            counted.blocks.push((block, visit.number + 1));
        });
        counted
    }

    /// The execution that a block belongs to, counted from 1, and the number of executions; none if the block has no
    /// code of the line.
    pub fn of(&self, block: ExecutedBlock) -> Option<(u32, u32)> {
        let at = self.blocks.binary_search_by_key(&block, |b| b.0).ok()?;
        Some((self.blocks[at].1, self.count))
    }

    /// The latest execution that began at or before an executed block. Meant for code on the line that belongs to none
    /// of its executions, such as a jump back.
    pub fn latest(&self, block: ExecutedBlock) -> Option<(u32, u32)> {
        let after = self.blocks.partition_point(|b| b.0 <= block);
        Some((self.blocks[after.checked_sub(1)?].1, self.count))
    }

    /// Number of blocks with an execution.
    pub fn size(&self) -> usize {
        self.blocks.len()
    }
}

/// The beginning of an execution of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// Its first instruction.
    pub time: Time,
    /// The instruction of the same block before which all its variables are available.
    pub look: Time,
}

/// The latest execution in one call.
struct OpenVisit {
    number: u32,
    last: ExecutedBlock,
    seen: Vec<BlockNumber>,
}

impl OpenVisit {
    fn new(number: u32, first: ExecutedBlock, block: BlockNumber) -> OpenVisit {
        OpenVisit { number, last: first, seen: vec![block] }
    }

    /// Does the execution continue with this block? Not if it contains the block already, which then starts the next
    /// iteration of a loop.
    fn continues(&self, recording: &Recording, code: &LineCode, block: ExecutedBlock, number: BlockNumber) -> bool {
        let resumes = || code.resumed.iter().any(|(b, before)| *b == number && self.seen.contains(before));
        !self.seen.contains(&number) && (before_in_call(recording, block) == Some(self.last) || resumes())
    }
}

impl Visits {
    /// Finds all executions of a line.
    pub fn new(recording: &Recording, code: &LineCode) -> Visits {
        let mut first = Vec::new();
        walk(recording, code, |block, visit| {
            if visit.number as usize == first.len() {
                first.push(block);
            }
        });
        Visits { first }
    }

    /// The first instruction of the line in the execution that begins with block `first`.
    pub fn begin(recording: &Recording, code: &LineCode, first: ExecutedBlock) -> Beginning {
        let start = recording.start_of(first);
        let (function, id) = recording.static_block(first);
        let body = recording.index.program.function(function);
        let facts = body.blocks[id.0 as usize];
        let own = |offset: &u32| code.has(&recording.index.program, Site { function, inst: facts.first + offset });
        let offset = (0..facts.len).find(own).unwrap_or(0);
        // Parameters are stored to memory at the entry; lifetimes of variables end before the `return`.
        let places = |offset: &u32| id.0 == 0 && body.stores_parameter(facts.first + offset);
        let placed = (0..facts.len).rev().find(places).map_or(0, |last| last + 1);
        let ends = |o: &u32| matches!(body.insts[(facts.first + o) as usize], Inst::LifetimeEnd { .. });
        let before = (0..offset).rev().take_while(ends).count() as u32;
        let look = (offset - before).max(placed).min(facts.len - 1);
        Beginning { time: start + offset, look: start + look }
    }

    /// The times of the line's instructions in the execution that begins with block `first`.
    pub fn times(recording: &Recording, code: &LineCode, first: ExecutedBlock) -> Vec<Time> {
        let mut visit = OpenVisit::new(0, first, recording.number_of(first));
        let mut times = Vec::new();
        instructions(recording, code, first, &mut times);
        let mut block = first;
        while let Some(next) = next_in_call(recording, block) {
            let number = recording.number_of(next);
            block = next;
            if !code.blocks.contains(&number) || !reaches(recording, code, next) {
                let due =
                    |(b, before): &(BlockNumber, BlockNumber)| visit.seen.contains(before) && !visit.seen.contains(b);
                if is_blank(recording, next) || code.resumed.iter().any(due) {
                    continue;
                }
                break;
            }
            if !visit.continues(recording, code, next, number) {
                break;
            }
            instructions(recording, code, next, &mut times);
            visit.last = next;
            visit.seen.push(number);
        }
        times
    }
}

/// Calls `each` for every executed block of a line in order, with the execution it belongs to.
fn walk(recording: &Recording, code: &LineCode, mut each: impl FnMut(ExecutedBlock, &OpenVisit)) {
    let mut wanted = vec![false; recording.index.block_count()];
    code.blocks.iter().for_each(|&b| wanted[b.index()] = true);
    // The executions in the calls in progress, innermost last. A call is over when an outer one continues.
    let mut open: Vec<(u32, OpenVisit)> = Vec::new();
    let mut count = 0;
    for block in recording.executed_blocks() {
        let number = recording.number_of(block);
        if !wanted[number.index()] || !reaches(recording, code, block) {
            continue;
        }
        let call = recording.structure.call_of(block);
        while open.last().is_some_and(|o| o.0 > call) {
            open.pop();
        }
        let latest = open.last_mut().filter(|o| o.0 == call).map(|o| &mut o.1);
        match latest.filter(|o| o.continues(recording, code, block, number)) {
            Some(visit) => {
                visit.last = block;
                visit.seen.push(number);
                each(block, visit);
            }
            None => {
                open.pop_if(|o| o.0 == call);
                let visit = OpenVisit::new(count, block, number);
                each(block, &visit);
                open.push((call, visit));
                count += 1;
            }
        }
    }
}

/// Does an executed block have no line of its own?
fn is_blank(recording: &Recording, block: ExecutedBlock) -> bool {
    let (function, id) = recording.static_block(block);
    let body = recording.index.program.function(function);
    let (first, insts) = (body.blocks[id.0 as usize].first as usize, body.block_insts(id));
    passes_through(insts) || insts.iter().zip(&body.locs[first..]).all(|(i, l)| l.line == 0 || is_jump(i))
}

/// The previous executed block of the same call that has a line of its own.
fn before_in_call(recording: &Recording, block: ExecutedBlock) -> Option<ExecutedBlock> {
    let mut before = recording.structure.previous(block);
    while let Some(b) = before.filter(|&b| is_blank(recording, b)) {
        before = recording.structure.previous(b);
    }
    before
}

/// The next executed block of the same call.
pub(crate) fn next_in_call(recording: &Recording, block: ExecutedBlock) -> Option<ExecutedBlock> {
    (block + 1).until(recording.block_end()).find(|&b| recording.structure.previous(b) == Some(block))
}

/// Did the run reach the line in this block of it? In its last block it may have ended before.
fn reaches(recording: &Recording, code: &LineCode, block: ExecutedBlock) -> bool {
    if block + 1 < recording.block_end() {
        return true;
    }
    let (function, id) = recording.static_block(block);
    let mut times = Vec::new();
    instructions(recording, code, block, &mut times);
    !times.is_empty() || (id.0 == 0 && recording.index.program.function(function).line == code.line)
}

fn instructions(recording: &Recording, code: &LineCode, block: ExecutedBlock, times: &mut Vec<Time>) {
    let start = recording.start_of(block);
    let (function, id) = recording.static_block(block);
    let facts = recording.index.program.function(function).blocks[id.0 as usize];
    let executed = facts.len.min(recording.duration() - start);
    let sites = (0..executed).map(|i| (start + i, Site { function, inst: facts.first + i }));
    times.extend(sites.filter(|(_, site)| code.has(&recording.index.program, *site)).map(|(time, _)| time));
}
