//! The methods that find the cause of a failure, one module each, over one [`Session`].
#![forbid(unsafe_code)]

pub mod baselines;
mod candidates;
pub mod cut;
mod domain;
mod frontier;
mod ranking;
mod session;

pub use domain::Domain;
pub use frontier::{Findings, Suspect, frontier};
pub use ranking::{Line, Ranked, Ranking, code_lines, executed_lines, is_own, line_at, line_of};
pub use session::{NoSession, Session, Verdict};
