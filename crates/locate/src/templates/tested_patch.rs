//! Candidates that were re-executed and at least partly fixed the run.

use std::collections::BTreeMap;

use whydunit_machine::Edit;
use whydunit_program::Inst;
use whydunit_trace::Time;

use crate::evidence::weights::{BLUNT, LIKELY, likelihood};
use crate::rerun::intervention::Intervention;
use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::candidate::Candidate;
use crate::templates::source_change::SourceChange;

/// A candidate and the result of its rerun.
#[derive(Clone, Debug, PartialEq)]
pub struct TestedPatch {
    /// The statement that is blamed.
    pub statement: Statement,
    /// The change.
    pub candidate: Candidate,
    /// When the changed block was executed first.
    pub since: Time,
    /// The verdict of the rerun.
    pub verdict: Verdict,
    /// The run also passes if the condition is always true, or always false: many changes would do.
    pub blunt: bool,
    /// The rerun never enters the function that failed, or writes something else although only the exit status is
    /// wrong.
    pub avoids_failure: bool,
    /// Undefined behaviour of the rerun, if no other candidate without it is known.
    pub undefined_behaviour: Option<UndefinedBehaviour>,
}

impl TestedPatch {
    /// A candidate that is in force from a time on, and its verdict.
    pub(crate) fn new(
        session: &mut Session,
        statement: Statement,
        (time, candidate): (Time, Candidate),
        verdict: Verdict,
    ) -> Self {
        let intervention = Intervention::patched(time, candidate.patch);
        let (undefined_behaviour, avoids_failure) = session.new_undefined_behaviour(&intervention);
        TestedPatch { statement, candidate, since: time, verdict, blunt: false, avoids_failure, undefined_behaviour }
    }

    /// Does it change existing code in a way that a programmer may well have meant?
    pub(crate) fn is_likely(&self) -> bool {
        // Another first value can stand for an update that is missing later.
        let initialises = matches!(self.candidate.change, SourceChange::Constant { .. })
            && matches!(self.candidate.patch.edit, Edit::Replace(Inst::Store { .. } | Inst::StoreLocal { .. }));
        let sound = self.undefined_behaviour.is_none() && !self.avoids_failure && !initialises;
        self.verdict == Verdict::Passed && self.strength() >= LIKELY && sound
    }

    /// The likelihood of the change, at most 100.
    pub(crate) fn strength(&self) -> u32 {
        let likely = likelihood(&self.candidate.change);
        if self.blunt { likely.min(BLUNT) } else { likely }
    }
}

/// The best patch of each statement.
pub(crate) fn best_of_each(patches: Vec<TestedPatch>) -> BTreeMap<Statement, TestedPatch> {
    let mut best: BTreeMap<Statement, TestedPatch> = BTreeMap::new();
    let rank = |patch: &TestedPatch| (patch.verdict, patch.strength());
    for patch in patches {
        match best.get(&patch.statement) {
            Some(known) if rank(known) >= rank(&patch) => {}
            _ => _ = best.insert(patch.statement, patch),
        }
    }
    best
}
