//! The option that names trusted code.

use std::process::ExitCode;

use whydunit_locate::Trust;
use whydunit_program::Program;

use crate::inquiry_args::usage;

/// The code that is trusted besides the C library.
#[derive(clap::Args)]
#[command(next_help_heading = "Trusted code")]
pub(crate) struct TrustArgs {
    /// Trust a function, file or directory: it has no faults, and only calls of it are shown
    #[arg(long = "trust", value_name = "NAME")]
    names: Vec<String>,
}

impl TrustArgs {
    /// The trusted functions of the program. For an unknown name prints the message and returns the exit code.
    pub(crate) fn of(&self, program: &Program) -> Result<Trust, ExitCode> {
        Trust::new(program, &self.names)
            .map_err(|name| usage(format!("--trust {name}: no function, file or directory of that name has code")))
    }
}
