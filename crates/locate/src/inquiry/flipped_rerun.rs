//! Reruns with one flipped decision, within limits.

use whydunit_machine::{Alteration, Change, Limits};
use whydunit_trace::{LineCode, Recording, Time, Visits, record};

use crate::inquiry::Inquiry;

/// Decisions with more other outcomes are not tested.
const MAX_OUTCOMES: usize = 8;

/// The reruns made, and the limits of further ones.
pub(crate) struct Reruns {
    pub(crate) made: usize,
    most: usize,
    /// Instructions left for further reruns.
    instructions: u64,
}

impl Reruns {
    /// No reruns yet; at most `most`, of `instructions` together.
    pub(crate) fn up_to(most: usize, instructions: u64) -> Reruns {
        Reruns { made: 0, most, instructions }
    }

    pub(crate) fn are_spent(&self) -> bool {
        self.made >= self.most || self.instructions == 0
    }
}

impl Inquiry {
    /// Reruns with another outcome of a decision. `None` if the machine refuses an instruction, or the limits are
    /// reached.
    pub(crate) fn rerun_flipped(&mut self, decision: Time, way: Change, reruns: &mut Reruns) -> Option<Recording> {
        if reruns.are_spent() {
            return None;
        }
        let duration = u64::from(self.recorded.recording.duration());
        let mut machine = self.recorded.snapshots.before(0);
        machine.set_limits(Limits { steps: duration * 2 + 100_000, ..machine.limits() });
        machine.alter(Alteration { time: u64::from(decision), change: way });
        reruns.made += 1;
        let rerun = self.refusals.unless(record(machine, self.index.clone(), |_| true))?.recording;
        reruns.instructions = reruns.instructions.saturating_sub(rerun.duration().into());
        Some(rerun)
    }

    /// Does a line run more than `executions` times when a decision is flipped? `None` if that was not tested.
    pub(crate) fn runs_more_often(
        &mut self,
        decision: Time,
        code: &LineCode,
        executions: u32,
        reruns: &mut Reruns,
    ) -> Option<bool> {
        let ways =
            self.recorded.recording.other_outcomes(decision).filter(|ways| (1..=MAX_OUTCOMES).contains(&ways.len()))?;
        for way in ways {
            if reruns.are_spent() {
                return None;
            }
            let rerun = self.rerun_flipped(decision, way, reruns);
            if rerun.is_some_and(|rerun| Visits::new(&rerun, code).first.len() > executions as usize) {
                return Some(true);
            }
        }
        Some(false)
    }
}
