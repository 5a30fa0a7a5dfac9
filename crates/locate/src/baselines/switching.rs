//! Predicate switching: which single branch decision, taken the other way, makes the run right?
//! (Zhang, Gupta, Gupta: Locating faults through automated predicate switching, ICSE 2006.)

use std::collections::BTreeSet;

use whydunit_machine::{Alteration, Change};
use whydunit_program::Inst;
use whydunit_trace::SliceKind;

use crate::ranking::{Ranking, line_at};
use crate::session::Session;
use crate::trial::Trial;
use crate::verdict::Verdict;

use super::slicing::in_order;
use super::turns::rerun_within;

/// A decision that, taken the other way, makes the run right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Critical {
    /// The instance.
    pub time: u32,
    /// Where it goes instead.
    pub change: Change,
    /// Fewest dependences from the failure.
    pub distance: u32,
}

/// What switching found.
#[derive(Clone, Debug, Default)]
pub struct Switches {
    /// The critical decisions, nearest to the failure first.
    pub critical: Vec<Critical>,
    /// Decisions that the failure depends on.
    pub decisions: usize,
    /// How many of them were tried; fewer than all when the budget of reruns was used up.
    pub tried: usize,
    /// Reruns made.
    pub reruns: u64,
}

impl Critical {
    fn alteration(&self) -> Alteration {
        Alteration { time: u64::from(self.time), change: self.change }
    }
}

impl Switches {
    /// The lines of the critical decisions.
    pub fn ranking(&self, session: &Session) -> Ranking {
        Ranking::ordered(self.critical.iter().filter_map(|c| line_at(&session.recorded.recording, c.time)))
    }
}

/// Tries every decision in the relevant slice of the failure, in order of dependence distance (the
/// paper's prioritised order), until `instructions` were executed.
pub fn switch(session: &mut Session, instructions: u64) -> Switches {
    let order = in_order(session, SliceKind::Relevant);
    let each = order.iter().flat_map(|&(time, distance)| {
        changes(session, time).into_iter().map(move |change| Critical { time, change, distance })
    });
    let all: Vec<Critical> = each.collect();
    let trials: Vec<Trial> = all.iter().map(|c| Trial::of(c.alteration())).collect();
    let verdicts = rerun_within(session, &trials, instructions);
    let times = |part: &[Critical]| part.iter().map(|c| c.time).collect::<BTreeSet<_>>().len();
    let (decisions, tried, reruns) = (times(&all), times(&all[..verdicts.len()]), verdicts.len() as u64);
    let passed = all.into_iter().zip(verdicts).filter(|(_, verdict)| *verdict == Verdict::Passed);
    let mut critical: Vec<Critical> = passed.map(|(critical, _)| critical).collect();
    // One way out of a `switch` statement is enough.
    critical.dedup_by_key(|c| c.time);
    Switches { critical, decisions, tried, reruns }
}

/// The other ways a decision can go: one for a branch, several for a `switch`.
pub(crate) fn changes(session: &Session, time: u32) -> Vec<Change> {
    let Some(position) = session.recorded.recording.position(time) else { return Vec::new() };
    match session.recorded.recording.inst(position) {
        Inst::Branch { .. } => vec![Change::Flip],
        Inst::Switch { table, .. } => {
            let table = &session.program().function(position.function).switches[table as usize];
            let mut targets: Vec<_> = table.cases.iter().map(|c| c.1).chain([table.default]).collect();
            targets.sort_unstable();
            targets.dedup();
            targets.into_iter().map(Change::Goto).collect()
        }
        _ => Vec::new(),
    }
}
