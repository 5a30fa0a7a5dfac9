//! Snapshots at growing distances, so that any instant is reached by running a bounded stretch.

use whydunit_machine::{Machine, Nobody, Outcome, Stop, Unsupported, World};

use crate::layout::ProgramIndex;
use crate::recorder::{LAST, Recorder};
use crate::recording::Recording;
use std::sync::Arc;

/// Snapshots kept at most; when there are more, every other one is dropped.
const RUNGS: usize = 64;
/// Distance of the first snapshots.
const FIRST: u64 = 1 << 16;

/// Snapshots of one run.
pub struct Ladder<W> {
    /// By time, the first at 0.
    rungs: Vec<Machine<W>>,
    distance: u64,
}

impl<W: World> Ladder<W> {
    fn new(machine: &mut Machine<W>) -> Self {
        Ladder { rungs: vec![machine.fork()], distance: FIRST }
    }

    fn add(&mut self, machine: &mut Machine<W>) {
        self.rungs.push(machine.fork());
        if self.rungs.len() > RUNGS {
            let mut keep = false;
            self.rungs.retain(|_| {
                keep = !keep;
                keep
            });
            self.distance *= 2;
        }
    }

    /// The run at an instant: the last snapshot before it, run on.
    pub fn at(&mut self, time: u64) -> Result<Machine<W>, Unsupported> {
        let mut machine = self.before(time);
        machine.run_until(time, &mut Nobody)?;
        Ok(machine)
    }

    /// The last snapshot at or before an instant.
    pub fn before(&mut self, time: u64) -> Machine<W> {
        let index = self.rungs.partition_point(|m| m.time() <= time).max(1) - 1;
        self.rungs[index].fork()
    }

    /// Takes a run on to a later instant, or to an earlier one: from a snapshot if that is shorter.
    pub fn move_to(&mut self, machine: Machine<W>, time: u64) -> Result<Machine<W>, Unsupported> {
        let index = self.rungs.partition_point(|m| m.time() <= time).max(1) - 1;
        let near = machine.time() <= time && machine.time() >= self.rungs[index].time();
        let mut machine = if near { machine } else { self.rungs[index].fork() };
        machine.run_until(time, &mut Nobody)?;
        Ok(machine)
    }

    /// How many snapshots there are.
    pub fn len(&self) -> usize {
        self.rungs.len()
    }

    /// Never: the start of the run is always there.
    pub fn is_empty(&self) -> bool {
        self.rungs.is_empty()
    }
}

/// A run that was recorded to its end.
pub struct Recorded<W> {
    /// What happened.
    pub recording: Recording,
    /// Snapshots on the way.
    pub ladder: Ladder<W>,
    /// How it ended.
    pub outcome: Outcome,
    /// The machine at the end.
    pub last: Machine<W>,
}

/// Runs a machine from its beginning to its end and records it. `progress` is told the time now and
/// then and may stop the recording by returning false.
pub fn record<W: World>(
    mut machine: Machine<W>,
    index: Arc<ProgramIndex>,
    mut progress: impl FnMut(u64) -> bool,
) -> Result<Recorded<W>, Unsupported> {
    let mut recorder = Recorder::new(index);
    let mut ladder = Ladder::new(&mut machine);
    loop {
        let next = machine.time() + ladder.distance;
        if next > LAST {
            let what =
                format!("a run of more than {LAST} instructions cannot be recorded; use a smaller input or --budget");
            return Err(Unsupported { what, stack: machine.call_stack() });
        }
        match machine.run_until(next, &mut recorder)? {
            Stop::Paused if progress(machine.time()) => ladder.add(&mut machine),
            Stop::Paused => {
                let what = "the recording was stopped".into();
                return Err(Unsupported { what, stack: machine.call_stack() });
            }
            Stop::Ended(outcome) => {
                return Ok(Recorded { recording: recorder.finish(), ladder, outcome, last: machine });
            }
        }
    }
}
