//! The machine-readable output of `explain`: JSON conforms to our schema, SARIF to the published types.
//! Every verified change is also re-executed here, independently.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// Programs of `tests/explain` with the options that make them fail.
const CASES: [(&str, &[&str], &[&str]); 6] = [
    ("total", &["-e", "total 60\\nlargest 30\\n"], &["10", "20", "30"]),
    ("early", &["-e", "line 1\\nline 2\\nline 3\\n"], &["3"]),
    ("asserted", &[], &[]),
    ("status", &["--expect-exit", "0"], &["4"]),
    ("outside", &["-e", "0 1 4 9 16\\n"], &[]),
    ("hang", &["--budget", "1M", "-e", "10\\n"], &[]),
];

fn run(dir: &Path, args: &[&str]) -> Output {
    Command::new(WHYDUNIT).args(args).current_dir(dir).output().expect("whydunit runs")
}

fn compiled(name: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/explain/{name}.c"));
    std::fs::copy(source, dir.path().join(format!("{name}.c"))).expect("the program");
    let built = run(dir.path(), &["cc", "-w", &format!("{name}.c"), "-o", name]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    dir
}

fn explained(dir: &Path, name: &str, options: &[&str], args: &[&str], format: &[&str]) -> Output {
    let program = format!("./{name}");
    let all = [&["explain"], format, options, &["--", &program], args].concat();
    run(dir, &all)
}

#[test]
fn json_keeps_to_its_schema() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/explain.schema.json"));
    let schema: Value = serde_json::from_str(&text.expect("the schema")).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    for (name, options, args) in CASES {
        let dir = compiled(name);
        let output = explained(dir.path(), name, options, args, &["--json"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let errors: Vec<String> = validator.iter_errors(&report).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let ranks: Vec<u64> =
            report["suspects"].as_array().expect("a list").iter().filter_map(|s| s["rank"].as_u64()).collect();
        assert_eq!(ranks, (1..=ranks.len() as u64).collect::<Vec<_>>(), "{name}");
        let settled = report["settled"].as_bool().expect("a bool");
        assert_eq!(output.status.code(), Some(if settled { 0 } else { 4 }), "{name}");
    }
}

/// A step whose value is the same in the fixed run is no part of the path: row.c has one through correct elements.
#[test]
fn each_step_of_the_path_differs_in_the_fixed_run() {
    for (name, options) in [("row", &[][..]), ("null", &[]), ("stale", &["-e", "ab 2\\ncde 3\\n"])] {
        let dir = compiled(name);
        let output = explained(dir.path(), name, options, &[], &["--json"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let path = report["path"].as_array().expect("a list");
        assert!(path.len() > 3, "{name}: {path:?}");
        for step in &path[1..path.len() - 1] {
            assert!(step["instead"].is_string(), "{name}: {step}");
            assert_ne!(step["instead"], step["did"], "{name}");
        }
    }
}

#[test]
fn sarif_is_sarif() {
    for (name, options, args) in CASES {
        let dir = compiled(name);
        explained(dir.path(), name, options, args, &["--sarif", "out.sarif"]);
        let text = std::fs::read_to_string(dir.path().join("out.sarif")).expect("a file");
        let log: serde_sarif::sarif::Sarif = serde_json::from_str(&text).expect("SARIF");
        let results = log.runs[0].results.as_ref().expect("results");
        assert!(!results.is_empty(), "{name}");
        assert!(results.iter().all(|r| r.locations.as_ref().is_some_and(|l| l.len() == 1)), "{name}");
    }
}

/// The program with a suggested operator must natively give the expected result.
#[test]
fn verified_operators_hold_natively() {
    let mut tried = 0;
    for (name, options, args) in CASES {
        let dir = compiled(name);
        let output = explained(dir.path(), name, options, args, &["--json"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for suspect in report["suspects"].as_array().expect("a list") {
            let operator = |field: &str| {
                suspect[field].as_str().and_then(|t| t.strip_prefix('`')?.strip_suffix('`').map(str::to_string))
            };
            let (Some(was), Some(instead)) = (operator("was"), operator("instead")) else { continue };
            let plain = |t: &str| t.chars().all(|c| "<>=!+-*/%".contains(c));
            if suspect["verified"] != true || suspect["method"] != "patch" || !plain(&was) || !plain(&instead) {
                continue;
            }
            let line = suspect["line"].as_u64().expect("a line") as usize;
            let source = std::fs::read_to_string(dir.path().join(format!("{name}.c"))).expect("source");
            let changed: Vec<String> =
                source
                    .lines()
                    .enumerate()
                    .map(|(i, l)| {
                        if i + 1 == line {
                            l.replacen(&format!(" {was} "), &format!(" {instead} "), 1)
                        } else {
                            l.into()
                        }
                    })
                    .collect();
            if changed.iter().map(String::as_str).eq(source.lines()) {
                continue;
            }
            std::fs::write(dir.path().join("changed.c"), changed.join("\n")).expect("a file");
            let built = run(dir.path(), &["cc", "-w", "changed.c", "-o", "changed"]);
            assert!(built.status.success());
            let native = Command::new(dir.path().join("changed")).args(args).output().expect("it runs");
            if let [flag, text] = options[..]
                && flag == "-e"
            {
                assert_eq!(String::from_utf8_lossy(&native.stdout), text.replace("\\n", "\n"), "{name} line {line}");
                tried += 1;
            }
        }
    }
    assert!(tried > 0, "no verified operator was put into a source");
}

/// Values for which the solver could not search are listed with their places, unless the fault is found.
#[test]
fn incomplete_searches_are_reported() {
    let dir = compiled("scaled");
    let explained = |due| explained(dir.path(), "scaled", &["-e", due], &[], &["-v"]);
    let flat = |output: Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let open = flat(explained("13 a\\n"));
    assert!(
        open.contains("only a few other values were tried for the size of an allocation (malloc, scaled.c:9)"),
        "{open}"
    );
    let settled = flat(explained("14 a\\n"));
    assert!(!settled.contains("may have been missed"), "{settled}");
}
