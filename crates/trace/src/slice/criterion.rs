//! Where a run was seen to go wrong: the instance from which all explanation starts.

use std::collections::BTreeMap;
use std::path::PathBuf;

use whydunit_machine::{Channel, Outcome};

use crate::formula::Formula;
use crate::numbers::Time;
use crate::record::effect::Item;
use crate::record::recording::Recording;

/// What was expected of a run. What is `None` may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// All of standard output.
    pub stdout: Option<Vec<u8>>,
    /// May the line end behind it have been left out? Who types a word on a command line does.
    pub is_typed: bool,
    /// All of standard error.
    pub stderr: Option<Vec<u8>>,
    /// Exit status.
    pub exit: Option<i32>,
    /// Contents of files, by absolute path.
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    /// What should have held at a line.
    pub assertion: Option<Assertion>,
}

/// Something that should hold just before an execution of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// What should hold.
    pub formula: Formula,
    /// The file: its name, or the end of its path.
    pub file: String,
    /// The line.
    pub line: u32,
    /// Which execution of it, counted from 1; not said: the first at which it does not hold.
    pub visit: Option<u32>,
}

/// What a run showed to the outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// How it ended.
    pub outcome: Outcome,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// The files it wrote that somebody has an expectation of.
    pub files: BTreeMap<PathBuf, Written>,
    /// Did the assertion hold at the failure point? None when the run did not come there, or nothing is asserted.
    pub asserted: Option<bool>,
}

/// A file that a run wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The channel of what was written to it.
    pub channel: Channel,
    /// What is in it at the end.
    pub contents: Vec<u8>,
}

/// The failure point: p of the methods, and which value used there was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criterion {
    /// The instance.
    pub time: Time,
    /// For output: the argument of the call that shows the wrong value.
    pub arg: Option<u16>,
    /// What is wrong there.
    pub kind: CriterionKind,
}

/// What is wrong at a failure point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CriterionKind {
    /// The program did something wrong: a memory error, an abort, a failed assertion.
    Failure,
    /// The byte at `offset` of a stream is not the expected one.
    WrongOutput {
        /// Which stream.
        channel: Channel,
        /// The first wrong byte.
        offset: u64,
    },
    /// A stream ended although more was expected.
    MissingOutput {
        /// Which stream.
        channel: Channel,
        /// Where the missing bytes were due.
        offset: u64,
    },
    /// A file was expected and is not there.
    MissingFile(PathBuf),
    /// The exit status is not the expected one.
    Status,
    /// The run did not end.
    Hang,
    /// Somebody said that the run is not right, not where.
    Judged,
    /// What was asserted does not hold.
    Assertion,
}

impl Criterion {
    /// For a run that ended and is not right as a whole.
    pub fn of_end(recording: &Recording) -> Option<Self> {
        let time = recording.end_of_program()?;
        Some(Criterion { time, arg: None, kind: CriterionKind::Judged })
    }
}

/// One stream or file with an expectation.
#[derive(Clone, Copy, Debug)]
pub struct Stream<'a> {
    /// Where its bytes are written to.
    pub channel: Channel,
    /// What is due.
    pub expected: &'a [u8],
    /// What is there.
    pub actual: &'a [u8],
}

impl Expectation {
    /// Does a run meet it? A run that fails or does not end meets nothing.
    pub fn met_by(&self, observed: &Observed) -> bool {
        let Outcome::Exited(status) = observed.outcome else { return false };
        let asserted = match (&self.assertion, observed.asserted) {
            (None, _) => true,
            (Some(_), Some(holds)) => holds,
            // A run that avoids the place is right only if something else says so.
            (Some(_), None) => Expectation { assertion: None, ..self.clone() } != Expectation::default(),
        };
        asserted
            && self.exit.is_none_or(|e| e == status)
            && self.missing_file(observed).is_none()
            && self.streams(observed).iter().all(|s| s.expected == s.actual)
    }

    /// With the line end that whoever typed it left out, unless a run that came to its end leaves it out as well.
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

    /// Is nothing expected but that the program does not crash or hang?
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

    /// A file that was expected and is not there.
    pub fn missing_file(&self, observed: &Observed) -> Option<&PathBuf> {
        self.files.keys().find(|path| !observed.files.contains_key(*path))
    }

    /// Everything that something is expected of and that is there.
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

    /// The failure point of a recorded run; none when the run is as expected.
    pub fn criterion(&self, recording: &Recording, observed: &Observed) -> Option<Criterion> {
        let last = recording.duration().checked_sub(1)?;
        let at_end = |kind| Criterion { time: recording.end_of_program().unwrap_or(last), arg: None, kind };
        // The earliest sign of trouble is the best place to start from: a wrong byte before a crash
        // was written before it.
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
    Criterion { time: recording.giver_of_status().unwrap_or(last), arg: None, kind: CriterionKind::Status }
}

/// The first byte of `actual` that differs from what was expected (a surplus byte does, too).
fn first_difference(expected: &[u8], actual: &[u8]) -> Option<u64> {
    let same = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
    (same < actual.len()).then_some(same as u64)
}

/// The call that wrote a byte of a stream, and the argument it shows.
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
