//! `%a`: the value as a hexadecimal fraction and a power of two, both chosen as in glibc.

use super::float::Format;

/// Digits of a value in base sixteen.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Hexadecimal {
    /// Digit before the point, then those after it.
    pub(super) digits: Vec<u8>,
    /// Power of two.
    pub(super) exponent: i32,
}

/// The digits of `mantissa * 2^exponent`, as [`super::Float`] of that format holds them: rounded to
/// `fraction` digits after the point, or exactly, without trailing zeros.
///
/// A `double` has its leading bit before the point, a `long double` its four leading bits.
pub(super) fn hexadecimal(mantissa: u64, exponent: i32, format: Format, fraction: Option<usize>) -> Hexadecimal {
    let below = if format == Format::Extended { 60 } else { 52 };
    if mantissa == 0 {
        return Hexadecimal { digits: vec![b'0'; 1 + fraction.unwrap_or(0)], exponent: 0 };
    }
    let mut exponent = exponent + below;
    let (mut value, mut kept) = (u128::from(mantissa), below as usize / 4);
    if let Some(wanted) = fraction.filter(|&f| f < kept) {
        value = round_bits(value, (kept - wanted) as u32 * 4);
        kept = wanted;
    }
    if value >> (kept * 4) > 0xf {
        // Rounding a long double carried: 0x10.0 is written 0x1.00 four powers higher.
        value >>= 4;
        exponent += 4;
    }
    let mut digits: Vec<u8> =
        (0..=kept).rev().map(|place| b"0123456789abcdef"[(value >> (place * 4) & 0xf) as usize]).collect();
    match fraction {
        Some(wanted) => digits.resize(wanted + 1, b'0'),
        None => digits.truncate(1 + digits[1..].iter().rposition(|&d| d != b'0').map_or(0, |last| last + 1)),
    }
    Hexadecimal { digits, exponent }
}

fn round_bits(value: u128, drop: u32) -> u128 {
    let (kept, rest, half) = (value >> drop, value & ((1 << drop) - 1), 1 << (drop - 1));
    kept + u128::from(rest > half || rest == half && kept & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(mantissa: u64, exponent: i32, format: Format, fraction: Option<usize>) -> String {
        let h = hexadecimal(mantissa, exponent, format, fraction);
        format!("{}p{}", String::from_utf8(h.digits).unwrap(), h.exponent)
    }

    #[test]
    fn doubles_lead_with_one() {
        assert_eq!(show(3 << 51, -52, Format::Double, None), "18p0");
        assert_eq!(show(3 << 51, -52, Format::Double, Some(0)), "2p0");
        assert_eq!(show(1, -1074, Format::Double, None), "00000000000001p-1022");
    }

    #[test]
    fn long_doubles_lead_with_four_bits() {
        assert_eq!(show(1 << 63, -63, Format::Extended, None), "8p-3");
        assert_eq!(show(u64::MAX, -63, Format::Extended, Some(1)), "10p1");
    }
}
