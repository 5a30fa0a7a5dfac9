//! Decoding byte by byte, with the intermediate state in the program's `mbstate_t`,
//! in glibc's format.

use whydunit_machine::{Guest, Run, Word};

use crate::text::charset::Charset;

/// An incomplete character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Its total number of bytes; 0 before the first.
    total: u32,
    /// The number of bytes so far.
    have: u32,
    /// The bits known so far, in place.
    value: u32,
}

/// The effect of a byte on the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// More bytes are needed.
    More,
    /// A character is complete.
    Char(u32),
    /// The bytes are not the start of any character.
    Invalid,
}

const WHY: &str = "state of a conversion";

impl State {
    /// Reads an `mbstate_t`.
    pub(super) fn load(guest: &mut dyn Guest, from: Word) -> Run<Self> {
        let whole = guest.load(from, 8)?;
        let whole = guest.pin(whole, WHY)?;
        Ok(State { total: (whole >> 8) as u32 & 0xff, have: whole as u32 & 7, value: (whole >> 32) as u32 })
    }

    /// Writes it back.
    pub(super) fn store(self, guest: &mut dyn Guest, to: Word) -> Run<()> {
        let whole = u64::from(self.have | self.total << 8) | u64::from(self.value) << 32;
        guest.store(to, 8, whole.into())
    }

    /// Is no character incomplete?
    pub(super) fn is_initial(self) -> bool {
        self.have == 0
    }

    /// Processes a byte.
    pub(super) fn push(&mut self, charset: Charset, byte: u8) -> Step {
        if self.is_initial() {
            return self.start(charset, byte);
        }
        if byte & 0xc0 != 0x80 {
            *self = State::default();
            return Step::Invalid;
        }
        self.have += 1;
        self.value |= u32::from(byte & 0x3f) << (6 * (self.total - self.have));
        if self.have < self.total {
            return Step::More;
        }
        let done = std::mem::take(self);
        // Overlong forms are invalid.
        let least = if done.total == 2 { 0x80 } else { 1 << (5 * done.total - 4) };
        match done.value {
            0xd800..=0xdfff => Step::Invalid,
            value if value < least => Step::Invalid,
            value => Step::Char(value),
        }
    }

    fn start(&mut self, charset: Charset, byte: u8) -> Step {
        let total = match (charset, byte) {
            (_, 0..=0x7f) => return Step::Char(byte.into()),
            (Charset::Ascii, _) | (_, 0x80..=0xc1 | 0xfe..) => return Step::Invalid,
            _ => byte.leading_ones(),
        };
        let bits = u32::from(byte) & (0x7f >> total);
        *self = State { total, have: 1, value: bits << (6 * (total - 1)) };
        Step::More
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::charset::Decoded;

    /// Byte by byte decoding must agree with decoding the whole.
    #[test]
    fn agrees_with_the_charset() {
        let samples: [&[u8]; 12] = [
            b"a",
            b"\xc3\xa9",
            b"\xe2\x82\xac",
            b"\xf0\x9f\x98\x80",
            b"\xc0\x80",
            b"\xe0\x80\x80",
            b"\xed\xa0\x80",
            b"\xf4\x90\x80\x80",
            b"\xfd\xbf\xbf\xbf\xbf\xbf",
            b"\xf8\x80\x80\x80\x80",
            b"\xfe",
            b"\xe2(",
        ];
        for bytes in samples {
            let mut state = State::default();
            let mut last = Step::More;
            for &byte in bytes {
                last = state.push(Charset::Utf8, byte);
                if last != Step::More {
                    break;
                }
            }
            let expected = match Charset::Utf8.decode(bytes) {
                Decoded::Char(c, _) => Step::Char(c),
                Decoded::Incomplete => Step::More,
                Decoded::Invalid => Step::Invalid,
            };
            assert_eq!(last, expected, "{bytes:x?}");
        }
    }
}
