//! All our C test programs, each with its input.

#[path = "../../../cli/tests/directives/mod.rs"]
#[allow(dead_code)] // options are for the command
mod directives;

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use directives::{Directives, find, words};
use whydunit_machine::{Channel, Limits, Machine, SymbolicInput};
use whydunit_program::{Callee, Inst, Program};
use whydunit_trace::{ProgramIndex, Recording, Time, record};
use whydunit_world::{Case, Posix};

use crate::programs::compile_files;

/// Longer runs are truncated after this many instructions; with `CONCOLIC=all` later.
const STEPS: u64 = 100_000;
/// Memory limit of a run.
const MEMORY: u64 = 64 << 20;

/// Instants per run whose values become symbols.
const SYMBOLS: usize = 40;

/// A program and its case.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) program: Arc<Program>,
    pub(crate) case: Case,
    instants: OnceLock<Vec<u64>>,
}

impl Subject {
    /// The run before its first instruction.
    pub(crate) fn start(&self, case: Case) -> Option<Machine<Posix>> {
        Machine::new(self.program.clone(), Posix::new(case), limits()).ok()
    }

    /// Instants, spread over the run, at which a value can be a symbol.
    pub(crate) fn instants(&self) -> &[u64] {
        // A value read from a file is no input of the case.
        if self.reads_file() {
            return &[];
        }
        self.instants.get_or_init(|| {
            let index = Arc::new(ProgramIndex::new(self.program.clone()));
            let recorded = self.start(self.case.clone()).and_then(|start| record(start, index, |_| true).ok());
            recorded.map_or(Vec::new(), |recorded| spread(&recorded.recording))
        })
    }

    /// Is there input that can vary?
    pub(crate) fn has_input(&self) -> bool {
        let typed = self.case.args.len() > 1 || self.case.stdin.bytes().is_some_and(|bytes| !bytes.is_empty());
        typed || self.reads_file()
    }

    /// Is the input in a file?
    pub(crate) fn reads_file(&self) -> bool {
        !self.case.files.is_empty()
    }

    /// Makes all input symbolic.
    pub(crate) fn all_input(&self, machine: &mut Machine<Posix>) -> SymbolicInput {
        let mut number = |path: &PathBuf| match machine.world.channel_of(path) {
            Some(Channel::File(number)) => number,
            other => panic!("{}: {} is {other:?}", self.name, path.display()),
        };
        SymbolicInput { stdin: true, arguments: true, files: self.case.files.keys().map(&mut number).collect() }
    }
}

/// Limits of the runs.
pub(crate) fn limits() -> Limits {
    let steps = if everything() { STEPS * 3 } else { STEPS };
    Limits { steps, memory: MEMORY, ..Limits::default() }
}

/// Is the long version of the tests requested?
pub(crate) fn everything() -> bool {
    std::env::var("CONCOLIC").is_ok_and(|v| v == "all")
}

/// Instants with a value, at equal distances.
fn spread(recording: &Recording) -> Vec<u64> {
    let distance = (recording.duration().index() / SYMBOLS).max(1);
    let symbolic = |&time: &Time| {
        let Some(position) = recording.position(time) else { return false };
        match recording.inst(position) {
            Inst::Call { site } => {
                let function = recording.index.program.function(position.function);
                matches!(function.calls[site as usize].callee, Callee::External(_))
            }
            inst => inst.defs().is_some() || matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. }),
        }
    };
    let first = |from: Time| from.until(recording.duration()).take(distance).find(symbolic);
    Time::FIRST.until(recording.duration()).step_by(distance).filter_map(first).map(u64::from).collect()
}

/// Every program below `tests`, compiled once.
pub(crate) static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = Vec::new();
    find(&root, &mut files);
    files.sort();
    assert!(files.len() > 350, "the C tests were not found");
    let only = std::env::var("CONCOLIC_ONLY").unwrap_or_default();
    files.retain(|file| file.display().to_string().contains(&only));
    let name = |file: &Path| file.strip_prefix(&root).unwrap_or(file).display().to_string();
    let mut subjects: Vec<Subject> = files.iter().map(|file| subject(file, name(file))).collect();
    subjects.extend(files.iter().filter_map(|file| from_file(file, name(file))));
    subjects
});

/// A program of `tests/symbolic` whose standard input is replaced by a file.
fn from_file(file: &Path, name: String) -> Option<Subject> {
    let (_, input) = wanted(file)?;
    if !std::fs::read_to_string(file).ok()?.contains("stdin") {
        return None;
    }
    let before = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/subjects/from_file.h");
    let flags = [Directives::read(file).flags, vec!["-include".into(), before.display().to_string()]].concat();
    let program = compile_files(&[file.to_path_buf()], &flags);
    let files = [(PathBuf::from("/given/input"), Arc::new(input))].into();
    let case = Case { args: vec![b"prog".to_vec()], cwd: cwd(), files, ..Case::default() };
    Some(Subject { name: format!("{name} from a file"), program, case, instants: OnceLock::new() })
}

/// A directory of our own: other tests use the root of the virtual machine.
fn cwd() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/subjects")
}

fn subject(file: &Path, name: String) -> Subject {
    let directives = Directives::read(file);
    let beside = directives.with.iter().chain(&directives.archive).map(|part| file.with_file_name(part));
    let files: Vec<PathBuf> = std::iter::once(file.to_path_buf()).chain(beside).collect();
    let program = compile_files(&files, &directives.flags);
    let (args, stdin) = asked(file).or_else(|| wanted(file)).unwrap_or((directives.args, directives.stdin));
    let args = std::iter::once(b"prog".to_vec()).chain(args.into_iter().map(String::into_bytes)).collect();
    let env = directives.env.into_iter().map(|(name, value)| (name.into_bytes(), value.into_bytes())).collect();
    let case = Case { args, env, stdin: stdin.into(), cwd: cwd(), ..Case::default() };
    Subject { name, program, case, instants: OnceLock::new() }
}

/// Arguments and standard input of the first question in the file of answers beside a program.
fn asked(file: &Path) -> Option<(Vec<String>, Vec<u8>)> {
    let answers = std::fs::read_to_string(file.with_extension("answers")).ok()?;
    let (before, after) = answers.lines().next()?.split_once(" -- ./")?;
    let command = after.split('|').next()?;
    let echoed = before.strip_prefix("$ echo ").and_then(|b| b.split_once(" | "));
    Some((words(command)[1..].to_vec(), echoed.map_or(Vec::new(), |(text, _)| format!("{text}\n").into_bytes())))
}

/// Input of the length given in the first line of a program in `tests/symbolic`.
fn wanted(file: &Path) -> Option<(Vec<String>, Vec<u8>)> {
    let text = std::fs::read_to_string(file).ok()?;
    let (_, length) = text.lines().next()?.split_once("reachable over ")?;
    Some((Vec::new(), vec![b'0'; length.split(' ').next()?.parse().ok()?]))
}
