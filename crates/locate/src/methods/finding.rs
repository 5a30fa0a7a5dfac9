//! The result of a method, in the form that all methods share.

use std::collections::BTreeSet;

use crate::evidence::ranking::{Line, Ranking};
use crate::rerun::budget::Effort;

/// What a method found, and what it took.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// Suspicious lines, the most suspicious first.
    pub suspects: Ranking,
    /// How many of them the method reports; the rest only completes the ranking.
    pub reported: usize,
    /// Instances through which the fault reached the failure, if the method follows them, the earliest first.
    pub path: Vec<u32>,
    /// Reruns and instructions.
    pub effort: Effort,
    /// Why the method stopped.
    pub stop: StopReason,
    /// The dialogue with the reference, for methods that ask questions.
    pub dialogue: Option<Dialogue>,
}

/// Why a method stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopReason {
    /// It tried all it would try.
    #[default]
    Complete,
    /// Its budget of instructions, questions or mutants was used up.
    Budget,
    /// The time limit was reached or the user cancelled.
    Interrupted,
}

/// Questions that a method asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dialogue {
    /// Breakpoints shown.
    pub breakpoints: u32,
    /// Items answered.
    pub items: u32,
    /// Mean share of the domain that one breakpoint removed, between 0 and 1.
    pub removed: f64,
    /// The lines of the items.
    pub lines: BTreeSet<Line>,
}

impl Finding {
    /// A ranking of which the leading group of equally suspicious lines is the report.
    pub fn leading(suspects: Ranking) -> Self {
        let reported = suspects.groups().next().map_or(0, <[_]>::len);
        Finding { reported, ..Finding::whole(suspects) }
    }

    /// A ranking that is the report as a whole.
    pub fn whole(suspects: Ranking) -> Self {
        Finding { reported: suspects.lines.len(), suspects, ..Finding::default() }
    }
}
