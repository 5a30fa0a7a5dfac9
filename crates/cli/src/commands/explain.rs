//! `whydunit explain`: find the cause of a failing run.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use whydunit_locate::{NoSession, Options, Session, Strategy, explain};
use whydunit_report::{Report, SourceText, explanation_json, render_explanation, render_unsupported};

use crate::case_args::{CaseArgs, number};
use crate::oracle_args::OracleArgs;
use crate::terminal::answer;

/// Runs a failing program and says why it failed.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 explained, 1 our error, 2 usage, 3 the run did not fail, 4 not settled.")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    oracle: OracleArgs,
    /// Which frontiers to ask about
    #[arg(long, value_name = "NAME", default_value = "balanced", value_parser = Strategy::NAMES, help_heading = "The search")]
    strategy: String,
    /// Do not try changes of the program text
    #[arg(long, help_heading = "The search")]
    no_repairs: bool,
    /// Most instructions to spend in reruns (default: 40 times the run, at least 2G)
    #[arg(long, value_name = "N", value_parser = number, help_heading = "The search")]
    effort: Option<u64>,
    /// Stop searching after so many seconds and say what is known by then
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "The search")]
    time_limit: u64,
    /// Also show the frontiers
    #[arg(short, long, help_heading = "The report")]
    verbose: bool,
    /// Print the report as JSON (docs/explain.schema.json)
    #[arg(long, help_heading = "The report")]
    json: bool,
    /// Also write the report as SARIF
    #[arg(long, value_name = "FILE", help_heading = "The report")]
    sarif: Option<PathBuf>,
    /// Print the suspects as annotations of a GitHub workflow
    #[arg(long, conflicts_with = "json", help_heading = "The report")]
    github: bool,
    #[command(flatten)]
    case: CaseArgs,
}

pub(crate) fn run(args: &ExplainArgs) -> ExitCode {
    let (program, case) = match args.case.prepare() {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let expectation = match args.oracle.expectation(&case.cwd) {
        Ok(expectation) => expectation,
        Err(message) => {
            tell!("whydunit: error: {message}");
            return ExitCode::from(2);
        }
    };
    let mut sources = SourceText::default();
    let session = Session::new(program.clone(), case, args.case.limits(), expectation, args.oracle.judge());
    let mut session = match session {
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
    if let Some(effort) = args.effort {
        session.allowance.instructions = effort;
    }
    session.allowance.deadline = Some(Instant::now() + Duration::from_secs(args.time_limit));
    let options = Options {
        strategy: Strategy::named(&args.strategy).unwrap_or_default(),
        no_repairs: args.no_repairs,
        ..Options::default()
    };
    let explanation = explain(&mut session, &options);
    let report = Report::new(&mut session, &explanation, &mut sources);
    let text = if args.json { explanation_json(&report) + "\n" } else { render_explanation(&report, args.verbose) };
    answer(&text, ExitCode::from(if report.is_settled() { 0 } else { 4 }))
}
