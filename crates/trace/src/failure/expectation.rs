//! Expectations of a run, and the observations they are compared with.

use std::collections::BTreeMap;
use std::path::PathBuf;

use whydunit_machine::{Channel, Outcome};

use crate::formula::Formula;

/// The expected behaviour of a run. A field that is `None` allows anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// All of standard output.
    pub stdout: Option<Vec<u8>>,
    /// May the text lack a final line end? Expectations typed on a command line do.
    pub is_typed: bool,
    /// All of standard error.
    pub stderr: Option<Vec<u8>>,
    /// Exit status.
    pub exit: Option<i32>,
    /// Contents of files, by absolute path.
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    /// A condition at a line.
    pub assertion: Option<Assertion>,
}

/// A condition that should hold right before an execution of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The condition.
    pub formula: Formula,
    /// The file: its name, or a suffix of its path.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The number of the execution, counted from 1. None: the first in which the condition fails.
    pub visit: Option<u32>,
}

/// The observable behaviour of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// The outcome.
    pub outcome: Outcome,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// The written files that have an expectation.
    pub files: BTreeMap<PathBuf, Written>,
    /// Did the assertion hold at the failure point? None if the run did not reach it, or without an assertion.
    pub asserted: Option<bool>,
}

/// A file that a run wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The channel for the bytes written to it.
    pub channel: Channel,
    /// The contents at the end of the run.
    pub contents: Vec<u8>,
}

/// A stream or file with an expectation.
#[derive(Clone, Copy, Debug)]
pub struct Stream<'a> {
    /// The channel of its bytes.
    pub channel: Channel,
    /// The expected bytes.
    pub expected: &'a [u8],
    /// The actual bytes.
    pub actual: &'a [u8],
}

impl Expectation {
    /// Does a run meet the expectation? A run that fails or does not end never does.
    pub fn met_by(&self, observed: &Observed) -> bool {
        let Outcome::Exited(status) = observed.outcome else { return false };
        let asserted = match (&self.assertion, observed.asserted) {
            (None, _) => true,
            (Some(_), Some(holds)) => holds,
            // A run that avoids the place passes only if something else is expected of it.
            (Some(_), None) => Expectation { assertion: None, ..self.clone() } != Expectation::default(),
        };
        asserted
            && self.exit.is_none_or(|e| e == status)
            && self.missing_file(observed).is_none()
            && self.streams(observed).iter().all(|s| s.expected == s.actual)
    }

    /// Adds the line end that the user omitted, unless a run that ended omits it as well.
    pub fn with_line_end(mut self, observed: &Observed) -> Self {
        let ended = matches!(observed.outcome, Outcome::Exited(_)) && !observed.stdout.is_empty();
        let text = self.stdout.as_mut().filter(|text| self.is_typed && !text.is_empty() && !text.ends_with(b"\n"));
        if let Some(text) = text
            && (!ended || observed.stdout.ends_with(b"\n"))
        {
            text.push(b'\n');
        }
        self
    }

    /// Is the expectation only that the program does not crash or hang?
    pub fn is_default(&self) -> bool {
        *self == Expectation::default()
    }

    /// The expected bytes of a channel.
    pub fn due(&self, channel: Channel, observed: &Observed) -> Option<&[u8]> {
        match channel {
            Channel::Stdout => self.stdout.as_deref(),
            Channel::Stderr => self.stderr.as_deref(),
            other => {
                let (path, _) = observed.files.iter().find(|(_, w)| w.channel == other)?;
                self.files.get(path).map(Vec::as_slice)
            }
        }
    }

    /// A file that was expected but not written.
    pub fn missing_file(&self, observed: &Observed) -> Option<&PathBuf> {
        self.files.keys().find(|path| !observed.files.contains_key(*path))
    }

    /// The streams and files that exist and have an expectation.
    pub fn streams<'a>(&'a self, observed: &'a Observed) -> Vec<Stream<'a>> {
        let standard =
            [(Channel::Stdout, &self.stdout, &observed.stdout), (Channel::Stderr, &self.stderr, &observed.stderr)];
        let standard = standard
            .into_iter()
            .filter_map(|(channel, e, actual)| e.as_ref().map(|expected| Stream { channel, expected, actual }));
        let files = self.files.iter().filter_map(|(path, expected)| {
            let written = observed.files.get(path)?;
            Some(Stream { channel: written.channel, expected, actual: &written.contents })
        });
        standard.chain(files).collect()
    }
}
