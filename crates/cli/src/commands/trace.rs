//! `whydunit trace`: questions about a recorded run, whether it failed or not.

use std::process::ExitCode;

use whydunit_locate::inquiry::Inquiry;
use whydunit_locate::{Point, Unknown};
use whydunit_report::{
    Answerer, SourceText, history_json, render_history, render_stats, render_why, render_why_not, stats_json, why_json,
    why_not_json,
};

use crate::inquiry_args::{InquiryArgs, paint, point, unknown};
use crate::patience::Patience;
use crate::terminal::answer;

/// Answers questions about a run, whether it failed or not.
#[derive(clap::Args)]
pub(crate) struct TraceArgs {
    #[command(subcommand)]
    question: Question,
}

#[derive(clap::Subcommand)]
enum Question {
    /// Count instructions, lines, calls and bytes
    Stats(StatsArgs),
    /// Show where the value of a variable comes from
    History(HistoryArgs),
    /// Show why a line ran, and where the values it used come from
    Why(WhyArgs),
    /// Show why a line did not run, or did not run a K-th time
    WhyNot(WhyArgs),
}

#[derive(clap::Args)]
struct StatsArgs {
    /// Print JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    inquiry: InquiryArgs,
}

#[derive(clap::Args)]
struct HistoryArgs {
    /// The variable, as `size`, `node->next` or `table[3]`; with FILE:LINE, its value after the K-th execution of
    /// the line (default: the last)
    #[arg(value_name = "VAR[@FILE:LINE[#K]]")]
    variable: String,
    /// Limit the steps to go back
    #[arg(long, value_name = "N", default_value_t = 8)]
    depth: u32,
    /// Also show where the pointers and indices come from that lead to values
    #[arg(long)]
    places: bool,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    inquiry: InquiryArgs,
}

#[derive(clap::Args)]
struct WhyArgs {
    /// The line and its K-th execution (default: the last for why, the first missing one for why-not)
    #[arg(value_name = "FILE:LINE[#K]", value_parser = point)]
    point: Point,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    inquiry: InquiryArgs,
}

pub(crate) fn run(args: &TraceArgs) -> ExitCode {
    let result = match &args.question {
        Question::Stats(args) => stats(args),
        Question::History(args) => history(args),
        Question::Why(args) => why(args),
        Question::WhyNot(args) => why_not(args),
    };
    match result {
        Ok(text) => answer(&text, ExitCode::SUCCESS),
        Err(code) => code,
    }
}

/// Answers a question with `say`, which gets the recorded run.
fn answered(inquiry: &Inquiry, say: impl FnOnce(&mut Answerer<'_>) -> String) -> String {
    let (program, outcome) = (inquiry.program(), &inquiry.observed.outcome);
    let text = say(&mut Answerer { program, outcome, sources: &mut SourceText::default(), paint: paint() });
    // A rerun may reach code that the recorded run never executed.
    if let Some(refusal) = inquiry.refusals().first {
        tell!("whydunit: note: the answer may be incomplete: a rerun could not be finished: {}", refusal.what);
    }
    text
}

/// Records the run, with progress shown on a terminal.
fn recorded(args: &InquiryArgs) -> Result<Inquiry, ExitCode> {
    let patience = Patience::begin();
    let inquiry = args.record(patience.monitor())?;
    patience.end();
    Ok(inquiry)
}

fn refuse(error: Unknown) -> ExitCode {
    unknown(&error)
}

fn stats(args: &StatsArgs) -> Result<String, ExitCode> {
    let inquiry = recorded(&args.inquiry)?;
    let stats = inquiry.stats();
    Ok(answered(&inquiry, |a| if args.json { stats_json(a, &stats) } else { render_stats(a, &stats) }))
}

fn history(args: &HistoryArgs) -> Result<String, ExitCode> {
    let (name, at) = match args.variable.split_once('@') {
        Some((name, at)) => (name, Some(point(at).map_err(crate::inquiry_args::usage)?)),
        None => (args.variable.as_str(), None),
    };
    let mut inquiry = recorded(&args.inquiry)?;
    let named = inquiry.variable(name, at.as_ref()).map_err(refuse)?;
    let history = inquiry.history(named, args.depth, args.places);
    Ok(answered(&inquiry, |a| if args.json { history_json(a, &history) } else { render_history(a, &history) }))
}

fn why(args: &WhyArgs) -> Result<String, ExitCode> {
    let mut inquiry = recorded(&args.inquiry)?;
    let visit = inquiry.lines().visit(&args.point).map_err(refuse)?;
    let why = inquiry.why(visit);
    Ok(answered(&inquiry, |a| if args.json { why_json(a, &why) } else { render_why(a, &why) }))
}

fn why_not(args: &WhyArgs) -> Result<String, ExitCode> {
    let mut inquiry = recorded(&args.inquiry)?;
    let code = inquiry.lines().code(&args.point).map_err(refuse)?;
    let why_not = inquiry.why_not(code, args.point.visit);
    Ok(answered(&inquiry, |a| if args.json { why_not_json(a, &why_not) } else { render_why_not(a, &why_not) }))
}
