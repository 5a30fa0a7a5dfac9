//! The verification of omission dependences by a rerun in which the decision has another outcome.

use std::collections::BTreeSet;

use crate::align::Alignment;
use crate::depend::Dependences;
use crate::depend::dependence::DependenceKind;
use crate::numbers::Time;
use crate::record::recording::Recording;

/// The verdict of such a rerun on an omission. If it affects several uses, the smallest value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// The use has another definition in the rerun, so the omission is real.
    Confirmed,
    /// The rerun does not execute the use.
    Undecided,
    /// The use has the same definitions in the rerun, so the decision is not to blame.
    Refuted,
}

impl Alignment<'_> {
    /// Judges an omission. This must align the run (left) with a rerun (right) in which the decision has another
    /// outcome; `used` is the use in the left run.
    pub fn judge_omission(&self, used: Time) -> Doubt {
        let Some(counterpart) = self.right(used) else { return Doubt::Undecided };
        let before: BTreeSet<Option<Time>> = definitions(self.left, used).into_iter().map(|d| self.right(d)).collect();
        let after: BTreeSet<Option<Time>> = definitions(self.right, counterpart).into_iter().map(Some).collect();
        if before == after { Doubt::Refuted } else { Doubt::Confirmed }
    }
}

fn definitions(recording: &Recording, time: Time) -> Vec<Time> {
    let all = Dependences::new(recording).of(time);
    all.into_iter().filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on).collect()
}
