//! `strptime`: parses dates in the format of `strftime`.

use std::collections::BTreeMap;

use whydunit_machine::{Guest, Reply, Run, Word};

use super::complete::{Fields, Seen};
use super::{DAYS, MONTHS};
use crate::Posix;
use crate::model::guest_ext::{arg, at, c_bytes};
use crate::time::calendar::field;

pub(super) fn strptime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (text, format, tm) = (arg(guest, 0), arg(guest, 1), arg(guest, 2));
    let bytes = c_bytes(guest, text, "the text of strptime")?;
    let format = c_bytes(guest, format, "the format of strptime")?;
    let mut scan = Scan { text: &bytes, at: 0, set: BTreeMap::new(), seen: Seen::default(), epoch: None };
    let done = scan.directives(&format).is_some();
    if let Some(time) = scan.epoch {
        let zone = world.current_zone(guest)?;
        world.store_local(guest, &zone, time, tm)?;
    }
    let mut result = Fields { guest, tm, set: scan.set };
    if done {
        scan.seen.complete(&mut result)?;
    }
    result.store()?;
    let end = at(guest, text, scan.at as u64);
    Ok(if done { end } else { Word::new(0) }.into())
}

/// The state of parsing.
struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    set: BTreeMap<u64, i64>,
    seen: Seen,
    epoch: Option<i64>,
}

impl Scan<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn spaces(&mut self) {
        while is_space(self.peek()) {
            self.at += 1;
        }
    }

    fn directives(&mut self, format: &[u8]) -> Option<()> {
        let mut rest = format;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if is_space(byte) {
                self.spaces();
            } else if byte != b'%' {
                self.literal(byte)?;
            } else {
                while rest.first().is_some_and(|b| b"-_0^#".contains(b)) {
                    rest = &rest[1..];
                }
                if rest.starts_with(b"Ey") {
                    // The C locale has no eras.
                    return None;
                }
                if rest.first().is_some_and(|b| b"EO".contains(b)) {
                    rest = &rest[1..];
                }
                let (&letter, after) = rest.split_first()?;
                rest = after;
                self.directive(letter)?;
            }
        }
        Some(())
    }

    fn literal(&mut self, byte: u8) -> Option<()> {
        (self.peek() == byte && self.at < self.text.len()).then(|| self.at += 1)
    }

    /// A number of up to `digits` digits in a range; leading spaces are skipped.
    fn number(&mut self, low: i64, high: i64, digits: usize) -> Option<i64> {
        while self.peek() == b' ' {
            self.at += 1;
        }
        let mut value = 0;
        let start = self.at;
        while self.peek().is_ascii_digit() && self.at - start < digits && (self.at == start || value * 10 <= high) {
            value = value * 10 + i64::from(self.peek() - b'0');
            self.at += 1;
        }
        (self.at > start && (low..=high).contains(&value)).then_some(value)
    }

    /// The index of the name at this place, in full or as its first three letters.
    fn name(&mut self, names: &[&str]) -> Option<i64> {
        let rest = &self.text[self.at..];
        let fits = |word: &str| rest.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()));
        let (index, length) = names.iter().enumerate().find_map(|(i, name)| {
            let length = if fits(name) { Some(name.len()) } else { fits(&name[..3]).then_some(3) };
            length.map(|l| (i, l))
        })?;
        self.at += length;
        Some(index as i64)
    }

    fn set(&mut self, offset: u64, value: i64) {
        self.set.insert(offset, value);
    }

    fn directive(&mut self, letter: u8) -> Option<()> {
        match letter {
            b'%' => self.literal(b'%')?,
            b'n' | b't' => self.spaces(),
            b'c' => self.directives(b"%a %b %e %H:%M:%S %Y")?,
            b'D' | b'x' => self.directives(b"%m/%d/%y")?,
            b'F' => self.directives(b"%Y-%m-%d")?,
            b'r' => self.directives(b"%I:%M:%S %p")?,
            b'R' => self.directives(b"%H:%M")?,
            b'T' | b'X' => self.directives(b"%H:%M:%S")?,
            b'H' | b'k' | b'I' | b'l' | b'M' | b'S' | b'p' => self.clock(letter)?,
            b's' => self.epoch = Some(self.seconds()?),
            b'z' => self.offset()?,
            b'Z' => {
                self.spaces();
                while self.at < self.text.len() && !is_space(self.peek()) {
                    self.at += 1;
                }
            }
            _ => self.date(letter)?,
        }
        Some(())
    }

    fn clock(&mut self, letter: u8) -> Option<()> {
        match letter {
            b'H' | b'k' => {
                let hour = self.number(0, 23, 2)?;
                self.set(field::HOUR, hour);
                self.seen.twelve = false;
            }
            b'I' | b'l' => {
                let hour = self.number(1, 12, 2)?;
                self.set(field::HOUR, hour % 12);
                self.seen.twelve = true;
            }
            b'M' => {
                let minute = self.number(0, 59, 2)?;
                self.set(field::MIN, minute);
            }
            b'S' => {
                let second = self.number(0, 61, 2)?;
                self.set(field::SEC, second);
            }
            _ => {
                let half = self.text.get(self.at..self.at + 2)?.to_ascii_uppercase();
                self.seen.afternoon = half == b"PM";
                (self.seen.afternoon || half == b"AM").then(|| self.at += 2)?;
            }
        }
        Some(())
    }

    fn date(&mut self, letter: u8) -> Option<()> {
        match letter {
            b'a' | b'A' => {
                let day = self.name(&DAYS)?;
                self.set(field::WDAY, day);
                self.seen.wday = true;
            }
            b'b' | b'B' | b'h' => {
                let month = self.name(&MONTHS)?;
                self.set(field::MON, month);
                (self.seen.mon, self.seen.day_wanted) = (true, true);
            }
            b'd' | b'e' => {
                let day = self.number(1, 31, 2)?;
                self.set(field::MDAY, day);
                (self.seen.mday, self.seen.day_wanted) = (true, true);
            }
            b'm' => {
                let month = self.number(1, 12, 2)?;
                self.set(field::MON, month - 1);
                (self.seen.mon, self.seen.day_wanted) = (true, true);
            }
            b'j' => {
                let day = self.number(1, 366, 3)?;
                self.set(field::YDAY, day - 1);
                self.seen.yday = true;
            }
            b'C' | b'y' | b'Y' => self.year(letter)?,
            _ => self.week(letter)?,
        }
        Some(())
    }

    fn year(&mut self, letter: u8) -> Option<()> {
        self.seen.day_wanted = true;
        match letter {
            b'C' => self.seen.century = Some(self.number(0, 99, 2)?),
            b'y' => {
                let year = self.number(0, 99, 2)?;
                self.set(field::YEAR, if year >= 69 { year } else { year + 100 });
                self.seen.short_year = true;
            }
            _ => {
                let year = self.number(0, 9999, 4)?;
                self.set(field::YEAR, year - 1900);
                (self.seen.short_year, self.seen.century) = (false, None);
            }
        }
        Some(())
    }

    fn week(&mut self, letter: u8) -> Option<()> {
        match letter {
            b'u' | b'w' => {
                let day = if letter == b'u' { self.number(1, 7, 1)? % 7 } else { self.number(0, 6, 1)? };
                self.set(field::WDAY, day);
                self.seen.wday = true;
            }
            b'U' => self.seen.week = Some((self.number(0, 53, 2)?, 0)),
            b'W' => self.seen.week = Some((self.number(0, 53, 2)?, 1)),
            b'V' => {
                self.number(0, 53, 2)?;
            }
            b'g' => {
                self.number(0, 99, 2)?;
            }
            b'G' => {
                self.peek().is_ascii_digit().then_some(())?;
                while self.peek().is_ascii_digit() {
                    self.at += 1;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn seconds(&mut self) -> Option<i64> {
        let start = self.at;
        let mut value: i64 = 0;
        while self.peek().is_ascii_digit() {
            value = value.checked_mul(10)?.checked_add(i64::from(self.peek() - b'0'))?;
            self.at += 1;
        }
        (self.at > start).then_some(value)
    }

    /// `Z`, `+hh`, `+hhmm` or `+hh:mm`.
    fn offset(&mut self) -> Option<()> {
        self.spaces();
        let sign = self.peek();
        if sign == b'Z' {
            self.at += 1;
            self.set(field::GMTOFF, 0);
            return Some(());
        }
        (sign == b'+' || sign == b'-').then(|| self.at += 1)?;
        let (mut digits, mut value) = (0, 0);
        while digits < 4 && self.peek().is_ascii_digit() {
            value = value * 10 + i64::from(self.peek() - b'0');
            (digits, self.at) = (digits + 1, self.at + 1);
            let next = self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit);
            if digits == 2 && self.peek() == b':' && next {
                self.at += 1;
            }
        }
        if digits == 2 {
            value *= 100;
        } else if digits != 4 || value % 100 >= 60 {
            return None;
        }
        let east = value / 100 * 3600 + value % 100 * 60;
        self.set(field::GMTOFF, if sign == b'-' { -east } else { east });
        Some(())
    }
}

/// `isspace` of the C locale.
fn is_space(byte: u8) -> bool {
    byte == b' ' || (9..=13).contains(&byte)
}
