//! Conversion of text to a number, as in `strtod` and related functions.

use super::big::Natural;
use super::float::{Float, Format, round};

/// Further significant digits affect the rounding of an x87 value only by being nonzero.
const SIGNIFICANT: usize = 12_000;

/// A number found at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parsed {
    /// Its value, rounded to the requested format.
    pub(crate) value: Float,
    /// Its length in bytes.
    pub(crate) used: usize,
    /// Too large, or too small to be exact: C's `ERANGE`.
    pub(crate) out_of_range: bool,
}

/// The longest number at the start of `text`: an optional sign, then a decimal or hexadecimal number,
/// `inf`, `infinity`, `nan` or `nan(…)`, in any case. White space is not skipped.
pub(crate) fn parse(text: &[u8], format: Format) -> Option<Parsed> {
    let signed = matches!(text.first(), Some(b'+' | b'-'));
    let negative = signed && text[0] == b'-';
    let rest = &text[usize::from(signed)..];
    let found = word(rest, negative).or_else(|| hexadecimal(rest, negative, format));
    let mut found = found.or_else(|| decimal(rest, negative, format))?;
    found.used += usize::from(signed);
    Some(found)
}

fn word(text: &[u8], negative: bool) -> Option<Parsed> {
    let starts = |name: &[u8]| text.get(..name.len()).is_some_and(|t| t.eq_ignore_ascii_case(name));
    let (value, used) = if starts(b"infinity") {
        (Float::Infinite { negative }, 8)
    } else if starts(b"inf") {
        (Float::Infinite { negative }, 3)
    } else if starts(b"nan") {
        (Float::Nan { negative }, 3 + payload(&text[3..]))
    } else {
        return None;
    };
    Some(Parsed { value, used, out_of_range: false })
}

/// Length of the `(…)` that may follow `nan`.
fn payload(text: &[u8]) -> usize {
    if text.first() != Some(&b'(') {
        return 0;
    }
    let inside = text[1..].iter().take_while(|&&b| b.is_ascii_alphanumeric() || b == b'_').count();
    if text.get(1 + inside) == Some(&b')') { inside + 2 } else { 0 }
}

/// The digits of a number and the position of its point.
struct Digits<'a> {
    whole: &'a [u8],
    fraction: &'a [u8],
    used: usize,
}

impl<'a> Digits<'a> {
    fn split(text: &'a [u8], is_digit: fn(&u8) -> bool) -> Option<Self> {
        let run = |t: &'a [u8]| &t[..t.iter().take_while(|b| is_digit(b)).count()];
        let whole = run(text);
        let mut used = whole.len();
        let mut fraction: &[u8] = &[];
        if text.get(used) == Some(&b'.') {
            fraction = run(&text[used + 1..]);
            used += 1 + fraction.len();
        }
        (!whole.is_empty() || !fraction.is_empty()).then_some(Digits { whole, fraction, used })
    }

    /// All digits without leading zeros.
    fn significant(&self) -> impl Iterator<Item = u8> + 'a {
        self.whole.iter().chain(self.fraction).copied().skip_while(|&d| d == b'0')
    }
}

/// Value and length of an exponent after its mark; zero length without digits.
fn exponent(text: &[u8], mark: u8) -> (i64, usize) {
    if text.first().map(u8::to_ascii_lowercase) != Some(mark) {
        return (0, 0);
    }
    let signed = matches!(text.get(1), Some(b'+' | b'-'));
    let start = 1 + usize::from(signed);
    let count = text[start.min(text.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    if count == 0 {
        return (0, 0);
    }
    // Beyond any format, but far from overflow when the number of digits is added.
    let fold = |value: i64, d: &u8| (value * 10 + i64::from(d - b'0')).min(1 << 40);
    let value = text[start..start + count].iter().fold(0, fold);
    (if text[1] == b'-' { -value } else { value }, start + count)
}

fn hexadecimal(text: &[u8], negative: bool, format: Format) -> Option<Parsed> {
    if !matches!(text, [b'0', b'x' | b'X', ..]) {
        return None;
    }
    let digits = Digits::split(&text[2..], u8::is_ascii_hexdigit)?;
    let (power, length) = exponent(&text[2 + digits.used..], b'p');
    let used = 2 + digits.used + length;
    let (mut top, mut dropped, mut rest) = (0u128, 0i64, false);
    for digit in digits.significant() {
        let value = char::from(digit).to_digit(16).unwrap_or(0);
        if top >> 124 == 0 {
            top = top << 4 | u128::from(value);
        } else {
            dropped += 4;
            rest |= value != 0;
        }
    }
    if top == 0 {
        return Some(zero(negative, used, false));
    }
    let shift = top.leading_zeros();
    let place = power + dropped - 4 * digits.fraction.len() as i64 - i64::from(shift);
    Some(finish(negative, (top << shift, place, rest), format, used))
}

fn decimal(text: &[u8], negative: bool, format: Format) -> Option<Parsed> {
    let digits = Digits::split(text, u8::is_ascii_digit)?;
    let (power, length) = exponent(&text[digits.used..], b'e');
    let used = digits.used + length;
    let count = digits.significant().count();
    if count == 0 {
        return Some(zero(negative, used, false));
    }
    let power = power - digits.fraction.len() as i64;
    // The position of the first digit decides if it is far outside every format.
    match power + count as i64 {
        place if place > 5_000 => {
            return Some(Parsed { value: Float::Infinite { negative }, used, out_of_range: true });
        }
        place if place < -5_000 => return Some(zero(negative, used, true)),
        _ => {}
    }
    let binary = small(&digits, count, power, format).unwrap_or_else(|| exact(&digits, count, power));
    Some(finish(negative, binary, format, used))
}

fn zero(negative: bool, used: usize, out_of_range: bool) -> Parsed {
    Parsed { value: Float::Finite { negative, mantissa: 0, exponent: 0 }, used, out_of_range }
}

fn finish(negative: bool, (top, place, rest): (u128, i64, bool), format: Format, used: usize) -> Parsed {
    let (value, out_of_range) = round(negative, top, place, rest, format);
    Parsed { value, used, out_of_range }
}

/// Numbers of at most 19 digits near the point, which most are: 128 bits suffice.
fn small(digits: &Digits, count: usize, power: i64, format: Format) -> Option<(u128, i64, bool)> {
    if count > 19 || power.abs() > 19 || power < 0 && format == Format::Extended {
        return None;
    }
    let value = u128::from(digits.significant().fold(0u64, |v, d| v * 10 + u64::from(d - b'0')));
    let scale = 10u128.pow(power.unsigned_abs() as u32);
    let (number, place, rest) = if power >= 0 {
        (value * scale, 0, false)
    } else {
        let shift = value.leading_zeros();
        let numerator = value << shift;
        (numerator / scale, -i64::from(shift), numerator % scale != 0)
    };
    let shift = number.leading_zeros();
    Some((number << shift, place - i64::from(shift), rest))
}

fn exact(digits: &Digits, count: usize, power: i64) -> (u128, i64, bool) {
    let mut number = Natural::default();
    let (mut group, mut held) = (0u64, 0);
    for digit in digits.significant().take(SIGNIFICANT) {
        group = group * 10 + u64::from(digit - b'0');
        held += 1;
        if held == 19 {
            number.mul_add(10u64.pow(19), group);
            (group, held) = (0, 0);
        }
    }
    number.mul_add(10u64.pow(held), group);
    let cut = count.saturating_sub(SIGNIFICANT) as i64;
    let beyond = digits.significant().skip(SIGNIFICANT).any(|d| d != b'0');
    let power = power + cut;
    let (top, place, rest) = if power >= 0 {
        number.scale(power as usize);
        number.top()
    } else {
        let mut divisor = Natural::from(1);
        divisor.scale(power.unsigned_abs() as usize);
        number.ratio(divisor)
    };
    (top, place, rest || beyond)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> (f64, usize, bool) {
        let p = parse(text.as_bytes(), Format::Double).unwrap();
        (f64::from_bits(p.value.to_double()), p.used, p.out_of_range)
    }

    #[test]
    fn takes_the_longest_number() {
        for (text, value, used) in [
            ("1e+", 1.0, 1),
            ("-2.5e3e", -2500.0, 6),
            ("0x1.8p1z", 3.0, 7),
            ("0xg", 0.0, 1),
            ("infinitz", f64::INFINITY, 3),
            ("0x.p1", 0.0, 1),
            ("1.", 1.0, 2),
            (".5", 0.5, 2),
        ] {
            assert_eq!(double(text), (value, used, false), "{text}");
        }
        assert_eq!(parse(b".e1", Format::Double), None);
        assert_eq!(parse(b"-", Format::Double), None);
        assert_eq!(parse(b"nan(12 3)", Format::Double).unwrap().used, 3);
        assert_eq!(parse(b"nan(12_3)", Format::Double).unwrap().used, 9);
    }

    #[test]
    fn range_errors() {
        assert_eq!(double("1e400"), (f64::INFINITY, 5, true));
        assert_eq!(double("1e-400"), (0.0, 6, true));
        assert_eq!(double("5e-324"), (5e-324, 6, true));
        assert_eq!(double("0x1p-1074"), (5e-324, 9, false));
        assert_eq!(double("0e999999999999999999999"), (0.0, 23, false));
        assert_eq!(double("1e999999999999999999999"), (f64::INFINITY, 23, true));
    }

    #[test]
    fn many_digits_matter() {
        let tie = "9007199254740993";
        assert_eq!(double(tie).0, 9007199254740992.0);
        assert_eq!(double(&format!("{tie}.{}1", "0".repeat(20_000))).0, 9007199254740994.0);
    }

    #[test]
    fn agrees_with_rust_on_doubles_and_floats() {
        let mut random = fastrand::Rng::with_seed(12345);
        for round in 0..20_000 {
            let state = random.u64(..);
            let value = f64::from_bits(state);
            if !value.is_finite() {
                continue;
            }
            let text = match round % 4 {
                0 => format!("{value:e}"),
                1 => format!("{value:.3e}"),
                2 => format!("{:.7}", (state >> 11) as f64 / 1e9),
                _ => format!("{}e{}", state, (state >> 40) % 40),
            };
            assert_eq!(double(&text).0.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
            let single = parse(text.as_bytes(), Format::Single).unwrap().value.to_single();
            assert_eq!(single, text.parse::<f32>().unwrap().to_bits(), "{text}");
        }
    }
}
