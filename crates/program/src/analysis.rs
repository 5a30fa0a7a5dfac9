//! Static analyses of a program.
//!
//! Every analysis is a pure function from a [`crate::Program`] to data, deterministic and without
//! recursion on program size. The layers, each using only those above it:
//!
//! - [`Edges`], [`Sccs`]: plain graphs.
//! - [`Returns`]: which calls return, may `longjmp` or return twice.
//! - [`Cfg`] → [`DomTree`] (dominators and post-dominators) → [`ControlDeps`] and [`LoopForest`];
//!   together the [`Flow`] of a function.
//! - [`Addresses`], [`accesses()`]: the memory that each instruction defines and uses, as far as
//!   its own function determines it; [`LocalSsa`]: exact reaching definitions of locals whose
//!   address does not escape.
//! - [`Aliasing`]: points-to sets and the call graph of the whole program.
//! - [`LocationSet`]: the memory that functions, and code skipped by a decision, may define.
//! - [`Analyses`]: all of these for one program, computed on first use; with the two queries about
//!   omissions, [`Analyses::may_define`] (by decision) and [`Analyses::summary_controllers`] (by
//!   use).

mod accesses;
mod addresses;
mod alias;
mod analyses;
mod cells;
mod cfg;
mod choices;
mod control;
mod departures;
mod dominators;
mod externals;
mod flow;
mod graph;
mod jumps;
mod location;
mod loops;
mod modref;
mod reach;
mod regions;
mod returns;
mod scc;
mod ssa;
mod summary;
#[cfg(test)]
mod tests;
mod writes;

pub use accesses::{Access, Bytes, Place, accesses};
pub use addresses::{Address, Addresses};
pub use alias::{Aliasing, Object, ObjectId, PointsTo};
pub use analyses::{Analyses, BranchId, UseSite};
pub use cfg::{Cfg, Jumps, Outcome};
pub use choices::{Choice, Chosen};
pub use control::{ControlDeps, Controller};
pub use departures::dispatches;
pub use dominators::DomTree;
pub use flow::Flow;
pub use graph::{Edges, ReversePostorder};
pub use location::{Location, LocationSet};
pub use loops::{Loop, LoopForest, LoopId};
pub use returns::Returns;
pub use scc::Sccs;
pub use ssa::{LocalSsa, Reaching, Value, ValueId};
pub use summary::SummaryControl;
