//! Runs methods on one case and scores what they say.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use whydunit_locate::methods::{Spectrum, Test, Tests, rank_slice, replace, switch};
use whydunit_locate::{
    Evidence, Line, Options, Question, Ranking, Session, SessionError, Strategy, Suspect, explain_on, line_of_statement,
};
use whydunit_machine::{Limits, Outcome};
use whydunit_program::Program;
use whydunit_trace::SliceKind;

use crate::case_run::CaseRun;
use crate::clock::own_seconds;
use crate::entry::{Entry, FaultLine};
use crate::method::Method;
use crate::result::{CaseResult, Dialogue, Found, Status};
use crate::score::score;
use crate::shared::Shared;
use crate::store::Timed;
use crate::truth::Truth;

/// Instructions after which a run is stopped, unless the manifest says otherwise.
const BUDGET: u64 = 20_000_000;
/// What a method may execute in reruns, in instructions.
pub(crate) const EFFORT: u64 = 200_000_000;
/// Bytes of memory a program may use.
const MEMORY: u64 = 1 << 30;
/// Lines of a ranking that are kept.
const KEPT: usize = 20;

/// A method's answer before it is scored.
pub(crate) struct Answer {
    pub(crate) ranking: Ranking,
    pub(crate) reported: usize,
    pub(crate) reruns: u64,
    pub(crate) complete: bool,
    /// What somebody had to answer, and the lines they looked at for that.
    pub(crate) dialogue: Option<(Dialogue, BTreeSet<Line>)>,
}

/// A case that is ready to be measured.
pub struct Bench<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) program: Arc<Program>,
    pub(crate) executable: &'a Path,
    pub(crate) session: Session,
    truth: Truth,
    /// Lines of the manifest that lead to no code.
    lost: Vec<FaultLine>,
    /// Seconds that loading and recording took.
    recorded: f64,
}

impl<'a> Bench<'a> {
    /// Loads a built case and makes its failing run; otherwise says why it cannot be measured.
    pub fn new(entry: &'a Entry, executable: &'a Path) -> Result<Self, (Status, String)> {
        let started = own_seconds();
        let program = whydunit_bitcode::load(executable, whydunit_world::RUNTIME)
            .map_err(|e| (Status::DoesNotBuild, e.to_string()))?;
        let program = Arc::new(program);
        let session = failing_run(entry, &program)?;
        if matches!(session.observed.outcome, Outcome::Stopped(_)) && entry.failure.as_deref() != Some("hang") {
            let budget = limits(entry).steps;
            return Err((Status::TooLong, format!("the run takes more than {budget} instructions")));
        }
        let recorded = own_seconds() - started;
        let (truth, lost) = Truth::of(entry, &session);
        Ok(Bench { entry, program, executable, session, truth, lost, recorded })
    }

    /// Runs methods, those of a family one after the other; tells each one's result and the processor seconds it took,
    /// work that it shares with the others included.
    pub fn run(&mut self, methods: &[Method], key: impl Fn(&Method) -> String, mut tell: impl FnMut(Timed)) {
        let (mut shared, mut family) = (Shared::default(), None);
        for method in methods {
            if family.replace(method.family()) != Some(method.family()) {
                shared.only_for(method.family());
                self.session.forget();
            }
            let started = own_seconds();
            let answer = self.ask(method, &mut shared);
            let seconds = self.recorded + shared.take_borrowed() + own_seconds() - started;
            let result = match answer {
                Ok(answer) => self.judge(method, key(method), &answer),
                Err((status, why)) => CaseResult::without(self.entry, method, key(method), status, why),
            };
            tell(Timed { result, seconds });
        }
    }

    fn judge(&self, method: &Method, key: String, answer: &Answer) -> CaseResult {
        let known = !self.truth.faults.is_empty();
        let name = |line: Line| format!("{}:{}", self.program.files[line.file.0 as usize].name, line.line);
        let looked = answer.dialogue.as_ref().map(|(_, lines)| lines);
        let scored = || {
            let score = score(&answer.ranking, answer.reported, &self.truth);
            looked.map_or(score, |looked| score.after_looking_at(looked, &answer.ranking, &self.truth))
        };
        let found = Found {
            score: known.then(|| scored().into()),
            top: answer.ranking.lines.iter().take(KEPT).map(|r| name(r.line)).collect(),
            reported: answer.reported,
            ranked: answer.ranking.lines.len(),
            code_lines: self.truth.code.len(),
            executed_lines: self.truth.executed.len(),
            run_steps: u64::from(self.session.recorded.recording.duration()),
            reruns: answer.reruns,
            complete: answer.complete,
            dialogue: answer.dialogue.as_ref().map(|(dialogue, _)| *dialogue),
        };
        CaseResult {
            case: self.entry.id.clone(),
            method: method.name(),
            key,
            status: if known { Status::Done } else { Status::NotScored },
            why: self.unscored(),
            case_facts: self.entry.into(),
            found: Some(found),
        }
    }

    /// What is wrong with the faulty lines of the manifest, if something is.
    fn unscored(&self) -> Option<String> {
        let lost: Vec<String> = self.lost.iter().map(|l| format!("{}:{}", l.file, l.line)).collect();
        match (self.entry.fault_lines.is_empty(), lost.is_empty()) {
            (true, _) => Some("the manifest names no faulty line".into()),
            (_, true) => None,
            _ => Some(format!("fault_lines: no code at or after {}", lost.join(", "))),
        }
    }

    fn ask(&mut self, method: &Method, shared: &mut Shared) -> Result<Answer, (Status, String)> {
        Ok(match method {
            Method::Frontier(_, strategy) => self.frontier(strategy.clone(), shared)?,
            Method::Debug(_, strategy) => self.debug(strategy, shared)?,
            Method::DynamicSlice => Answer::of(rank_slice(&self.session, SliceKind::Dynamic)),
            Method::RelevantSlice => Answer::of(rank_slice(&self.session, SliceKind::Relevant)),
            Method::Switch => {
                let found = switch(&mut self.session, EFFORT);
                let ranking = found.ranking();
                let complete = found.tried == found.instances;
                Answer { complete, reruns: found.reruns, ..Answer::all_of(ranking) }
            }
            Method::Replace => {
                let found = replace(&mut self.session, EFFORT);
                let ranking = found.ranking();
                let complete = found.tried == found.instances;
                Answer { complete, reruns: found.reruns, ..Answer::all_of(ranking) }
            }
            Method::Spectrum(formula) => Answer::of(Spectrum::new(shared.tests(self)?).rank(*formula)),
            Method::Mutants(formula) => {
                let mutation = shared.mutation(self)?;
                let complete = mutation.runs.len() == mutation.mutants;
                Answer { complete, reruns: mutation.runs.len() as u64, ..Answer::of(mutation.rank(*formula)) }
            }
        })
    }

    /// Narrowing by frontiers, as `explain` does it.
    fn frontier(&mut self, strategy: Strategy, shared: &mut Shared) -> Result<Answer, (Status, String)> {
        let groundwork = shared.groundwork(self)?;
        let before = self.session.effort.reruns;
        let left = EFFORT.saturating_sub(groundwork.spent());
        self.session.budget.instructions = self.session.effort.instructions + left;
        let explanation = explain_on(&mut self.session, groundwork, &Options { strategy, ..Options::default() });
        let line = |s: &Suspect| line_of_statement(&self.program, s.statement);
        let evident = explanation.suspects.iter().filter(|s| s.evidence.iter().any(|e| *e != Evidence::Near));
        let evident: BTreeSet<Line> = evident.filter_map(line).collect();
        Ok(Answer {
            ranking: Ranking::ordered(explanation.suspects.iter().filter_map(line)),
            reported: evident.len(),
            reruns: self.session.effort.reruns - before,
            complete: self.session.may_go_on(),
            dialogue: None,
        })
    }

    /// The tests of the case, the failing run among them.
    pub(crate) fn tests(&self) -> Result<Tests, (Status, String)> {
        let entry = self.entry;
        let failing = CaseRun { name: "the failing run".into(), ..entry.trial.clone() };
        let same = |t: &&CaseRun| t.argv == failing.argv && t.stdin == failing.stdin && t.files == failing.files;
        let others = entry.tests.iter().filter(|t| !same(t));
        let test = |trial: &CaseRun| Test {
            name: trial.name.clone(),
            case: trial.case(&entry.program_name()),
            expectation: trial.expectation(),
        };
        let tests = Tests::run(self.program.clone(), others.chain([&failing]).map(test).collect(), limits(entry));
        match tests.runs.iter().any(|r| r.passed) {
            true => Ok(tests),
            false => Err((Status::NoTests, "no test passes".into())),
        }
    }
}

impl Answer {
    /// A ranking whose report are the lines that nothing is more suspicious than.
    fn of(ranking: Ranking) -> Self {
        let reported = ranking.groups().next().map_or(0, <[_]>::len);
        Answer { reported, ..Answer::all_of(ranking) }
    }

    /// A ranking that is the report as a whole.
    fn all_of(ranking: Ranking) -> Self {
        Answer { reported: ranking.lines.len(), ranking, reruns: 0, complete: true, dialogue: None }
    }
}

/// The failing run of a case, recorded.
pub(crate) fn failing_run(entry: &Entry, program: &Arc<Program>) -> Result<Session, (Status, String)> {
    let case = entry.trial.case(&entry.program_name());
    let question = Question::new(program, entry.trial.expectation());
    Session::new(program.clone(), case, limits(entry), question).map_err(|no| match no {
        SessionError::DidNotFail | SessionError::NoAssertionFailure(_) => (Status::DoesNotFail, String::new()),
        SessionError::Unsupported(error) => (Status::Unsupported, error.to_string()),
        SessionError::NotJudged | SessionError::NothingRan(_) | SessionError::Interrupted => {
            (Status::DoesNotFail, "it failed before its first statement".into())
        }
    })
}

pub(crate) fn limits(entry: &Entry) -> Limits {
    Limits { steps: entry.budget.unwrap_or(BUDGET), memory: MEMORY, ..Limits::default() }
}
