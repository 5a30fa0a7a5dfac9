//! Two versions of a program: which blocks and instructions of one are which of the other.
//!
//! Functions go by name, or else by what they say (`renamed.rs`). Inside, the trees of control dependence are compared
//! from the top: the blocks under two decisions that correspond are matched in order by what their statements say
//! (names, constants, operations; not positions). As many blocks that differ, in the same gap, are taken for edited
//! ones. Otherwise a call or a decision came or went, which divides a block: then it is the instructions that are
//! matched.

use std::collections::HashMap;
use std::sync::Arc;

use whydunit_program::{FunctionId, Inst};

use crate::layout::ProgramIndex;
use crate::recording::Recording;
use crate::renamed::Named;
use crate::structure::NONE;
use crate::version_side::{Side, edited, gap, within};

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
    functions: Vec<u32>,
    /// Per block of the left program: its partner, which ends as it does.
    blocks: Vec<u32>,
    /// For left and right blocks that are not the same as their partner: where their instructions are.
    pieces: [HashMap<u32, Vec<Piece>>; 2],
}

/// An instruction of a block, and the one that corresponds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Which instruction of the block.
    pub(crate) offset: u32,
    /// The block of the other program, and which instruction of that.
    pub(crate) other: (u32, u32),
}

impl Versions {
    /// Compares two programs.
    pub fn new(left: &ProgramIndex, right: &ProgramIndex) -> Versions {
        if Arc::ptr_eq(&left.program, &right.program) {
            return Versions::Same;
        }
        let functions = vec![NONE; left.program.functions.len()];
        let mut found = Match { functions, blocks: vec![NONE; left.block_count()], pieces: Default::default() };
        let named = Named::new(&left.program, &right.program);
        for &(ours, theirs) in &named.pairs {
            found.functions[ours as usize] = theirs;
            let sides = (Side::new(left, ours, &named.left), Side::new(right, theirs, &named.right));
            found.function(&sides.0, &sides.1);
        }
        Versions::Two(Box::new(found))
    }

    /// Did two executed blocks that correspond go the same way? Of versions the outcome counts, not the
    /// block it led to, before which there may be a new one.
    pub(crate) fn same_way(&self, left: (&Recording, u32), right: (&Recording, u32)) -> bool {
        let next = |(recording, block): (&Recording, u32)| {
            (block + 1 < recording.block_count()).then(|| recording.number_of(block + 1))
        };
        let (Some(a), Some(b)) = (next(left), next(right)) else { return next(left) == next(right) };
        match self {
            Versions::Same => a == b,
            Versions::Two(found) => match (way(left.0, left.1, a), way(right.0, right.1, b)) {
                (Way::Into(f), Way::Into(g)) => found.functions[f as usize] == g,
                (one, other) => one == other,
            },
        }
    }

    /// The function of the right program that corresponds to one of the left.
    pub fn function(&self, id: FunctionId) -> Option<FunctionId> {
        match self {
            Versions::Same => Some(id),
            Versions::Two(found) => Some(FunctionId(found.functions[id.0 as usize])).filter(|f| f.0 != NONE),
        }
    }

    /// The block of the right program that corresponds to one of the left.
    pub fn block(&self, number: u32) -> Option<u32> {
        match self {
            Versions::Same => Some(number),
            Versions::Two(found) => Some(found.blocks[number as usize]).filter(|&b| b != NONE),
        }
    }

    /// The other blocks of the right program that have instructions of one of the left: it was divided.
    pub(crate) fn other_blocks(&self, number: u32) -> Vec<u32> {
        let Versions::Two(found) = self else { return Vec::new() };
        let pieces = found.pieces[0].get(&number).map_or(&[][..], |p| p);
        let mut blocks: Vec<u32> = pieces.iter().map(|p| p.other.0).collect();
        blocks.dedup();
        blocks.retain(|&b| b != found.blocks[number as usize]);
        blocks
    }

    /// Where instruction `offset` of a left block is in the right program: the block, and which of its instructions.
    pub fn right_place(&self, number: u32, offset: u32) -> Option<(u32, u32)> {
        match self {
            Versions::Same => Some((number, offset)),
            Versions::Two(found) => found.place(0, number, offset).or_else(|| self.same_block(number, offset)),
        }
    }

    /// Where instruction `offset` of a right block is in the left program, of which `partner` corresponds to the block.
    pub fn left_place(&self, number: u32, offset: u32, partner: Option<u32>) -> Option<(u32, u32)> {
        let same = || partner.and_then(|partner| self.same_block(partner, offset).map(|_| (partner, offset)));
        match self {
            Versions::Same => Some((number, offset)),
            Versions::Two(found) => found.place(1, number, offset).or_else(same),
        }
    }

    /// In a block that is the same as its partner everything is where it was.
    fn same_block(&self, number: u32, offset: u32) -> Option<(u32, u32)> {
        let Versions::Two(found) = self else { return Some((number, offset)) };
        let whole = !found.pieces[0].contains_key(&number);
        self.block(number).filter(|_| whole).map(|other| (other, offset))
    }
}

impl Match {
    fn place(&self, side: usize, number: u32, offset: u32) -> Option<(u32, u32)> {
        self.pieces[side].get(&number)?.iter().find(|p| p.offset == offset).map(|p| p.other)
    }

    fn function(&mut self, left: &Side, right: &Side) {
        let mut todo = vec![(NONE, NONE)];
        while let Some((a, b)) = todo.pop() {
            let (ours, theirs) = (left.under(a), right.under(b));
            let same = left.same_blocks(ours, right, theirs);
            let (mut i, mut j) = (0, 0);
            for (x, y) in same.into_iter().chain([(ours.len(), theirs.len())]) {
                todo.extend(self.gap((left, &ours[i..x]), (right, &theirs[j..y])));
                if let (Some(&p), Some(&q)) = (ours.get(x), theirs.get(y)) {
                    self.blocks[(left.first + p) as usize] = right.first + q;
                    todo.push((p, q));
                }
                (i, j) = (x + 1, y + 1);
            }
        }
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
            self.blocks[(left.first + p) as usize] = right.first + q;
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

/// How a block was left.
#[derive(PartialEq, Eq)]
enum Way {
    /// A branch: was the condition true?
    Branch(bool),
    /// A `switch`: the lowest case that leads there, none for the default.
    Case(Option<u64>),
    /// Into another block, or a function: that.
    Into(u32),
}

/// How an executed block was left whose successor has that number.
fn way(recording: &Recording, block: u32, next: u32) -> Way {
    let (id, at) = recording.static_block(block);
    let function = recording.index.program.function(id);
    let (called, to) = recording.index.block(next);
    match function.terminator(at) {
        Inst::Branch { then, .. } => Way::Branch(to == then),
        Inst::Switch { table, .. } => {
            let cases = &function.switches[table as usize].cases;
            Way::Case(cases.iter().find(|c| c.1 == to).map(|c| c.0))
        }
        _ => Way::Into(called.0),
    }
}
