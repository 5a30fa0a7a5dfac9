//! `whydunit run`: execute a program in the machine, as it would run natively.

use std::io::IsTerminal;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use whydunit_locate::{heap_origins, name_returned};
use whydunit_machine::{
    Failure, FailureKind, Limit, Limits, Machine, Nobody, Observer, Outcome, Stop, TraceHash, Unsupported,
};
use whydunit_program::Program;
use whydunit_report::{FailureView, PlaceView, SourceText, render_failure, render_place, render_unsupported};
use whydunit_world::{Case, Change, Posix};

use crate::case_args::CaseArgs;
use crate::complain;
use crate::echo::Echo;

/// Runs a program in a virtual machine and reports what goes wrong.
///
/// Standard streams and the exit status are those of the program. It sees the host's files, but cannot change them.
#[derive(clap::Args)]
pub(crate) struct RunArgs {
    /// Print instructions, speed and memory at the end
    #[arg(long)]
    stats: bool,
    /// Print a hash of everything the program did: equal runs have equal hashes
    #[arg(long)]
    trace_hash: bool,
    /// Write the files that the program created or changed to this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    case: CaseArgs,
}

const SIGPIPE: i32 = 13;

/// Instructions between two checks for new output.
const SLICE: u64 = 2_000_000;

pub(crate) fn run(args: &RunArgs) -> ExitCode {
    let (program, mut case) = match args.case.prepare() {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    program.warnings.iter().for_each(|w| tell!("whydunit: warning: {w}"));
    let echo = Arc::new(Echo::default());
    let listener = echo.clone();
    args.case.converse(&mut case, Arc::new(move |said| listener.pass_on(said)));
    let mut session = Session { program, case, echo, limits: args.case.limits(), sources: SourceText::default() };
    let mut hash = TraceHash::default();
    let started = Instant::now();
    let result = match args.trace_hash {
        true => session.execute(&mut hash),
        false => session.execute(&mut Nobody),
    };
    let seconds = started.elapsed().as_secs_f64();
    let (mut machine, ended) = match result {
        Ok(ended) => ended,
        Err(error) => return session.unsupported(&error),
    };
    if survives_natively(&ended) {
        session.echo.last_words(&machine.world.unflushed());
    }
    if args.trace_hash {
        tell!("whydunit: trace hash {:016x}", hash.value());
    }
    if args.stats {
        print_stats(&machine, seconds);
    }
    let extracted = args.out.as_ref().map_or(Ok(()), |dir| extract(&machine.world, dir));
    let code = match ended {
        Ok(outcome) => session.conclude(&outcome, &mut machine),
        Err(error) => session.unsupported(&error),
    };
    extracted.err().or_else(|| session.echo.failure()).map_or(code, complain)
}

type Run = Machine<Posix>;

struct Session {
    program: Arc<Program>,
    case: Case,
    echo: Arc<Echo>,
    limits: Limits,
    sources: SourceText,
}

impl Session {
    fn machine(&self) -> Result<Run, Unsupported> {
        Machine::new(self.program.clone(), Posix::new(self.case.clone()), self.limits)
    }

    /// Executes to the end, passing output on as it appears.
    #[allow(clippy::type_complexity)]
    fn execute<O: Observer>(&self, observer: &mut O) -> Result<(Run, Result<Outcome, Unsupported>), Unsupported> {
        let mut machine = self.machine()?;
        loop {
            let stop = machine.run_until(machine.time() + SLICE, observer);
            let heard = self.echo.pass_on(machine.world.output());
            match stop {
                // Our reader has closed the pipe: natively SIGPIPE would have ended the program.
                Ok(Stop::Paused) if !heard => return Ok((machine, Ok(Outcome::Exited(128 + SIGPIPE)))),
                Ok(Stop::Paused) => {}
                Ok(Stop::Ended(outcome)) => return Ok((machine, Ok(outcome))),
                Err(error) => return Ok((machine, Err(error))),
            }
        }
    }

    fn unsupported(&mut self, error: &Unsupported) -> ExitCode {
        tell_text!(render_unsupported(&self.program, error, &mut self.sources, colour()));
        ExitCode::from(1)
    }

    fn conclude(&mut self, outcome: &Outcome, machine: &mut Run) -> ExitCode {
        match outcome {
            Outcome::Exited(status) => ExitCode::from(*status as u8),
            Outcome::Stopped(limit) => {
                let (what, option) = match limit {
                    Limit::Steps(n) => (format!("{n} instructions"), "--budget"),
                    Limit::Memory(n) => (format!("{n} bytes of memory"), "--memory"),
                    Limit::Output(n) => (format!("{n} bytes of output"), "--output-limit"),
                };
                let title = format!("the budget of {what} is used up (see {option})");
                let view = PlaceView { program: &self.program.clone(), frames: &machine.frames(), colour: colour() };
                tell_text!(render_place(&view, &title, machine, &mut self.sources));
                ExitCode::from(124)
            }
            Outcome::Failed(failure) => {
                // The run was executed before, so a refusal is not expected; the report then only lacks these details.
                let origins = self.machine().and_then(|m| heap_origins(failure, m)).unwrap_or_default();
                let named = self.machine().and_then(|m| name_returned(Failure::clone(failure), m));
                let failure = named.unwrap_or_else(|_| Failure::clone(failure));
                let place = PlaceView { program: &self.program.clone(), frames: &machine.frames(), colour: colour() };
                let view = FailureView { place, failure: &failure, origins: &origins };
                tell_text!(render_failure(&view, machine, &mut self.sources));
                ExitCode::from(status_of(&failure.kind))
            }
        }
    }
}

fn colour() -> bool {
    crate::terminal::is_colourful(std::io::stderr().is_terminal())
}

/// Would the program have continued natively where we stopped it? Then it would have written its buffers;
/// a crash loses them natively, too.
fn survives_natively(ended: &Result<Outcome, Unsupported>) -> bool {
    let failure = match ended {
        Err(_) | Ok(Outcome::Stopped(Limit::Steps(_) | Limit::Memory(_))) => return true,
        Ok(Outcome::Exited(_) | Outcome::Stopped(Limit::Output(_))) => return false,
        Ok(Outcome::Failed(failure)) => failure,
    };
    match &failure.kind {
        FailureKind::Memory(error) => error.object.is_some(),
        FailureKind::UninitialisedBranch
        | FailureKind::UninitialisedOutput
        | FailureKind::UninitialisedStatus
        | FailureKind::UninitialisedAddress
        | FailureKind::Overlap
        | FailureKind::Misuse(_) => true,
        _ => false,
    }
}

/// The status a shell shows for a process that died natively of such a failure.
fn status_of(kind: &FailureKind) -> u8 {
    match kind {
        FailureKind::Signal(number) => 128u8.wrapping_add(*number as u8),
        FailureKind::Assertion { .. } => 134,
        FailureKind::DivisionByZero | FailureKind::DivisionOverflow => 136,
        FailureKind::InvalidFree { .. } => 134,
        _ => 139,
    }
}

fn print_stats(machine: &Run, seconds: f64) {
    let stats = machine.stats();
    let speed = stats.llvm as f64 / seconds.max(1e-9) / 1e6;
    tell!(
        "whydunit: {} LLVM instructions ({} of our own) in {seconds:.3} s: {speed:.1} M/s; {} KiB mapped, {} bytes of heap live; {} snapshots",
        stats.llvm,
        stats.steps,
        stats.memory / 1024,
        stats.heap,
        stats.snapshots
    );
}

/// Writes the files of the run below `dir`.
fn extract(world: &Posix, dir: &Path) -> Result<(), String> {
    for file in world.written_files() {
        let target = dir.join(file.path.strip_prefix("/").unwrap_or(&file.path));
        let fail = |e: std::io::Error| format!("--out: {}: {e}", target.display());
        let parent = target.parent().unwrap_or(dir);
        std::fs::create_dir_all(parent).map_err(fail)?;
        match &file.change {
            Change::File(contents) => std::fs::write(&target, contents).map_err(fail)?,
            Change::Directory => std::fs::create_dir_all(&target).map_err(fail)?,
            Change::Link(to) => {
                std::os::unix::fs::symlink(std::ffi::OsStr::from_bytes(to), &target).map_err(fail)?;
            }
            // A removed file leaves no trace below DIR.
            Change::Removed => {}
            Change::Special => tell!("whydunit: --out: {} is no file; left out", file.path.display()),
        }
    }
    Ok(())
}
