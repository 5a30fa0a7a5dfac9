//! Predicate switching: which single branch decision, taken the other way, makes the run right?
//! (Zhang, Gupta, Gupta: Locating faults through automated predicate switching, ICSE 2006.)

use whydunit_machine::{Alteration, Change};
use whydunit_program::Inst;
use whydunit_trace::SliceKind;

use crate::ranking::{Ranking, line_at};
use crate::session::Session;
use crate::trial::Trial;
use crate::verdict::Verdict;

use super::slicing::in_order;

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

impl Switches {
    /// The lines of the critical decisions.
    pub fn ranking(&self, session: &Session) -> Ranking {
        Ranking::ordered(self.critical.iter().filter_map(|c| line_at(&session.recorded.recording, c.time)))
    }
}

/// Tries every decision in the relevant slice of the failure, in order of dependence distance (the
/// paper's prioritised order), with at most `reruns` reruns.
pub fn switch(session: &mut Session, reruns: u64) -> Switches {
    let order: Vec<(u32, u32, Vec<Change>)> = in_order(session, SliceKind::Relevant)
        .into_iter()
        .map(|(time, distance)| (time, distance, changes(session, time)))
        .filter(|(_, _, changes)| !changes.is_empty())
        .collect();
    let mut found = Switches { decisions: order.len(), ..Switches::default() };
    for (time, distance, changes) in order {
        if found.reruns + changes.len() as u64 > reruns {
            break;
        }
        found.tried += 1;
        for change in changes {
            found.reruns += 1;
            if session.rerun(&Trial::of(Alteration { time: u64::from(time), change })) == Verdict::Passed {
                found.critical.push(Critical { time, change, distance });
                break;
            }
        }
    }
    found
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
