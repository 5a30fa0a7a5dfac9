//! Where a run was seen to go wrong: the instance from which all explanation starts.

use whydunit_machine::{Channel, Outcome};
use whydunit_program::Inst;

use crate::effect::Item;
use crate::recording::Recording;

/// What was expected of a run. What is `None` may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// All of standard output.
    pub stdout: Option<Vec<u8>>,
    /// All of standard error.
    pub stderr: Option<Vec<u8>>,
    /// Exit status.
    pub exit: Option<i32>,
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
}

/// The failure point: p of the methods, and which value used there was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criterion {
    /// The instance.
    pub time: u32,
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
    /// The exit status is not the expected one.
    Status,
    /// The run did not end.
    Hang,
}

impl Expectation {
    /// Does a run meet it? A run that fails or does not end meets nothing.
    pub fn met_by(&self, observed: &Observed) -> bool {
        let Outcome::Exited(status) = observed.outcome else { return false };
        self.stdout.as_ref().is_none_or(|e| *e == observed.stdout)
            && self.stderr.as_ref().is_none_or(|e| *e == observed.stderr)
            && self.exit.is_none_or(|e| e == status)
    }

    /// The failure point of a recorded run; none when the run is as expected.
    pub fn criterion(&self, recording: &Recording, observed: &Observed) -> Option<Criterion> {
        let streams =
            [(Channel::Stdout, &self.stdout, &observed.stdout), (Channel::Stderr, &self.stderr, &observed.stderr)];
        let last = recording.duration().checked_sub(1)?;
        // The earliest sign of trouble is the best place to start from: a wrong byte before a crash
        // was written before it.
        let wrong = streams.iter().filter_map(|(channel, expected, actual)| {
            let offset = first_difference(expected.as_deref()?, actual)?;
            let (time, arg) = writer_of(recording, *channel, offset)?;
            Some(Criterion { time, arg, kind: CriterionKind::WrongOutput { channel: *channel, offset } })
        });
        let wrong = wrong.min_by_key(|c| c.time);
        match &observed.outcome {
            Outcome::Failed(failure) => {
                let time = (failure.step as u32).min(last);
                let here = Criterion { time, arg: None, kind: CriterionKind::Failure };
                Some(wrong.filter(|w| w.time < time).unwrap_or(here))
            }
            Outcome::Stopped(_) => wrong.or(Some(Criterion { time: last, arg: None, kind: CriterionKind::Hang })),
            Outcome::Exited(status) => wrong
                .or_else(|| {
                    streams.iter().find_map(|(channel, expected, actual)| {
                        let missing = expected.as_ref().is_some_and(|e| e.len() > actual.len());
                        let kind = CriterionKind::MissingOutput { channel: *channel, offset: actual.len() as u64 };
                        missing.then_some(Criterion { time: end_of_main(recording).unwrap_or(last), arg: None, kind })
                    })
                })
                .or_else(|| {
                    let wrong = self.exit.is_some_and(|e| e != *status);
                    let time = end_of_main(recording).unwrap_or(last);
                    wrong.then_some(Criterion { time, arg: None, kind: CriterionKind::Status })
                }),
        }
    }
}

/// The first byte of `actual` that differs from what was expected (a surplus byte does, too).
fn first_difference(expected: &[u8], actual: &[u8]) -> Option<u64> {
    let same = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
    (same < actual.len()).then_some(same as u64)
}

/// The call that wrote a byte of a stream, and the argument it shows.
fn writer_of(recording: &Recording, channel: Channel, offset: u64) -> Option<(u32, Option<u16>)> {
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

/// The last `return` of `main`, or the last call in the program's own code before the end.
fn end_of_main(recording: &Recording) -> Option<u32> {
    let main = recording.index.program.main?;
    (0..recording.block_count()).rev().find_map(|block| {
        let (function, _) = recording.function_of(block);
        let end = recording.end_of(block);
        let inst = recording.inst(recording.position(end)?);
        (function == main && matches!(inst, Inst::Return { .. } | Inst::Call { .. })).then_some(end)
    })
}
