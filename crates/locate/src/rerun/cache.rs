//! What was tried before: searches that follow each other ask about the same instances again.
//!
//! What is remembered counts against the budget as if it had been done again, so that an answer does not depend on
//! what was asked before it; only time is saved.

use std::collections::BTreeMap;

use whydunit_machine::Alteration;

use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::session::Effort;
use crate::symbolic::Explored;

/// What came of reruns and questions to the solver.
#[derive(Default)]
pub(crate) struct RerunCache {
    /// Reruns with one instance changed: the verdict and the instructions.
    reruns: BTreeMap<Alteration, (Verdict, u64)>,
    solved: BTreeMap<Asked, Solved>,
}

/// What the solver was asked: the instance, and decisions that were to be turned.
type Asked = (u32, Vec<Vec<u32>>);

/// What the solver said.
#[derive(Clone)]
pub(crate) struct Solved {
    pub(crate) explored: Explored,
    /// What it took.
    pub(crate) effort: Effort,
}

impl RerunCache {
    /// What came of a rerun.
    pub(crate) fn rerun(&self, trial: &Intervention) -> Option<(Verdict, u64)> {
        self.reruns.get(&single(trial)?).copied()
    }

    /// Remembers a rerun that came to its end.
    pub(crate) fn remember(&mut self, trial: &Intervention, verdict: Verdict, steps: u64) {
        if let Some(alteration) = single(trial) {
            self.reruns.insert(alteration, (verdict, steps));
        }
    }

    /// What the solver said.
    pub(crate) fn solved(&self, time: u32, turned: &[Vec<u32>]) -> Option<Solved> {
        self.solved.get(&(time, turned.to_vec())).cloned()
    }

    /// Remembers what the solver said.
    pub(crate) fn remember_solved(&mut self, time: u32, turned: &[Vec<u32>], solved: Solved) {
        self.solved.insert((time, turned.to_vec()), solved);
    }
}

/// The one change of a rerun. Where several belong is worked out anew for each rerun.
fn single(trial: &Intervention) -> Option<Alteration> {
    match (trial.alterations.as_slice(), trial.patch) {
        (&[alteration], None) => Some(alteration),
        _ => None,
    }
}
