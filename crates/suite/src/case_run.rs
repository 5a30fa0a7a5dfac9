//! One run of a program with its expectation: the failing run of a case, or one of its tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use whydunit_trace::Expectation;
use whydunit_world::Case;

use crate::fields::{Fields, ManifestError, Read, content_lines};
use crate::text;

/// The program's working directory: virtual, and new for each run.
const DIRECTORY: &str = "/case";

/// A run with its expectation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseRun {
    /// Its name.
    pub name: String,
    /// Arguments after the program's name.
    pub argv: Vec<String>,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// Files the program finds, by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Expected standard output.
    pub env: BTreeMap<String, String>,
    /// Expected standard error.
    pub stdout: Option<Vec<u8>>,
    /// Expected exit status.
    pub stderr: Option<Vec<u8>>,
    /// Expected files, by path.
    pub exit: Option<i32>,
    /// Files the program should leave behind, by path.
    pub left: BTreeMap<String, Vec<u8>>,
}

impl CaseRun {
    /// Takes the fields that describe a run out of an object.
    pub(crate) fn take(fields: &mut Fields<'_>, name: String) -> Read<CaseRun> {
        let exit = fields.number("expected_exit")?;
        let status =
            |n: i64| u8::try_from(n).map_err(|_| fields.complain("expected_exit", format!("{n} is not in 0–255")));
        let exit = exit.map(status).transpose()?.map(i32::from);
        Ok(CaseRun {
            name,
            argv: fields.strings("argv")?,
            stdin: text::field(fields, "stdin")?.unwrap_or_default(),
            files: texts(fields, "files")?,
            env: environment(fields)?,
            stdout: text::field(fields, "expected_stdout")?,
            stderr: text::field(fields, "expected_stderr")?,
            exit,
            left: texts(fields, "expected_files")?,
        })
    }

    /// Reads a file of tests, one per line; empty lines and those that begin with `#` are skipped.
    pub fn read(file: &Path) -> Result<Vec<CaseRun>, ManifestError> {
        let whole = |e: std::io::Error| ManifestError { file: file.into(), line: 0, field: None, what: e.to_string() };
        let text = std::fs::read_to_string(file).map_err(whole)?;
        content_lines(&text).map(|(at, line)| CaseRun::test(Fields::parse(file, at + 1, line)?, at)).collect()
    }

    /// One test.
    pub(crate) fn test(mut fields: Fields<'_>, number: usize) -> Read<CaseRun> {
        let name = fields.string("name")?.unwrap_or_else(|| format!("test {}", number + 1));
        let trial = CaseRun::take(&mut fields, name)?;
        fields.string("note")?;
        fields.finish()?;
        Ok(trial)
    }

    /// The case for the machine; `program` becomes `argv[0]`.
    pub fn case(&self, program: &str) -> Case {
        let args = std::iter::once(program).chain(self.argv.iter().map(String::as_str));
        let at = |path: &str| PathBuf::from(DIRECTORY).join(path);
        Case {
            args: args.map(|a| a.as_bytes().to_vec()).collect(),
            env: self.env.iter().map(|(k, v)| (k.clone().into_bytes(), v.clone().into_bytes())).collect(),
            stdin: self.stdin.clone().into(),
            cwd: DIRECTORY.into(),
            files: self.files.iter().map(|(p, bytes)| (at(p), Arc::new(bytes.clone()))).collect(),
            ..Case::default()
        }
    }

    /// The expectation in the form the methods use.
    pub fn expectation(&self) -> Expectation {
        let at = |path: &str| PathBuf::from(DIRECTORY).join(path);
        Expectation {
            stdout: self.stdout.clone(),
            stderr: self.stderr.clone(),
            exit: self.exit,
            files: self.left.iter().map(|(path, bytes)| (at(path), bytes.clone())).collect(),
            ..Expectation::default()
        }
    }
}

fn texts(fields: &mut Fields<'_>, field: &str) -> Read<BTreeMap<String, Vec<u8>>> {
    let values = fields.object(field)?;
    let one = |(path, value): (String, Value)| {
        let bytes = text::bytes(fields, &format!("{field}.{path}"), value)?;
        Ok((path, bytes))
    };
    values.into_iter().map(one).collect()
}

fn environment(fields: &mut Fields<'_>) -> Read<BTreeMap<String, String>> {
    let values = fields.object("env")?;
    let one = |(name, value): (String, Value)| match value {
        Value::String(text) => Ok((name, text)),
        _ => Err(fields.complain(&format!("env.{name}"), "expected a string")),
    };
    values.into_iter().map(one).collect()
}
