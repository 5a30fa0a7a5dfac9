//! A statement that is suspected, and the execution of it that is looked at.

use whydunit_program::Inst;
use whydunit_trace::{Slice, Time};

use crate::evidence::Evidence;
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::tested::TestedPatch;

/// So many instructions before a difference the statement or decision that led there is looked for.
const BACK: u32 = 1000;

/// A suspected statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// The statement.
    pub statement: Statement,
    /// The execution of it that is looked at.
    pub time: Time,
    /// The instance on which the failure depends: the same, or a parameter that the call passes.
    pub instance: Time,
    /// Dependences from the failure.
    pub distance: u32,
    /// All that speaks against it, the strongest first.
    pub evidence: Vec<Evidence>,
}

impl Suspect {
    /// A statement that something else than narrowing led to: its last execution before a change takes effect is looked
    /// at, what it defines, decides or calls.
    pub(crate) fn repaired(session: &Session, statement: Statement, repair: TestedPatch) -> Self {
        let (recording, since) = (&session.recorded.recording, repair.since);
        let shows = |time: &Time| {
            let acts = |inst: Inst| inst.defines_or_decides() || matches!(inst, Inst::Call { .. });
            session.inst(*time).is_some_and(acts)
                && recording.position(*time).is_some_and(|p| Statement::of(session.program(), p.site()) == statement)
        };
        let end = recording.position(since).map_or(since, |p| recording.end_of(p.block));
        let time = since.saturating_sub(BACK).through(end).rev().find(shows).unwrap_or(since);
        Suspect { statement, time, instance: time, distance: 0, evidence: vec![Evidence::TestedPatch(repair)] }
    }

    /// The best verdict of a rerun with it changed.
    pub fn verdict(&self) -> Option<Verdict> {
        self.evidence.iter().filter_map(Evidence::verdict).max()
    }

    /// What is told of it: of what reruns came to the best, the strongest, if possible of those that do nothing that C
    /// leaves undefined.
    pub fn told(&self) -> Option<&Evidence> {
        let best = self.verdict();
        // That something has no value or is gone is known; without a `free` nothing is, which explains nothing; nor does
        // a change that does not make the run right.
        let known = |e: &&Evidence| match e {
            Evidence::UseAfterFree => true,
            Evidence::Incomplete(_) => best != Some(Verdict::Passed),
            _ => false,
        };
        if let Some(known) = self.evidence.iter().find(known) {
            return Some(known);
        }
        let mut told = self.evidence.iter().filter(|e| e.verdict() == best);
        told.clone().find(|e| e.slip().is_none()).or_else(|| told.next())
    }

    /// If what is told is a change of the text, looks at the execution at which that matters first: a line may hold
    /// several instances, as the head of a loop does, and may be executed often.
    pub(crate) fn look_at_repair(&mut self, session: &mut Session, slice: &Slice) {
        let Some(Evidence::TestedPatch(repair)) = self.told() else { return };
        let Some(time) = session.divergence(repair.since, &repair.mutant.patch) else { return };
        let recording = &session.recorded.recording;
        // What is missing at the end of a branch is so because of its decision; behind a statement because of that.
        let adds = repair.mutant.rewrite.adds();
        let own = time.saturating_sub(BACK).through(time).rev().find_map(|at| {
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
