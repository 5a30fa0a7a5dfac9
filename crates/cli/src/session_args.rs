//! Options of the methods, and the session for them: a failing run, recorded.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use whydunit_locate::{Monitor, NoAssertionFailure, Question, Session, SessionError};
use whydunit_machine::{Limits, Outcome};
use whydunit_program::Program;
use whydunit_report::{describe_failure, render_not_asserted};
use whydunit_world::Case;

use crate::case_args::CaseArgs;
use crate::complain;
use crate::inquiry_args::{unsupported, usage};
use crate::oracle_args::OracleArgs;
use crate::trust_args::TrustArgs;

/// Without `--budget`, a run of more instructions counts as hanging.
const MAX_INSTRUCTIONS: u64 = 500_000_000;

/// The run, its expectation, and the code that is trusted.
#[derive(clap::Args)]
pub(crate) struct SessionArgs {
    #[command(flatten)]
    oracle: OracleArgs,
    #[command(flatten)]
    trust: TrustArgs,
    #[command(flatten)]
    case: CaseArgs,
}

impl SessionArgs {
    /// Runs and records the program, which should fail. On an error prints the message and returns the exit code.
    pub(crate) fn session(&self) -> Result<Session, ExitCode> {
        self.monitored(Monitor::default())
    }

    /// As [`SessionArgs::session`], with progress shown to a waiting user.
    pub(crate) fn monitored(&self, monitor: Monitor) -> Result<Session, ExitCode> {
        let (program, case) = self.case.prepare()?;
        self.begin(program, case, monitor)
    }

    /// As [`SessionArgs::monitored`], when the user talks to us on standard input: the program can read only the file
    /// of `--stdin`.
    pub(crate) fn dialogue(&self, monitor: Monitor) -> Result<Session, ExitCode> {
        let (program, mut case) = self.case.prepare()?;
        self.case.keep_stdin(&mut case);
        self.begin(program, case, monitor)
    }

    /// The program's file.
    pub(crate) fn program_file(&self) -> PathBuf {
        self.case.program()
    }

    /// The file that is the program's standard input, if one was named.
    pub(crate) fn stdin_file(&self) -> Option<&Path> {
        self.case.stdin_file()
    }

    /// Another version of the program, with the same case and limits.
    pub(crate) fn version(&self, file: &Path) -> Result<(Arc<Program>, Case, Limits), ExitCode> {
        let mut case = self.case.case().map_err(usage)?;
        self.case.keep_stdin(&mut case);
        let program = whydunit_bitcode::load(file, whydunit_world::RUNTIME).map_err(complain)?;
        Ok((Arc::new(program), case, self.case.limits_up_to(MAX_INSTRUCTIONS)))
    }

    fn begin(&self, program: Arc<Program>, case: Case, monitor: Monitor) -> Result<Session, ExitCode> {
        let expectation = self.oracle.expectation(&case.cwd).map_err(usage)?;
        let question = Question { expectation, judge: self.oracle.judge(), trust: self.trust.of(&program)?, monitor };
        let limits = self.case.limits_up_to(MAX_INSTRUCTIONS);
        begin(program, case, limits, question, "say what was expected with -e or --expect-…")
    }
}

/// Begins a session. On an error prints the message and returns the exit code.
pub(crate) fn begin(
    program: Arc<Program>,
    case: Case,
    limits: Limits,
    question: Question,
    hint: &str,
) -> Result<Session, ExitCode> {
    Session::new(program.clone(), case, limits, question).map_err(|no| match no {
        SessionError::DidNotFail => {
            tell!("whydunit: the run did not fail: it ended as expected ({hint})");
            ExitCode::from(3)
        }
        SessionError::Unsupported(error) => unsupported(&program, &error),
        SessionError::NoAssertionFailure(not @ NoAssertionFailure::Holds(_)) => {
            tell!("whydunit: {}", render_not_asserted(&not));
            ExitCode::from(3)
        }
        SessionError::NoAssertionFailure(not) => usage(render_not_asserted(&not)),
        SessionError::NotJudged => usage(
            "--oracle cannot tell whether the run was right: the command must end with 0 (right) or 1 (wrong); try it \
             in a shell",
        ),
        SessionError::NothingRan(outcome) => {
            let what = match &outcome {
                Outcome::Failed(failure) => describe_failure(&program, failure),
                _ => "a limit was reached".into(),
            };
            complain(format_args!("the run failed before the first statement of the program: {what}"))
        }
        SessionError::Interrupted => interrupted(),
    })
}

/// Reports that the recording was interrupted, so that there is no run to ask about.
pub(crate) fn interrupted() -> ExitCode {
    tell!("whydunit: interrupted before the failing run was recorded: nothing is known yet");
    ExitCode::from(4)
}
