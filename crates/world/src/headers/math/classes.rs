//! Classification of numbers: the functions behind `isnan`, `fpclassify`, `signbit`, …

use whydunit_machine::{Guest, Reply, Run};

use super::WHY;
use crate::model::guest_ext::{arg, pinned};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("__fpclassify", |_, guest| answer(guest, double, classify)),
    model("__fpclassifyf", |_, guest| answer(guest, single, classify)),
    model("__fpclassifyl", |_, guest| answer(guest, extended, classify)),
    model("isnan", |_, guest| answer(guest, double, is_nan)),
    model("__isnan", |_, guest| answer(guest, double, is_nan)),
    model("isnanf", |_, guest| answer(guest, single, is_nan)),
    model("__isnanf", |_, guest| answer(guest, single, is_nan)),
    model("isnanl", |_, guest| answer(guest, extended, is_nan)),
    model("__isnanl", |_, guest| answer(guest, extended, is_nan)),
    model("isinf", |_, guest| answer(guest, double, is_infinite)),
    model("__isinf", |_, guest| answer(guest, double, is_infinite)),
    model("isinff", |_, guest| answer(guest, single, is_infinite)),
    model("__isinff", |_, guest| answer(guest, single, is_infinite)),
    model("isinfl", |_, guest| answer(guest, extended, is_infinite)),
    model("__isinfl", |_, guest| answer(guest, extended, is_infinite)),
    model("finite", |_, guest| answer(guest, double, is_finite)),
    model("__finite", |_, guest| answer(guest, double, is_finite)),
    model("finitef", |_, guest| answer(guest, single, is_finite)),
    model("__finitef", |_, guest| answer(guest, single, is_finite)),
    model("finitel", |_, guest| answer(guest, extended, is_finite)),
    model("__finitel", |_, guest| answer(guest, extended, is_finite)),
    model("__signbit", |_, guest| answer(guest, double, sign)),
    model("__signbitf", |_, guest| answer(guest, single, sign)),
    model("__signbitl", |_, guest| answer(guest, extended, sign)),
    model("__issignaling", |_, guest| answer(guest, double, is_signaling)),
    model("__issignalingf", |_, guest| answer(guest, single, is_signaling)),
    model("__issignalingl", |_, guest| answer(guest, extended, is_signaling)),
];

/// The components of a number.
struct Parts {
    negative: bool,
    exponent: u64,
    /// The exponent of infinities and NaNs.
    largest: u64,
    /// The fraction without a leading one.
    fraction: u64,
    /// The fraction's bit that makes a NaN quiet.
    quiet: u64,
}

fn double(guest: &mut dyn Guest) -> Run<Parts> {
    let bits = pinned(guest, 0, WHY)?;
    let fraction = bits & ((1 << 52) - 1);
    Ok(Parts { negative: bits >> 63 != 0, exponent: bits >> 52 & 0x7ff, largest: 0x7ff, fraction, quiet: 1 << 51 })
}

fn single(guest: &mut dyn Guest) -> Run<Parts> {
    let bits = pinned(guest, 0, WHY)?;
    let fraction = bits & ((1 << 23) - 1);
    Ok(Parts { negative: bits >> 31 & 1 != 0, exponent: bits >> 23 & 0xff, largest: 0xff, fraction, quiet: 1 << 22 })
}

fn extended(guest: &mut dyn Guest) -> Run<Parts> {
    let mantissa = pinned(guest, 0, WHY)?;
    let high = guest.args().first().map_or(arg(guest, usize::MAX), |argument| argument.high);
    let high = guest.pin(high, WHY)?;
    let fraction = mantissa & (u64::MAX >> 1);
    Ok(Parts { negative: high >> 15 & 1 != 0, exponent: high & 0x7fff, largest: 0x7fff, fraction, quiet: 1 << 62 })
}

fn answer(guest: &mut dyn Guest, parts: fn(&mut dyn Guest) -> Run<Parts>, ask: fn(&Parts) -> i32) -> Run<Reply> {
    Ok(ask(&parts(guest)?).into())
}

/// `FP_NAN`, `FP_INFINITE`, `FP_ZERO`, `FP_SUBNORMAL`, `FP_NORMAL`.
fn classify(parts: &Parts) -> i32 {
    match (parts.exponent, parts.fraction) {
        (exponent, fraction) if exponent == parts.largest => i32::from(fraction == 0),
        (0, 0) => 2,
        (0, _) => 3,
        _ => 4,
    }
}

fn is_nan(parts: &Parts) -> i32 {
    i32::from(classify(parts) == 0)
}

/// Nonzero for an infinity, with its sign.
fn is_infinite(parts: &Parts) -> i32 {
    match (classify(parts), parts.negative) {
        (1, false) => 1,
        (1, true) => -1,
        _ => 0,
    }
}

fn is_finite(parts: &Parts) -> i32 {
    i32::from(classify(parts) > 1)
}

fn sign(parts: &Parts) -> i32 {
    i32::from(parts.negative)
}

fn is_signaling(parts: &Parts) -> i32 {
    i32::from(classify(parts) == 0 && parts.fraction & parts.quiet == 0)
}

#[cfg(test)]
mod tests {
    use crate::test_guest::{TestGuest, double, int};
    use crate::{Case, Posix};

    #[test]
    fn classes_of_doubles() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let mut ask = |name: &str, x: f64| guest.call(&mut world, name, &[double(x)]).unwrap().slots[0].bits as i32;
        let numbers = [f64::NAN, f64::INFINITY, 0.0, 5e-324, 1.0];
        assert_eq!(numbers.map(|x| ask("__fpclassify", x)), [0, 1, 2, 3, 4]);
        assert_eq!((ask("__isinf", f64::NEG_INFINITY), ask("__finite", 1.0), ask("__signbit", -0.0)), (-1, 1, 1));
        let single = guest.call(&mut world, "__fpclassifyf", &[int(1)]).unwrap();
        assert_eq!(single.slots[0].bits, 3);
    }
}
