//! `whydunit bench` over a small suite, and the methods that everyone knows as commands.

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

/// Line 10 should be `x >= y` for what it guards: the test is the fault.
const WRONG_TEST: &str = "--- a/middle.c\n+++ b/middle.c\n@@ -12,7 +12,7 @@\n         } else if (x < z) {\n             m = x;\n         }\n-    } else if (x > y) {\n+    } else if (x < y) {\n         m = y;\n     } else if (x > z) {\n         m = x;\n";

const TESTS: &str = r#"{"name":"a","stdin":"3 3 5\n","expected_stdout":"3\n"}
{"name":"b","stdin":"1 2 3\n","expected_stdout":"2\n"}
{"name":"c","stdin":"3 2 1\n","expected_stdout":"2\n"}
{"name":"d","stdin":"5 5 5\n","expected_stdout":"5\n"}
{"name":"e","stdin":"2 3 1\n","expected_stdout":"2\n"}
"#;

/// A crash on any input with a `(`.
const CRASH: &str = r#"#include <stdio.h>
#include <string.h>

int main(void) {
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        char *open = strchr(line, '(');
        if (open) {
            char *close = strchr(open, ')');
            printf("%c\n", close[1]);
        }
    }
    return 0;
}
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
    write("crash.c", CRASH);
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

#[test]
fn inputs_shrink_to_what_matters() {
    let directory = suite();
    let path = directory.path();
    let program = build(path, "crash.c").display().to_string();
    std::fs::write(path.join("input"), "first line\nf(x) ok\nand (this one\nlast\n").expect("a file");
    let found = whydunit(path, &["shrink", "--stdin", "input", "--out", "small", "--", &program]);
    assert_eq!(found.status.code(), Some(0), "{found:?}");
    assert!(text(&found).contains("crash.c:10"), "{}", text(&found));
    assert_eq!(std::fs::read(path.join("small/stdin")).expect("a file"), b"(");
    // With a correct version, a wrong result can be kept, too.
    std::fs::write(path.join("right.c"), MIDDLE).expect("a file");
    std::fs::write(path.join("middle.c"), MIDDLE.replace("} else if (x > y) {", "} else if (x < y) {"))
        .expect("a file");
    let (right, wrong) = (build(path, "right.c"), build(path, "middle.c"));
    std::fs::write(path.join("input"), "301 20 1\n44 5\n").expect("a file");
    let args = ["shrink", "--stdin", "input", "--reference", &right.display().to_string(), "--json", "--"];
    let json = text(&whydunit(path, &[&args[..], &[&wrong.display().to_string()]].concat()));
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(value["bytes"].as_u64().is_some_and(|n| n <= 5), "{json}");
}
