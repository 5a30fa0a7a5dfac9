//! `whydunit ir`: the program as the machine sees it.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Prints the IR of a program.
#[derive(clap::Args)]
pub(crate) struct IrArgs {
    /// Executable built with `whydunit cc`, or a .bc or .ll file
    program: PathBuf,
}

pub(crate) fn run(args: &IrArgs) -> ExitCode {
    match whydunit_bitcode::load(&args.program, whydunit_world::RUNTIME) {
        Ok(program) => {
            // A closed pipe (`| head`) is no error of ours.
            let _ = write!(std::io::stdout().lock(), "{program}");
            ExitCode::SUCCESS
        }
        Err(error) => crate::complain(error),
    }
}
