//! A cache of reruns and of answers of the solver: searches that follow each other ask about the same instances again.
//!
//! A remembered answer counts against the budget as if it had been computed again. The result of a search therefore does
//! not depend on the searches before it; the cache only saves time.

use std::collections::BTreeMap;

use whydunit_machine::Alteration;

use crate::rerun::budget::Effort;
use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::symbolic::Explored;

/// Verdicts of reruns and answers of the solver.
#[derive(Default)]
pub(crate) struct RerunCache {
    /// Reruns with a single alteration: the verdict and the instructions executed.
    reruns: BTreeMap<Alteration, (Verdict, u64)>,
    solved: BTreeMap<Asked, Solved>,
}

/// A question to the solver: the instance, and the sets of decisions that should be flipped.
type Asked = (u32, Vec<Vec<u32>>);

/// The solver's answer to a question.
#[derive(Clone)]
pub(crate) struct Solved {
    pub(crate) explored: Explored,
    /// Work done to find it.
    pub(crate) effort: Effort,
}

impl RerunCache {
    /// The verdict of a rerun and the instructions executed, if known.
    pub(crate) fn rerun(&self, intervention: &Intervention) -> Option<(Verdict, u64)> {
        self.reruns.get(&intervention.single()?).copied()
    }

    /// Remembers a rerun that ran until its verdict was known.
    pub(crate) fn remember(&mut self, intervention: &Intervention, verdict: Verdict, steps: u64) {
        if let Some(alteration) = intervention.single() {
            self.reruns.insert(alteration, (verdict, steps));
        }
    }

    /// The answer to a question, if known.
    pub(crate) fn solved(&self, time: u32, turned: &[Vec<u32>]) -> Option<Solved> {
        self.solved.get(&(time, turned.to_vec())).cloned()
    }

    /// Remembers an answer.
    pub(crate) fn remember_solved(&mut self, time: u32, turned: &[Vec<u32>], solved: Solved) {
        self.solved.insert((time, turned.to_vec()), solved);
    }
}
