//! Why a search that had come to an end goes on.

use crate::interactive::breakpoint::Item;

/// Why more may hold the fault at a breakpoint than the last answer left.
#[derive(Clone, Debug)]
pub enum Continuation {
    /// All that was looked at is judged: what is nearest to what is wrong, and farther back, comes next.
    Farther,
    /// All that led to a wrong value is right, but the correct version has it from something else, which the failing run
    /// wrote elsewhere.
    Misplaced {
        /// Where the wrong value is.
        wrong: Box<Item>,
        /// What should have given it.
        gives: Box<Item>,
    },
}
