//! One breakpoint that was answered.

use whydunit_trace::Time;

use crate::interactive::answer::Answer;
use crate::interactive::breakpoint::Breakpoint;
use crate::methods::frontier::strategy::Strategy;

/// Who judged a breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Whoever was asked.
    Asked,
    /// Nobody: it is the frontier of the last correct output.
    CorrectOutput,
}

/// A breakpoint, what was said of it and what came of that.
#[derive(Clone, Debug)]
pub struct Round {
    /// The breakpoint.
    pub breakpoint: Breakpoint,
    /// What was said of each item; nothing of those that were left out because another was wrong.
    pub answers: Vec<Option<Answer>>,
    /// Who said it.
    pub judged: Judged,
    /// Instances left in the domain afterwards, or executions of a row.
    pub left: usize,
    /// How often the search had gone farther back when it was chosen.
    pub(crate) steps: usize,
    /// The strategy as it was when the breakpoint was answered: chance goes on from there.
    pub(crate) strategy: Strategy,
}

impl Round {
    /// The items with that answer, by time.
    pub fn with(&self, answer: Answer) -> Vec<Time> {
        let items = self.breakpoint.items.iter().zip(&self.answers);
        items.filter(|(_, a)| **a == Some(answer)).map(|(item, _)| item.time).collect()
    }

    /// How many executions of a row are left, if that is what was asked about.
    pub(crate) fn left_in_row(&self) -> Option<usize> {
        let (in_row, answer) = (self.breakpoint.in_row.as_ref()?, *self.answers.first()?);
        Some(match answer {
            Some(Answer::Right) => in_row.later,
            Some(Answer::Wrong) => in_row.earlier,
            _ => in_row.later + in_row.earlier,
        })
    }

    /// How many items were looked at.
    pub fn looked_at(&self) -> usize {
        if self.judged == Judged::Asked { self.answers.iter().flatten().count() } else { 0 }
    }

    /// Share of the domain that the answer removed.
    pub fn removed(&self) -> f64 {
        share(self.breakpoint.domain, self.left)
    }
}

/// The share that is gone when of `before` instances `left` are left.
pub(crate) fn share(before: usize, left: usize) -> f64 {
    if before == 0 { 0.0 } else { before.saturating_sub(left) as f64 / before as f64 }
}
