//! The undefined behaviour that an intervention introduces. A rerun that passes only because of it proves nothing about
//! the program.

use whydunit_machine::{Observer, Site, UndefinedBehaviourWatch};
use whydunit_program::{BlockId, Function, FunctionId, Inst};
use whydunit_trace::CriterionKind;
use whydunit_world::Posix;

use crate::rerun::intervention::Intervention;
use crate::rerun::judge::RerunJudge;
use crate::rerun::pace::{Driven, Pace, check_interval};
use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::session::Session;

/// Observes undefined behaviour, and whether a function is entered.
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
    /// The function in which the run crashed, if it was first entered after `before`.
    fn crashed_in(&self, before: u64) -> Option<FunctionId> {
        let recording = &self.recorded.recording;
        let crashed = self.criterion.kind == CriterionKind::Failure;
        let function = recording.position(self.criterion.time).filter(|_| crashed)?.function;
        let entry = self.index.number(function, BlockId(0));
        let first = *recording.runs_of(entry).first()?;
        (u64::from(recording.start_of(first)) > before).then_some(function)
    }

    /// The first undefined behaviour of a rerun that the failing run does not have, if any; and whether the rerun avoids
    /// the failure: it never enters the function that crashed, or writes other output although only the status is wrong.
    pub(crate) fn new_undefined_behaviour(
        &mut self,
        intervention: &Intervention,
    ) -> (Option<UndefinedBehaviour>, bool) {
        let (found, avoids) = self.undefined_behaviour_of(intervention);
        // Replaying the failing run costs its whole duration, so it is done only if there is something to compare.
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
        let pace = Pace { interval: check_interval(self.recorded.recording.duration()), budget: &self.budget };
        let driven = pace.drive(&mut machine, &mut seen, |world| judge.is_decided(world));
        // Undefined behaviour before a refusal still counts.
        if let Driven::Refused(refusal) = driven {
            self.refusals.add(refusal);
        }
        self.effort.instructions += machine.stats().steps.saturating_sub(start);
        let avoids = wanted.is_some() && !seen.entered || self.writes_something_else(&machine.world);
        (UndefinedBehaviour::all(&seen.watch, &machine), avoids)
    }

    /// Does a rerun write other output than the failing run, although only the exit status is wrong? The output of the
    /// failing run is then assumed correct.
    fn writes_something_else(&self, world: &Posix) -> bool {
        let only_status = self.criterion.kind == CriterionKind::Status && self.expectation.stdout.is_none();
        only_status && (world.stdout() != self.observed.stdout || world.stderr() != self.observed.stderr)
    }

    fn own_undefined_behaviour(&mut self) -> &[UndefinedBehaviour] {
        if self.undefined_behaviour.is_none() {
            let mut watch = UndefinedBehaviourWatch::default();
            let duration = u64::from(self.recorded.recording.duration());
            let replayed = self.replay(0, duration, &mut watch);
            self.effort.instructions += duration;
            let own = replayed.map(|(machine, _)| UndefinedBehaviour::all(&watch, &machine));
            self.undefined_behaviour = Some(own.unwrap_or_default());
        }
        self.undefined_behaviour.as_deref().unwrap_or_default()
    }
}
