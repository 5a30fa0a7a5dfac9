//! Recognition of the bytes of a floating-point number, one at a time: `strtod` must not read further
//! than the first byte that cannot belong to it.

/// Accepts the bytes of a number (without leading white space) from left to right. The accepted
/// text may be incomplete (`1e+`): [`super::parse`] finds the longest valid number in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloatPrefix {
    state: State,
    hex: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// No byte yet.
    #[default]
    Start,
    /// A sign.
    Signed,
    /// A first zero, after which `x` may follow.
    Zero,
    /// Digits before the point.
    Whole,
    /// A point without a digit before it.
    BarePoint,
    /// Digits after the point.
    Fraction,
    /// `e` or `p`.
    Mark,
    /// Sign or digits of the exponent.
    Exponent,
    /// This many letters of `infinity`.
    Infinity(u8),
    /// This many letters of `nan`.
    Nan(u8),
    /// Inside `nan(…`.
    Payload,
    /// No further byte is accepted.
    Done,
}

impl FloatPrefix {
    /// Accepts `byte` if it can follow the accepted text.
    pub(crate) fn push(&mut self, byte: u8) -> bool {
        let byte = byte.to_ascii_lowercase();
        let digit = byte.is_ascii_digit() || self.hex && byte.is_ascii_hexdigit();
        let mark = byte == if self.hex { b'p' } else { b'e' };
        let next = match (self.state, byte) {
            (State::Start, b'+' | b'-') => State::Signed,
            (State::Start | State::Signed, b'0') => State::Zero,
            (State::Start | State::Signed, b'.') => State::BarePoint,
            (State::Start | State::Signed, b'i') => State::Infinity(1),
            (State::Start | State::Signed, b'n') => State::Nan(1),
            (State::Start | State::Signed, _) if digit => State::Whole,
            (State::Zero, b'x') => {
                self.hex = true;
                State::Whole
            }
            (State::Zero | State::Whole, b'.') => State::Fraction,
            (State::Zero | State::Whole, _) if digit => State::Whole,
            (State::BarePoint | State::Fraction, _) if digit => State::Fraction,
            (State::Zero | State::Whole | State::Fraction, _) if mark => State::Mark,
            (State::Mark, b'+' | b'-') => State::Exponent,
            (State::Mark | State::Exponent, b'0'..=b'9') => State::Exponent,
            (State::Infinity(n), _) if b"infinity".get(usize::from(n)) == Some(&byte) => State::Infinity(n + 1),
            (State::Nan(n), _) if b"nan".get(usize::from(n)) == Some(&byte) => State::Nan(n + 1),
            (State::Nan(3), b'(') => State::Payload,
            (State::Payload, b')') => State::Done,
            (State::Payload, b'_' | b'0'..=b'9' | b'a'..=b'z') => State::Payload,
            _ => return false,
        };
        self.state = next;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(text: &str) -> &str {
        let mut prefix = FloatPrefix::default();
        let end = text.bytes().position(|b| !prefix.push(b)).unwrap_or(text.len());
        &text[..end]
    }

    #[test]
    fn stops_at_the_first_byte_that_cannot_belong() {
        for (text, expected) in [
            ("1.5e+3x", "1.5e+3"),
            ("-0x1.8p3g", "-0x1.8p3"),
            ("1..2", "1."),
            ("1e5.", "1e5"),
            ("infinitz", "infinit"),
            ("nan(12_a)b", "nan(12_a)"),
            (".5.", ".5"),
            ("+x", "+"),
            ("12ab", "12"),
            ("hello", ""),
        ] {
            assert_eq!(accepted(text), expected);
        }
    }
}
