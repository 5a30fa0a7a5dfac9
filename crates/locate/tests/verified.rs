//! "Verified" in a report is true: every change it names is repeated from the beginning of the program instead of from
//! a snapshot, and the run is judged independently.

mod programs;

use std::path::Path;

use programs::{case, compile_file};
use whydunit_locate::{Evidence, Options, Question, Session, Verdict, compare_with_expectation, explain};
use whydunit_machine::{Limits, Machine, Nobody};
use whydunit_trace::{Expectation, Observed};
use whydunit_world::Posix;

/// A question of a test's first lines: the expectation, and the arguments of the program.
fn question(line: &str) -> Option<(Option<String>, Vec<String>)> {
    let rest = line.strip_prefix("// $ whydunit explain ")?;
    let (options, command) = rest.split_once("-- ./")?;
    let expected = match options.trim() {
        "" => None,
        options => {
            let text = options.strip_prefix("-e '")?.strip_suffix('\'')?;
            Some(text.replace("\\n", "\n"))
        }
    };
    let words = command.split_whitespace().skip(1).map(String::from).collect();
    Some((expected, words))
}

/// Runs the program from the beginning with the change of the evidence.
fn again(session: &Session, args: &[&str], evidence: &Evidence) -> Option<(Verdict, Verdict)> {
    let limits = Limits { steps: 5_000_000, ..Limits::default() };
    let mut machine = Machine::new(session.program().clone(), Posix::new(case(args, b"")), limits).expect("a machine");
    let claimed = match evidence {
        Evidence::TestedPatch(patch) => {
            machine.patch(&patch.candidate.patch);
            patch.verdict
        }
        Evidence::Witness(witness) => {
            witness.alterations.iter().for_each(|a| machine.alter(*a));
            witness.verdict
        }
        _ => return None,
    };
    let outcome = machine.run(&mut Nobody).expect("nothing unsupported");
    let files = std::collections::BTreeMap::new();
    let seen =
        Observed { outcome, stdout: machine.world.stdout(), stderr: machine.world.stderr(), files, asserted: None };
    Some((claimed, compare_with_expectation(&session.expectation, &session.criterion, &seen)))
}

#[test]
fn verified_changes_make_the_run_right() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/explain");
    let mut files: Vec<_> = std::fs::read_dir(dir).expect("tests").flatten().map(|e| e.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    let mut checked = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a test");
        for (expected, args) in text.lines().filter_map(question) {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let program = compile_file(&file, &["-lm".into()]);
            let expectation = Expectation { stdout: expected.map(Into::into), ..Expectation::default() };
            let limits = Limits { steps: 5_000_000, ..Limits::default() };
            let asked = Question::new(&program, expectation);
            let Ok(mut session) = Session::new(program, case(&args, b""), limits, asked) else { continue };
            let explanation = explain(&mut session, &Options::default());
            for evidence in explanation.suspects.iter().flat_map(|s| &s.evidence) {
                let Some((claimed, came)) = again(&session, &args, evidence) else { continue };
                assert_eq!(claimed, came, "{}: {evidence:?}", file.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 40, "{checked} changes were checked");
}
