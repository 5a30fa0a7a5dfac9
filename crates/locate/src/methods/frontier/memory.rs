//! What one search over frontiers learns and later questions profit from.

use std::collections::BTreeMap;

use whydunit_machine::{Alteration, Change};

use crate::rerun::budget::Effort;
use crate::symbolic::Explored;

/// Helpful values kept at most.
const HELPFUL: usize = 8;

/// Knowledge shared by the questions of a search. Answers of the solver outlive the search: the next strategy asks many
/// of the same questions.
#[derive(Default)]
pub(crate) struct Memory {
    /// Values that made reruns better somewhere, the latest first. Values are passed on, so they may help elsewhere.
    pub(crate) helpful: Vec<u64>,
    /// Sets of decisions that made reruns better when they were flipped. Whatever flips one of these sets is wrong, too,
    /// and that is easier to solve for than the expected output.
    pub(crate) flipped: Vec<Vec<u32>>,
    solved: BTreeMap<(u32, Vec<Vec<u32>>), Solved>,
}

/// The solver's answer to one question.
#[derive(Clone)]
pub(crate) struct Solved {
    pub(crate) explored: Explored,
    /// Work done to find it. It counts against the budget again whenever the answer is used, so that the result of a
    /// search does not depend on the searches before it.
    pub(crate) effort: Effort,
}

impl Memory {
    /// Begins another search: only answers of the solver are kept.
    pub(crate) fn begin(&mut self) {
        self.helpful.clear();
        self.flipped.clear();
    }

    /// Keeps values that made a rerun better.
    pub(crate) fn remember(&mut self, alterations: &[Alteration]) {
        for alteration in alterations {
            let (Change::Put(value) | Change::PutIn(_, value)) = alteration.change else { continue };
            self.helpful.retain(|known| *known != value);
            self.helpful.insert(0, value);
        }
        self.helpful.truncate(HELPFUL);
    }

    /// The answer for an instance, given the decisions that are to be flipped now.
    pub(crate) fn solved(&self, time: u32) -> Option<Solved> {
        self.solved.get(&(time, self.flipped.clone())).cloned()
    }

    /// Keeps an answer.
    pub(crate) fn remember_solved(&mut self, time: u32, solved: Solved) {
        self.solved.insert((time, self.flipped.clone()), solved);
    }
}
