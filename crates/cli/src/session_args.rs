//! From options to a session: a failing run, recorded.

use std::process::ExitCode;

use whydunit_locate::{NoSession, Session};
use whydunit_report::{SourceText, render_unsupported};

use crate::case_args::CaseArgs;
use crate::oracle_args::OracleArgs;

/// Which run, and what was expected of it.
#[derive(clap::Args)]
pub(crate) struct SessionArgs {
    #[command(flatten)]
    oracle: OracleArgs,
    #[command(flatten)]
    case: CaseArgs,
}

impl SessionArgs {
    /// Runs and records the program, which should fail. On failure of ours the exit code, with everything said.
    pub(crate) fn session(&self) -> Result<Session, ExitCode> {
        let (program, case) = self.case.prepare()?;
        let expectation = self.oracle.expectation(&case.cwd).map_err(|message| {
            tell!("whydunit: error: {message}");
            ExitCode::from(2)
        })?;
        let session = Session::new(program.clone(), case, self.case.limits(), expectation, self.oracle.judge());
        session.map_err(|no| match no {
            NoSession::DidNotFail => {
                tell!(
                    "whydunit: the run did not fail: it ended as expected (say what was expected with -e or --expect-…)"
                );
                ExitCode::from(3)
            }
            NoSession::Unsupported(error) => {
                tell_text!(render_unsupported(&program, &error, &mut SourceText::default(), false));
                ExitCode::from(1)
            }
        })
    }
}
