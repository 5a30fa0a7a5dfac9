//! Is a decision really to blame for what was not done? Looking at a rerun in which it was turned round.

use std::collections::BTreeSet;

use crate::align::Alignment;
use crate::depend::Dependences;
use crate::depend::dependence::DependenceKind;
use crate::numbers::Time;
use crate::record::recording::Recording;

/// What a rerun with the decision turned round says about an omission; of several uses the least counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// The use then has another definition: the omission is real.
    Confirmed,
    /// The use was not executed: nobody knows.
    Undecided,
    /// The use has the same definitions: the decision is not to blame.
    Refuted,
}

impl Alignment<'_> {
    /// Judges an omission by a rerun: this aligns the run (left) with one in which the decision was turned
    /// round (right); `used` is the instance of the left run that might have used another definition.
    pub fn judge_omission(&self, used: Time) -> Doubt {
        let Some(partner) = self.right(used) else { return Doubt::Undecided };
        let before: BTreeSet<Option<Time>> = definitions(self.left, used).into_iter().map(|d| self.right(d)).collect();
        let after: BTreeSet<Option<Time>> = definitions(self.right, partner).into_iter().map(Some).collect();
        if before == after { Doubt::Refuted } else { Doubt::Confirmed }
    }
}

fn definitions(recording: &Recording, time: Time) -> Vec<Time> {
    let all = Dependences::new(recording).of(time);
    all.into_iter().filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on).collect()
}
