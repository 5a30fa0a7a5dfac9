//! Assertions behind arithmetic, strings and pointers, and failures of other kinds, known to be reachable or
//! not: `tests/symbolic`.

mod programs;

use std::path::Path;

use programs::{case, compile_file};
use whydunit_locate::Verdict;
use whydunit_locate::explore::{Bounds, Input, Symbols, exhaust};
use whydunit_machine::{Limits, Outcome};
use whydunit_solver::{Config, chain};
use whydunit_trace::Observed;

/// A failed assertion, or any other failure: a program whose first line says `unreachable` has none.
fn failed(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Failed(_))
}

/// Explores a program and compares with its first line; says what is wrong.
fn check(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).expect("a program");
    let words: Vec<&str> = text.lines().next().unwrap_or("").split(' ').collect();
    let (reachable, bytes) = (words[1] == "reachable", words[3].parse().expect("a number of bytes"));
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let symbols = Symbols { stdin: true, ..Symbols::default() };
    let oracle = Box::new(|seen: &Observed| if failed(&seen.outcome) { Verdict::Passed } else { Verdict::Failed });
    let program = compile_file(file, &[]);
    let mut input = Input::new(program, case(&[], &vec![b'0'; bytes]), limits, symbols, oracle).expect("a run");
    let mut solver = chain(&Config::default());
    let bounds = Bounds { paths: 3000, queries: 100_000, tries: 300, ..Bounds::default() };
    let mut found = None;
    let (effort, limit) = exhaust(&mut input, &mut *solver, &bounds, |ran| {
        if ran.passed && found.is_none() {
            found = Some(ran.symbolic.values().clone());
        }
    });
    match (reachable, found) {
        (true, Some(values)) => {
            let seen = input.run_plainly(input.case_with(&values)).expect("a run");
            (!failed(&seen.outcome)).then(|| format!("the input {values:?} does not fail in a plain run"))
        }
        (true, None) => Some(format!("not reached in {effort:?}, {limit:?}")),
        (false, Some(values)) => Some(format!("reached with {values:?}")),
        (false, None) => limit.map(|bound| format!("not settled: {bound:?}, {effort:?}")),
    }
}

#[test]
fn failures_are_reached_exactly_where_they_can_be() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic");
    let mut files: Vec<_> = std::fs::read_dir(dir).expect("the programs").flatten().map(|e| e.path()).collect();
    files.sort();
    assert!(files.len() > 20, "the programs were not found");
    let wrong: Vec<String> = files.iter().filter_map(|f| check(f).map(|w| format!("{}: {w}", f.display()))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
