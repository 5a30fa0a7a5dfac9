//! `whydunit shrink`: a smaller input with the same failure.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use whydunit_locate::{NoShrink, Oracle, Shrunk, shrink};
use whydunit_report::{render_shrunk, shrunk_json};

use crate::case_args::CaseArgs;
use crate::complain;
use crate::inquiry_args::unsupported;
use crate::terminal::answer;

/// Finds a smaller input with the same failure: same kind, same line.
///
/// Removes lines, tokens and bytes from standard input, arguments and files given with --file.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 done, 1 our error, 2 usage, 3 the run did not fail.")]
pub(crate) struct ShrinkArgs {
    /// A correct version of the program, which defines the expected output, exit status and files; without
    /// it, only crashes, hangs and --expect-exit count as failures
    #[arg(long, value_name = "PROGRAM")]
    reference: Option<PathBuf>,
    /// Compare standard error with the correct version, too
    #[arg(long, requires = "reference")]
    compare_stderr: bool,
    /// The expected exit status of every run
    #[arg(long, value_name = "N", conflicts_with = "reference")]
    expect_exit: Option<i32>,
    /// Limit the number of runs
    #[arg(long, value_name = "N", default_value_t = 5000)]
    runs: u64,
    /// Write the smaller case here: `stdin`, `arguments` (one per line), `files/`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    case: CaseArgs,
}

pub(crate) fn run(args: &ShrinkArgs) -> ExitCode {
    let (program, case) = match args.case.prepare() {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let oracle = match &args.reference {
        None => Oracle::Itself { exit: args.expect_exit },
        Some(path) => match whydunit_bitcode::load(path, whydunit_world::RUNTIME) {
            Ok(reference) => Oracle::Reference { program: Arc::new(reference), stderr: args.compare_stderr },
            Err(error) => return complain(error),
        },
    };
    let shrunk = match shrink(&program, &case, args.case.limits(), &oracle, args.runs) {
        Ok(shrunk) => shrunk,
        Err(NoShrink::DidNotFail) => {
            tell!("whydunit: the run did not fail (a wrong result needs --reference or --expect-exit)");
            return ExitCode::from(3);
        }
        Err(NoShrink::Unsupported(error)) => return unsupported(&program, &error),
        Err(NoShrink::NoReference(how)) => return complain(format_args!("--reference: {how} ")),
    };
    if let Some(out) = &args.out
        && let Err(error) = write(out, &shrunk, &case.cwd)
    {
        return complain(format_args!("{}: {error}", out.display()));
    }
    let text = match args.json {
        true => shrunk_json(&program, &case, &shrunk),
        false => render_shrunk(&program, &case, &shrunk),
    };
    answer(&text, ExitCode::SUCCESS)
}

fn write(out: &Path, shrunk: &Shrunk, cwd: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(out)?;
    std::fs::write(out.join("stdin"), shrunk.case.stdin.whole())?;
    let lines = shrunk.case.args.iter().skip(1).flat_map(|a| a.iter().copied().chain([b'\n']));
    std::fs::write(out.join("arguments"), lines.collect::<Vec<u8>>())?;
    for (path, bytes) in &shrunk.case.files {
        let name = path.strip_prefix(cwd).or_else(|_| path.strip_prefix("/")).unwrap_or(path);
        let target = out.join("files").join(name);
        target.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(target, bytes.as_slice())?;
    }
    Ok(())
}
