//! Running and recording a program while somebody waits.

use std::sync::Arc;

use whydunit_machine::{Machine, Nobody, Outcome, Stop, Unsupported};
use whydunit_trace::{ProgramIndex, Recorded, record};
use whydunit_world::Posix;

use crate::session::monitor::Monitor;

/// How much of a run that does not end is recorded at first.
const HANG: u64 = 1 << 15;
/// How often a plain run looks whether it should stop, in instructions.
const STRETCH: u64 = 20_000_000;

/// Records a run unless nobody waits any more.
pub(crate) fn record_watched(
    machine: Machine<Posix>,
    index: Arc<ProgramIndex>,
    watch: &Monitor,
) -> Result<Recorded<Posix>, Unsupported> {
    record(machine, index, |time| {
        watch.tell(|| format!("recording, {} M instructions", time / 1_000_000));
        !watch.is_cancelled()
    })
}

/// Runs a program to its end unless nobody waits any more.
pub(crate) fn run_watched(machine: &mut Machine<Posix>, watch: &Monitor) -> Result<Outcome, Unsupported> {
    loop {
        match machine.run_until(machine.stats().steps + STRETCH, &mut Nobody)? {
            Stop::Ended(outcome) => return Ok(outcome),
            Stop::Paused if watch.is_cancelled() => {
                return Err(Unsupported { what: "the run was interrupted".into(), stack: machine.call_stack() });
            }
            Stop::Paused => {}
        }
    }
}

/// So often it is looked where a run is, and so many instructions apart.
const LOOKS: u64 = 200;
const STRIDE: u64 = 41;

/// After how many instructions a run that does not end is where it hangs: in the same functions as at
/// the end of its budget.
pub(crate) fn until_it_hangs(mut machine: Machine<Posix>, end: &Machine<Posix>) -> Result<u64, Unsupported> {
    let functions = |m: &Machine<Posix>| m.call_stack().iter().rev().take(4).map(|s| s.function).collect::<Vec<_>>();
    let (mut steps, last) = (HANG, end.time());
    let there = functions(end);
    while steps < last {
        // What goes round is now here, now there.
        for look in 0..LOOKS {
            machine.run_until(steps + look * STRIDE, &mut Nobody)?;
            if functions(&machine) == there {
                return Ok(steps * 2);
            }
        }
        steps *= 4;
    }
    Ok(last)
}
