//! What speaks against a statement.

pub(crate) mod confirmed_output;
pub(crate) mod ranking;
pub(crate) mod suspect;
pub(crate) mod weights;

use crate::hints::declaration::{Declaration, Overflow, Undersized};
use crate::hints::uninitialised::Uninitialised;
use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;
use crate::rerun::witness::Witness;
use crate::templates::tested::TestedPatch;

/// Why a statement is suspected.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// A change of its text makes the run right.
    TestedPatch(TestedPatch),
    /// Another value or outcome at one execution makes the run right.
    Witness(Witness),
    /// Its result did not fit its type.
    Overflow(Overflow),
    /// Not the statement, but the declaration of a variable in it.
    Declared(Declaration),
    /// It gave an object its last value, but not all of it.
    Incomplete(Uninitialised),
    /// It allocated an object that was too short.
    Undersized(Undersized),
    /// It freed the object that is used afterwards.
    UseAfterFree,
    /// It gives this variable a value that no code reads.
    DeadStore(String),
    /// It lies near the suspects.
    Near,
}

impl Evidence {
    /// What a rerun came to.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Evidence::TestedPatch(repair) => Some(repair.verdict),
            Evidence::Witness(witness) => Some(witness.verdict),
            _ => None,
        }
    }

    /// What a rerun did that C leaves undefined.
    pub fn slip(&self) -> Option<&UndefinedBehaviour> {
        match self {
            Evidence::TestedPatch(repair) => repair.slip.as_ref(),
            Evidence::Witness(witness) => witness.undefined_behaviour.as_ref(),
            _ => None,
        }
    }
}
