//! The result of a method, in a form common to all methods.

use std::collections::BTreeSet;
use whydunit_trace::Time;

use crate::evidence::ranking::{Line, Ranking};
use crate::rerun::budget::Effort;

/// The suspects that a method found, and its effort.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// Suspicious lines, the most suspicious first.
    pub suspects: Ranking,
    /// Number of suspects that the method reports; the others only complete the ranking.
    pub reported: usize,
    /// Instances through which the fault reached the failure, the earliest first, if the method tracks them.
    pub path: Vec<Time>,
    /// Reruns and instructions.
    pub effort: Effort,
    /// The reason why the method stopped.
    pub stop: StopReason,
    /// The dialogue with the reference, for methods that ask questions.
    pub dialogue: Option<Dialogue>,
}

/// The reason why a method stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopReason {
    /// The search is complete.
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
    /// A ranking whose leading group of equally suspicious lines is reported.
    pub fn leading(suspects: Ranking) -> Self {
        let reported = suspects.groups().next().map_or(0, <[_]>::len);
        Finding { reported, ..Finding::whole(suspects) }
    }

    /// A ranking that is reported as a whole.
    pub fn whole(suspects: Ranking) -> Self {
        Finding { reported: suspects.lines.len(), suspects, ..Finding::default() }
    }
}
