//! Ranges of bytes in a value. Clang passes small structs as integers; the use of one member must not count as a use of
//! the others.

use whydunit_machine::ArgumentWord;
use whydunit_program::{ArgClass, FunctionId, Inst};

use crate::depend::Dependences;
use crate::depend::memory_definition::{Definition, Part};
use crate::record::effect::{ARGUMENT_BYTES, Item};
use crate::record::program_index::ProgramIndex;
use crate::record::recording::{Position, Recording};

/// Bytes in a slot.
pub(crate) const SLOT_BYTES: u32 = 8;

/// A range of bytes in a slot.
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bytes {
    pub(crate) from: u8,
    /// One past the last byte.
    pub(crate) to: u8,
}

impl Bytes {
    pub(crate) const ALL: Bytes = Bytes { from: 0, to: SLOT_BYTES as u8 };

    /// The slot that holds a range of bytes of a value, and the range in that slot.
    pub(crate) fn of_value(from: u32, len: u32) -> (u32, Bytes) {
        let start = from % SLOT_BYTES;
        (from / SLOT_BYTES, Bytes { from: start as u8, to: (start + len).min(SLOT_BYTES) as u8 })
    }
}

/// A range of bytes of the value that a function returned.
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReturnedBytes {
    /// Index of the slot among the results.
    slot: u8,
    bytes: Bytes,
}

/// The part of a `return` that corresponds to some bytes of a slot, in a function with `count` slots of results.
pub(crate) fn returned(slot: u32, bytes: Bytes, count: u8) -> Part {
    let all = count <= 1 && bytes == Bytes::ALL;
    match u8::try_from(slot) {
        Ok(slot) if !all && slot < count => Part::Returned(ReturnedBytes { slot, bytes }),
        _ => Part::Whole,
    }
}

/// The offsets and lengths of the pieces of a value of `bytes` bytes. `starts` has a bit for each byte at which a piece
/// begins.
pub(crate) fn pieces(starts: u8, bytes: u32) -> impl Iterator<Item = (u32, u32)> {
    let begins = move |at: &u32| starts >> at & 1 == 1;
    let next = move |at: u32| (at + 1..bytes).find(begins).unwrap_or(bytes);
    (0..bytes).filter(move |at| *at == 0 || begins(at)).map(move |at| (at, next(at) - at))
}

impl ProgramIndex {
    /// The pieces of a word of an argument of the call at `inst`: offset in the word, length, and offset in all
    /// arguments.
    pub(crate) fn argument_pieces(&self, id: FunctionId, inst: u32, which: ArgumentWord) -> Vec<(u32, u32, u32)> {
        let function = self.program.function(id);
        let first = which.argument * ARGUMENT_BYTES + which.word * SLOT_BYTES;
        let argument = match function.insts[inst as usize] {
            Inst::Call { site } => function.calls[site as usize].args.get(which.argument as usize),
            _ => None,
        };
        // Two floats share a register.
        if argument.is_some_and(|a| a.class == ArgClass::FloatPair) {
            return vec![(0, 4, first), (4, 4, first + SLOT_BYTES)];
        }
        let loaded = argument.and_then(|a| match self.definitions(id).of(a.slot + which.word) {
            [(_, load)] => function.members_at(*load),
            _ => None,
        });
        pieces(loaded.unwrap_or(1), SLOT_BYTES).map(|(at, len)| (at, len, first + at)).collect()
    }
}

impl Recording {
    /// For a definition that is a part of a value stored, returned or passed for `...`: offset and length of the part.
    /// The offset counts from the first byte of the value; for a call, arguments take 16 bytes each.
    pub fn bytes_of(&self, definition: Definition) -> Option<(u32, u32)> {
        match definition.part {
            Part::Item(number) => match self.effects.item(number)? {
                (_, Item::Piece { len, from, .. }) => Some((from, len)),
                _ => None,
            },
            Part::Returned(ReturnedBytes { slot, bytes }) => {
                Some((u32::from(slot) * SLOT_BYTES + u32::from(bytes.from), u32::from(bytes.to - bytes.from)))
            }
            _ => None,
        }
    }
}

impl Dependences<'_> {
    /// Queues `len` bytes of the value that the instruction at `position` stored, passed or returned.
    pub(crate) fn use_bytes(&mut self, position: Position, from: u32, len: u32) {
        let (_, function) = self.recording.function_of(position.block);
        let first = match function.insts[position.inst as usize] {
            Inst::Store { val, .. } | Inst::StoreLocal { val, .. } => Some((val, from)),
            Inst::Return { first, .. } => Some((first, from)),
            Inst::Call { site } => {
                let argument = function.calls[site as usize].args.get((from / ARGUMENT_BYTES) as usize);
                argument.map(|a| (a.slot, from % ARGUMENT_BYTES))
            }
            _ => None,
        };
        if let Some((first, from)) = first {
            let (slot, bytes) = Bytes::of_value(from, len);
            self.want(position.block, position.inst, first + slot, bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_a_value() {
        assert_eq!(pieces(0b1_0001, 8).collect::<Vec<_>>(), [(0, 4), (4, 4)]);
        assert_eq!(pieces(0b111, 3).collect::<Vec<_>>(), [(0, 1), (1, 1), (2, 1)]);
        assert_eq!(pieces(0, 8).collect::<Vec<_>>(), [(0, 8)]);
        assert_eq!(pieces(0b100_0000, 8).collect::<Vec<_>>(), [(0, 6), (6, 2)]);
    }

    #[test]
    fn returned_bytes_become_a_part() {
        let bytes = Bytes { from: 4, to: 8 };
        assert_eq!(returned(1, bytes, 2), Part::Returned(ReturnedBytes { slot: 1, bytes }));
        let first = ReturnedBytes { slot: 0, bytes: Bytes::ALL };
        assert_eq!(returned(0, Bytes::ALL, 2), Part::Returned(first));
        assert_eq!(returned(0, Bytes::ALL, 1), Part::Whole);
        assert_eq!(returned(1, bytes, 1), Part::Whole);
    }
}
