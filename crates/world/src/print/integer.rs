//! `%d %i %u %o %x %b %p`.

use whydunit_machine::{Guest, Numeral, OutByte, Run, Word};
use whydunit_program::{BinOp, CastOp};

use super::render::{Field, Renderer, Stop};

/// A number ready to be padded.
struct Number<'a> {
    /// Sign and base, before the zeros.
    prefix: &'a [u8],
    /// The index of its argument.
    arg: u16,
    /// Are its digits uninitialised?
    undef: bool,
}

impl Renderer<'_> {
    pub(super) fn signed(&mut self, field: Field, position: Option<usize>) -> Result<(), Stop> {
        let value = self.integer_value(position)?;
        let bits = field.size.bits();
        if value.word.term != 0 && value.word.undef == 0 {
            return self.signed_term(field, value.word, value.arg);
        }
        let shift = 64 - u32::from(bits);
        let number = ((value.word.bits << shift) as i64) >> shift;
        let prefix = sign(field, number < 0);
        let undef = value.word.undef << shift != 0;
        self.plain_number(field, Number { prefix, arg: value.arg, undef }, number.unsigned_abs(), 10, false);
        Ok(())
    }

    pub(super) fn unsigned(
        &mut self,
        field: Field,
        position: Option<usize>,
        base: u64,
        upper: bool,
    ) -> Result<(), Stop> {
        let value = self.integer_value(position)?;
        let bits = field.size.bits();
        if value.word.term != 0 && value.word.undef == 0 {
            let word = narrowed(self.guest, value.word, bits);
            self.guest.show(word, value.arg, Numeral::Integer { base: base as u8, bits });
            let digits = digits_of_term(self.guest, word, bits, base, upper)?;
            let zero = digits.len() == 1 && digits[0].bits == u64::from(b'0');
            let prefix = base_prefix(field, base, upper, zero);
            self.number(field, Number { prefix, arg: value.arg, undef: false }, &digits, zero);
            return Ok(());
        }
        let mask = u64::MAX >> (64 - u32::from(bits));
        let number = value.word.bits & mask;
        let prefix = base_prefix(field, base, upper, number == 0);
        let undef = value.word.undef & mask != 0;
        self.plain_number(field, Number { prefix, arg: value.arg, undef }, number, base, upper);
        Ok(())
    }

    /// `%p`: like `%#lx`, except for null.
    pub(super) fn pointer(&mut self, field: Field, position: Option<usize>) -> Result<(), Stop> {
        let value = self.integer_value(position)?;
        let address = self.guest.pin(value.word, "pointer in printf")?;
        if address == 0 {
            let start = self.out.len();
            self.out.extend(b"(nil)".iter().map(|&b| OutByte { word: b.into(), arg: value.arg }));
            self.pad_from(start, field, value.arg);
            return Ok(());
        }
        let prefix: &[u8] = match (field.flags.plus, field.flags.space) {
            (true, _) => b"+0x",
            (_, true) => b" 0x",
            _ => b"0x",
        };
        self.plain_number(field, Number { prefix, arg: value.arg, undef: false }, address, 16, false);
        Ok(())
    }

    fn signed_term(&mut self, field: Field, word: Word, arg: u16) -> Result<(), Stop> {
        let bits = field.size.bits();
        let word = narrowed(self.guest, word, bits);
        self.guest.show(word, arg, Numeral::Integer { base: 10, bits });
        let below = self.guest.bin(BinOp::SLt, bits, word, Word::new(0));
        let negative = self.guest.decide(below)?;
        let magnitude = if negative { self.guest.bin(BinOp::Sub, bits, Word::new(0), word) } else { word };
        let digits = digits_of_term(self.guest, magnitude, bits, 10, false)?;
        let zero = digits.len() == 1 && digits[0].bits == u64::from(b'0');
        self.number(field, Number { prefix: sign(field, negative), arg, undef: false }, &digits, zero);
        Ok(())
    }

    fn plain_number(&mut self, field: Field, number: Number, value: u64, base: u64, upper: bool) {
        let mut text = [0u8; 64];
        let mut start = text.len();
        let letters = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
        let mut rest = value;
        loop {
            start -= 1;
            // Division by a constant is much cheaper.
            let (above, digit) = if base == 10 { (rest / 10, rest % 10) } else { (rest / base, rest % base) };
            text[start] = letters[digit as usize];
            rest = above;
            if rest == 0 {
                break;
            }
        }
        let digits = &text[start..];
        if field.width <= digits.len() && field.precision.is_none() && number.prefix.is_empty() && !number.undef {
            self.out.extend(digits.iter().map(|&b| OutByte { word: Word::from(b), arg: number.arg }));
            return;
        }
        let mut words = [Word::default(); 64];
        for (word, &digit) in words.iter_mut().zip(digits) {
            *word = digit.into();
        }
        self.number(field, number, &words[..digits.len()], value == 0);
    }

    /// Writes a number with its prefix, zeros for precision or width, and spaces.
    fn number(&mut self, field: Field, number: Number, digits: &[Word], zero: bool) {
        // Zero with precision zero has no digit, except in alternate octal form.
        let octal_zero = number.prefix == b"0";
        let digits = if zero && field.precision == Some(0) { &[] } else { digits };
        let prefix = if octal_zero && field.precision.is_some_and(|p| p > digits.len()) { b"" } else { number.prefix };
        let shown = prefix.len() + digits.len();
        let zeros = match field.precision {
            Some(precision) => precision.saturating_sub(digits.len()),
            None if field.flags.zero && !field.flags.left => field.width.saturating_sub(shown),
            None => 0,
        };
        let start = self.out.len();
        let undef = if number.undef { 0xff } else { 0 };
        let byte = |b: u8| OutByte { word: Word { bits: b.into(), undef, term: 0 }, arg: number.arg };
        self.out.extend(prefix.iter().map(|&b| byte(b)));
        self.out.extend(std::iter::repeat_n(byte(b'0'), zeros));
        self.out
            .extend(digits.iter().map(|d| OutByte { word: Word { undef: d.undef | undef, ..*d }, arg: number.arg }));
        self.pad_from(start, field, number.arg);
    }
}

fn sign(field: Field, negative: bool) -> &'static [u8] {
    match (negative, field.flags.plus, field.flags.space) {
        (true, _, _) => b"-",
        (_, true, _) => b"+",
        (_, _, true) => b" ",
        _ => b"",
    }
}

fn base_prefix(field: Field, base: u64, upper: bool, zero: bool) -> &'static [u8] {
    if !field.flags.alternate {
        return b"";
    }
    match (base, upper, zero) {
        (8, _, false) => b"0",
        (8, _, true) if field.precision == Some(0) => b"0",
        (16, false, false) => b"0x",
        (16, true, false) => b"0X",
        (2, false, false) => b"0b",
        (2, true, false) => b"0B",
        _ => b"",
    }
}

fn narrowed(guest: &mut dyn Guest, word: Word, bits: u8) -> Word {
    if bits == 64 { word } else { guest.cast(CastOp::Trunc, 64, bits, word) }
}

/// The digits of a symbolic number as words. Their number is a decision of the run.
fn digits_of_term(guest: &mut dyn Guest, word: Word, bits: u8, base: u64, upper: bool) -> Run<Vec<Word>> {
    let mask = u64::MAX >> (64 - u32::from(bits));
    let mut powers = vec![1u64];
    while let Some(next) = powers[powers.len() - 1].checked_mul(base).filter(|&p| p <= mask) {
        let below = guest.bin(BinOp::ULt, bits, word, Word::new(next));
        if guest.decide(below)? {
            break;
        }
        powers.push(next);
    }
    let mut digits = Vec::with_capacity(powers.len());
    for &power in powers.iter().rev() {
        let above = if power == 1 { word } else { guest.bin(BinOp::UDiv, bits, word, Word::new(power)) };
        let digit = guest.bin(BinOp::URem, bits, above, Word::new(base));
        let digit = if bits == 8 { digit } else { guest.cast(CastOp::Trunc, bits, 8, digit) };
        digits.push(digit_letter(guest, digit, base, upper));
    }
    Ok(digits)
}

fn digit_letter(guest: &mut dyn Guest, digit: Word, base: u64, upper: bool) -> Word {
    let figure = guest.bin(BinOp::Add, 8, digit, Word::from(b'0'));
    if base <= 10 {
        return figure;
    }
    let first = if upper { b'A' } else { b'a' };
    let letter = guest.bin(BinOp::Add, 8, digit, Word::from(first - 10));
    let is_figure = guest.bin(BinOp::ULt, 8, digit, Word::new(10));
    guest.select(is_figure, figure, letter)
}
