//! Conditions under which a stream matches the expected text: symbolic bytes equal the expected bytes, integers equal
//! the expected integers, and floats lie within the precision of the expected text.

use std::collections::BTreeSet;

use whydunit_machine::{Channel, Numeral, Shown, Symbolic};
use whydunit_program::FloatPredicate;
use whydunit_terms::TermId;

/// Conditions under which a stream is as expected.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutputConditions {
    pub(crate) wanted: Vec<TermId>,
    /// Path conditions under which numbers were formatted. They do not hold for other numbers, so they are dropped.
    pub(crate) freed: BTreeSet<TermId>,
    /// The length of the actual stream that the conditions cover.
    pub(crate) written: u64,
}

/// A synchronous scan of both streams.
struct Reading<'a> {
    symbolic: &'a mut Symbolic,
    channel: Channel,
    expected: &'a [u8],
    actual: &'a [u8],
    /// Offsets in the expected and the actual stream.
    at: (usize, usize),
    conditions: OutputConditions,
}

/// The conditions for the whole stream, or for the first `end` expected bytes. `None` if a concrete byte differs, or
/// the lengths differ.
pub(crate) fn output_conditions(
    symbolic: &mut Symbolic,
    channel: Channel,
    (expected, actual): (&[u8], &[u8]),
    end: Option<usize>,
) -> Option<OutputConditions> {
    let shown: Vec<Shown> = symbolic.shown().iter().filter(|s| s.channel == channel).copied().collect();
    let mut reading =
        Reading { symbolic, channel, expected, actual, at: (0, 0), conditions: OutputConditions::default() };
    let stop = end.unwrap_or(expected.len());
    for number in shown {
        let before = (number.offset as usize).checked_sub(reading.at.1)?;
        if reading.at.0 + before >= stop {
            break;
        }
        reading.same(before)?;
        if reading.number(number).is_none() {
            reading.same(number.len as usize)?;
        }
    }
    let rest = stop.saturating_sub(reading.at.0);
    reading.same(rest)?;
    let all = reading.at.0 == expected.len() && reading.at.1 == actual.len();
    (end.is_some() || all).then_some(OutputConditions { written: reading.at.1 as u64, ..reading.conditions })
}

impl Reading<'_> {
    /// Requires the next bytes to be equal.
    fn same(&mut self, count: usize) -> Option<()> {
        let (e, a) = self.at;
        let pairs = self.expected.get(e..e + count)?.iter().zip(self.actual.get(a..a + count)?);
        for (offset, (&due, &is)) in (a as u64..).zip(pairs) {
            match self.symbolic.output(self.channel, offset) {
                Some(term) => {
                    let value = self.symbolic.store.constant(8, u128::from(due));
                    self.conditions.wanted.push(self.symbolic.store.eq(term, value));
                }
                None if due != is => return None,
                None => {}
            }
        }
        self.at = (e + count, a + count);
        Some(())
    }

    /// Requires a printed number to equal the expected one.
    fn number(&mut self, shown: Shown) -> Option<()> {
        let text = &self.expected[self.at.0..];
        let used = match shown.numeral {
            Numeral::Double => self.double(text, shown.term)?,
            Numeral::Integer { base, bits } => {
                let (used, value) = integer(text, base)?;
                let mask = u64::MAX >> (64 - u32::from(bits));
                let value = self.symbolic.store.constant(bits, u128::from(value & mask));
                let same = self.symbolic.store.eq(shown.term, value);
                self.conditions.wanted.push(same);
                used
            }
        };
        let (from, end) = shown.conditions;
        self.conditions.freed.extend(self.symbolic.path()[from..end].iter().map(|c| c.term));
        let end = self.at.1 + shown.len as usize;
        // A field that is padded after the number.
        let padded = self.actual.get(end - 1) == Some(&b' ');
        let spaces = self.expected[self.at.0 + used..].iter().take_while(|b| **b == b' ').count();
        let filled = if padded { spaces.min((shown.len as usize).saturating_sub(used)) } else { 0 };
        self.at = (self.at.0 + used + filled, end);
        Some(())
    }

    /// Requires a float to equal the expected one, up to half a unit of its last digit.
    fn double(&mut self, text: &[u8], term: TermId) -> Option<usize> {
        let (used, value, unit) = decimal(text)?;
        let store = &mut self.symbolic.store;
        let mut bound = |v: f64, pred| {
            let limit = store.constant(64, u128::from(v.to_bits()));
            store.fcmp(pred, term, limit)
        };
        let above = bound(value - unit / 2.0, FloatPredicate::Oge);
        let below = bound(value + unit / 2.0, FloatPredicate::Ole);
        self.conditions.wanted.extend([above, below]);
        Some(used)
    }
}

/// An integer at the start of a text: its length including leading spaces, and its value.
fn integer(text: &[u8], base: u8) -> Option<(usize, u64)> {
    let mut end = text.iter().take_while(|b| **b == b' ').count();
    let negative = text.get(end) == Some(&b'-');
    end += usize::from(negative || text.get(end) == Some(&b'+'));
    let prefixed = base == 16 && matches!(text.get(end..end + 2), Some(b"0x" | b"0X"));
    end += if prefixed { 2 } else { 0 };
    let digits = text[end..].iter().take_while(|b| char::from(**b).is_digit(u32::from(base))).count();
    let number = std::str::from_utf8(&text[end..end + digits]).ok()?;
    let size = u64::from_str_radix(number, u32::from(base)).ok()?;
    Some((end + digits, if negative { size.wrapping_neg() } else { size }))
}

/// A decimal number at the start of a text: its length including leading spaces, its value, and the unit of its last
/// digit.
fn decimal(text: &[u8]) -> Option<(usize, f64, f64)> {
    let mut end = text.iter().take_while(|b| **b == b' ').count();
    let start = end;
    let digits = |from: usize| text[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    end += usize::from(matches!(text.get(end), Some(b'+' | b'-')));
    let whole = digits(end);
    end += whole;
    let mut decimals = 0;
    if text.get(end) == Some(&b'.') {
        decimals = digits(end + 1);
        end += 1 + decimals;
    }
    if whole + decimals == 0 {
        return None;
    }
    let mut power = -(decimals as i32);
    if matches!(text.get(end), Some(b'e' | b'E')) && matches!(text.get(end + 1), Some(b'+' | b'-')) {
        let exponent = digits(end + 2);
        let number = std::str::from_utf8(&text[end + 1..end + 2 + exponent]).ok()?;
        power += number.parse::<i32>().ok()?;
        end += 2 + exponent;
    }
    let value = std::str::from_utf8(&text[start..end]).ok()?.parse().ok()?;
    Some((end, value, 10_f64.powi(power)))
}

#[cfg(test)]
mod tests {
    use super::{decimal, integer};

    #[test]
    fn integers_are_read_in_their_base() {
        assert_eq!(integer(b"  14:00", 10), Some((4, 14)));
        assert_eq!(integer(b"-1\n", 10), Some((2, u64::MAX)));
        assert_eq!(integer(b"0x1fg", 16), Some((4, 31)));
        assert_eq!(integer(b"bob", 10), None);
        assert_eq!(integer(b"", 8), None);
    }

    #[test]
    fn decimals_are_read_with_their_precision() {
        assert_eq!(decimal(b"  -12.50 m"), Some((8, -12.5, 0.01)));
        assert_eq!(decimal(b"7\n"), Some((1, 7.0, 1.0)));
        assert_eq!(decimal(b"1.5e+03,"), Some((7, 1500.0, 100.0)));
        assert_eq!(decimal(b"nan"), None);
        assert_eq!(decimal(b""), None);
    }
}
