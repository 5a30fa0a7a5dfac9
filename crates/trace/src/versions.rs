//! Two versions of a program: which blocks and instructions of one are which of the other.
//!
//! Functions go by name. Inside, the trees of control dependence are compared from the top: the blocks
//! under two decisions that correspond are matched in order by what their statements say (names, constants,
//! operations; not positions). As many blocks that differ, in the same gap, are taken for edited ones.

use std::collections::HashMap;
use std::sync::Arc;

use whydunit_program::{BlockId, FunctionId, Inst};

use crate::common_sequence::common_sequence;
use crate::layout::ProgramIndex;
use crate::recording::Recording;
use crate::statement::Statements;
use crate::structure::NONE;

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
    /// Per block of the left program: its partner.
    blocks: Vec<u32>,
    back: Vec<u32>,
    /// For matched blocks that are not the same: which instructions are, as (left, right) offsets.
    edited: HashMap<u32, Vec<(u32, u32)>>,
}

impl Versions {
    /// Compares two programs.
    pub fn new(left: &ProgramIndex, right: &ProgramIndex) -> Versions {
        if Arc::ptr_eq(&left.program, &right.program) {
            return Versions::Same;
        }
        let blocks = vec![NONE; left.block_count()];
        let mut found = Match { blocks, back: vec![NONE; right.block_count()], edited: HashMap::new() };
        let mut names: HashMap<&str, Vec<u32>> = HashMap::new();
        for (id, function) in right.program.functions.iter().enumerate().rev() {
            names.entry(&function.name).or_default().push(id as u32);
        }
        for (id, function) in left.program.functions.iter().enumerate() {
            // `static` functions may share a name: they come in the order of their files.
            let Some(other) = names.get_mut(function.name.as_str()).and_then(Vec::pop) else { continue };
            let sides = (Side::new(left, id as u32), Side::new(right, other));
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
            Versions::Two(_) => match (way(left.0, left.1, a), way(right.0, right.1, b)) {
                (Way::Into, Way::Into) => self.block(a) == Some(b),
                (one, other) => one == other,
            },
        }
    }

    /// The block of the right program that corresponds to one of the left.
    pub fn block(&self, number: u32) -> Option<u32> {
        match self {
            Versions::Same => Some(number),
            Versions::Two(found) => Some(found.blocks[number as usize]).filter(|&b| b != NONE),
        }
    }

    /// The block of the left program that corresponds to one of the right.
    pub fn block_back(&self, number: u32) -> Option<u32> {
        match self {
            Versions::Same => Some(number),
            Versions::Two(found) => Some(found.back[number as usize]).filter(|&b| b != NONE),
        }
    }

    /// Where instruction `offset` of a left block is in the block that corresponds to it.
    pub fn right_offset(&self, number: u32, offset: u32) -> Option<u32> {
        let Versions::Two(found) = self else { return Some(offset) };
        match found.edited.get(&number) {
            None => Some(offset),
            Some(pairs) => pairs.iter().find(|p| p.0 == offset).map(|p| p.1),
        }
    }

    /// Where instruction `offset` of a right block is in the block that corresponds to it.
    pub fn left_offset(&self, number: u32, offset: u32) -> Option<u32> {
        let Versions::Two(found) = self else { return Some(offset) };
        match found.edited.get(&self.block_back(number)?) {
            None => Some(offset),
            Some(pairs) => pairs.iter().find(|p| p.1 == offset).map(|p| p.0),
        }
    }
}

/// One function of one version.
struct Side {
    first: u32,
    /// Per block: what it says.
    texts: Vec<Vec<String>>,
    /// Blocks by the decision above them (the one with the lowest number; `NONE` for none).
    under: HashMap<u32, Vec<u32>>,
}

impl Side {
    fn new(index: &ProgramIndex, id: u32) -> Side {
        let function = index.program.function(FunctionId(id));
        let flow = index.flow(FunctionId(id));
        let statements = Statements { program: &index.program, function };
        let mut under: HashMap<u32, Vec<u32>> = HashMap::new();
        for block in 0..function.blocks.len() as u32 {
            // A decision that comes later is on a loop's way back: going by it would lead in circles.
            let above = flow.control.of(BlockId(block)).iter().map(|c| c.block.0).find(|&c| c < block);
            under.entry(above.unwrap_or(NONE)).or_default().push(block);
        }
        let texts = (0..function.blocks.len() as u32).map(|b| statements.of(BlockId(b))).collect();
        Side { first: index.number(FunctionId(id), BlockId(0)), texts, under }
    }
}

impl Match {
    fn function(&mut self, left: &Side, right: &Side) {
        let mut todo = vec![(NONE, NONE)];
        while let Some((a, b)) = todo.pop() {
            let none = Vec::new();
            let (ours, theirs) = (left.under.get(&a).unwrap_or(&none), right.under.get(&b).unwrap_or(&none));
            let same = common_sequence(ours.len(), theirs.len(), |i, j| {
                left.texts[ours[i] as usize] == right.texts[theirs[j] as usize]
            });
            let (mut i, mut j) = (0, 0);
            for (x, y) in same.into_iter().chain([(ours.len(), theirs.len())]) {
                for (p, q) in edited((left, &ours[i..x]), (right, &theirs[j..y])) {
                    self.pair(left, right, p, q);
                    todo.push((p, q));
                }
                if let (Some(&p), Some(&q)) = (ours.get(x), theirs.get(y)) {
                    self.pair(left, right, p, q);
                    todo.push((p, q));
                }
                (i, j) = (x + 1, y + 1);
            }
        }
    }

    fn pair(&mut self, left: &Side, right: &Side, a: u32, b: u32) {
        self.blocks[(left.first + a) as usize] = right.first + b;
        self.back[(right.first + b) as usize] = left.first + a;
        let (ours, theirs) = (&left.texts[a as usize], &right.texts[b as usize]);
        if ours != theirs {
            let same = common_sequence(ours.len(), theirs.len(), |i, j| ours[i] == theirs[j]);
            let mut pairs: Vec<(u32, u32)> = same.into_iter().map(|(i, j)| (i as u32, j as u32)).collect();
            // They end in the same way, which is what they have in common if nothing else.
            let ends = (ours.len() as u32 - 1, theirs.len() as u32 - 1);
            if pairs.last().is_none_or(|p| p.0 < ends.0 && p.1 < ends.1) {
                pairs.push(ends);
            }
            self.edited.insert(left.first + a, pairs);
        }
    }
}

/// Blocks between others that are the same. An equal number: edited, unless they end in different ways. Otherwise a
/// decision came or went, which divides a block: those that have most of their instructions in common.
fn edited((left, ours): (&Side, &[u32]), (right, theirs): (&Side, &[u32])) -> Vec<(u32, u32)> {
    let texts = |p: usize, q: usize| (&left.texts[ours[p] as usize][..], &right.texts[theirs[q] as usize][..]);
    let alike = |p: usize, q: usize| {
        let (a, b) = texts(p, q);
        kind(a) == kind(b)
    };
    let much_alike = |p: usize, q: usize| {
        let (a, b) = texts(p, q);
        alike(p, q) && common_sequence(a.len(), b.len(), |i, j| a[i] == b[j]).len() * 3 > a.len().min(b.len()) * 2
    };
    let pairs = match ours.len() == theirs.len() {
        true => (0..ours.len()).map(|at| (at, at)).filter(|&(p, q)| alike(p, q)).collect(),
        false => common_sequence(ours.len(), theirs.len(), much_alike),
    };
    pairs.into_iter().map(|(p, q)| (ours[p], theirs[q])).collect()
}

/// How a block ends: the word for its last instruction.
fn kind(texts: &[String]) -> Option<&str> {
    texts.last()?.split(' ').next()
}

/// How a block was left.
#[derive(PartialEq, Eq)]
enum Way {
    /// A branch: was the condition true?
    Branch(bool),
    /// A `switch`: the lowest case that leads there, none for the default.
    Case(Option<u64>),
    /// Into another block or function.
    Into,
}

/// How an executed block was left whose successor has that number.
fn way(recording: &Recording, block: u32, next: u32) -> Way {
    let (id, at) = recording.static_block(block);
    let function = recording.index.program.function(id);
    let (_, to) = recording.index.block(next);
    match function.terminator(at) {
        Inst::Branch { then, .. } => Way::Branch(to == then),
        Inst::Switch { table, .. } => {
            let cases = &function.switches[table as usize].cases;
            Way::Case(cases.iter().find(|c| c.1 == to).map(|c| c.0))
        }
        _ => Way::Into,
    }
}
