//! `%d %i %o %u %x %p`.

use whydunit_machine::{Guest, Run, Word};
use whydunit_program::{BinOp, CastOp};

use super::directive::Directive;
use super::scanner::{Scanner, Stop};
use crate::fs::Errno;

/// The number of characters that may still be taken.
pub(super) struct Allowance(Option<usize>);

impl Allowance {
    pub(super) fn new(width: Option<usize>) -> Self {
        Allowance(width)
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.0 == Some(0)
    }

    /// Are `count` characters allowed?
    fn covers(&self, count: usize) -> bool {
        self.0.is_none_or(|left| left >= count)
    }

    pub(super) fn spend(&mut self) {
        self.0 = self.0.map(|left| left.saturating_sub(1));
    }
}

/// The characters of a number.
#[derive(Default)]
struct Digits {
    signed: bool,
    negative: bool,
    words: Vec<Word>,
}

impl Scanner<'_> {
    pub(super) fn integer(&mut self, directive: &Directive, base: u64) -> Result<(), Stop> {
        let Some(first) = self.next()? else { return Err(Stop::Input) };
        let mut left = Allowance::new(directive.width);
        let mut digits = Digits::default();
        let mut base = base;
        let mut current = self.sign(first, &mut digits, &mut left)?;
        if let Some(c) = current
            && !left.is_used_up()
            && self.is(c, u32::from(b'0'))?
        {
            digits.words.push(c);
            left.spend();
            current = self.next()?;
            current = self.base_prefix(current, &mut base, &mut left)?;
        }
        let base = if base == 0 { 10 } else { base };
        while let Some(c) = current
            && !left.is_used_up()
            && self.is_digit(c, base)?
        {
            digits.words.push(c);
            left.spend();
            current = self.next()?;
        }
        if digits.words.is_empty() && !digits.signed && directive.conversion == b'p' && left.covers(5) {
            current = self.nil(current, &mut digits)?;
        }
        if let Some(c) = current {
            self.back(c)?;
        }
        if digits.words.is_empty() {
            return Err(Stop::Mismatch);
        }
        let signed = matches!(directive.conversion, b'd' | b'i');
        let value = self.value(&digits, base, signed)?;
        self.store_integer(directive, value)
    }

    /// Takes a sign if there is one. As in glibc, the scanner here and below looks at the character after
    /// the last one that it takes, even if the width ends before it.
    fn sign(&mut self, first: Word, digits: &mut Digits, left: &mut Allowance) -> Run<Option<Word>> {
        if !self.is(first, u32::from(b'-'))? && !self.is(first, u32::from(b'+'))? {
            return Ok(Some(first));
        }
        digits.negative = first.bits == u64::from(b'-');
        digits.signed = true;
        left.spend();
        self.next()
    }

    /// The next character, if the width allows one.
    pub(super) fn next_within(&mut self, left: &Allowance) -> Run<Option<Word>> {
        if left.is_used_up() { Ok(None) } else { self.next() }
    }

    /// After a leading zero, `x` makes the number hexadecimal if the base permits.
    fn base_prefix(&mut self, c: Option<Word>, base: &mut u64, left: &mut Allowance) -> Run<Option<Word>> {
        if let Some(x) = c
            && !left.is_used_up()
            && (*base == 0 || *base == 16)
            && self.is_letter(x, b'x')?
        {
            *base = 16;
            left.spend();
            return self.next();
        }
        if *base == 0 {
            *base = 8;
        }
        Ok(c)
    }

    /// `(nil)`, as printed by `%p` for null. As in glibc, only the character that does not match is put back.
    fn nil(&mut self, first: Option<Word>, digits: &mut Digits) -> Run<Option<Word>> {
        let mut current = first;
        for (index, wanted) in b"(nil)".iter().enumerate() {
            if index > 0 {
                current = self.next()?;
            }
            match current {
                Some(c) if self.is_letter(c, *wanted)? => {}
                _ => return Ok(current),
            }
        }
        digits.words.push(Word::from(b'0'));
        Ok(None)
    }

    fn is_digit(&mut self, c: Word, base: u64) -> Run<bool> {
        let zero = u32::from(b'0');
        if self.within(c, zero, zero + base.min(10) as u32 - 1)? {
            return Ok(true);
        }
        Ok(base > 10 && (self.within(c, 'a' as u32, 'f' as u32)? || self.within(c, 'A' as u32, 'F' as u32)?))
    }

    /// The value of the digits, as computed by `strtol` or `strtoul`.
    fn value(&mut self, digits: &Digits, base: u64, signed: bool) -> Run<Word> {
        let concrete = digits
            .words
            .iter()
            .try_fold(0u64, |value, digit| value.checked_mul(base)?.checked_add(digit.bits - offset(digit.bits)));
        let limit = if signed { i64::MAX as u64 + u64::from(digits.negative) } else { u64::MAX };
        let Some(concrete) = concrete.filter(|&v| v <= limit) else {
            self.world.set_errno(self.guest, Errno::ERANGE.0)?;
            let most = match (signed, digits.negative) {
                (true, true) => i64::MIN as u64,
                (true, false) => i64::MAX as u64,
                (false, _) => u64::MAX,
            };
            return Ok(Word::new(most));
        };
        if digits.words.iter().all(|w| w.is_plain()) {
            return Ok(Word::new(if digits.negative { concrete.wrapping_neg() } else { concrete }));
        }
        let bits = self.bits();
        let value = combine(self.guest, &digits.words, bits, base);
        Ok(if digits.negative { self.guest.bin(BinOp::Sub, 64, Word::new(0), value) } else { value })
    }

    fn store_integer(&mut self, directive: &Directive, value: Word) -> Result<(), Stop> {
        if directive.suppress {
            return Ok(());
        }
        let target = self.target(directive)?;
        let bytes = if directive.conversion == b'p' { 8 } else { directive.size.bytes() };
        let value = match bytes {
            8 => value,
            _ if value.is_plain() => Word::new(value.bits & (u64::MAX >> (64 - 8 * u32::from(bytes)))),
            _ => self.guest.cast(CastOp::Trunc, 64, 8 * bytes, value),
        };
        self.guest.store(target, bytes, value)?;
        self.stored += 1;
        Ok(())
    }
}

/// The difference between a digit's character and its value.
fn offset(character: u64) -> u64 {
    match character {
        0x61.. => 0x61 - 10,
        0x41.. => 0x41 - 10,
        _ => 0x30,
    }
}

/// The number from words of digits of which some are symbolic.
fn combine(guest: &mut dyn Guest, digits: &[Word], bits: u8, base: u64) -> Word {
    let mut value = Word::new(0);
    for &digit in digits {
        let wide = guest.cast(CastOp::ZExt, bits, 64, digit);
        let wide = guest.bin(BinOp::Sub, 64, wide, Word::new(offset(digit.bits)));
        let scaled = guest.bin(BinOp::Mul, 64, value, Word::new(base));
        value = guest.bin(BinOp::Add, 64, scaled, wide);
    }
    value
}
