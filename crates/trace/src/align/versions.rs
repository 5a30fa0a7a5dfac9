//! The correspondence of blocks and instructions between two versions of a program.
//!
//! Functions are paired by name or by similar code (`renamed_function.rs`). Within a function, the trees of control
//! dependence are compared from the top. Blocks under corresponding decisions are matched in order by the texts of
//! their statements (names, constants, operations, but no positions); operands of corresponding conditions are matched
//! among themselves. In a gap with equally many blocks on both sides, those are taken to be edited. In other gaps a
//! call or a decision was added or removed, which splits a block; there, instructions are matched.

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

/// The corresponding code of two programs.
pub enum Versions {
    /// Both are the same program.
    Same,
    /// The programs differ.
    Two(Box<Match>),
}

/// Corresponding code of two programs.
#[derive(Default)]
pub struct Match {
    /// Per function of the left program: its counterpart.
    functions: Vec<Option<FunctionId>>,
    /// Per block of the left program: its counterpart, which ends with the same kind of instruction.
    blocks: Vec<Option<BlockNumber>>,
    /// Per block of the left and of the right program: the condition it belongs to.
    tests: [Vec<Option<Test>>; 2],
    /// Corresponding conditions by their roots, from left to right.
    conditions: HashMap<BlockNumber, BlockNumber>,
    /// Roots of left conditions that are negated in the right program.
    negated: HashSet<BlockNumber>,
    /// For left and right blocks that differ from their counterparts: the corresponding instructions.
    pieces: [HashMap<BlockNumber, Vec<Piece>>; 2],
}

/// An instruction of a block, and the one that corresponds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Index of the instruction in its block.
    pub(crate) offset: u32,
    /// The block of the other program, and the index in it.
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

    /// The outcomes of conditions in a run of the left program (0) or the right one (1). Runs of one program agree up
    /// to their divergence, so there every test can be compared by itself.
    pub(crate) fn outcomes(&self, side: usize, run: &Recording) -> ConditionOutcomes {
        match self {
            Versions::Same => ConditionOutcomes::default(),
            Versions::Two(found) => ConditionOutcomes::new(found.tests[side].clone(), run),
        }
    }

    /// Did two corresponding executed blocks, each the first of its condition, have the same outcome? Between versions
    /// the exit is compared, not the next block, which may be new.
    pub(crate) fn same_outcome(
        &self,
        left: (&Recording, &ConditionOutcomes, ExecutedBlock),
        right: (&Recording, &ConditionOutcomes, ExecutedBlock),
    ) -> bool {
        let next = |(recording, _, block): (&Recording, &ConditionOutcomes, ExecutedBlock)| {
            (block + 1 < recording.block_end()).then(|| recording.number_of(block + 1))
        };
        let (Some(a), Some(b)) = (next(left), next(right)) else { return next(left) == next(right) };
        let Versions::Two(found) = self else { return a == b };
        let negated = found.negated.contains(&left.0.number_of(left.2));
        match (left.1.outcome(left.0, left.2), right.1.outcome(right.0, right.2)) {
            (Some(one), Some(other)) => return (one == other) != negated,
            (None, None) => {}
            _ => return false,
        }
        match (outcome(left.0, left.2, a), outcome(right.0, right.2, b)) {
            (Outcome::Into(f), Outcome::Into(g)) => found.functions[f.0 as usize] == Some(g),
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

    /// The root of the condition of the right program that corresponds to the one with this root. For a block of no
    /// condition, its counterpart.
    pub(crate) fn decision(&self, number: BlockNumber) -> Option<BlockNumber> {
        match self {
            Versions::Two(found) if found.tests[0][number.index()].is_some_and(|test| test.decides) => {
                found.conditions.get(&number).copied()
            }
            _ => self.block(number),
        }
    }

    /// Further blocks of the right program with instructions of a left block, which was split.
    pub(crate) fn other_blocks(&self, number: BlockNumber) -> Vec<BlockNumber> {
        let Versions::Two(found) = self else { return Vec::new() };
        let pieces = found.pieces[0].get(&number).map_or(&[][..], |p| p);
        let mut blocks: Vec<BlockNumber> = pieces.iter().map(|p| p.other.0).collect();
        blocks.dedup();
        blocks.retain(|&b| Some(b) != found.blocks[number.index()]);
        blocks
    }

    /// The place in the right program of instruction `offset` of a left block: block and offset.
    pub fn right_place(&self, number: BlockNumber, offset: u32) -> Option<(BlockNumber, u32)> {
        match self {
            Versions::Same => Some((number, offset)),
            Versions::Two(found) => found.place(0, number, offset).or_else(|| self.same_block(number, offset)),
        }
    }

    /// The place in the left program of instruction `offset` of a right block with the given counterpart.
    pub fn left_place(
        &self,
        number: BlockNumber,
        offset: u32,
        counterpart: Option<BlockNumber>,
    ) -> Option<(BlockNumber, u32)> {
        let same =
            || counterpart.and_then(|counterpart| self.same_block(counterpart, offset).map(|_| (counterpart, offset)));
        match self {
            Versions::Same => Some((number, offset)),
            Versions::Two(found) => found.place(1, number, offset).or_else(same),
        }
    }

    /// Is the computation of this executed block's test, as a whole, in one block of the right program?
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

    /// Offsets are equal in a block that is equal to its counterpart.
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
            let negated = a.is_some_and(|a| self.negated.contains(&(left.first + a)));
            let (ours, theirs) = (left.under(a), right.under(b));
            let exchanged = b.filter(|_| negated).and_then(|b| right.exchanged(b));
            let theirs = exchanged.as_deref().unwrap_or(theirs);
            let mut pairs = self.row((left, ours), (right, theirs));
            let conditions = conditions((left, ours), (right, theirs), &pairs);
            for &(p, q) in &conditions {
                self.conditions.insert(left.first + p, right.first + q);
                if left.exchanges_exits(p, right, q) {
                    self.negated.insert(left.first + p);
                }
            }
            pairs.retain(|&(p, _)| left.root(p).is_none());
            todo.extend(pairs.into_iter().chain(conditions).map(|(p, q)| (Some(p), Some(q))));
        }
    }

    /// Matches two sequences of blocks; returns the pairs of corresponding blocks.
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

    /// Matches the blocks between equal ones; returns the pairs of corresponding blocks.
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
            // Blocks with nothing in common differ as well.
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

/// Pairs the conditions of two sequences of blocks, by their roots: those with the most operands in common first, then
/// those in gaps with equally many on both sides.
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
    // Pairs must be in the same order on both sides.
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

/// The outcome with which a block was left.
#[derive(PartialEq, Eq)]
enum Outcome {
    /// A `switch`: the lowest case with the target, none for the default.
    Case(Option<u64>),
    /// Another block or a callee: the function of that block.
    Into(FunctionId),
}

/// The outcome of an executed block whose successor is `next`.
fn outcome(recording: &Recording, block: ExecutedBlock, next: BlockNumber) -> Outcome {
    let (id, at) = recording.static_block(block);
    let function = recording.index.program.function(id);
    let (called, to) = recording.index.block(next);
    match function.terminator(at) {
        Inst::Switch { table, .. } => {
            let cases = &function.switches[table as usize].cases;
            Outcome::Case(cases.iter().find(|c| c.1 == to).map(|c| c.0))
        }
        _ => Outcome::Into(called),
    }
}
