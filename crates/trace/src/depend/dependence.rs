//! Edges of the dependence graph.

use crate::depend::memory_definition::{Definition, Part};
use crate::numbers::Time;

/// An edge of the dependence graph, from effect to cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dependence {
    /// The kind of dependence.
    pub kind: DependenceKind,
    /// The time of the cause.
    pub on: Time,
    /// The part of the cause that matters.
    pub part: Part,
}

impl Dependence {
    /// A dependence on the whole cause.
    pub fn new(kind: DependenceKind, on: Time) -> Self {
        Dependence { kind, on, part: Part::Whole }
    }

    /// The cause, as a definition.
    pub fn definition(self) -> Definition {
        Definition { time: self.on, part: self.part }
    }

    /// Replaces parts by their whole causes and removes duplicates.
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
    /// The effect uses a value that the cause produced.
    Flow,
    /// The cause decided that the effect was executed.
    Control,
    /// Another outcome of the cause could have redefined a value that the effect uses.
    Omission,
}
