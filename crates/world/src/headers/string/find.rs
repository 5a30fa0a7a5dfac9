//! Substring search, shared by `strstr`, `strcasestr` and `memmem`.

use whydunit_machine::{Guest, Run, Word};

use crate::model::cursor::Cursor;
use crate::model::guest_ext::is_nul;
use crate::model::words::{equal, folded};

/// The text to search, read only as far as necessary.
pub(super) struct Haystack {
    cursor: Cursor,
    seen: Vec<Word>,
    limit: u64,
    is_string: bool,
}

impl Haystack {
    /// A block of `len` bytes.
    pub(super) fn block(start: Word, len: u64) -> Self {
        Haystack { cursor: Cursor::new(start), seen: Vec::new(), limit: len, is_string: false }
    }

    /// A C string.
    pub(super) fn string(start: Word) -> Self {
        Haystack { cursor: Cursor::new(start), seen: Vec::new(), limit: u64::MAX, is_string: true }
    }

    /// Byte `index`, or none at the end.
    fn get(&mut self, guest: &mut dyn Guest, index: usize) -> Run<Option<Word>> {
        while self.seen.len() <= index && (self.seen.len() as u64) < self.limit {
            let byte = self.cursor.next(guest)?;
            if self.is_string && is_nul(guest, byte)? {
                self.limit = self.seen.len() as u64;
                break;
            }
            self.seen.push(byte);
        }
        Ok(self.seen.get(index).copied())
    }
}

/// The result of a comparison at one position.
enum Fit {
    Yes,
    No,
    TooShort,
}

fn fits(guest: &mut dyn Guest, hay: &mut Haystack, from: usize, needle: &[Word], fold: bool) -> Run<Fit> {
    for (i, &wanted) in needle.iter().enumerate() {
        let Some(byte) = hay.get(guest, from + i)? else { return Ok(Fit::TooShort) };
        let byte = if fold { folded(guest, byte)? } else { byte };
        if !equal(guest, 8, byte, wanted)? {
            return Ok(Fit::No);
        }
    }
    Ok(Fit::Yes)
}

/// The first position of `needle`. With `fold`, the needle is already folded.
pub(super) fn find(guest: &mut dyn Guest, mut hay: Haystack, needle: &[Word], fold: bool) -> Run<Option<u64>> {
    let mut from = 0;
    let found = loop {
        match fits(guest, &mut hay, from, needle, fold)? {
            Fit::Yes => break Some(from as u64),
            Fit::No => from += 1,
            Fit::TooShort => break None,
        }
    };
    hay.cursor.report(guest)?;
    Ok(found)
}
