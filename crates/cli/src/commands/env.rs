//! `whydunit env`: settings for a build system.

use std::process::ExitCode;

use crate::terminal::answer;

/// Prints lines for `eval` in a shell.
#[derive(clap::Args)]
#[command(after_help = "Use:  eval \"$(whydunit env)\"; ./configure && make")]
pub(crate) struct EnvArgs {}

pub(crate) fn run(_args: &EnvArgs) -> ExitCode {
    let me = std::env::current_exe().map_or_else(|_| "whydunit".into(), |p| p.display().to_string());
    let lines =
        format!("export CC='{me} cc'\nexport AR=llvm-ar-19\nexport RANLIB=llvm-ranlib-19\nexport NM=llvm-nm-19\n");
    answer(&lines, ExitCode::SUCCESS)
}
