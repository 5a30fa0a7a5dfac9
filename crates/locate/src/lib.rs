//! The methods that find the cause of a failure, one module each, over one [`Session`].
#![forbid(unsafe_code)]

mod candidates;
pub mod cut;
mod domain;
mod frontier;
mod session;

pub use domain::Domain;
pub use frontier::{Findings, Suspect, frontier};
pub use session::{NoSession, Session, Verdict};
