//! A recorded run that answers questions: slices, where a value came from, why a line ran or did not.
//! It need not have failed.

pub(crate) mod abandoned_call;
pub(crate) mod ancestry;
pub(crate) mod another_execution;
pub(crate) mod declared_origin;
pub(crate) mod early_end;
pub(crate) mod flipped_rerun;
pub(crate) mod history;
pub(crate) mod later_decision;
pub(crate) mod missing_call;
pub(crate) mod missing_longjmp;
pub(crate) mod namesake;
pub(crate) mod obstacle;
pub(crate) mod returned_call;
pub(crate) mod slice_lines;
pub(crate) mod slice_view;
pub(crate) mod stats;
pub(crate) mod variable;
pub(crate) mod verified_omission;
pub(crate) mod why;
pub(crate) mod why_not;

use std::sync::Arc;

use whydunit_machine::{Limit, Limits, Machine, Outcome, Unsupported};
use whydunit_program::analysis::Analyses;
use whydunit_program::{Inst, Program};
use whydunit_trace::{
    ExecutedBlock, Expectation, Instance, Observed, Place, Position, ProgramIndex, Recorded, Time, Value, place_of,
    written_by_call,
};
use whydunit_world::{Case, Posix};

use crate::session::monitor::Monitor;
use crate::session::monitored_run::{record_watched, run_watched, until_it_hangs};
use crate::session::refusals::Refusals;
use crate::session::source_line::Lines;
use crate::session::trust::Trust;
use crate::session::{Session, observe};

pub use crate::inquiry::history::{History, Origin, Source};
pub use crate::inquiry::namesake::Namesake;
pub use crate::inquiry::obstacle::{Needed, Obstacle};
pub use crate::inquiry::returned_call::CameBack;
pub use crate::inquiry::slice_view::{Link, SliceLine, SliceRequest, SliceView, Start};
pub use crate::inquiry::stats::Stats;
pub use crate::inquiry::variable::Named;
pub use crate::inquiry::verified_omission::Verification;
pub use crate::inquiry::why::{Reason, Why};
pub use crate::inquiry::why_not::WhyNot;

/// A recorded run with what is needed to look at any instant of it.
pub struct Inquiry {
    /// The program with numbered blocks.
    pub index: Arc<ProgramIndex>,
    /// The recording and its snapshots.
    pub recorded: Recorded<Posix>,
    /// What the run showed.
    pub observed: Observed,
    /// What can be said of the program without running it.
    pub analyses: Analyses,
    /// Functions whose inside is not shown.
    pub trust: Trust,
    /// Receives progress messages.
    pub watch: Monitor,
    /// What the machine refused to execute in reruns.
    pub refusals: Refusals,
}

/// An executed statement with its place and values.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its time.
    pub time: Time,
    /// Where it is.
    pub place: Place,
    /// What it did.
    pub instance: Instance,
    /// For calls of libc: what they wrote.
    pub wrote: Vec<Value>,
}

impl Inquiry {
    /// Runs and records a case; an error, too, when nobody wants to wait for that any more.
    pub fn record(
        program: Arc<Program>,
        case: Case,
        limits: Limits,
        trust: Trust,
        watch: Monitor,
    ) -> Result<Self, Unsupported> {
        watch.tell(|| "running the program".into());
        let mut machine = Machine::new(program.clone(), Posix::new(case), limits)?;
        let mut first = machine.fork();
        if let Outcome::Stopped(Limit::Steps(_)) = run_watched(&mut first, &watch)? {
            let steps = until_it_hangs(machine.fork(), &first)?;
            machine.set_limits(Limits { steps, ..limits });
        }
        let index = Arc::new(ProgramIndex::new(program.clone()));
        let recorded = record_watched(machine, index.clone(), &watch)?;
        let observed = observe(&recorded.last, recorded.outcome.clone(), &Expectation::default());
        Ok(Inquiry {
            index,
            recorded,
            observed,
            analyses: Analyses::new(program),
            trust,
            watch,
            refusals: Refusals::default(),
        })
    }

    /// Asks about the run of a session, and where to start a slice of its failure.
    pub fn of(session: Session) -> (Self, Start) {
        let start = Start::Failure(session.criterion.time, session.first_causes());
        let Session { index, recorded, observed, analyses, trust, budget, refusals, .. } = session;
        (Inquiry { index, recorded, observed, analyses, trust, watch: budget.monitor, refusals }, start)
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.index.program
    }

    /// The lines of the run.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.recorded.recording)
    }

    /// Executed events in C's words, in the order asked for.
    pub fn describe(&mut self, times: &[Time]) -> Vec<Event> {
        let mut order: Vec<usize> = (0..times.len()).collect();
        order.sort_by_key(|&i| times[i]);
        let mut found: Vec<Option<Event>> = vec![None; times.len()];
        let mut machine = None;
        for at in order {
            let time = u64::from(times[at]);
            let next = match machine.take() {
                Some(machine) => self.recorded.snapshots.move_to(machine, time),
                None => self.recorded.snapshots.at(time),
            };
            let Some(mut now) = self.recorded.snapshots.keep_refusal(next) else { continue };
            found[at] = self.event(&mut now, times[at]);
            machine = Some(now);
        }
        found.into_iter().flatten().collect()
    }

    fn event(&mut self, machine: &mut Machine<Posix>, time: Time) -> Option<Event> {
        let instance = Instance::at(self.program(), machine, time)?;
        let wrote = written_by_call(self.program(), machine, self.recorded.recording.effect(time));
        let wrote = self.recorded.snapshots.keep_refusal(wrote).unwrap_or_default();
        Some(Event { time, place: place_of(self.program(), instance.site), instance, wrote })
    }

    /// The place of an executed instruction.
    pub fn place(&self, time: Time) -> Option<Place> {
        self.recorded.recording.position(time).map(|p| place_of(self.program(), p.site()))
    }

    /// The instance that stands for the one at `time` when trusted functions are folded into calls.
    pub fn fold(&self, time: Time) -> Option<Time> {
        self.fold_at(time, self.recorded.recording.position(time)?)
    }

    /// Likewise, of an instance whose position is known.
    fn fold_at(&self, time: Time, position: Position) -> Option<Time> {
        let recording = &self.recorded.recording;
        match self.result_of(position) {
            Some(time) => self.trust.outside(recording, time),
            None if self.trust.has(position.function) => self.trust.outside(recording, time),
            None => Some(time),
        }
    }

    /// For the end of a function with several returns: the `return` that gave the result, which the compiler
    /// keeps in a variable of its own.
    fn result_of(&self, position: Position) -> Option<Time> {
        let recording = &self.recorded.recording;
        let Inst::Return { first, count: 1 } = recording.inst(position) else { return None };
        let load = Position { inst: position.inst.checked_sub(1)?, ..position };
        let Inst::LoadLocal { dst, local, .. } = recording.inst(load) else { return None };
        let own = self.program().function(position.function).variables.iter().any(|v| v.local == local);
        let mut writer = None;
        recording.definitions(load, |giver| writer = giver.map(|g| g.time));
        writer.filter(|_| dst == first && !own)
    }

    /// The call of one of the program's own functions through which control came to an executed block, if no decision
    /// came between.
    fn call_to(&self, block: ExecutedBlock) -> Option<ExecutedBlock> {
        let recording = &self.recorded.recording;
        let controller = recording.controller_of(block)?;
        (recording.caller_of(block) == Some(controller)).then_some(controller)
    }
}
