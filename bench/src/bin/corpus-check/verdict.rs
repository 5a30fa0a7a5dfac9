//! Checks that a correct version passes and a faulty version fails as declared.

use std::fs;
use std::time::Duration;

use crate::execution::{Ending, Run, execute};
use crate::manifest::{Case, Expectation, Failure, Subject, Test};
use crate::patch;
use crate::workshop::Workshop;

/// Time limit of a run. Subjects need milliseconds, but sanitizers and a busy machine slow them down.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// A native run longer than this is a hang.
const HANG_AFTER: Duration = Duration::from_secs(2);
const SIGABRT: i32 = 6;

/// The result of a check.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) complaints: Vec<String>,
    /// The number of tests that a faulty version passes, and of all tests.
    pub(crate) passing: Option<(usize, usize)>,
}

/// The correct version compiles without a warning and passes its tests and the inputs of `cases` under sanitizers.
pub(crate) fn correct(subject: &Subject, cases: &[&Case], sanitizer: &str) -> Result<Verdict, String> {
    let Some(case) = cases.first() else { return Ok(Verdict::default()) };
    let workshop = Workshop::copy(subject)?;
    workshop.compile_strictly(case, &case.reference)?;
    let program = workshop.compile_sanitized(sanitizer, case, &case.reference)?;
    let mut verdict = Verdict::default();
    let mut tests = subject.tests(&case.tests)?;
    tests.extend(cases.iter().map(|c| c.as_test()));
    for test in &tests {
        let run = execute(&program, &test.input, TIME_LIMIT)?;
        if run.has_sanitizer_report() {
            let report = String::from_utf8_lossy(&run.stderr).into_owned();
            verdict.complaints.push(format!("correct version, {}: {report}", test.name));
        } else if let Some(difference) = run.difference(&test.expectation) {
            verdict.complaints.push(format!("correct version, {}: {difference}", test.name));
        }
    }
    Ok(verdict)
}

/// The patch applies, the faulty version compiles and fails as declared, and the fault lines are where it was changed.
pub(crate) fn faulty(subject: &Subject, case: &Case, sanitizer: &str) -> Result<Verdict, String> {
    let workshop = Workshop::copy(subject)?;
    workshop.patch(&case.patch)?;
    let diff = fs::read_to_string(subject.directory.join(&case.patch)).map_err(|e| format!("{}: {e}", case.patch))?;
    let mut verdict = Verdict { complaints: patch::complaints(case, &diff)?, passing: None };
    for fault in &case.fault_lines {
        if !(1..=workshop.line_count(&fault.file)?).contains(&fault.line) {
            verdict.complaints.push(format!("{}:{} does not exist", fault.file, fault.line));
        }
    }
    let program = workshop.compile(case, &case.sources)?;
    let run = match case.failure {
        Failure::MemoryError => {
            execute(&workshop.compile_sanitized(sanitizer, case, &case.sources)?, &case.input, TIME_LIMIT)?
        }
        _ => execute(&program, &case.input, HANG_AFTER)?,
    };
    if !fails_as(case.failure, &run, &case.expectation) {
        let stderr: String = String::from_utf8_lossy(&run.stderr).chars().take(400).collect();
        let difference = run.difference(&case.expectation);
        verdict.complaints.push(format!("does not fail as {:?}: {difference:?} {stderr}", case.failure));
    }
    let tests = subject.tests(&case.tests)?;
    let passed = passing(&program, &tests)?;
    // The small examples without input have a single run.
    if passed == 0 && tests.len() > 1 {
        verdict.complaints.push("passes no test at all".to_string());
    }
    verdict.passing = Some((passed, tests.len()));
    Ok(verdict)
}

fn passing(program: &std::path::Path, tests: &[Test]) -> Result<usize, String> {
    let mut passed = 0;
    for test in tests {
        passed += usize::from(execute(program, &test.input, HANG_AFTER)?.difference(&test.expectation).is_none());
    }
    Ok(passed)
}

fn fails_as(failure: Failure, run: &Run, expected: &Expectation) -> bool {
    let due = expected.expected_stdout.as_bytes();
    let ended = matches!(run.ending, Ending::Exit(_));
    let says_assertion = String::from_utf8_lossy(&run.stderr).contains("Assertion");
    match failure {
        Failure::WrongOutput => {
            let other_files = run.stdout == due && run.ending == Ending::Exit(expected.expected_exit);
            ended && (!due.starts_with(&run.stdout) || other_files && run.difference(expected).is_some())
        }
        Failure::ShortOutput => ended && run.stdout.len() < due.len() && due.starts_with(&run.stdout),
        Failure::Crash => matches!(run.ending, Ending::Signal(_)) && !says_assertion,
        Failure::MemoryError => run.has_sanitizer_report(),
        Failure::Hang => run.ending == Ending::Endless,
        Failure::ExitStatus => ended && run.stdout == due && run.ending != Ending::Exit(expected.expected_exit),
        Failure::Assert => run.ending == Ending::Signal(SIGABRT) && says_assertion,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn run(ending: Ending, stdout: &str) -> Run {
        Run { ending, stdout: stdout.into(), stderr: Vec::new(), files: BTreeMap::new() }
    }

    #[test]
    fn a_prefix_is_short_and_anything_else_is_wrong() {
        let expected = Expectation { expected_stdout: "one\ntwo\n".into(), ..Expectation::default() };
        let short = run(Ending::Exit(0), "one\n");
        let wrong = run(Ending::Exit(1), "one\nthree\n");
        assert!(
            fails_as(Failure::ShortOutput, &short, &expected) && !fails_as(Failure::WrongOutput, &short, &expected)
        );
        assert!(
            fails_as(Failure::WrongOutput, &wrong, &expected) && !fails_as(Failure::ShortOutput, &wrong, &expected)
        );
        let right = run(Ending::Exit(0), "one\ntwo\n");
        let all = [Failure::WrongOutput, Failure::ShortOutput, Failure::ExitStatus, Failure::Hang, Failure::Crash];
        assert!(all.iter().all(|f| !fails_as(*f, &right, &expected)), "a right run fails in no way");
    }

    #[test]
    fn an_exit_status_counts_only_with_the_right_output() {
        let expected = Expectation { expected_stdout: "ok\n".into(), ..Expectation::default() };
        assert!(fails_as(Failure::ExitStatus, &run(Ending::Exit(3), "ok\n"), &expected));
        assert!(!fails_as(Failure::ExitStatus, &run(Ending::Exit(3), "no\n"), &expected));
    }

    #[test]
    fn other_files_are_wrong_output_too() {
        let mut expected = Expectation::default();
        expected.expected_files.insert("out".into(), "x".into());
        assert!(fails_as(Failure::WrongOutput, &run(Ending::Exit(0), ""), &expected));
    }
}
