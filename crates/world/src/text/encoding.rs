//! Encodings of `iconv`, and transliteration of characters that an encoding lacks.

use crate::text::charset::{Charset, Decoded};

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Ascii,
    Utf8,
    /// ISO-8859-1.
    Latin1,
    /// ISO-8859-15.
    Latin9,
    /// UTF-16 in a given byte order, or the one of the byte order mark.
    Utf16(Order),
    /// UTF-32 (also UCS-4 and `wchar_t`).
    Utf32(Order),
}

/// The order of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Little,
    Big,
    /// Little endian unless a byte order mark differs; writes a mark first.
    Marked,
}

/// The result of decoding the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A character and its number of bytes.
    Char(u32, usize),
    /// An incomplete character.
    Incomplete,
    /// Not the start of any character.
    Invalid,
}

/// The differences of ISO-8859-15 from ISO-8859-1.
const LATIN9: [(u8, u32); 8] = [
    (0xa4, 0x20ac),
    (0xa6, 0x160),
    (0xa8, 0x161),
    (0xb4, 0x17d),
    (0xb8, 0x17e),
    (0xbc, 0x152),
    (0xbd, 0x153),
    (0xbe, 0x178),
];

impl Encoding {
    /// The encoding with this name; the empty name means that of `locale`.
    pub(crate) fn named(name: &str, locale: Charset) -> Option<Self> {
        use Order::{Big, Little, Marked};
        Some(match name.to_ascii_uppercase().as_str() {
            "" | "CHAR" => match locale {
                Charset::Ascii => Encoding::Ascii,
                Charset::Utf8 => Encoding::Utf8,
            },
            "ASCII" | "US-ASCII" | "US" | "ANSI_X3.4-1968" | "ISO646-US" | "646" | "ISO-IR-6" | "CP367" => {
                Encoding::Ascii
            }
            "UTF-8" | "UTF8" => Encoding::Utf8,
            "ISO-8859-1" | "ISO8859-1" | "ISO_8859-1" | "ISO88591" | "LATIN1" | "L1" | "CP819" | "8859_1" => {
                Encoding::Latin1
            }
            "ISO-8859-15" | "ISO8859-15" | "ISO_8859-15" | "ISO885915" | "LATIN-9" => Encoding::Latin9,
            "UTF-16" | "UTF16" => Encoding::Utf16(Marked),
            "UTF-16LE" | "UTF16LE" => Encoding::Utf16(Little),
            "UTF-16BE" | "UTF16BE" => Encoding::Utf16(Big),
            "UTF-32" | "UTF32" => Encoding::Utf32(Marked),
            "UTF-32LE" | "UTF32LE" | "UCS-4LE" | "WCHAR_T" | "INTERNAL" => Encoding::Utf32(Little),
            "UTF-32BE" | "UTF32BE" | "UCS-4" | "UCS4" | "UCS-4BE" | "ISO-10646" => Encoding::Utf32(Big),
            _ => return None,
        })
    }

    /// Decodes the first character. A marked byte order must have been resolved before.
    pub(crate) fn decode(self, bytes: &[u8]) -> Unit {
        match self {
            Encoding::Ascii if bytes[0] >= 0x80 => Unit::Invalid,
            Encoding::Ascii | Encoding::Latin1 => Unit::Char(bytes[0].into(), 1),
            Encoding::Latin9 => {
                let special = LATIN9.iter().find(|(byte, _)| *byte == bytes[0]);
                Unit::Char(special.map_or(bytes[0].into(), |(_, c)| *c), 1)
            }
            Encoding::Utf8 => match Charset::Utf8.decode(bytes) {
                Decoded::Char(c, len) => Unit::Char(c, len),
                Decoded::Incomplete => Unit::Incomplete,
                Decoded::Invalid => Unit::Invalid,
            },
            Encoding::Utf16(order) => decode_utf16(bytes, order),
            Encoding::Utf32(order) => match unit(bytes, 4, order) {
                None => Unit::Incomplete,
                Some(0xd800..=0xdfff | 0x11_0000..) => Unit::Invalid,
                Some(c) => Unit::Char(c, 4),
            },
        }
    }

    /// Appends a character; false if the encoding lacks it.
    pub(crate) fn encode(self, c: u32, out: &mut Vec<u8>) -> bool {
        match self {
            Encoding::Ascii if c < 0x80 => out.push(c as u8),
            Encoding::Utf8 => return Charset::Utf8.encode(c, out),
            Encoding::Latin9 if LATIN9.iter().any(|(_, special)| *special == c) => {
                out.extend(LATIN9.iter().filter(|(_, special)| *special == c).map(|(byte, _)| *byte));
            }
            Encoding::Latin9 if LATIN9.iter().any(|(byte, _)| u32::from(*byte) == c) => return false,
            Encoding::Latin1 | Encoding::Latin9 if c < 0x100 => out.push(c as u8),
            Encoding::Utf16(order) => return encode_utf16(c, order, out),
            Encoding::Utf32(order) if !matches!(c, 0xd800..=0xdfff | 0x11_0000..) => push(c, 4, order, out),
            _ => return false,
        }
        true
    }

    /// Resolves a marked byte order with the mark at the start of `bytes`; also returns the length of the mark.
    pub(crate) fn settled(self, bytes: &[u8]) -> (Self, usize) {
        match self {
            Encoding::Utf16(Order::Marked) => match bytes {
                [0xfe, 0xff, ..] => (Encoding::Utf16(Order::Big), 2),
                [0xff, 0xfe, ..] => (Encoding::Utf16(Order::Little), 2),
                _ => (Encoding::Utf16(Order::Little), 0),
            },
            Encoding::Utf32(Order::Marked) => match bytes {
                [0, 0, 0xfe, 0xff, ..] => (Encoding::Utf32(Order::Big), 4),
                [0xff, 0xfe, 0, 0, ..] => (Encoding::Utf32(Order::Little), 4),
                _ => (Encoding::Utf32(Order::Little), 0),
            },
            other => (other, 0),
        }
    }

    /// The byte order mark written before the first character of a text.
    pub(crate) fn mark(self) -> &'static [u8] {
        match self {
            Encoding::Utf16(Order::Marked) => &[0xff, 0xfe],
            Encoding::Utf32(Order::Marked) => &[0xff, 0xfe, 0, 0],
            _ => &[],
        }
    }
}

/// The first `size` bytes as a number.
fn unit(bytes: &[u8], size: usize, order: Order) -> Option<u32> {
    let bytes = bytes.get(..size)?;
    let add = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
    Some(if order == Order::Big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) })
}

fn push(value: u32, size: usize, order: Order, out: &mut Vec<u8>) {
    if order == Order::Big {
        out.extend(&value.to_be_bytes()[4 - size..]);
    } else {
        out.extend(&value.to_le_bytes()[..size]);
    }
}

fn decode_utf16(bytes: &[u8], order: Order) -> Unit {
    let Some(high) = unit(bytes, 2, order) else { return Unit::Incomplete };
    match high {
        0xdc00..=0xdfff => Unit::Invalid,
        0xd800..=0xdbff => match unit(&bytes[2..], 2, order) {
            None => Unit::Incomplete,
            Some(low @ 0xdc00..=0xdfff) => Unit::Char(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00), 4),
            Some(_) => Unit::Invalid,
        },
        c => Unit::Char(c, 2),
    }
}

fn encode_utf16(c: u32, order: Order, out: &mut Vec<u8>) -> bool {
    match c {
        0xd800..=0xdfff | 0x11_0000.. => return false,
        0x1_0000.. => {
            push(0xd800 + ((c - 0x1_0000) >> 10), 2, order, out);
            push(0xdc00 + (c & 0x3ff), 2, order, out);
        }
        _ => push(c, 2, order, out),
    }
    true
}

/// Transliterations to ASCII that glibc makes in every locale.
const EVERYWHERE: [(char, &str); 24] = [
    ('\u{a0}', " "),
    ('©', "(C)"),
    ('«', "<<"),
    ('\u{ad}', "-"),
    ('®', "(R)"),
    ('µ', "u"),
    ('»', ">>"),
    ('Æ', "AE"),
    ('×', "x"),
    ('ß', "ss"),
    ('æ', "ae"),
    ('Œ', "OE"),
    ('œ', "oe"),
    ('‐', "-"),
    ('–', "-"),
    ('—', "-"),
    ('‘', "'"),
    ('’', "'"),
    ('“', "\""),
    ('”', "\""),
    ('•', "o"),
    ('…', "..."),
    ('€', "EUR"),
    ('™', "(TM)"),
];

/// Letters with diacritics and their base letters: glibc transliterates them only in UTF-8 locales.
const MARKED: [(char, &str); 12] = [
    ('A', "ÀÁÂÃÄÅ"),
    ('C', "Ç"),
    ('E', "ÈÉÊË"),
    ('I', "ÌÍÎÏ"),
    ('N', "Ñ"),
    ('O', "ÒÓÔÕÖ"),
    ('U', "ÙÚÛÜ"),
    ('Y', "Ý"),
    ('a', "àáâãäå"),
    ('e', "èéêë"),
    ('o', "òóôõö"),
    ('u', "ùúûü"),
];

/// ASCII text in place of a character; `?` if there is no transliteration.
pub(crate) fn transliterated(c: u32, locale: Charset) -> String {
    let Some(c) = char::from_u32(c) else { return "?".into() };
    if let Some((_, text)) = EVERYWHERE.iter().find(|(special, _)| *special == c) {
        return (*text).into();
    }
    let others = [('c', "ç"), ('i', "ìíîï"), ('n', "ñ"), ('y', "ýÿ")];
    let base = MARKED.iter().chain(&others).find(|(_, marked)| marked.contains(c)).map(|(base, _)| *base);
    match base {
        Some(base) if locale == Charset::Utf8 => base.into(),
        _ => "?".into(),
    }
}
