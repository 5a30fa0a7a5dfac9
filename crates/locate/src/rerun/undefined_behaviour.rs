//! What reruns do that C leaves undefined: a change that makes a run right only by such luck is no good advice.

use whydunit_machine::{Machine, Observer, Site, Undefined, UndefinedBehaviourWatch};
use whydunit_program::{BlockId, Function, FunctionId, Inst};
use whydunit_trace::{CriterionKind, Place, place_of};
use whydunit_world::Posix;

use crate::rerun::intervention::Intervention;
use crate::rerun::judge::RerunJudge;
use crate::rerun::pace::{Driven, Pace, stretch};
use crate::session::Session;

/// Something that C leaves undefined was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndefinedBehaviour {
    /// Where.
    pub place: Place,
    /// What.
    pub what: Undefined,
}

impl UndefinedBehaviour {
    /// What was seen of a run, in the order in which it happened. The program text may have been changed.
    pub(crate) fn all(slips: &UndefinedBehaviourWatch, machine: &Machine<Posix>) -> Vec<UndefinedBehaviour> {
        let slip = |&(site, what)| UndefinedBehaviour { place: place_of(machine.program(), site), what };
        slips.found().iter().map(slip).collect()
    }
}

/// Notes what C leaves undefined, and whether a function is entered.
struct Seen {
    watch: UndefinedBehaviourWatch,
    wanted: Option<FunctionId>,
    entered: bool,
}

impl Observer for Seen {
    const OPERATIONS: bool = true;

    #[inline(always)]
    fn operation(&mut self, at: Site, function: &Function, inst: &Inst, slots: &[u64]) {
        self.watch.operation(at, function, inst, slots);
    }

    #[inline(always)]
    fn enter(&mut self, function: FunctionId, _frame: u64) {
        self.entered |= self.wanted == Some(function);
    }
}

impl Session {
    /// The function in which the run crashed, if nobody had entered it before a time.
    fn crashed_in(&self, before: u64) -> Option<FunctionId> {
        let recording = &self.recorded.recording;
        let crashed = self.criterion.kind == CriterionKind::Failure;
        let function = recording.position(self.criterion.time).filter(|_| crashed)?.function;
        let entry = self.index.number(function, BlockId(0));
        let first = *recording.runs_of(entry).first()?;
        (u64::from(recording.start_of(first)) > before).then_some(function)
    }

    /// The undefined behaviour of a rerun that the failing run does not have, if any; and whether the rerun avoids the
    /// failure: it never enters the function that crashed, or writes something else although only the status is wrong.
    pub(crate) fn new_undefined_behaviour(
        &mut self,
        intervention: &Intervention,
    ) -> (Option<UndefinedBehaviour>, bool) {
        let (found, avoids) = self.undefined_behaviour_of(intervention);
        // The failing run is watched only if it has to be.
        if found.is_empty() {
            return (None, avoids);
        }
        let own = self.own_undefined_behaviour();
        (found.into_iter().find(|other| !own.contains(other)), avoids)
    }

    fn undefined_behaviour_of(&mut self, intervention: &Intervention) -> (Vec<UndefinedBehaviour>, bool) {
        let limits = self.rerun_limits();
        let placed = self.placed(std::slice::from_ref(intervention), limits);
        let Some(intervention) = placed.first() else { return (Vec::new(), false) };
        let mut machine = self.recorded.snapshots.before(intervention.begin());
        let (start, wanted) = (machine.stats().steps, self.crashed_in(intervention.begin()));
        let mut seen = Seen { watch: UndefinedBehaviourWatch::default(), wanted, entered: false };
        intervention.apply(&mut machine, limits);
        let judge = RerunJudge::new(
            (&self.expectation, self.judge.as_ref()),
            &self.criterion,
            (&self.observed.outcome, &self.recorded.last.world),
        );
        let pace = Pace { stretch: stretch(self.recorded.recording.duration()), budget: &self.budget };
        let driven = pace.drive(&mut machine, &mut seen, |world| judge.is_decided(world));
        // The behaviour up to a refusal counts.
        if let Driven::Refused(refusal) = driven {
            self.refusals.add(refusal);
        }
        self.effort.instructions += machine.stats().steps.saturating_sub(start);
        let avoids = wanted.is_some() && !seen.entered || self.writes_something_else(&machine.world);
        (UndefinedBehaviour::all(&seen.watch, &machine), avoids)
    }

    /// If only the exit status is wrong, the output of the failing run is taken to be right.
    fn writes_something_else(&self, world: &Posix) -> bool {
        let only_status = self.criterion.kind == CriterionKind::Status && self.expectation.stdout.is_none();
        only_status && (world.stdout() != self.observed.stdout || world.stderr() != self.observed.stderr)
    }

    fn own_undefined_behaviour(&mut self) -> &[UndefinedBehaviour] {
        if self.undefined_behaviour.is_none() {
            let mut seen = UndefinedBehaviourWatch::default();
            let duration = u64::from(self.recorded.recording.duration());
            let replayed = self.replay(0, duration, &mut seen);
            self.effort.instructions += duration;
            let own = replayed.map(|(machine, _)| UndefinedBehaviour::all(&seen, &machine));
            self.undefined_behaviour = Some(own.unwrap_or_default());
        }
        self.undefined_behaviour.as_deref().unwrap_or_default()
    }
}
