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
}
