//! The methods that find the cause of a failure, one module each, over one [`Session`].
#![forbid(unsafe_code)]

mod compare;
mod evidence;
mod explain;
mod hints;
pub mod inquiry;
pub mod interactive;
pub mod methods;
mod rerun;
mod session;
mod shrink;
pub mod symbolic;
mod templates;

pub use crate::compare::propagation::{Link, Mended, Travelled, Undone};
pub use crate::evidence::Evidence;
pub use crate::evidence::ranking::{
    Line, Ranked, Ranking, code_lines, executed_lines, is_own, line_at, line_of, line_of_statement,
};
pub use crate::evidence::suspect::Suspect;
pub use crate::explain::{Explanation, Groundwork, Options, explain, explain_on};
pub use crate::hints::declaration::{Declaration, Overflow, Reason, TooShort};
pub use crate::hints::uninitialised::Unset;
pub use crate::methods::frontier::domain::Domain;
pub use crate::methods::frontier::polluted::{OpenQuestions, Witness};
pub use crate::methods::frontier::strategy::{Dice, Strategy};
pub use crate::methods::frontier::{Knowledge, NEAREST, Narrowing, Polluted, Step, narrow, relevant_slice};
pub use crate::rerun::Trial;
pub use crate::rerun::undefined_behaviour::Slip;
pub use crate::rerun::verdict::{Verdict, judge};
pub use crate::session::assertion::{Asserted, NotAsserted};
pub use crate::session::declared_value::Declared;
pub use crate::session::monitor::{Listener, Watch};
pub use crate::session::similar_name::{letters_apart, nearest};
pub use crate::session::source_line::{Lines, Point, Unknown, Visit};
pub use crate::session::statement::Statement;
pub use crate::session::trust::Trust;
pub use crate::session::{Allowance, Effort, Judge, NoSession, Question, Session};
pub use crate::shrink::ddmin::ddmin;
pub use crate::shrink::{NoShrink, Oracle, Shrunk, Symptom, shrink, size, symptom};
pub use crate::templates::expression::{Mutant, mutants};
pub use crate::templates::insertion_point::Gap;
pub use crate::templates::rewrite::{Rewrite, Side};
pub use crate::templates::tested::{Repair, repair};
pub use whydunit_solver::SlowLog;
