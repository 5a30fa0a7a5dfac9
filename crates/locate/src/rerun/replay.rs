//! Repeating a stretch of the failing run, unchanged, under an observer.

use whydunit_machine::{Machine, Observer};
use whydunit_world::Posix;

use crate::session::Session;

impl Session {
    /// Repeats the failing run from the last snapshot at or before `since` up to `until`. Gives the machine as it is
    /// then and the number of instructions executed; nothing if the machine refuses, and the reason is kept.
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
