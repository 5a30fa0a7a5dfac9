//! `%a %e %f %g`: collects characters as glibc does, then converts them as `strtod` does.

use whydunit_machine::{Run, Word};

use super::directive::{Directive, Size};
use super::integer::Allowance;
use super::scanner::{Scanner, Stop};
use crate::fs::Errno;
use crate::number::{Float, Format, Spelled, parse};

/// The characters of a number taken so far.
struct Collected {
    spelled: Spelled,
    left: Allowance,
    hex: bool,
}

impl Scanner<'_> {
    pub(super) fn real(&mut self, directive: &Directive) -> Result<(), Stop> {
        let Some(first) = self.next()? else { return Err(Stop::Input) };
        let mut number = Collected { spelled: Spelled::default(), left: Allowance::new(directive.width), hex: false };
        number.left.spend();
        let mut current = first;
        if self.is(first, u32::from(b'-'))? || self.is(first, u32::from(b'+'))? {
            number.spelled.push(first.bits as u8);
            // The end of the input is an input error only before the first character.
            current = self.more(&mut number)?.ok_or(Stop::Mismatch)?;
        }
        let signed = number.spelled.text.len();
        if self.is_letter(current, b'n')? {
            self.letters(&mut number, current, b"nan")?;
        } else if self.is_letter(current, b'i')? {
            self.infinity(&mut number, current)?;
        } else {
            self.digits(&mut number, current)?;
            if number.spelled.text.len() == signed || number.hex && number.spelled.text.len() == signed + 2 {
                return Err(Stop::Mismatch);
            }
        }
        self.convert(directive, &number.spelled)
    }

    /// The next character, if the width allows one.
    fn more(&mut self, number: &mut Collected) -> Run<Option<Word>> {
        let next = self.next_within(&number.left)?;
        if next.is_some() {
            number.left.spend();
        }
        Ok(next)
    }

    /// Takes a word of which `first` is the first letter; takes the mismatching letter, too.
    fn letters(&mut self, number: &mut Collected, first: Word, word: &[u8]) -> Result<(), Stop> {
        let mut current = first;
        for (index, &letter) in word.iter().enumerate() {
            if index > 0 {
                current = self.more(number)?.ok_or(Stop::Mismatch)?;
            }
            if !self.is_letter(current, letter)? {
                return Err(Stop::Mismatch);
            }
            number.spelled.push(letter);
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
            number.spelled.push(b'0');
            seen.digit = true;
            let Some(next) = self.more(number)? else { return Ok(()) };
            current = next;
            if self.is_letter(current, b'x')? {
                number.spelled.push(b'x');
                number.hex = true;
                seen.digit = false;
                let Some(next) = self.more(number)? else { return Ok(()) };
                current = next;
            }
        }
        loop {
            if !self.part_of_number(number, &mut seen, current)? {
                return Ok(self.back(current)?);
            }
            match self.more(number)? {
                Some(next) => current = next,
                None => return Ok(()),
            }
        }
    }

    /// Takes the character if it belongs to the number.
    fn part_of_number(&mut self, number: &mut Collected, seen: &mut Seen, c: Word) -> Run<bool> {
        let mark = if number.hex { b'p' } else { b'e' };
        let is_hex = number.hex
            && !seen.exponent
            && (self.within(c, 'a' as u32, 'f' as u32)? || self.within(c, 'A' as u32, 'F' as u32)?);
        if is_hex || self.within(c, u32::from(b'0'), u32::from(b'9'))? {
            seen.digit = true;
            let width = self.bits();
            number.spelled.push_digit(self.guest, c, width);
            return Ok(true);
        }
        let after_mark = seen.exponent && number.spelled.text.last() == Some(&mark);
        if after_mark && (self.is(c, u32::from(b'-'))? || self.is(c, u32::from(b'+'))?) {
            number.spelled.push(c.bits as u8);
            return Ok(true);
        }
        if seen.digit && !seen.exponent && self.is_letter(c, mark)? {
            (seen.exponent, seen.point) = (true, true);
            number.spelled.push(mark);
            return Ok(true);
        }
        if !seen.point && self.is(c, u32::from(b'.'))? {
            seen.point = true;
            number.spelled.push(b'.');
            return Ok(true);
        }
        Ok(false)
    }

    fn convert(&mut self, directive: &Directive, spelled: &Spelled) -> Result<(), Stop> {
        let format = match directive.size {
            Size::LongLong => Format::Extended,
            Size::Long => Format::Double,
            _ => Format::Single,
        };
        let Some(parsed) = parse(&spelled.text, format) else { return Err(Stop::Mismatch) };
        if parsed.out_of_range {
            self.world.set_errno(self.guest, Errno::ERANGE.0)?;
        }
        if directive.suppress {
            return Ok(());
        }
        let symbolic = spelled.value(self.guest, &parsed, format)?;
        let target = self.target(directive)?;
        match symbolic {
            Some(word) => self.guest.store(target, if format == Format::Single { 4 } else { 8 }, word)?,
            None => self.store_real(target, format, parsed.value)?,
        }
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
                let above = crate::model::guest_ext::at(self.guest, target, 8);
                self.guest.store(above, 2, Word::new(sign_exponent.into()))
            }
        }
    }
}

/// The parts of a number seen so far.
#[derive(Default)]
struct Seen {
    digit: bool,
    point: bool,
    exponent: bool,
}
