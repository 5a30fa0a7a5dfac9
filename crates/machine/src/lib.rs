//! The virtual machine: executes a `Program` deterministically, one instruction after the other,
//! in a memory of its own.
//!
//! The machine touches no file, clock, environment or thread: whatever the program asks of its
//! surroundings is answered by a [`World`]. Whoever wants to know what happens passes an
//! [`Observer`]; whoever passes none pays nothing. A failure of the program under test is a value
//! ([`Outcome`]), never a Rust error.

mod guest;
mod outcome;
mod word;
mod world;

pub use guest::{Arg, Channel, Guest, OutByte, Run};
pub use outcome::{AccessKind, Failure, FailureKind, Halt, Limit, MemoryError, ObjectKind, ObjectNote, Outcome, Site};
pub use word::Word;
pub use world::{Reply, World};
