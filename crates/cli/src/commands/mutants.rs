//! `whydunit mutants`: ranks lines by the tests whose results their mutants change.

use std::process::ExitCode;

use whydunit_locate::methods::{MutationFormula, mutation};

use crate::case_args::number;
use crate::tests_args::TestsArgs;

/// Ranks lines by how mutants of them change test results.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 ranked, 1 our error, 2 usage, 3 no test fails. Formulas: docs/methods.md.")]
pub(crate) struct MutantsArgs {
    /// The formula for the score of a line
    #[arg(long, value_name = "NAME", default_value = "muse", value_parser = ["muse", "metallaxis"])]
    formula: String,
    /// Limit the instructions of all mutants
    #[arg(long, value_name = "N", value_parser = number, default_value = "10G")]
    effort: u64,
    #[command(flatten)]
    tests: TestsArgs,
}

pub(crate) fn run(args: &MutantsArgs) -> ExitCode {
    let mut tests = match args.tests.run() {
        Ok(tests) => tests,
        Err(code) => return code,
    };
    let found = mutation(&mut tests, args.effort);
    let formula = MutationFormula::ALL.into_iter().find(|f| f.name() == args.formula).unwrap_or(MutationFormula::Muse);
    let note = format!("{} of {} mutants run, {} instructions", found.runs.len(), found.mutants, found.steps);
    args.tests.show(&tests, "mutants", formula.name(), &found.rank(formula), vec![note])
}
