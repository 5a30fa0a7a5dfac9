//! The interface between exploration and the explored program, and one execution of it.

use whydunit_machine::{Constraint, Outcome, Symbolic};
use whydunit_solver::{Answer, Query, Solver};
use whydunit_terms::{Model, TermId};

use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;
use crate::symbolic::goal::Goal;

/// A program to explore: it runs with values for its symbols.
pub trait Subject {
    /// Runs with these values. Symbols without a value keep the value of the first run. `None` if the machine refuses
    /// an instruction.
    fn run(&mut self, values: &Model) -> Option<ExecutedPath>;

    /// Runs without symbols, with these values, and judges the run.
    fn confirm(&mut self, values: &Model) -> Verdict;

    /// The first undefined behaviour of a run without symbols, with these values.
    fn undefined_behaviour(&mut self, values: &Model) -> Option<UndefinedBehaviour>;
}

/// A path that was executed.
#[derive(Clone, Debug)]
pub struct ExecutedPath {
    /// Terms, path conditions and values.
    pub symbolic: Symbolic,
    /// The outcome.
    pub outcome: Outcome,
    /// Instructions executed.
    pub steps: u64,
    /// Does the run meet the expectation?
    pub passed: bool,
    /// Did it reach the failure point?
    pub reached: bool,
    /// Did it exceed its budget?
    pub stopped: bool,
    /// Conditions under which this path would pass.
    pub goals: Vec<Goal>,
}

impl ExecutedPath {
    /// The conditions that must hold for the same path, in order.
    pub fn path(&self) -> impl Iterator<Item = &Constraint> {
        self.symbolic.path().iter().filter(|c| c.kind.is_path())
    }

    /// Is the path free of undefined behaviour on symbolic values?
    pub fn is_defined(&self) -> bool {
        self.symbolic.path().iter().all(|c| c.undefined().is_none())
    }

    /// The conditions of the path as terms.
    pub fn terms(&self) -> Vec<TermId> {
        self.path().map(|c| c.term).collect()
    }

    /// Asks the solver for values that meet conditions, close to those of this run.
    pub fn ask(&self, solver: &mut dyn Solver, conditions: &[TermId]) -> Answer {
        let store = &self.symbolic.store;
        match solver.check(&Query::new(store, conditions).near(self.symbolic.values())) {
            Answer::Sat(model) => {
                // Symbols that the conditions do not mention keep their values.
                let mut values = self.symbolic.values().clone();
                values.extend(&model);
                Answer::Sat(values)
            }
            other => other,
        }
    }

    /// A hash of the path that is the same in every run.
    pub fn signature(&self) -> u128 {
        self.path().fold(0, |all: u128, c| all.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.hash(c.term))
    }

    fn hash(&self, term: TermId) -> u128 {
        self.symbolic.store.hash(term).0
    }

    /// Did this run take the same path as another up to its condition `at`?
    pub fn follows(&self, other: &ExecutedPath, at: usize) -> bool {
        let ours: Vec<u128> = self.path().take(at).map(|c| self.hash(c.term)).collect();
        let theirs: Vec<u128> = other.path().take(at).map(|c| other.hash(c.term)).collect();
        ours == theirs
    }
}
