//! One failing run and what is known about it: what all methods work on.

pub(crate) mod assertion;
pub(crate) mod copied_parts;
pub(crate) mod declared_value;
pub(crate) mod direct_causes;
pub(crate) mod execution_count;
pub(crate) mod monitor;
pub(crate) mod monitored_run;
pub(crate) mod refusals;
pub(crate) mod similar_name;
pub(crate) mod source_line;
pub(crate) mod statement;
pub(crate) mod trust;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use whydunit_machine::{Limit, Limits, Machine, Outcome, Unsupported};
use whydunit_program::analysis::Analyses;
use whydunit_program::{Inst, Program};
use whydunit_solver::SlowLog;
use whydunit_trace::{
    Criterion, CriterionKind, Dependences, Expectation, Instance, Observed, ProgramIndex, Recorded, Recording, Time,
    Written,
};
use whydunit_world::{Case, Change as FileChange, Posix};

use crate::rerun::budget::{Budget, Effort};
use crate::rerun::cache::RerunCache;
use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::session::assertion::{CheckedAssertion, NoAssertionFailure};
use crate::session::copied_parts::CopiedParts;
use crate::session::execution_count::VisitCounts;
use crate::session::monitor::Monitor;
use crate::session::monitored_run::{record_watched, run_watched, until_it_hangs};
use crate::session::refusals::Refusals;
use crate::session::source_line::Lines;
use crate::session::statement::Statement;
use crate::session::trust::Trust;

/// A recorded failing run with everything needed to run it again, altered.
pub struct Session {
    /// The program with numbered blocks.
    pub index: Arc<ProgramIndex>,
    /// The recording and its snapshots.
    pub recorded: Recorded<Posix>,
    /// What the run showed.
    pub observed: Observed,
    /// What was expected.
    pub expectation: Expectation,
    /// Where it was seen to go wrong.
    pub criterion: Criterion,
    /// What can be said of the program without running it.
    pub analyses: Analyses,
    /// What was spent so far.
    pub effort: Effort,
    /// What may be spent.
    pub budget: Budget,
    /// A script that judges runs, besides the expectation.
    pub judge: Option<ExternalJudge>,
    /// Functions that are not at fault.
    pub trust: Trust,
    /// The user's assertion, if that is what failed.
    pub asserted: Option<CheckedAssertion>,
    /// Where questions to the solver that took long are written down.
    pub slow_log: Option<SlowLog>,
    /// What the failing run does that C leaves undefined, once somebody asked.
    pub(crate) undefined_behaviour: Option<Vec<UndefinedBehaviour>>,
    /// What the machine refused to execute in reruns and replays.
    pub refusals: Refusals,
    /// Who reads what copies wrote.
    pub(crate) pieces: CopiedParts,
    /// Verdicts of earlier reruns.
    pub(crate) cache: RerunCache,
    /// Which executions of their lines instances belong to.
    pub(crate) counts: VisitCounts,
}

/// What is asked about a run.
pub struct Question {
    /// What was expected.
    pub expectation: Expectation,
    /// Who else judges it.
    pub judge: Option<ExternalJudge>,
    /// Functions that are not at fault.
    pub trust: Trust,
    /// Who waits for the answer.
    pub watch: Monitor,
}

impl Question {
    /// Why was this expectation not met? Only the library is trusted.
    pub fn new(program: &Program, expectation: Expectation) -> Self {
        Question { expectation, judge: None, trust: Trust::library(program), watch: Monitor::default() }
    }
}

/// Somebody outside who says whether a run was right; none when they cannot tell.
pub type ExternalJudge = Arc<dyn Fn(&Observed) -> Option<bool> + Send + Sync>;

/// Why there is no session.
#[derive(Debug)]
pub enum SessionError {
    /// The run is as expected.
    DidNotFail,
    /// The machine cannot do what the program asks.
    Unsupported(Unsupported),
    /// What was asserted is no failure.
    NoAssertionFailure(NoAssertionFailure),
    /// Whoever judges runs cannot tell whether it is right.
    NotJudged,
    /// It failed before anything was executed.
    NothingRan(Outcome),
    /// Nobody wanted to wait any longer.
    Interrupted,
}

impl From<Unsupported> for SessionError {
    fn from(error: Unsupported) -> Self {
        SessionError::Unsupported(error)
    }
}

impl Session {
    /// Runs and records a case and finds its failure point.
    pub fn new(program: Arc<Program>, case: Case, limits: Limits, question: Question) -> Result<Self, SessionError> {
        let Question { mut expectation, judge, trust, watch } = question;
        watch.tell(|| "running the program".into());
        let case = Case { output_limit: case.output_limit.min(enough_output(&expectation)), ..case };
        let mut machine = Machine::new(program.clone(), Posix::new(case), limits)?;
        // Most questions end here: the run is right, or short. A run that hangs is recorded only as far
        // as it takes to see where.
        let mut first = machine.fork();
        let interrupted = |error: Unsupported| match watch.is_cancelled() {
            true => SessionError::Interrupted,
            false => SessionError::Unsupported(error),
        };
        let outcome = run_watched(&mut first, &watch).map_err(interrupted)?;
        let observed = observe(&first, outcome.clone(), &expectation);
        expectation = expectation.with_line_end(&observed);
        let judged = judge.as_ref().map_or(Some(true), |judge| judge(&observed)).ok_or(SessionError::NotJudged)?;
        if judged && expectation.met_by(&observed) && expectation.assertion.is_none() {
            return Err(SessionError::DidNotFail);
        }
        let index = Arc::new(ProgramIndex::new(program));
        if let Outcome::Stopped(Limit::Steps(_)) = outcome {
            let steps = until_it_hangs(machine.fork(), &first)?;
            machine.set_limits(Limits { steps, ..limits });
        }
        let mut recorded = record_watched(machine, index.clone(), &watch).map_err(interrupted)?;
        let asserted = find_assertion(&mut recorded, &mut expectation, &observed)?;
        let mut observed = observe(&recorded.last, recorded.outcome.clone(), &expectation);
        observed.asserted = asserted.as_ref().map(|_| false);
        let criterion = match &asserted {
            Some(asserted) => Some(Criterion { time: asserted.begins.time, arg: None, kind: CriterionKind::Assertion }),
            None => expectation.criterion(&recorded.recording, &observed),
        };
        let criterion = criterion.or_else(|| Criterion::of_end(&recorded.recording));
        let criterion = criterion.ok_or_else(|| SessionError::NothingRan(observed.outcome.clone()))?;
        let criterion = outside_of(&trust, &recorded.recording, criterion);
        let expectation = without_new_complaints(expectation, &observed);
        let analyses = Analyses::new(index.program.clone());
        let duration = u64::from(recorded.recording.duration());
        let budget = Budget { instructions: (duration * 40).max(1_000_000_000), deadline: None, monitor: watch };
        let effort = Effort::default();
        Ok(Session {
            index,
            recorded,
            observed,
            expectation,
            criterion,
            analyses,
            effort,
            budget,
            judge,
            trust,
            asserted,
            slow_log: None,
            undefined_behaviour: None,
            refusals: Refusals::default(),
            pieces: CopiedParts::default(),
            cache: RerunCache::default(),
            counts: VisitCounts::default(),
        })
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.index.program
    }

    /// The lines of the run.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.recorded.recording)
    }

    /// The statements that some instances are executions of.
    pub fn statements_of(&self, times: &[Time]) -> BTreeSet<Statement> {
        let recording = &self.recorded.recording;
        times.iter().filter_map(|&time| Statement::blamed(recording, time)).map(|(statement, _)| statement).collect()
    }

    /// Dependences of this run, omissions included.
    pub fn dependences(&self) -> Dependences<'_> {
        Dependences::with_omissions(&self.recorded.recording, &self.analyses)
    }

    /// The instruction that was executed at a time.
    pub(crate) fn inst(&self, time: Time) -> Option<Inst> {
        let recording = &self.recorded.recording;
        recording.position(time).map(|position| recording.inst(position))
    }

    /// An executed statement in C's words.
    pub fn describe(&mut self, time: Time) -> Option<Instance> {
        let mut machine = self.recorded.snapshots.paused_at(u64::from(time))?;
        Instance::at(&self.index.program, &mut machine, time)
    }

    /// Does `work` with a share of the remaining budget, in percent.
    pub fn within<T>(&mut self, percent: u32, work: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.budget.clone();
        let left = whole.instructions.saturating_sub(self.effort.instructions);
        self.budget.instructions = self.effort.instructions + left / 100 * u64::from(percent);
        let now = Instant::now();
        let share = |deadline: Instant| now + deadline.saturating_duration_since(now) * percent / 100;
        self.budget.deadline = whole.deadline.map(share);
        let result = work(self);
        self.budget = whole;
        result
    }

    /// Is any budget left?
    pub fn may_go_on(&self) -> bool {
        self.effort.instructions < self.budget.instructions && !self.budget.is_over()
    }

    /// Is nothing expected but that the run comes to a good end?
    pub fn expects_only_an_end(&self) -> bool {
        self.expectation.is_default() && self.judge.is_none()
    }

    /// Forgets what was tried: whoever measures time does not want to be given anything.
    pub fn forget(&mut self) {
        self.cache = RerunCache::default();
    }
}

/// Finds where the assertion does not hold. One that holds is forgotten when something else is wrong.
fn find_assertion(
    recorded: &mut Recorded<Posix>,
    expectation: &mut Expectation,
    observed: &Observed,
) -> Result<Option<CheckedAssertion>, SessionError> {
    let Some(assertion) = &expectation.assertion else { return Ok(None) };
    match CheckedAssertion::find(recorded, assertion) {
        Ok(asserted) => Ok(Some(asserted)),
        Err(NoAssertionFailure::Holds(count)) => {
            expectation.assertion = None;
            if expectation.met_by(observed) {
                Err(SessionError::NoAssertionFailure(NoAssertionFailure::Holds(count)))
            } else {
                Ok(None)
            }
        }
        Err(other) => Err(SessionError::NoAssertionFailure(other)),
    }
}

/// A run that writes much more than was expected need not be run to its end.
fn enough_output(expectation: &Expectation) -> u64 {
    let expected = [&expectation.stdout, &expectation.stderr].into_iter().flatten().map(Vec::len).max();
    expected.map_or(u64::MAX, |len| len as u64 * 2 + (4 << 10))
}

/// A failure inside trusted code is seen at its call.
fn outside_of(trust: &Trust, recording: &Recording, criterion: Criterion) -> Criterion {
    match trust.outside(recording, criterion.time) {
        Some(time) if time != criterion.time => Criterion { time, arg: None, ..criterion },
        _ => criterion,
    }
}

/// Who says what is due on standard output does not expect complaints that the failing run did not make: a
/// change that has the program give up is no remedy.
fn without_new_complaints(expectation: Expectation, observed: &Observed) -> Expectation {
    let quiet = observed.stderr.is_empty() && matches!(observed.outcome, Outcome::Exited(_));
    let stderr = expectation.stderr.or_else(|| (quiet && expectation.stdout.is_some()).then(Vec::new));
    Expectation { stderr, ..expectation }
}

/// What a run showed, as far as anybody has expectations of it.
pub(crate) fn observe(machine: &Machine<Posix>, outcome: Outcome, expectation: &Expectation) -> Observed {
    let mut files = std::collections::BTreeMap::new();
    if !expectation.files.is_empty() {
        for file in machine.world.written_files() {
            if let FileChange::File(contents) = file.change {
                files.insert(file.path, Written { channel: file.channel, contents });
            }
        }
    }
    let (stdout, stderr) = (machine.world.stdout(), machine.world.stderr());
    Observed { outcome, stdout, stderr, files, asserted: None }
}
