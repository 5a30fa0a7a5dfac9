//! The virtual machine: executes a `Program` deterministically, one instruction after the other, in
//! its own memory.
//!
//! The machine touches no file, clock, environment or thread: a [`World`] answers every request of
//! the program. An [`Observer`] sees the events of a run; a run without one pays nothing for the
//! hooks. A failure of the program under test is a value ([`Outcome`]), never a Rust error.

#![deny(unsafe_code)]

mod access;
mod alteration;
mod bulk;
mod calls;
mod careful;
mod compute;
mod constraint;
mod diagnosis;
mod event;
mod execute;
mod figures;
pub mod float;
mod guest;
mod heap;
mod inspect;
mod jump;
mod machine;
mod memory;
mod observer;
pub mod ops;
mod origin;
mod outcome;
mod patch;
mod places;
mod plan;
mod shadow;
mod stack;
mod symbolic;
mod undefined_behaviour;
mod varargs;
mod visit;
mod width;
mod window;
mod word;
mod world;

pub use alteration::{Alteration, Change, Piece};
pub use constraint::{Constraint, ConstraintKind, EXIT_STATUS, Moment, Undefined};
pub use figures::{Limits, Stats};
pub use guest::{Arg, Channel, Guest, Numeral, OutByte, Run};
pub use inspect::FrameView;
pub use machine::{Machine, Stop, Unsupported};
pub use observer::{ArgumentWord, Nobody, Observer, TraceHash};
pub use origin::Origin;
pub use outcome::{AccessKind, Failure, FailureKind, Halt, Limit, MemoryError, ObjectKind, ObjectNote, Outcome, Site};
pub use patch::{Copied, Edit, Inserted, Patch, Patched, free_slots};
pub use symbolic::{Emitted, Shown, Symbolic, SymbolicInput, Target, Targets};
pub use undefined_behaviour::UndefinedBehaviourWatch;
pub use word::Word;
pub use world::{Reply, World};
