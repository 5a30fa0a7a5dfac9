//! `whydunit explain`: find the cause of a failing run.

use std::path::PathBuf;
use std::process::ExitCode;

use whydunit_locate::{NoSession, Session, frontier};
use whydunit_report::{SourceText, render_explanation, render_unsupported};
use whydunit_trace::Expectation;

use crate::case_args::CaseArgs;
use crate::terminal::answer;

/// Runs a failing program and says why it failed.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 explained, 1 our error, 2 usage, 3 the run did not fail, 4 not settled.")]
pub(crate) struct ExplainArgs {
    /// Standard output should have been the contents of this file
    #[arg(long, value_name = "FILE")]
    expect_stdout: Option<PathBuf>,
    /// Standard output should have been this text (\n is a line end)
    #[arg(short = 'e', long, value_name = "TEXT", conflicts_with = "expect_stdout")]
    expect: Option<String>,
    /// The exit status should have been this
    #[arg(long, value_name = "N")]
    expect_exit: Option<i32>,
    /// Also show the frontiers
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    case: CaseArgs,
}

pub(crate) fn run(args: &ExplainArgs) -> ExitCode {
    let (program, case) = match args.case.prepare() {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let mut expectation = Expectation { exit: args.expect_exit, ..Expectation::default() };
    if let Some(file) = &args.expect_stdout {
        match std::fs::read(file) {
            Ok(bytes) => expectation.stdout = Some(bytes),
            Err(error) => {
                tell!("whydunit: error: --expect-stdout {}: {error}", file.display());
                return ExitCode::from(2);
            }
        }
    }
    if let Some(text) = &args.expect {
        expectation.stdout = Some(text.replace("\\n", "\n").into_bytes());
    }
    let mut sources = SourceText::default();
    let mut session = match Session::new(program.clone(), case, args.case.limits(), expectation) {
        Ok(session) => session,
        Err(NoSession::DidNotFail) => {
            tell!("whydunit: the run did not fail: it ended as expected (say what was expected with -e or --expect-…)");
            return ExitCode::from(3);
        }
        Err(NoSession::Unsupported(error)) => {
            tell_text!(render_unsupported(&program, &error, &mut sources, false));
            return ExitCode::from(1);
        }
    };
    let findings = frontier(&mut session);
    let code = ExitCode::from(if findings.suspects.is_empty() { 4 } else { 0 });
    answer(&render_explanation(&mut session, &findings, &mut sources, args.verbose), code)
}
