//! Results that searches over frontiers keep for later tests.

use std::collections::BTreeMap;
use whydunit_trace::Time;

use whydunit_machine::{Alteration, Change};

use crate::rerun::budget::Effort;
use crate::symbolic::Explored;

/// Helpful values kept.
const MAX_HELPFUL_VALUES: usize = 8;

/// Results shared by the tests of a search. The solver's answers outlive the search, because the next strategy tests
/// many of the same instances.
#[derive(Default)]
pub(crate) struct Memory {
    /// Values that improved a verdict, the latest first. The program passes values on, so they may help at other
    /// instances.
    pub(crate) helpful: Vec<u64>,
    /// Sets of decisions whose flipping improved a verdict. Anything that flips one of these sets is wrong, too, and
    /// that is easier to solve for than the expected output.
    pub(crate) flipped: Vec<Vec<Time>>,
    solved: BTreeMap<(Time, Vec<Vec<Time>>), Solved>,
}

/// The result of solving for one instance.
#[derive(Clone)]
pub(crate) struct Solved {
    pub(crate) explored: Explored,
    /// Work done for it. It counts against the budget whenever the result is used, so that a search does not depend on
    /// the searches before it.
    pub(crate) effort: Effort,
}

impl Memory {
    /// Begins another search, which keeps only the solver's answers.
    pub(crate) fn begin(&mut self) {
        self.helpful.clear();
        self.flipped.clear();
    }

    /// Keeps values that improved a verdict.
    pub(crate) fn remember(&mut self, alterations: &[Alteration]) {
        for alteration in alterations {
            let (Change::Put(value) | Change::PutIn(_, value)) = alteration.change else { continue };
            self.helpful.retain(|known| *known != value);
            self.helpful.insert(0, value);
        }
        self.helpful.truncate(MAX_HELPFUL_VALUES);
    }

    /// The answer for an instance and the current sets of decisions to flip.
    pub(crate) fn solved(&self, time: Time) -> Option<Solved> {
        self.solved.get(&(time, self.flipped.clone())).cloned()
    }

    /// Keeps an answer.
    pub(crate) fn remember_solved(&mut self, time: Time, solved: Solved) {
        self.solved.insert((time, self.flipped.clone()), solved);
    }
}
