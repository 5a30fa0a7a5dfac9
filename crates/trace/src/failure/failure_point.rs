//! The failure point of a run: the instance from which every explanation starts.

use std::path::PathBuf;

use whydunit_machine::{Channel, Outcome};

use crate::failure::expectation::{Expectation, Observed};
use crate::numbers::Time;
use crate::record::effect::Item;
use crate::record::recording::Recording;

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

impl Expectation {
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
