//! What can be said of a program without running it.
//!
//! Everything here is a pure function from a [`crate::Program`] to data, deterministic and without
//! recursion on program size. The layers, each using only those above it:
//!
//! - [`Edges`], [`Sccs`]: plain graphs.
//! - [`Returns`]: which calls come back, which may `longjmp`, which return twice.
//! - [`Cfg`] → [`DomTree`] (dominators and post-dominators) → [`ControlDeps`] and [`LoopForest`]; together
//!   the [`Flow`] of a function.
//! - [`Addresses`], [`accesses()`]: which memory each instruction defines and uses, as far as the function
//!   itself tells; [`LocalSsa`]: exact reaching definitions of locals whose address stays at home.
//! - [`Aliasing`]: what every pointer may point to and who calls whom, for the whole program.
//! - [`LocationSet`]: what functions, and code that a decision may leave undone, may define.
//! - [`Analyses`]: all of these for one program, computed when first asked for; with the two questions
//!   about omissions, [`Analyses::may_define`] (by decision) and [`Analyses::summary_controllers`] (by use).

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
#[cfg(test)]
mod flow_tests;
mod graph;
mod jumps;
mod location;
mod loops;
mod modref;
#[cfg(test)]
mod omission_tests;
mod reach;
mod regions;
mod rename;
mod returns;
mod scc;
mod ssa;
#[cfg(test)]
mod ssa_tests;
mod summary;
#[cfg(test)]
mod testing;
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
