//! The inputs that some methods need besides the failing run, taken from a manifest's entry.

use std::path::Path;
use std::sync::Arc;

use whydunit_locate::methods::{NotRun, Supply, Test, Tests};
use whydunit_locate::{Question, Session, SessionError};
use whydunit_machine::Limits;
use whydunit_program::Program;
use whydunit_world::Case;

use crate::build::reference_of;
use crate::case_run::CaseRun;
use crate::entry::Entry;
use crate::result::Status;

/// Instructions of a run without a budget in the manifest.
const BUDGET: u64 = 20_000_000;
/// Bytes of memory a program may use.
const MEMORY: u64 = 1 << 30;

/// An entry whose program is built.
pub(crate) struct BuiltEntry<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) program: Arc<Program>,
    pub(crate) executable: &'a Path,
}

impl BuiltEntry<'_> {
    pub(crate) fn limits(&self) -> Limits {
        Limits { steps: self.entry.budget.unwrap_or(BUDGET), memory: MEMORY, ..Limits::default() }
    }

    fn case(&self) -> Case {
        self.entry.trial.case(&self.entry.program_name())
    }
}

impl Supply for BuiltEntry<'_> {
    fn failing_run(&mut self) -> Result<Session, NotRun> {
        let question = Question::new(&self.program, self.entry.trial.expectation());
        Session::new(self.program.clone(), self.case(), self.limits(), question).map_err(|no| match no {
            SessionError::DidNotFail | SessionError::NoAssertionFailure(_) => NotRun::NoFailure(String::new()),
            SessionError::Unsupported(error) => NotRun::Unsupported(error.to_string()),
            SessionError::NotJudged | SessionError::NothingRan(_) | SessionError::Interrupted => {
                NotRun::NoFailure("it failed before its first statement".into())
            }
        })
    }

    fn tests(&mut self) -> Result<Tests, NotRun> {
        let entry = self.entry;
        let failing = CaseRun { name: "the failing run".into(), ..entry.trial.clone() };
        let same = |t: &&CaseRun| t.argv == failing.argv && t.stdin == failing.stdin && t.files == failing.files;
        let others = entry.tests.iter().filter(|t| !same(t));
        let test = |trial: &CaseRun| Test {
            name: trial.name.clone(),
            case: trial.case(&entry.program_name()),
            expectation: trial.expectation(),
        };
        let tests = Tests::run(self.program.clone(), others.chain([&failing]).map(test).collect(), self.limits());
        match tests.runs.iter().any(|r| r.passed) {
            true => Ok(tests),
            false => Err(NotRun::NoTests("no test passes".into())),
        }
    }

    fn reference(&mut self) -> Result<(Arc<Program>, Case, Limits), NotRun> {
        let program = whydunit_bitcode::load(&reference_of(self.executable), whydunit_world::RUNTIME);
        let program = program.map_err(|e| NotRun::NoReference(e.to_string()))?;
        Ok((Arc::new(program), self.case(), self.limits()))
    }
}

/// The status of a case for which a method could not run, and why.
pub(crate) fn status(not_run: NotRun) -> (Status, String) {
    match not_run {
        NotRun::NoTests(why) => (Status::NoTests, why),
        NotRun::NoReference(why) => (Status::NoReference, why),
        NotRun::NoFailure(why) => (Status::DoesNotFail, why),
        NotRun::Unsupported(why) => (Status::Unsupported, why),
    }
}
