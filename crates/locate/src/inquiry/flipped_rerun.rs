//! The run repeated with one decision going another way, as often and as long as that may take.

use whydunit_machine::{Alteration, Change, Limits};
use whydunit_trace::{LineCode, Recording, Time, Visits, record};

use crate::inquiry::Inquiry;

/// A decision between more ways than so many others is not put to the test.
const WAYS: usize = 8;

/// Reruns that were made, and may be.
pub(crate) struct Reruns {
    pub(crate) made: usize,
    most: usize,
    /// Instructions that are left for others.
    instructions: u64,
}

impl Reruns {
    /// None yet; so many at most, of so many instructions together.
    pub(crate) fn up_to(most: usize, instructions: u64) -> Reruns {
        Reruns { made: 0, most, instructions }
    }

    pub(crate) fn are_spent(&self) -> bool {
        self.made >= self.most || self.instructions == 0
    }
}

impl Inquiry {
    /// The run with one decision going another way; none when it cannot be made, or no more may be.
    pub(crate) fn turned(&mut self, decision: Time, way: Change, reruns: &mut Reruns) -> Option<Recording> {
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

    /// Does a line run more often than so many times when a decision is turned round? None when nobody tried.
    pub(crate) fn runs_more(
        &mut self,
        decision: Time,
        code: &LineCode,
        executions: u32,
        reruns: &mut Reruns,
    ) -> Option<bool> {
        let ways = self.recorded.recording.other_outcomes(decision).filter(|ways| (1..=WAYS).contains(&ways.len()))?;
        for way in ways {
            if reruns.are_spent() {
                return None;
            }
            let rerun = self.turned(decision, way, reruns);
            if rerun.is_some_and(|rerun| Visits::new(&rerun, code).first.len() > executions as usize) {
                return Some(true);
            }
        }
        Some(false)
    }
}
