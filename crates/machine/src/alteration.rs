//! Changes to a run at chosen instants.

use whydunit_program::BlockId;

/// What to change when the instruction at `time` is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alteration {
    /// The instruction, by its time in this run (alterations before it already count).
    pub time: u64,
    /// What to do to it.
    pub change: Change,
}

/// A change to one executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A branch goes the other way.
    Flip,
    /// A branch or switch goes to this block.
    Goto(BlockId),
    /// A computation, load, return or call of a libc function yields this value; a store stores it; a
    /// switch goes where it leads.
    Put(u64),
    /// The same, but the value becomes the symbol of this number ([`crate::Origin::Value`]). In this run
    /// it has the value it was given, or else the one that the instruction produces by itself.
    Symbol(u64),
    /// A copy or fill leaves this value in a part of what it writes.
    PutIn(Piece, u64),
    /// The same with a symbol.
    SymbolIn(Piece, u64),
}

/// Some bytes of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// The first one's address.
    pub addr: u64,
    /// How many, at most 8.
    pub bytes: u8,
}

impl Change {
    /// The part of what is written that is changed, if only a part is.
    pub fn piece(self) -> Option<Piece> {
        match self {
            Change::PutIn(piece, _) | Change::SymbolIn(piece, _) => Some(piece),
            Change::Flip | Change::Goto(_) | Change::Put(_) | Change::Symbol(_) => None,
        }
    }

    /// The number of the symbol that is put.
    pub fn symbol(self) -> Option<u64> {
        match self {
            Change::Symbol(number) | Change::SymbolIn(_, number) => Some(number),
            Change::Flip | Change::Goto(_) | Change::Put(_) | Change::PutIn(..) => None,
        }
    }
}
