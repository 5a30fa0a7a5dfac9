//! `whydunit explain`: find the cause of a failing run.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use whydunit_locate::{ExplanationFacts, Knowledge, Options, Point, Session, SlowLog, Strategy, Unknown, explain};
use whydunit_report::{
    Report, Screen, SourceText, explanation_github, explanation_json, explanation_sarif, page_of_explanation,
    render_explanation, render_html, render_suspects,
};

use crate::case_args::number;
use crate::complain;
use crate::inquiry_args::{paint, point, unknown, unsupported, usage};
use crate::next_command::next_command;
use crate::patience::Patience;
use crate::session_args::SessionArgs;
use crate::terminal::answer;
use crate::writable::{Written, check_writable};

/// Runs a failing program and explains why it failed: suspects, each with a change that was re-executed.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 explained, 1 our error, 2 usage, 3 the run did not fail, 4 no change that was tried helps.\n\
                        Ctrl-C ends the search and reports what is known so far."
)]
pub(crate) struct ExplainArgs {
    /// How to choose the next statements to change
    #[arg(long, value_name = "NAME", default_value = "balanced", value_parser = Strategy::NAMES)]
    #[arg(help_heading = "The search")]
    strategy: String,
    /// The K-th execution of this line (default: every one) is correct
    #[arg(long, value_name = "FILE:LINE[#K]", value_parser = point, help_heading = "The search")]
    right: Vec<Point>,
    /// The K-th execution of this line (default: the last) is wrong
    #[arg(long, value_name = "FILE:LINE[#K]", value_parser = point, help_heading = "The search")]
    wrong: Vec<Point>,
    /// Change only values and decisions, not the program text
    #[arg(long, alias = "no-repairs", help_heading = "The search")]
    no_patches: bool,
    /// Limit the instructions of all reruns (default: 40 times the run, at least 2G)
    #[arg(long, value_name = "N", value_parser = number, help_heading = "The search")]
    effort: Option<u64>,
    /// Stop the search after this many seconds and report what is known so far
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "The search")]
    time_limit: u64,
    /// Also write slow solver queries to this directory, as SMT-LIB
    #[arg(long, value_name = "DIR", help_heading = "The search")]
    solver_log: Option<PathBuf>,
    /// How many milliseconds make a solver query slow
    #[arg(long, value_name = "MS", default_value_t = 100, requires = "solver_log", help_heading = "The search")]
    solver_slow: u64,
    /// Also show the chain from suspect 1 to the failure, what the search left open, and statistics
    #[arg(short, long, help_heading = "The report")]
    verbose: bool,
    /// Show only the suspects, one line each: FILE:LINE: text
    #[arg(short, long, conflicts_with_all = ["verbose", "json", "github"], help_heading = "The report")]
    quiet: bool,
    /// How many suspects to show (default: as many as fit 24 lines)
    #[arg(short = 'n', long, value_name = "N", help_heading = "The report")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    suspects: Option<u32>,
    /// Print the report as JSON (docs/explain.schema.json)
    #[arg(long, help_heading = "The report")]
    json: bool,
    /// Also write the report as SARIF
    #[arg(long, value_name = "FILE", help_heading = "The report")]
    sarif: Option<PathBuf>,
    /// Also write an HTML page: suspects, chain, search steps, and the source with values in the margin
    #[arg(long, value_name = "FILE", help_heading = "The report")]
    html: Option<PathBuf>,
    /// Print the suspects as annotations for a GitHub workflow
    #[arg(long, conflicts_with = "json", help_heading = "The report")]
    github: bool,
    #[command(flatten)]
    session: SessionArgs,
}

pub(crate) fn run(args: &ExplainArgs) -> ExitCode {
    if let Err(code) = check_writable(&[("--sarif", args.sarif.as_deref()), ("--html", args.html.as_deref())]) {
        return code;
    }
    let patience = Patience::begin();
    let mut session = match args.session.monitored(patience.monitor()) {
        Ok(session) => session,
        Err(code) => return code,
    };
    let options = match options(args, &session) {
        Ok(options) => options,
        Err(error) => return unknown(&error),
    };
    if options.known.wrong.iter().any(|time| options.known.right.contains(time)) {
        return usage("--right and --wrong name the same execution of a line: it is one or the other");
    }
    if let Some(effort) = args.effort {
        session.budget.instructions = effort;
    }
    if let Some(directory) = &args.solver_log {
        if let Err(error) = std::fs::create_dir_all(directory) {
            return complain(format_args!("--solver-log {}: {error}", directory.display()));
        }
        let threshold = Duration::from_millis(args.solver_slow);
        session.slow_log = Some(SlowLog { directory: directory.clone(), threshold });
    }
    session.budget.deadline = Some(Instant::now() + Duration::from_secs(args.time_limit));
    let explanation = explain(&mut session, &options);
    let (program, mut sources) = (session.program().clone(), SourceText::default());
    let facts = match ExplanationFacts::gather(&mut session, &explanation) {
        Ok(facts) => facts,
        Err(error) => return unsupported(&program, &error),
    };
    let report = Report::new(&facts, &program, &mut sources);
    patience.end();
    let mut written = Written::default();
    if let Some(file) = &args.sarif {
        written.note("--sarif", file, std::fs::write(file, explanation_sarif(&report)));
    }
    if let Some(file) = &args.html {
        written.note("--html", file, std::fs::write(file, render_html(&page_of_explanation(&report))));
    }
    let text = match (args.json, args.github) {
        (true, _) => explanation_json(&report) + "\n",
        (_, true) => explanation_github(&report),
        _ if args.quiet => render_suspects(&report, args.shown()),
        _ => render_explanation(&report, &screen(args, &report)),
    };
    let code = answer(&text, ExitCode::from(if report.is_settled() { 0 } else { 4 }));
    written.complain().unwrap_or(code)
}

impl ExplainArgs {
    fn shown(&self) -> Option<usize> {
        self.suspects.map(|number| number as usize)
    }
}

/// How the report is shown, with the command to run next.
fn screen(args: &ExplainArgs, report: &Report) -> Screen {
    let is_proven = report.suspects.iter().any(|suspect| suspect.verified);
    let next = match is_proven {
        true => {
            let executed = report.suspects.iter().map(|suspect| &suspect.at).find(|at| at.column > 0);
            let place = executed.or(report.failed.at.as_ref()).map(|at| at.place());
            place.map_or_else(Vec::new, |place| next_command(&["trace", "why"], Some(&place)))
        }
        false => next_command(&["debug"], None),
    };
    Screen { paint: paint(), verbose: args.verbose, suspects: args.shown(), next }
}

fn options(args: &ExplainArgs, session: &Session) -> Result<Options, Unknown> {
    let mut known = Knowledge::default();
    for point in &args.right {
        let instances = session.lines().instances_at(point)?;
        if point.visit.is_none() {
            known.statements.extend(session.statements_of(&instances));
        }
        known.right.extend(instances);
    }
    for point in &args.wrong {
        known.wrong.extend(session.lines().instances_at(point)?.last());
    }
    let strategy = Strategy::named(&args.strategy).unwrap_or_default();
    Ok(Options { strategy, known, no_templates: args.no_patches })
}
