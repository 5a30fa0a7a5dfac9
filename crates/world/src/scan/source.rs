//! Sources of scanned characters.

use whydunit_machine::{Guest, Run, Word};

use crate::Posix;
use crate::model::cursor::Cursor;
use crate::model::guest_ext::{at, is_nul};
use crate::model::words::equal;
use crate::streams::Streams;

/// A stream or a string, of bytes or of wide characters.
pub(crate) enum Source {
    /// A stream of bytes.
    Stream(u64),
    /// A stream of wide characters.
    WideStream(u64),
    /// A string.
    Text(Text),
    /// A wide string.
    WideText {
        /// Where it starts.
        start: Word,
        /// Number of characters taken.
        taken: u64,
    },
}

/// A string being read.
pub(crate) struct Text {
    cursor: Cursor,
    /// A character that was put back.
    back: Option<Word>,
    ended: bool,
}

impl Source {
    /// The string at an address.
    pub(crate) fn text(start: Word) -> Self {
        Source::Text(Text { cursor: Cursor::new(start), back: None, ended: false })
    }

    /// Does it yield wide characters?
    pub(super) fn is_wide(&self) -> bool {
        matches!(self, Source::WideStream(_) | Source::WideText { .. })
    }

    /// The next character, none at the end.
    pub(super) fn next(&mut self, world: &mut Posix, guest: &mut dyn Guest) -> Run<Option<Word>> {
        match self {
            Source::Stream(file) => Streams::get(world, guest, *file),
            Source::WideStream(file) => Streams::get_wide(world, guest, *file),
            Source::Text(text) => text.next(guest),
            Source::WideText { start, taken } => {
                let here = at(guest, *start, *taken * 4);
                let wide = guest.load(here, 4)?;
                if equal(guest, 32, wide, Word::new(0))? {
                    return Ok(None);
                }
                *taken += 1;
                Ok(Some(wide))
            }
        }
    }

    /// Puts back the character that was just taken.
    pub(super) fn back(&mut self, world: &mut Posix, guest: &mut dyn Guest, character: Word) -> Run<()> {
        match self {
            Source::Stream(file) => Streams::put_back(world, guest, *file, character)?,
            Source::WideStream(file) => {
                Streams::unget_wide(world, guest, *file, character)?;
            }
            Source::Text(text) => text.back = Some(character),
            Source::WideText { taken, .. } => *taken -= 1,
        }
        Ok(())
    }

    /// Reports the bytes read to the guest.
    pub(super) fn finish(&mut self, guest: &mut dyn Guest) -> Run<()> {
        match self {
            Source::Text(text) => text.cursor.report(guest),
            _ => Ok(()),
        }
    }
}

impl Text {
    fn next(&mut self, guest: &mut dyn Guest) -> Run<Option<Word>> {
        if let Some(byte) = self.back.take() {
            return Ok(Some(byte));
        }
        if self.ended {
            return Ok(None);
        }
        let byte = self.cursor.next(guest)?;
        self.ended = is_nul(guest, byte)?;
        Ok((!self.ended).then_some(byte))
    }
}
