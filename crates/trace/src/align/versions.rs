//! Two versions of a program: which blocks and instructions of one are which of the other.
//!
//! Functions go by name, or else by what they say (`renamed.rs`). Inside, the trees of control dependence are compared
//! from the top: the blocks under two decisions that correspond are matched in order by what their statements say
//! (names, constants, operations; not positions), and so are the operands of two conditions among themselves. As many blocks that differ, in the same gap, are taken for edited
//! ones. Otherwise a call or a decision came or went, which divides a block: then it is the instructions that are
//! matched.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use whydunit_program::{FunctionId, Inst};

use crate::align::condition_outcome::{ConditionOutcomes, Test};
use crate::align::renamed_function::FunctionPairs;
use crate::align::version_side::{Side, edited, gap, within};
use crate::numbers::{BlockNumber, ExecutedBlock};
use crate::record::program_index::ProgramIndex;
use crate::record::recording::Recording;

/// Which code of two programs corresponds.
pub enum Versions {
    /// They are the same program.
    Same,
    /// They are not.
    Two(Box<Match>),
}

/// Corresponding code of two programs.
#[derive(Default)]
pub struct Match {
    /// Per function of the left program: its partner.
    functions: Vec<Option<FunctionId>>,
    /// Per block of the left program: its partner, which ends as it does.
    blocks: Vec<Option<BlockNumber>>,
    /// Per block of the left and the right program: the condition that it belongs to.
    tests: [Vec<Option<Test>>; 2],
    /// Blocks with the first test of a condition: left ones and their partners.
    conditions: HashMap<BlockNumber, BlockNumber>,
    /// Left blocks with the first test of a condition that the right program has the other way round.
    turned: HashSet<BlockNumber>,
    /// For left and right blocks that are not the same as their partner: where their instructions are.
    pieces: [HashMap<BlockNumber, Vec<Piece>>; 2],
}

/// An instruction of a block, and the one that corresponds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Which instruction of the block.
    pub(crate) offset: u32,
    /// The block of the other program, and which instruction of that.
    pub(crate) other: (BlockNumber, u32),
}

impl Versions {
    /// Compares two programs.
    pub fn new(left: &ProgramIndex, right: &ProgramIndex) -> Versions {
        if Arc::ptr_eq(&left.program, &right.program) {
            return Versions::Same;
        }
        let mut found = Match {
            functions: vec![None; left.program.functions.len()],
            blocks: vec![None; left.block_count()],
            tests: [left, right].map(|index| vec![None; index.block_count()]),
            ..Match::default()
        };
        let named = FunctionPairs::new(&left.program, &right.program);
        for &(ours, theirs) in &named.pairs {
            found.functions[ours as usize] = Some(FunctionId(theirs));
            let sides = (Side::new(left, ours, &named.left), Side::new(right, theirs, &named.right));
            found.function(&sides.0, &sides.1);
            sides.0.tests().for_each(|(number, test)| found.tests[0][number.index()] = Some(test));
            sides.1.tests().for_each(|(number, test)| found.tests[1][number.index()] = Some(test));
        }
        Versions::Two(Box::new(found))
    }

    /// How the conditions of a run of the left program (0) or of the right one (1) came out. Runs of one program are the
    /// same up to where they part, so that every test by itself tells as much.
    pub(crate) fn decided(&self, side: usize, run: &Recording) -> ConditionOutcomes {
        match self {
            Versions::Same => ConditionOutcomes::default(),
            Versions::Two(found) => ConditionOutcomes::new(found.tests[side].clone(), run),
        }
    }

    /// Did two executed blocks that correspond, each the first of its condition, go the same way? Of versions the
    /// outcome counts, not the block it led to, before which there may be a new one.
    pub(crate) fn same_way(
        &self,
        left: (&Recording, &ConditionOutcomes, ExecutedBlock),
        right: (&Recording, &ConditionOutcomes, ExecutedBlock),
    ) -> bool {
        let next = |(recording, _, block): (&Recording, &ConditionOutcomes, ExecutedBlock)| {
            (block + 1 < recording.block_end()).then(|| recording.number_of(block + 1))
        };
        let (Some(a), Some(b)) = (next(left), next(right)) else { return next(left) == next(right) };
        let Versions::Two(found) = self else { return a == b };
        let turned = found.turned.contains(&left.0.number_of(left.2));
        match (left.1.way(left.0, left.2), right.1.way(right.0, right.2)) {
            (Some(one), Some(other)) => return (one == other) != turned,
            (None, None) => {}
            _ => return false,
        }
        match (way(left.0, left.2, a), way(right.0, right.2, b)) {
            (Way::Into(f), Way::Into(g)) => found.functions[f.0 as usize] == Some(g),
            (one, other) => one == other,
        }
    }

    /// The function of the right program that corresponds to one of the left.
    pub fn function(&self, id: FunctionId) -> Option<FunctionId> {
        match self {
            Versions::Same => Some(id),
            Versions::Two(found) => found.functions[id.0 as usize],
        }
    }

    /// The block of the right program that corresponds to one of the left.
    pub fn block(&self, number: BlockNumber) -> Option<BlockNumber> {
        match self {
            Versions::Same => Some(number),
            Versions::Two(found) => found.blocks[number.index()],
        }
    }

    /// The first block of the condition of the right program that corresponds to one of the left, likewise; of what
    /// belongs to no condition the block.
    pub(crate) fn decision(&self, number: BlockNumber) -> Option<BlockNumber> {
        match self {
            Versions::Two(found) if found.tests[0][number.index()].is_some_and(|test| test.decides) => {
                found.conditions.get(&number).copied()
            }
            _ => self.block(number),
        }
    }

    /// The other blocks of the right program that have instructions of one of the left: it was divided.
    pub(crate) fn other_blocks(&self, number: BlockNumber) -> Vec<BlockNumber> {
        let Versions::Two(found) = self else { return Vec::new() };
        let pieces = found.pieces[0].get(&number).map_or(&[][..], |p| p);
        let mut blocks: Vec<BlockNumber> = pieces.iter().map(|p| p.other.0).collect();
        blocks.dedup();
        blocks.retain(|&b| Some(b) != found.blocks[number.index()]);
        blocks
    }

    /// Where instruction `offset` of a left block is in the right program: the block, and which of its instructions.
    pub fn right_place(&self, number: BlockNumber, offset: u32) -> Option<(BlockNumber, u32)> {
        match self {
            Versions::Same => Some((number, offset)),
            Versions::Two(found) => found.place(0, number, offset).or_else(|| self.same_block(number, offset)),
        }
    }

    /// Where instruction `offset` of a right block is in the left program, of which `partner` corresponds to the block.
    pub fn left_place(
        &self,
        number: BlockNumber,
        offset: u32,
        partner: Option<BlockNumber>,
    ) -> Option<(BlockNumber, u32)> {
        let same = || partner.and_then(|partner| self.same_block(partner, offset).map(|_| (partner, offset)));
        match self {
            Versions::Same => Some((number, offset)),
            Versions::Two(found) => found.place(1, number, offset).or_else(same),
        }
    }

    /// Does the right program, in one block, test at its end what this executed block of the left one tests?
    pub(crate) fn tests_the_same(&self, left: &Recording, block: ExecutedBlock) -> bool {
        let number = left.number_of(block);
        let (id, at) = left.static_block(block);
        let insts = left.index.program.function(id).block_insts(at);
        let mut slots = Vec::new();
        let mut blocks: Vec<Option<BlockNumber>> = Vec::new();
        for (offset, inst) in insts.iter().enumerate().rev() {
            let made = inst.defs().is_some_and(|d| slots.iter().any(|s| (d.first..d.first + d.count).contains(s)));
            if made || offset + 1 == insts.len() {
                inst.uses(|slot| slots.push(slot));
                blocks.push(self.right_place(number, offset as u32).map(|(block, _)| block));
            }
        }
        blocks.iter().all(|&there| there.is_some() && there == blocks[0])
    }

    /// In a block that is the same as its partner everything is where it was.
    fn same_block(&self, number: BlockNumber, offset: u32) -> Option<(BlockNumber, u32)> {
        let Versions::Two(found) = self else { return Some((number, offset)) };
        let whole = !found.pieces[0].contains_key(&number);
        self.block(number).filter(|_| whole).map(|other| (other, offset))
    }
}

impl Match {
    fn place(&self, side: usize, number: BlockNumber, offset: u32) -> Option<(BlockNumber, u32)> {
        self.pieces[side].get(&number)?.iter().find(|p| p.offset == offset).map(|p| p.other)
    }

    fn function(&mut self, left: &Side, right: &Side) {
        let mut todo = vec![(None, None)];
        while let Some((a, b)) = todo.pop() {
            let turned = a.is_some_and(|a| self.turned.contains(&(left.first + a)));
            let (ours, theirs) = (left.under(a), right.under(b));
            let exchanged = b.filter(|_| turned).and_then(|b| right.exchanged(b));
            let theirs = exchanged.as_deref().unwrap_or(theirs);
            let mut pairs = self.row((left, ours), (right, theirs));
            let conditions = conditions((left, ours), (right, theirs), &pairs);
            for &(p, q) in &conditions {
                self.conditions.insert(left.first + p, right.first + q);
                if left.leads_crosswise(p, right, q) {
                    self.turned.insert(left.first + p);
                }
            }
            pairs.retain(|&(p, _)| left.root(p).is_none());
            todo.extend(pairs.into_iter().chain(conditions).map(|(p, q)| (Some(p), Some(q))));
        }
    }

    /// Matches a row of blocks with another; those that correspond as a whole.
    fn row(&mut self, (left, ours): (&Side, &[u32]), (right, theirs): (&Side, &[u32])) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        let (mut i, mut j) = (0, 0);
        let same = left.same_blocks(ours, right, theirs);
        for (x, y) in same.into_iter().chain([(ours.len(), theirs.len())]) {
            pairs.extend(self.gap((left, &ours[i..x]), (right, &theirs[j..y])));
            if let (Some(&p), Some(&q)) = (ours.get(x), theirs.get(y)) {
                self.blocks[(left.first + p).index()] = Some(right.first + q);
                pairs.push((p, q));
            }
            (i, j) = (x + 1, y + 1);
        }
        pairs
    }

    /// Matches blocks between others that are the same; those that correspond as a whole.
    fn gap(&mut self, ours: (&Side, &[u32]), theirs: (&Side, &[u32])) -> Vec<(u32, u32)> {
        let (left, right) = (ours.0, theirs.0);
        let (pairs, pieces) = match ours.1.len() == theirs.1.len() {
            true => {
                let pairs = edited(ours, theirs);
                let pieces = pairs.iter().flat_map(|&(p, q)| within((left, p), (right, q))).collect();
                (pairs, pieces)
            }
            false => gap(ours, theirs),
        };
        for &(p, q) in &pairs {
            self.blocks[(left.first + p).index()] = Some(right.first + q);
            // Also those that have nothing in common are not the same.
            self.pieces[0].entry(left.first + p).or_default();
            self.pieces[1].entry(right.first + q).or_default();
        }
        for ((p, at), (q, there)) in pieces {
            let (p, q) = (left.first + p, right.first + q);
            self.pieces[0].entry(p).or_default().push(Piece { offset: at, other: (q, there) });
            self.pieces[1].entry(q).or_default().push(Piece { offset: there, other: (p, at) });
        }
        pairs
    }
}

/// Which conditions of two rows of blocks correspond, by their first tests: those with most operands in common, and the
/// others between them, if they are as many.
fn conditions(ours: (&Side, &[u32]), theirs: (&Side, &[u32]), pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let (left, right) = (ours.0, theirs.0);
    let (ours, theirs) = (left.roots(ours.1), right.roots(theirs.1));
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for &(p, q) in pairs {
        let place = |roots: &[u32], root: Option<u32>| roots.iter().position(|&r| Some(r) == root);
        if let (Some(i), Some(j)) = (place(&ours, left.root(p)), place(&theirs, right.root(q))) {
            *shared.entry((i, j)).or_default() += 1;
        }
    }
    let mut most: Vec<((usize, usize), usize)> = shared.into_iter().collect();
    most.sort_by_key(|&(_, count)| Reverse(count));
    // They come in the same order.
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (place, _) in most {
        if found.iter().all(|other| other.0.cmp(&place.0) == other.1.cmp(&place.1) && other.0 != place.0) {
            found.push(place);
        }
    }
    found.sort_unstable();
    let (mut i, mut j) = (0, 0);
    for (x, y) in found.clone().into_iter().chain([(ours.len(), theirs.len())]) {
        if x - i == y - j {
            found.extend((i..x).zip(j..y));
        }
        (i, j) = (x + 1, y + 1);
    }
    found.into_iter().map(|(i, j)| (ours[i], theirs[j])).collect()
}

/// How a block was left.
#[derive(PartialEq, Eq)]
enum Way {
    /// A `switch`: the lowest case that leads there, none for the default.
    Case(Option<u64>),
    /// Into another block, or a function: that.
    Into(FunctionId),
}

/// How an executed block was left whose successor has that number.
fn way(recording: &Recording, block: ExecutedBlock, next: BlockNumber) -> Way {
    let (id, at) = recording.static_block(block);
    let function = recording.index.program.function(id);
    let (called, to) = recording.index.block(next);
    match function.terminator(at) {
        Inst::Switch { table, .. } => {
            let cases = &function.switches[table as usize].cases;
            Way::Case(cases.iter().find(|c| c.1 == to).map(|c| c.0))
        }
        _ => Way::Into(called),
    }
}
