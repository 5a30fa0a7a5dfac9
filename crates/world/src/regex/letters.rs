//! Letters: the characters of a pattern and its subject, their folding by case and translation, and the
//! context of a position.

use crate::text::charset::{Charset, Decoded};
use crate::text::unicode;

/// A character, or [`RAW`] plus a byte that is part of none.
pub(crate) type Letter = u32;

/// Marks bytes outside any character: they equal themselves, and no dot or list matches them.
pub(crate) const RAW: Letter = 1 << 31;

/// The context on one side of a position.
pub(crate) mod context {
    /// A word character.
    pub(crate) const WORD: u8 = 1;
    /// A line boundary.
    pub(crate) const LINE: u8 = 2;
    /// A boundary of the text.
    pub(crate) const EDGE: u8 = 4;
}

/// The mapping from bytes to letters: encoding, the user's translation, and case.
#[derive(Clone, Debug)]
pub(crate) struct Alphabet {
    pub(crate) charset: Charset,
    pub(crate) translate: Option<Box<[u8; 256]>>,
    pub(crate) icase: bool,
}

impl Alphabet {
    /// The letter at the start of `bytes`, folded, and its length. `bytes` is not empty.
    pub(crate) fn letter(&self, bytes: &[u8]) -> (Letter, usize) {
        let (raw, length) = self.raw(bytes);
        (self.fold(raw), length)
    }

    /// The letter at the start of `bytes`, translated but not folded.
    pub(crate) fn raw(&self, bytes: &[u8]) -> (Letter, usize) {
        let byte = self.translated(bytes[0]);
        if byte < 0x80 || self.charset == Charset::Ascii {
            return (Letter::from(byte), 1);
        }
        match self.charset.decode(bytes) {
            Decoded::Char(wide, length) => (wide, length),
            _ => (RAW | Letter::from(byte), 1),
        }
    }

    fn translated(&self, byte: u8) -> u8 {
        self.translate.as_ref().map_or(byte, |table| table[usize::from(byte)])
    }

    /// The upper-case form, if case is ignored.
    pub(crate) fn fold(&self, letter: Letter) -> Letter {
        if !self.icase {
            return letter;
        }
        if letter < 0x80 {
            return Letter::from((letter as u8).to_ascii_uppercase());
        }
        if self.charset == Charset::Ascii {
            return letter;
        }
        unicode::upper(letter)
    }

    /// Is it part of a word?
    pub(crate) fn is_word(&self, letter: Letter) -> bool {
        letter == Letter::from(b'_') || self.in_class(Class::Alnum, letter)
    }

    /// Is it of this class in the locale?
    pub(crate) fn in_class(&self, class: Class, letter: Letter) -> bool {
        if letter < 0x80 {
            return class.holds_ascii(letter as u8);
        }
        self.charset == Charset::Utf8 && unicode::classes(letter).has(class as u8)
    }
}

/// A character class of `<ctype.h>`, in the order of glibc's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Upper,
    Lower,
    Alpha,
    Digit,
    Xdigit,
    Space,
    Print,
    Graph,
    Blank,
    Cntrl,
    Punct,
    Alnum,
}

impl Class {
    /// The class with this name.
    pub(crate) fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"alnum" => Class::Alnum,
            b"alpha" => Class::Alpha,
            b"blank" => Class::Blank,
            b"cntrl" => Class::Cntrl,
            b"digit" => Class::Digit,
            b"graph" => Class::Graph,
            b"lower" => Class::Lower,
            b"print" => Class::Print,
            b"punct" => Class::Punct,
            b"space" => Class::Space,
            b"upper" => Class::Upper,
            b"xdigit" => Class::Xdigit,
            _ => return None,
        })
    }

    /// Is an ASCII byte in this class?
    pub(crate) fn holds_ascii(self, byte: u8) -> bool {
        match self {
            Class::Alnum => byte.is_ascii_alphanumeric(),
            Class::Alpha => byte.is_ascii_alphabetic(),
            Class::Blank => byte == b' ' || byte == b'\t',
            Class::Cntrl => byte.is_ascii_control(),
            Class::Digit => byte.is_ascii_digit(),
            Class::Graph => byte.is_ascii_graphic(),
            Class::Lower => byte.is_ascii_lowercase(),
            Class::Print => byte == b' ' || byte.is_ascii_graphic(),
            Class::Punct => byte.is_ascii_punctuation(),
            Class::Space => byte == b' ' || (9..=13).contains(&byte),
            Class::Upper => byte.is_ascii_uppercase(),
            Class::Xdigit => byte.is_ascii_hexdigit(),
        }
    }
}

/// A subject with the options for matching it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    /// All bytes, including those outside the match that serve as context.
    pub(crate) bytes: &'a [u8],
    /// The limit for the end of a match.
    pub(crate) stop: usize,
    /// Is the start of the text no start of a line?
    pub(crate) not_bol: bool,
    /// Is the end of the text no end of a line?
    pub(crate) not_eol: bool,
    /// Are newlines line boundaries?
    pub(crate) newline_anchor: bool,
}

impl Subject<'_> {
    /// A letter as context of its neighbouring positions.
    pub(crate) fn context_of_letter(&self, alphabet: &Alphabet, letter: Letter) -> u8 {
        let word = if alphabet.is_word(letter) { context::WORD } else { 0 };
        let line = if self.newline_anchor && letter == Letter::from(b'\n') { context::LINE } else { 0 };
        word | line
    }

    /// The context before a position.
    pub(crate) fn before(&self, alphabet: &Alphabet, at: usize) -> u8 {
        if at == 0 {
            return context::EDGE | if self.not_bol { 0 } else { context::LINE };
        }
        let start = (1..=at.min(6)).map(|back| at - back).find(|&p| p + alphabet.raw(&self.bytes[p..]).1 == at);
        let (letter, _) = alphabet.letter(&self.bytes[start.unwrap_or(at - 1)..]);
        self.context_of_letter(alphabet, letter)
    }

    /// The context after a position.
    pub(crate) fn after(&self, alphabet: &Alphabet, at: usize) -> u8 {
        if at >= self.bytes.len() {
            return context::EDGE | if self.not_eol { 0 } else { context::LINE };
        }
        let (letter, _) = alphabet.letter(&self.bytes[at..]);
        self.context_of_letter(alphabet, letter)
    }

    /// Does a character start here? A match cannot start inside one.
    pub(crate) fn is_border(&self, alphabet: &Alphabet, at: usize) -> bool {
        if alphabet.charset == Charset::Ascii || at >= self.bytes.len() || self.bytes[at] & 0xc0 != 0x80 {
            return true;
        }
        !(1..=at.min(5)).any(|back| alphabet.raw(&self.bytes[at - back..]).1 > back)
    }
}
