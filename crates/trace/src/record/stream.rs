//! An append-only sequence of 16-bit numbers with random access. Full segments may be spilled to a file.

use std::sync::Arc;

use crate::record::spill::Spill;

/// Numbers per segment. Appending never moves existing numbers.
pub(crate) const SEGMENT: usize = 1 << 16;

enum Segment {
    Kept(Box<[u16; SEGMENT]>),
    /// Index in the spill file.
    Spilled(u64),
}

/// The sequence.
pub(crate) struct Stream {
    full: Vec<Segment>,
    /// The segment being filled.
    last: Box<[u16; SEGMENT]>,
    len: usize,
    spill: Option<Arc<Spill>>,
}

impl Default for Stream {
    fn default() -> Self {
        Stream::new(None)
    }
}

impl Stream {
    /// An empty sequence that spills when the budget of `spill` is used up.
    pub(crate) fn new(spill: Option<Arc<Spill>>) -> Self {
        Stream { full: Vec::new(), last: empty(), len: 0, spill }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, value: u16) {
        self.last[self.len % SEGMENT] = value;
        self.len += 1;
        if self.len.is_multiple_of(SEGMENT) {
            self.roll();
        }
    }

    #[cold]
    #[inline(never)]
    fn roll(&mut self) {
        let spilled = self.spill.as_ref().and_then(|spill| spill.take(&self.last[..]));
        self.full.push(match spilled {
            Some(place) => Segment::Spilled(place),
            None => Segment::Kept(std::mem::replace(&mut self.last, empty())),
        });
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> u16 {
        match self.full.get(index / SEGMENT) {
            Some(Segment::Kept(segment)) => segment[index % SEGMENT],
            Some(Segment::Spilled(place)) => self.spilled(*place, index % SEGMENT),
            None => self.last[index % SEGMENT],
        }
    }

    #[cold]
    fn spilled(&self, place: u64, index: usize) -> u16 {
        // Spilled segments imply a spill file.
        self.spill.as_ref().map_or(0, |spill| spill.get(place, index))
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        let kept = self.full.iter().filter(|s| matches!(s, Segment::Kept(_))).count();
        (kept * SEGMENT + self.len % SEGMENT) * 2
    }
}

fn empty() -> Box<[u16; SEGMENT]> {
    // Through a vector, because an array would be built on the stack first.
    vec![0; SEGMENT].try_into().unwrap_or_else(|_| Box::new([0; SEGMENT]))
}

/// A sequence of numbers, split into lower and upper halves because most fit 16 bits.
#[derive(Default)]
pub(crate) struct Numbers {
    pub(crate) low: Stream,
    /// The upper halves, if the range of numbers needs them.
    pub(crate) high: Option<Stream>,
}

impl Numbers {
    /// A sequence of numbers below `end`.
    pub(crate) fn below(end: usize, spill: Option<Arc<Spill>>) -> Self {
        let high = (end > 1 << 16).then(|| Stream::new(spill.clone()));
        Numbers { low: Stream::new(spill), high }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, value: u32) {
        self.low.push(value as u16);
        if let Some(high) = &mut self.high {
            high.push((value >> 16) as u16);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.low.len()
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> u32 {
        let high = self.high.as_ref().map_or(0, |h| u32::from(h.get(index)));
        high << 16 | u32::from(self.low.get(index))
    }

    pub(crate) fn bytes(&self) -> usize {
        self.low.bytes() + self.high.as_ref().map_or(0, Stream::bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushed_numbers_read_back() {
        for end in [1 << 16, 1 << 20] {
            let mut numbers = Numbers::below(end, None);
            let value = |i: u32| i.wrapping_mul(7919) % end as u32;
            (0..200_000).for_each(|i| numbers.push(value(i)));
            assert_eq!(numbers.len(), 200_000);
            assert!((0..200_000).all(|i| numbers.get(i as usize) == value(i)));
        }
    }

    #[test]
    fn spilled_numbers_read_back() {
        let spill = Arc::new(Spill::new(tempfile::tempfile().expect("a file"), 3 * SEGMENT));
        let mut stream = Stream::new(Some(spill.clone()));
        let value = |i: usize| (i * 31 % 65_521) as u16;
        let count = 20 * SEGMENT + 77;
        (0..count).for_each(|i| stream.push(value(i)));
        assert_eq!(stream.len(), count);
        assert!(stream.bytes() < 4 * SEGMENT, "{} bytes are kept", stream.bytes());
        assert!(spill.take_error().is_none());
        assert!((0..count).step_by(97).chain((0..count).rev().step_by(4099)).all(|i| stream.get(i) == value(i)));
    }
}
