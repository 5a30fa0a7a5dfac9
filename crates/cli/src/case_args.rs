//! Options that make up a case: input, environment, files, virtual time, budgets.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use whydunit_machine::Limits;
use whydunit_program::Program;
use whydunit_world::{Case, Listener, Stdin};

use crate::{complain, stubs};

/// Options shared by all commands that run a program.
#[derive(clap::Args)]
#[command(next_help_heading = "How the program runs")]
pub(crate) struct CaseArgs {
    /// Read standard input from this file (default: whydunit's own)
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,
    /// Set an environment variable
    #[arg(long = "env", value_name = "NAME=VALUE")]
    env: Vec<OsString>,
    /// Start with an empty environment
    #[arg(long)]
    clear_env: bool,
    /// Working directory of the program
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// Let the program see the host file FILE under PATH
    #[arg(long = "file", value_name = "PATH=FILE")]
    files: Vec<OsString>,
    /// Hide the host file PATH from the program
    #[arg(long = "no-file", value_name = "PATH")]
    absent: Vec<PathBuf>,
    /// Return VALUE from calls of a function that has no code
    #[arg(long = "stub", value_name = "NAME=VALUE")]
    stubs: Vec<String>,
    /// Virtual time at the start, in seconds since 1970
    #[arg(long, value_name = "SECONDS", default_value_t = 1_700_000_000)]
    time: i64,
    /// Virtual process id
    #[arg(long, default_value_t = 4242, value_parser = clap::value_parser!(u32).range(1..=MAX_PID))]
    pid: u32,
    /// Seed of the virtual random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Present the standard streams to the program as a terminal (`run` presents them as they are)
    #[arg(long)]
    tty: bool,
    /// Stop after this many instructions (default: 20G for `run`, 500M for `explain` and `debug`, else 1G)
    #[arg(long, value_name = "N", value_parser = number)]
    budget: Option<u64>,
    /// Limit the program's memory, in bytes
    #[arg(long, value_name = "BYTES", value_parser = number, default_value = "4G")]
    memory: u64,
    /// Limit the program's stack, in bytes
    #[arg(long, value_name = "BYTES", value_parser = number, default_value = "8M")]
    stack: u64,
    /// Limit the program's output, in bytes
    #[arg(long, value_name = "BYTES", value_parser = number, default_value = "1G")]
    output_limit: u64,
    /// The program and its arguments
    #[arg(
        required = true,
        help_heading = "Arguments",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "PROGRAM [ARGS]"
    )]
    command: Vec<OsString>,
}

/// Names and values, in order.
type Environment = Vec<(Vec<u8>, Vec<u8>)>;

/// The highest process id of Linux.
const MAX_PID: i64 = 1 << 22;

/// A count with an optional suffix: k, M, G (powers of 1000).
pub(crate) fn number(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 1_000),
        Some(b'M') => (&text[..text.len() - 1], 1_000_000),
        Some(b'G') => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    let value: u64 = digits.replace('_', "").parse().map_err(|_| "not a number (123, 50k, 20M, 4G)".to_string())?;
    value.checked_mul(factor).ok_or_else(|| "too large".to_string())
}

fn split<'a>(text: &'a OsStr, what: &str) -> Result<(&'a OsStr, &'a OsStr), String> {
    let bytes = text.as_bytes();
    let at = bytes.iter().position(|b| *b == b'=').filter(|&at| at > 0);
    let at = at.ok_or_else(|| format!("{what}, got {text:?}"))?;
    Ok((OsStr::from_bytes(&bytes[..at]), OsStr::from_bytes(&bytes[at + 1..])))
}

impl CaseArgs {
    /// The program's file.
    pub(crate) fn program(&self) -> PathBuf {
        let name = Path::new(&self.command[0]);
        if name.components().count() > 1 || name.exists() {
            return name.to_path_buf();
        }
        // As a shell would: a bare name is looked up in PATH.
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).map(|d| d.join(name)).find(|p| p.is_file()).unwrap_or_else(|| name.to_path_buf())
    }

    /// Connects the program to our own standard streams: it reads input as it arrives, and a stream that is a
    /// terminal for us is one for the program.
    pub(crate) fn converse(&self, case: &mut Case, listener: Listener) {
        if self.stdin.is_none() {
            case.stdin = Stdin::dialogue(listener);
        }
        let ours = [std::io::stdin().is_terminal(), std::io::stdout().is_terminal(), std::io::stderr().is_terminal()];
        if !self.tty {
            case.tty = ours;
            case.tty[0] &= self.stdin.is_none();
        }
    }

    /// The file that is the program's standard input, if one was named.
    pub(crate) fn stdin_file(&self) -> Option<&Path> {
        self.stdin.as_deref()
    }

    /// Keeps our own standard input from the program, because the user talks to us there. It can read only
    /// the file of `--stdin`.
    pub(crate) fn keep_stdin(&self, case: &mut Case) {
        if self.stdin.is_none() {
            case.stdin = Vec::new().into();
        }
    }

    /// Budgets for the machine.
    pub(crate) fn limits(&self) -> Limits {
        self.limits_up_to(20_000_000_000)
    }

    /// As [CaseArgs::limits], with another default for the number of instructions.
    pub(crate) fn limits_up_to(&self, steps: u64) -> Limits {
        Limits { steps: self.budget.unwrap_or(steps), memory: self.memory, stack: self.stack }
    }

    /// The case. The error describes an invalid option.
    pub(crate) fn case(&self) -> Result<Case, String> {
        // A program's arguments may have any form, but its name hardly begins with a dash: that is a mistyped option.
        let name = &self.command[0];
        if name.as_bytes().starts_with(b"-") && !Path::new(name).exists() {
            return Err(format!("unknown option {}; see --help", name.display()));
        }
        let (env, cwd) = (self.environment()?, self.directory()?);
        let stdin = match &self.stdin {
            Some(file) => std::fs::read(file).map_err(|e| format!("--stdin {}: {e}", file.display()))?.into(),
            None => Stdin::host(),
        };
        let mut case =
            Case { env, stdin, time: self.time, pid: self.pid, seed: self.seed, tty: [self.tty; 3], ..Case::default() };
        case.args = self.command.iter().map(|a| a.as_bytes().to_vec()).collect();
        case.output_limit = self.output_limit;
        for entry in &self.files {
            let (path, file) = split(entry, "--file wants PATH=FILE")?;
            let contents = std::fs::read(file).map_err(|e| format!("--file {}: {e}", Path::new(file).display()))?;
            case.files.insert(cwd.join(path), Arc::new(contents));
        }
        case.absent = self.absent.iter().map(|path| cwd.join(path)).collect();
        case.stubs = stubs::parse(&self.stubs)?;
        case.cwd = cwd;
        Ok(case)
    }

    fn environment(&self) -> Result<Environment, String> {
        let mut env = Environment::new();
        if !self.clear_env {
            env.extend(std::env::vars_os().map(|(k, v)| (k.into_vec(), v.into_vec())));
        }
        for entry in &self.env {
            let (name, value) = split(entry, "--env wants NAME=VALUE")?;
            env.retain(|(k, _)| k != name.as_bytes());
            env.push((name.as_bytes().to_vec(), value.as_bytes().to_vec()));
        }
        Ok(env)
    }

    fn directory(&self) -> Result<PathBuf, String> {
        let Some(dir) = &self.cwd else {
            return std::env::current_dir().map_err(|e| format!("no working directory: {e}"));
        };
        let path = std::fs::canonicalize(dir).map_err(|e| format!("--cwd {}: {e}", dir.display()))?;
        if path.is_dir() { Ok(path) } else { Err(format!("--cwd {}: not a directory", dir.display())) }
    }

    /// The program and its case. On an error prints the message and returns the exit code.
    pub(crate) fn prepare(&self) -> Result<(Arc<Program>, Case), ExitCode> {
        let usage = |message: String| {
            tell!("whydunit: error: {message}");
            ExitCode::from(2)
        };
        let case = self.case().map_err(usage)?;
        let program = whydunit_bitcode::load(&self.program(), whydunit_world::RUNTIME).map_err(complain)?;
        stubs::check(&case.stubs, &program).map_err(usage)?;
        Ok((Arc::new(program), case))
    }
}
