//! Multibyte encodings of wide characters: ASCII in the "C" locale, or UTF-8 as in glibc.

/// The encoding of the current locale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Charset {
    /// Bytes below 0x80 only.
    #[default]
    Ascii,
    /// UTF-8.
    Utf8,
}

/// The character at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decoded {
    /// A character and its number of bytes.
    Char(u32, usize),
    /// An incomplete character.
    Incomplete,
    /// Not the start of any character.
    Invalid,
}

impl Charset {
    /// Most bytes of one character (`MB_CUR_MAX`).
    pub(crate) fn max_bytes(self) -> usize {
        match self {
            Charset::Ascii => 1,
            Charset::Utf8 => 6,
        }
    }

    /// Appends the bytes of a character; false if it cannot be encoded. As in glibc, UTF-8 extends beyond
    /// Unicode up to 31 bits, but excludes surrogates.
    pub(crate) fn encode(self, wide: u32, out: &mut Vec<u8>) -> bool {
        let length = match (self, wide) {
            (_, 0..=0x7f) => 1,
            (Charset::Ascii, _) | (_, 0xd800..=0xdfff | 0x8000_0000..) => return false,
            (_, 0x80..=0x7ff) => 2,
            (_, 0x800..=0xffff) => 3,
            (_, 0x1_0000..=0x1f_ffff) => 4,
            (_, 0x20_0000..=0x3ff_ffff) => 5,
            _ => 6,
        };
        if length == 1 {
            out.push(wide as u8);
            return true;
        }
        out.push(!(0xff_u32 >> length) as u8 | (wide >> (6 * (length - 1))) as u8);
        out.extend((0..length - 1).rev().map(|place| 0x80 | (wide >> (6 * place)) as u8 & 0x3f));
        true
    }

    /// The character at the start of `bytes`, which must not be empty. As in glibc, an overlong form
    /// or a surrogate is detected only when all its bytes are present.
    pub(crate) fn decode(self, bytes: &[u8]) -> Decoded {
        let first = bytes[0];
        let (length, least) = match (self, first) {
            (_, 0..=0x7f) => return Decoded::Char(u32::from(first), 1),
            (Charset::Ascii, _) => return Decoded::Invalid,
            (_, 0xc2..=0xdf) => (2, 0x80),
            (_, 0xe0..=0xef) => (3, 0x800),
            (_, 0xf0..=0xf7) => (4, 0x1_0000),
            (_, 0xf8..=0xfb) => (5, 0x20_0000),
            (_, 0xfc..=0xfd) => (6, 0x400_0000),
            _ => return Decoded::Invalid,
        };
        let mut wide = u32::from(first) & (0x7f >> length);
        for place in 1..length {
            let Some(&byte) = bytes.get(place) else { return Decoded::Incomplete };
            if byte & 0xc0 != 0x80 {
                return Decoded::Invalid;
            }
            wide = wide << 6 | u32::from(byte & 0x3f);
        }
        match wide {
            0xd800..=0xdfff => Decoded::Invalid,
            _ if wide < least => Decoded::Invalid,
            _ => Decoded::Char(wide, length),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unicode_round_trips() {
        for wide in ['a', 'é', '€', '\u{ffff}', '😀', '\u{10ffff}'] {
            let mut bytes = Vec::new();
            assert!(Charset::Utf8.encode(wide.into(), &mut bytes));
            assert_eq!(bytes, wide.to_string().into_bytes());
            assert_eq!(Charset::Utf8.decode(&bytes), Decoded::Char(wide.into(), bytes.len()));
            let cut = &bytes[..bytes.len() - 1];
            if !cut.is_empty() {
                assert_eq!(Charset::Utf8.decode(cut), Decoded::Incomplete);
            }
        }
    }

    #[test]
    fn invalid_characters() {
        for bytes in [&b"\x80"[..], b"\xc0\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xff", b"\xe2(\xa1"] {
            assert_eq!(Charset::Utf8.decode(bytes), Decoded::Invalid, "{bytes:x?}");
        }
        assert_eq!(Charset::Ascii.decode(b"\xe9"), Decoded::Invalid);
        assert!(!Charset::Ascii.encode(0xe9, &mut Vec::new()));
        assert!(!Charset::Utf8.encode(0xd800, &mut Vec::new()));
    }

    #[test]
    fn both_ways_go_beyond_unicode() {
        let mut bytes = Vec::new();
        assert!(Charset::Utf8.encode(0x110000, &mut bytes));
        assert_eq!(bytes, b"\xf4\x90\x80\x80");
        assert_eq!(Charset::Utf8.decode(&bytes), Decoded::Char(0x110000, 4));
        bytes.clear();
        assert!(Charset::Utf8.encode(0x7fff_ffff, &mut bytes));
        assert_eq!(bytes, b"\xfd\xbf\xbf\xbf\xbf\xbf");
    }
}
