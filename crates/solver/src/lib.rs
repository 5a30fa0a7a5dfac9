//! Decides sets of one-bit terms: [`Answer::Sat`] with a model, [`Answer::Unsat`] with a core, or
//! [`Answer::Unknown`] with the reason. Never a bool.
//!
//! A [`Solver`] is a trait with a single kind of query. Decorators in front of the backend, one
//! file each, are assembled in [`chain`]: most queries of symbolic execution concern few bytes,
//! were asked before, or follow from an earlier answer, and only the rest reaches Z3.
//!
//! Every solver is `Send` and independent of every other; run one per thread. Answers depend only
//! on the earlier queries to the same solver, not on time or other threads, unless a time limit is
//! reached, which the answer reports.
//!
//! ```
//! use whydunit_solver::{Answer, Config, Query, Solver};
//! use whydunit_terms::Store;
//!
//! let mut store = Store::new();
//! let x = store.symbol("x", 1, 32);
//! let (two, ten) = (store.constant(32, 2), store.constant(32, 10));
//! let square = store.mul(x, x);
//! let conditions = [store.ult(two, x), store.ult(square, ten)];
//!
//! let mut solver = whydunit_solver::chain(&Config::default());
//! let Answer::Sat(model) = solver.check(&Query::new(&store, &conditions)) else { panic!() };
//! // Three, or one of the many numbers whose square overflows.
//! assert!(model.len() == 1);
//! ```
#![forbid(unsafe_code)]

mod answer;
#[cfg(test)]
mod brute;
mod byte_sets;
mod bytes;
mod cache;
mod chain;
mod checked;
mod descent;
mod independence;
mod intervals;
mod minimal;
mod nudge;
mod path;
mod pipe;
mod query;
mod route;
mod slow_log;
mod statistics;
mod symbols;
mod trivial;
mod z3_backend;

pub use answer::{Answer, Reason};
pub use chain::{Config, FloatBackend, chain};
pub use minimal::{MinimalCore, minimal_core};
pub use path::Path;
pub use pipe::{Pipe, find_bitwuzla};
pub use query::{Limits, Query, Solver};
pub use slow_log::SlowLog;
pub use statistics::Statistics;
pub use z3_backend::Z3;
