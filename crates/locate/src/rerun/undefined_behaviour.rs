//! What reruns do that C leaves undefined: a change that makes a run right only by such luck is no good advice.

use whydunit_machine::{Machine, Observer, Site, Undefined, UndefinedBehaviourWatch};
use whydunit_program::{BlockId, Function, FunctionId, Inst};
use whydunit_trace::{CriterionKind, Place, Recorded, place_of};
use whydunit_world::Posix;

use crate::rerun::intervention::Intervention;
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
pub(crate) struct Seen {
    pub(crate) slips: UndefinedBehaviourWatch,
    pub(crate) wanted: Option<FunctionId>,
    pub(crate) entered: bool,
}

impl Observer for Seen {
    const OPERATIONS: bool = true;

    #[inline(always)]
    fn operation(&mut self, at: Site, function: &Function, inst: &Inst, slots: &[u64]) {
        self.slips.operation(at, function, inst, slots);
    }

    #[inline(always)]
    fn enter(&mut self, function: FunctionId, _frame: u64) {
        self.entered |= self.wanted == Some(function);
    }
}

impl Session {
    /// The function in which the run crashed, if nobody had entered it before a time.
    pub(crate) fn crashed_in(&self, before: u64) -> Option<FunctionId> {
        let recording = &self.recorded.recording;
        let crashed = self.criterion.kind == CriterionKind::Failure;
        let function = recording.position(self.criterion.time).filter(|_| crashed)?.function;
        let entry = self.index.number(function, BlockId(0));
        let first = *recording.runs_of(entry).first()?;
        (u64::from(recording.start_of(first)) > before).then_some(function)
    }

    /// The first thing that C leaves undefined and a trial does, but not the failing run; and whether the trial does
    /// not come to the function any more in which that one crashed.
    pub(crate) fn slip(&mut self, trial: &Intervention) -> (Option<UndefinedBehaviour>, bool) {
        let (found, gives_up) = self.undefined_behaviour_of(trial);
        // That of the failing run is seldom needed.
        if found.is_empty() {
            return (None, gives_up);
        }
        let own = self.own_slips();
        (found.into_iter().find(|slip| !own.contains(slip)), gives_up)
    }

    fn own_slips(&mut self) -> &[UndefinedBehaviour] {
        if self.slips.is_none() {
            let Recorded { recording, ladder, .. } = &mut self.recorded;
            let (mut machine, mut seen) = (ladder.before(0), UndefinedBehaviourWatch::default());
            // A run that cannot go on was recorded up to there, too.
            let _ = machine.run_until(u64::from(recording.duration()), &mut seen);
            self.effort.instructions += u64::from(recording.duration());
            self.slips = Some(UndefinedBehaviour::all(&seen, &machine));
        }
        self.slips.as_deref().unwrap_or_default()
    }
}
