//! `whydunit env`: settings for a build system.

use std::process::ExitCode;

/// Prints lines for `eval` in a shell.
#[derive(clap::Args)]
#[command(after_help = "Use:  eval \"$(whydunit env)\"; ./configure && make")]
pub(crate) struct EnvArgs {}

pub(crate) fn run(_args: &EnvArgs) -> ExitCode {
    let me = std::env::current_exe().map_or_else(|_| "whydunit".into(), |p| p.display().to_string());
    answer!("export CC='{me} cc'");
    answer!("export AR=llvm-ar-19");
    answer!("export RANLIB=llvm-ranlib-19");
    answer!("export NM=llvm-nm-19");
    ExitCode::SUCCESS
}
