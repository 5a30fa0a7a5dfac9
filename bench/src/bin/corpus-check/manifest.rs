//! The lines of `cases.jsonl` and `tests.jsonl`, as `corpus/README.md` describes them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The input of a run.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Input {
    #[serde(default)]
    pub(crate) argv: Vec<String>,
    #[serde(default)]
    pub(crate) stdin: String,
    #[serde(default)]
    pub(crate) files: BTreeMap<String, String>,
}

/// The behaviour of the correct version on that input.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Expectation {
    pub(crate) expected_stdout: String,
    pub(crate) expected_exit: i32,
    pub(crate) expected_stderr: Option<String>,
    #[serde(default)]
    pub(crate) expected_files: BTreeMap<String, String>,
}

/// A line of `tests.jsonl`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Test {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) input: Input,
    #[serde(flatten)]
    pub(crate) expectation: Expectation,
}

/// The observable failure of a faulty version.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Failure {
    WrongOutput,
    ShortOutput,
    Crash,
    MemoryError,
    Hang,
    ExitStatus,
    Assert,
}

/// A line of a file of the faulty version.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FaultLine {
    pub(crate) file: String,
    pub(crate) line: usize,
}

/// A line of `cases.jsonl`: a faulty version and a run of it that fails.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) sources: Vec<String>,
    pub(crate) patch: String,
    #[serde(default)]
    pub(crate) flags: Vec<String>,
    #[serde(flatten)]
    pub(crate) input: Input,
    #[serde(flatten)]
    pub(crate) expectation: Expectation,
    pub(crate) failure: Failure,
    pub(crate) kind: String,
    pub(crate) fault_lines: Vec<FaultLine>,
    pub(crate) missing_code: bool,
    pub(crate) faults: usize,
    pub(crate) reference: Vec<String>,
    pub(crate) tests: String,
    pub(crate) note: String,
}

impl Case {
    /// The case as a test that the correct version must pass.
    pub(crate) fn as_test(&self) -> Test {
        Test { name: self.id.clone(), input: self.input.clone(), expectation: self.expectation.clone() }
    }

    /// One kind per fault.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kind.split('+').map(str::trim)
    }
}

/// A directory of `corpus/`.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) directory: PathBuf,
    pub(crate) cases: Vec<Case>,
}

impl Subject {
    /// Reads the subject's cases, but not yet its tests.
    pub(crate) fn read(corpus: &Path, name: &str) -> Result<Self, String> {
        let directory = corpus.join(name);
        let cases = read_lines(&directory.join("cases.jsonl"))?;
        Ok(Self { name: name.to_string(), directory, cases })
    }

    /// The tests in one of the subject's files.
    pub(crate) fn tests(&self, file: &str) -> Result<Vec<Test>, String> {
        read_lines(&self.directory.join(file))
    }
}

/// The names of the directories that hold cases, in order.
pub(crate) fn subjects(corpus: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(corpus).map_err(|e| format!("{}: {e}", corpus.display()))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|e| e.path().join("cases.jsonl").is_file())
        .filter_map(|e| e.file_name().into_string().ok())
        .collect();
    names.sort();
    Ok(names)
}

fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut read = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let parsed = serde_json::from_str(line).map_err(|e| format!("{}:{}: {e}", path.display(), number + 1))?;
        read.push(parsed);
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_read_with_its_defaults() {
        let line = r#"{"id":"a/b","sources":["a.c"],"patch":"faults/b.patch","argv":["1"],"expected_stdout":"1\n","expected_exit":0,"failure":"short-output",
            "kind":"wrong constant + missing case","fault_lines":[{"file":"a.c","line":3}],"missing_code":true,"faults":2,
            "reference":["a.c"],"tests":"tests.jsonl","note":"n"}"#;
        let case: Case = serde_json::from_str(line).expect("a case");
        assert_eq!(case.failure, Failure::ShortOutput);
        assert_eq!(case.kinds().collect::<Vec<_>>(), ["wrong constant", "missing case"]);
        assert_eq!(case.as_test().input.argv, ["1"]);
        assert_eq!((case.expectation.expected_exit, case.flags.len()), (0, 0));
    }

    #[test]
    fn a_test_says_what_it_expects() {
        let unfinished = serde_json::from_str::<Test>(r#"{"name":"t","argv":["1"],"expected_exit":0}"#);
        assert!(unfinished.is_err(), "the bench would not look at the output");
    }
}
