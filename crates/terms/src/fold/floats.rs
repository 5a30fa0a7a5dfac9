//! Float operations on 32 and 64 bits, bit for bit as x86-64 with SSE2 computes them.
//!
//! NaN results are computed explicitly instead of by the host compiler, which may swap operands. A
//! NaN operand is passed on quieted, the first one if both are NaN; an invalid operation yields the
//! negative quiet NaN without payload.

use whydunit_program::{BinOp, CastOp, FloatPredicate, UnOp};

use super::bits::{mask, to_signed, truncate};

/// Fraction bits of a width.
const fn fraction_bits(w: u8) -> u8 {
    if w == 32 { 23 } else { 52 }
}

/// The sign bit of a width.
pub const fn sign_bit(w: u8) -> u128 {
    1 << (w - 1)
}

/// The bits of positive infinity.
pub(crate) const fn infinity(w: u8) -> u128 {
    mask(w) >> 1 & !mask(fraction_bits(w))
}

/// The bit that makes a NaN quiet.
pub(crate) const fn quiet_bit(w: u8) -> u128 {
    1 << (fraction_bits(w) - 1)
}

/// The NaN that an invalid operation yields.
pub(crate) const fn default_nan(w: u8) -> u128 {
    sign_bit(w) | infinity(w) | quiet_bit(w)
}

/// Is it NaN?
pub const fn is_nan(w: u8, a: u128) -> bool {
    a & !sign_bit(w) > infinity(w)
}

fn single(a: u128) -> f32 {
    f32::from_bits(a as u32)
}

fn double(a: u128) -> f64 {
    f64::from_bits(a as u64)
}

/// Applies the function of the right width.
fn at(w: u8, f32s: impl FnOnce() -> f32, f64s: impl FnOnce() -> f64) -> u128 {
    debug_assert!(w == 32 || w == 64, "floats of {w} bits are not symbolic");
    if w == 32 { u128::from(f32s().to_bits()) } else { u128::from(f64s().to_bits()) }
}

/// The result of an operation, by the NaN rules above.
fn settle(w: u8, operands: &[u128], result: u128) -> u128 {
    match operands.iter().find(|&&a| is_nan(w, a)) {
        Some(nan) => nan | quiet_bit(w),
        None if is_nan(w, result) => default_nan(w),
        None => result,
    }
}

#[rustfmt::skip]
pub(super) fn bin(op: BinOp, w: u8, a: u128, b: u128) -> u128 {
    let ((a32, b32), (a64, b64)) = ((single(a), single(b)), (double(a), double(b)));
    let result = match op {
        BinOp::FAdd => at(w, || a32 + b32, || a64 + b64),
        BinOp::FSub => at(w, || a32 - b32, || a64 - b64),
        BinOp::FMul => at(w, || a32 * b32, || a64 * b64),
        BinOp::FDiv => at(w, || a32 / b32, || a64 / b64),
        BinOp::FRem => at(w, || a32 % b32, || a64 % b64),
        // As MINSD followed by a test for NaN: equal zeros yield the first operand.
        BinOp::FMin => return if is_nan(w, a) || compare(FloatPredicate::Olt, w, b, a) { b } else { a },
        BinOp::FMax => return if is_nan(w, a) || compare(FloatPredicate::Ogt, w, b, a) { b } else { a },
        BinOp::FCopySign => return a & !sign_bit(w) | b & sign_bit(w),
        _ => unreachable!("integer operations are in integers.rs"),
    };
    settle(w, &[a, b], result)
}

#[rustfmt::skip]
pub(super) fn un(op: UnOp, w: u8, a: u128) -> u128 {
    let (s, d) = (single(a), double(a));
    let result = match op {
        UnOp::FNeg => return a ^ sign_bit(w),
        UnOp::FAbs => return a & !sign_bit(w),
        UnOp::FIsNan => return u128::from(is_nan(w, a)),
        UnOp::FFloor => at(w, || s.floor(), || d.floor()),
        UnOp::FCeil => at(w, || s.ceil(), || d.ceil()),
        UnOp::FTrunc => at(w, || s.trunc(), || d.trunc()),
        UnOp::FRint | UnOp::FRoundEven => at(w, || s.round_ties_even(), || d.round_ties_even()),
        UnOp::FRound => at(w, || s.round(), || d.round()),
        UnOp::FSqrt => at(w, || s.sqrt(), || d.sqrt()),
        _ => unreachable!("integer operations are in integers.rs"),
    };
    settle(w, &[a], result)
}

pub(super) fn fma(w: u8, a: u128, b: u128, c: u128) -> u128 {
    let result = at(w, || single(a).mul_add(single(b), single(c)), || double(a).mul_add(double(b), double(c)));
    settle(w, &[a, b, c], result)
}

/// A float comparison.
pub fn compare(pred: FloatPredicate, w: u8, a: u128, b: u128) -> bool {
    use FloatPredicate as P;
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = if w == 32 { single(a).partial_cmp(&single(b)) } else { double(a).partial_cmp(&double(b)) };
    match pred {
        P::False => false,
        P::Oeq => order == Some(Equal),
        P::Ogt => order == Some(Greater),
        P::Oge => matches!(order, Some(Greater | Equal)),
        P::Olt => order == Some(Less),
        P::Ole => matches!(order, Some(Less | Equal)),
        P::One => matches!(order, Some(Less | Greater)),
        P::Ord => order.is_some(),
        P::Ueq => matches!(order, None | Some(Equal)),
        P::Ugt => matches!(order, None | Some(Greater)),
        P::Uge => matches!(order, None | Some(Greater | Equal)),
        P::Ult => matches!(order, None | Some(Less)),
        P::Ule => matches!(order, None | Some(Less | Equal)),
        P::Une => order != Some(Equal),
        P::Uno => order.is_none(),
        P::True => true,
    }
}

pub(super) fn cast(op: CastOp, from: u8, to: u8, a: u128) -> u128 {
    match op {
        CastOp::SiToFp => at(to, || to_signed(from, a) as f32, || to_signed(from, a) as f64),
        CastOp::UiToFp => at(to, || a as f32, || a as f64),
        CastOp::FpToSi => to_integer(from, to, a, true),
        CastOp::FpToUi => to_integer(from, to, a, false),
        CastOp::FpToFp => resize(from, to, a),
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt => unreachable!("integer conversions are in mod.rs"),
    }
}

/// Conversion between the two widths. A NaN keeps its sign and the upper part of its payload.
fn resize(from: u8, to: u8, a: u128) -> u128 {
    if from == to {
        return a;
    }
    if !is_nan(from, a) {
        return at(to, || double(a) as f32, || f64::from(single(a)));
    }
    let sign = if a & sign_bit(from) != 0 { sign_bit(to) } else { 0 };
    let payload = a & mask(fraction_bits(from));
    let payload = if to == 64 { payload << 29 } else { payload >> 29 };
    sign | infinity(to) | quiet_bit(to) | payload
}

/// Rounding towards zero, with the instructions that clang emits for each width: CVTTSD2SI to 32
/// bits for up to 32 (unsigned: less than 32), to 64 bits for up to 64 (unsigned: less than 64). A
/// value out of range becomes the "integer indefinite" value, truncated to its low bits. Unsigned
/// 64 bits combine two such conversions. Wider integers use the same rule at their own width.
fn to_integer(from: u8, to: u8, a: u128, signed: bool) -> u128 {
    let value = if from == 32 { f64::from(single(a)) } else { double(a) };
    let result = match (signed, to) {
        (true, ..=32) | (false, ..=31) => indefinite(32, value),
        (true, ..=64) | (false, ..=63) => indefinite(64, value),
        (false, 64) => {
            let direct = indefinite(64, value);
            // Exact at either width for the relevant values: 2^63 only changes the exponent.
            let lowered = if from == 32 { f64::from(single(a) - TWO_TO_63 as f32) } else { value - TWO_TO_63 };
            let sign = (direct as u64 as i64 >> 63) as u64;
            direct | u128::from(indefinite(64, lowered) as u64 & sign)
        }
        (true, _) => indefinite(to, value),
        (false, _) => {
            let whole = value.trunc();
            if whole >= 0.0 && whole < power(to) { whole as u128 } else { sign_bit(to) }
        }
    };
    truncate(to, result)
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

/// 2 to this power.
fn power(exponent: u8) -> f64 {
    2_f64.powi(i32::from(exponent))
}

/// CVTTSD2SI to a register of `bits` bits.
fn indefinite(bits: u8, value: f64) -> u128 {
    let limit = power(bits - 1);
    let whole = value.trunc();
    if whole >= -limit && whole < limit { truncate(bits, whole as i128 as u128) } else { sign_bit(bits) }
}

/// The classes of `llvm.is.fpclass`, numbered as in its mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are self-explanatory
#[rustfmt::skip]
pub enum FloatClass {
    SignalingNan, QuietNan,
    NegativeInfinity, NegativeNormal, NegativeSubnormal, NegativeZero,
    PositiveZero, PositiveSubnormal, PositiveNormal, PositiveInfinity,
}

impl FloatClass {
    /// The class of a float.
    pub fn of(w: u8, a: u128) -> FloatClass {
        use FloatClass as C;
        let negative = a & sign_bit(w) != 0;
        let pick = |n, p| if negative { n } else { p };
        match a & !sign_bit(w) {
            0 => pick(C::NegativeZero, C::PositiveZero),
            m if m <= mask(fraction_bits(w)) => pick(C::NegativeSubnormal, C::PositiveSubnormal),
            m if m < infinity(w) => pick(C::NegativeNormal, C::PositiveNormal),
            m if m == infinity(w) => pick(C::NegativeInfinity, C::PositiveInfinity),
            m if m & quiet_bit(w) != 0 => C::QuietNan,
            _ => C::SignalingNan,
        }
    }
}
