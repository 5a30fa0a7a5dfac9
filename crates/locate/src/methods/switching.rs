//! Predicate switching: which single branch decision, taken the other way, makes the run right?
//! (Zhang, Gupta, Gupta: Locating faults through automated predicate switching, ICSE 2006.)

use whydunit_trace::SliceKind;

use crate::methods::finding::Finding;
use crate::methods::workspace::{NotRun, Workspace};
use crate::methods::{Method, MethodRef};
use crate::session::Session;

use crate::methods::single_change::{SingleChange, SingleChanges};
use crate::methods::slicing::in_order;

pub(super) const METHODS: &[MethodRef] = &[&PredicateSwitching];

struct PredicateSwitching;

impl Method for PredicateSwitching {
    fn name(&self) -> &'static str {
        "switch"
    }

    fn summary(&self) -> &'static str {
        "flips one decision at a time until the run passes"
    }

    fn run(&self, session: &mut Session, _: &mut Workspace<'_>, instructions: u64) -> Result<Finding, NotRun> {
        Ok(switch(session, instructions).finding())
    }
}

/// Tries every decision in the relevant slice of the failure, in order of dependence distance (the
/// paper's prioritised order), until `instructions` were executed.
pub fn switch(session: &mut Session, instructions: u64) -> SingleChanges {
    let order = in_order(session, SliceKind::Relevant);
    let each = order.iter().flat_map(|&(time, distance)| {
        session.recorded.recording.other_outcomes(time).into_iter().flatten().map(move |change| SingleChange {
            time,
            change,
            distance,
        })
    });
    let all: Vec<SingleChange> = each.collect();
    let mut cures = SingleChanges::of(session, all, instructions);
    // One way out of a `switch` statement is enough.
    cures.found.dedup_by_key(|c| c.time);
    cures
}
