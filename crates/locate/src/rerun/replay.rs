//! Replays: a part of the failing run is repeated, unchanged, under an observer.

use whydunit_machine::{Machine, Observer};
use whydunit_world::Posix;

use crate::session::Session;

impl Session {
    /// Repeats the failing run from the last snapshot at or before `since` up to `until`. Returns the machine in its
    /// state at `until` and the number of executed instructions; `None` if the machine refuses an instruction, and the
    /// refusal is kept.
    pub(crate) fn replay<O: Observer>(
        &mut self,
        since: u64,
        until: u64,
        observer: &mut O,
    ) -> Option<(Machine<Posix>, u64)> {
        let mut machine = self.recorded.snapshots.before(since);
        let start = machine.time();
        let stop = machine.run_until(until, observer);
        self.refusals.unless(stop)?;
        let executed = machine.time() - start;
        Some((machine, executed))
    }
}
