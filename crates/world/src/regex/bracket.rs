//! Bracket expressions: `[^a-z[:digit:][.-.][=e=]]`.

use super::letters::{Class, Letter};
use super::set::LetterSet;
use super::syntax::{Fault, Syntax};
use super::token::Scanner;
use crate::text::charset::Charset;

/// Longest name between `[:` and `:]`.
const MAX_NAME_LENGTH: usize = 32;

/// A token inside brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    End,
    Close,
    Hyphen,
    Caret,
    Letter(Letter),
    /// `[.`, `[=` or `[:`.
    Open(u8),
}

/// An element of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Letter(Letter),
    Equivalent(Letter),
    Class(Class),
    /// An unknown collating element: an error, but other errors are reported first.
    Unknown,
}

/// Parses a bracket expression; the scanner advances from behind the opening bracket to behind the
/// closing one.
pub(crate) fn parse(scanner: &mut Scanner, syntax: Syntax) -> Result<LetterSet, Fault> {
    let mut list = List { scanner, syntax, set: LetterSet::default() };
    let (mut token, mut length) = list.peek();
    if token == Token::Caret {
        list.set.negated = true;
        if syntax.has(Syntax::HAT_LISTS_NOT_NEWLINE) {
            list.set.add(b'\n'.into(), b'\n'.into());
        }
        list.scanner.at += length;
        (token, length) = list.peek();
    }
    if token == Token::End {
        return Err(Fault::BadPattern);
    }
    if token == Token::Close {
        token = Token::Letter(b']'.into());
    }
    let mut first = true;
    loop {
        list.item(token, length, first)?;
        first = false;
        (token, length) = list.peek();
        match token {
            Token::End => return Err(Fault::Bracket),
            Token::Close => break,
            _ => {}
        }
    }
    list.scanner.at += length;
    Ok(list.set)
}

struct List<'a, 'b> {
    scanner: &'a mut Scanner<'b>,
    syntax: Syntax,
    set: LetterSet,
}

impl List<'_, '_> {
    fn peek(&self) -> (Token, usize) {
        let rest = &self.scanner.pattern[self.scanner.at.min(self.scanner.pattern.len())..];
        let Some(&byte) = rest.first() else { return (Token::End, 0) };
        let alphabet = self.scanner.alphabet;
        match (byte, rest.get(1)) {
            (b'\\', Some(_)) if self.syntax.has(Syntax::BACKSLASH_ESCAPE_IN_LISTS) => {
                let (letter, length) = alphabet.letter(&rest[1..]);
                (Token::Letter(letter), length + 1)
            }
            (b'[', Some(&kind @ (b'.' | b'='))) => (Token::Open(kind), 2),
            (b'[', Some(b':')) if self.syntax.has(Syntax::CHAR_CLASSES) => (Token::Open(b':'), 2),
            (b'-', _) => (Token::Hyphen, 1),
            (b']', _) => (Token::Close, 1),
            (b'^', _) => (Token::Caret, 1),
            _ => {
                let (letter, length) = alphabet.letter(rest);
                (Token::Letter(letter), length)
            }
        }
    }

    /// One element or range.
    fn item(&mut self, token: Token, length: usize, first: bool) -> Result<(), Fault> {
        let start = self.element(token, length, first)?;
        let (next, length) = self.peek();
        if let Element::Letter(_) | Element::Unknown = start {
            if next == Token::End {
                return Err(Fault::Bracket);
            }
            if next == Token::Hyphen {
                self.scanner.at += length;
                let (end, end_length) = self.peek();
                match end {
                    Token::End => return Err(Fault::Bracket),
                    // A hyphen at the end is a letter: it comes next.
                    Token::Close => self.scanner.at -= length,
                    _ => return self.range(start, end, end_length),
                }
            }
        }
        match start {
            Element::Letter(letter) | Element::Equivalent(letter) => self.set.add(letter, letter),
            Element::Class(class) => self.set.add_class(class),
            Element::Unknown => return Err(Fault::Collate),
        }
        Ok(())
    }

    fn range(&mut self, from: Element, token: Token, length: usize) -> Result<(), Fault> {
        let (from, to) = match (from, self.element(token, length, true)?) {
            (Element::Letter(from), Element::Letter(to)) => (from, to),
            (_, Element::Class(_) | Element::Equivalent(_)) => return Err(Fault::Range),
            _ => return Err(Fault::Collate),
        };
        if from.max(to) >= 0x80 && self.scanner.alphabet.charset == Charset::Utf8 {
            // C.UTF-8 defines no order for other letters.
            return Err(Fault::Collate);
        }
        if from > to {
            let empty_ok = !self.syntax.has(Syntax::NO_EMPTY_RANGES);
            return if empty_ok { Ok(()) } else { Err(Fault::Range) };
        }
        self.set.add(from, to);
        Ok(())
    }

    fn element(&mut self, token: Token, length: usize, hyphen_ok: bool) -> Result<Element, Fault> {
        self.scanner.at += length;
        Ok(Element::Letter(match token {
            Token::Open(kind) => return self.symbol(kind),
            Token::Hyphen if !hyphen_ok && !matches!(self.peek().0, Token::Close) => return Err(Fault::Range),
            Token::Hyphen => b'-'.into(),
            Token::Close => b']'.into(),
            Token::Caret => b'^'.into(),
            Token::Letter(letter) => letter,
            Token::End => return Err(Fault::Bracket),
        }))
    }

    /// `[.x.]`, `[=x=]` or `[:name:]`; the scanner is behind the opening two characters. In the C
    /// locale all collating elements are single letters.
    fn symbol(&mut self, kind: u8) -> Result<Element, Fault> {
        let rest = &self.scanner.pattern[self.scanner.at..];
        if rest.is_empty() {
            return Err(Fault::Bracket);
        }
        let end = rest.windows(2).position(|w| w == [kind, b']']).ok_or(Fault::Bracket)?;
        if end >= MAX_NAME_LENGTH {
            return Err(Fault::Bracket);
        }
        let name = &rest[..end];
        self.scanner.at += end + 2;
        if kind == b':' {
            return self.class(name).map(Element::Class);
        }
        let single = if name.is_empty() { None } else { Some(self.scanner.alphabet.letter(name)) };
        let letter = single.filter(|&(_, length)| length == name.len()).map(|(letter, _)| letter);
        match (kind, letter) {
            (b'=', Some(letter)) => Ok(Element::Equivalent(letter)),
            (b'=', None) => Err(Fault::Collate),
            (_, Some(letter)) => Ok(Element::Letter(letter)),
            (_, None) => Ok(Element::Unknown),
        }
    }

    fn class(&self, name: &[u8]) -> Result<Class, Fault> {
        let class = Class::named(name).ok_or(Fault::Class)?;
        let either = self.scanner.alphabet.icase && matches!(class, Class::Upper | Class::Lower);
        Ok(if either { Class::Alpha } else { class })
    }
}
