//! The tokens of C expressions.

use crate::formula::{FormulaError, Span};

/// A token with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or a keyword.
    Name(String),
    /// An integer, with its suffix and whether it was decimal.
    Integer { value: u128, unsigned: bool, long: bool, decimal: bool },
    /// A floating-point number: its digits, and its size in bytes.
    Float { digits: String, size: u8 },
    /// A character.
    Character(u8),
    /// A string literal, without its terminating zero.
    Text(Vec<u8>),
    /// An operator or a bracket.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Operators, longest first.
const SIGNS: [&str; 46] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "(", ")", "[", "]", ".", "&", "*", "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?",
    ":", "=", ",", ";", "{", "}",
];

/// Splits a text into tokens, ending with [`TokenKind::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, FormulaError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (kind, len) = word(&text[at..]).map_err(|(offset, len, message)| {
            FormulaError::syntax(Span { start: at + offset, end: at + offset + len }, message)
        })?;
        found.push(Token { kind, span: Span { start: at, end: at + len } });
        at += len;
    }
    found.push(Token { kind: TokenKind::End, span: Span { start: text.len(), end: text.len() + 1 } });
    Ok(found)
}

/// An error in a token: offset, length, message.
type Wrong = (usize, usize, String);

/// The first token of a text, and its length.
fn word(text: &str) -> Result<(TokenKind, usize), Wrong> {
    let bytes = text.as_bytes();
    let second = bytes.get(1).copied().unwrap_or(0);
    match bytes[0] {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
            let len = bytes.iter().take_while(|b| is_part_of_name(**b)).count();
            Ok((TokenKind::Name(text[..len].into()), len))
        }
        b'0'..=b'9' => number(text),
        b'.' if second.is_ascii_digit() => number(text),
        b'\'' => character(text),
        b'"' => quoted(text, b'"').map(|(bytes, len)| (TokenKind::Text(bytes), len)),
        _ => match SIGNS.iter().find(|s| text.starts_with(**s)) {
            Some(sign) => Ok((TokenKind::Sign(sign), sign.len())),
            None => {
                let len = text.chars().next().map_or(1, char::len_utf8);
                Err((0, len, format!("`{}` is no part of a C expression", &text[..len])))
            }
        },
    }
}

fn is_part_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn number(text: &str) -> Result<(TokenKind, usize), Wrong> {
    let bytes = text.as_bytes();
    let hexadecimal = text.len() > 1 && text[..2].eq_ignore_ascii_case("0x");
    let exponent = if hexadecimal { b"pP" } else { b"eE" };
    let mut len = 0;
    while let Some(&byte) = bytes.get(len) {
        let sign = matches!(byte, b'+' | b'-') && exponent.contains(&bytes[len - 1]);
        if !(is_part_of_name(byte) || byte == b'.' || (sign && len > 0)) {
            break;
        }
        len += 1;
    }
    let word = &text[..len];
    let wrong = || (0, len, format!("`{word}` is no number"));
    let floats = word.contains('.') || (!hexadecimal && word.contains(['e', 'E']));
    if hexadecimal && (floats || word.contains(['p', 'P'])) {
        return Err((0, len, format!("`{word}`: hexadecimal floating numbers are not read; write it in decimal")));
    }
    if floats {
        let (digits, size) = match word.as_bytes()[len - 1] {
            b'f' | b'F' => (&word[..len - 1], 4),
            b'l' | b'L' => (&word[..len - 1], 16),
            _ => (word, 8),
        };
        digits.parse::<f64>().map_err(|_| wrong())?;
        return Ok((TokenKind::Float { digits: digits.into(), size }, len));
    }
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = word[digits.len()..].to_ascii_lowercase();
    if !["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(&suffix.as_str()) {
        return Err(wrong());
    }
    let (radix, digits) = match digits {
        d if hexadecimal => (16, &d[2..]),
        d if d.starts_with("0b") || d.starts_with("0B") => (2, &d[2..]),
        d if d.len() > 1 && d.starts_with('0') => (8, &d[1..]),
        d => (10, d),
    };
    let value = u64::from_str_radix(digits, radix).map_err(|_| wrong())?;
    let (unsigned, long) = (suffix.contains('u'), suffix.contains('l'));
    Ok((TokenKind::Integer { value: value.into(), unsigned, long, decimal: radix == 10 }, len))
}

fn character(text: &str) -> Result<(TokenKind, usize), Wrong> {
    let (bytes, len) = quoted(text, b'\'')?;
    match bytes.as_slice() {
        [one] => Ok((TokenKind::Character(*one), len)),
        _ => Err((0, len, "a character is one character between single quotes".into())),
    }
}

/// The contents of quotes, and the length including them.
fn quoted(text: &str, quote: u8) -> Result<(Vec<u8>, usize), Wrong> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 1;
    loop {
        match bytes.get(at) {
            None => return Err((0, 1, format!("the closing {} is missing", char::from(quote)))),
            Some(b) if *b == quote => return Ok((found, at + 1)),
            Some(b'\\') => {
                let (byte, len) = escape(&bytes[at + 1..]).ok_or((at, 2, "this escape is not known".to_string()))?;
                found.push(byte);
                at += 1 + len;
            }
            Some(byte) => {
                found.push(*byte);
                at += 1;
            }
        }
    }
}

/// The byte that an escape stands for, and its length without the backslash.
fn escape(bytes: &[u8]) -> Option<(u8, usize)> {
    let digits = |from: usize, most: usize, radix: u32| {
        let is_digit = |b: &&u8| char::from(**b).is_digit(radix);
        let len = bytes[from..].iter().take(most).take_while(is_digit).count();
        let text = std::str::from_utf8(&bytes[from..from + len]).ok()?;
        Some((u32::from_str_radix(text, radix).ok()? as u8, from + len))
    };
    let plain = match bytes.first()? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' => 27,
        b @ (b'\\' | b'\'' | b'"' | b'?') => *b,
        b'x' => return digits(1, 2, 16),
        b'0'..=b'7' => return digits(0, 3, 8),
        _ => return None,
    };
    Some((plain, 1))
}
