//! Single changes: changes of one instance that make a run pass, as predicate switching and value replacement search
//! for them.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Alteration, Change};
use whydunit_trace::Time;

use crate::evidence::ranking::{Line, Ranking, line_at};
use crate::methods::finding::{Finding, StopReason};
use crate::rerun::budget::Effort;
use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::session::Session;

use crate::rerun::batch::rerun_within;

/// A change of one instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleChange {
    /// The instance.
    pub time: Time,
    /// Its other value or outcome.
    pub change: Change,
    /// Fewest dependences from the failure.
    pub distance: u32,
}

/// The tested changes that made the run pass.
#[derive(Clone, Debug, Default)]
pub struct SingleChanges {
    /// The changes, the nearest to the failure first.
    pub found: Vec<SingleChange>,
    /// The lines of their instances, by time.
    pub lines: BTreeMap<Time, Line>,
    /// Instances with at least one change to test.
    pub instances: usize,
    /// Tested instances; fewer than all if the budget of reruns was used up.
    pub tried: usize,
    /// Reruns made.
    pub reruns: u64,
}

impl SingleChanges {
    /// Tests changes in order until `instructions` were executed.
    pub(crate) fn of(session: &mut Session, all: Vec<SingleChange>, instructions: u64) -> Self {
        let alteration = |c: &SingleChange| Alteration { time: u64::from(c.time), change: c.change };
        let interventions: Vec<Intervention> = all.iter().map(|c| Intervention::of(alteration(c))).collect();
        let verdicts = rerun_within(session, &interventions, instructions);
        let times = |part: &[SingleChange]| part.iter().map(|c| c.time).collect::<BTreeSet<_>>().len();
        let (instances, tried, reruns) = (times(&all), times(&all[..verdicts.len()]), verdicts.len() as u64);
        let passed = all.into_iter().zip(verdicts).filter(|(_, verdict)| *verdict == Verdict::Passed);
        let found: Vec<SingleChange> = passed.map(|(change, _)| change).collect();
        let recording = &session.recorded.recording;
        let lines = found.iter().filter_map(|c| Some((c.time, line_at(recording, c.time)?))).collect();
        SingleChanges { found, lines, instances, tried, reruns }
    }

    /// The changes as a finding: all lines with a change are reported.
    pub(crate) fn finding(&self) -> Finding {
        let stop = if self.tried == self.instances { StopReason::Complete } else { StopReason::Budget };
        let effort = Effort { reruns: self.reruns, ..Effort::default() };
        Finding { effort, stop, ..Finding::whole(self.ranking()) }
    }

    /// The lines of the changes. In the papers they are equally suspicious, given a single failing run; here those
    /// nearer to the failure come first.
    pub fn ranking(&self) -> Ranking {
        Ranking::ordered(self.found.iter().filter_map(|c| self.lines.get(&c.time).copied()))
    }
}
