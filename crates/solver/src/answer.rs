//! The answers of a solver.

use std::fmt;

use whydunit_terms::Model;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// All constraints hold together, for instance under this model. It has a value for every
    /// relevant symbol; the other symbols may have any value.
    Sat(Model),
    /// They do not. The constraints with these indices, in ascending order, already contradict each
    /// other (not always minimal: see [`crate::minimal_core`]).
    Unsat(Vec<usize>),
    /// Undecided, with the reason.
    Unknown(Reason),
}

impl Answer {
    /// The model of a satisfiable query.
    pub fn model(&self) -> Option<&Model> {
        match self {
            Answer::Sat(model) => Some(model),
            _ => None,
        }
    }

    /// The core of an unsatisfiable query.
    pub fn core(&self) -> Option<&[usize]> {
        match self {
            Answer::Unsat(core) => Some(core),
            _ => None,
        }
    }
}

/// Why a query is undecided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The effort limit was reached.
    Effort,
    /// The backend does not support this operation.
    Unsupported(String),
    /// The backend failed or gave up, with this message.
    Backend(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time => write!(f, "the solver's time limit was reached"),
            Reason::Memory => write!(f, "the solver's memory limit was reached"),
            Reason::Effort => write!(f, "the solver's effort limit was reached"),
            Reason::Unsupported(what) => write!(f, "the solver cannot decide this: {what}"),
            Reason::Backend(words) => write!(f, "the solver gave up: {words}"),
        }
    }
}
