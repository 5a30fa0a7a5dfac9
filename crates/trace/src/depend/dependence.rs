//! Edges of the dependence graph.

use crate::depend::memory_definition::{Definition, Part};
use crate::numbers::Time;

/// An edge of the dependence graph, from effect to cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dependence {
    /// Why it depends.
    pub kind: DependenceKind,
    /// The time of the cause.
    pub on: Time,
    /// Which part of the cause.
    pub part: Part,
}

impl Dependence {
    /// On all of the cause.
    pub fn new(kind: DependenceKind, on: Time) -> Self {
        Dependence { kind, on, part: Part::Whole }
    }

    /// The cause.
    pub fn giver(self) -> Definition {
        Definition { time: self.on, part: self.part }
    }

    /// Each cause once, however many of its parts there are.
    pub fn whole(mut all: Vec<Dependence>) -> Vec<Dependence> {
        all.iter_mut().for_each(|d| d.part = Part::Whole);
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Kinds of dependence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DependenceKind {
    /// It used a value that the cause produced.
    Flow,
    /// The cause decided that it was executed.
    Control,
    /// Had the cause decided otherwise, a value it used might have been defined anew.
    Omission,
}
