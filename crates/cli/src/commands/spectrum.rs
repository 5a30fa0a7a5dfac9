//! `whydunit spectrum`: lines that failing tests execute and passing ones do not.

use std::process::ExitCode;

use whydunit_locate::methods::{Formula, Spectrum};

use crate::tests_args::TestsArgs;

/// Ranks lines by which tests execute them.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 ranked, 1 our error, 2 usage, 3 no test fails. Formulas: docs/methods.md.")]
pub(crate) struct SpectrumArgs {
    /// The formula for the score of a line
    #[arg(long, value_name = "NAME", default_value = "ochiai",
          value_parser = ["tarantula", "ochiai", "dstar", "op2", "jaccard"])]
    formula: String,
    #[command(flatten)]
    tests: TestsArgs,
}

pub(crate) fn run(args: &SpectrumArgs) -> ExitCode {
    let tests = match args.tests.run() {
        Ok(tests) => tests,
        Err(code) => return code,
    };
    let formula = Formula::ALL.into_iter().find(|f| f.name() == args.formula).unwrap_or(Formula::Ochiai);
    let ranking = Spectrum::new(&tests).rank(formula);
    args.tests.show(&tests, "spectrum", formula.name(), &ranking, Vec::new())
}
