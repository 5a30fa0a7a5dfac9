//! What a rerun writes, for sentences about changes that put only part of the output right.

use whydunit_machine::Nobody;

use crate::rerun::{Intervention, Pace, prepare, said};
use crate::session::Session;

/// A failing run longer than this is not repeated only for a better sentence.
const LONGEST: u32 = 20_000_000;

impl Session {
    /// The standard output of a rerun; none when it is too expensive or does not end.
    pub fn output_of(&mut self, trial: &Intervention) -> Option<Vec<u8>> {
        if self.recorded.recording.duration() > LONGEST || !self.may_go_on() {
            return None;
        }
        let limits = self.rerun_limits();
        let trial = self.placed(std::slice::from_ref(trial), limits).pop()?;
        let mut machine = self.recorded.ladder.before(trial.begin());
        let start = machine.stats().steps;
        prepare(&mut machine, &trial, limits);
        let pace = Pace { stretch: self.stretch(), budget: &self.budget };
        let ended = pace.run(&mut machine, &mut Nobody, |_| false);
        self.effort.instructions += machine.stats().steps.saturating_sub(start);
        ended.map(|_| said(&machine.world))
    }
}
