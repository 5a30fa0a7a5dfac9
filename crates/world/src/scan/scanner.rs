//! Scanning of input by a format, item by item.

use whydunit_machine::{Guest, Halt, Run, Word};
use whydunit_program::BinOp;

use super::directive::{Directive, Item, parse};
use super::source::Source;
use crate::Posix;
use crate::model::guest_ext::{at, c_bytes};
use crate::print::Arguments;

/// The reason why scanning ends before the format does.
pub(super) enum Stop {
    Halt(Halt),
    /// No more input.
    Input,
    /// The input does not fit the format.
    Mismatch,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halt(halt)
    }
}

/// The state of scanning by a format.
pub(super) struct Scanner<'a> {
    pub(super) world: &'a mut Posix,
    pub(super) guest: &'a mut dyn Guest,
    pub(super) source: Source,
    arguments: Arguments,
    /// The arguments as they were at the start, for `n$`.
    all_arguments: Arguments,
    /// Characters taken.
    pub(super) taken: u64,
    /// Values stored.
    pub(super) stored: i32,
    /// Is white space of the format still to be skipped in the input?
    skip: bool,
}

/// Scans `source` by the format at an address; returns the result of `scanf`.
pub(crate) fn scan(
    world: &mut Posix,
    guest: &mut dyn Guest,
    format: Word,
    source: Source,
    arguments: Arguments,
    gnu: bool,
) -> Run<i32> {
    let wide = source.is_wide();
    let all_arguments = arguments.clone();
    let mut scanner = Scanner { world, guest, source, arguments, all_arguments, taken: 0, stored: 0, skip: false };
    let end = if wide {
        let format = wide_format(scanner.guest, format)?;
        scanner.run(&format, gnu)
    } else {
        let format = c_bytes(scanner.guest, format, "format of scanf")?;
        scanner.run(&format, gnu)
    };
    scanner.source.finish(scanner.guest)?;
    match end {
        Err(Stop::Halt(halt)) => Err(halt),
        Err(Stop::Input) if scanner.stored == 0 => Ok(-1),
        _ => Ok(scanner.stored),
    }
}

fn wide_format(guest: &mut dyn Guest, address: Word) -> Run<Vec<u32>> {
    let mut format = Vec::new();
    loop {
        let here = at(guest, address, format.len() as u64 * 4);
        let word = guest.load(here, 4)?;
        match guest.pin(word, "format of wscanf")? as u32 {
            0 => return Ok(format),
            wide => format.push(wide),
        }
    }
}

impl Scanner<'_> {
    fn run<C: Copy + Into<u32>>(&mut self, format: &[C], gnu: bool) -> Result<(), Stop> {
        let mut place = 0;
        while place < format.len() {
            let start = place;
            let done = match parse(format, &mut place, gnu) {
                Item::Space => {
                    self.skip = true;
                    Ok(())
                }
                Item::Literal(wanted) => self.literal(wanted),
                Item::Directive(directive) => self.directive(&directive),
                Item::Bad => return Err(Stop::Mismatch),
            };
            if let Err(Stop::Input | Stop::Mismatch) = done {
                self.leave_rest(&format[start..], gnu);
            }
            done?;
        }
        if self.skip {
            self.skip_space()?;
        }
        Ok(())
    }

    /// The input ended before the rest of the format: reports that the remaining targets stay unchanged.
    fn leave_rest<C: Copy + Into<u32>>(&mut self, format: &[C], gnu: bool) {
        let Ok(before) = self.arguments.mark(self.guest) else { return };
        let mut place = 0;
        while place < format.len() {
            let Item::Directive(directive) = parse(format, &mut place, gnu) else { continue };
            if directive.suppress || directive.conversion == b'%' {
                continue;
            }
            // Unneeded arguments may be missing.
            let Ok(target) = self.target(&directive) else { break };
            self.guest.leave_alone(target, directive.most_bytes());
        }
        // Resetting writes to memory that was just read, so it cannot fail.
        let _ = self.arguments.reset(self.guest, before);
    }

    fn literal(&mut self, wanted: u32) -> Result<(), Stop> {
        if self.skip {
            self.skip_space()?;
        }
        let Some(found) = self.next()? else { return Err(Stop::Input) };
        if self.is(found, wanted)? {
            return Ok(());
        }
        self.back(found)?;
        Err(Stop::Mismatch)
    }

    fn directive(&mut self, directive: &Directive) -> Result<(), Stop> {
        if self.skip || !matches!(directive.conversion, b'[' | b'c' | b'n') {
            self.skip_space()?;
        }
        match directive.conversion {
            b'%' => self.literal(u32::from(b'%')),
            b'n' => self.store_count(directive),
            b'c' => self.characters(directive),
            b's' => self.word(directive),
            b'[' => self.set(directive),
            b'd' | b'u' => self.integer(directive, 10),
            b'i' => self.integer(directive, 0),
            b'o' => self.integer(directive, 8),
            b'x' | b'X' | b'p' => self.integer(directive, 16),
            _ => self.real(directive),
        }
    }

    fn store_count(&mut self, directive: &Directive) -> Result<(), Stop> {
        if directive.suppress {
            return Ok(());
        }
        let target = self.target(directive)?;
        Ok(self.guest.store(target, directive.size.bytes(), Word::new(self.taken))?)
    }

    /// The pointer to a directive's target.
    pub(super) fn target(&mut self, directive: &Directive) -> Run<Word> {
        let Some(position) = directive.position else {
            return Ok(self.arguments.integer(self.guest)?.word);
        };
        let mut arguments = self.all_arguments.clone();
        let restore = arguments.mark(self.guest)?;
        for _ in 1..position {
            arguments.integer(self.guest)?;
        }
        let found = arguments.integer(self.guest)?.word;
        arguments.reset(self.guest, restore)?;
        Ok(found)
    }

    /// The next character.
    pub(super) fn next(&mut self) -> Run<Option<Word>> {
        let found = self.source.next(self.world, self.guest)?;
        self.taken += u64::from(found.is_some());
        Ok(found)
    }

    /// Puts back the last character.
    pub(super) fn back(&mut self, character: Word) -> Run<()> {
        self.taken -= 1;
        self.source.back(self.world, self.guest, character)
    }

    fn skip_space(&mut self) -> Run<()> {
        self.skip = false;
        while let Some(found) = self.next()? {
            if !self.is_space(found)? {
                return self.back(found);
            }
        }
        Ok(())
    }

    /// Width of the source's characters in bits.
    pub(super) fn bits(&self) -> u8 {
        if self.source.is_wide() { 32 } else { 8 }
    }

    pub(super) fn is_space(&mut self, c: Word) -> Run<bool> {
        Ok(self.is(c, u32::from(b' '))? || self.within(c, 9, 13)?)
    }

    pub(super) fn is(&mut self, c: Word, wanted: u32) -> Run<bool> {
        self.within(c, wanted, wanted)
    }

    /// Is it this letter, in lower or upper case?
    pub(super) fn is_letter(&mut self, c: Word, small: u8) -> Run<bool> {
        Ok(self.is(c, u32::from(small))? || self.is(c, u32::from(small.to_ascii_uppercase()))?)
    }

    /// Is the character one of `low..=high`?
    pub(super) fn within(&mut self, c: Word, low: u32, high: u32) -> Run<bool> {
        if c.is_plain() {
            return Ok((u64::from(low)..=u64::from(high)).contains(&c.bits));
        }
        let bits = self.bits();
        let inside = if low == high {
            self.guest.bin(BinOp::Eq, bits, c, Word::from(low))
        } else {
            // One decision instead of two: both ends at once.
            let shifted = self.guest.bin(BinOp::Sub, bits, c, Word::from(low));
            self.guest.bin(BinOp::ULe, bits, shifted, Word::from(high - low))
        };
        self.guest.decide(inside)
    }
}
