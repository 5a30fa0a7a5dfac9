//! Symbolic runs are real runs: on all our C tests, making input or values symbolic changes nothing
//! that can be seen, and values that negate a condition really make the run go the other way.

mod programs;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use programs::compile_file;
use whydunit_locate::Verdict;
use whydunit_locate::explore::{Input, Ran, Subject, Symbols};
use whydunit_machine::{Alteration, Change, Limits, Machine, Nobody, Outcome, SymbolicInput};
use whydunit_program::{Callee, Inst, Program};
use whydunit_solver::{Answer, Config, chain};
use whydunit_terms::Model;
use whydunit_trace::{ProgramIndex, record};
use whydunit_world::{Case, Posix};

/// Longer runs are left to others.
const STEPS: u64 = 2_000_000;
/// Instructions made symbolic per run.
const SYMBOLS: usize = 40;
/// Conditions negated per program.
const NEGATED: usize = 6;

struct Subjects {
    name: String,
    program: Arc<Program>,
    case: Case,
}

/// The single-file programs below `tests/c` that take input, or (with `CONCOLIC=all` all, otherwise every
/// third) of those that may or may not.
fn subjects(with_input: bool) -> impl Iterator<Item = Subjects> {
    let step = if std::env::var("CONCOLIC").is_ok_and(|v| v == "all") || with_input { 1 } else { 3 };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c");
    let mut files = Vec::new();
    find(&root, &mut files);
    files.sort();
    assert!(files.len() > 250, "the C tests were not found");
    files
        .into_iter()
        .step_by(step)
        .filter_map(move |file| subject(&file, file.strip_prefix(&root).unwrap_or(&file), with_input))
}

fn find(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|n| n != "parts") {
            find(&path, found);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
}

fn subject(file: &Path, name: &Path, with_input: bool) -> Option<Subjects> {
    let text = std::fs::read_to_string(file).expect("a program");
    let directive = |key: &str| {
        let line =
            text.lines().take_while(|l| l.starts_with("//")).find_map(|l| l.strip_prefix(&format!("// {key}: ")));
        line.map(str::to_string)
    };
    if directive("with").is_some() || directive("archive").is_some() || directive("options").is_some() {
        return None;
    }
    let words = |t: Option<String>| -> Vec<String> {
        t.unwrap_or_default().split_whitespace().map(|w| w.trim_matches('\'').to_string()).collect()
    };
    let mut args = vec![b"prog".to_vec()];
    args.extend(words(directive("args")).into_iter().map(String::into_bytes));
    let given = directive("stdin").map(|s| s.replace("\\n", "\n").replace("\\t", "\t").into_bytes());
    let stdin = std::fs::read(file.with_extension("stdin")).ok().or(given).unwrap_or_default();
    if with_input && args.len() == 1 && stdin.is_empty() {
        return None;
    }
    let program = compile_file(file, &words(directive("flags")));
    Some(Subjects {
        name: name.display().to_string(),
        program,
        case: Case { args, stdin: stdin.into(), ..Case::default() },
    })
}

/// All that can be seen of a run.
#[derive(Debug, PartialEq)]
struct Seen {
    outcome: Option<Outcome>,
    stdout: String,
    stderr: String,
    time: u64,
}

fn finish(mut machine: Machine<Posix>) -> Seen {
    let outcome = machine.run(&mut Nobody).ok();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Seen { outcome, stdout: text(machine.world.stdout()), stderr: text(machine.world.stderr()), time: machine.time() }
}

fn start(subject: &Subjects) -> Option<Machine<Posix>> {
    let limits = Limits { steps: STEPS, ..Limits::default() };
    Machine::new(subject.program.clone(), Posix::new(subject.case.clone()), limits).ok()
}

fn ends(seen: &Seen) -> bool {
    matches!(seen.outcome, Some(Outcome::Exited(_) | Outcome::Failed(_)))
}

#[test]
fn symbols_change_nothing() {
    let (mut compared, mut different) = (0, Vec::new());
    for subject in subjects(false) {
        let Some(mut machine) = start(&subject) else { continue };
        let plain = finish(machine.fork());
        if !ends(&plain) {
            continue;
        }
        compared += 1;
        let mut symbolic = machine.fork();
        let all = SymbolicInput { stdin: true, arguments: true, files: Vec::new() };
        symbolic.make_symbolic(all, &Model::new()).expect("readable arguments");
        let symbolic = finish(symbolic);
        if symbolic != plain {
            different.push(format!("{} with symbolic input: {symbolic:?} instead of {plain:?}", subject.name));
        }
        // A symbol in place of an uninitialised value would make it a good one.
        if !matches!(plain.outcome, Some(Outcome::Exited(_))) {
            continue;
        }
        let mut altered = machine.fork();
        for time in times(&subject, &mut machine) {
            altered.alter(Alteration { time, change: Change::Symbol(time) });
        }
        let altered = finish(altered);
        if altered != plain {
            different.push(format!("{} with symbolic values: {altered:?} instead of {plain:?}", subject.name));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(compared > 80, "only {compared} programs were compared");
}

/// Instants at which a value can be a symbol, all over the run.
fn times(subject: &Subjects, machine: &mut Machine<Posix>) -> Vec<u64> {
    let index = Arc::new(ProgramIndex::new(subject.program.clone()));
    let recorded = record(machine.fork(), index, |_| true).expect("a recordable run");
    let recording = &recorded.recording;
    let distance = (recording.duration() as usize / SYMBOLS).max(1);
    let symbolic = |&time: &u32| {
        let Some(position) = recording.position(time) else { return false };
        match recording.inst(position) {
            Inst::Call { site } => {
                let function = subject.program.function(position.function);
                matches!(function.calls[site as usize].callee, Callee::External(_))
            }
            inst => inst.defs().is_some() || matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. }),
        }
    };
    (0..recording.duration())
        .step_by(distance)
        .filter_map(|from| (from..).take(distance).find(symbolic))
        .map(u64::from)
        .collect()
}

/// The subject, run with values for which a condition does not hold.
fn negated(subject: &mut Input, ran: &mut Ran, at: usize) -> Option<Ran> {
    let mut terms = ran.terms();
    terms.truncate(at + 1);
    terms[at] = ran.symbolic.store.not(terms[at]);
    match ran.ask(&mut *chain(&Config::default()), &terms) {
        Answer::Sat(values) => subject.run(&values),
        _ => None,
    }
}

#[test]
fn negated_conditions_lead_elsewhere() {
    let mut count = 0;
    for subject in subjects(true) {
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let symbols = Symbols { stdin: true, arguments: true, files: false };
        let oracle = Box::new(|_: &_| Verdict::Failed);
        let input = Input::new(subject.program.clone(), subject.case.clone(), limits, symbols, oracle);
        let Ok(mut input) = input else { continue };
        let Some(mut ran) = input.run(&Model::new()) else { continue };
        let choices: Vec<usize> = (0..).zip(ran.path()).filter(|(_, c)| c.kind.is_choice()).map(|(i, _)| i).collect();
        for &at in choices.iter().step_by((choices.len() / NEGATED).max(1)) {
            let Some(other) = negated(&mut input, &mut ran, at) else { continue };
            assert!(other.follows(&ran, at), "{}: another path before condition {at}", subject.name);
            let (ours, theirs) = (ran.path().nth(at).unwrap(), other.path().nth(at));
            let theirs = theirs.unwrap_or_else(|| panic!("{}: no condition {at}", subject.name));
            assert_eq!((ours.at, ours.holds), (theirs.at, !theirs.holds), "{}: condition {at}", subject.name);
            count += 1;
        }
    }
    assert!(count > 40, "only {count} conditions were negated");
}
