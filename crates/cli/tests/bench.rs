//! `whydunit bench` over a small suite, and the well-known methods as commands.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The middle of three numbers, as in `examples/middle.c`: line 8 should be `m = z`.
const MIDDLE: &str = r#"#include <stdio.h>

int main(void) {
    int x, y, z, m;
    if (scanf("%d %d %d", &x, &y, &z) != 3) {
        return 1;
    }
    m = y;
    if (y < z) {
        if (x < y) {
            m = y;
        } else if (x < z) {
            m = x;
        }
    } else if (x > y) {
        m = y;
    } else if (x > z) {
        m = x;
    }
    printf("%d\n", m);
    return 0;
}
"#;

/// Line 10 should be `x >= y`: the condition is the fault.
const WRONG_TEST: &str = "--- a/middle.c\n+++ b/middle.c\n@@ -12,7 +12,7 @@\n         } else if (x < z) {\n             m = x;\n         }\n-    } else if (x > y) {\n+    } else if (x < y) {\n         m = y;\n     } else if (x > z) {\n         m = x;\n";

const TESTS: &str = r#"{"name":"a","stdin":"3 3 5\n","expected_stdout":"3\n"}
{"name":"b","stdin":"1 2 3\n","expected_stdout":"2\n"}
{"name":"c","stdin":"3 2 1\n","expected_stdout":"2\n"}
{"name":"d","stdin":"5 5 5\n","expected_stdout":"5\n"}
{"name":"e","stdin":"2 3 1\n","expected_stdout":"2\n"}
"#;

fn whydunit(directory: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whydunit"));
    command.current_dir(directory).args(args).output().expect("whydunit runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A directory with a suite: one good case, one that does not build, one that does not fail.
fn suite() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("middle.c", MIDDLE);
    write("broken.c", "int main(void) { return }\n");
    write("wrong.patch", WRONG_TEST);
    write("tests.jsonl", TESTS);
    write(
        "cases.jsonl",
        r#"{"id":"middle/test","sources":["middle.c"],"patch":"wrong.patch","stdin":"3 2 1\n","expected_stdout":"2\n","fault_lines":[{"file":"middle.c","line":15}],"tests":"tests.jsonl"}
{"id":"broken","sources":["broken.c"],"expected_exit":0,"fault_lines":[{"file":"broken.c","line":1}]}
{"id":"right","sources":["middle.c"],"stdin":"1 2 3\n","expected_stdout":"2\n","fault_lines":[{"file":"middle.c","line":8}]}
"#,
    );
    directory
}

fn build(directory: &Path, source: &str) -> PathBuf {
    let program = directory.join(source.trim_end_matches(".c"));
    let built = whydunit(directory, &["cc", source, "-o", &program.display().to_string()]);
    assert!(built.status.success(), "{built:?}");
    program
}

#[test]
fn a_suite_is_measured_and_not_measured_again() {
    let directory = suite();
    let bench = || {
        let args = ["bench", ".", "--methods", "frontier,dynamic-slice,switch,replace,ochiai,muse", "--out", "out"];
        whydunit(directory.path(), &args)
    };
    let first = bench();
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let summary = text(&first);
    let row =
        |name: &str| summary.lines().find(|l| l.starts_with(&format!("| {name} | 1 |"))).unwrap_or("").to_string();
    // The later test `x > z` can mask the fault, so it comes first; then the faulty one.
    assert!(row("switch").starts_with("| switch | 1 | 0 | 1 | 1 | 1 | 2.0 |"), "{summary}");
    assert!(!row("frontier").is_empty() && !row("ochiai").is_empty() && !row("muse").is_empty(), "{summary}");
    assert!(summary.contains("| does not build | all | 1 |"), "{summary}");
    assert!(summary.contains("| does not fail in the machine | all | 1 |"), "{summary}");
    let read = |name: &str| std::fs::read_to_string(directory.path().join("out").join(name)).expect(name);
    let (table, results) = (read("summary.md"), read("results.csv"));
    assert!(
        read("plots/read.svg").contains("<svg") && read("results/middle/test/switch.json").contains("\"read\": 2.0")
    );
    let second = bench();
    let progress = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!progress.contains("middle/test"), "measured again: {progress}");
    assert_eq!((read("summary.md"), read("results.csv")), (table, results));
}

/// A program that prints a constant of its header, a correct version, and a case.
fn with_header() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("one.h", "#define ONE 2\n");
    write(
        "show.c",
        "#include <stdio.h>\n#include \"one.h\"\nint main(void) {\n    int n = ONE;\n    printf(\"%d\\n\", n);\n}\n",
    );
    write("right.c", "#include <stdio.h>\nint main(void) {\n    int n = 1;\n    printf(\"%d\\n\", n);\n}\n");
    write(
        "cases.jsonl",
        r#"{"id":"show","sources":["show.c"],"reference":["right.c"],"expected_stdout":"1\n","fault_lines":[{"file":"show.c","line":4}]}"#,
    );
    directory
}

#[test]
fn changed_cases_are_measured_again() {
    let directory = with_header();
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let measured = |more: &[&str]| {
        let args = ["bench", "cases.jsonl", "--methods", "dynamic-slice,debug-closest", "--out", "out"];
        let done = whydunit(directory.path(), &[&args[..], more].concat());
        assert!(done.status.success(), "{done:?}");
        (String::from_utf8_lossy(&done.stderr).contains("[1/1] show"), text(&done))
    };
    assert!(measured(&[]).0 && !measured(&[]).0);
    assert!(measured(&["--time-limit", "50"]).0, "another time limit");
    let comment = std::fs::read_to_string(directory.path().join("cases.jsonl")).expect("a file");
    write("cases.jsonl", &format!("# moved down\n{comment}"));
    assert!(!measured(&["--time-limit", "50"]).0, "only the line has changed");
    write("right.c", "int main(void) {\n    return 1;\n}\n");
    let (again, summary) = measured(&[]);
    assert!(again && summary.contains("| no correct version | debug-closest | 1 |"), "{summary}");
    write("one.h", "#define ONE 1\n");
    let (again, summary) = measured(&[]);
    assert!(again && summary.contains("| does not fail in the machine | all | 1 |"), "{summary}");
}

#[test]
fn faulty_lines_that_lead_nowhere_are_named() {
    let directory = with_header();
    let case = |id: &str, lines: &str| {
        format!(r#"{{"id":"{id}","sources":["show.c"],"expected_stdout":"1\n","fault_lines":[{lines}]}}"#) + "\n"
    };
    let (good, late, other) =
        (r#"{"file":"show.c","line":4}"#, r#"{"file":"show.c","line":99}"#, r#"{"file":"shaw.c","line":4}"#);
    let cases =
        case("late", &format!("{late},{other}")) + &case("half", &format!("{good},{other}")) + &case("none", "");
    std::fs::write(directory.path().join("cases.jsonl"), cases).expect("a file");
    let done = whydunit(directory.path(), &["bench", "cases.jsonl", "--methods", "dynamic-slice", "--out", "out"]);
    let (summary, progress) = (text(&done), String::from_utf8_lossy(&done.stderr).into_owned());
    let lost = "| not scored | all | 1 | fault_lines: no code at or after show.c:99, shaw.c:4 | late |";
    assert!(summary.contains(lost), "{summary}");
    assert!(summary.contains("| measured | all | 1 | fault_lines: no code at or after shaw.c:4 | half |"), "{summary}");
    assert!(summary.contains("| not scored | all | 1 | the manifest names no faulty line | none |"), "{summary}");
    assert!(summary.contains("| dynamic-slice | 1 |"), "one is scored: {summary}");
    assert!(progress.contains("no code at or after show.c:99"), "{progress}");
}

/// A chain of values. The first is wrong: `n + 4` was meant.
const CHAIN: &str = r#"#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    int a = n + 5;
    int b = a * 3;
    int c = b - 1;
    int d = c * c;
    printf("%d\n", d);
    return 0;
}
"#;

/// One of two values is wrong: `n + 6` was meant.
const PAIR: &str = r#"#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    int x = n + 5;
    int y = n + 7;
    int sum = x * 10 + y;
    printf("%d\n", sum);
    return 0;
}
"#;

#[test]
fn a_simulated_user_answers_as_computed_by_hand() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    let case = |name: &str, due: &str| {
        format!(
            r#"{{"id":"{name}","sources":["{name}.c"],"reference":["{name}.right.c"],"stdin":"0","expected_stdout":"{due}\n"}}"#
        ) + "\n"
    };
    write("chain.c", CHAIN);
    write("chain.right.c", &CHAIN.replace("n + 5", "n + 4"));
    write("pair.c", PAIR);
    write("pair.right.c", &PAIR.replace("n + 7", "n + 6"));
    write("cases.jsonl", &(case("chain", "121") + &case("pair", "56")));
    let methods = "debug-single-step,debug-closest";
    let done = whydunit(directory.path(), &["bench", "cases.jsonl", "--methods", methods, "--out", "out"]);
    let result = |case: &str, strategy: &str| {
        let path = directory.path().join(format!("out/results/{case}/debug-{strategy}.json"));
        let value: serde_json::Value = serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON");
        let dialogue = value["found"]["dialogue"].clone();
        let number = |name: &str| dialogue[name].as_f64().expect("a number");
        (number("breakpoints"), number("instances"), format!("{:.4}", number("reduce")))
    };
    // Candidates a, b, c and d (not the input). From the end, each answer "wrong" removes one: 1/4, 1/3, 1/2, 1.
    assert_eq!(result("chain", "single-step"), (4.0, 4.0, "0.5208".into()));
    // First c, of the two middle ones of a to d the one nearer to the failure: 2/4; then b and a.
    assert_eq!(result("chain", "closest"), (3.0, 3.0, "0.6667".into()));
    // Of x, y and the sum, the answer for the sum removes 1/3; then x is right, and y is wrong: all.
    assert_eq!(result("pair", "single-step"), (2.0, 3.0, "0.6667".into()));
    // x and y at once: all.
    assert_eq!(result("pair", "closest"), (1.0, 2.0, "1.0000".into()));
    // Means of both cases.
    let row = |method: &str| text(&done).lines().find(|l| l.starts_with(&format!("| {method} | "))).map(String::from);
    assert!(row("debug-single-step").is_some_and(|row| row.contains("| 3.0 | 3.5 | 59 |")), "{}", text(&done));
    assert!(row("debug-closest").is_some_and(|row| row.contains("| 2.0 | 2.5 | 83 |")), "{}", text(&done));
}

/// A garbage collector that forgets an object: the same decisions of the same loops are right hundreds of times
/// between two wrong ones. One right execution says nothing about the others; asking about each would never end.
#[test]
fn a_simulated_user_is_not_asked_about_every_round_of_a_loop() {
    let directory = tempfile::tempdir().expect("a directory");
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/cellisp");
    let wanted = ["--filter", "cellisp/scope-unmarked", "--methods", "debug-closest", "--out", "out"];
    let output = whydunit(directory.path(), &[&["bench", corpus], &wanted[..]].concat());
    assert!(output.status.success(), "{output:?}");
    let results = std::fs::read_to_string(directory.path().join("out/results.csv")).expect("results");
    let mut lines = results.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (names, values) = (lines.next().expect("names"), lines.next().expect("a result"));
    let value = |name: &str| values[names.iter().position(|n| *n == name).expect("a column")];
    assert_eq!(value("complete"), "true");
    assert!(value("breakpoints").parse::<u32>().expect("a number") < 100, "{values:?}");
}

#[test]
fn a_bad_manifest_is_refused_with_its_place() {
    let directory = suite();
    std::fs::write(directory.path().join("bad.jsonl"), "\n{\"id\":\"x\",\"sources\":[\"no.c\"]}\n").expect("a file");
    let refused = whydunit(directory.path(), &["bench", "bad.jsonl"]);
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{words}");
    assert!(words.contains("bad.jsonl:2: field `sources`: "), "{words}");
    let unknown = whydunit(directory.path(), &["bench", "cases.jsonl", "--methods", "magic"]);
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn tests_rank_lines() {
    let directory = suite();
    let path = directory.path();
    std::fs::write(path.join("middle.c"), MIDDLE.replace("} else if (x > y) {", "} else if (x < y) {"))
        .expect("a file");
    let program = build(path, "middle.c").display().to_string();
    let spectrum = text(&whydunit(path, &["spectrum", "--tests", "tests.jsonl", "--", &program]));
    assert!(spectrum.starts_with("2 failing and 3 passing tests; ochiai"), "{spectrum}");
    let first = spectrum.lines().nth(2).unwrap_or("");
    assert!(first.contains("middle.c:16") || first.contains("middle.c:17"), "{spectrum}");
    let json = text(&whydunit(
        path,
        &["mutants", "--formula", "metallaxis", "--json", "--tests", "tests.jsonl", "--", &program],
    ));
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&value["format"], &value["formula"]), (&"whydunit-mutants".into(), &"metallaxis".into()));
    assert!(value["lines"].as_array().is_some_and(|lines| lines.len() > 5), "{json}");
}

#[test]
fn switching_names_the_decision() {
    let directory = suite();
    let path = directory.path();
    std::fs::write(path.join("middle.c"), MIDDLE.replace("} else if (x > y) {", "} else if (x < y) {"))
        .expect("a file");
    std::fs::write(path.join("input"), "3 2 1\n").expect("a file");
    let program = build(path, "middle.c").display().to_string();
    let found = whydunit(path, &["switch", "-e", "2\\n", "--stdin", "input", "--", &program]);
    assert_eq!(found.status.code(), Some(0), "{found:?}");
    assert!(
        text(&found).contains("2. middle.c:15  } else if (x < y) {\n        taken the other way"),
        "{}",
        text(&found)
    );
    let json = text(&whydunit(path, &["replace", "--json", "-e", "2\\n", "--stdin", "input", "--", &program]));
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["format"], "whydunit-replace");
}
