//! Executed code that only one of two versions of a program has.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::Inst;
use whydunit_trace::{Alignment, BlockNumber, ExecutedBlock, Recording, Time};

use crate::compare::superfluous_code::has_effect;

/// A block of a program, and the offset of an instruction in it.
pub(crate) type BlockOffset = (BlockNumber, u32);

/// Executed code of either version that the other version lacks.
pub(crate) struct UnmatchedCode {
    /// By instruction that only the right program has: where the left one has the last effect before it in its block.
    right: BTreeMap<BlockOffset, Option<BlockOffset>>,
    /// The blocks in which the left program has an effect or a decision of its own.
    left: BTreeSet<BlockNumber>,
}

impl UnmatchedCode {
    pub(crate) fn new(alignment: &Alignment<'_>) -> UnmatchedCode {
        let (left, right) = (alignment.left, alignment.right);
        let (mut only_right, left_blocks) = (BTreeMap::new(), alignment.left_blocks());
        for (number, block) in executed(right) {
            let (mut before, counterpart) = (None, left_blocks.get(&number).copied());
            for (offset, time) in (0..).zip(right.start_of(block).through(right.end_of(block))) {
                match alignment.left_place(number, offset, counterpart) {
                    None => drop(only_right.insert((number, offset), before)),
                    // Loads happen where their value is used: only an effect has a place of its own.
                    place if has_effect(right, time) => before = place,
                    _ => {}
                }
            }
        }
        let has_own = |number: BlockNumber, block: ExecutedBlock| {
            let mut times = (0..).zip(left.start_of(block).through(left.end_of(block)));
            let counts = |time: Time| has_effect(left, time) || is_decision(left, time);
            times.any(|(offset, time)| counts(time) && alignment.place(number, offset).is_none())
        };
        let ours = executed(left).into_iter().filter(|&(number, block)| has_own(number, block));
        UnmatchedCode { right: only_right, left: ours.map(|(number, _)| number).collect() }
    }

    /// Of an instance that only the right program has: where the left program has the last effect before it in its
    /// block.
    pub(crate) fn place(&self, right: &Recording, time: Time) -> Option<Option<BlockOffset>> {
        let position = right.position(time)?;
        self.right.get(&(right.number_of(position.block), time - position.start)).copied()
    }

    /// Does an executed block of the left run have an effect that the right program lacks? Then code that only the
    /// right program has there is not missing but written differently.
    pub(crate) fn is_other(&self, left: &Recording, block: ExecutedBlock) -> bool {
        self.left.contains(&left.number_of(block))
    }
}

fn is_decision(recording: &Recording, time: Time) -> bool {
    let inst = recording.position(time).map(|position| recording.inst(position));
    matches!(inst, Some(Inst::Branch { .. } | Inst::Switch { .. }))
}

/// The blocks of a program that were executed, each with one execution.
fn executed(recording: &Recording) -> BTreeMap<BlockNumber, ExecutedBlock> {
    recording.executed_blocks().map(|block| (recording.number_of(block), block)).collect()
}
