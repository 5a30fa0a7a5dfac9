//! Fast sequential reading of the program's memory.
//!
//! Bytes are fetched in chunks, but exactly the bytes that the libc function consumed are reported
//! as read, as ranges.

use whydunit_machine::{Guest, Run, Word};

use crate::model::guest_ext::at;

/// Most bytes fetched at once.
const CHUNK: usize = 128;
/// The first chunk is smaller, because most strings are short.
const FIRST: usize = 32;

/// A position in memory with the bytes fetched ahead.
pub(crate) struct Cursor {
    start: Word,
    /// Number of bytes consumed.
    position: u64,
    /// Position of the first byte of `ahead`.
    base: u64,
    ahead: [u8; CHUNK],
    known: usize,
}

impl Cursor {
    /// Before the byte at `start`.
    pub(crate) fn new(start: Word) -> Self {
        Cursor { start, position: 0, base: 0, ahead: [0; CHUNK], known: 0 }
    }

    /// The number of bytes consumed.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// The next byte.
    pub(crate) fn next(&mut self, guest: &mut dyn Guest) -> Run<Word> {
        if let Some(byte) = self.looked_at() {
            return Ok(byte);
        }
        self.report(guest)?;
        let here = at(guest, self.start, self.position);
        let chunk = if self.position == 0 { FIRST } else { CHUNK };
        self.base = self.position;
        self.known = guest.peek(here, &mut self.ahead[..chunk]);
        if let Some(byte) = self.looked_at() {
            return Ok(byte);
        }
        self.base += 1;
        self.position += 1;
        guest.load(here, 1)
    }

    /// Reports the consumed bytes to the guest. Must be called at the end of every walk.
    pub(crate) fn report(&mut self, guest: &mut dyn Guest) -> Run<()> {
        let used = (self.position - self.base) as usize;
        if used > 0 {
            let from = at(guest, self.start, self.base);
            guest.read_bytes(from, &mut self.ahead[..used], false)?;
        }
        self.base = self.position;
        self.known = 0;
        Ok(())
    }

    fn looked_at(&mut self) -> Option<Word> {
        let index = (self.position - self.base) as usize;
        if index >= self.known {
            return None;
        }
        self.position += 1;
        Some(Word::from(self.ahead[index]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_guest::TestGuest;

    #[test]
    fn bytes_come_in_order_across_chunks() {
        let mut guest = TestGuest::default();
        let text: String = (0..1000).map(|i| char::from(b'a' + (i % 26) as u8)).collect();
        let mut cursor = Cursor::new(guest.string(&text).into());
        for expected in text.bytes() {
            assert_eq!(cursor.next(&mut guest), Ok(Word::from(expected)));
        }
        assert_eq!(cursor.next(&mut guest), Ok(Word::new(0)));
        assert_eq!(cursor.position(), 1001);
        cursor.report(&mut guest).unwrap();
    }
}
