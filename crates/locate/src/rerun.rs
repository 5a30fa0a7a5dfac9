//! Reruns: the failing run is repeated from a snapshot with an [`Intervention`], and judged.
//!
//! [`Session::rerun_all`] is the one way to a verdict. It puts alterations in their place ([`placement`]), asks the
//! [`cache`], distributes the rest over all cores ([`schedule`]), drives each rerun in stretches ([`pace`]) and judges
//! it ([`judge`]). Budgets count instructions ([`budget`]), so the verdicts do not depend on timing.

pub(crate) mod batch;
pub(crate) mod budget;
pub(crate) mod cache;
pub(crate) mod intervention;
pub(crate) mod judge;
pub(crate) mod new_undefined_behaviour;
pub(crate) mod object_origin;
pub(crate) mod pace;
pub(crate) mod placement;
pub(crate) mod replay;
pub(crate) mod rerun_output;
pub(crate) mod schedule;
pub(crate) mod undefined_behaviour;
pub(crate) mod verdict;
pub(crate) mod witness;

use std::sync::Mutex;

use whydunit_machine::{Limits, Machine, Nobody, Outcome, Unsupported};
use whydunit_trace::{CriterionKind, Recorded, Snapshots};
use whydunit_world::Posix;

use crate::rerun::intervention::Intervention;
use crate::rerun::judge::RerunJudge;
use crate::rerun::pace::{Driven, Pace, check_interval};
use crate::rerun::placement::Placement;
use crate::rerun::schedule::{Done, run_in_order};
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::assertion::{Arrival, AssertionJudge};

impl Session {
    /// Makes one rerun.
    pub fn rerun(&mut self, intervention: &Intervention) -> Verdict {
        self.rerun_all(std::slice::from_ref(intervention), |_| false).pop().unwrap_or(Verdict::Undecided)
    }

    /// The first intervention with the best verdict, if any is better than `Undecided`. An intervention that passes
    /// ends the search.
    pub fn best_of(&mut self, interventions: &[Intervention]) -> Option<(usize, Verdict)> {
        let verdicts = self.rerun_all(interventions, |v| v == Verdict::Passed);
        let best = verdicts.iter().enumerate().max_by_key(|(index, v)| (**v, std::cmp::Reverse(*index)))?;
        (*best.1 > Verdict::Undecided).then_some((best.0, *best.1))
    }

    /// Makes reruns on all cores, in order up to the first whose verdict is `enough`. Returns the verdicts up to that
    /// one; reruns that the budget does not cover are `Undecided`.
    pub fn rerun_all(
        &mut self,
        interventions: &[Intervention],
        enough: impl Fn(Verdict) -> bool + Sync,
    ) -> Vec<Verdict> {
        let limits = self.rerun_limits();
        let known: Vec<Option<(Verdict, u64)>> = interventions.iter().map(|i| self.cache.get(i)).collect();
        let placed = self.placed(interventions, limits);
        let fresh = known.iter().filter(|known| known.is_none()).count();
        let Session { expectation, criterion, judge, observed, recorded, assertion, budget, .. } = self;
        let Recorded { recording, snapshots, last, .. } = recorded;
        let rerunner = Rerunner {
            judge: RerunJudge::new((expectation, judge.as_ref()), criterion, (&observed.outcome, &last.world)),
            assertion: assertion.as_ref().map(|assertion| AssertionJudge::new(assertion, recording)),
            snapshots: Mutex::new(snapshots),
            pace: Pace { interval: check_interval(recording.duration()), budget },
            limits,
        };
        let run = |index: usize| match known[index] {
            Some((verdict, steps)) => Done { verdict, steps, ended: true, refusal: None },
            None => rerunner.run(&placed[index]),
        };
        let done = run_in_order((placed.len(), fresh), (budget, self.effort.instructions), run, enough);
        self.effort.reruns += done.iter().filter(|d| d.steps > 0).count() as u64;
        self.effort.instructions += done.iter().map(|d| d.steps).sum::<u64>();
        for (intervention, done) in interventions.iter().zip(&done).filter(|(_, done)| done.ended) {
            self.cache.remember(intervention, done.verdict, done.steps);
        }
        let verdicts = done.iter().map(|d| d.verdict).collect();
        self.refusals.extend(done.into_iter().filter_map(|d| d.refusal));
        verdicts
    }

    /// The machine at the beginning of a rerun.
    pub(crate) fn changed(&mut self, intervention: &Intervention) -> Option<Machine<Posix>> {
        let limits = self.rerun_limits();
        let intervention = self.placed(std::slice::from_ref(intervention), limits).pop()?;
        let mut machine = self.recorded.snapshots.before(0);
        intervention.apply(&mut machine, limits);
        Some(machine)
    }

    /// Interventions with their alterations at the times that their instances have in the rerun.
    pub(crate) fn placed(&mut self, interventions: &[Intervention], limits: Limits) -> Vec<Intervention> {
        let Recorded { recording, snapshots, .. } = &mut self.recorded;
        let mut placement = Placement::new(recording, snapshots, limits);
        let place = |intervention: &Intervention| match intervention.alterations.len() {
            // Reruns that the budget does not cover will not be made.
            2.. if !self.budget.is_over() && self.effort.instructions + placement.spent < self.budget.instructions => {
                Intervention { alterations: placement.place(&intervention.alterations), patch: intervention.patch }
            }
            _ => intervention.clone(),
        };
        let placed = interventions.iter().map(place).collect();
        self.effort.instructions += placement.spent;
        self.refusals.join(placement.refusals);
        placed
    }

    /// Limits of a rerun: a few times the duration and memory of the failing run. A rerun that goes astray may use them
    /// up.
    pub(crate) fn rerun_limits(&self) -> Limits {
        let steps = u64::from(self.recorded.recording.duration());
        let memory = self.recorded.last.stats().memory * 4 + (32 << 20);
        let (factor, more) = match (&self.recorded.outcome, &self.criterion.kind) {
            // The recording of a run that does not end is already longer than the run should have been.
            (Outcome::Stopped(_), _) => (2, 100_000),
            // A run that ended was about as long as it should have been, unless output is missing.
            (Outcome::Exited(_), CriterionKind::MissingOutput { .. }) => (5, 100_000),
            (Outcome::Exited(_), _) => (3, 50_000),
            _ => (10, 200_000),
        };
        Limits { steps: steps * factor + more, memory, ..self.recorded.last.limits() }
    }
}

/// The data that workers share to make reruns.
struct Rerunner<'a> {
    judge: RerunJudge<'a>,
    assertion: Option<AssertionJudge<'a>>,
    snapshots: Mutex<&'a mut Snapshots<Posix>>,
    pace: Pace<'a>,
    limits: Limits,
}

impl Rerunner<'_> {
    fn run(&self, intervention: &Intervention) -> Done {
        let Ok(mut machine) = self.snapshots.lock().map(|mut l| l.before(intervention.begin())) else {
            return Done::default();
        };
        let start = machine.stats().steps;
        intervention.apply(&mut machine, self.limits);
        let judged = self.drive_and_judge(&mut machine);
        let steps = machine.stats().steps.saturating_sub(start);
        match judged {
            Ok(Some(verdict)) => Done { verdict, steps, ended: true, refusal: None },
            Ok(None) => Done { steps, ..Done::default() },
            Err(refusal) => Done { steps, refusal: Some(refusal), ..Done::default() },
        }
    }

    /// The verdict, or nothing if the budget was over before it was known.
    fn drive_and_judge(&self, machine: &mut Machine<Posix>) -> Result<Option<Verdict>, Unsupported> {
        let asserted = match &self.assertion {
            None => None,
            Some(assertion) => match assertion.judge(machine, self.pace.budget)? {
                Arrival::Stopped => return Ok(None),
                Arrival::Ended => None,
                Arrival::There(holds) => Some(holds),
            },
        };
        let ended = match self.pace.drive(machine, &mut Nobody, |world| self.judge.is_decided(world)) {
            Driven::Ended(outcome) => Some(outcome),
            Driven::Decided => None,
            Driven::Stopped => return Ok(None),
            Driven::Refused(refusal) => return Err(refusal),
        };
        Ok(Some(self.judge.verdict(machine, ended, asserted)))
    }
}
