//! `whydunit switch`: predicate switching, which single decision would have made the run right.

use std::process::ExitCode;

use whydunit_locate::baselines::switch;
use whydunit_report::{Cure, Cures, SourceText, cures_json, render_cures};

use crate::case_args::number;
use crate::session_args::SessionArgs;
use crate::terminal::answer;

/// Tries every branch decision the failure depends on the other way, the nearest first.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 found one, 1 our error, 2 usage, 3 the run did not fail, 4 found none.")]
pub(crate) struct SwitchArgs {
    /// Most instructions to spend in reruns
    #[arg(long, value_name = "N", value_parser = number, default_value = "2G")]
    effort: u64,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    session: SessionArgs,
}

pub(crate) fn run(args: &SwitchArgs) -> ExitCode {
    let mut session = match args.session.session() {
        Ok(session) => session,
        Err(code) => return code,
    };
    let found = switch(&mut session, args.effort);
    let cures = Cures {
        method: "switch",
        found: found.critical.iter().map(|c| Cure { time: c.time, change: c.change, distance: c.distance }).collect(),
        instances: found.decisions,
        tried: found.tried,
        reruns: found.reruns,
    };
    let mut sources = SourceText::default();
    let text = match args.json {
        true => cures_json(&session, &cures, &mut sources),
        false => render_cures(&session, &cures, &mut sources),
    };
    answer(&text, ExitCode::from(if cures.found.is_empty() { 4 } else { 0 }))
}
