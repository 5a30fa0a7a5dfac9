//! `%c %s %[`, narrow and wide.

use whydunit_machine::{Run, Word};

use super::directive::{Directive, Set, Size};
use super::scanner::{Scanner, Stop};
use crate::fs::Errno;
use crate::headers::allocate;
use crate::model::guest_ext::at;
use crate::text::charset::Decoded;

impl Scanner<'_> {
    pub(super) fn characters(&mut self, directive: &Directive) -> Result<(), Stop> {
        let count = directive.width.unwrap_or(1);
        let mut taken = Vec::new();
        while self.length(directive, &taken) < count {
            match self.next()? {
                Some(c) => taken.push(c),
                None => break,
            }
        }
        if taken.is_empty() {
            return Err(Stop::Input);
        }
        self.store_text(directive, &taken, false)
    }

    /// `%s`: up to the next white space.
    pub(super) fn word(&mut self, directive: &Directive) -> Result<(), Stop> {
        let mut taken = Vec::new();
        while self.length(directive, &taken) < directive.width.unwrap_or(usize::MAX) {
            let Some(c) = self.next()? else { break };
            if self.is_space(c)? {
                self.back(c)?;
                break;
            }
            taken.push(c);
        }
        if taken.is_empty() {
            return Err(Stop::Input);
        }
        self.store_text(directive, &taken, true)
    }

    pub(super) fn set(&mut self, directive: &Directive) -> Result<(), Stop> {
        let mut taken = Vec::new();
        let mut ended = false;
        while self.length(directive, &taken) < directive.width.unwrap_or(usize::MAX) {
            let Some(c) = self.next()? else {
                ended = true;
                break;
            };
            if !self.in_set(&directive.set, c)? {
                self.back(c)?;
                break;
            }
            taken.push(c);
        }
        if taken.is_empty() {
            return Err(if ended { Stop::Input } else { Stop::Mismatch });
        }
        self.store_text(directive, &taken, true)
    }

    fn in_set(&mut self, set: &Set, c: Word) -> Run<bool> {
        for &(low, high) in &set.ranges {
            if self.within(c, low, high)? {
                return Ok(!set.negated);
            }
        }
        Ok(set.negated)
    }

    /// The used part of the width: for wide text read as bytes, only whole characters count.
    fn length(&self, directive: &Directive, taken: &[Word]) -> usize {
        if directive.size != Size::Long || self.source.is_wide() || taken.iter().all(|w| w.bits < 0x80) {
            return taken.len();
        }
        let bytes: Vec<u8> = taken.iter().map(|w| w.bits as u8).collect();
        let mut count = 0;
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            match self.world.charset.decode(rest) {
                Decoded::Char(_, length) => rest = &rest[length..],
                Decoded::Incomplete => return count,
                // The text is stored below, which reports the error.
                Decoded::Invalid => return usize::MAX,
            }
            count += 1;
        }
        count
    }

    fn store_text(&mut self, directive: &Directive, taken: &[Word], terminated: bool) -> Result<(), Stop> {
        let wide = directive.size == Size::Long;
        let mut words = self.converted(taken, wide)?;
        if directive.suppress {
            return Ok(());
        }
        if terminated {
            words.push(Word::new(0));
        }
        let unit: u8 = if wide { 4 } else { 1 };
        let mut target = self.target(directive)?;
        if directive.allocate {
            let size = words.len() as u64 * u64::from(unit);
            let address = allocate(self.world, self.guest, size)?;
            if address == 0 {
                return Err(Stop::Input);
            }
            self.guest.store(target, 8, address.into())?;
            target = address.into();
        }
        for (index, &word) in words.iter().enumerate() {
            let here = at(self.guest, target, index as u64 * u64::from(unit));
            self.guest.store(here, unit, word)?;
        }
        self.stored += 1;
        Ok(())
    }

    /// Converts characters of the source to the type of the program's text.
    fn converted(&mut self, taken: &[Word], wide: bool) -> Result<Vec<Word>, Stop> {
        match (self.source.is_wide(), wide) {
            (false, false) | (true, true) => Ok(taken.to_vec()),
            (true, false) => self.narrowed(taken),
            (false, true) => self.widened(taken),
        }
    }

    fn narrowed(&mut self, taken: &[Word]) -> Result<Vec<Word>, Stop> {
        let mut bytes = Vec::with_capacity(taken.len());
        for &wide in taken {
            let wide = self.guest.pin(wide, "wide character in scanf")? as u32;
            if !self.world.charset.encode(wide, &mut bytes) {
                self.world.set_errno(self.guest, Errno::EILSEQ.0)?;
                return Err(Stop::Input);
            }
        }
        Ok(bytes.into_iter().map(Word::from).collect())
    }

    fn widened(&mut self, taken: &[Word]) -> Result<Vec<Word>, Stop> {
        let mut bytes = Vec::with_capacity(taken.len());
        for &byte in taken {
            bytes.push(self.guest.pin(byte, "multibyte character in scanf")? as u8);
        }
        let mut words = Vec::new();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let Decoded::Char(wide, length) = self.world.charset.decode(rest) else {
                self.world.set_errno(self.guest, Errno::EILSEQ.0)?;
                return Err(Stop::Input);
            };
            words.push(wide.into());
            rest = &rest[length..];
        }
        Ok(words)
    }
}
