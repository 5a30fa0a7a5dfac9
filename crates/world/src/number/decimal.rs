//! The exact decimal digits of `mantissa * 2^exponent`, rounded to nearest-even at any place.

use super::big::Natural;

/// A value rounded to a number of digits after the point.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fixed {
    /// All digits; at least one is before the point.
    pub(super) digits: Vec<u8>,
    /// Number of digits before the point.
    pub(super) point: usize,
}

/// The value with `fraction` digits after the point.
pub(super) fn fixed(mantissa: u64, exponent: i32, fraction: usize) -> Fixed {
    // A value has no more digits after the point than bits, so the rest are zeros.
    let exact = usize::try_from(-exponent).unwrap_or(0);
    let computed = fraction.min(exact);
    let mut digits = scaled(mantissa, exponent, computed);
    if digits.len() <= computed {
        digits.splice(0..0, std::iter::repeat_n(b'0', computed + 1 - digits.len()));
    }
    let point = digits.len() - computed;
    digits.resize(point + fraction, b'0');
    Fixed { digits, point }
}

/// The value as `count` significant digits (at least one), the first before the point, and the power of
/// ten. The mantissa is not zero.
pub(super) fn scientific(mantissa: u64, exponent: i32, count: usize) -> (Vec<u8>, i32) {
    let bits = i64::from(exponent) + i64::from(63 - mantissa.leading_zeros());
    let mut power = (bits as f64 * std::f64::consts::LOG10_2).floor() as i32;
    // No exact value has more digits than this.
    let most = 22 + exponent.unsigned_abs() as usize;
    let computed = count.min(most);
    loop {
        let place = computed as i64 - 1 - i64::from(power);
        let mut digits = match usize::try_from(place) {
            Ok(place) => scaled(mantissa, exponent, place),
            Err(_) => divided(mantissa, exponent, place.unsigned_abs() as usize),
        };
        if digits.len() <= computed {
            digits.resize(count, b'0');
            return (digits, power);
        }
        // The estimate was one too low, or rounding carried.
        power += 1;
    }
}

/// Digits of `mantissa * 2^exponent * 10^power`, rounded to an integer.
fn scaled(mantissa: u64, exponent: i32, power: usize) -> Vec<u8> {
    if power <= 19 && (-127..=0).contains(&exponent) {
        let product = u128::from(mantissa) * 10u128.pow(power as u32);
        let shift = exponent.unsigned_abs();
        return small_digits(round_shift(product, shift));
    }
    let mut number = Natural::from(u128::from(mantissa));
    number.scale(power);
    if exponent >= 0 {
        number.shift_left(exponent.unsigned_abs().into());
    } else {
        number.shift_right_rounded(exponent.unsigned_abs().into());
    }
    number.decimal()
}

fn round_shift(value: u128, shift: u32) -> u128 {
    if shift == 0 {
        return value;
    }
    let (whole, rest, half) = (value >> shift, value & ((1 << shift) - 1), 1 << (shift - 1));
    whole + u128::from(rest > half || rest == half && whole & 1 == 1)
}

fn small_digits(value: u128) -> Vec<u8> {
    match u64::try_from(value) {
        Ok(0) => Vec::new(),
        Ok(small) => small.to_string().into_bytes(),
        Err(_) => value.to_string().into_bytes(),
    }
}

/// Digits of `mantissa * 2^exponent / 10^power`, rounded to an integer.
fn divided(mantissa: u64, exponent: i32, power: usize) -> Vec<u8> {
    if power <= 19 && (-63..=64).contains(&exponent) {
        let numerator = u128::from(mantissa) << exponent.max(0);
        let divisor = 10u128.pow(power as u32) << (-exponent).max(0);
        let (whole, rest) = (numerator / divisor, numerator % divisor);
        let up = match (rest << 1).cmp(&divisor) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => whole & 1 == 1,
            std::cmp::Ordering::Greater => true,
        };
        return small_digits(whole + u128::from(up));
    }
    // A value with bits after the point is below 2^64 and was handled above: this is an integer.
    let mut number = Natural::from(u128::from(mantissa));
    number.shift_left(exponent.unsigned_abs().into());
    round_text(number.decimal(), power)
}

/// Drops the last `drop` digits, to nearest-even.
fn round_text(mut digits: Vec<u8>, drop: usize) -> Vec<u8> {
    let kept = digits.len().saturating_sub(drop);
    if digits.len() < drop {
        return Vec::new();
    }
    let tail = digits.split_off(kept);
    let odd = digits.last().is_some_and(|d| d & 1 == 1);
    let up = match tail.first() {
        None => false,
        Some(b'5') => odd || tail[1..].iter().any(|&d| d != b'0'),
        Some(&first) => first > b'5',
    };
    if up {
        let nines = digits.iter().rev().take_while(|&&d| d == b'9').count();
        let end = digits.len() - nines;
        digits[end..].fill(b'0');
        match end {
            0 => digits.insert(0, b'1'),
            _ => digits[end - 1] += 1,
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(digits: &[u8]) -> &str {
        std::str::from_utf8(digits).unwrap()
    }

    #[test]
    fn ties_go_to_even() {
        for (mantissa, exponent, expected) in [(1, -1, "0"), (3, -1, "2"), (5, -1, "2"), (7, -1, "4")] {
            assert_eq!(text(&fixed(mantissa, exponent, 0).digits), expected);
        }
    }

    #[test]
    fn fraction_digits_beyond_the_exact_ones_are_zero() {
        let f = fixed(1, -3, 6);
        assert_eq!((text(&f.digits), f.point), ("0125000", 1));
    }

    #[test]
    fn rounding_may_carry_into_a_new_digit() {
        assert_eq!(scientific(9996, 0, 3), (b"100".to_vec(), 4));
        assert_eq!(round_text(b"9995".to_vec(), 1), b"1000");
    }

    #[test]
    fn both_ways_of_dividing_agree() {
        for exponent in [0, 3, 17, 64] {
            for mantissa in [1u64, 12_345_678_901, u64::MAX, 1 << 63, 25_000] {
                for power in 0..=19 {
                    let mut number = Natural::from(u128::from(mantissa));
                    number.shift_left(exponent as u64);
                    let slow = round_text(number.decimal(), power);
                    assert_eq!(divided(mantissa, exponent, power), slow, "{mantissa} {exponent} {power}");
                }
            }
        }
    }
}
