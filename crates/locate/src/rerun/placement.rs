//! The placement of alterations in reruns with several of them.
//!
//! Alterations name instances of the failing run. Once the first has changed the course of a rerun, later instances
//! have other times or do not exist. Placement follows the rerun with the earlier alterations in force, and finds the
//! instance with the same execution index.

use std::collections::BTreeMap;

use whydunit_machine::{Alteration, Limits, Machine, Nobody, Stop, Unsupported};
use whydunit_trace::{Follower, Recording, Snapshots, Time};
use whydunit_world::Posix;

use crate::session::refusals::Refusals;

/// Instructions between two checks whether the instance was found.
const INSTRUCTIONS_PER_CHECK: u64 = 20_000;

/// Places alterations in reruns of one failing run, and caches the results.
pub(crate) struct Placement<'a> {
    recording: &'a Recording,
    snapshots: &'a mut Snapshots<Posix>,
    limits: Limits,
    /// Times in the rerun, by the alterations in force (as placed) and the instance in the failing run.
    known: BTreeMap<(Vec<Alteration>, u64), Option<u64>>,
    /// Followers by the time at which the rerun leaves the failing run.
    ready: BTreeMap<u64, Follower<'a>>,
    /// Instructions executed for the placement.
    pub(crate) spent: u64,
    /// Operations that the machine refused to execute.
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

    /// The alterations with their times in the rerun. Alterations of instances that the rerun does not execute are
    /// dropped.
    pub(crate) fn place(&mut self, alterations: &[Alteration]) -> Vec<Alteration> {
        let mut wanted = alterations.to_vec();
        wanted.sort_by_key(|a| a.time);
        let mut placed: Vec<Alteration> = Vec::new();
        for alteration in wanted {
            // The runs agree up to the first altered instance, so all its alterations keep their time.
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
        // The runs agree up to the first alteration.
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

/// Runs until the instance is found, or to the end.
fn arrive(machine: &mut Machine<Posix>, follower: &mut Follower<'_>) -> Result<Option<u64>, Unsupported> {
    loop {
        let stop = machine.run_until(machine.stats().steps + INSTRUCTIONS_PER_CHECK, follower)?;
        if follower.found().is_some() || matches!(stop, Stop::Ended(_)) {
            return Ok(follower.found());
        }
    }
}
