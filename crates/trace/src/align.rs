//! The alignment of two runs: a partial bijection between their instances.
//!
//! Both runs are trees of control regions. Two instances correspond if they are the same statement and the decisions
//! and calls above them correspond and have the same outcome. Between two versions of a program, conditions are
//! compared as a whole (`condition_outcome.rs`): their operands may differ, and correspond wherever both runs reach
//! them. Alignment takes one pass over each run (Xin, Sumner and Zhang, PLDI 2008).

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

/// The corresponding instances of two runs.
pub struct Alignment<'a> {
    /// The run on the left.
    pub left: &'a Recording,
    /// The run on the right.
    pub right: &'a Recording,
    versions: Versions,
    /// The outcomes of conditions in both runs.
    outcomes: [ConditionOutcomes; 2],
    /// Per executed block of the left run: its counterpart.
    right_of: Vec<PackedBlock>,
    /// Per executed block of the right run: its counterpart.
    left_of: Vec<PackedBlock>,
    /// Executed conditions of the left run, by their first tests, whose counterpart begins with another test.
    conditions: BTreeMap<ExecutedBlock, ExecutedBlock>,
    /// Blocks whose instructions are in several blocks of the other version: the additional ones.
    splits: Splits,
}

/// Counterparts of parts of executed blocks, by the executed block and the number of the block with the part.
#[derive(Default)]
struct Splits {
    right: HashMap<(ExecutedBlock, BlockNumber), ExecutedBlock>,
    left: HashMap<(ExecutedBlock, BlockNumber), ExecutedBlock>,
}

/// The region tree of the right run, including blocks with a counterpart; none when both runs execute one program.
struct RightTree(Option<RegionChildren>);

impl RightTree {
    fn new(versions: &Versions, right: &Recording, outcomes: &ConditionOutcomes) -> RightTree {
        RightTree(matches!(versions, Versions::Two(_)).then(|| region_tree(right, outcomes)))
    }

    /// The first execution of a static block directly under `under` (none: the root).
    fn first_child(
        &self,
        under: Option<ExecutedBlock>,
        right: &Recording,
        number: BlockNumber,
    ) -> Option<ExecutedBlock> {
        self.0.as_ref()?.children(under).take(CHILDREN).find(|&b| right.number_of(b) == number)
    }
}

/// The region tree of a run, with conditions as a whole.
fn region_tree(run: &Recording, outcomes: &ConditionOutcomes) -> RegionChildren {
    RegionChildren::by(run.block_end().index(), |block| outcomes.above(run, block))
}

/// Limit on the children that are searched for a part of a block.
const CHILDREN: usize = 4096;

impl<'a> Alignment<'a> {
    /// Aligns two runs of one program, or of two versions of it.
    pub fn new(left: &'a Recording, right: &'a Recording) -> Self {
        let versions = Versions::new(&left.index, &right.index);
        let outcomes = [versions.outcomes(0, left), versions.outcomes(1, right)];
        let right_of = vec![PackedBlock::NONE; left.block_count()];
        let left_of = vec![PackedBlock::NONE; right.block_count()];
        let conditions = BTreeMap::new();
        let mut found =
            Alignment { left, right, versions, outcomes, right_of, left_of, conditions, splits: Splits::default() };
        found.walk();
        found
    }

    fn walk(&mut self) {
        let mut unmatched = region_tree(self.right, &self.outcomes[1]);
        let right_tree = RightTree::new(&self.versions, self.right, &self.outcomes[1]);
        for block in self.left.executed_blocks() {
            let above = self.above(block);
            let under =
                above.filter(|&above| self.has_same_outcome(above)).and_then(|above| self.decision_counterpart(above));
            if above.is_some() != under.is_some() {
                continue;
            }
            let own = self.left.number_of(block);
            if let Some(number) = self.versions.block(own)
                && let Some(found) = unmatched.take(under, |b| self.right.number_of(b) == number)
            {
                self.right_of[block.index()] = Some(found).into();
                self.left_of[found.index()] = Some(block).into();
            }
            if let Some(number) = self.versions.decision(own).filter(|&number| self.versions.block(own) != Some(number))
                && let Some(found) = right_tree.first_child(under, self.right, number)
            {
                self.conditions.insert(block, found);
            }
            for number in self.versions.other_blocks(own) {
                let Some(found) = right_tree.first_child(under, self.right, number) else { continue };
                self.splits.right.insert((block, number), found);
                self.splits.left.insert((found, own), block);
            }
        }
    }

    /// The executed block above a block of the left run: its call, or the first test of its controlling decision.
    pub fn above(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        self.outcomes[0].above(self.left, block)
    }

    /// The counterpart of an executed block of the left run.
    fn counterpart(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        self.right_of[block.index()].get()
    }

    /// The counterpart of an executed decision or call of the left run; conditions are represented by their first
    /// tests.
    fn decision_counterpart(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        let number = self.left.number_of(block);
        let same = self.versions.decision(number) == self.versions.block(number);
        if same { self.counterpart(block) } else { self.conditions.get(&block).copied() }
    }

    /// The executed conditions of the left run whose counterpart begins with a different test: the first tests of both.
    pub fn conditions(&self) -> impl Iterator<Item = (ExecutedBlock, ExecutedBlock)> + '_ {
        self.conditions.iter().map(|(&ours, &theirs)| (ours, theirs))
    }

    /// Does the right program have the block, executed or not?
    pub fn is_in_right_program(&self, block: ExecutedBlock) -> bool {
        self.versions.block(self.left.number_of(block)).is_some()
    }

    /// Does the block belong to a condition that has a counterpart in the right run?
    pub fn is_in_condition(&self, block: ExecutedBlock) -> bool {
        self.outcomes[0].is_member(self.left, block)
            && self.decision_counterpart(self.outcomes[0].root(block)).is_some()
    }

    /// Did a decision or call of the left run have the same outcome as its counterpart? Conditions are represented by
    /// their first tests.
    fn has_same_outcome(&self, block: ExecutedBlock) -> bool {
        let [ours, theirs] = &self.outcomes;
        self.decision_counterpart(block).is_some_and(|counterpart| {
            self.versions.same_outcome((self.left, ours, block), (self.right, theirs, counterpart))
        })
    }

    /// Did a decision or call of the left run have another outcome than its counterpart?
    pub fn has_other_outcome(&self, block: ExecutedBlock) -> bool {
        self.decision_counterpart(block).is_some() && !self.has_same_outcome(block)
    }

    /// For a test that determined the outcome of its condition in the left run: did the counterpart of the condition
    /// have the same outcome?
    pub fn same_condition_outcome(&self, time: Time) -> Option<bool> {
        let block = self.left.position(time)?.block;
        let last = time == self.left.end_of(block) && self.outcomes[0].is_last(self.left, block);
        let root = self.outcomes[0].root(block);
        (last && self.decision_counterpart(root).is_some()).then(|| self.has_same_outcome(root))
    }

    /// Is an instance of the left run a test in the middle of a condition that differs from its counterpart? Its own
    /// outcome has no meaning then.
    pub fn is_another_operand(&self, time: Time) -> bool {
        let Some(position) = self.left.position(time) else { return false };
        let block = position.block;
        let outcomes = &self.outcomes[0];
        let inner = time == self.left.end_of(block)
            && outcomes.is_test(self.left, block)
            && !outcomes.is_last(self.left, block)
            && self.decision_counterpart(outcomes.root(block)).is_some();
        inner && !self.versions.tests_the_same(self.left, block)
    }

    /// The outcomes of conditions in both runs.
    pub fn into_condition_outcomes(self) -> [ConditionOutcomes; 2] {
        self.outcomes
    }

    /// The counterpart, in the right run, of the left run's instruction at `time`.
    pub fn right(&self, time: Time) -> Option<Time> {
        let position = self.left.position(time)?;
        let (number, offset) = self.versions.right_place(self.left.number_of(position.block), time - position.start)?;
        let whole = self.right_of[position.block.index()].get();
        let whole = whole.filter(|&b| self.right.number_of(b) == number);
        let block = whole.or_else(|| self.splits.right.get(&(position.block, number)).copied())?;
        self.right.if_reached(self.right.start_of(block) + offset)
    }

    /// The counterpart, in the left run, of the right run's instruction at `time`.
    pub fn left(&self, time: Time) -> Option<Time> {
        let position = self.right.position(time)?;
        let whole = self.left_of[position.block.index()].get();
        let counterpart = whole.map(|b| self.left.number_of(b));
        let (number, offset) =
            self.versions.left_place(self.right.number_of(position.block), time - position.start, counterpart)?;
        let block = whole.filter(|_| counterpart == Some(number));
        let block = block.or_else(|| self.splits.left.get(&(position.block, number)).copied())?;
        self.left.if_reached(self.left.start_of(block) + offset)
    }

    /// Pairs of corresponding blocks: right ones with their left counterparts.
    pub fn left_blocks(&self) -> BTreeMap<BlockNumber, BlockNumber> {
        let ours = self.left.index.numbers();
        ours.filter_map(|number| Some((self.versions.block(number)?, number))).collect()
    }

    /// The place in the left program of instruction `offset` of a right block with the given counterpart, executed or
    /// not; none if the left program lacks it.
    pub fn left_place(
        &self,
        number: BlockNumber,
        offset: u32,
        counterpart: Option<BlockNumber>,
    ) -> Option<(BlockNumber, u32)> {
        self.versions.left_place(number, offset, counterpart)
    }

    /// Do the runs diverge at the decision (or call) at `time` of the left run: does its counterpart have another
    /// outcome?
    pub fn diverges_at(&self, time: Time) -> bool {
        let Some(block) = self.left.position(time).map(|p| p.block) else { return false };
        if time != self.left.end_of(block) {
            return false;
        }
        match self.outcomes[0].is_test(self.left, block) {
            true => self.same_condition_outcome(time) == Some(false),
            false => self.has_other_outcome(block),
        }
    }

    /// The place in the right program of instruction `offset` of a left block, executed or not.
    pub fn place(&self, number: BlockNumber, offset: u32) -> Option<(BlockNumber, u32)> {
        self.versions.right_place(number, offset)
    }

    /// The function of the right program that corresponds to one of the left.
    pub fn function(&self, id: FunctionId) -> Option<FunctionId> {
        self.versions.function(id)
    }

    /// Number of executed blocks with a counterpart.
    pub fn matched(&self) -> usize {
        self.right_of.iter().filter(|&&b| b != PackedBlock::NONE).count()
    }

    /// The executed blocks of the left run with their counterparts, in order.
    pub fn blocks(&self) -> impl Iterator<Item = (ExecutedBlock, Option<ExecutedBlock>)> + '_ {
        self.left.executed_blocks().zip(self.right_of.iter().map(|b| b.get()))
    }
}
