//! The `whydunit` command: arguments, progress, exit codes. It computes nothing itself.
#![forbid(unsafe_code)]

#[macro_use]
mod terminal;

mod case_args;
mod commands;
mod echo;
mod inquiry_args;
mod next_command;
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

use crate::terminal::{ColorWhen, choose_color};

/// Explains why a run of a C program failed.
#[derive(Parser)]
#[command(name = "whydunit", version, about, after_help = EXIT_CODES)]
struct Cli {
    /// Use colours: auto, always or never; auto respects NO_COLOR and CLICOLOR_FORCE
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        display_order = 1000
    )]
    #[arg(value_parser = clap::builder::EnumValueParser::<ColorWhen>::new(), help_heading = "Display")]
    color: ColorWhen,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 an error of whydunit (unreadable file, unsupported function), 2 wrong usage.
`whydunit run` ends with the program's own status; a program that fails ends as a shell would show
it: 134 abort or failed assertion, 136 division, 139 memory error, 124 budget used up.";

#[derive(Subcommand)]
enum Command {
    /// Compile C for whydunit: a drop-in replacement for clang or gcc
    #[command(disable_help_flag = true)]
    Cc(commands::cc::CcArgs),
    /// Print the CC, AR, RANLIB and NM settings for configure, make or CMake
    Env(commands::env::EnvArgs),
    /// Run a program in a virtual machine and report what goes wrong
    Run(commands::run::RunArgs),
    /// Find the cause of a failing run
    Explain(commands::explain::ExplainArgs),
    /// Find the cause of a failing run by answering questions about values
    Debug(commands::debug::DebugArgs),
    /// Show the statements that a failure, or the execution of a line, depends on
    Slice(commands::slice::SliceArgs),
    /// Ask about a run: where a value comes from, why a line ran or did not
    Trace(commands::trace::TraceArgs),
    /// Reverse each decision of a failing run: which one makes the run pass?
    Switch(commands::cures::CuresArgs),
    /// Replace values of a failing run: which value makes the run pass?
    Replace(commands::cures::CuresArgs),
    /// Rank lines by which tests execute them
    Spectrum(commands::spectrum::SpectrumArgs),
    /// Rank lines by how mutants of them change test results
    Mutants(commands::mutants::MutantsArgs),
    /// Find a smaller input with the same failure
    Shrink(commands::shrink::ShrinkArgs),
    /// Measure how well the methods find known faults, over suites of failing cases
    Bench(commands::bench::BenchArgs),
    /// Measure one case; `bench` starts itself with this
    #[command(hide = true)]
    BenchCase(commands::bench::BenchCaseArgs),
    /// Print a program in Whydunit's own IR
    Ir(commands::ir::IrArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    choose_color(cli.color);
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
