//! The meaning of every float operation: 32 and 64 bits natively (IEEE 754 is exact), `x86_fp80` by
//! `rustc_apfloat`, whose results equal those of the x87 bit for bit.

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended as X87};
use rustc_apfloat::{Float, FloatConvert, Round, StatusAnd};
use whydunit_program::{BinOp, CastOp, FloatPredicate, TernOp, UnOp};

/// An `x86_fp80` as its two slots: mantissa; sign and exponent.
pub type Pair = [u64; 2];

fn x87(p: Pair) -> X87 {
    X87::from_bits((u128::from(p[1] & 0xffff) << 64) | u128::from(p[0]))
}

fn pair(x: X87) -> Pair {
    let bits = x.to_bits();
    [bits as u64, (bits >> 64) as u64]
}

/// Two-operand operations on 32 or 64 bits.
pub fn bin(op: BinOp, w: u8, a: u64, b: u64) -> u64 {
    if w == 32 {
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let r = match op {
            BinOp::FAdd => x + y,
            BinOp::FSub => x - y,
            BinOp::FMul => x * y,
            BinOp::FDiv => x / y,
            BinOp::FRem => x % y,
            BinOp::FMin => x.min(y),
            BinOp::FMax => x.max(y),
            _ => x.copysign(y),
        };
        u64::from(r.to_bits())
    } else {
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        let r = match op {
            BinOp::FAdd => x + y,
            BinOp::FSub => x - y,
            BinOp::FMul => x * y,
            BinOp::FDiv => x / y,
            BinOp::FRem => x % y,
            BinOp::FMin => x.min(y),
            BinOp::FMax => x.max(y),
            _ => x.copysign(y),
        };
        r.to_bits()
    }
}

/// Two-operand operations on `x86_fp80`. A NaN made from other values is the x87's: negative, quiet.
pub fn bin80(op: BinOp, a: Pair, b: Pair) -> Pair {
    let (x, y) = (x87(a), x87(b));
    let result = match op {
        BinOp::FAdd => (x + y).value,
        BinOp::FSub => (x - y).value,
        BinOp::FMul => (x * y).value,
        BinOp::FDiv => (x / y).value,
        BinOp::FRem => x.c_fmod(y).value,
        BinOp::FMin => x.min(y),
        BinOp::FMax => x.max(y),
        _ => x.copy_sign(y),
    };
    if result.is_nan() && !x.is_nan() && !y.is_nan() { INDEFINITE } else { pair(result) }
}

/// The x87's default NaN.
const INDEFINITE: Pair = [3 << 62, 0xffff];

/// One-operand operations on 32 or 64 bits.
pub fn un(op: UnOp, w: u8, a: u64) -> u64 {
    match (op, w) {
        (UnOp::FIsNan, 32) => u64::from(f32::from_bits(a as u32).is_nan()),
        (UnOp::FIsNan, _) => u64::from(f64::from_bits(a).is_nan()),
        (UnOp::FNeg, 32) => a ^ (1 << 31),
        (UnOp::FAbs, 32) => a & !(1 << 31),
        (UnOp::FNeg, _) => a ^ (1 << 63),
        (UnOp::FAbs, _) => a & !(1 << 63),
        // All others are exact in double for a float argument; sqrt rounded twice is still right.
        (_, 32) => u64::from((un64(op, f64::from(f32::from_bits(a as u32))) as f32).to_bits()),
        _ => un64(op, f64::from_bits(a)).to_bits(),
    }
}

fn un64(op: UnOp, x: f64) -> f64 {
    if x.is_nan() {
        // As libm does; Rust's own rounding may pass on a signalling NaN.
        return f64::from_bits(x.to_bits() | 1 << 51);
    }
    match op {
        UnOp::FFloor => x.floor(),
        UnOp::FCeil => x.ceil(),
        UnOp::FTrunc => x.trunc(),
        UnOp::FRound => x.round(),
        UnOp::FSqrt => x.sqrt(),
        _ => x.round_ties_even(),
    }
}

/// One-operand operations on `x86_fp80`.
pub fn un80(op: UnOp, a: Pair) -> Pair {
    let x = x87(a);
    let to = |round| pair(x.round_to_integral(round).value);
    match op {
        UnOp::FIsNan => [u64::from(x.is_nan()), 0],
        UnOp::FNeg => pair(-x),
        UnOp::FAbs => pair(x.abs()),
        UnOp::FFloor => to(Round::TowardNegative),
        UnOp::FCeil => to(Round::TowardPositive),
        UnOp::FTrunc => to(Round::TowardZero),
        UnOp::FRound => to(Round::NearestTiesToAway),
        UnOp::FSqrt => sqrt80(a),
        _ => to(Round::NearestTiesToEven),
    }
}

/// Square root, correctly rounded: an integer root with enough bits, then one rounding.
pub fn sqrt80(a: Pair) -> Pair {
    let x = x87(a);
    if x.is_nan() || x.is_zero() || (x.is_infinite() && !x.is_negative()) {
        return a;
    }
    if x.is_negative() {
        return INDEFINITE;
    }
    // x = m · 2^e with m of 64 bits; the root of m shifted to 126 or 127 bits has 63 or 64 bits, so
    // one Newton-free bitwise step at a time finds it and the remainder decides the rounding.
    let shift = a[0].leading_zeros();
    let mantissa = u128::from(a[0] << shift);
    let exponent = (a[1] as i32 & 0x7fff).max(1) - 16383 - 63 - shift as i32;
    let odd = exponent & 1;
    let scaled = mantissa << (62 + odd);
    let root = isqrt(scaled);
    let remainder = scaled - root * root;
    // The root has 63 or 64 bits. Two more bits and a sticky one, each from the remainder, let
    // apfloat round as the real value would.
    let (root, remainder) = next_bit(root, remainder);
    let (root, remainder) = next_bit(root, remainder);
    let with_sticky = (root << 1) | u128::from(remainder != 0);
    let StatusAnd { value, .. } = X87::from_u128_r(with_sticky, Round::NearestTiesToEven);
    pair(value.scalbn((exponent - odd - 62) / 2 - 3))
}

/// One more bit of an integer root: from the root of `n` with remainder `r` to the root of `4n`
/// with its remainder.
fn next_bit(root: u128, remainder: u128) -> (u128, u128) {
    if remainder > root { (2 * root + 1, 4 * (remainder - root) - 1) } else { (2 * root, 4 * remainder) }
}

fn isqrt(n: u128) -> u128 {
    n.isqrt()
}

/// Three-operand operations on 32 or 64 bits.
pub fn tern(op: TernOp, w: u8, a: u64, b: u64, c: u64) -> u64 {
    if op == TernOp::IsClass {
        return u64::from(is_class(w, [a, 0], b as u32));
    }
    if w == 32 {
        let (x, y, z) = (f32::from_bits(a as u32), f32::from_bits(b as u32), f32::from_bits(c as u32));
        let r = if op == TernOp::Fma { x.mul_add(y, z) } else { x * y + z };
        return u64::from(r.to_bits());
    }
    let (x, y, z) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
    if op == TernOp::Fma { x.mul_add(y, z) } else { x * y + z }.to_bits()
}

/// Three-operand operations on `x86_fp80`.
pub fn tern80(op: TernOp, a: Pair, b: Pair, c: Pair) -> Pair {
    match op {
        TernOp::IsClass => [u64::from(is_class(80, a, b[0] as u32)), 0],
        TernOp::Fma => pair(x87(a).mul_add(x87(b), x87(c)).value),
        _ => pair(((x87(a) * x87(b)).value + x87(c)).value),
    }
}

/// `llvm.is.fpclass`: bits are snan, qnan, -inf, -normal, -subnormal, -0, +0, +subnormal, +normal, +inf.
fn is_class(w: u8, a: Pair, classes: u32) -> bool {
    fn class<F: Float>(x: F) -> u32 {
        let positive = match () {
            () if x.is_signaling() => return 0,
            () if x.is_nan() => return 1,
            () if x.is_infinite() => 9,
            () if x.is_zero() => 6,
            () if x.is_denormal() => 7,
            () => 8,
        };
        if x.is_negative() { 11 - positive } else { positive }
    }
    let class = match w {
        32 => class(Single::from_bits(u128::from(a[0] as u32))),
        64 => class(Double::from_bits(u128::from(a[0]))),
        _ => class(x87(a)),
    };
    classes >> class & 1 == 1
}

/// Comparisons at any width.
pub fn compare(pred: FloatPredicate, w: u8, a: Pair, b: Pair) -> bool {
    let order = match w {
        32 => f32::from_bits(a[0] as u32).partial_cmp(&f32::from_bits(b[0] as u32)),
        64 => f64::from_bits(a[0]).partial_cmp(&f64::from_bits(b[0])),
        _ => x87(a).partial_cmp(&x87(b)),
    };
    use FloatPredicate as P;
    let Some(order) = order else {
        return matches!(pred, P::Ueq | P::Ugt | P::Uge | P::Ult | P::Ule | P::Une | P::Uno | P::True);
    };
    match pred {
        P::False | P::Uno => false,
        P::True | P::Ord => true,
        P::Oeq | P::Ueq => order.is_eq(),
        P::One | P::Une => order.is_ne(),
        P::Ogt | P::Ugt => order.is_gt(),
        P::Oge | P::Uge => order.is_ge(),
        P::Olt | P::Ult => order.is_lt(),
        P::Ole | P::Ule => order.is_le(),
    }
}

/// Conversions to, from and between floats. Values are pairs; one-slot ones use the first.
pub fn cast(op: CastOp, from: u8, to: u8, a: Pair) -> Pair {
    match op {
        CastOp::FpToFp => fp_to_fp(from, to, a),
        CastOp::SiToFp | CastOp::UiToFp => int_to_fp(op == CastOp::SiToFp, from, to, a),
        _ => fp_to_int(op == CastOp::FpToSi, from, to, a),
    }
}

fn fp_to_fp(from: u8, to: u8, a: Pair) -> Pair {
    let mut loses = false;
    match (from, to) {
        (32, 64) => [f64::from(f32::from_bits(a[0] as u32)).to_bits(), 0],
        (64, 32) => [u64::from((f64::from_bits(a[0]) as f32).to_bits()), 0],
        (32, 80) => pair(Single::from_bits(u128::from(a[0] as u32)).convert(&mut loses).value),
        (64, 80) => pair(Double::from_bits(u128::from(a[0])).convert(&mut loses).value),
        (80, 32) => {
            let single: Single = x87(a).convert(&mut loses).value;
            [single.to_bits() as u64, 0]
        }
        (80, 64) => {
            let double: Double = x87(a).convert(&mut loses).value;
            [double.to_bits() as u64, 0]
        }
        _ => a,
    }
}

fn int_to_fp(is_signed: bool, from: u8, to: u8, a: Pair) -> Pair {
    let bits = u128::from(a[0]) | if from > 64 { u128::from(a[1]) << 64 } else { 0 };
    let spare = 128 - u32::from(from);
    let value = if is_signed { ((bits << spare) as i128) >> spare } else { bits as i128 };
    let unsigned = !is_signed;
    match to {
        32 => [u64::from(if unsigned { bits as f32 } else { value as f32 }.to_bits()), 0],
        64 => [if unsigned { bits as f64 } else { value as f64 }.to_bits(), 0],
        _ if unsigned => pair(X87::from_u128_r(bits, Round::NearestTiesToEven).value),
        _ => pair(X87::from_i128_r(value, Round::NearestTiesToEven).value),
    }
}

const TWO_63: f64 = (1u64 << 63) as f64;

/// Out-of-range values give the results of x86-64's `cvttsd2si` sequences.
fn fp_to_int(is_signed: bool, from: u8, to: u8, a: Pair) -> Pair {
    if to > 64 || from == 80 {
        return wide_fp_to_int(is_signed, from, to, a);
    }
    let x = if from == 32 { f64::from(f32::from_bits(a[0] as u32)) } else { f64::from_bits(a[0]) };
    let to64 = |x: f64| {
        if (-TWO_63..TWO_63).contains(&x) { x as i64 } else { i64::MIN }
    };
    let to32 = |x: f64| if x > -2_147_483_649.0 && x < 2_147_483_648.0 { x as i32 } else { i32::MIN };
    let bits = match (is_signed, to) {
        (true, 33..) | (false, 32..=63) => to64(x) as u64,
        (false, 64) => {
            let (low, high) = (to64(x), to64(x - TWO_63));
            (low | (high & (low >> 63))) as u64
        }
        _ => to32(x) as u64,
    };
    [crate::ops::cut(to, bits), 0]
}

/// From `x86_fp80`, and from any float to more than 64 bits. The x87 stores 16, 32 or 64 bits; a
/// value out of range becomes the most negative number of that size, and narrower types take its
/// low part.
fn wide_fp_to_int(is_signed: bool, from: u8, to: u8, a: Pair) -> Pair {
    let x = x87(fp_to_fp(from, 80, a));
    let bits = match (is_signed, to) {
        (_, ..=8) | (true, ..=16) => store(x, 16),
        (false, ..=16) | (true, ..=32) => store(x, 32),
        (false, ..=32) | (true, ..=64) => store(x, 64),
        (false, ..=64) => {
            let half = X87::from_u128(1 << 63).value;
            if x >= half { store((x - half).value, 64) ^ (1 << 63) } else { store(x, 64) }
        }
        (true, _) => store(x, usize::from(to)),
        (false, _) => {
            let r = x.to_u128_r(usize::from(to), Round::TowardZero, &mut false);
            let invalid = r.status.contains(rustc_apfloat::Status::INVALID_OP);
            if invalid { 1 << (to - 1) } else { r.value }
        }
    };
    let bits = bits & (u128::MAX >> (128 - u32::from(to)));
    [bits as u64, (bits >> 64) as u64]
}

/// Truncates to a signed integer of `width` bits.
fn store(x: X87, width: usize) -> u128 {
    let r = x.to_i128_r(width, Round::TowardZero, &mut false);
    let invalid = r.status.contains(rustc_apfloat::Status::INVALID_OP);
    if invalid { 1u128 << (width - 1) } else { r.value as u128 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_f64(x: f64) -> Pair {
        cast(CastOp::FpToFp, 64, 80, [x.to_bits(), 0])
    }

    fn to_f64(p: Pair) -> f64 {
        f64::from_bits(cast(CastOp::FpToFp, 80, 64, p)[0])
    }

    #[test]
    fn square_roots_are_right() {
        for x in [0.0, 1.0, 2.0, 4.0, 0.25, 9.0, 1e300, 1e-300, 3.5] {
            assert_eq!(to_f64(sqrt80(from_f64(x))), x.sqrt(), "{x}");
        }
        // sqrtl(2) on an x87.
        assert_eq!(sqrt80(from_f64(2.0)), [0xb504_f333_f9de_6484, 0x3fff]);
    }

    #[test]
    fn out_of_range_conversions_match_x86() {
        let si32 = |x: f64| cast(CastOp::FpToSi, 64, 32, [x.to_bits(), 0])[0];
        assert_eq!(si32(1e10), 0x8000_0000);
        assert_eq!(si32(-1.9), 0xffff_ffff);
        assert_eq!(cast(CastOp::FpToUi, 64, 64, [1.8e19f64.to_bits(), 0])[0], 18_000_000_000_000_000_000);
        assert_eq!(cast(CastOp::FpToUi, 64, 32, [4e9f64.to_bits(), 0])[0], 4_000_000_000);
    }

    #[test]
    fn x87_conversions_store_as_the_hardware_does() {
        let to = |op, w, x: f64| cast(op, 80, w, from_f64(x))[0];
        assert_eq!(to(CastOp::FpToUi, 32, 1e10), 1_410_065_408);
        assert_eq!(to(CastOp::FpToSi, 32, 1e10), 0x8000_0000);
        assert_eq!(to(CastOp::FpToSi, 8, 300.0), 44);
        assert_eq!(to(CastOp::FpToSi, 16, 70000.0), 0x8000);
        assert_eq!(to(CastOp::FpToUi, 64, 1.2e19), 12_000_000_000_000_000_000);
        assert_eq!(to(CastOp::FpToUi, 64, -1.0), u64::MAX);
    }

    #[test]
    fn a_new_x87_nan_is_negative() {
        let inf = from_f64(f64::INFINITY);
        assert_eq!(bin80(BinOp::FSub, inf, inf), [3 << 62, 0xffff]);
        assert_eq!(bin80(BinOp::FAdd, from_f64(f64::NAN), inf)[1], 0x7fff);
    }

    #[test]
    fn classes() {
        assert!(is_class(64, [f64::NEG_INFINITY.to_bits(), 0], 1 << 2));
        assert!(is_class(64, [(-0.0f64).to_bits(), 0], 1 << 5));
        assert!(is_class(64, [1.0f64.to_bits(), 0], 1 << 8));
    }
}
