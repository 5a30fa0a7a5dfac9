//! `whydunit cc`: clang with our flags.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// The compiler whose bitcode we read.
pub(crate) const CLANG: &str = "clang-19";

/// Everything is passed on to clang.
#[derive(clap::Args)]
pub(crate) struct CcArgs {
    /// Arguments for clang
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

/// Flags that come after the user's so that they win:
/// - no optimisation: a store is an assignment, a conditional branch is a decision;
/// - the bitcode goes into the object file; value names stay;
/// - lifetime markers even at -O0, which clang emits for the address sanitizer and which we need to detect
///   accesses to locals outside their scope;
/// - old C compiles as it does with gcc 12;
/// - no warnings when these flags do not apply (assembler files).
const OURS: &[&str] = &[
    "--start-no-unused-arguments",
    "-O0",
    "-g",
    "-fno-discard-value-names",
    "-Xclang",
    "-fembed-bitcode=all",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-U_FORTIFY_SOURCE",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-unknown-warning-option",
    "--end-no-unused-arguments",
];

/// Link-time optimisation would drop the embedded bitcode; all other flags of the user are kept.
fn is_kept(arg: &OsString) -> bool {
    !arg.to_str().is_some_and(|a| a.starts_with("-flto") || a.starts_with("-fembed-bitcode"))
}

pub(crate) fn run(args: &CcArgs) -> ExitCode {
    let mut command = Command::new(CLANG);
    command.args(args.args.iter().filter(|a| is_kept(a)));
    // Queries about the compiler itself (`--version`) must not get our flags.
    if !args.args.is_empty() {
        command.args(OURS);
    }
    let error = command.exec();
    if error.kind() == std::io::ErrorKind::NotFound {
        return crate::complain(format_args!(
            "{CLANG} is not installed; on Debian: apt-get install {CLANG} llvm-19 (or `make setup` in Whydunit's source)"
        ));
    }
    crate::complain(format_args!("cannot run {CLANG}: {error}"))
}
