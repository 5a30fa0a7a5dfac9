//! Natural numbers of any size, with the operations that exact conversion of floats needs.

use std::cmp::Ordering;

/// The largest power of ten in a limb, and its exponent.
const LIMB_POWER: (u64, usize) = (10_000_000_000_000_000_000, 19);

/// A natural number: 64-bit limbs, lowest first, the last one not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Natural {
    limbs: Vec<u64>,
}

impl From<u128> for Natural {
    fn from(value: u128) -> Self {
        let mut result = Natural { limbs: vec![value as u64, (value >> 64) as u64] };
        result.trim();
        result
    }
}

impl Natural {
    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }

    /// Number of bits without leading zeros.
    pub(super) fn bits(&self) -> u64 {
        self.limbs.last().map_or(0, |top| self.limbs.len() as u64 * 64 - u64::from(top.leading_zeros()))
    }

    /// `self * factor + carry`.
    pub(super) fn mul_add(&mut self, factor: u64, mut carry: u64) {
        for limb in &mut self.limbs {
            let product = u128::from(*limb) * u128::from(factor) + u128::from(carry);
            *limb = product as u64;
            carry = (product >> 64) as u64;
        }
        if carry != 0 {
            self.limbs.push(carry);
        }
        self.trim();
    }

    /// `self * 10^power`.
    pub(super) fn scale(&mut self, mut power: usize) {
        while power >= LIMB_POWER.1 {
            self.mul_add(LIMB_POWER.0, 0);
            power -= LIMB_POWER.1;
        }
        self.mul_add(10u64.pow(power as u32), 0);
    }

    /// `self * 2^count`.
    pub(super) fn shift_left(&mut self, count: u64) {
        if self.limbs.is_empty() {
            return;
        }
        let (whole, part) = ((count / 64) as usize, count % 64);
        if part != 0 {
            self.mul_add(1 << part, 0);
        }
        self.limbs.splice(0..0, std::iter::repeat_n(0, whole));
    }

    /// Divides by `2^count`, rounding to nearest, ties to even.
    pub(super) fn shift_right_rounded(&mut self, count: u64) {
        if count == 0 {
            return;
        }
        let half = self.bit(count - 1);
        let beyond = self.any_bit_below(count - 1);
        let (whole, part) = ((count / 64) as usize, count % 64);
        self.limbs.drain(..whole.min(self.limbs.len()));
        if part != 0 {
            let mut above = 0;
            for limb in self.limbs.iter_mut().rev() {
                let low = *limb;
                *limb = low >> part | above;
                above = low << (64 - part);
            }
        }
        self.trim();
        let odd = self.limbs.first().is_some_and(|l| l & 1 == 1);
        if half && (beyond || odd) {
            self.increment();
        }
    }

    fn increment(&mut self) {
        for limb in &mut self.limbs {
            *limb = limb.wrapping_add(1);
            if *limb != 0 {
                return;
            }
        }
        self.limbs.push(1);
    }

    fn bit(&self, index: u64) -> bool {
        self.limbs.get((index / 64) as usize).is_some_and(|l| l >> (index % 64) & 1 == 1)
    }

    fn any_bit_below(&self, count: u64) -> bool {
        let (whole, part) = ((count / 64) as usize, count % 64);
        let in_whole = self.limbs.iter().take(whole).any(|&l| l != 0);
        in_whole || self.limbs.get(whole).is_some_and(|l| l & ((1 << part) - 1) != 0)
    }

    /// The topmost 128 bits with bit 127 set, the distance of the right shift (may be negative), and
    /// whether any one bits were cut off. Zero has no top.
    pub(super) fn top(&self) -> (u128, i64, bool) {
        let shift = self.bits() as i64 - 128;
        let mut top = 0u128;
        for index in 0..128 {
            let bit = shift + index;
            if bit >= 0 && self.bit(bit as u64) {
                top |= 1 << index;
            }
        }
        (top, shift, shift > 0 && self.any_bit_below(shift as u64))
    }

    /// Decimal digits without leading zeros; zero has none.
    pub(super) fn decimal(mut self) -> Vec<u8> {
        let mut groups = Vec::new();
        while !self.limbs.is_empty() {
            groups.push(self.divide_small(LIMB_POWER.0));
        }
        let mut text = Vec::with_capacity(groups.len() * LIMB_POWER.1);
        for (index, group) in groups.iter().rev().enumerate() {
            let digits = if index == 0 { format!("{group}") } else { format!("{group:019}") };
            text.extend_from_slice(digits.as_bytes());
        }
        text
    }

    fn divide_small(&mut self, divisor: u64) -> u64 {
        let mut rest = 0u128;
        for limb in self.limbs.iter_mut().rev() {
            let value = rest << 64 | u128::from(*limb);
            *limb = (value / u128::from(divisor)) as u64;
            rest = value % u128::from(divisor);
        }
        self.trim();
        rest as u64
    }

    /// The first 128 significant bits of `self / divisor` with bit 127 set, their exponent, and whether
    /// there is a remainder: `self / divisor = (top + rest) * 2^exponent`. Neither may be zero.
    pub(super) fn ratio(mut self, mut divisor: Natural) -> (u128, i64, bool) {
        let mut exponent = self.bits() as i64 - divisor.bits() as i64;
        if exponent >= 0 {
            divisor.shift_left(exponent as u64);
        } else {
            self.shift_left(exponent.unsigned_abs());
        }
        if self.compare(&divisor) == Ordering::Less {
            self.shift_left(1);
            exponent -= 1;
        }
        let mut top = 0u128;
        for _ in 0..128 {
            top <<= 1;
            if self.compare(&divisor) != Ordering::Less {
                self.subtract(&divisor);
                top |= 1;
            }
            self.shift_left(1);
        }
        (top, exponent - 127, !self.limbs.is_empty())
    }

    fn compare(&self, other: &Natural) -> Ordering {
        self.limbs.len().cmp(&other.limbs.len()).then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }

    fn subtract(&mut self, other: &Natural) {
        let mut borrow = false;
        for (index, limb) in self.limbs.iter_mut().enumerate() {
            let (value, under) = limb.overflowing_sub(other.limbs.get(index).copied().unwrap_or(0));
            let (value, under_again) = value.overflowing_sub(u64::from(borrow));
            *limb = value;
            borrow = under || under_again;
        }
        self.trim();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_of_powers() {
        let mut n = Natural::from(1);
        n.scale(45);
        assert_eq!(n.decimal(), format!("1{}", "0".repeat(45)).into_bytes());
        assert_eq!(Natural::from(u128::MAX).decimal(), u128::MAX.to_string().into_bytes());
        assert!(Natural::default().decimal().is_empty());
    }

    #[test]
    fn shift_right_rounds_ties_to_even() {
        for (value, count, expected) in [(5, 1, 2), (7, 1, 4), (6, 2, 2), (2, 2, 0), (u128::MAX, 64, 1 << 64)] {
            let mut n = Natural::from(value);
            n.shift_right_rounded(count);
            assert_eq!(n, Natural::from(expected), "{value} >> {count}");
        }
    }

    #[test]
    fn ratio_of_one_third() {
        let (top, exponent, rest) = Natural::from(1).ratio(Natural::from(3));
        assert_eq!((top, exponent, rest), (u128::MAX / 3 * 2, -129, true));
    }

    #[test]
    fn top_of_long_numbers() {
        let mut n = Natural::from(5);
        n.shift_left(300);
        assert_eq!(n.top(), (5 << 125, 175, false));
        n.mul_add(1, 1);
        assert_eq!(n.top(), (5 << 125, 175, true));
        assert_eq!(Natural::from(1).top(), (1 << 127, -127, false));
    }
}
