//! Driving a rerun: it runs in stretches and stops early when the budget is over or its verdict is decided.

use whydunit_machine::{Machine, Observer, Outcome, Stop, Unsupported};
use whydunit_trace::Time;
use whydunit_world::Posix;

use crate::rerun::budget::Budget;

/// A rerun is checked this many times within the length of the failing run ...
const CHECKS_PER_RUN: u64 = 16;
/// ... but not after fewer or more instructions than these.
const INTERVAL: std::ops::RangeInclusive<u64> = 2_000..=100_000;

/// How the driver left a rerun.
#[derive(Debug)]
pub(crate) enum Driven {
    /// The program ended.
    Ended(Outcome),
    /// The program still runs, but its verdict is known.
    Decided,
    /// The budget is over.
    Stopped,
    /// The machine cannot execute the next instruction.
    Refused(Unsupported),
}

/// Instructions between two checks, and the budget that is checked.
pub(crate) struct Pace<'a> {
    pub(crate) interval: u64,
    pub(crate) budget: &'a Budget,
}

impl Pace<'_> {
    /// Runs a machine until it ends, `decided` holds, or the budget is over.
    pub(crate) fn drive<O: Observer>(
        &self,
        machine: &mut Machine<Posix>,
        observer: &mut O,
        decided: impl Fn(&Posix) -> bool,
    ) -> Driven {
        loop {
            let next = machine.stats().steps + self.interval;
            match machine.run_until(next, observer) {
                Err(refusal) => return Driven::Refused(refusal),
                Ok(Stop::Ended(outcome)) => return Driven::Ended(outcome),
                Ok(Stop::Paused) if self.budget.is_over() => return Driven::Stopped,
                Ok(Stop::Paused) if decided(&machine.world) => return Driven::Decided,
                Ok(Stop::Paused) => {}
            }
        }
    }
}

/// Instructions between two checks of a rerun, given the length of the failing run.
pub(crate) fn check_interval(duration: Time) -> u64 {
    (u64::from(duration) / CHECKS_PER_RUN).clamp(*INTERVAL.start(), *INTERVAL.end())
}
