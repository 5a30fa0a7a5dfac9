//! The `whydunit` command: arguments, progress, exit codes. It computes nothing itself.
#![forbid(unsafe_code)]

#[macro_use]
mod terminal;

mod case_args;
mod commands;
mod echo;
mod inquiry_args;
mod oracle_args;
mod patience;
mod screen;
mod session_args;
mod stubs;
mod tests_args;
mod trust_args;
mod writable;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tells why a run of a C program failed.
#[derive(Parser)]
#[command(name = "whydunit", version, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 something we cannot do (unreadable file, unsupported function), 2 wrong usage.
`whydunit run` ends with the program's own status; a program that fails ends as a shell would show
it: 134 abort or failed assertion, 136 division, 139 memory error, 124 budget used up.";

#[derive(Subcommand)]
enum Command {
    /// Compile C so that it can be explained: a drop-in for clang or gcc
    #[command(disable_help_flag = true)]
    Cc(commands::cc::CcArgs),
    /// Print the CC, AR, RANLIB and NM settings for configure, make or CMake
    Env(commands::env::EnvArgs),
    /// Run a program in the machine, sealed off from the host
    Run(commands::run::RunArgs),
    /// Find the cause of a failing run
    Explain(commands::explain::ExplainArgs),
    /// Find the cause by answering questions: breakpoints that converge
    Debug(commands::debug::DebugArgs),
    /// Show everything that led to the failure, or to the execution of a line
    Slice(commands::slice::SliceArgs),
    /// Ask about a run: where a value came from, why a line ran or did not
    Trace(commands::trace::TraceArgs),
    /// Try every decision the other way: which one makes the run right?
    Switch(commands::cures::CuresArgs),
    /// Try values from elsewhere: which one makes the run right?
    Replace(commands::cures::CuresArgs),
    /// Rank lines by which tests execute them
    Spectrum(commands::spectrum::SpectrumArgs),
    /// Rank lines by what tests say of their mutants
    Mutants(commands::mutants::MutantsArgs),
    /// Find a smaller input with the same failure
    Shrink(commands::shrink::ShrinkArgs),
    /// Measure how well methods find known faults: whole suites of failing cases
    Bench(commands::bench::BenchArgs),
    /// Measure one case; `bench` starts itself with this
    #[command(hide = true)]
    BenchCase(commands::bench::BenchCaseArgs),
    /// Print a program in Whydunit's own IR
    Ir(commands::ir::IrArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        Command::Cc(args) => commands::cc::run(&args),
        Command::Env(args) => commands::env::run(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Debug(args) => commands::debug::run(&args),
        Command::Slice(args) => commands::slice::run(&args),
        Command::Trace(args) => commands::trace::run(&args),
        Command::Switch(args) => commands::cures::run_switch(&args),
        Command::Replace(args) => commands::cures::run_replace(&args),
        Command::Spectrum(args) => commands::spectrum::run(&args),
        Command::Mutants(args) => commands::mutants::run(&args),
        Command::Shrink(args) => commands::shrink::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::BenchCase(args) => commands::bench::run_case(&args),
        Command::Ir(args) => commands::ir::run(&args),
    }
}

/// Prints an error of ours and gives the exit code for it.
fn complain(message: impl std::fmt::Display) -> ExitCode {
    tell!("whydunit: error: {message}");
    ExitCode::from(1)
}
