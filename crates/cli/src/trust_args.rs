//! The option that says what is not at fault.

use std::process::ExitCode;

use whydunit_locate::Trust;
use whydunit_program::Program;

use crate::inquiry_args::usage;

/// What is taken to be right, besides the C library.
#[derive(clap::Args)]
pub(crate) struct TrustArgs {
    /// Take a function, file or directory to be right: show calls of it, not its inside
    #[arg(long = "trust", value_name = "NAME")]
    names: Vec<String>,
}

impl TrustArgs {
    /// The functions of the program that are meant. On a name that means nothing the exit code, with everything said.
    pub(crate) fn of(&self, program: &Program) -> Result<Trust, ExitCode> {
        Trust::new(program, &self.names)
            .map_err(|name| usage(format!("--trust {name}: no function, file or directory of that name has code")))
    }
}
