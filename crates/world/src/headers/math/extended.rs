//! Powers, roots and logarithms of `long double`, computed with 113 bits and rounded once.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::X87DoubleExtended as Extended;
use whydunit_machine::{Guest, Reply, Run, float};

use super::{EDOM, ERANGE, Errors, WHY};
use crate::Posix;
use crate::model::guest_ext::arg;
use crate::model::{Model, model};
use crate::quad::{self, Quad};

pub(crate) const MODELS: &[Model] = &[
    model("expl", |world, guest| unary(world, guest, exp, Errors::Vanishing)),
    model("exp2l", |world, guest| unary(world, guest, exp2, Errors::Vanishing)),
    model("exp10l", |world, guest| unary(world, guest, exp10, Errors::Vanishing)),
    model("expm1l", |world, guest| unary(world, guest, expm1, Errors::Usual)),
    model("logl", |world, guest| unary(world, guest, log, Errors::Usual)),
    model("log2l", |world, guest| unary(world, guest, log2, Errors::Usual)),
    model("log10l", |world, guest| unary(world, guest, log10, Errors::Usual)),
    model("log1pl", |world, guest| unary(world, guest, log1p, Errors::Usual)),
    model("sqrtl", |world, guest| unary(world, guest, sqrt, Errors::Usual)),
    model("cbrtl", |world, guest| unary(world, guest, cbrt, Errors::None)),
    model("tgammal", |world, guest| unary(world, guest, |x| through_double(x, libm::tgamma), Errors::Usual)),
    model("lgammal", |world, guest| unary(world, guest, |x| through_double(x, libm::lgamma), Errors::Usual)),
    model("gammal", |world, guest| unary(world, guest, |x| through_double(x, libm::lgamma), Errors::Usual)),
    model("j0l", |world, guest| unary(world, guest, |x| through_double(x, libm::j0), Errors::None)),
    model("j1l", |world, guest| unary(world, guest, |x| through_double(x, libm::j1), Errors::None)),
    model("y0l", |world, guest| unary(world, guest, |x| through_double(x, libm::y0), Errors::Usual)),
    model("y1l", |world, guest| unary(world, guest, |x| through_double(x, libm::y1), Errors::Usual)),
    model("erfl", |world, guest| unary(world, guest, |x| through_double(x, libm::erf), Errors::None)),
    model("erfcl", |world, guest| unary(world, guest, |x| through_double(x, libm::erfc), Errors::Usual)),
    model("powl", |world, guest| binary(world, guest, pow, Errors::Vanishing)),
    model("hypotl", |world, guest| binary(world, guest, hypot, Errors::Usual)),
];

/// Argument `index` as a `long double`.
pub(super) fn number(guest: &mut dyn Guest, index: usize) -> Run<Extended> {
    let low = arg(guest, index);
    let high = guest.args().get(index).map(|argument| argument.high).unwrap_or_default();
    let (low, high) = (guest.pin(low, WHY)?, guest.pin(high, WHY)?);
    Ok(Extended::from_bits(u128::from(high & 0xffff) << 64 | u128::from(low)))
}

/// The two slots of a `long double`.
pub(super) fn slots(x: Extended) -> [u64; 2] {
    let bits = x.to_bits();
    [bits as u64, (bits >> 64) as u64 & 0xffff]
}

/// A `long double` as a reply.
pub(super) fn reply(x: Extended) -> Reply {
    Reply { slots: slots(x).map(Into::into) }
}

/// The reply; sets `errno` if necessary.
pub(super) fn answered(
    world: &mut Posix,
    guest: &mut dyn Guest,
    arguments: &[Extended],
    result: Extended,
    errors: Errors,
) -> Run<Reply> {
    let finite = arguments.iter().all(|x| x.is_finite());
    let vanishes = errors == Errors::Vanishing && result.is_zero() && finite;
    let error = match errors {
        Errors::None => None,
        _ if result.is_nan() => (!arguments.iter().any(|x| x.is_nan())).then_some(EDOM),
        _ if result.is_infinite() => finite.then_some(ERANGE),
        _ => (vanishes && (arguments.len() == 1 || !arguments[0].is_zero())).then_some(ERANGE),
    };
    if let Some(error) = error {
        world.set_errno(guest, error)?;
    }
    Ok(reply(result))
}

pub(super) fn unary(
    world: &mut Posix,
    guest: &mut dyn Guest,
    function: fn(Extended) -> Extended,
    errors: Errors,
) -> Run<Reply> {
    let x = number(guest, 0)?;
    let result = if x.is_nan() { x } else { function(x) };
    answered(world, guest, &[x], result, errors)
}

pub(super) fn binary(
    world: &mut Posix,
    guest: &mut dyn Guest,
    function: fn(Extended, Extended) -> Extended,
    errors: Errors,
) -> Run<Reply> {
    let (x, y) = (number(guest, 0)?, number(guest, 1)?);
    answered(world, guest, &[x, y], function(x, y), errors)
}

/// Applies a function to a finite nonzero number with 113 bits.
pub(super) fn rounded(x: Extended, function: impl Fn(Quad) -> Quad) -> Extended {
    function(Quad::from_extended(x)).to_extended()
}

fn through_double(x: Extended, function: fn(f64) -> f64) -> Extended {
    Quad::from_f64(function(Quad::from_extended(x).to_f64())).to_extended()
}

/// The result of an invalid x87 operation: a negative NaN.
pub(super) fn invalid() -> Extended {
    -Extended::NAN
}

/// Positive infinity.
pub(super) fn infinity() -> Extended {
    Extended::INFINITY
}

/// The number 1.
pub(super) fn one() -> Extended {
    Quad::from_int(1).to_extended()
}

/// `e^x` and similar: 0 or infinity for infinities.
fn growing(x: Extended, function: impl Fn(Quad) -> Quad) -> Extended {
    match (x.is_infinite(), x.is_negative()) {
        (true, false) => x,
        (true, true) => Extended::ZERO,
        _ => rounded(x, function),
    }
}

fn exp(x: Extended) -> Extended {
    growing(x, quad::exp)
}

fn exp2(x: Extended) -> Extended {
    growing(x, |x| quad::exp(x * quad::ln(Quad::from_int(2))))
}

fn exp10(x: Extended) -> Extended {
    growing(x, quad::exp10)
}

fn expm1(x: Extended) -> Extended {
    match x.is_infinite() {
        true if x.is_negative() => -one(),
        true => x,
        false if x.is_zero() => x,
        false => rounded(x, quad::exp_m1),
    }
}

/// Logarithms: a pole at zero, undefined below, infinite for infinity.
fn logarithm(x: Extended, function: impl Fn(Quad) -> Quad) -> Extended {
    if x.is_zero() {
        -infinity()
    } else if x.is_negative() {
        Extended::NAN
    } else if x.is_infinite() {
        x
    } else {
        rounded(x, function)
    }
}

fn log(x: Extended) -> Extended {
    logarithm(x, quad::ln)
}

fn log2(x: Extended) -> Extended {
    logarithm(x, |x| quad::ln(x) / quad::ln(Quad::from_int(2)))
}

fn log10(x: Extended) -> Extended {
    logarithm(x, |x| quad::ln(x) / quad::ln(Quad::from_int(10)))
}

fn log1p(x: Extended) -> Extended {
    if x.is_zero() {
        return x;
    }
    if x < -one() {
        return invalid();
    }
    if x == -one() {
        -infinity()
    } else if x.is_infinite() {
        x
    } else {
        rounded(x, quad::ln_1p)
    }
}

fn sqrt(x: Extended) -> Extended {
    let [low, high] = float::sqrt80(slots(x));
    Extended::from_bits(u128::from(high) << 64 | u128::from(low))
}

fn cbrt(x: Extended) -> Extended {
    if x.is_infinite() || x.is_zero() { x } else { rounded(x, quad::cbrt) }
}

fn hypot(x: Extended, y: Extended) -> Extended {
    if x.is_infinite() || y.is_infinite() {
        return infinity();
    }
    if x.is_nan() || y.is_nan() {
        return if x.is_nan() { x } else { y };
    }
    quad::hypot(Quad::from_extended(x), Quad::from_extended(y)).to_extended()
}

/// Is it an integer, and is it odd?
fn parity(y: Extended) -> (bool, bool) {
    let whole = y.is_infinite() || y.is_integer();
    let half = y.scalbn(-1);
    (whole, whole && y.is_finite() && !half.is_integer())
}

fn pow(x: Extended, y: Extended) -> Extended {
    if y.is_zero() || x == one() {
        return one();
    }
    if x.is_nan() || y.is_nan() {
        return if x.is_nan() { x } else { y };
    }
    let (whole, odd) = parity(y);
    let sign = |result: Extended| if x.is_negative() && odd { -result } else { result };
    let grows = (x.abs() > one()) != y.is_negative();
    if x.is_zero() || x.is_infinite() || y.is_infinite() {
        if x.abs() == one() {
            return one();
        }
        return sign(if grows { infinity() } else { Extended::ZERO });
    }
    if x.is_negative() && !whole {
        return invalid();
    }
    sign(rounded(x.abs(), |x| quad::exp(Quad::from_extended(y) * quad::ln(x))))
}
