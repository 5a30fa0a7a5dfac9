//! The program's output on standard output and standard error, in the order of the writes.

use std::sync::Arc;

use super::contents::Contents;

/// An append-only log of two streams. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Output {
    log: Contents,
    /// The stream (1 or 2) of the bytes up to an end; neighbours differ.
    spans: Arc<Vec<(u8, u64)>>,
    /// Bytes per stream so far.
    lengths: [u64; 2],
}

impl Output {
    /// Appends to stream 1 or 2; returns the offset in that stream.
    pub(crate) fn append(&mut self, stream: u8, bytes: &[u8]) -> u64 {
        let offset = self.lengths[usize::from(stream) - 1];
        if bytes.is_empty() {
            return offset;
        }
        self.lengths[usize::from(stream) - 1] += bytes.len() as u64;
        self.log.write(self.log.len(), bytes);
        let spans = Arc::make_mut(&mut self.spans);
        match spans.last_mut() {
            Some((last, end)) if *last == stream => *end = self.log.len(),
            _ => spans.push((stream, self.log.len())),
        }
        offset
    }

    /// The length of stream 1 or 2.
    pub(crate) fn stream_len(&self, stream: u8) -> u64 {
        self.lengths[usize::from(stream) - 1]
    }

    /// All bytes of one stream.
    pub(crate) fn stream(&self, stream: u8) -> Vec<u8> {
        self.since(0).into_iter().filter(|(s, _)| *s == stream).flat_map(|(_, bytes)| bytes).collect()
    }

    /// The output after the first `position` bytes of the log, stream by stream.
    pub fn since(&self, position: u64) -> Vec<(u8, Vec<u8>)> {
        let first = self.spans.partition_point(|&(_, end)| end <= position);
        let mut here = position;
        let mut pieces = Vec::new();
        for &(stream, end) in &self.spans[first..] {
            pieces.push((stream, self.log.read(here, (end - here) as usize)));
            here = end;
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_keep_their_order_and_their_offsets() {
        let mut output = Output::default();
        assert_eq!(output.append(1, b"one "), 0);
        assert_eq!(output.append(2, b"oops "), 0);
        assert_eq!(output.append(1, b"two"), 4);
        assert_eq!(output.stream(1), b"one two");
        assert_eq!(output.since(6), [(2, b"ps ".to_vec()), (1, b"two".to_vec())]);
        assert_eq!(output.since(12), []);
    }
}
