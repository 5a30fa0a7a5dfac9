//! A floating-point value independent of its encoding, and the three encodings of x86-64.

/// A value of at most 64 bits of precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Float {
    /// Not a number.
    Nan {
        /// The sign bit.
        negative: bool,
    },
    /// Infinity.
    Infinite {
        /// The sign bit.
        negative: bool,
    },
    /// `mantissa * 2^exponent`; zero has mantissa zero.
    Finite {
        /// The sign bit.
        negative: bool,
        /// The digits.
        mantissa: u64,
        /// Power of two of the mantissa's lowest bit.
        exponent: i32,
    },
}

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// `float`.
    Single,
    /// `double`.
    Double,
    /// x87's `long double`.
    Extended,
}

impl Format {
    /// Bits of the mantissa.
    pub(super) fn precision(self) -> i64 {
        match self {
            Format::Single => 24,
            Format::Double => 53,
            Format::Extended => 64,
        }
    }

    /// Power of two of the lowest bit of a denormal.
    pub(super) fn min_exponent(self) -> i64 {
        match self {
            Format::Single => -149,
            Format::Double => -1074,
            Format::Extended => -16445,
        }
    }

    /// Every finite value is less than two to this power.
    pub(super) fn max_bits(self) -> i64 {
        match self {
            Format::Single => 128,
            Format::Double => 1024,
            Format::Extended => 16384,
        }
    }
}

impl Float {
    /// From the bits of a `double`.
    pub(crate) fn from_double(bits: u64) -> Self {
        let fraction = bits & ((1 << 52) - 1);
        let exponent = (bits >> 52 & 0x7ff) as i32;
        Self::from_fields(bits >> 63 == 1, fraction, exponent, 0x7ff, 52, 1075)
    }

    /// From the bits of a `float`.
    #[cfg_attr(not(test), allow(dead_code))] // C promotes every float that is printed
    pub(crate) fn from_single(bits: u32) -> Self {
        let fraction = u64::from(bits & ((1 << 23) - 1));
        let exponent = (bits >> 23 & 0xff) as i32;
        Self::from_fields(bits >> 31 == 1, fraction, exponent, 0xff, 23, 150)
    }

    fn from_fields(negative: bool, fraction: u64, exponent: i32, all: i32, width: u32, bias: i32) -> Self {
        match exponent {
            e if e == all && fraction == 0 => Float::Infinite { negative },
            e if e == all => Float::Nan { negative },
            0 => Float::Finite { negative, mantissa: fraction, exponent: 1 - bias },
            e => Float::Finite { negative, mantissa: fraction | 1 << width, exponent: e - bias },
        }
    }

    /// Decodes mantissa and sign-and-exponent of an x87 value. Encodings that the processor itself
    /// rejects (no integer bit) become NaN, as in glibc's output.
    pub(crate) fn from_extended(mantissa: u64, sign_exponent: u16) -> Self {
        let negative = sign_exponent >> 15 == 1;
        let integer_bit = mantissa >> 63 == 1;
        match i32::from(sign_exponent & 0x7fff) {
            0x7fff if mantissa == 1 << 63 => Float::Infinite { negative },
            0x7fff => Float::Nan { negative },
            0 => Float::Finite { negative, mantissa, exponent: -16445 },
            _ if !integer_bit => Float::Nan { negative },
            e => Float::Finite { negative, mantissa, exponent: e - 16446 },
        }
    }

    /// The sign bit.
    pub(crate) fn negative(self) -> bool {
        match self {
            Float::Nan { negative } | Float::Infinite { negative } | Float::Finite { negative, .. } => negative,
        }
    }

    /// The bits as a `double`; exact for values rounded to [`Format::Double`].
    pub(crate) fn to_double(self) -> u64 {
        self.to_fields(0x7ff, 52, 1075)
    }

    /// The bits as a `float`; exact for values rounded to [`Format::Single`].
    pub(crate) fn to_single(self) -> u32 {
        // The fields have 32 bits, including the sign.
        self.to_fields(0xff, 23, 150) as u32
    }

    fn to_fields(self, all: u64, width: u32, bias: i32) -> u64 {
        let sign = (u64::from(self.negative()) * (all + 1)) << width;
        let (mantissa, exponent) = match self {
            Float::Nan { .. } => return sign | all << width | 1 << (width - 1),
            Float::Infinite { .. } => return sign | all << width,
            Float::Finite { mantissa, exponent, .. } => normalize(mantissa, exponent, width, 1 - bias),
        };
        let hidden = 1u64 << width;
        let field = if mantissa & hidden == 0 { 0 } else { (exponent + bias) as u64 };
        sign | field << width | mantissa & (hidden - 1)
    }

    /// Mantissa and sign-and-exponent of the x87 value.
    pub(crate) fn to_extended(self) -> (u64, u16) {
        let sign = u16::from(self.negative()) << 15;
        let (mantissa, exponent) = match self {
            Float::Nan { .. } => return (3 << 62, sign | 0x7fff),
            Float::Infinite { .. } => return (1 << 63, sign | 0x7fff),
            Float::Finite { mantissa, exponent, .. } => normalize(mantissa, exponent, 63, -16445),
        };
        let field = if mantissa >> 63 == 0 { 0 } else { (exponent + 16446) as u16 };
        (mantissa, sign | field)
    }
}

/// Shifts the mantissa so that its highest bit is bit `top`, or as far as `lowest` lets the exponent go.
fn normalize(mantissa: u64, exponent: i32, top: u32, lowest: i32) -> (u64, i32) {
    if mantissa == 0 {
        return (0, lowest);
    }
    let wanted = mantissa.leading_zeros() as i32 - (63 - top as i32);
    let shift = wanted.min(exponent - lowest);
    if shift >= 0 { (mantissa << shift, exponent - shift) } else { (mantissa >> -shift, exponent - shift) }
}

/// Rounds `top * 2^exponent` (bit 127 of `top` set; `rest` means that there are nonzero bits below) to a
/// format. The second result is true for a range error of C.
pub(super) fn round(negative: bool, top: u128, exponent: i64, rest: bool, format: Format) -> (Float, bool) {
    let (tentative, tentative_exponent, _) = cut(top, exponent, rest, 128 - format.precision());
    let reach = tentative_exponent + i64::from(64 - tentative.leading_zeros());
    if reach > format.max_bits() {
        return (Float::Infinite { negative }, true);
    }
    let tiny = reach < format.min_exponent() + format.precision();
    let drop = (128 - format.precision()).max(format.min_exponent() - exponent);
    let (mantissa, exponent, inexact) = cut(top, exponent, rest, drop);
    (Float::Finite { negative, mantissa, exponent: exponent as i32 }, tiny && inexact)
}

/// Drops the lowest `drop` (at least 64) bits, to nearest-even.
fn cut(top: u128, exponent: i64, rest: bool, drop: i64) -> (u64, i64, bool) {
    if drop > 129 {
        return (0, exponent + drop, true);
    }
    let (kept, half, below) = match drop {
        129 => (0, false, true),
        128 => (0, true, top << 1 != 0),
        _ => (top >> drop, top >> (drop - 1) & 1 == 1, top & ((1 << (drop - 1)) - 1) != 0),
    };
    let up = half && (below || rest || kept & 1 == 1);
    let rounded = kept + u128::from(up);
    let inexact = half || below || rest;
    // Only the carry out of 64 ones does not fit.
    if rounded >> 64 != 0 {
        return (1 << 63, exponent + drop + 1, inexact);
    }
    (rounded as u64, exponent + drop, inexact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_survive() {
        for value in [0.0, -0.0, 1.0, -1.5, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, 0.1] {
            assert_eq!(Float::from_double(value.to_bits()).to_double(), value.to_bits(), "{value}");
        }
    }

    #[test]
    fn singles_survive() {
        for value in [0.0f32, -0.0, 1.0, -1.5, f32::MIN_POSITIVE, 1e-45, f32::MAX, f32::NEG_INFINITY, 0.1] {
            assert_eq!(Float::from_single(value.to_bits()).to_single(), value.to_bits(), "{value}");
        }
    }

    #[test]
    fn extended_survives() {
        for pair in [(0, 0), (1, 0), (1 << 63, 0x3fff), (u64::MAX, 0xfffe), (1 << 63, 0x7fff), (1 << 63, 1)] {
            assert_eq!(Float::from_extended(pair.0, pair.1).to_extended(), pair);
        }
    }

    #[test]
    fn a_single_becomes_a_double_exactly() {
        let value = 1e-40f32;
        assert_eq!(Float::from_single(value.to_bits()).to_double(), f64::from(value).to_bits());
    }
}
