//! Executed blocks that correspond although the text of one was edited: their instructions are paired by kind and
//! order.

use std::mem::{Discriminant, discriminant};

use whydunit_program::{Inst, LocalId};
use whydunit_trace::{Alignment, ExecutedBlock, Recording, Time};

use crate::compare::counterpart::Counterparts;

/// The counterpart of an instance in such a block: of the instructions of its kind that the alignment leaves without a
/// counterpart, the one at the same place in their order.
pub(crate) fn in_edited_block(
    alignment: &Alignment<'_>,
    (left, right): (ExecutedBlock, ExecutedBlock),
    time: Time,
) -> Option<Time> {
    let wanted = Kind::of(alignment.left, time)?;
    let mut ours = wanted.among(alignment.left, left).into_iter().filter(|&t| alignment.right(t).is_none());
    let mut theirs = wanted.among(alignment.right, right).into_iter().filter(|&t| alignment.left(t).is_none());
    let place = ours.position(|t| t == time)?;
    theirs.nth(place)
}

impl Counterparts {
    /// The counterpart in the failing run of an instance of the reference run: in the corresponding block, the one of
    /// its kind at the same place in their order, if both blocks have equally many.
    pub(crate) fn left_of(&self, (left, right): (&Recording, &Recording), time: Time) -> Option<Time> {
        let (block, wanted) = (right.position(time)?.block, Kind::of(right, time)?);
        let (ours, theirs) = (wanted.among(left, self.left_block(block)?), wanted.among(right, block));
        let place = theirs.iter().position(|&t| t == time)?;
        ours.get(place).copied().filter(|_| ours.len() == theirs.len())
    }
}

/// Does the other program compute the value of an instance in another way: does it lack one of the instructions of the
/// block, `is_unmatched`, that contribute to it?
pub(crate) fn is_rewritten(recording: &Recording, time: Time, is_unmatched: impl Fn(Time) -> bool) -> bool {
    let Some(position) = recording.position(time) else { return false };
    let mut slots = Vec::new();
    for at in recording.start_of(position.block).through(time).rev() {
        let Some(inst) = recording.position(at).map(|p| recording.inst(p)) else { return false };
        let contributes = inst.defs().is_some_and(|d| slots.iter().any(|s| (d.first..d.first + d.count).contains(s)));
        if contributes || at == time {
            if is_unmatched(at) {
                return true;
            }
            inst.uses(|slot| slots.push(slot));
        }
    }
    false
}

/// The operation of an instruction, and the variable that it stores to.
#[derive(PartialEq, Eq)]
struct Kind(Discriminant<Inst>, Option<String>);

impl Kind {
    fn of(recording: &Recording, time: Time) -> Option<Kind> {
        let position = recording.position(time)?;
        let inst = recording.inst(position);
        let name = |local: LocalId| {
            let function = recording.index.program.function(position.function);
            function.locals[local.0 as usize].name.clone()
        };
        let target = if let Inst::StoreLocal { local, .. } = inst { Some(name(local)) } else { None };
        Some(Kind(discriminant(&inst), target))
    }

    /// The instances of this kind in an executed block.
    fn among(&self, recording: &Recording, block: ExecutedBlock) -> Vec<Time> {
        let times = recording.start_of(block).through(recording.end_of(block));
        times.filter(|&time| Kind::of(recording, time).as_ref() == Some(self)).collect()
    }
}
