//! Manifests: files of cases, one JSON object per line, as docs/manifest.md describes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::entry::Entry;
use crate::fields::{ManifestError, content_lines};

/// The name of the manifest in a directory.
const CASES: &str = "cases.jsonl";

/// Reads suites: manifests, or directories with a `cases.jsonl` at any depth.
pub fn read_suites(paths: &[PathBuf]) -> Result<Vec<Entry>, ManifestError> {
    let mut entries = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut files = Vec::new();
            find(path, &mut files).map_err(|e| whole(path, e))?;
            if files.is_empty() {
                return Err(whole(path, format!("no {CASES} in it")));
            }
            files.sort();
            for file in files {
                entries.extend(read_manifest(&file)?);
            }
        } else {
            entries.extend(read_manifest(path)?);
        }
    }
    let mut seen: BTreeMap<&str, &Entry> = BTreeMap::new();
    for entry in &entries {
        if let Some(first) = seen.insert(&entry.id, entry) {
            let what = format!("`{}` is already the id of {}:{}", entry.id, first.file.display(), first.line);
            return Err(ManifestError { file: entry.file.clone(), line: entry.line, field: Some("id".into()), what });
        }
    }
    Ok(entries)
}

fn whole(file: &Path, what: impl ToString) -> ManifestError {
    ManifestError { file: file.into(), line: 0, field: None, what: what.to_string() }
}

fn find(directory: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, found)?;
        } else if path.file_name().is_some_and(|n| n == CASES) {
            found.push(path);
        }
    }
    Ok(())
}

fn read_manifest(file: &Path) -> Result<Vec<Entry>, ManifestError> {
    let text = std::fs::read_to_string(file).map_err(|e| whole(file, e))?;
    content_lines(&text).map(|(at, line)| Entry::parse(file, at + 1, line)).collect()
}

/// Reads the case at a line of a manifest.
pub fn read_entry(file: &Path, line: usize) -> Result<Entry, ManifestError> {
    let text = std::fs::read_to_string(file).map_err(|e| whole(file, e))?;
    let found = text.lines().nth(line.wrapping_sub(1)).ok_or_else(|| whole(file, format!("has no line {line}")))?;
    Entry::parse(file, line, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a manifest in a directory with `a.c`, `input.bin` and `tests.jsonl`.
    fn check(text: &str) -> Result<Vec<Entry>, String> {
        let directory = tempfile::tempdir().expect("a directory");
        let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
        write("a.c", "int main(void) { return 0; }\n");
        write("input.bin", "\u{1}2");
        write(
            "tests.jsonl",
            "# a test\n{\"name\":\"t\",\"argv\":[\"1\"],\"expected_stdout\":\"1\\n\",\"expected_exit\":0}\n",
        );
        write("cases.jsonl", text);
        let prefix = directory.path().display().to_string();
        read_suites(&[directory.path().into()]).map_err(|e| e.to_string().replace(&prefix, ""))
    }

    #[test]
    fn a_full_case_is_read() {
        let line = r#"{"id":"x/1","sources":["a.c"],"flags":["-lm"],"argv":["-v"],"stdin":{"file":"input.bin"},
            "files":{"d/f":{"base64":"/+8="}},"env":{"HOME":"/"},"expected_stdout":"ok\n","expected_exit":3,
            "fault_lines":[{"file":"a.c","line":1}],"missing_code":true,"tests":"tests.jsonl","faults":2}"#;
        let entries = check(&line.replace("\n", "")).expect("a good manifest");
        let entry = &entries[0];
        assert_eq!((entry.id.as_str(), entry.line, entry.faults, entry.missing_code), ("x/1", 1, 2, true));
        assert_eq!(entry.trial.stdin, b"\x012");
        assert_eq!(entry.trial.files["d/f"], [0xff, 0xef]);
        assert_eq!((entry.trial.exit, entry.trial.stdout.as_deref()), (Some(3), Some(&b"ok\n"[..])));
        assert_eq!(entry.tests[0].argv, ["1"]);
        assert_eq!(entry.fault_lines[0].line, 1);
        assert_eq!(entry.program_name(), "./a");
    }

    #[test]
    fn complaints_name_line_and_field() {
        let good = r#"{"id":"a","sources":["a.c"],"expected_exit":0"#;
        let cases = [
            ("{", "/cases.jsonl:1: not JSON"),
            ("[1]", "/cases.jsonl:1: expected a JSON object, found a list"),
            (r#"{"sources":["a.c"]}"#, "/cases.jsonl:1: field `id`: is missing"),
            (r#"{"id":"a"}"#, "/cases.jsonl:1: field `sources`: is missing or empty"),
            (r#"{"id":"a","sources":["b.c"]}"#, "field `sources`: /b.c is not a file"),
            (r#"{"id":"a","sources":["a.c"]}"#, "field `expected_stdout`: the case has no expectation"),
            (&format!(r#"{good},"argv":[1]}}"#), "field `argv`: expected a list of strings, found a number"),
            (&format!(r#"{good},"argvs":[]}}"#), "field `argvs`: is not known"),
            (r#"{"id":"a","sources":["a.c"],"expected_exit":256}"#, "field `expected_exit`: 256 is not in 0–255"),
            (r#"{"id":"a","sources":["a.c"],"expected_exit":-1}"#, "field `expected_exit`: -1 is not in 0–255"),
            (&format!(r#"{good},"stdin":{{"base64":"?"}}}}"#), "field `stdin.base64`: is not base64"),
            (&format!(r#"{good},"fault_lines":[{{"file":"a.c"}}]}}"#), "field `fault_lines[0].line`: is missing"),
            (&format!(r#"{good},"tests":[{{"argv":2}}]}}"#), "field `tests[0].argv`: expected a list, found a number"),
            (&format!("{good}}}\n\n{good}}}"), "/cases.jsonl:3: field `id`: `a` is already the id of /cases.jsonl:1"),
        ];
        for (text, complaint) in cases {
            let error = check(text).expect_err(text);
            assert!(error.contains(complaint), "{text}\n  said: {error}\n  due:  {complaint}");
        }
    }
}
