//! One execution of what is explored.

use whydunit_machine::{Constraint, Outcome, Symbolic};
use whydunit_solver::{Answer, Query, Solver};
use whydunit_terms::{Model, TermId};

use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;
use crate::symbolic::goal::Goal;

/// What is explored: something that runs with values for its symbols.
pub trait Subject {
    /// Runs with these values; symbols that have none keep the ones of the first run. None when the
    /// run did something unsupported.
    fn run(&mut self, values: &Model) -> Option<Ran>;

    /// Runs plainly with these values and says whether all is as it should be.
    fn confirm(&mut self, values: &Model) -> Verdict;

    /// What a plain run with these values does that C leaves undefined.
    fn slip(&mut self, values: &Model) -> Option<UndefinedBehaviour>;
}

/// A path that was executed.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Terms, conditions, values.
    pub symbolic: Symbolic,
    /// How it ended.
    pub outcome: Outcome,
    /// Instructions executed.
    pub steps: u64,
    /// Was all as it should be?
    pub passed: bool,
    /// Did it come to the failure point?
    pub reached: bool,
    /// Did it run out of its budget?
    pub stopped: bool,
    /// What would make this path right.
    pub goals: Vec<Goal>,
}

impl Ran {
    /// The conditions that must hold for the same path, in order.
    pub fn path(&self) -> impl Iterator<Item = &Constraint> {
        self.symbolic.path().iter().filter(|c| c.kind.is_path())
    }

    /// Is all that it does with symbolic values defined in C?
    pub fn is_defined(&self) -> bool {
        self.symbolic.path().iter().all(|c| c.undefined().is_none())
    }

    /// The conditions of the path as terms.
    pub fn terms(&self) -> Vec<TermId> {
        self.path().map(|c| c.term).collect()
    }

    /// Asks for values that meet conditions, close to those of this run.
    pub fn ask(&self, solver: &mut dyn Solver, conditions: &[TermId]) -> Answer {
        let store = &self.symbolic.store;
        match solver.check(&Query::new(store, conditions).near(self.symbolic.values())) {
            Answer::Sat(model) => {
                // What does not matter stays as it was.
                let mut values = self.symbolic.values().clone();
                values.extend(&model);
                Answer::Sat(values)
            }
            other => other,
        }
    }

    /// What identifies the path in every run.
    pub fn signature(&self) -> u128 {
        self.path().fold(0, |all: u128, c| all.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.hash(c.term))
    }

    fn hash(&self, term: TermId) -> u128 {
        self.symbolic.store.hash(term).0
    }

    /// Did this run take the path of another up to its condition `at`, and then the other way?
    pub fn follows(&self, other: &Ran, at: usize) -> bool {
        let ours: Vec<u128> = self.path().take(at).map(|c| self.hash(c.term)).collect();
        let theirs: Vec<u128> = other.path().take(at).map(|c| other.hash(c.term)).collect();
        ours == theirs
    }
}
