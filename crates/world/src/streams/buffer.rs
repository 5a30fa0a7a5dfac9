//! Output buffers: glibc's rules for flushing, to the byte, because a crash exposes them.

/// Kinds of buffering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Buffering {
    /// `_IOFBF`: when the buffer is full.
    Full,
    /// `_IOLBF`: also at the end of each line.
    Line,
    /// `_IONBF`: at once.
    None,
}

/// Size of a buffer without `setvbuf`: the block size of files and pipes.
const DEFAULT_SIZE: usize = 4096;

/// Pending output.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    kind: Buffering,
    size: usize,
    pending: Vec<u8>,
    /// Is the buffer allocated? The first bytes find no room in it.
    ready: bool,
}

impl Buffer {
    pub(super) fn new(kind: Buffering) -> Self {
        Buffer { kind, size: DEFAULT_SIZE, pending: Vec::new(), ready: false }
    }

    /// The kind of buffering.
    pub(crate) fn kind(&self) -> Buffering {
        self.kind
    }

    /// Its size in bytes.
    pub(crate) fn size(&self) -> usize {
        if self.kind == Buffering::None { 1 } else { self.size }
    }

    /// The pending bytes.
    pub(crate) fn pending(&self) -> &[u8] {
        &self.pending
    }

    pub(super) fn set(&mut self, kind: Buffering, size: Option<usize>) {
        self.kind = kind;
        if let Some(size) = size {
            self.size = size.max(1);
        }
    }

    /// Takes all pending bytes, to be written now.
    pub(super) fn drain(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.pending)
    }

    /// The stream ends writing: the next write finds the buffer as at the start.
    pub(super) fn reset(&mut self) {
        self.ready = false;
    }

    /// Adds output. Appends to `now` the pieces to be written at once, divided as in glibc.
    pub(super) fn add(&mut self, bytes: &[u8], now: &mut Vec<Vec<u8>>) {
        if self.kind == Buffering::None {
            self.flush_into(now);
            if !bytes.is_empty() {
                now.push(bytes.to_vec());
            }
            return;
        }
        let room = if self.ready { self.size.saturating_sub(self.pending.len()) } else { 0 };
        self.ready = true;
        let mut count = room.min(bytes.len());
        let mut line_ended = false;
        if self.kind == Buffering::Line
            && room >= bytes.len()
            && let Some(end) = bytes.iter().rposition(|&b| b == b'\n')
        {
            count = end + 1;
            line_ended = true;
        }
        let (held, rest) = bytes.split_at(count);
        self.pending.extend_from_slice(held);
        if rest.is_empty() && !line_ended {
            return;
        }
        self.flush_into(now);
        let tail = if self.size >= 128 { rest.len() % self.size } else { 0 };
        let (blocks, tail) = rest.split_at(rest.len() - tail);
        if !blocks.is_empty() {
            now.push(blocks.to_vec());
        }
        self.add_tail(tail, now);
    }

    /// Adds the last bytes of a call, less than a full buffer.
    fn add_tail(&mut self, tail: &[u8], now: &mut Vec<Vec<u8>>) {
        self.pending.extend_from_slice(tail);
        if self.kind == Buffering::Line
            && let Some(end) = self.pending.iter().rposition(|&b| b == b'\n')
        {
            let rest = self.pending.split_off(end + 1);
            self.flush_into(now);
            self.pending = rest;
        }
    }

    fn flush_into(&mut self, now: &mut Vec<Vec<u8>>) {
        if !self.pending.is_empty() {
            now.push(self.drain());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(buffer: &mut Buffer, bytes: &[u8]) -> Vec<usize> {
        let mut now = Vec::new();
        buffer.add(bytes, &mut now);
        now.iter().map(Vec::len).collect()
    }

    #[test]
    fn a_full_buffer_waits_for_the_next_byte() {
        let mut buffer = Buffer::new(Buffering::Full);
        assert_eq!(lengths(&mut buffer, b"x"), []);
        assert_eq!(lengths(&mut buffer, &[b'y'; 4095]), []);
        assert_eq!(lengths(&mut buffer, b"z"), [4096]);
        assert_eq!(buffer.pending(), b"z");
    }

    #[test]
    fn whole_blocks_are_not_buffered() {
        let mut buffer = Buffer::new(Buffering::Full);
        assert_eq!(lengths(&mut buffer, &[0; 4096]), [4096]);
        assert_eq!(lengths(&mut buffer, &[0; 4096]), []);
        assert_eq!(lengths(&mut buffer, &[0; 8200]), [4096, 8192]);
        assert_eq!(buffer.pending().len(), 8);
    }

    #[test]
    fn a_line_is_written_at_its_end() {
        let mut buffer = Buffer::new(Buffering::Line);
        assert_eq!(lengths(&mut buffer, b"one\ntwo"), [4]);
        assert_eq!(lengths(&mut buffer, b"\nthree\nfour"), [10]);
        assert_eq!(buffer.pending(), b"four");
    }

    #[test]
    fn without_a_buffer_everything_is_written() {
        let mut buffer = Buffer::new(Buffering::None);
        assert_eq!(lengths(&mut buffer, b"abc"), [3]);
        assert!(buffer.pending().is_empty());
    }
}
