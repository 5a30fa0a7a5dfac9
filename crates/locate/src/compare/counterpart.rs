//! The instances of a reference run that correspond to those of the failing run.
//!
//! As in the alignment, the failing run is on the left and the reference on the right.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::FunctionId;
use whydunit_trace::{Alignment, ConditionOutcomes, ExecutedBlock, PackedBlock, Recording, Time};

use crate::compare::divergent_block::DivergentBlocks;
use crate::compare::edited_block::is_rewritten;
use crate::compare::superfluous_code::has_effect;
use crate::compare::unmatched_code::UnmatchedCode;

/// The instance of the reference run that corresponds to one of the failing run, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counterpart {
    /// The instance at this time.
    At(Time),
    /// None, because a decision above it has another outcome, or a call that names its function another callee. The
    /// instance should not have been executed.
    Divergent {
        /// That call, and the executed block that ends with its counterpart, if there is one.
        call: Option<(Time, Option<ExecutedBlock>)>,
    },
    /// None, because it belongs to an operand of a condition that the reference lacks or did not evaluate. Evaluating
    /// the operand is no error.
    Operand {
        /// The call in that operand to which it belongs.
        call: Option<Time>,
        /// Does the program of the reference have the operand?
        in_reference: bool,
    },
    /// None, because the text differs.
    Unmatched,
}

/// The counterparts of some instances, and of all executed blocks.
pub(crate) struct Counterparts {
    instances: BTreeMap<Time, Counterpart>,
    blocks: Vec<Option<ExecutedBlock>>,
    /// By executed block of the reference run: its counterpart in the failing run.
    lefts: Vec<PackedBlock>,
    /// The executed blocks of the reference run, with counterparts, that have an effect which the failing run lacks.
    extended: BTreeSet<ExecutedBlock>,
    /// The decisions and calls of the failing run that led elsewhere than their counterparts.
    divergences: BTreeSet<Time>,
    /// The instances of which the reference computes the value in another way.
    rewritten: BTreeSet<Time>,
    /// By instance that settled a condition as a whole: is the outcome that of the reference run?
    conditions: BTreeMap<Time, bool>,
    pub(crate) decided: [ConditionOutcomes; 2],
    /// The executed code that only one of the programs has.
    pub(crate) unmatched: UnmatchedCode,
    /// By function of the failing program: its counterpart.
    functions: BTreeMap<FunctionId, FunctionId>,
}

impl Counterparts {
    /// Aligns two runs and looks up these instances of the left one.
    pub(crate) fn new(left: &Recording, right: &Recording, times: impl Iterator<Item = Time>) -> Self {
        let alignment = Alignment::new(left, right);
        let mut blocks: Vec<Option<ExecutedBlock>> = alignment.blocks().map(|(_, other)| other).collect();
        let pairs: Vec<(ExecutedBlock, ExecutedBlock)> =
            left.executed_blocks().zip(&blocks).filter_map(|(here, other)| Some((here, (*other)?))).collect();
        let mut lefts = vec![PackedBlock::NONE; right.block_count()];
        pairs.iter().for_each(|&(here, other)| lefts[other.index()] = Some(here).into());
        let extended = extended(&alignment, &pairs);
        for (root, other) in alignment.conditions() {
            blocks[root.index()].get_or_insert(other);
        }
        let mut divergent = DivergentBlocks::new(&alignment, &blocks);
        let instances: BTreeMap<Time, Counterpart> = times.map(|time| (time, divergent.counterpart(time))).collect();
        let ends = left.executed_blocks().map(|block| left.end_of(block));
        let divergences = ends.filter(|&end| alignment.diverges_at(end)).collect();
        let conditions =
            instances.keys().filter_map(|&time| Some((time, alignment.same_condition_outcome(time)?))).collect();
        let unmatched = UnmatchedCode::new(&alignment);
        let rewritten = rewritten(&alignment, &unmatched, &instances);
        let ours = (0..left.index.program.functions.len() as u32).map(FunctionId);
        let functions = ours.filter_map(|id| Some((id, alignment.function(id)?))).collect();
        let decided = alignment.into_condition_outcomes();
        Counterparts {
            instances,
            blocks,
            lefts,
            extended,
            divergences,
            rewritten,
            conditions,
            decided,
            unmatched,
            functions,
        }
    }

    /// Was an instance looked up?
    pub(crate) fn knows(&self, time: Time) -> bool {
        self.instances.contains_key(&time)
    }

    /// The counterpart of an instance.
    pub(crate) fn of(&self, time: Time) -> Counterpart {
        self.instances.get(&time).copied().unwrap_or(Counterpart::Unmatched)
    }

    /// Did the decision at `time` have another outcome than its counterpart?
    pub(crate) fn diverges(&self, time: Time) -> bool {
        self.divergences.contains(&time)
    }

    /// Does the reference compute the value of an instance in another way?
    pub(crate) fn is_rewritten(&self, time: Time) -> bool {
        self.rewritten.contains(&time)
    }

    /// Of a decision that settled a condition as a whole, if the reference run has that condition: is the outcome the
    /// same?
    pub(crate) fn condition_agrees(&self, time: Time) -> Option<bool> {
        self.conditions.get(&time).copied()
    }

    /// Do two functions correspond, whatever their names?
    pub(crate) fn are_functions(&self, left: FunctionId, right: FunctionId) -> bool {
        self.functions.get(&left) == Some(&right)
    }

    /// The functions of the left program that have counterparts, with these.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (FunctionId, FunctionId)> + '_ {
        self.functions.iter().map(|(&left, &right)| (left, right))
    }

    /// Does an executed block of the right run have a counterpart?
    pub(crate) fn has_left(&self, right: ExecutedBlock) -> bool {
        self.left_block(right).is_some()
    }

    /// The counterpart of an executed block of the right run.
    pub(crate) fn left_block(&self, right: ExecutedBlock) -> Option<ExecutedBlock> {
        self.lefts.get(right.index()).and_then(|left| left.get())
    }

    /// Does an executed block of the right run have an effect that its counterpart lacks?
    pub(crate) fn has_more_effects(&self, right: ExecutedBlock) -> bool {
        self.extended.contains(&right)
    }

    /// The nearest decision or call above an executed block of the left run that the right run has, too. For a block
    /// without a counterpart this is where the runs diverge.
    pub(crate) fn divergence_above(&self, left: &Recording, mut block: ExecutedBlock) -> Option<Time> {
        loop {
            block = self.decided[0].above(left, block)?;
            if self.blocks[block.index()].is_some() {
                return Some(left.end_of(self.decided[0].end(block)));
            }
        }
    }

    /// The nearest decision or call above an executed block of the right run that the left run has, too: its time
    /// there.
    pub(crate) fn divergence_above_right(
        &self,
        (left, right): (&Recording, &Recording),
        mut block: ExecutedBlock,
    ) -> Option<Time> {
        loop {
            block = self.decided[1].above(right, block)?;
            if self.has_left(block) {
                return self.left_block(block).map(|block| left.end_of(self.decided[0].end(block)));
            }
        }
    }

    /// The counterpart of an executed block of the left run.
    pub(crate) fn of_block(&self, left: ExecutedBlock) -> Option<ExecutedBlock> {
        self.blocks.get(left.index()).copied().flatten()
    }

    /// Do two executed blocks, one of each run, correspond?
    pub(crate) fn are_blocks(&self, left: ExecutedBlock, right: ExecutedBlock) -> bool {
        self.of_block(left) == Some(right)
    }
}

/// Of pairs of executed blocks that differ in length, the right ones that have an effect of their own.
fn extended(alignment: &Alignment<'_>, pairs: &[(ExecutedBlock, ExecutedBlock)]) -> BTreeSet<ExecutedBlock> {
    let length = |recording: &Recording, block: ExecutedBlock| recording.end_of(block) - recording.start_of(block);
    let (left, right) = (alignment.left, alignment.right);
    let only_right = |time: Time| has_effect(right, time) && alignment.left(time).is_none();
    let others = pairs.iter().filter(|&&(here, other)| length(left, here) != length(right, other));
    let others = others.map(|&(_, other)| other);
    others.filter(|&block| right.start_of(block).through(right.end_of(block)).any(only_right)).collect()
}

/// The instances with counterparts whose value one of the programs computes with instructions of its own.
fn rewritten(
    alignment: &Alignment<'_>,
    unmatched: &UnmatchedCode,
    instances: &BTreeMap<Time, Counterpart>,
) -> BTreeSet<Time> {
    let (left, right) = (alignment.left, alignment.right);
    let is_edited = |time: Time, other: Time| {
        is_rewritten(left, time, |at| alignment.right(at).is_none())
            || is_rewritten(right, other, |at| unmatched.place(right, at).is_some())
    };
    let pairs = instances.iter().filter_map(|(&time, counterpart)| match *counterpart {
        Counterpart::At(other) => Some((time, other)),
        _ => None,
    });
    pairs.filter(|&(time, other)| is_edited(time, other)).map(|(time, _)| time).collect()
}
