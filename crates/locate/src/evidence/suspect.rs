//! A suspect: a statement, its evidence, and the execution that is shown.

use whydunit_program::Inst;
use whydunit_trace::{Slice, Time};

use crate::evidence::Evidence;
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::tested_patch::TestedPatch;

/// Instructions before a divergence in which the statement or decision is searched that caused it.
const MAX_DISTANCE: u32 = 1000;

/// A suspected statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// The statement.
    pub statement: Statement,
    /// The execution of it that is shown.
    pub time: Time,
    /// The instance on which the failure depends: the same, or a parameter that the call passes.
    pub instance: Time,
    /// Dependences from the failure.
    pub distance: u32,
    /// All evidence, the strongest first.
    pub evidence: Vec<Evidence>,
}

impl Suspect {
    /// A statement outside the slice with a patch. Shows the last execution, before the patch takes effect, of an
    /// instruction that defines, decides or calls something.
    pub(crate) fn with_patch(session: &Session, statement: Statement, patch: TestedPatch) -> Self {
        let (recording, since) = (&session.recorded.recording, patch.since);
        let shows = |time: &Time| {
            let acts = |inst: Inst| inst.defines_or_decides() || matches!(inst, Inst::Call { .. });
            session.inst(*time).is_some_and(acts)
                && recording.position(*time).is_some_and(|p| Statement::of(session.program(), p.site()) == statement)
        };
        let end = recording.position(since).map_or(since, |p| recording.end_of(p.block));
        let time = since.saturating_sub(MAX_DISTANCE).through(end).rev().find(shows).unwrap_or(since);
        Suspect { statement, time, instance: time, distance: 0, evidence: vec![Evidence::TestedPatch(patch)] }
    }

    /// The best verdict of its reruns.
    pub fn verdict(&self) -> Option<Verdict> {
        self.evidence.iter().filter_map(Evidence::verdict).max()
    }

    /// The evidence that is shown: the strongest with the best verdict, if possible without undefined behaviour.
    pub fn best_evidence(&self) -> Option<&Evidence> {
        let best = self.verdict();
        // A use after free or an uninitialised value is certain. Deleting the `free` would explain nothing, nor does a
        // change with which the run does not pass.
        let certain = |e: &&Evidence| match e {
            Evidence::UseAfterFree => true,
            Evidence::PartlyUninitialised(_) => best != Some(Verdict::Passed),
            _ => false,
        };
        if let Some(certain) = self.evidence.iter().find(certain) {
            return Some(certain);
        }
        let mut shown = self.evidence.iter().filter(|e| e.verdict() == best);
        shown.clone().find(|e| e.undefined_behaviour().is_none()).or_else(|| shown.next())
    }

    /// If the shown evidence is a patch, shows the execution at which it matters first. A line may hold several
    /// instances, like the head of a loop, and may be executed often.
    pub(crate) fn show_divergence(&mut self, session: &mut Session, slice: &Slice) {
        let Some(Evidence::TestedPatch(patch)) = self.best_evidence() else { return };
        let Some(time) = session.divergence(patch.since, &patch.candidate.patch) else { return };
        let recording = &session.recorded.recording;
        // Code inserted at the end of a branch belongs to its decision; code inserted after a statement belongs to that.
        let adds = patch.candidate.change.adds();
        let own = time.saturating_sub(MAX_DISTANCE).through(time).rev().find_map(|at| {
            let (statement, shown) = Statement::blamed(recording, at)?;
            let leads = || session.inst(at).is_some_and(|inst| inst.decides() || adds && inst.defines_or_decides());
            (statement == self.statement && (at == time || leads())).then_some((at, shown))
        });
        if let Some((instance, shown)) = own {
            (self.time, self.instance) = (shown, instance);
            self.distance = slice.nodes.get(&instance).map_or(self.distance, |node| node.distance);
        }
    }
}
