//! Elementary functions of `long double`, computed with 113 bits and rounded once.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::X87DoubleExtended as Extended;
use whydunit_machine::{Guest, Halt, Reply, Run, float};

use super::{EDOM, ERANGE, Errors, WHY};
use crate::Posix;
use crate::guest_ext::{arg, at};
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
    model("sinl", |world, guest| circular(world, guest, |(sin, _)| sin)),
    model("cosl", |world, guest| circular(world, guest, |(_, cos)| cos)),
    model("tanl", |world, guest| circular(world, guest, |(sin, cos)| sin / cos)),
    model("asinl", |world, guest| unary(world, guest, asin, Errors::Usual)),
    model("acosl", |world, guest| unary(world, guest, acos, Errors::Usual)),
    model("atanl", |world, guest| unary(world, guest, atan, Errors::None)),
    model("sinhl", |world, guest| unary(world, guest, sinh, Errors::Usual)),
    model("coshl", |world, guest| unary(world, guest, cosh, Errors::Usual)),
    model("tanhl", |world, guest| unary(world, guest, tanh, Errors::None)),
    model("asinhl", |world, guest| unary(world, guest, asinh, Errors::None)),
    model("acoshl", |world, guest| unary(world, guest, acosh, Errors::Usual)),
    model("atanhl", |world, guest| unary(world, guest, atanh, Errors::Usual)),
    model("tgammal", |world, guest| unary(world, guest, |x| through_double(x, libm::tgamma), Errors::Usual)),
    model("lgammal", |world, guest| unary(world, guest, |x| through_double(x, libm::lgamma), Errors::Usual)),
    model("gammal", |world, guest| unary(world, guest, |x| through_double(x, libm::lgamma), Errors::Usual)),
    model("j0l", |world, guest| unary(world, guest, |x| through_double(x, libm::j0), Errors::None)),
    model("j1l", |world, guest| unary(world, guest, |x| through_double(x, libm::j1), Errors::None)),
    model("y0l", |world, guest| unary(world, guest, |x| through_double(x, libm::y0), Errors::Usual)),
    model("y1l", |world, guest| unary(world, guest, |x| through_double(x, libm::y1), Errors::Usual)),
    model("sincosl", sincos),
    model("erfl", |world, guest| unary(world, guest, |x| through_double(x, libm::erf), Errors::None)),
    model("erfcl", |world, guest| unary(world, guest, |x| through_double(x, libm::erfc), Errors::Usual)),
    model("powl", |world, guest| binary(world, guest, pow, Errors::Vanishing)),
    model("atan2l", |world, guest| binary(world, guest, atan2, Errors::None)),
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

/// The reply, with `errno` set if the result asks for it.
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

/// A finite number, not zero, through 113 bits.
fn rounded(x: Extended, function: impl Fn(Quad) -> Quad) -> Extended {
    function(Quad::from_extended(x)).to_extended()
}

fn through_double(x: Extended, function: fn(f64) -> f64) -> Extended {
    Quad::from_f64(function(Quad::from_extended(x).to_f64())).to_extended()
}

/// What x87 makes of an invalid operation: a NaN with its sign set.
pub(super) fn invalid() -> Extended {
    -Extended::NAN
}

fn infinity() -> Extended {
    Extended::INFINITY
}

fn one() -> Extended {
    Quad::from_int(1).to_extended()
}

/// `e^x` and its like: of infinities 0 or infinity.
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

/// Logarithms: a pole at zero, undefined below, infinity stays.
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

/// Beyond this, reducing the angle would need more digits of π than we have.
const LARGEST_ANGLE: f64 = 1e15;

fn circular(world: &mut Posix, guest: &mut dyn Guest, choose: fn((Quad, Quad)) -> Quad) -> Run<Reply> {
    let x = number(guest, 0)?;
    let wide = Quad::from_extended(x);
    if x.is_finite() && wide.abs() > Quad::from_f64(LARGEST_ANGLE) {
        let what = format!("{} of an angle beyond 1e15; reduce it before the call", guest.callee());
        return Err(Halt::Unsupported(what));
    }
    let result = match (x.is_finite(), x.is_zero()) {
        (false, _) if x.is_nan() => x,
        (false, _) => invalid(),
        // Keeps the sign of zero.
        (true, true) if choose((Quad::ZERO, Quad::from_int(1))).is_zero() => x,
        _ => choose(quad::sin_cos(wide)).to_extended(),
    };
    answered(world, guest, &[x], result, Errors::Usual)
}

fn sincos(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let places = [arg(guest, 1), arg(guest, 2)];
    let replies = [circular(world, guest, |(sin, _)| sin)?, circular(world, guest, |(_, cos)| cos)?];
    for (place, Reply { slots: [low, high] }) in places.into_iter().zip(replies) {
        let upper = at(guest, place, 8);
        guest.store(place, 8, low)?;
        guest.store(upper, 2, high)?;
    }
    Ok(().into())
}

/// The other leg of the triangle with hypotenuse 1.
fn other_leg(x: Quad) -> Quad {
    let one = Quad::from_int(1);
    quad::sqrt((one - x) * (one + x))
}

fn asin(x: Extended) -> Extended {
    if x.is_zero() {
        return x;
    }
    if x.abs() > one() { Extended::NAN } else { rounded(x, |x| quad::atan2(x, other_leg(x))) }
}

fn acos(x: Extended) -> Extended {
    if x.abs() > one() {
        return Extended::NAN;
    }
    if x == one() { Extended::ZERO } else { rounded(x, |x| quad::atan2(other_leg(x), x)) }
}

fn atan(x: Extended) -> Extended {
    if x.is_zero() {
        return x;
    }
    if x.is_infinite() { atan2(x, one()) } else { rounded(x, quad::atan) }
}

fn atan2(y: Extended, x: Extended) -> Extended {
    if x.is_nan() || y.is_nan() {
        return if y.is_nan() { y } else { x };
    }
    let sign = |x: Extended| if x.is_negative() { -1i64 } else { 1 };
    // Infinities and zeros: only their directions count.
    let pair = match (y.is_infinite(), x.is_infinite()) {
        (true, true) => (Quad::from_int(sign(y)), Quad::from_int(sign(x))),
        (true, false) => (Quad::from_int(sign(y)), Quad::ZERO),
        (false, true) if !x.is_negative() => return Extended::ZERO.copy_sign(y),
        (false, true) => (Quad::from_extended(Extended::ZERO.copy_sign(y)), Quad::from_int(-1)),
        (false, false) if y.is_zero() && !x.is_negative() => return y,
        (false, false) if y.is_zero() => (Quad::from_extended(y), Quad::from_int(-1)),
        (false, false) => (Quad::from_extended(y), Quad::from_extended(x)),
    };
    quad::atan2(pair.0, pair.1).to_extended()
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

/// Odd functions that keep zeros and treat infinities as given.
fn odd(x: Extended, at_infinity: Extended, function: impl Fn(Quad) -> Quad) -> Extended {
    if x.is_zero() {
        return x;
    }
    if x.is_infinite() { at_infinity.copy_sign(x) } else { rounded(x, function) }
}

/// `e^x / 2` for large `x`, where sinh and cosh are nothing else; halved before it can overflow.
fn half_exp(x: Quad) -> Option<Quad> {
    (x > Quad::from_int(100)).then(|| quad::exp(x - quad::ln(Quad::from_int(2))))
}

fn sinh(x: Extended) -> Extended {
    odd(x, infinity(), |x| {
        let magnitude = half_exp(x.abs()).unwrap_or_else(|| {
            let m = quad::exp_m1(x.abs());
            (m + m / (m + Quad::from_int(1))) * Quad::from_f64(0.5)
        });
        if x.is_negative() { -magnitude } else { magnitude }
    })
}

fn cosh(x: Extended) -> Extended {
    if x.is_infinite() {
        return infinity();
    }
    rounded(x, |x| {
        half_exp(x.abs()).unwrap_or_else(|| {
            let e = quad::exp(x.abs());
            (e + Quad::from_int(1) / e) * Quad::from_f64(0.5)
        })
    })
}

fn tanh(x: Extended) -> Extended {
    odd(x, one(), |x| {
        let m = quad::exp_m1(-(x.abs() + x.abs()));
        let magnitude = -m / (m + Quad::from_int(2));
        if x.is_negative() { -magnitude } else { magnitude }
    })
}

fn asinh(x: Extended) -> Extended {
    odd(x, infinity(), |x| {
        let (a, one) = (x.abs(), Quad::from_int(1));
        let root = quad::hypot(a, one);
        let magnitude = if a > Quad::from_f64(1e30) {
            quad::ln(a) + quad::ln(Quad::from_int(2))
        } else {
            quad::ln_1p(a + a * a / (one + root))
        };
        if x.is_negative() { -magnitude } else { magnitude }
    })
}

fn acosh(x: Extended) -> Extended {
    if x < one() {
        return invalid();
    }
    if x.is_infinite() {
        return x;
    }
    rounded(x, |x| {
        if x > Quad::from_f64(1e30) {
            return quad::ln(x) + quad::ln(Quad::from_int(2));
        }
        let t = x - Quad::from_int(1);
        quad::ln_1p(t + quad::sqrt(t + t + t * t))
    })
}

fn atanh(x: Extended) -> Extended {
    if x.abs() > one() {
        return invalid();
    }
    if x.abs() == one() {
        return infinity().copy_sign(x);
    }
    odd(x, x, |x| quad::ln_1p((x + x) / (Quad::from_int(1) - x)) * Quad::from_f64(0.5))
}

/// Is it an integer, and is it an odd one?
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
