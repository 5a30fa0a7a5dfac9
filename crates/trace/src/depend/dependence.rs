//! Edges of the dependence graph.

use crate::depend::memory_definition::Definition;

/// An edge of the dependence graph, from effect to cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dependence {
    /// Why it depends.
    pub kind: DependenceKind,
    /// The time of the cause.
    pub on: u32,
    /// Of a copy, the part whose bytes were used, as in [`Definition`]; 0 for all of the cause.
    pub part: u32,
}

impl Dependence {
    /// On all of the cause.
    pub fn new(kind: DependenceKind, on: u32) -> Self {
        Dependence { kind, on, part: 0 }
    }

    /// The cause.
    pub fn giver(self) -> Definition {
        Definition { time: self.on, part: self.part }
    }

    /// Each cause once, however many of its parts there are.
    pub fn whole(mut all: Vec<Dependence>) -> Vec<Dependence> {
        all.iter_mut().for_each(|d| d.part = 0);
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
