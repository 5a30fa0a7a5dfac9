//! Running and recording a program under a [`Monitor`].

use std::sync::Arc;

use whydunit_machine::{Machine, Nobody, Outcome, Stop, Unsupported};
use whydunit_trace::{ProgramIndex, Recorded, record};
use whydunit_world::Posix;

use crate::session::monitor::Monitor;

/// Instructions recorded of a run that hangs, at least.
const MIN_HANG_INSTRUCTIONS: u64 = 1 << 15;
/// Instructions between two checks for cancellation.
const INSTRUCTIONS_PER_CHECK: u64 = 20_000_000;

/// Records a run, unless it is cancelled.
pub(crate) fn record_monitored(
    machine: Machine<Posix>,
    index: Arc<ProgramIndex>,
    monitor: &Monitor,
) -> Result<Recorded<Posix>, Unsupported> {
    record(machine, index, |time| {
        monitor.report(|| format!("recording, {} M instructions", time / 1_000_000));
        !monitor.is_cancelled()
    })
}

/// Runs a program to its end, unless it is cancelled.
pub(crate) fn run_monitored(machine: &mut Machine<Posix>, monitor: &Monitor) -> Result<Outcome, Unsupported> {
    loop {
        match machine.run_until(machine.stats().steps + INSTRUCTIONS_PER_CHECK, &mut Nobody)? {
            Stop::Ended(outcome) => return Ok(outcome),
            Stop::Paused if monitor.is_cancelled() => {
                return Err(Unsupported { what: "the run was interrupted".into(), stack: machine.call_stack() });
            }
            Stop::Paused => {}
        }
    }
}

/// The position in a hanging run is sampled this many times, this many instructions apart.
const SAMPLES: u64 = 200;
const SAMPLE_DISTANCE: u64 = 41;

/// The number of instructions after which a run is in its endless loop: the call stack has the same innermost functions
/// as at the end of its budget.
pub(crate) fn until_it_hangs(mut machine: Machine<Posix>, end: &Machine<Posix>) -> Result<u64, Unsupported> {
    let functions = |m: &Machine<Posix>| m.call_stack().iter().rev().take(4).map(|s| s.function).collect::<Vec<_>>();
    let (mut steps, last) = (MIN_HANG_INSTRUCTIONS, end.time());
    let there = functions(end);
    while steps < last {
        // A loop may call several functions in turn, so one sample is not enough.
        for sample in 0..SAMPLES {
            machine.run_until(steps + sample * SAMPLE_DISTANCE, &mut Nobody)?;
            if functions(&machine) == there {
                return Ok(steps * 2);
            }
        }
        steps *= 4;
    }
    Ok(last)
}
