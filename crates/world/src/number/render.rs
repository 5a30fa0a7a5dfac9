//! Conversion of a number to text for `%a %e %f %g`; the caller adds sign, width and padding.

use super::decimal::{fixed, scientific};
use super::float::{Float, Format};
use super::hexadecimal::hexadecimal;

/// The output format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// `b'a'`, `b'e'`, `b'f'` or `b'g'`.
    pub(crate) conversion: u8,
    /// Upper case?
    pub(crate) upper: bool,
    /// Digits after the point (of `%g`: all digits).
    pub(crate) precision: Option<usize>,
    /// The `#` flag: always a point, and `%g` keeps zeros.
    pub(crate) alternate: bool,
    /// The format of the value, which affects `%a`.
    pub(crate) format: Format,
}

/// The text of `value` without its sign. Hexadecimal text begins with `0x`.
pub(crate) fn render(value: Float, style: Style) -> Vec<u8> {
    let mut text = match value {
        Float::Nan { .. } => b"nan".to_vec(),
        Float::Infinite { .. } => b"inf".to_vec(),
        Float::Finite { mantissa, exponent, .. } => match style.conversion {
            b'a' => hexadecimal_text(mantissa, exponent, style),
            b'e' => exponential_text(mantissa, exponent, style),
            b'f' => fixed_text(mantissa, exponent, style),
            _ => general_text(mantissa, exponent, style),
        },
    };
    if style.upper {
        text.make_ascii_uppercase();
    }
    text
}

fn hexadecimal_text(mantissa: u64, exponent: i32, style: Style) -> Vec<u8> {
    let found = hexadecimal(mantissa, exponent, style.format, style.precision);
    let mut text = b"0x".to_vec();
    point(&mut text, &found.digits, 1, style.alternate);
    text.extend_from_slice(format!("p{:+}", found.exponent).as_bytes());
    text
}

fn exponential_text(mantissa: u64, exponent: i32, style: Style) -> Vec<u8> {
    let precision = style.precision.unwrap_or(6);
    let (digits, power) = significant(mantissa, exponent, precision + 1);
    exponential(&digits, power, style.alternate)
}

fn fixed_text(mantissa: u64, exponent: i32, style: Style) -> Vec<u8> {
    let found = fixed(mantissa, exponent, style.precision.unwrap_or(6));
    let mut text = Vec::with_capacity(found.digits.len() + 1);
    point(&mut text, &found.digits, found.point, style.alternate);
    text
}

/// `%g`: rounds once to the significant digits, then chooses the notation.
fn general_text(mantissa: u64, exponent: i32, style: Style) -> Vec<u8> {
    let count = style.precision.unwrap_or(6).max(1);
    let (mut digits, power) = significant(mantissa, exponent, count);
    if !style.alternate {
        let last = digits.iter().rposition(|&d| d != b'0').unwrap_or(0);
        digits.truncate(last + 1);
    }
    if carried(mantissa, exponent, power, count) {
        // glibc counts the digits of the fraction before rounding: there were none.
        digits.truncate(1);
    }
    if power < -4 || i64::from(power) >= count as i64 {
        return exponential(&digits, power, style.alternate);
    }
    let before = match usize::try_from(power) {
        Ok(power) => {
            digits.resize(digits.len().max(power + 1), b'0');
            power + 1
        }
        Err(_) => {
            digits.splice(0..0, std::iter::repeat_n(b'0', power.unsigned_abs() as usize));
            1
        }
    };
    let mut text = Vec::with_capacity(digits.len() + 1);
    point(&mut text, &digits, before, style.alternate);
    text
}

/// Was the value less than `10^count` before rounding, but not after?
fn carried(mantissa: u64, exponent: i32, power: i32, count: usize) -> bool {
    let shift = exponent.unsigned_abs();
    let Some(limit) = u32::try_from(count).ok().and_then(|c| 10u64.checked_pow(c)) else { return false };
    exponent < 0 && i64::from(power) == count as i64 && mantissa.checked_shr(shift).unwrap_or(0) < limit
}

fn significant(mantissa: u64, exponent: i32, count: usize) -> (Vec<u8>, i32) {
    if mantissa == 0 { (vec![b'0'; count], 0) } else { scientific(mantissa, exponent, count) }
}

fn exponential(digits: &[u8], power: i32, alternate: bool) -> Vec<u8> {
    let mut text = Vec::with_capacity(digits.len() + 8);
    point(&mut text, digits, 1, alternate);
    let sign = if power < 0 { '-' } else { '+' };
    text.extend_from_slice(format!("e{sign}{:02}", power.unsigned_abs()).as_bytes());
    text
}

/// Writes digits with a point after the first `before`, if digits follow it or `always` is set.
fn point(text: &mut Vec<u8>, digits: &[u8], before: usize, always: bool) {
    let (whole, fraction) = digits.split_at(before);
    text.extend_from_slice(whole);
    if always || !fraction.is_empty() {
        text.push(b'.');
    }
    text.extend_from_slice(fraction);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(value: f64, conversion: u8, precision: Option<usize>, alternate: bool) -> String {
        let style = Style { conversion, upper: false, precision, alternate, format: Format::Double };
        String::from_utf8(render(Float::from_double(value.to_bits()), style)).unwrap()
    }

    #[test]
    fn general_drops_zeros_and_chooses_the_shorter() {
        for (value, precision, alternate, expected) in [
            (100000.0, None, false, "100000"),
            (1000000.0, None, false, "1e+06"),
            (0.0001, None, false, "0.0001"),
            (0.00001, None, false, "1e-05"),
            (0.0, None, true, "0.00000"),
            (1.5, Some(0), false, "2"),
            (123.456, Some(4), false, "123.5"),
            (1e100, Some(3), true, "1.00e+100"),
            (100.0, Some(1), true, "1.e+02"),
            (999999.5, None, true, "1.e+06"),
            (9999999.0, None, true, "1.00000e+07"),
        ] {
            assert_eq!(show(value, b'g', precision, alternate), expected);
        }
    }

    #[test]
    fn agrees_with_rust_on_doubles() {
        let mut random = fastrand::Rng::with_seed(99);
        for _ in 0..5_000 {
            let state = random.u64(..);
            let value = f64::from_bits(state).abs();
            if !value.is_finite() {
                continue;
            }
            let precision = (state >> 50) as usize % 25;
            assert_eq!(show(value, b'f', Some(precision), false), format!("{value:.precision$}"));
            let rust = format!("{value:.precision$e}");
            let (digits, power) = rust.split_once('e').unwrap();
            let power: i32 = power.parse().unwrap();
            let sign = if power < 0 { '-' } else { '+' };
            assert_eq!(show(value, b'e', Some(precision), false), format!("{digits}e{sign}{:02}", power.abs()));
        }
    }
}
