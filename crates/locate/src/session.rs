//! The session: one recorded failing run, its expectation and its failure point. All methods work on it.

pub(crate) mod assertion;
pub(crate) mod copied_parts;
pub(crate) mod declared_value;
pub(crate) mod direct_causes;
pub(crate) mod execution_count;
pub(crate) mod monitor;
pub(crate) mod monitored_run;
pub(crate) mod part_values;
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
use crate::session::monitored_run::{record_monitored, run_monitored, until_it_hangs};
use crate::session::refusals::Refusals;
use crate::session::source_line::Lines;
use crate::session::statement::Statement;
use crate::session::trust::Trust;

/// The default budget covers this many repetitions of the failing run ...
const REPETITIONS: u64 = 40;
/// ... but at least this many instructions.
const MIN_INSTRUCTIONS: u64 = 1_000_000_000;

/// A recorded failing run with everything needed for reruns.
pub struct Session {
    /// The program with numbered blocks.
    pub index: Arc<ProgramIndex>,
    /// The recording of the failing run and its snapshots.
    pub recorded: Recorded<Posix>,
    /// Outcome, output and files of the failing run.
    pub observed: Observed,
    /// The expectation that the run did not meet. It is also the standard for reruns.
    pub expectation: Expectation,
    /// The failure point.
    pub criterion: Criterion,
    /// Static analyses of the program.
    pub analyses: Analyses,
    /// Work done so far.
    pub effort: Effort,
    /// Upper bound of the work.
    pub budget: Budget,
    /// The user's script that judges runs, in addition to the expectation.
    pub judge: Option<ExternalJudge>,
    /// Functions that are assumed correct.
    pub trust: Trust,
    /// The user's assertion, if the failure is that it does not hold.
    pub assertion: Option<CheckedAssertion>,
    /// Log of slow solver queries.
    pub slow_log: Option<SlowLog>,
    /// Undefined behaviour of the failing run; `None` until it is first needed.
    pub(crate) undefined_behaviour: Option<Vec<UndefinedBehaviour>>,
    /// Refusals of the machine in reruns and replays. Those of snapshots are kept by the ladder; see [`Session::refusals`].
    pub(crate) refusals: Refusals,
    /// The readers of copies and fills, and the parts found so far.
    pub(crate) copied_parts: CopiedParts,
    /// Verdicts of earlier reruns.
    pub(crate) cache: RerunCache,
    /// Numbered executions of the lines asked about so far.
    pub(crate) counts: VisitCounts,
}

/// A question about a run: why did it not meet its expectation?
pub struct Question {
    /// The expected outcome, output and files.
    pub expectation: Expectation,
    /// The user's script that judges runs, in addition to the expectation.
    pub judge: Option<ExternalJudge>,
    /// Functions that are assumed correct.
    pub trust: Trust,
    /// Receives progress messages, and can cancel the search.
    pub monitor: Monitor,
}

impl Question {
    /// A question without an external judge. Only the library is trusted.
    pub fn new(program: &Program, expectation: Expectation) -> Self {
        Question { expectation, judge: None, trust: Trust::library(program), monitor: Monitor::default() }
    }
}

/// An external judge of runs, such as a script. Its answer is whether the run is correct; `None` if it cannot decide.
pub type ExternalJudge = Arc<dyn Fn(&Observed) -> Option<bool> + Send + Sync>;

/// The reason why a case has no session.
#[derive(Debug)]
pub enum SessionError {
    /// The run meets the expectation.
    DidNotFail,
    /// The machine cannot execute the program.
    Unsupported(Unsupported),
    /// The user's assertion holds, or has no meaning.
    NoAssertionFailure(NoAssertionFailure),
    /// The external judge cannot decide whether the run is correct.
    NotJudged,
    /// The run failed before the first instruction.
    NothingRan(Outcome),
    /// The user cancelled the recording.
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
        let Question { expectation, judge, trust, monitor } = question;
        monitor.report(|| "running the program".into());
        let case = Case { output_limit: case.output_limit.min(enough_output(&expectation)), ..case };
        let mut machine = Machine::new(program.clone(), Posix::new(case), limits)?;
        // Most questions end with the first run, because it passes. Recording is slower, so it comes second.
        let (first, expectation) = first_run(&mut machine, expectation, judge.as_ref(), &monitor)?;
        let index = Arc::new(ProgramIndex::new(program));
        let mut recorded = record_failure(machine, &first, index.clone(), &monitor)?;
        let (assertion, expectation) = find_assertion(&mut recorded, expectation, &first.observed)?;
        let observed = Observed {
            asserted: assertion.as_ref().map(|_| false),
            ..observe(&recorded.last, recorded.outcome.clone(), &expectation)
        };
        let criterion = find_criterion(&recorded.recording, &observed, &expectation, assertion.as_ref())?;
        let criterion = outside_of(&trust, &recorded.recording, criterion);
        let expectation = without_new_complaints(expectation, &observed);
        let analyses = Analyses::new(index.program.clone());
        let duration = u64::from(recorded.recording.duration());
        let instructions = (duration * REPETITIONS).max(MIN_INSTRUCTIONS);
        Ok(Session {
            index,
            recorded,
            observed,
            expectation,
            criterion,
            analyses,
            effort: Effort::default(),
            budget: Budget { instructions, deadline: None, monitor },
            judge,
            trust,
            assertion,
            slow_log: None,
            undefined_behaviour: None,
            refusals: Refusals::default(),
            copied_parts: CopiedParts::default(),
            cache: RerunCache::default(),
            counts: VisitCounts::default(),
        })
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.index.program
    }

    /// The source lines of the run.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.recorded.recording)
    }

    /// The statements to blame for these instances.
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

    /// The instance at a time with the C values that it used and defined.
    pub fn describe(&mut self, time: Time) -> Option<Instance> {
        let mut machine = self.recorded.snapshots.paused_at(u64::from(time))?;
        Instance::at(&self.index.program, &mut machine, time)
    }

    /// Which execution of its line the instruction at `time` belongs to, counted from 1, and how many there are.
    pub fn visit_of(&self, time: Time) -> (u32, u32) {
        self.counts.visit_of(&self.recorded.recording, time)
    }

    /// Everything that the machine refused to execute, in reruns, replays and snapshots. Where it is not empty, the
    /// search was incomplete.
    pub fn refusals(&self) -> Refusals {
        let mut all = self.refusals.clone();
        all.extend(self.recorded.snapshots.refusal().cloned());
        all
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

    /// Is the only expectation that the run ends without a crash?
    pub fn expects_only_an_end(&self) -> bool {
        self.expectation.is_default() && self.judge.is_none()
    }

    /// Drops cached verdicts, so that measurements of time include all reruns.
    pub fn forget(&mut self) {
        self.cache = RerunCache::default();
    }
}

/// The failing run, executed without a recording.
struct FirstRun {
    machine: Machine<Posix>,
    observed: Observed,
}

/// Runs a fork of `machine` to its end and checks that the run fails. Returns the expectation adapted to the run's line
/// ends.
fn first_run(
    machine: &mut Machine<Posix>,
    expectation: Expectation,
    judge: Option<&ExternalJudge>,
    monitor: &Monitor,
) -> Result<(FirstRun, Expectation), SessionError> {
    let mut machine = machine.fork();
    let outcome = run_monitored(&mut machine, monitor).map_err(|error| interrupted(monitor, error))?;
    let observed = observe(&machine, outcome, &expectation);
    let expectation = expectation.with_line_end(&observed);
    let passes = judge.map_or(Some(true), |judge| judge(&observed)).ok_or(SessionError::NotJudged)?;
    if passes && expectation.met_by(&observed) && expectation.assertion.is_none() {
        return Err(SessionError::DidNotFail);
    }
    Ok((FirstRun { machine, observed }, expectation))
}

/// Records the run. Of a run that hangs, only the part up to the hang is recorded.
fn record_failure(
    mut machine: Machine<Posix>,
    first: &FirstRun,
    index: Arc<ProgramIndex>,
    monitor: &Monitor,
) -> Result<Recorded<Posix>, SessionError> {
    if let Outcome::Stopped(Limit::Steps(_)) = first.observed.outcome {
        let steps = until_it_hangs(machine.fork(), &first.machine)?;
        machine.set_limits(Limits { steps, ..machine.limits() });
    }
    record_monitored(machine, index, monitor).map_err(|error| interrupted(monitor, error))
}

/// The reason why a run or a recording did not reach its end.
fn interrupted(monitor: &Monitor, error: Unsupported) -> SessionError {
    match monitor.is_cancelled() {
        true => SessionError::Interrupted,
        false => SessionError::Unsupported(error),
    }
}

/// The failure point: the assertion, the first deviation from the expectation, or the end of the run.
fn find_criterion(
    recording: &Recording,
    observed: &Observed,
    expectation: &Expectation,
    assertion: Option<&CheckedAssertion>,
) -> Result<Criterion, SessionError> {
    let criterion = match assertion {
        Some(assertion) => Some(Criterion { time: assertion.begins.time, arg: None, kind: CriterionKind::Assertion }),
        None => expectation.criterion(recording, observed),
    };
    let criterion = criterion.or_else(|| Criterion::of_end(recording));
    criterion.ok_or_else(|| SessionError::NothingRan(observed.outcome.clone()))
}

/// Finds the first instance at which the assertion does not hold. If it holds everywhere and the run fails otherwise,
/// the assertion is removed from the returned expectation.
fn find_assertion(
    recorded: &mut Recorded<Posix>,
    expectation: Expectation,
    observed: &Observed,
) -> Result<(Option<CheckedAssertion>, Expectation), SessionError> {
    let Some(assertion) = &expectation.assertion else { return Ok((None, expectation)) };
    match CheckedAssertion::find(recorded, assertion) {
        Ok(checked) => Ok((Some(checked), expectation)),
        Err(NoAssertionFailure::Holds(count)) => {
            let expectation = Expectation { assertion: None, ..expectation };
            if expectation.met_by(observed) {
                return Err(SessionError::NoAssertionFailure(NoAssertionFailure::Holds(count)));
            }
            Ok((None, expectation))
        }
        Err(NoAssertionFailure::Unsupported(refusal)) => Err(SessionError::Unsupported(refusal)),
        Err(other) => Err(SessionError::NoAssertionFailure(other)),
    }
}

/// A limit of the output: a run that writes far more than expected has failed already.
fn enough_output(expectation: &Expectation) -> u64 {
    let expected = [&expectation.stdout, &expectation.stderr].into_iter().flatten().map(Vec::len).max();
    expected.map_or(u64::MAX, |len| len as u64 * 2 + (4 << 10))
}

/// Moves a failure point inside trusted code to the call of that code.
fn outside_of(trust: &Trust, recording: &Recording, criterion: Criterion) -> Criterion {
    match trust.outside(recording, criterion.time) {
        Some(time) if time != criterion.time => Criterion { time, arg: None, ..criterion },
        _ => criterion,
    }
}

/// An expectation of standard output implies that reruns write no error messages that the failing run did not write.
/// Otherwise an intervention that makes the program give up with a message could pass.
fn without_new_complaints(expectation: Expectation, observed: &Observed) -> Expectation {
    let quiet = observed.stderr.is_empty() && matches!(observed.outcome, Outcome::Exited(_));
    let stderr = expectation.stderr.or_else(|| (quiet && expectation.stdout.is_some()).then(Vec::new));
    Expectation { stderr, ..expectation }
}

/// Outcome and output of a run, and its files if the expectation names any.
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
