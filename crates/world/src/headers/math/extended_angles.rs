//! Trigonometric and hyperbolic functions of `long double`, computed with 113 bits and rounded once.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::X87DoubleExtended as Extended;
use whydunit_machine::{Guest, Halt, Reply, Run};

use super::Errors;
use super::extended::{answered, binary, infinity, invalid, number, one, rounded, unary};
use crate::Posix;
use crate::model::guest_ext::{arg, at};
use crate::model::{Model, model};
use crate::quad::{self, Quad};

pub(crate) const MODELS: &[Model] = &[
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
    model("sincosl", sincos),
    model("atan2l", |world, guest| binary(world, guest, atan2, Errors::None)),
];

/// Larger angles would need more digits of π for their reduction.
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
        // Keep the sign of zero.
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

/// The other leg of a right triangle with hypotenuse 1.
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
    // For infinities and zeros only the directions matter.
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

/// Odd functions: zero for zero, with its sign, and `at_infinity` for infinities.
fn odd(x: Extended, at_infinity: Extended, function: impl Fn(Quad) -> Quad) -> Extended {
    if x.is_zero() {
        return x;
    }
    if x.is_infinite() { at_infinity.copy_sign(x) } else { rounded(x, function) }
}

/// `e^x / 2` for large `x`, which equals sinh and cosh there; halved before it can overflow.
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
