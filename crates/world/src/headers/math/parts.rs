//! Decomposition and composition of numbers: `frexp`, `ldexp`, `modf`, `fmod`, `nextafter`, …

use whydunit_machine::{Guest, Reply, Run};

use super::{EDOM, ERANGE, Errors, Real, answered, binary, number, unary};
use crate::Posix;
use crate::model::guest_ext::{arg, c_bytes, pinned};
use crate::model::{Model, model};

/// A table of functions: name for `double`, name for `float`, their implementations.
macro_rules! pairs {
    ($($double:literal $single:literal $kind:ident $of_double:expr, $of_single:expr;)*) => {
        &[$(
            model($double, |world, guest| $kind::<f64>(world, guest, $of_double)),
            model($single, |world, guest| $kind::<f32>(world, guest, $of_single)),
        )*]
    };
}

#[rustfmt::skip]
pub(crate) const MODELS: &[Model] = pairs! {
    "copysign" "copysignf" quiet f64::copysign, f32::copysign;
    "fmin" "fminf" quiet min, min;
    "fmax" "fmaxf" quiet max, max;
    "fdim" "fdimf" usual libm::fdim, libm::fdimf;
    "fmod" "fmodf" usual |x, y| x % y, |x, y| x % y;
    "remainder" "remainderf" usual libm::remainder, libm::remainderf;
    "drem" "dremf" usual libm::remainder, libm::remainderf;
    "nextafter" "nextafterf" next libm::nextafter, libm::nextafterf;
    "nextup" "nextupf" quiet_one f64::next_up, f32::next_up;
    "nextdown" "nextdownf" quiet_one f64::next_down, f32::next_down;
    "ldexp" "ldexpf" scale libm::ldexp, libm::ldexpf;
    "scalbn" "scalbnf" scale libm::scalbn, libm::scalbnf;
    "scalbln" "scalblnf" scale libm::scalbn, libm::scalbnf;
    "frexp" "frexpf" frexp libm::frexp, libm::frexpf;
    "modf" "modff" modf libm::modf, libm::modff;
    "ilogb" "ilogbf" ilogb libm::ilogb, libm::ilogbf;
    "logb" "logbf" quiet_one logb, |x| logb(x.into()) as f32;
    "significand" "significandf" quiet_one significand, |x| significand(x.into()) as f32;
    "remquo" "remquof" remquo libm::remquo, libm::remquof;
    "fma" "fmaf" fma f64::mul_add, f32::mul_add;
    "nan" "nanf" nan 0x7ff8_0000_0000_0000, 0x7fc0_0000;
};

fn quiet<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T, T) -> T) -> Run<Reply> {
    binary(world, guest, function, Errors::None)
}

fn usual<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T, T) -> T) -> Run<Reply> {
    binary(world, guest, function, Errors::Usual)
}

fn quiet_one<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T) -> T) -> Run<Reply> {
    unary(world, guest, function, Errors::None)
}

/// The second of two equal numbers (zeros!), as x86-64's instruction does.
fn min<T: Real + PartialOrd>(x: T, y: T) -> T {
    if y.nan() || x < y { x } else { y }
}

fn max<T: Real + PartialOrd>(x: T, y: T) -> T {
    if y.nan() || x > y { x } else { y }
}

/// Also sets `errno` if the neighbour has lost bits.
fn next<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T, T) -> T) -> Run<Reply> {
    let (x, y): (T, T) = (number(guest, 0)?, number(guest, 1)?);
    let result = function(x, y);
    let exponent = result.bits() & if size_of::<T>() == 8 { 0x7ff << 52 } else { 0xff << 23 };
    if x != y && !x.zero() && result.finite() && exponent == 0 {
        world.set_errno(guest, ERANGE)?;
    }
    answered(world, guest, &[x], result, Errors::Usual)
}

fn scale<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T, i32) -> T) -> Run<Reply> {
    let (x, exponent): (T, u64) = (number(guest, 0)?, pinned(guest, 1, super::WHY)?);
    let long = guest.callee().starts_with("scalbl");
    let exponent = if long { exponent as i64 } else { i64::from(exponent as i32) };
    let result = function(x, exponent.clamp(-100_000, 100_000) as i32);
    if x.finite() && !x.zero() && (result.zero() || !result.finite()) {
        world.set_errno(guest, ERANGE)?;
    }
    Ok(result.bits().into())
}

fn frexp<T: Real>(_: &mut Posix, guest: &mut dyn Guest, function: fn(T) -> (T, i32)) -> Run<Reply> {
    let (x, place): (T, _) = (number(guest, 0)?, arg(guest, 1));
    let (mantissa, exponent) = if x.finite() { function(x) } else { (x, 0) };
    guest.store(place, 4, exponent.into())?;
    Ok(mantissa.bits().into())
}

fn modf<T: Real>(_: &mut Posix, guest: &mut dyn Guest, function: fn(T) -> (T, T)) -> Run<Reply> {
    let (x, place): (T, _) = (number(guest, 0)?, arg(guest, 1));
    let (fraction, whole) = function(x);
    guest.store(place, size_of::<T>() as u8, whole.bits().into())?;
    Ok(fraction.bits().into())
}

fn ilogb<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T) -> i32) -> Run<Reply> {
    let x: T = number(guest, 0)?;
    if !x.finite() || x.zero() {
        world.set_errno(guest, EDOM)?;
    }
    Ok(if x.nan() { i32::MIN } else { function(x) }.into())
}

fn logb(x: f64) -> f64 {
    match x {
        0.0 => f64::NEG_INFINITY,
        x if x.is_finite() => libm::ilogb(x).into(),
        x => x * x,
    }
}

fn significand(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() { x } else { libm::scalbn(x, -libm::ilogb(x)) }
}

/// The remainder, and the low three bits of the quotient with its sign.
fn remquo<T: Real>(_: &mut Posix, guest: &mut dyn Guest, function: fn(T, T) -> (T, i32)) -> Run<Reply> {
    let (x, y, place) = (number(guest, 0)?, number(guest, 1)?, arg(guest, 2));
    let (rest, quotient) = function(x, y);
    let low = (quotient.unsigned_abs() & 7) as i32;
    guest.store(place, 4, if quotient < 0 { -low } else { low }.into())?;
    Ok(rest.bits().into())
}

fn fma<T: Real>(_: &mut Posix, guest: &mut dyn Guest, function: fn(T, T, T) -> T) -> Run<Reply> {
    let (x, y, z) = (number(guest, 0)?, number(guest, 1)?, number(guest, 2)?);
    Ok(function(x, y, z).bits().into())
}

/// A NaN whose payload is the number in the text, if there is one.
fn nan<T: Real>(_: &mut Posix, guest: &mut dyn Guest, quiet: u64) -> Run<Reply> {
    let text = arg(guest, 0);
    let text = String::from_utf8_lossy(&c_bytes(guest, text, "payload of a NaN")?).into_owned();
    let payload = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None if text.starts_with('0') => u64::from_str_radix(&text, 8),
        None => text.parse(),
    };
    let room = quiet.trailing_zeros();
    Ok((quiet | payload.unwrap_or(0) & ((1 << room) - 1)).into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, double, int};
    use crate::{Case, Posix};

    #[test]
    fn apart_and_together() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let place = guest.reserve(8, 8);
        let half = guest.call(&mut world, "frexp", &[double(-12.0), int(place)]).unwrap().slots[0].bits;
        assert_eq!((f64::from_bits(half), guest.load(place.into(), 4).unwrap().bits), (-0.75, 4));
        let fraction = guest.call(&mut world, "modf", &[double(-3.25), int(place)]).unwrap().slots[0].bits;
        let whole = guest.load(place.into(), 8).unwrap().bits;
        assert_eq!((f64::from_bits(fraction), f64::from_bits(whole)), (-0.25, -3.0));
        let scaled = guest.call(&mut world, "ldexp", &[double(0.75), int(4)]).unwrap().slots[0].bits;
        assert_eq!(f64::from_bits(scaled), 12.0);
        let rest = guest.call(&mut world, "fmod", &[double(-7.5), double(2.0)]).unwrap().slots[0].bits;
        assert_eq!(f64::from_bits(rest), -1.5);
        let rest = guest.call(&mut world, "remquo", &[double(29.0), double(3.0), int(place)]).unwrap().slots[0].bits;
        assert_eq!((f64::from_bits(rest), guest.load(place.into(), 4).unwrap().bits), (-1.0, 2));
    }

    #[test]
    fn range_errors() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let errno = world.errno_address(&mut guest);
        for (name, args, error) in [
            ("ldexp", [double(1.0), int(5000)], 34),
            ("fmod", [double(1.0), double(0.0)], 33),
            ("nextafter", [double(f64::MAX), double(f64::INFINITY)], 34),
            ("ilogb", [double(0.0), int(0)], 33),
            ("fmin", [double(0.0), double(f64::NAN)], 0),
        ] {
            guest.store(errno.into(), 4, 0u64.into()).unwrap();
            guest.call(&mut world, name, &args).unwrap();
            assert_eq!(guest.load(errno.into(), 4).unwrap().bits, error, "{name}");
        }
    }
}
