//! The methods that find the cause of a failure, one module each, over one [`Session`].
#![forbid(unsafe_code)]

pub mod baselines;
mod candidates;
mod causes;
pub mod cut;
mod ddmin;
mod domain;
mod explain;
pub mod explore;
mod frontier;
mod hints;
pub mod inquiry;
mod mutants;
mod omissions;
mod placement;
mod polluted;
mod ranking;
mod repair;
mod session;
mod shrink;
mod statement;
mod strategy;
mod trial;
mod verdict;
mod watch;

pub use ddmin::ddmin;
pub use domain::Domain;
pub use explain::{Evidence, Explanation, Options, Suspect, explain};
pub use frontier::{Knowledge, NEAREST, Narrowing, Polluted, Step, narrow, relevant_slice};
pub use hints::{Declaration, Overflow, Reason};
pub use mutants::{Mutant, Rewrite, Side, mutants};
pub use omissions::{verify_omission, verify_omissions};
pub use polluted::Witness;
pub use ranking::{Line, Ranked, Ranking, code_lines, executed_lines, is_own, line_at, line_of, line_of_statement};
pub use repair::{Repair, repair};
pub use session::{Allowance, Effort, Judge, NoSession, Session};
pub use shrink::{Oracle, Shrunk, Symptom, shrink, size, symptom};
pub use statement::Statement;
pub use strategy::{Dice, Strategy};
pub use trial::Trial;
pub use verdict::{Verdict, judge};
pub use watch::{Listener, Watch};
