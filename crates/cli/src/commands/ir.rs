//! `whydunit ir`: the program as the machine sees it.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::terminal::answer;

/// Prints the IR of a program.
#[derive(clap::Args)]
pub(crate) struct IrArgs {
    /// Executable built with `whydunit cc`, or a .bc or .ll file
    program: PathBuf,
}

pub(crate) fn run(args: &IrArgs) -> ExitCode {
    match whydunit_bitcode::load(&args.program, whydunit_world::RUNTIME) {
        Ok(program) => answer(&program.to_string(), ExitCode::SUCCESS),
        Err(error) => crate::complain(error),
    }
}
