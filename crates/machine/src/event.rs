//! Why the interpreter's loop comes back to its driver.

use whydunit_program::Slot;

use crate::{AccessKind, FailureKind, Halt, MemoryError};

/// Why the loop came back.
pub(crate) enum Event {
    /// The next block may not be entered by the quick loop.
    Limit,
    /// The quick loop can go on.
    Quick,
    /// The careful loop should go on: something uninitialised or symbolic is about to be loaded.
    Careful,
    /// The instant asked for is reached.
    Paused,
    /// A call; the frame's `pc` is at it.
    Call,
    /// The function returns these slots.
    Return { first: Slot, count: u8 },
    /// It cannot go on.
    Halt(Halt),
}

/// A bad access; the object is found later.
pub(crate) fn fault(access: AccessKind, address: u64, bytes: u64) -> Halt {
    Halt::Failed(FailureKind::Memory(MemoryError { access, address, bytes, object: None }))
}
