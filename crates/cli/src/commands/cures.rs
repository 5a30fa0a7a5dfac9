//! `whydunit switch` and `whydunit replace`: single decisions or values whose change makes the run pass.

use std::process::ExitCode;

use whydunit_locate::Session;
use whydunit_locate::methods::{SingleChanges, replace, switch};
use whydunit_report::{SourceText, cures_json, render_cures};

use crate::case_args::number;
use crate::session_args::SessionArgs;
use crate::terminal::answer;

/// The options of both commands.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 found one, 1 our error, 2 usage, 3 the run did not fail, 4 found none.")]
pub(crate) struct CuresArgs {
    /// Limit the instructions of all reruns
    #[arg(long, value_name = "N", value_parser = number, default_value = "2G")]
    effort: u64,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    session: SessionArgs,
}

/// Predicate switching.
pub(crate) fn run_switch(args: &CuresArgs) -> ExitCode {
    run(args, "switch", switch)
}

/// Value replacement.
pub(crate) fn run_replace(args: &CuresArgs) -> ExitCode {
    run(args, "replace", replace)
}

fn run(args: &CuresArgs, name: &str, method: fn(&mut Session, u64) -> SingleChanges) -> ExitCode {
    let mut session = match args.session.session() {
        Ok(session) => session,
        Err(code) => return code,
    };
    let cures = method(&mut session, args.effort);
    let mut sources = SourceText::default();
    let text = match args.json {
        true => cures_json(session.program(), name, &cures, &mut sources),
        false => render_cures(session.program(), &cures, &mut sources),
    };
    answer(&text, ExitCode::from(if cures.found.is_empty() { 4 } else { 0 }))
}
