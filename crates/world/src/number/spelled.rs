//! The value of a number read from symbolic text, as a function of its digits.
//!
//! An integer of up to fifteen digits is exact as a double, and so are small powers of ten: one
//! division rounds once, as the conversion does. Longer numbers and those with exponents are made concrete.

use whydunit_machine::{Guest, Run, Word};
use whydunit_program::{BinOp, CastOp};

use super::{Format, Parsed};

const WHY: &str = "text of a floating-point number";

/// The characters of a number.
#[derive(Default)]
pub(crate) struct Spelled {
    pub(crate) text: Vec<u8>,
    /// The same as 64-bit words.
    words: Vec<Word>,
}

impl Spelled {
    /// Adds a concrete character.
    pub(crate) fn push(&mut self, byte: u8) {
        self.text.push(byte);
        self.words.push(Word::from(byte));
    }

    /// Adds a digit, which may be symbolic.
    pub(crate) fn push_digit(&mut self, guest: &mut dyn Guest, c: Word, width: u8) {
        self.text.push(c.bits as u8);
        self.words.push(if c.is_plain() { c } else { guest.cast(CastOp::ZExt, width, 64, c) });
    }

    /// The value of the number that `parsed` describes, in the bits of its format: symbolic if its digits are.
    pub(crate) fn value(&self, guest: &mut dyn Guest, parsed: &Parsed, format: Format) -> Run<Option<Word>> {
        let words = &self.words[..parsed.used];
        if words.iter().all(|w| w.is_plain()) {
            return Ok(None);
        }
        let (w, own, most) = match format {
            Format::Double => (64, parsed.value.to_double(), 15),
            Format::Single => (32, u64::from(parsed.value.to_single()), 7),
            Format::Extended => (64, 0, 0),
        };
        if let Some((negative, digits, decimals)) = self.parts(parsed.used).filter(|p| p.1.len() <= most) {
            let value = computed(guest, w, negative, &digits, decimals);
            if value.bits == own {
                return Ok(Some(value));
            }
        }
        for &word in words {
            guest.pin(word, WHY)?;
        }
        Ok(None)
    }

    /// Sign, digits, and the number of decimals; none for text with other characters.
    fn parts(&self, used: usize) -> Option<(bool, Vec<Word>, i32)> {
        let signed = usize::from(matches!(self.text.first(), Some(b'+' | b'-')));
        let (mut digits, mut decimals, mut point) = (Vec::new(), 0, false);
        for (&byte, &word) in self.text[..used].iter().zip(&self.words).skip(signed) {
            match byte {
                b'0'..=b'9' => {
                    digits.push(word);
                    decimals += i32::from(point);
                }
                b'.' => point = true,
                _ => return None,
            }
        }
        Some((self.text[0] == b'-', digits, decimals))
    }
}

/// The digits as an integer, divided by a power of ten.
fn computed(guest: &mut dyn Guest, w: u8, negative: bool, digits: &[Word], decimals: i32) -> Word {
    let mut number = Word::new(0);
    for &digit in digits {
        let tenfold = guest.bin(BinOp::Mul, 64, number, Word::new(10));
        let digit = guest.bin(BinOp::Sub, 64, digit, Word::from(b'0'));
        number = guest.bin(BinOp::Add, 64, tenfold, digit);
    }
    let whole = guest.cast(CastOp::SiToFp, 64, w, number);
    let ten = 10_f64.powi(decimals);
    let power = if w == 64 { ten.to_bits() } else { u64::from((ten as f32).to_bits()) };
    let value = if decimals > 0 { guest.bin(BinOp::FDiv, w, whole, Word::new(power)) } else { whole };
    if negative { guest.bin(BinOp::Xor, w, value, Word::new(1 << (w - 1))) } else { value }
}
