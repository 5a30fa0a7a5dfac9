//! `%a %e %f %g`: the characters are collected as glibc collects them, then converted as `strtod` does.

use whydunit_machine::{Run, Word};

use super::directive::{Directive, Size};
use super::integer::Allowance;
use super::scanner::{Scanner, Stop};
use crate::fs::Errno;
use crate::number::{Float, Format, parse};

/// The characters of a number, as far as they were taken.
struct Collected {
    text: Vec<u8>,
    left: Allowance,
    hex: bool,
}

impl Scanner<'_> {
    pub(super) fn real(&mut self, directive: &Directive) -> Result<(), Stop> {
        let Some(first) = self.next()? else { return Err(Stop::Input) };
        let mut number = Collected { text: Vec::new(), left: Allowance::new(directive.width), hex: false };
        number.left.spend();
        let mut current = first;
        if self.is(first, u32::from(b'-'))? || self.is(first, u32::from(b'+'))? {
            number.text.push(first.bits as u8);
            // The end is an input error only before the first character.
            current = self.more(&mut number)?.ok_or(Stop::Mismatch)?;
        }
        let signed = number.text.len();
        if self.is_letter(current, b'n')? {
            self.letters(&mut number, current, b"nan")?;
        } else if self.is_letter(current, b'i')? {
            self.infinity(&mut number, current)?;
        } else {
            self.digits(&mut number, current)?;
            if number.text.len() == signed || number.hex && number.text.len() == signed + 2 {
                return Err(Stop::Mismatch);
            }
        }
        self.convert(directive, &number.text)
    }

    /// The next character if the width allows one.
    fn more(&mut self, number: &mut Collected) -> Run<Option<Word>> {
        let next = self.next_within(&number.left)?;
        if next.is_some() {
            number.left.spend();
        }
        Ok(next)
    }

    /// Takes a word of which `first` is the first letter; what does not fit is taken all the same.
    fn letters(&mut self, number: &mut Collected, first: Word, word: &[u8]) -> Result<(), Stop> {
        let mut current = first;
        for (index, &letter) in word.iter().enumerate() {
            if index > 0 {
                current = self.more(number)?.ok_or(Stop::Mismatch)?;
            }
            if !self.is_letter(current, letter)? {
                return Err(Stop::Mismatch);
            }
            number.text.push(letter);
        }
        Ok(())
    }

    fn infinity(&mut self, number: &mut Collected, first: Word) -> Result<(), Stop> {
        self.letters(number, first, b"inf")?;
        let Some(next) = self.more(number)? else { return Ok(()) };
        if self.is_letter(next, b'i')? {
            return self.letters(number, next, b"inity");
        }
        Ok(self.back(next)?)
    }

    fn digits(&mut self, number: &mut Collected, first: Word) -> Result<(), Stop> {
        let mut current = first;
        let mut seen = Seen::default();
        if self.is(current, u32::from(b'0'))? {
            number.text.push(b'0');
            seen.digit = true;
            let Some(next) = self.more(number)? else { return Ok(()) };
            current = next;
            if self.is_letter(current, b'x')? {
                number.text.push(b'x');
                number.hex = true;
                seen.digit = false;
                let Some(next) = self.more(number)? else { return Ok(()) };
                current = next;
            }
        }
        loop {
            let Some(character) = self.part_of_number(number, &mut seen, current)? else {
                return Ok(self.back(current)?);
            };
            number.text.push(character);
            match self.more(number)? {
                Some(next) => current = next,
                None => return Ok(()),
            }
        }
    }

    /// The character as it goes into the number, if it belongs to it.
    fn part_of_number(&mut self, number: &Collected, seen: &mut Seen, c: Word) -> Run<Option<u8>> {
        let mark = if number.hex { b'p' } else { b'e' };
        let is_hex = number.hex
            && !seen.exponent
            && (self.within(c, 'a' as u32, 'f' as u32)? || self.within(c, 'A' as u32, 'F' as u32)?);
        if is_hex || self.within(c, u32::from(b'0'), u32::from(b'9'))? {
            seen.digit = true;
            return Ok(Some(self.guest.pin(c, "digit of a floating-point number")? as u8));
        }
        let after_mark = seen.exponent && number.text.last() == Some(&mark);
        if after_mark && (self.is(c, u32::from(b'-'))? || self.is(c, u32::from(b'+'))?) {
            return Ok(Some(c.bits as u8));
        }
        if seen.digit && !seen.exponent && self.is_letter(c, mark)? {
            (seen.exponent, seen.point) = (true, true);
            return Ok(Some(mark));
        }
        if !seen.point && self.is(c, u32::from(b'.'))? {
            seen.point = true;
            return Ok(Some(b'.'));
        }
        Ok(None)
    }

    fn convert(&mut self, directive: &Directive, text: &[u8]) -> Result<(), Stop> {
        let format = match directive.size {
            Size::LongLong => Format::Extended,
            Size::Long => Format::Double,
            _ => Format::Single,
        };
        let Some(parsed) = parse(text, format) else { return Err(Stop::Mismatch) };
        if parsed.out_of_range {
            self.world.set_errno(self.guest, Errno::ERANGE.0)?;
        }
        if directive.suppress {
            return Ok(());
        }
        let target = self.target(directive)?;
        self.store_real(target, format, parsed.value)?;
        self.stored += 1;
        Ok(())
    }

    fn store_real(&mut self, target: Word, format: Format, value: Float) -> Run<()> {
        match format {
            Format::Single => self.guest.store(target, 4, value.to_single().into()),
            Format::Double => self.guest.store(target, 8, value.to_double().into()),
            Format::Extended => {
                let (mantissa, sign_exponent) = value.to_extended();
                self.guest.store(target, 8, mantissa.into())?;
                let above = crate::guest_ext::at(self.guest, target, 8);
                self.guest.store(above, 2, Word::new(sign_exponent.into()))
            }
        }
    }
}

/// What of a number was seen.
#[derive(Default)]
struct Seen {
    digit: bool,
    point: bool,
    exponent: bool,
}
