//! Two runs side by side: which instance of one is which of the other.
//!
//! Both runs are trees of control regions. An instance has a partner when it is the same statement and the
//! decisions and calls that led to it have partners that went the same way. One walk over each run.

use std::collections::HashMap;

use whydunit_program::FunctionId;

use crate::family::Family;
use crate::recording::Recording;
use crate::structure::NONE;
use crate::versions::Versions;

/// What of two runs corresponds.
pub struct Alignment<'a> {
    /// The run on the left.
    pub left: &'a Recording,
    /// The run on the right.
    pub right: &'a Recording,
    versions: Versions,
    /// Per executed block of the left run: its partner.
    right_of: Vec<u32>,
    /// Per executed block of the right run: its partner.
    left_of: Vec<u32>,
    /// Where a version has the instructions of one block in several: the others.
    parts: Parts,
}

/// Which executed blocks have parts of others: by an executed block and the number of the block that a part is in.
#[derive(Default)]
struct Parts {
    right: HashMap<(u32, u32), u32>,
    left: HashMap<(u32, u32), u32>,
}

/// All that a version led to, also what has a partner already; nothing when both runs are of one program.
struct Whole(Option<Family>);

impl Whole {
    fn new(versions: &Versions, right: &Recording) -> Whole {
        Whole(matches!(versions, Versions::Two(_)).then(|| Family::new(&right.blocks, &right.structure)))
    }

    /// The executed block with that number among what `under` (none: nothing) led to.
    fn part(&self, under: Option<u32>, right: &Recording, number: u32) -> Option<u32> {
        self.0.as_ref()?.children(under).take(MOST).find(|&b| right.number_of(b) == number)
    }
}

/// So many blocks under one decision are looked through for a part of another.
const MOST: usize = 4096;

impl<'a> Alignment<'a> {
    /// Aligns two runs of one program, or of two versions of it.
    pub fn new(left: &'a Recording, right: &'a Recording) -> Self {
        let versions = Versions::new(&left.index, &right.index);
        let mut right_of = vec![NONE; left.block_count() as usize];
        let mut left_of = vec![NONE; right.block_count() as usize];
        let mut parts = Parts::default();
        let mut family = Family::new(&right.blocks, &right.structure);
        let whole = Whole::new(&versions, right);
        for block in 0..left.block_count() {
            let under = match left.structure.controller(block) {
                None => None,
                Some(parent) => {
                    let partner = right_of[parent as usize];
                    let same = partner != NONE && versions.same_way((left, parent), (right, partner));
                    if !same {
                        continue;
                    }
                    Some(partner)
                }
            };
            let own = left.number_of(block);
            if let Some(number) = versions.block(own)
                && let Some(found) = family.take(under, |b| right.number_of(b) == number)
            {
                right_of[block as usize] = found;
                left_of[found as usize] = block;
            }
            for number in versions.other_blocks(own) {
                let Some(found) = whole.part(under, right, number) else { continue };
                parts.right.insert((block, number), found);
                parts.left.insert((found, own), block);
            }
        }
        Alignment { left, right, versions, right_of, left_of, parts }
    }

    /// The partner, in the right run, of the left run's instruction at `time`.
    pub fn right(&self, time: u32) -> Option<u32> {
        let position = self.left.position(time)?;
        let (number, offset) = self.versions.right_place(self.left.number_of(position.block), time - position.start)?;
        let whole = Some(self.right_of[position.block as usize]).filter(|&b| b != NONE);
        let whole = whole.filter(|&b| self.right.number_of(b) == number);
        let block = whole.or_else(|| self.parts.right.get(&(position.block, number)).copied())?;
        self.right.came_to(self.right.start_of(block) + offset)
    }

    /// The partner, in the left run, of the right run's instruction at `time`.
    pub fn left(&self, time: u32) -> Option<u32> {
        let position = self.right.position(time)?;
        let whole = Some(self.left_of[position.block as usize]).filter(|&b| b != NONE);
        let partner = whole.map(|b| self.left.number_of(b));
        let (number, offset) =
            self.versions.left_place(self.right.number_of(position.block), time - position.start, partner)?;
        let block = whole.filter(|_| partner == Some(number));
        let block = block.or_else(|| self.parts.left.get(&(position.block, number)).copied())?;
        self.left.came_to(self.left.start_of(block) + offset)
    }

    /// Does the decision (or call) at `time` of the left run have a partner that went another way?
    pub fn parts(&self, time: u32) -> bool {
        let Some(block) = self.left.position(time).map(|p| p.block) else { return false };
        let partner = self.right_of[block as usize];
        if partner == NONE || time != self.left.end_of(block) {
            return false;
        }
        !self.versions.same_way((self.left, block), (self.right, partner))
    }

    /// Where instruction `offset` of a block of the left program is in the right one, executed or not.
    pub fn place(&self, number: u32, offset: u32) -> Option<(u32, u32)> {
        self.versions.right_place(number, offset)
    }

    /// The function of the right program that corresponds to one of the left.
    pub fn function(&self, id: FunctionId) -> Option<FunctionId> {
        self.versions.function(id)
    }

    /// How many executed blocks have a partner.
    pub fn matched(&self) -> usize {
        self.right_of.iter().filter(|&&b| b != NONE).count()
    }

    /// The executed blocks of the left run and their partners, in order.
    pub fn blocks(&self) -> impl Iterator<Item = (u32, Option<u32>)> + '_ {
        (0u32..).zip(self.right_of.iter().map(|&b| Some(b).filter(|&b| b != NONE)))
    }
}
