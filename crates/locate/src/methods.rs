//! The methods that everyone compares with, one module each. docs/methods.md has their formulas and
//! the papers they are from.

pub mod frontier;
pub(crate) mod mutation;
pub(crate) mod replacement;
pub(crate) mod single_change;
pub(crate) mod slicing;
pub(crate) mod spectrum;
pub(crate) mod switching;

pub use crate::methods::mutation::mutant::{Mutant, MutantKind, mutants_of};
pub use crate::methods::mutation::{MutantRun, Mutation, MutationFormula, mutation};
pub use crate::methods::replacement::replace;
pub use crate::methods::single_change::{SingleChange, SingleChanges};
pub use crate::methods::slicing::rank_slice;
pub use crate::methods::spectrum::coverage::{Test, TestRun, Tests};
pub use crate::methods::spectrum::{Counts, Formula, Spectrum};
pub use crate::methods::switching::switch;
