//! Evidence: facts that speak for a statement as the fault. Suspects, their order, and all weights.

pub(crate) mod collection;
pub(crate) mod confirmed_output;
pub(crate) mod order;
pub(crate) mod ranking;
pub(crate) mod shown_line;
pub(crate) mod suspect;
pub(crate) mod weights;

use crate::hints::declaration::Declaration;
use crate::hints::overflow::Overflow;
use crate::hints::undersized_object::Undersized;
use crate::hints::uninitialised::Uninitialised;
use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;
use crate::rerun::witness::Witness;
use crate::templates::tested_patch::TestedPatch;

/// Why a statement is suspected.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// A change of its text makes the run pass, or at least partly fixes it.
    TestedPatch(TestedPatch),
    /// Another value or outcome at one execution makes the run pass, or at least partly fixes it.
    Witness(Witness),
    /// Its result did not fit its type.
    Overflow(Overflow),
    /// The declaration of a variable is at fault.
    FaultyDeclaration(Declaration),
    /// It allocated an object, or was the last to initialise a part of it, and the rest was read uninitialised.
    PartlyUninitialised(Uninitialised),
    /// It allocated an object that was too small.
    Undersized(Undersized),
    /// It freed an object that is used afterwards.
    UseAfterFree,
    /// It assigns a value to this variable that no code reads.
    DeadStore(String),
    /// Nothing but its place in the slice, near the failure or near other suspects.
    Proximity,
}

impl Evidence {
    /// The verdict of the rerun, if there was one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Evidence::TestedPatch(patch) => Some(patch.verdict),
            Evidence::Witness(witness) => Some(witness.verdict),
            _ => None,
        }
    }

    /// Undefined behaviour of the rerun.
    pub fn undefined_behaviour(&self) -> Option<&UndefinedBehaviour> {
        match self {
            Evidence::TestedPatch(patch) => patch.undefined_behaviour.as_ref(),
            Evidence::Witness(witness) => witness.undefined_behaviour.as_ref(),
            _ => None,
        }
    }
}
