//! The failure point of a run: the instance from which every explanation starts.

use std::collections::BTreeMap;
use std::path::PathBuf;

use whydunit_machine::{Channel, Outcome};

use crate::formula::Formula;
use crate::numbers::Time;
use crate::record::effect::Item;
use crate::record::recording::Recording;

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

/// The failure point, called p in the papers, and the wrong value used there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criterion {
    /// The instance.
    pub time: Time,
    /// For output: the argument of the call that shows the wrong value.
    pub arg: Option<u16>,
    /// The kind of error.
    pub kind: CriterionKind,
}

/// The kind of error at a failure point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CriterionKind {
    /// The program did something wrong: a memory error, an abort, a failed assertion.
    Failure,
    /// The byte at `offset` of a stream is not the expected one.
    WrongOutput {
        /// The stream.
        channel: Channel,
        /// The first wrong byte.
        offset: u64,
    },
    /// A stream ended although more was expected.
    MissingOutput {
        /// The stream.
        channel: Channel,
        /// Offset of the first missing byte.
        offset: u64,
    },
    /// A file was expected and is not there.
    MissingFile(PathBuf),
    /// The exit status is not the expected one.
    Status,
    /// The run did not end.
    Hang,
    /// The user judged the run as wrong without naming a point.
    Judged,
    /// The assertion does not hold.
    Assertion,
}

impl Criterion {
    /// The criterion for a run that ended and is wrong as a whole.
    pub fn of_end(recording: &Recording) -> Option<Self> {
        let time = recording.end_of_program()?;
        Some(Criterion { time, arg: None, kind: CriterionKind::Judged })
    }
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

    /// The failure point of a recorded run; none if the run is as expected.
    pub fn criterion(&self, recording: &Recording, observed: &Observed) -> Option<Criterion> {
        let last = recording.duration().checked_sub(1)?;
        let at_end = |kind| Criterion { time: recording.end_of_program().unwrap_or(last), arg: None, kind };
        // The earliest error is the best starting point: a wrong byte before a crash was written earlier.
        let streams = self.streams(observed);
        let wrong = streams.iter().filter_map(|s| {
            let offset = first_difference(s.expected, s.actual)?;
            let (time, arg) = writer_of(recording, s.channel, offset)?;
            Some(Criterion { time, arg, kind: CriterionKind::WrongOutput { channel: s.channel, offset } })
        });
        let wrong = wrong.min_by_key(|c| c.time);
        let missing = || {
            let short = streams.iter().find(|s| s.expected.len() > s.actual.len())?;
            let offset = short.actual.len() as u64;
            Some(at_end(CriterionKind::MissingOutput { channel: short.channel, offset }))
        };
        match &observed.outcome {
            Outcome::Failed(failure) => {
                let time = Time::try_from(failure.step).map_or(last, |time| time.min(last));
                let here = Criterion { time, arg: None, kind: CriterionKind::Failure };
                Some(wrong.filter(|w| w.time < time).unwrap_or(here))
            }
            Outcome::Stopped(_) => wrong.or(Some(Criterion { time: last, arg: None, kind: CriterionKind::Hang })),
            Outcome::Exited(status) => wrong
                .or_else(missing)
                .or_else(|| self.missing_file(observed).map(|p| at_end(CriterionKind::MissingFile(p.clone()))))
                .or_else(|| self.exit.filter(|e| e != status).map(|_| wrong_status(recording, last))),
        }
    }
}

fn wrong_status(recording: &Recording, last: Time) -> Criterion {
    Criterion { time: recording.exit_status_definition().unwrap_or(last), arg: None, kind: CriterionKind::Status }
}

/// The first byte of `actual` that differs from `expected`; a surplus byte differs.
fn first_difference(expected: &[u8], actual: &[u8]) -> Option<u64> {
    let same = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
    (same < actual.len()).then_some(same as u64)
}

/// The call that wrote a byte of a stream, and the argument that the byte shows.
fn writer_of(recording: &Recording, channel: Channel, offset: u64) -> Option<(Time, Option<u16>)> {
    recording.effects().rev().find_map(|effect| {
        effect.items.iter().find_map(|item| match *item {
            Item::Emit { channel: c, offset: o, len, arg }
                if c == channel && (o..o + u64::from(len)).contains(&offset) =>
            {
                Some((effect.time, (arg != u16::MAX).then_some(arg)))
            }
            _ => None,
        })
    })
}
