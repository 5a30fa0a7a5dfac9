//! A breakpoint with its answers.

use whydunit_trace::Time;

use crate::interactive::answer::Answer;
use crate::interactive::breakpoint::Breakpoint;
use crate::methods::frontier::strategy::Strategy;

/// The source of a breakpoint's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// A person, or a reference.
    Asked,
    /// An assumption: the breakpoint is the frontier of the last correct output.
    CorrectOutput,
}

/// A breakpoint with its answers, and the state of the search after it.
#[derive(Clone, Debug)]
pub struct Round {
    /// The breakpoint.
    pub breakpoint: Breakpoint,
    /// The answer to each item; none for items that were left out because another was wrong.
    pub answers: Vec<Option<Answer>>,
    /// The source of the answers.
    pub judged: Judged,
    /// Instances left in the domain afterwards, or in the chain that is bisected.
    pub left: usize,
    /// How often the window had moved when the breakpoint was chosen.
    pub(crate) moves: usize,
    /// The strategy when the breakpoint was answered, with the state of its random numbers.
    pub(crate) strategy: Strategy,
}

impl Round {
    /// The items with that answer, by time.
    pub fn with(&self, answer: Answer) -> Vec<Time> {
        let items = self.breakpoint.items.iter().zip(&self.answers);
        items.filter(|(_, a)| **a == Some(answer)).map(|(item, _)| item.time).collect()
    }

    /// How many executions are left in the chain, if the breakpoint bisects one.
    pub(crate) fn left_in_chain(&self) -> Option<usize> {
        let (bisection, answer) = (self.breakpoint.bisection.as_ref()?, *self.answers.first()?);
        Some(match answer {
            Some(Answer::Right) => bisection.later,
            Some(Answer::Wrong) => bisection.earlier,
            _ => bisection.size(),
        })
    }

    /// How many items were judged.
    pub fn looked_at(&self) -> usize {
        if self.judged == Judged::Asked { self.answers.iter().flatten().count() } else { 0 }
    }

    /// The share of the domain that the answers removed.
    pub fn removed(&self) -> f64 {
        share(self.breakpoint.domain, self.left)
    }
}

/// The share that is gone when `left` of `before` instances are left.
pub(crate) fn share(before: usize, left: usize) -> f64 {
    if before == 0 { 0.0 } else { before.saturating_sub(left) as f64 / before as f64 }
}
