//! What a rerun writes, for sentences about changes that put only part of the output right.

use whydunit_machine::Nobody;
use whydunit_trace::Time;

use crate::rerun::intervention::Intervention;
use crate::rerun::judge::written;
use crate::rerun::pace::{Driven, Pace, check_interval};
use crate::session::Session;

/// A failing run longer than this is not repeated only for a better sentence.
const LONGEST: u32 = 20_000_000;

impl Session {
    /// The standard output of a rerun; none when it is too expensive or does not end.
    pub(crate) fn output_of(&mut self, intervention: &Intervention) -> Option<Vec<u8>> {
        let duration: Time = self.recorded.recording.duration();
        if u32::from(duration) > LONGEST || !self.may_go_on() {
            return None;
        }
        let limits = self.rerun_limits();
        let intervention = self.placed(std::slice::from_ref(intervention), limits).pop()?;
        let mut machine = self.recorded.snapshots.before(intervention.begin());
        let start = machine.stats().steps;
        intervention.apply(&mut machine, limits);
        let pace = Pace { interval: check_interval(duration), budget: &self.budget };
        let driven = pace.drive(&mut machine, &mut Nobody, |_| false);
        self.effort.instructions += machine.stats().steps.saturating_sub(start);
        match driven {
            Driven::Ended(_) => Some(written(&machine.world)),
            Driven::Refused(refusal) => {
                self.refusals.add(refusal);
                None
            }
            Driven::Decided | Driven::Stopped => None,
        }
    }
}
