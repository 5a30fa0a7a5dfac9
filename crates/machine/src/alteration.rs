//! Interventions: changes to a run at chosen instances.

use whydunit_program::BlockId;

/// A change to the instruction executed at `time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alteration {
    /// The time of the instruction in this run, after all earlier alterations took effect.
    pub time: u64,
    /// The change.
    pub change: Change,
}

/// A change to one executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A branch takes its other outcome.
    Flip,
    /// A branch or switch goes to this block.
    Goto(BlockId),
    /// A computation, load, return or call of a libc function yields this value, a store stores it,
    /// a switch selects its target by it.
    Put(u64),
    /// As `Put`, but the value becomes the symbol of this number ([`crate::Origin::Value`]). In
    /// this run the symbol has the value given for it, otherwise the value that the instruction
    /// computes.
    Symbol(u64),
    /// A copy or fill leaves this value in a part of the memory it writes.
    PutIn(Piece, u64),
    /// As `PutIn`, with a symbol.
    SymbolIn(Piece, u64),
}

/// Some bytes of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Address of the first byte.
    pub addr: u64,
    /// Number of bytes, at most 8.
    pub bytes: u8,
}

impl Change {
    /// The changed part of the written memory, if the change is restricted to a part.
    pub fn piece(self) -> Option<Piece> {
        match self {
            Change::PutIn(piece, _) | Change::SymbolIn(piece, _) => Some(piece),
            Change::Flip | Change::Goto(_) | Change::Put(_) | Change::Symbol(_) => None,
        }
    }

    /// The number of the symbol that the change introduces.
    pub fn symbol(self) -> Option<u64> {
        match self {
            Change::Symbol(number) | Change::SymbolIn(_, number) => Some(number),
            Change::Flip | Change::Goto(_) | Change::Put(_) | Change::PutIn(..) => None,
        }
    }
}
