//! From options to a session: a failing run, recorded.

use std::process::ExitCode;

use whydunit_locate::{NoSession, Session, Watch};
use whydunit_report::{SourceText, render_unsupported};

use crate::case_args::CaseArgs;
use crate::oracle_args::OracleArgs;

/// A run that takes longer than so many instructions hangs, unless the user says otherwise.
const HANG: u64 = 500_000_000;

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
        self.watched(Watch::default())
    }

    /// Likewise, while somebody waits.
    pub(crate) fn watched(&self, watch: Watch) -> Result<Session, ExitCode> {
        let (program, case) = self.case.prepare()?;
        let expectation = self.oracle.expectation(&case.cwd).map_err(|message| {
            tell!("whydunit: error: {message}");
            ExitCode::from(2)
        })?;
        let (limits, judge) = (self.case.limits_up_to(HANG), self.oracle.judge());
        let session = Session::watched(program.clone(), case, limits, expectation, judge, watch);
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
