//! Where alterations go in a run that earlier ones have changed.
//!
//! Alterations name instances of the failing run. Once the first has changed the course of a rerun, the
//! times of later instances are others, or there is no such instance any more. The rerun is followed
//! with the alterations before, and the instance is the one with the same execution index.

use std::collections::BTreeMap;

use whydunit_machine::{Alteration, Limits, Machine, Nobody, Stop, Unsupported};
use whydunit_trace::{Follower, Recording, Snapshots, Time};
use whydunit_world::Posix;

use crate::session::refusals::Refusals;

/// A run that is followed looks whether it has arrived after this many instructions.
const STRETCH: u64 = 20_000;

/// Places alterations in reruns of one failing run; remembers where.
pub(crate) struct Placement<'a> {
    recording: &'a Recording,
    snapshots: &'a mut Snapshots<Posix>,
    limits: Limits,
    /// By the alterations in force (as placed) and the instance looked for.
    known: BTreeMap<(Vec<Alteration>, u64), Option<u64>>,
    /// Followers that know the run up to an instant.
    ready: BTreeMap<u64, Follower<'a>>,
    /// Instructions executed to find out.
    pub(crate) spent: u64,
    /// What the machine refused to execute.
    pub(crate) refusals: Refusals,
}

impl<'a> Placement<'a> {
    pub(crate) fn new(recording: &'a Recording, snapshots: &'a mut Snapshots<Posix>, limits: Limits) -> Self {
        Placement {
            recording,
            snapshots,
            limits,
            known: BTreeMap::new(),
            ready: BTreeMap::new(),
            spent: 0,
            refusals: Refusals::default(),
        }
    }

    /// The alterations with their times in the rerun; without those whose instance is not executed in it.
    pub(crate) fn place(&mut self, alterations: &[Alteration]) -> Vec<Alteration> {
        let mut wanted = alterations.to_vec();
        wanted.sort_by_key(|a| a.time);
        let mut placed: Vec<Alteration> = Vec::new();
        for alteration in wanted {
            // Several changes of one instance, and the first, are where they are.
            let near = placed.iter().all(|p| p.time == alteration.time);
            let time = if near { Some(alteration.time) } else { self.find(&placed, alteration.time) };
            placed.extend(time.map(|time| Alteration { time, ..alteration }));
        }
        placed
    }

    fn find(&mut self, placed: &[Alteration], instance: u64) -> Option<u64> {
        let key = (placed.to_vec(), instance);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let found = self.follow(placed, instance);
        self.known.insert(key, found);
        found
    }

    fn follow(&mut self, placed: &[Alteration], instance: u64) -> Option<u64> {
        let first = placed.first()?.time;
        let mut machine = self.snapshots.before(first);
        machine.set_limits(self.limits);
        // Up to here the runs are the same.
        if machine.time() < first {
            let arrived = machine.run_until(first, &mut Nobody);
            self.refusals.unless(arrived)?;
        }
        placed.iter().for_each(|a| machine.alter(*a));
        let (recording, time) = (self.recording, machine.time());
        let mut follower = self.ready.entry(time).or_insert_with(|| Follower::new(recording, time)).clone();
        follower.look_for(Time::try_from(instance).ok()?);
        let start = machine.stats().steps;
        let found = self.refusals.unless(arrive(&mut machine, &mut follower)).flatten();
        self.spent += machine.stats().steps.saturating_sub(start);
        found
    }
}

/// Runs until the instance is reached, or to the end.
fn arrive(machine: &mut Machine<Posix>, follower: &mut Follower<'_>) -> Result<Option<u64>, Unsupported> {
    loop {
        let stop = machine.run_until(machine.stats().steps + STRETCH, follower)?;
        if follower.found().is_some() || matches!(stop, Stop::Ended(_)) {
            return Ok(follower.found());
        }
    }
}
