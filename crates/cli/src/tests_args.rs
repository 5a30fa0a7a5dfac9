//! Options of the commands that need tests: the program, its tests, the form of the ranking.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use whydunit_locate::Ranking;
use whydunit_locate::methods::{Test, Tests};
use whydunit_machine::Limits;
use whydunit_report::{RankingView, SourceText, ranking_json, render_ranking};
use whydunit_suite::CaseRun;

use crate::case_args::number;
use crate::complain;
use crate::terminal::answer;

/// A program and its tests.
#[derive(clap::Args)]
pub(crate) struct TestsArgs {
    /// Tests: a file of JSON objects, one per line (docs/manifest.md)
    #[arg(long, value_name = "FILE")]
    tests: PathBuf,
    /// Stop a test after this many instructions: it has failed
    #[arg(long, value_name = "N", value_parser = number, default_value = "100M")]
    budget: u64,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    /// Show all lines, however many
    #[arg(long)]
    all: bool,
    /// The program
    #[arg(last = true, required = true)]
    program: PathBuf,
}

/// Lines shown without `--all`.
const MAX_LINES: usize = 20;

impl TestsArgs {
    /// Runs all tests. On an error prints the message and returns the exit code.
    pub(crate) fn run(&self) -> Result<Tests, ExitCode> {
        let trials = CaseRun::read(&self.tests).map_err(complain)?;
        let program = whydunit_bitcode::load(&self.program, whydunit_world::RUNTIME).map_err(complain)?;
        let name = self.program.display().to_string();
        let test = |t: &CaseRun| Test { name: t.name.clone(), case: t.case(&name), expectation: t.expectation() };
        let limits = Limits { steps: self.budget, ..Limits::default() };
        let tests = Tests::run(Arc::new(program), trials.iter().map(test).collect(), limits);
        if tests.runs.iter().all(|run| run.passed) {
            tell!("whydunit: no test fails: there is nothing to rank");
            return Err(ExitCode::from(3));
        }
        Ok(tests)
    }

    /// Prints a ranking.
    pub(crate) fn show(
        &self,
        tests: &Tests,
        method: &str,
        formula: &str,
        ranking: &Ranking,
        notes: Vec<String>,
    ) -> ExitCode {
        let passed = tests.runs.iter().filter(|run| run.passed).count() as u32;
        let failed = tests.runs.len() as u32 - passed;
        let unsupported = tests.unsupported.iter().map(|(name, what)| format!("left out: {name}: {what}"));
        let view = RankingView {
            program: &tests.index.program,
            method,
            formula,
            ranking,
            tests: (failed, passed),
            notes: notes.into_iter().chain(unsupported).collect(),
            most: if self.all { usize::MAX } else { MAX_LINES },
        };
        let mut sources = SourceText::default();
        let text = if self.json { ranking_json(&view, &mut sources) } else { render_ranking(&view, &mut sources) };
        answer(&text, ExitCode::SUCCESS)
    }
}
