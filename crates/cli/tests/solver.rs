//! Results that need the solver, seen from outside: values that make an assertion hold, and the log of slow queries.

use std::path::Path;
use std::process::{Command, Output};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// The assertion holds for side = 127, which no heuristic guesses.
const CUBE: &str = r#"
#include <stdio.h>
int main(void) {
    unsigned side = 3;
    unsigned volume = side * side * side;
    unsigned cost = volume * 7 + 12;
    puts("done");
    return cost == 0;
}
"#;

fn whydunit(dir: &Path, args: &[&str]) -> Output {
    Command::new(WHYDUNIT).args(args).current_dir(dir).output().expect("whydunit runs")
}

/// Explains the failed assertion about the cost.
fn explained(dir: &Path, more: &[&str]) -> Output {
    std::fs::write(dir.join("cube.c"), CUBE).expect("a file");
    let built = whydunit(dir, &["cc", "cube.c", "-o", "cube"]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let asserted = ["explain", "--no-repairs", "--assert", "cost == 14338693", "--at", "cube.c:7"];
    whydunit(dir, &[&asserted, more, &["--", "./cube"]].concat())
}

#[test]
fn an_assertion_is_solved_for() {
    let dir = tempfile::tempdir().expect("a directory");
    let output = explained(dir.path(), &[]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("if `side` were 127 here, the run would pass (verified)"), "{text}");
}

#[test]
fn slow_questions_are_written_down() {
    let dir = tempfile::tempdir().expect("a directory");
    let log = dir.path().join("new/log");
    let output = explained(dir.path(), &["--solver-log", "new/log", "--solver-slow", "0"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let files: Vec<_> = std::fs::read_dir(&log).expect("the log").flatten().map(|e| e.path()).collect();
    assert!(!files.is_empty(), "nothing was asked");
    for file in files {
        assert_eq!(file.extension().and_then(|e| e.to_str()), Some("smt2"));
        let text = std::fs::read_to_string(&file).expect("a text");
        assert!(text.starts_with("; 0.") && text.contains("(assert") && text.contains("(check-sat)"), "{text}");
    }
    // No query takes an hour.
    let output = explained(dir.path(), &["--solver-log", "quick", "--solver-slow", "3600000"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(std::fs::read_dir(dir.path().join("quick")).expect("the log").count(), 0);
}

#[test]
fn a_log_that_cannot_be_written_is_reported() {
    let dir = tempfile::tempdir().expect("a directory");
    let output = explained(dir.path(), &["--solver-log", "cube.c/log"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("--solver-log cube.c/log: "), "{text}");
    let output = explained(dir.path(), &["--solver-slow", "5"]);
    assert_eq!(output.status.code(), Some(2), "a bar without a log");
}
