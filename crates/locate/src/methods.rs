//! The methods of fault localisation: one module each, one interface, one table.
//!
//! `docs/methods.md` has the formulas and the papers. CONTRIBUTING.md describes how to add a method.

pub(crate) mod breakpoints;
pub mod finding;
pub mod frontier;
pub(crate) mod mutation;
pub(crate) mod replacement;
pub(crate) mod single_change;
pub(crate) mod slicing;
pub(crate) mod spectrum;
pub(crate) mod switching;
pub mod workspace;

pub use crate::methods::finding::{Dialogue, Finding, StopReason};
pub use crate::methods::mutation::mutant::{Mutant, MutantKind, mutants_of};
pub use crate::methods::mutation::{MutantRun, Mutation, MutationFormula, mutation};
pub use crate::methods::replacement::replace;
pub use crate::methods::single_change::{SingleChange, SingleChanges};
pub use crate::methods::slicing::rank_slice;
pub use crate::methods::spectrum::coverage::{Test, TestRun, Tests};
pub use crate::methods::spectrum::{Counts, Formula, Spectrum};
pub use crate::methods::switching::switch;
pub use crate::methods::workspace::{NoSupply, NotRun, Supply, Workspace};

use crate::session::Session;

/// The input that a method needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The failing run, nothing else.
    FailingRun,
    /// Tests, at least one of which passes.
    Tests,
    /// A correct version of the program.
    Reference,
}

impl Requirement {
    /// In words, for lists of methods.
    pub fn words(self) -> &'static str {
        match self {
            Requirement::FailingRun => "the failing run",
            Requirement::Tests => "tests",
            Requirement::Reference => "a correct version",
        }
    }
}

/// A method of fault localisation.
pub trait Method: Sync {
    /// The name by which users choose it.
    fn name(&self) -> &'static str;

    /// One line for lists of methods.
    fn summary(&self) -> &'static str;

    /// The input it needs besides the program.
    fn requirement(&self) -> Requirement {
        Requirement::FailingRun
    }

    /// Methods of one family share work, and in a bench also a time limit.
    fn family(&self) -> &'static str {
        self.name()
    }

    /// Does it use a solver? An abandoned solver call may continue until the process ends, so such methods run last.
    fn asks_solver(&self) -> bool {
        false
    }

    /// Looks for the cause of the session's failure and executes at most about `instructions` in reruns.
    fn run(&self, session: &mut Session, workspace: &mut Workspace<'_>, instructions: u64) -> Result<Finding, NotRun>;
}

/// A method of the table.
pub type MethodRef = &'static dyn Method;

/// All methods; the first is the one that `whydunit explain` uses.
pub fn all() -> impl Iterator<Item = MethodRef> {
    let tables: [&[MethodRef]; 7] = [
        frontier::METHODS,
        breakpoints::METHODS,
        slicing::METHODS,
        switching::METHODS,
        replacement::METHODS,
        spectrum::METHODS,
        mutation::METHODS,
    ];
    tables.into_iter().flatten().copied()
}

/// The method with a name.
pub fn named(name: &str) -> Option<MethodRef> {
    all().find(|method| method.name() == name)
}

/// The position of a method's family in the order in which families run.
pub fn family_order(method: MethodRef) -> (bool, usize) {
    let first = all().position(|other| other.family() == method.family());
    (method.asks_solver(), first.unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_the_default_comes_first() {
        let names: Vec<&str> = all().map(Method::name).collect();
        let unique: std::collections::BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), unique.len());
        assert_eq!(names[0], "frontier");
    }
}
