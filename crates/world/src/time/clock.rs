//! The virtual clock: the case's start time, plus a nanosecond per instruction, plus the time slept.

use whydunit_machine::Guest;

/// Nanoseconds in a second.
pub(crate) const NANOS: u64 = 1_000_000_000;

/// The clock of one run. It never looks at the host's.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    start: i64,
    slept: u64,
}

impl Clock {
    /// A clock that shows `start` seconds since the epoch at the first instruction.
    pub(crate) fn new(start: i64) -> Self {
        Clock { start, slept: 0 }
    }

    /// The time of day: seconds since the epoch and nanoseconds.
    pub(crate) fn now(&self, guest: &dyn Guest) -> (i64, u32) {
        let (secs, nanos) = self.elapsed(guest);
        (self.start.saturating_add(secs), nanos)
    }

    /// The time since the run began, sleeps included: the monotonic clocks.
    pub(crate) fn elapsed(&self, guest: &dyn Guest) -> (i64, u32) {
        split(guest.steps().saturating_add(self.slept))
    }

    /// The processor time in nanoseconds, which excludes sleep.
    pub(crate) fn used(&self, guest: &dyn Guest) -> u64 {
        guest.steps()
    }

    /// Lets `nanos` nanoseconds pass, as a sleep does.
    pub(crate) fn advance(&mut self, nanos: u64) {
        self.slept = self.slept.saturating_add(nanos);
    }
}

/// Seconds and nanoseconds of a span in nanoseconds.
pub(crate) fn split(nanos: u64) -> (i64, u32) {
    ((nanos / NANOS) as i64, (nanos % NANOS) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_guest::TestGuest;

    #[test]
    fn sleeping_passes_time_but_uses_no_processor() {
        let (guest, mut clock) = (TestGuest::default(), Clock::new(100));
        assert_eq!(clock.now(&guest), (100, 0));
        clock.advance(2 * NANOS + 5);
        assert_eq!(clock.now(&guest), (102, 5));
        assert_eq!(clock.elapsed(&guest), (2, 5));
        assert_eq!(clock.used(&guest), 0);
    }
}
