//! The virtual machine: executes a `Program` deterministically, one instruction after the other, in
//! its own memory.
//!
//! The machine touches no file, clock, environment or thread: a [`World`] answers every request of
//! the program. An [`Observer`] sees the events of a run; a run without one pays nothing for the
//! hooks. A failure of the program under test is a value ([`Outcome`]), never a Rust error.

#![deny(unsafe_code)]

mod alteration;
mod arithmetic;
mod execute;
mod figures;
mod guest;
mod machine;
mod memory;
mod observer;
mod outcome;
mod stack;
mod symbolic;
mod world;

pub use crate::alteration::patch::{Copied, Edit, Inserted, Patch, Patched, free_slots};
pub use crate::alteration::{Alteration, Change, Piece};
pub use crate::arithmetic::{float, ops};
pub use crate::figures::{Limits, Stats};
pub use crate::guest::word::Word;
pub use crate::guest::{Arg, Channel, Guest, Numeral, OutByte, Run};
pub use crate::machine::{Machine, Stop, Unsupported};
pub use crate::observer::undefined_behaviour::UndefinedBehaviourWatch;
pub use crate::observer::{ArgumentWord, Nobody, Observer, TraceHash};
pub use crate::outcome::{
    AccessKind, Failure, FailureKind, Halt, Limit, MemoryError, ObjectKind, ObjectNote, Outcome, Site,
};
pub use crate::stack::inspect::FrameView;
pub use crate::symbolic::constraint::{Constraint, ConstraintKind, EXIT_STATUS, Moment, Undefined};
pub use crate::symbolic::origin::Origin;
pub use crate::symbolic::{Emitted, Shown, Symbolic, SymbolicInput, Target, Targets};
pub use crate::world::{Reply, World};
