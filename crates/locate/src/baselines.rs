//! The methods that everyone compares with, one module each. docs/methods.md has their formulas and
//! the papers they are from.

mod coverage;
mod cures;
mod mutants;
mod mutation;
mod replacement;
mod slicing;
mod spectrum;
mod switching;
mod turns;

pub use coverage::{Test, TestRun, Tests};
pub use cures::{Cure, Cures};
pub use mutants::{Mutant, MutantKind, mutants_of};
pub use mutation::{MutantRun, Mutation, MutationFormula, mutation};
pub use replacement::replace;
pub use slicing::rank_slice;
pub use spectrum::{Counts, Formula, Spectrum};
pub use switching::switch;
