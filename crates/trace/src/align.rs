//! Two runs side by side: which instance of one is which of the other.
//!
//! Both runs are trees of control regions. An instance has a partner when it is the same statement and the
//! decisions and calls that led to it have partners that went the same way. Of two versions conditions count as a whole
//! (`decided.rs`): their operands may be others, and have partners wherever both runs come to them. One walk over each
//! run.

pub(crate) mod common_sequence;
pub(crate) mod condition_outcome;
pub(crate) mod follower;
pub(crate) mod native;
pub(crate) mod renamed_function;
pub(crate) mod source_mentions;
pub(crate) mod statement_text;
pub(crate) mod version_side;
pub(crate) mod versions;

use std::collections::{BTreeMap, HashMap};

use whydunit_program::FunctionId;

use crate::align::condition_outcome::ConditionOutcomes;
use crate::align::versions::Versions;
use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::recording::Recording;
use crate::structure::PackedBlock;
use crate::structure::children::RegionChildren;

/// What of two runs corresponds.
pub struct Alignment<'a> {
    /// The run on the left.
    pub left: &'a Recording,
    /// The run on the right.
    pub right: &'a Recording,
    versions: Versions,
    /// How the conditions of both came out.
    decided: [ConditionOutcomes; 2],
    /// Per executed block of the left run: its partner.
    right_of: Vec<PackedBlock>,
    /// Per executed block of the right run: its partner.
    left_of: Vec<PackedBlock>,
    /// Executed conditions of the left run, by their first tests, of which the partner begins with another test.
    conditions: BTreeMap<ExecutedBlock, ExecutedBlock>,
    /// Where a version has the instructions of one block in several: the others.
    parts: Parts,
}

/// Which executed blocks have parts of others: by an executed block and the number of the block that a part is in.
#[derive(Default)]
struct Parts {
    right: HashMap<(ExecutedBlock, BlockNumber), ExecutedBlock>,
    left: HashMap<(ExecutedBlock, BlockNumber), ExecutedBlock>,
}

/// All that a version led to, also what has a partner already; nothing when both runs are of one program.
struct Whole(Option<RegionChildren>);

impl Whole {
    fn new(versions: &Versions, right: &Recording, decided: &ConditionOutcomes) -> Whole {
        Whole(matches!(versions, Versions::Two(_)).then(|| family(right, decided)))
    }

    /// The executed block with that number among what `under` (none: nothing) led to.
    fn part(&self, under: Option<ExecutedBlock>, right: &Recording, number: BlockNumber) -> Option<ExecutedBlock> {
        self.0.as_ref()?.children(under).take(MOST).find(|&b| right.number_of(b) == number)
    }
}

/// The executed blocks of a run by what led to them.
fn family(run: &Recording, decided: &ConditionOutcomes) -> RegionChildren {
    RegionChildren::by(run.block_end().index(), |block| decided.above(run, block))
}

/// So many blocks under one decision are looked through for a part of another.
const MOST: usize = 4096;

impl<'a> Alignment<'a> {
    /// Aligns two runs of one program, or of two versions of it.
    pub fn new(left: &'a Recording, right: &'a Recording) -> Self {
        let versions = Versions::new(&left.index, &right.index);
        let decided = [versions.decided(0, left), versions.decided(1, right)];
        let right_of = vec![PackedBlock::NONE; left.block_count()];
        let left_of = vec![PackedBlock::NONE; right.block_count()];
        let conditions = BTreeMap::new();
        let mut found =
            Alignment { left, right, versions, decided, right_of, left_of, conditions, parts: Parts::default() };
        found.walk();
        found
    }

    fn walk(&mut self) {
        let mut family = family(self.right, &self.decided[1]);
        let whole = Whole::new(&self.versions, self.right, &self.decided[1]);
        for block in self.left.executed_blocks() {
            let above = self.above(block);
            let under = above.filter(|&above| self.went_alike(above)).and_then(|above| self.decision_partner(above));
            if above.is_some() != under.is_some() {
                continue;
            }
            let own = self.left.number_of(block);
            if let Some(number) = self.versions.block(own)
                && let Some(found) = family.take(under, |b| self.right.number_of(b) == number)
            {
                self.right_of[block.index()] = Some(found).into();
                self.left_of[found.index()] = Some(block).into();
            }
            if let Some(number) = self.versions.decision(own).filter(|&number| self.versions.block(own) != Some(number))
                && let Some(found) = whole.part(under, self.right, number)
            {
                self.conditions.insert(block, found);
            }
            for number in self.versions.other_blocks(own) {
                let Some(found) = whole.part(under, self.right, number) else { continue };
                self.parts.right.insert((block, number), found);
                self.parts.left.insert((found, own), block);
            }
        }
    }

    /// What led to an executed block of the left run: a call, or a decision, by its first test.
    pub fn above(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        self.decided[0].above(self.left, block)
    }

    /// The partner of an executed block of the left run.
    pub fn partner(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        self.right_of[block.index()].get()
    }

    /// The partner of an executed decision or call of the left run, of a condition by the first tests.
    pub fn decision_partner(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        let number = self.left.number_of(block);
        let same = self.versions.decision(number) == self.versions.block(number);
        if same { self.partner(block) } else { self.conditions.get(&block).copied() }
    }

    /// The executed conditions of the left run whose partner begins with a test that is not that of the first: first
    /// tests of both.
    pub fn conditions(&self) -> impl Iterator<Item = (ExecutedBlock, ExecutedBlock)> + '_ {
        self.conditions.iter().map(|(&ours, &theirs)| (ours, theirs))
    }

    /// Has an executed block of the left run one in the right program, executed or not?
    pub fn has_counterpart(&self, block: ExecutedBlock) -> bool {
        self.versions.block(self.left.number_of(block)).is_some()
    }

    /// Does an executed block of the left run belong to a condition that the right run has, too?
    pub fn is_in_condition(&self, block: ExecutedBlock) -> bool {
        self.decided[0].is_member(self.left, block) && self.decision_partner(self.decided[0].root(block)).is_some()
    }

    /// Did an executed block of the left run, of a condition the first, go the same way as its partner?
    fn went_alike(&self, block: ExecutedBlock) -> bool {
        let [ours, theirs] = &self.decided;
        self.decision_partner(block)
            .is_some_and(|partner| self.versions.same_way((self.left, ours, block), (self.right, theirs, partner)))
    }

    /// Did an executed block of the left run, of a condition the first, go another way than its partner?
    pub fn led_elsewhere(&self, block: ExecutedBlock) -> bool {
        self.decision_partner(block).is_some() && !self.went_alike(block)
    }

    /// Of a test of the left run that decided its condition as a whole, and for which there is one in the right run:
    /// did that come out the same?
    pub fn came_out(&self, time: Time) -> Option<bool> {
        let block = self.left.position(time)?.block;
        let last = time == self.left.end_of(block) && self.decided[0].is_last(self.left, block);
        let root = self.decided[0].root(block);
        (last && self.decision_partner(root).is_some()).then(|| self.went_alike(root))
    }

    /// Is an instance of the left run a test after which others of its condition are to come, and other than that of the
    /// right version in its place? Its outcome by itself says nothing, then.
    pub fn is_another_operand(&self, time: Time) -> bool {
        let Some(position) = self.left.position(time) else { return false };
        let block = position.block;
        let decided = &self.decided[0];
        let inner = time == self.left.end_of(block)
            && decided.is_test(self.left, block)
            && !decided.is_last(self.left, block)
            && self.decision_partner(decided.root(block)).is_some();
        inner && !self.versions.tests_the_same(self.left, block)
    }

    /// How the conditions of both runs came out.
    pub fn into_decided(self) -> [ConditionOutcomes; 2] {
        self.decided
    }

    /// The partner, in the right run, of the left run's instruction at `time`.
    pub fn right(&self, time: Time) -> Option<Time> {
        let position = self.left.position(time)?;
        let (number, offset) = self.versions.right_place(self.left.number_of(position.block), time - position.start)?;
        let whole = self.right_of[position.block.index()].get();
        let whole = whole.filter(|&b| self.right.number_of(b) == number);
        let block = whole.or_else(|| self.parts.right.get(&(position.block, number)).copied())?;
        self.right.came_to(self.right.start_of(block) + offset)
    }

    /// The partner, in the left run, of the right run's instruction at `time`.
    pub fn left(&self, time: Time) -> Option<Time> {
        let position = self.right.position(time)?;
        let whole = self.left_of[position.block.index()].get();
        let partner = whole.map(|b| self.left.number_of(b));
        let (number, offset) =
            self.versions.left_place(self.right.number_of(position.block), time - position.start, partner)?;
        let block = whole.filter(|_| partner == Some(number));
        let block = block.or_else(|| self.parts.left.get(&(position.block, number)).copied())?;
        self.left.came_to(self.left.start_of(block) + offset)
    }

    /// The blocks of the right program that correspond as a whole to blocks of the left one, with these.
    pub fn left_blocks(&self) -> BTreeMap<BlockNumber, BlockNumber> {
        let ours = self.left.index.numbers();
        ours.filter_map(|number| Some((self.versions.block(number)?, number))).collect()
    }

    /// Where instruction `offset` of a block of the right program, to which `partner` corresponds, is in the left one,
    /// executed or not; none when that does not have it.
    pub fn left_place(
        &self,
        number: BlockNumber,
        offset: u32,
        partner: Option<BlockNumber>,
    ) -> Option<(BlockNumber, u32)> {
        self.versions.left_place(number, offset, partner)
    }

    /// Does the decision (or call) at `time` of the left run have a partner that went another way?
    pub fn parts(&self, time: Time) -> bool {
        let Some(block) = self.left.position(time).map(|p| p.block) else { return false };
        if time != self.left.end_of(block) {
            return false;
        }
        match self.decided[0].is_test(self.left, block) {
            true => self.came_out(time) == Some(false),
            false => self.led_elsewhere(block),
        }
    }

    /// Where instruction `offset` of a block of the left program is in the right one, executed or not.
    pub fn place(&self, number: BlockNumber, offset: u32) -> Option<(BlockNumber, u32)> {
        self.versions.right_place(number, offset)
    }

    /// The function of the right program that corresponds to one of the left.
    pub fn function(&self, id: FunctionId) -> Option<FunctionId> {
        self.versions.function(id)
    }

    /// How many executed blocks have a partner.
    pub fn matched(&self) -> usize {
        self.right_of.iter().filter(|&&b| b != PackedBlock::NONE).count()
    }

    /// The executed blocks of the left run and their partners, in order.
    pub fn blocks(&self) -> impl Iterator<Item = (ExecutedBlock, Option<ExecutedBlock>)> + '_ {
        self.left.executed_blocks().zip(self.right_of.iter().map(|b| b.get()))
    }
}
