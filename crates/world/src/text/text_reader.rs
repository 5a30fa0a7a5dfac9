//! Text that a model reads character by character, narrow or wide: the common interface of
//! `strtol` and `wcstol`.

use whydunit_machine::{Guest, Run, Word};
use whydunit_program::{BinOp, CastOp};

use crate::model::cursor::Cursor;
use crate::model::guest_ext::at;

/// A text in memory that is read from its beginning.
pub(crate) trait Reader {
    /// Bytes per character.
    fn size(&self) -> u64;

    /// The next character.
    fn next(&mut self, guest: &mut dyn Guest) -> Run<Word>;

    /// The number of characters read.
    fn position(&self) -> u64;

    /// Reports the bytes read to the guest. Must be called at the end of every walk.
    fn report(&mut self, guest: &mut dyn Guest) -> Run<()>;

    /// Is the character one of `low..=high`?
    fn within(&self, guest: &mut dyn Guest, c: Word, low: u8, high: u8) -> Run<bool> {
        if c.is_plain() {
            return Ok((u64::from(low)..=u64::from(high)).contains(&c.bits));
        }
        let w = (self.size() * 8) as u8;
        let shifted = guest.bin(BinOp::Sub, w, c, Word::from(low));
        let cond = guest.bin(BinOp::ULe, w, shifted, Word::from(high - low));
        guest.decide(cond)
    }

    /// Is it this character?
    fn is(&self, guest: &mut dyn Guest, c: Word, wanted: u8) -> Run<bool> {
        self.within(guest, c, wanted, wanted)
    }

    /// Is it a space in the "C" locale?
    fn is_space(&self, guest: &mut dyn Guest, c: Word) -> Run<bool> {
        Ok(self.is(guest, c, b' ')? || self.within(guest, c, 9, 13)?)
    }

    /// `c - low + value` on 64 bits.
    fn offset(&self, guest: &mut dyn Guest, c: Word, low: u8, value: u64) -> Word {
        if c.is_plain() {
            return Word::new(c.bits - u64::from(low) + value);
        }
        let wide = guest.cast(CastOp::ZExt, (self.size() * 8) as u8, 64, c);
        guest.bin(BinOp::Sub, 64, wide, Word::new(u64::from(low).wrapping_sub(value)))
    }
}

/// A string of bytes.
pub(crate) struct ByteReader(Cursor);

impl ByteReader {
    /// A reader at the beginning of the string.
    pub(crate) fn new(start: Word) -> Self {
        ByteReader(Cursor::new(start))
    }
}

impl Reader for ByteReader {
    fn size(&self) -> u64 {
        1
    }
    fn next(&mut self, guest: &mut dyn Guest) -> Run<Word> {
        self.0.next(guest)
    }
    fn position(&self) -> u64 {
        self.0.position()
    }
    fn report(&mut self, guest: &mut dyn Guest) -> Run<()> {
        self.0.report(guest)
    }
}

/// A string of `wchar_t`.
pub(crate) struct WideReader {
    start: Word,
    position: u64,
}

impl WideReader {
    /// A reader at the beginning of the string.
    pub(crate) fn new(start: Word) -> Self {
        WideReader { start, position: 0 }
    }
}

impl Reader for WideReader {
    fn size(&self) -> u64 {
        4
    }
    fn next(&mut self, guest: &mut dyn Guest) -> Run<Word> {
        let here = at(guest, self.start, 4 * self.position);
        self.position += 1;
        guest.load(here, 4)
    }
    fn position(&self) -> u64 {
        self.position
    }
    fn report(&mut self, _: &mut dyn Guest) -> Run<()> {
        Ok(())
    }
}
