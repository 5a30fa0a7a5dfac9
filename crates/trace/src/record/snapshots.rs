//! Snapshots at growing distances, so that a rerun of bounded length reaches any instant.

use whydunit_machine::{Machine, Nobody, Outcome, Stop, Unsupported, World};
use whydunit_program::Program;

use crate::naming::Instance;
use crate::numbers::Time;
use crate::record::program_index::ProgramIndex;
use crate::record::recording::Recording;
use crate::record::{LAST, Recorder};
use std::sync::Arc;

/// Largest number of snapshots; beyond it every other one is dropped.
const LIMIT: usize = 64;
/// Bytes of a page of the machine's memory.
const PAGE: usize = 4096;
/// Distance of the first snapshots.
const FIRST: u64 = 1 << 16;

/// Snapshots of one run.
pub struct Snapshots<W> {
    /// By time, the first at 0.
    machines: Vec<Machine<W>>,
    distance: u64,
    /// Pages that snapshots do not share with their predecessors.
    pages: usize,
    /// Limit for `pages`.
    budget: usize,
    /// The reason for the last refused rerun, see [`Snapshots::refusal`].
    refusal: Option<Unsupported>,
}

impl<W: World> Snapshots<W> {
    fn new(machine: &mut Machine<W>, budget: usize) -> Self {
        Snapshots { machines: vec![machine.fork()], distance: FIRST, pages: 0, budget: budget / PAGE, refusal: None }
    }

    fn add(&mut self, machine: &mut Machine<W>) {
        let snapshot = machine.fork();
        self.pages += self.machines.last().map_or(0, |last| snapshot.pages_not_shared_with(last));
        self.machines.push(snapshot);
        while self.machines.len() > 2 && (self.machines.len() > LIMIT || self.pages > self.budget) {
            self.thin();
        }
    }

    /// Drops every other snapshot; the remaining ones are evenly spaced at twice the distance.
    fn thin(&mut self) {
        let mut keep = false;
        self.machines.retain(|_| {
            keep = !keep;
            keep
        });
        self.distance *= 2;
        self.pages = self.machines.windows(2).map(|pair| pair[1].pages_not_shared_with(&pair[0])).sum();
    }

    /// The time at which the next snapshot is due.
    fn due(&self) -> u64 {
        self.machines.last().map_or(0, Machine::time) + self.distance
    }

    /// Upper bound on the distance between an instant and the snapshot before it.
    pub fn distance(&self) -> u64 {
        self.distance
    }

    /// A machine at an instant: a fork of the last snapshot before it, executed up to `time`.
    pub fn at(&mut self, time: u64) -> Result<Machine<W>, Unsupported> {
        let mut machine = self.before(time);
        machine.run_until(time, &mut Nobody)?;
        Ok(machine)
    }

    /// As [`Snapshots::at`]. If the machine cannot repeat the run, [`Snapshots::refusal`] returns the reason from then
    /// on.
    pub fn paused_at(&mut self, time: u64) -> Option<Machine<W>> {
        let machine = self.at(time);
        self.keep_refusal(machine)
    }

    /// The result of a rerun. If the machine refused it, [`Snapshots::refusal`] returns the reason from then on.
    pub fn keep_refusal<T>(&mut self, rerun: Result<T, Unsupported>) -> Option<T> {
        rerun.map_err(|refusal| self.refusal = Some(refusal)).ok()
    }

    /// The reason for the last rerun that the machine refused, if its result was optional.
    pub fn refusal(&self) -> Option<&Unsupported> {
        self.refusal.as_ref()
    }

    /// The last snapshot at or before an instant.
    pub fn before(&mut self, time: u64) -> Machine<W> {
        let index = self.machines.partition_point(|m| m.time() <= time).max(1) - 1;
        self.machines[index].fork()
    }

    /// Moves a machine to another instant, from a snapshot if that is shorter.
    pub fn move_to(&mut self, machine: Machine<W>, time: u64) -> Result<Machine<W>, Unsupported> {
        let index = self.machines.partition_point(|m| m.time() <= time).max(1) - 1;
        let near = machine.time() <= time && machine.time() >= self.machines[index].time();
        let mut machine = if near { machine } else { self.machines[index].fork() };
        machine.run_until(time, &mut Nobody)?;
        Ok(machine)
    }

    /// Bytes of memory that snapshots do not share with their predecessors.
    pub fn bytes(&self) -> usize {
        self.pages * PAGE
    }

    /// Number of snapshots.
    pub fn len(&self) -> usize {
        self.machines.len()
    }

    /// Always false: there is a snapshot at the start of the run.
    pub fn is_empty(&self) -> bool {
        self.machines.is_empty()
    }
}

/// A run that was recorded to its end.
pub struct Recorded<W> {
    /// The recording.
    pub recording: Recording,
    /// Snapshots taken during the run.
    pub snapshots: Snapshots<W>,
    /// The outcome of the run.
    pub outcome: Outcome,
    /// The machine at the end of the run.
    pub last: Machine<W>,
}

impl<W: World> Recorded<W> {
    /// Names and values of the variables that the instances at these times define, decide on and use. `times` must
    /// ascend: the rerun goes from snapshot to snapshot and executes each stretch at most once.
    pub fn values(&mut self, program: &Program, times: &[Time]) -> Result<Vec<Instance>, Unsupported> {
        let mut found = Vec::with_capacity(times.len());
        let Some(&first) = times.first() else { return Ok(found) };
        let mut machine = self.snapshots.at(u64::from(first))?;
        for &time in times {
            machine = self.snapshots.move_to(machine, u64::from(time))?;
            found.extend(Instance::at(program, &mut machine, time));
        }
        Ok(found)
    }
}

/// Runs a machine from its beginning to its end and records the run. `progress` receives the time at intervals and
/// returns false to stop the recording.
pub fn record<W: World>(
    machine: Machine<W>,
    index: Arc<ProgramIndex>,
    progress: impl FnMut(u64) -> bool,
) -> Result<Recorded<W>, Unsupported> {
    record_with(machine, Recorder::new(index), Memory::default(), progress)
}

/// Memory limits of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Bytes for all snapshots of a run together.
    pub snapshots: usize,
    /// The latest time that is recorded; a longer run is refused. Times have 32 bits.
    pub last: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { snapshots: 512 << 20, last: LAST }
    }
}

/// As [`record`], with a custom recorder (such as one that spills) and custom memory limits.
pub fn record_with<W: World>(
    mut machine: Machine<W>,
    mut recorder: Recorder,
    memory: Memory,
    mut progress: impl FnMut(u64) -> bool,
) -> Result<Recorded<W>, Unsupported> {
    let mut snapshots = Snapshots::new(&mut machine, memory.snapshots);
    let last = memory.last.min(LAST);
    loop {
        let next = snapshots.due().min(last);
        let stop = machine.run_until(next, &mut recorder)?;
        let refusal = match (stop, recorder.take_error()) {
            (_, Some(error)) => format!("the recording cannot be spilled to its file: {error}; free space there"),
            (Stop::Ended(outcome), _) => {
                let mut recording = recorder.finish();
                match &outcome {
                    Outcome::Failed(failure) => recording.end_at(failure.step),
                    Outcome::Stopped(_) => recording.end_at(machine.time()),
                    Outcome::Exited(_) => {}
                }
                return Ok(Recorded { recording, snapshots, outcome, last: machine });
            }
            (Stop::Paused, _) if machine.time() >= last => {
                format!("a run of more than {last} instructions cannot be recorded; use a smaller input or --budget")
            }
            (Stop::Paused, _) if !progress(machine.time()) => "the recording was stopped".into(),
            (Stop::Paused, _) => {
                snapshots.add(&mut machine);
                continue;
            }
        };
        return Err(Unsupported { what: refusal, stack: machine.call_stack() });
    }
}
