//! Reasons for the interpreter loop to return to its driver.

use whydunit_program::Slot;

use crate::{AccessKind, FailureKind, Halt, MemoryError};

/// Why the loop returned.
pub(crate) enum Event {
    /// The quick loop may not enter the next block.
    Limit,
    /// Execution may continue in the quick loop.
    Quick,
    /// Execution must continue in the careful loop: an uninitialised or symbolic value is about to
    /// be loaded.
    Careful,
    /// The requested time is reached.
    Paused,
    /// A call; the frame's `pc` is at it.
    Call,
    /// The function returns these slots.
    Return { first: Slot, count: u8 },
    /// Execution cannot continue.
    Halt(Halt),
}

/// A bad access; the object is looked up later.
pub(crate) fn fault(access: AccessKind, address: u64, bytes: u64) -> Halt {
    Halt::Failed(FailureKind::Memory(MemoryError { access, address, bytes, object: None }))
}
