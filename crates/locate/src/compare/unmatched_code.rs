//! What only one of two versions of a program has.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::Inst;
use whydunit_trace::{Alignment, BlockNumber, ExecutedBlock, Recording, Time};

use crate::compare::superfluous_code::does_something;

/// What only one of two programs has, of what was executed.
pub(crate) struct UnmatchedCode {
    /// Of the right one: by block and offset; where the left one has what is done before it in its block.
    right: BTreeMap<(BlockNumber, u32), Option<(BlockNumber, u32)>>,
    /// Of the left one: the blocks in which it does or decides something of its own.
    left: BTreeSet<BlockNumber>,
}

impl UnmatchedCode {
    pub(crate) fn new(alignment: &Alignment<'_>) -> UnmatchedCode {
        let (left, right) = (alignment.left, alignment.right);
        let (mut only, whole) = (BTreeMap::new(), alignment.left_blocks());
        for (number, block) in executed(right) {
            let (mut before, partner) = (None, whole.get(&number).copied());
            for (offset, time) in (0..).zip(right.start_of(block).through(right.end_of(block))) {
                match alignment.left_place(number, offset, partner) {
                    None => drop(only.insert((number, offset), before)),
                    // Values are read where they are used: only what is done with them has its place.
                    place if does_something(right, time) => before = place,
                    _ => {}
                }
            }
        }
        let alone = |number: BlockNumber, block: ExecutedBlock| {
            let mut times = (0..).zip(left.start_of(block).through(left.end_of(block)));
            let counts = |time: Time| does_something(left, time) || decides(left, time);
            times.any(|(offset, time)| counts(time) && alignment.place(number, offset).is_none())
        };
        let ours = executed(left).into_iter().filter(|&(number, block)| alone(number, block));
        UnmatchedCode { right: only, left: ours.map(|(number, _)| number).collect() }
    }

    /// Of an instance that only the right program has: where the left program has what is done before it in its block.
    pub(crate) fn place(&self, right: &Recording, time: Time) -> Option<Option<(BlockNumber, u32)>> {
        let position = right.position(time)?;
        self.right.get(&(right.number_of(position.block), time - position.start)).copied()
    }

    /// Does an executed block of the left run do something that the right program does not have? Then what that has there
    /// is said in other words.
    pub(crate) fn is_other(&self, left: &Recording, block: ExecutedBlock) -> bool {
        self.left.contains(&left.number_of(block))
    }
}

fn decides(recording: &Recording, time: Time) -> bool {
    let inst = recording.position(time).map(|position| recording.inst(position));
    matches!(inst, Some(Inst::Branch { .. } | Inst::Switch { .. }))
}

/// The blocks of a program that were executed, each with one execution.
fn executed(recording: &Recording) -> BTreeMap<BlockNumber, ExecutedBlock> {
    recording.executed_blocks().map(|block| (recording.number_of(block), block)).collect()
}
