//! One failing case of a manifest: the program, its failing run, the expectation, the fault.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::case_run::CaseRun;
use crate::fields::{Fields, ManifestError, Read};
use crate::fingerprint::Fingerprint;
use crate::included::with_included;

/// A case of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The manifest it is from.
    pub file: PathBuf,
    /// The line in it, from 1.
    pub line: usize,
    /// Its name, unique in a suite.
    pub id: String,
    /// Source files, relative to the manifest.
    pub sources: Vec<String>,
    /// A unified diff that puts the fault into a copy of the sources, relative to the manifest.
    pub patch: Option<String>,
    /// Flags for the compiler.
    pub flags: Vec<String>,
    /// The failing run with its expectation.
    pub trial: CaseRun,
    /// Most instructions of the failing run; a case that hangs is stopped there.
    pub budget: Option<u64>,
    /// The faulty lines; for missing code, the lines around the gap.
    pub fault_lines: Vec<FaultLine>,
    /// Is code missing?
    pub missing_code: bool,
    /// Sources of a correct version, relative to the manifest.
    pub reference: Vec<String>,
    /// Tests of the program.
    pub tests: Vec<CaseRun>,
    /// The kind of failure: `wrong-output`, `crash`, `hang` ...
    pub failure: Option<String>,
    /// The kind of fault.
    pub kind: Option<String>,
    /// The number of faults.
    pub faults: u32,
    /// A remark.
    pub note: Option<String>,
}

/// A faulty line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FaultLine {
    /// The file, as named in `sources`.
    pub file: String,
    /// The line in the faulty version, from 1.
    pub line: u32,
}

impl Entry {
    /// Reads one line of a manifest.
    pub(crate) fn parse(file: &Path, line: usize, text: &str) -> Result<Entry, ManifestError> {
        let mut fields = Fields::parse(file, line, text)?;
        let id = fields.string("id")?;
        let id = fields.required("id", id.filter(|i| !i.is_empty()))?;
        let sources = paths(&mut fields, "sources")?;
        if sources.is_empty() {
            return Err(fields.complain("sources", "is missing or empty"));
        }
        let budget = fields.number("budget")?;
        let entry = Entry {
            file: file.into(),
            line,
            sources,
            patch: path(&mut fields, "patch")?,
            flags: fields.strings("flags")?,
            trial: CaseRun::take(&mut fields, id.clone())?,
            id,
            budget: budget
                .map(|n| u64::try_from(n).map_err(|_| fields.complain("budget", "is negative")))
                .transpose()?,
            fault_lines: fault_lines(&mut fields)?,
            missing_code: fields.boolean("missing_code")?.unwrap_or(false),
            reference: paths(&mut fields, "reference")?,
            tests: tests(&mut fields)?,
            failure: fields.string("failure")?,
            kind: fields.string("kind")?,
            faults: fields.count("faults")?.unwrap_or(1),
            note: fields.string("note")?,
        };
        if entry.expects_nothing() {
            return Err(fields.complain("expected_stdout", "the case has no expectation"));
        }
        fields.finish()?;
        Ok(entry)
    }

    /// Does the case lack an expectation, so that only a crash or a hang is a failure?
    fn expects_nothing(&self) -> bool {
        let trial = &self.trial;
        let none = trial.stdout.is_none() && trial.stderr.is_none() && trial.exit.is_none() && trial.left.is_empty();
        none && self.failure.as_deref().is_none_or(|f| f.starts_with("wrong"))
    }

    /// The directory that the paths of the case are relative to.
    pub fn directory(&self) -> &Path {
        self.file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// The `argv[0]` of the program.
    pub fn program_name(&self) -> String {
        let stem = self.sources.first().and_then(|s| Path::new(s).file_stem()).and_then(|s| s.to_str());
        format!("./{}", stem.unwrap_or("program"))
    }

    /// A fingerprint of everything that affects results: the case, the contents of its files and of the files they
    /// include, its correct version, its tests. The location of the case does not count.
    pub fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::default();
        let anywhere = Entry { file: PathBuf::new(), line: 0, ..self.clone() };
        print.add(format!("{anywhere:?}").as_bytes());
        let files = self.sources.iter().chain(&self.patch).chain(&self.reference);
        for (path, bytes) in with_included(self.directory(), files, &self.flags) {
            print.add(path.as_os_str().as_encoded_bytes());
            print.add(&bytes);
        }
        print.value()
    }
}

/// A path of an existing file.
fn path(fields: &mut Fields<'_>, field: &str) -> Read<Option<String>> {
    let found = fields.string(field)?;
    match found {
        Some(path) if !fields.directory().join(&path).is_file() => {
            Err(fields.complain(field, format!("{} is not a file", fields.directory().join(&path).display())))
        }
        other => Ok(other),
    }
}

fn paths(fields: &mut Fields<'_>, field: &str) -> Read<Vec<String>> {
    let found = fields.strings(field)?;
    match found.iter().find(|p| !fields.directory().join(p).is_file()) {
        Some(path) => Err(fields.complain(field, format!("{} is not a file", fields.directory().join(path).display()))),
        None => Ok(found),
    }
}

fn fault_lines(fields: &mut Fields<'_>) -> Read<Vec<FaultLine>> {
    let values = fields.list("fault_lines")?.unwrap_or_default();
    let one = |(at, value): (usize, Value)| {
        let mut inner = fields.inner(&format!("fault_lines[{at}]"), value)?;
        let (file, line) = (inner.string("file")?, inner.count("line")?);
        let found = FaultLine { file: inner.required("file", file)?, line: inner.required("line", line)? };
        inner.finish()?;
        Ok(found)
    };
    values.into_iter().enumerate().map(one).collect()
}

fn tests(fields: &mut Fields<'_>) -> Read<Vec<CaseRun>> {
    match fields.take("tests") {
        None => Ok(Vec::new()),
        Some(Value::String(path)) => CaseRun::read(&fields.directory().join(path)),
        Some(Value::Array(values)) => {
            let one = |(at, value)| CaseRun::test(fields.inner(&format!("tests[{at}]"), value)?, at);
            values.into_iter().enumerate().map(one).collect()
        }
        Some(_) => Err(fields.complain("tests", "expected the path of a file of tests, or a list of tests")),
    }
}
