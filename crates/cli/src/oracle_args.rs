//! Options for the expectation of a run.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use whydunit_locate::{ExternalJudge, Point};
use whydunit_machine::Outcome;
use whydunit_report::render_formula_error;
use whydunit_trace::{Assertion, Expectation, Formula, Observed};

use crate::inquiry_args::point;

/// Options shared by all commands that judge a run.
#[derive(clap::Args)]
#[command(next_help_heading = "What was expected (default: the run neither crashes nor hangs)")]
pub(crate) struct OracleArgs {
    /// Standard output should have been the contents of this file
    #[arg(long, value_name = "FILE")]
    expect_stdout: Option<PathBuf>,
    /// Standard output should have been this text (\n, \t, \\ as in C; the last \n may be omitted)
    #[arg(short = 'e', long, value_name = "TEXT", conflicts_with = "expect_stdout", allow_hyphen_values = true)]
    expect: Option<String>,
    /// Standard error should have been the contents of this file
    #[arg(long, value_name = "FILE")]
    expect_stderr: Option<PathBuf>,
    /// The exit status should have been this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..=255))]
    expect_exit: Option<i32>,
    /// The program should have written the contents of FILE to PATH
    #[arg(long = "expect-file", value_name = "PATH=FILE")]
    expect_files: Vec<OsString>,
    /// Judge each run with this command: it finds the files stdout, stderr and status in
    /// $WHYDUNIT_RUN and exits with 0 (passed), 1 (failed) or another status (cannot tell)
    #[arg(long, value_name = "CMD")]
    oracle: Option<String>,
    /// This C expression should have been true before the line given with --at
    #[arg(long, value_name = "EXPR", requires = "at", allow_hyphen_values = true)]
    assert: Option<String>,
    /// Where --assert applies (default K: the first execution where it is false)
    #[arg(long, value_name = "FILE:LINE[#K]", requires = "assert", value_parser = point)]
    at: Option<Point>,
}

impl OracleArgs {
    /// The expectation; the error describes an invalid option. Relative paths start at `cwd`.
    pub(crate) fn expectation(&self, cwd: &std::path::Path) -> Result<Expectation, String> {
        let read = |what: &str, file: &PathBuf| {
            std::fs::read(file).map_err(|error| format!("{what} {}: {error}", file.display()))
        };
        let mut expectation = Expectation { exit: self.expect_exit, ..Expectation::default() };
        if let Some(file) = &self.expect_stdout {
            expectation.stdout = Some(read("--expect-stdout", file)?);
        }
        if let Some(text) = &self.expect {
            expectation.stdout = Some(unescape(text)?);
            expectation.is_typed = true;
        }
        if let Some(file) = &self.expect_stderr {
            expectation.stderr = Some(read("--expect-stderr", file)?);
        }
        if let (Some(text), Some(Point { file, line, visit })) = (&self.assert, self.at.clone()) {
            let formula =
                Formula::parse(text).map_err(|error| format!("--assert: {}", render_formula_error(text, &error)))?;
            expectation.assertion = Some(Assertion { formula, file, line, visit });
        }
        for entry in &self.expect_files {
            let bytes = entry.as_bytes();
            let at = bytes
                .iter()
                .position(|b| *b == b'=')
                .ok_or_else(|| format!("--expect-file wants PATH=FILE, got {entry:?}"))?;
            let path = cwd.join(std::ffi::OsStr::from_bytes(&bytes[..at]));
            let file = PathBuf::from(std::ffi::OsStr::from_bytes(&bytes[at + 1..]));
            expectation.files.insert(path, read("--expect-file", &file)?);
        }
        Ok(expectation)
    }

    /// The command of `--oracle`.
    pub(crate) fn judge(&self) -> Option<ExternalJudge> {
        let command = self.oracle.clone()?;
        Some(Arc::new(move |observed: &Observed| ask(&command, observed).ok().flatten()))
    }
}

/// Lets the command judge a run; none if it cannot tell.
fn ask(command: &str, observed: &Observed) -> std::io::Result<Option<bool>> {
    let dir = tempfile::Builder::new().prefix("whydunit-run-").tempdir()?;
    let status = match &observed.outcome {
        Outcome::Exited(status) => status.to_string(),
        Outcome::Failed(_) => "crash".into(),
        Outcome::Stopped(_) => "hang".into(),
    };
    for (name, bytes) in
        [("stdout", observed.stdout.as_slice()), ("stderr", &observed.stderr), ("status", status.as_bytes())]
    {
        std::fs::File::create(dir.path().join(name))?.write_all(bytes)?;
    }
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).env("WHYDUNIT_RUN", dir.path());
    let code = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?.code();
    Ok(match code {
        Some(0) => Some(true),
        Some(1) => Some(false),
        _ => None,
    })
}

/// Replaces the escapes `\n`, `\t` and `\\` of a typed text.
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => bytes.push(match chars.next() {
                Some('n') => b'\n',
                Some('t') => b'\t',
                Some('r') => b'\r',
                Some('0') => 0,
                Some('\\') => b'\\',
                other => {
                    return Err(format!("-e: \\{} is not known (\\n, \\t, \\r, \\0, \\\\ are)", other.unwrap_or(' ')));
                }
            }),
            c => bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn escapes_are_those_of_c() {
        assert_eq!(unescape(r"a\n\\\tb").unwrap(), b"a\n\\\tb");
        assert!(unescape(r"\q").is_err());
    }
}
