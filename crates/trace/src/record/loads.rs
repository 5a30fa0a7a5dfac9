//! The writers of the bytes that each load read. Most are recent, so the distance in time is stored in 16 bits.

use std::sync::Arc;

use crate::numbers::Time;
use crate::record::spill::Spill;
use crate::record::stream::Stream;
use crate::record::writers::Writer;

/// Loads between two entries of the rank table.
const RANK: usize = 64;

const UNWRITTEN: u16 = 0;
const SEVERAL: u16 = 1;
const FAR: u16 = 2;
/// The code of distance 1.
const NEAR: u16 = 3;

/// The writer of the bytes that a load read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// No instruction of this run.
    Unwritten,
    /// Several instructions; [`Mixed`](crate::record::tracks::Mixed) entries list them.
    Several,
    /// One instruction or copying item.
    One(Writer),
}

/// The writers of all loads of a run, in order.
#[derive(Default)]
pub(crate) struct Loads {
    pub(crate) codes: Stream,
    /// Distant writers, two numbers each.
    pub(crate) far: Stream,
    /// For every `RANK`th load, the number of distant writers before it. Computed by [`Loads::seal`].
    ranks: Vec<u32>,
}

impl Loads {
    pub(crate) fn new(spill: Option<Arc<Spill>>) -> Self {
        Loads { codes: Stream::new(spill.clone()), far: Stream::new(spill), ranks: Vec::new() }
    }

    /// The writers from two saved sequences, if the sequences fit each other.
    pub(crate) fn restored(codes: Stream, far: Stream) -> Option<Self> {
        let mut loads = Loads { codes, far, ranks: Vec::new() };
        let count = loads.seal();
        (loads.far.len() == 2 * count as usize).then_some(loads)
    }

    /// Completes the sequence for reading; no load may follow. Returns the number of distant writers.
    pub(crate) fn seal(&mut self) -> u32 {
        let mut before = 0;
        for load in 0..self.codes.len() {
            if load.is_multiple_of(RANK) {
                self.ranks.push(before);
            }
            before += u32::from(self.codes.get(load) == FAR);
        }
        before
    }

    /// Could the load have been executed at `time`? `known` decides which writers are possible by then.
    pub(crate) fn fits(&self, load: usize, time: Time, known: impl Fn(Writer) -> bool) -> bool {
        match self.codes.get(load) {
            UNWRITTEN | SEVERAL => true,
            FAR => matches!(self.get(load, time), Source::One(writer) if writer > 0 && known(writer)),
            near => u32::from(near - NEAR) < time.0,
        }
    }

    /// Adds a load at `time`.
    #[inline(always)]
    pub(crate) fn push(&mut self, time: Time, writer: Writer) {
        let distance = time.0.wrapping_sub(writer);
        if distance < u32::from(u16::MAX - NEAR) && writer != 0 {
            self.codes.push(distance as u16 + NEAR);
        } else {
            self.push_far(writer);
        }
    }

    #[inline(never)]
    fn push_far(&mut self, writer: Writer) {
        if writer == 0 {
            return self.codes.push(UNWRITTEN);
        }
        self.codes.push(FAR);
        self.far.push(writer as u16);
        self.far.push((writer >> 16) as u16);
    }

    /// Adds a load of bytes with several writers.
    pub(crate) fn push_several(&mut self) {
        self.codes.push(SEVERAL);
    }

    pub(crate) fn len(&self) -> usize {
        self.codes.len()
    }

    /// The writer of the bytes that a load read; `time` is the time of the load.
    pub(crate) fn get(&self, load: usize, time: Time) -> Source {
        match self.codes.get(load) {
            UNWRITTEN => Source::Unwritten,
            SEVERAL => Source::Several,
            FAR => {
                let first = load / RANK * RANK;
                let before = (first..load).filter(|&l| self.codes.get(l) == FAR).count();
                let at = 2 * (self.ranks[load / RANK] as usize + before);
                let writer = u32::from(self.far.get(at)) | u32::from(self.far.get(at + 1)) << 16;
                Source::One(writer)
            }
            near => Source::One(time.0 - u32::from(near - NEAR)),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.codes.bytes() + self.far.bytes() + self.ranks.len() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::writers::COPIES;

    #[test]
    fn near_far_and_none() {
        let mut loads = Loads::default();
        let mut expected = Vec::new();
        for time in 1..300_000u32 {
            let source = match time % 11 {
                0 => Source::Unwritten,
                1 => Source::Several,
                2..=4 => Source::One(time / 3 + 1),
                5 => Source::One(COPIES + 1 + time),
                near => Source::One(time.saturating_sub(near * near) + 1),
            };
            match source {
                Source::Unwritten => loads.push(Time(time), 0),
                Source::Several => loads.push_several(),
                Source::One(writer) => loads.push(Time(time), writer),
            }
            expected.push((time, source));
        }
        // Distances at which the encoding changes.
        for distance in 65_525..65_545 {
            loads.push(Time(300_000), 300_000 - distance + 1);
            expected.push((300_000, Source::One(300_000 - distance + 1)));
        }
        loads.seal();
        assert_eq!(loads.len(), expected.len());
        for (load, &(time, source)) in expected.iter().enumerate() {
            assert_eq!(loads.get(load, Time(time)), source, "load {load}");
        }
    }
}
