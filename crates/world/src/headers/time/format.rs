//! `strftime`, with glibc's flags and widths.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::{DAYS, MONTHS};
use crate::Posix;
use crate::model::guest_ext::{arg, at, c_bytes, pinned};
use crate::model::refusal::unsupported;
use crate::time::calendar::{self, days_before, field, is_leap};

pub(super) fn strftime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 1, "the size given to strftime")? as usize;
    let (buffer, format, tm) = (arg(guest, 0), arg(guest, 2), arg(guest, 3));
    let format = c_bytes(guest, format, "the format of strftime")?;
    world.take_zone(guest)?;
    let mut text = Text { world, guest, tm, out: Vec::new(), limit };
    let whole = text.directives(&format, false)?;
    let mut out = text.out;
    let length = out.len();
    if whole && limit > 0 {
        out.push(0);
    }
    guest.write_bytes(buffer, &out)?;
    Ok(if whole && limit > 0 { length as i64 } else { 0 }.into())
}

/// The text so far, and the source of its values.
pub(super) struct Text<'a> {
    pub(super) world: &'a mut Posix,
    pub(super) guest: &'a mut dyn Guest,
    pub(super) tm: Word,
    pub(super) out: Vec<u8>,
    pub(super) limit: usize,
}

/// The modifiers between `%` and the letter.
#[derive(Clone, Copy, Default)]
struct Style {
    /// `_`, `-`, `0`, or 0 for none.
    pad: u8,
    width: usize,
    upper: bool,
    lower: bool,
    swap: bool,
}

impl Style {
    /// Padded with spaces, unless the directive says otherwise.
    fn spaced(self) -> Self {
        Style { pad: if self.pad == 0 { b'_' } else { self.pad }, ..self }
    }
}

/// The largest field width.
const MAX_WIDTH: usize = 1 << 20;

/// Does the text fit into the buffer?
pub(super) type Fits = Run<bool>;

impl Text<'_> {
    pub(super) fn directives(&mut self, format: &[u8], upper: bool) -> Fits {
        let mut rest = format;
        while let Some((&byte, after)) = rest.split_first() {
            if byte != b'%' {
                if !self.add(&[byte], Style::default()) {
                    return Ok(false);
                }
                rest = after;
                continue;
            }
            let (style, modifier, length) = style_of(rest, upper);
            if style.width > MAX_WIDTH && self.limit > MAX_WIDTH {
                return unsupported(self.guest, "a field of more than a million characters; use a smaller width");
            }
            let letter = rest.get(length).copied().unwrap_or(0);
            let end = rest.len().min(length + 1);
            let fits = match self.directive(letter, modifier, style)? {
                Some(fits) => fits,
                None => self.add(&rest[..end], style),
            };
            if !fits {
                return Ok(false);
            }
            rest = &rest[end..];
        }
        Ok(true)
    }

    /// Adds text, padded on the left. As in glibc, every piece must leave a byte for the terminator.
    fn add(&mut self, piece: &[u8], style: Style) -> bool {
        let padding = style.width.saturating_sub(piece.len());
        if piece.len() + padding >= self.limit - self.out.len().min(self.limit) {
            return false;
        }
        let filler = if style.pad == b'0' { b'0' } else { b' ' };
        self.out.extend(std::iter::repeat_n(filler, padding));
        self.out.extend(piece.iter().map(|b| match style {
            Style { lower: true, .. } => b.to_ascii_lowercase(),
            Style { upper: true, .. } => b.to_ascii_uppercase(),
            _ => *b,
        }));
        true
    }

    /// Adds a number of at least `digits` digits (or as many as the width demands).
    fn number(&mut self, value: i64, digits: usize, mut style: Style) -> bool {
        let body = value.unsigned_abs().to_string();
        let sign = usize::from(value < 0);
        let wanted = digits.max(style.width);
        let padding = wanted.saturating_sub(body.len() + sign);
        let minus = if value < 0 { "-" } else { "" };
        let (text, plain) = match style.pad {
            b'-' => (format!("{minus}{body}"), false),
            b'_' => (format!("{}{minus}{body}", " ".repeat(padding.min(self.limit))), true),
            _ => (format!("{minus}{}{body}", "0".repeat(padding.min(self.limit))), true),
        };
        if plain {
            style.width = 0;
        }
        self.add(text.as_bytes(), style)
    }

    fn spaced(&mut self, offset: u64, style: Style) -> Fits {
        self.plain(offset, 0, 2, style.spaced())
    }

    fn name(&mut self, name: &str, style: Style) -> bool {
        self.add(name.as_bytes(), Style { upper: style.upper || style.swap, ..style })
    }

    /// A directive that stands for others: formatted separately, then padded as a whole.
    fn composed(&mut self, format: &str, style: Style) -> Fits {
        let before = std::mem::take(&mut self.out);
        let fits = self.directives(format.as_bytes(), style.upper)?;
        let piece = std::mem::replace(&mut self.out, before);
        Ok(fits && self.add(&piece, style))
    }

    fn get(&mut self, offset: u64) -> Run<i64> {
        calendar::get(self.guest, self.tm, offset).map(i64::from)
    }

    /// The full year, truncated to an `int`.
    fn year(&mut self) -> Run<i64> {
        Ok(i64::from((self.get(field::YEAR)? as i32).wrapping_add(1900)))
    }

    fn hour12(&mut self) -> Run<i64> {
        let hour = self.get(field::HOUR)?;
        Ok(if hour > 12 {
            hour - 12
        } else if hour == 0 {
            12
        } else {
            hour
        })
    }

    /// Formats one directive; none if it does not exist.
    fn directive(&mut self, letter: u8, modifier: u8, style: Style) -> Run<Option<bool>> {
        if modifier == b'E' && !b"%CPRTXYZcgnprstuxyz".contains(&letter)
            || modifier == b'O' && b"ADEFXYacx".contains(&letter)
        {
            return Ok(None);
        }
        let fits = match letter {
            b'%' => self.add(b"%", style),
            b'n' => self.add(b"\n", style),
            b't' => self.add(b"\t", style),
            b'a' | b'A' | b'b' | b'B' | b'h' | b'p' | b'P' | b'Z' => self.word(letter, style)?,
            b'c' => self.composed("%a %b %e %H:%M:%S %Y", style)?,
            b'D' | b'x' => self.composed("%m/%d/%y", style)?,
            b'F' => self.composed("%Y-%m-%d", style)?,
            b'r' => self.composed("%I:%M:%S %p", style)?,
            b'R' => self.composed("%H:%M", style)?,
            b'T' | b'X' => self.composed("%H:%M:%S", style)?,
            b'z' => self.offset(style)?,
            b's' => {
                let time = super::make::moment(self.world, self.guest, self.tm)?;
                self.number(time, 1, style)
            }
            _ => return self.numeric(letter, style),
        };
        Ok(Some(fits))
    }

    fn word(&mut self, letter: u8, style: Style) -> Fits {
        let (offset, names): (u64, &[&str]) = match letter {
            b'a' | b'A' => (field::WDAY, &DAYS),
            b'b' | b'h' | b'B' => (field::MON, &MONTHS),
            b'Z' => return self.zone(style),
            _ => {
                let name = if self.get(field::HOUR)? > 11 { "PM" } else { "AM" };
                let lower = style.lower || style.swap || letter == b'P';
                return Ok(self.add(name.as_bytes(), Style { lower, ..style }));
            }
        };
        let index = self.get(offset)?;
        let full = usize::try_from(index).ok().and_then(|i| names.get(i));
        let short = letter != b'A' && letter != b'B';
        Ok(self.name(full.map_or("?", |name| if short { &name[..3] } else { name }), style))
    }

    fn zone(&mut self, style: Style) -> Fits {
        let here = at(self.guest, self.tm, field::ZONE);
        let pointer = self.guest.load(here, 8)?;
        let known = self.guest.pin(pointer, "the zone of a struct tm")? != 0;
        let name = if known { c_bytes(self.guest, pointer, "the zone of a struct tm")? } else { Vec::new() };
        let lower = style.lower || style.swap;
        Ok(self.add(&name, Style { lower, upper: style.upper && !lower, ..style }))
    }

    /// `%z`: the width applies to the sign and to the digits separately.
    fn offset(&mut self, style: Style) -> Fits {
        if self.get(field::ISDST)? < 0 {
            return Ok(true);
        }
        let here = at(self.guest, self.tm, field::GMTOFF);
        let word = self.guest.load(here, 8)?;
        let east = self.guest.pin(word, "the offset of a struct tm")? as i64;
        let sign = if east < 0 { b"-" } else { b"+" };
        let minutes = east.unsigned_abs() as i64 / 60;
        let digits = minutes / 60 * 100 + minutes % 60;
        Ok(self.add(sign, Style { pad: if style.pad == b'0' { b'0' } else { b' ' }, ..style })
            && self.number(digits, 4, style))
    }

    fn numeric(&mut self, letter: u8, style: Style) -> Run<Option<bool>> {
        let fits = match letter {
            b'C' => {
                let year = self.year()?;
                self.number(year.div_euclid(100), 1, style)
            }
            b'd' => self.plain(field::MDAY, 0, 2, style)?,
            b'e' => self.spaced(field::MDAY, style)?,
            b'H' => self.plain(field::HOUR, 0, 2, style)?,
            b'I' => {
                let hour = self.hour12()?;
                self.number(hour, 2, style)
            }
            b'j' => self.plain(field::YDAY, 1, 3, style)?,
            b'k' => self.spaced(field::HOUR, style)?,
            b'l' => {
                let hour = self.hour12()?;
                self.number(hour, 2, style.spaced())
            }
            b'm' => self.plain(field::MON, 1, 2, style)?,
            b'M' => self.plain(field::MIN, 0, 2, style)?,
            b'S' => self.plain(field::SEC, 0, 2, style)?,
            b'w' => self.plain(field::WDAY, 0, 1, style)?,
            b'y' => {
                let year = self.get(field::YEAR)?;
                self.number(year.rem_euclid(100), 2, style)
            }
            b'Y' => {
                let year = self.year()?;
                self.number(year, 1, style)
            }
            b'u' | b'U' | b'W' | b'V' | b'g' | b'G' => self.week(letter, style)?,
            _ => return Ok(None),
        };
        Ok(Some(fits))
    }

    fn plain(&mut self, offset: u64, base: i64, digits: usize, style: Style) -> Fits {
        let value = self.get(offset)? + base;
        Ok(self.number(value, digits, style))
    }

    fn week(&mut self, letter: u8, style: Style) -> Fits {
        let wday = self.get(field::WDAY)?;
        if letter == b'u' {
            return Ok(self.number((wday - 1).rem_euclid(7) + 1, 1, style));
        }
        let yday = self.get(field::YDAY)?;
        let number = match letter {
            b'U' => (yday - wday + 7) / 7,
            b'W' => (yday - (wday - 1 + 7) % 7 + 7) / 7,
            _ => {
                let (year, week) = iso_week(self.year()?, yday, wday);
                return Ok(match letter {
                    b'V' => self.number(week, 2, style),
                    b'g' => self.number(year.rem_euclid(100), 2, style),
                    _ => self.number(year, 1, style),
                });
            }
        };
        Ok(self.number(number, 2, style))
    }
}

/// Parses flags, width and modifier; also returns their length including the `%`.
fn style_of(text: &[u8], upper: bool) -> (Style, u8, usize) {
    let mut style = Style { upper, ..Style::default() };
    let mut at = 1;
    while let Some(&flag) = text.get(at) {
        match flag {
            b'_' | b'-' | b'0' => style.pad = flag,
            b'^' => style.upper = true,
            b'#' => style.swap = true,
            _ => break,
        }
        at += 1;
    }
    while let Some(digit) = text.get(at).filter(|b| b.is_ascii_digit()) {
        style.width = style.width.saturating_mul(10).saturating_add(usize::from(digit - b'0')).min(i32::MAX as usize);
        at += 1;
    }
    let modifier = text.get(at).copied().filter(|b| b"EO".contains(b)).unwrap_or(0);
    (style, modifier, at + usize::from(modifier != 0))
}

/// The week of ISO 8601 and the year it belongs to.
fn iso_week(year: i64, yday: i64, wday: i64) -> (i64, i64) {
    // Days since the Monday of week 1, which is the week of the year's first Thursday.
    let days = |yday: i64| yday + 3 - (yday - wday + 4).rem_euclid(7);
    let length = |year: i64| i64::from(days_before(is_leap(year), 12));
    let own = days(yday);
    if own < 0 {
        return (year - 1, days(yday + length(year - 1)) / 7 + 1);
    }
    let next = days(yday - length(year));
    if next >= 0 { (year + 1, next / 7 + 1) } else { (year, own / 7 + 1) }
}
