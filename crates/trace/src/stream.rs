//! A long sequence of 32-bit numbers that grows at its end and is read anywhere.

/// Numbers per segment: growing never moves what is there.
const SEGMENT: usize = 1 << 16;

/// The sequence.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stream {
    full: Vec<Box<[u32]>>,
    last: Vec<u32>,
}

impl Stream {
    #[inline(always)]
    pub(crate) fn push(&mut self, value: u32) {
        if self.last.len() == SEGMENT {
            self.roll();
        }
        self.last.push(value);
    }

    #[cold]
    fn roll(&mut self) {
        let next = Vec::with_capacity(SEGMENT);
        self.full.push(std::mem::replace(&mut self.last, next).into_boxed_slice());
    }

    pub(crate) fn len(&self) -> usize {
        self.full.len() * SEGMENT + self.last.len()
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> u32 {
        match self.full.get(index / SEGMENT) {
            Some(segment) => segment[index % SEGMENT],
            None => self.last[index % SEGMENT],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_was_pushed() {
        let mut stream = Stream::default();
        (0..200_000u32).for_each(|i| stream.push(i * 7));
        assert_eq!(stream.len(), 200_000);
        assert!((0..200_000).all(|i| stream.get(i) == i as u32 * 7));
    }
}
