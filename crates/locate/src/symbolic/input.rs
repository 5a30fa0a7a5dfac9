//! The exploration subject for symbolic input.

use std::path::PathBuf;
use std::sync::Arc;

use whydunit_machine::{
    Channel, Limits, Machine, Nobody, Origin, Outcome, SymbolicInput, UndefinedBehaviourWatch, Unsupported,
};
use whydunit_program::Program;
use whydunit_terms::Model;
use whydunit_trace::Observed;
use whydunit_world::{Case, Posix};

use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;
use crate::session::refusals::Refusals;
use crate::symbolic::execution::{ExecutedPath, Subject};

/// Judges a run.
pub type Oracle = Box<dyn Fn(&Observed) -> Verdict>;

/// The symbolic parts of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// Standard input.
    pub stdin: bool,
    /// Arguments, without the program's name.
    pub arguments: bool,
    /// The contents of the files of the case, and of the host files that the run reads, except system files.
    pub files: bool,
}

/// A program and a case with symbolic bytes. The number of bytes is fixed.
pub struct Input {
    program: Arc<Program>,
    case: Case,
    limits: Limits,
    input: SymbolicInput,
    /// The files of the case that are symbolic, in the order of their numbers.
    files: Vec<PathBuf>,
    /// The run before its first instruction.
    start: Machine<Posix>,
    oracle: Oracle,
    /// Operations that the machine refused to execute on some paths.
    pub refusals: Refusals,
}

impl Input {
    /// A program with a case whose parts `symbolic` are symbolic.
    pub fn new(
        program: Arc<Program>,
        case: Case,
        limits: Limits,
        symbolic: Symbols,
        oracle: Oracle,
    ) -> Result<Self, Unsupported> {
        let case = if symbolic.files { with_host_files(&program, case, limits)? } else { case };
        let mut start = Machine::new(program.clone(), Posix::new(case.clone()), limits)?;
        let channels = case.files.keys().filter(|_| symbolic.files);
        let channels = channels.filter_map(|path| match start.world.channel_of(path)? {
            Channel::File(number) => Some((path.clone(), number)),
            _ => None,
        });
        let (files, numbers): (Vec<PathBuf>, Vec<u64>) = channels.unzip();
        let input = SymbolicInput { stdin: symbolic.stdin, arguments: symbolic.arguments, files: numbers };
        Ok(Input { program, case, limits, input, files, start, oracle, refusals: Refusals::default() })
    }

    /// The case with these values for its symbolic bytes.
    pub fn case_with(&self, values: &Model) -> Case {
        let mut case = self.case.clone();
        let known = case.stdin.bytes().filter(|_| self.input.stdin);
        let mut stdin = known.unwrap_or_default().to_vec();
        for (key, value) in values.iter() {
            let place = match Origin::from_key(key) {
                Some(Origin::Stdin { offset }) => stdin.get_mut(offset as usize),
                Some(Origin::Argument { index, offset }) => {
                    case.args.get_mut(index as usize).and_then(|a| a.get_mut(offset as usize))
                }
                Some(Origin::File { number, offset }) => {
                    let contents = self.files.get(number as usize).and_then(|path| case.files.get_mut(path));
                    contents.and_then(|bytes| Arc::make_mut(bytes).get_mut(offset as usize))
                }
                _ => None,
            };
            if let Some(byte) = place {
                *byte = value as u8;
            }
        }
        if self.input.stdin {
            case.stdin = stdin.into();
        }
        case
    }

    /// Runs a case without symbols.
    pub fn run_plainly(&self, case: Case) -> Result<Observed, Unsupported> {
        let mut machine = Machine::new(self.program.clone(), Posix::new(case), self.limits)?;
        let outcome = machine.run(&mut Nobody)?;
        Ok(seen(&machine, outcome))
    }
}

/// Directories of system files. Libc reads them for its own purposes, so they are not input.
const SYSTEM: [&str; 8] = ["/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/sys", "/usr"];
/// Larger files stay concrete, because the solver cannot handle that many symbols.
const MAX_FILE_BYTES: usize = 64 << 10;

/// The case extended by the host files that its run reads.
fn with_host_files(program: &Arc<Program>, mut case: Case, limits: Limits) -> Result<Case, Unsupported> {
    let mut machine = Machine::new(program.clone(), Posix::new(case.clone()), limits)?;
    machine.run(&mut Nobody)?;
    for (path, bytes) in machine.world.host_files() {
        if bytes.len() <= MAX_FILE_BYTES && !SYSTEM.iter().any(|dir| path.starts_with(dir)) {
            case.files.entry(path).or_insert(bytes);
        }
    }
    Ok(case)
}

fn seen(machine: &Machine<Posix>, outcome: Outcome) -> Observed {
    let (stdout, stderr) = (machine.world.stdout(), machine.world.stderr());
    Observed { outcome, stdout, stderr, files: Default::default(), asserted: None }
}

impl Subject for Input {
    fn run(&mut self, values: &Model) -> Option<ExecutedPath> {
        let mut machine = self.start.fork();
        machine.world.set_input(self.case_with(values));
        self.refusals.unless(machine.make_symbolic(self.input.clone(), values))?;
        let outcome = self.refusals.unless(machine.run(&mut Nobody))?;
        let stopped = matches!(outcome, Outcome::Stopped(_));
        let passed = (self.oracle)(&seen(&machine, outcome.clone())) == Verdict::Passed;
        let symbolic = machine.symbolic().cloned()?;
        let steps = machine.stats().steps - self.start.stats().steps;
        Some(ExecutedPath { symbolic, outcome, steps, passed, reached: true, stopped, goals: Vec::new() })
    }

    fn confirm(&mut self, values: &Model) -> Verdict {
        let observed = self.run_plainly(self.case_with(values));
        self.refusals.unless(observed).map_or(Verdict::Undecided, |observed| (self.oracle)(&observed))
    }

    fn undefined_behaviour(&mut self, values: &Model) -> Option<UndefinedBehaviour> {
        let world = Posix::new(self.case_with(values));
        let machine = Machine::new(self.program.clone(), world, self.limits);
        let mut machine = self.refusals.unless(machine)?;
        let mut found = UndefinedBehaviourWatch::default();
        self.refusals.unless(machine.run(&mut found))?;
        UndefinedBehaviour::all(&found, &machine).into_iter().next()
    }
}
