//! `long double`: rounding, parts, remainders, neighbours. All are exact.

use rustc_apfloat::ieee::X87DoubleExtended as Extended;
use rustc_apfloat::{Float, Round};
use whydunit_machine::{Guest, Reply, Run};

use super::extended::{answered, binary, invalid, number, reply, slots, unary};
use super::{EDOM, ERANGE, Errors, WHY};
use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::{Model, model};
use crate::quad::Quad;

pub(crate) const MODELS: &[Model] = &[
    model("fabsl", |world, guest| unary(world, guest, |x| x.abs(), Errors::None)),
    model("floorl", |world, guest| unary(world, guest, |x| whole(x, Round::TowardNegative), Errors::None)),
    model("ceill", |world, guest| unary(world, guest, |x| whole(x, Round::TowardPositive), Errors::None)),
    model("truncl", |world, guest| unary(world, guest, |x| whole(x, Round::TowardZero), Errors::None)),
    model("roundl", |world, guest| unary(world, guest, away, Errors::None)),
    model("roundevenl", |world, guest| unary(world, guest, even, Errors::None)),
    model("rintl", |world, guest| unary(world, guest, even, Errors::None)),
    model("nearbyintl", |world, guest| unary(world, guest, even, Errors::None)),
    model("lrintl", |_, guest| to_integer(guest, even)),
    model("llrintl", |_, guest| to_integer(guest, even)),
    model("lroundl", |_, guest| to_integer(guest, away)),
    model("llroundl", |_, guest| to_integer(guest, away)),
    model("copysignl", |world, guest| binary(world, guest, |x, y| x.copy_sign(y), Errors::None)),
    model("fminl", |world, guest| binary(world, guest, |x, y| if y.is_nan() || x < y { x } else { y }, Errors::None)),
    model("fmaxl", |world, guest| binary(world, guest, |x, y| if y.is_nan() || x > y { x } else { y }, Errors::None)),
    model("fdiml", |world, guest| binary(world, guest, dim, Errors::Usual)),
    model("fmodl", |world, guest| binary(world, guest, |x, y| checked(x, y, x.c_fmod(y).value), Errors::Usual)),
    model("remainderl", |world, guest| binary(world, guest, |x, y| checked(x, y, x.ieee_rem(y).value), Errors::Usual)),
    model("dreml", |world, guest| binary(world, guest, |x, y| checked(x, y, x.ieee_rem(y).value), Errors::Usual)),
    model("nextafterl", next_after),
    model("nexttowardl", next_after),
    model("nextupl", |world, guest| unary(world, guest, |x| x.next_up().value, Errors::None)),
    model("nextdownl", |world, guest| unary(world, guest, |x| x.next_down().value, Errors::None)),
    model("significandl", |world, guest| unary(world, guest, significand, Errors::None)),
    model("nexttoward", next_toward),
    model("nexttowardf", next_toward_single),
    model("ldexpl", scale),
    model("scalbnl", scale),
    model("scalblnl", scale),
    model("frexpl", frexp),
    model("modfl", modf),
    model("ilogbl", ilogb),
    model("logbl", |world, guest| unary(world, guest, logb, Errors::None)),
    model("fmal", fma),
    model("remquol", remquo),
    model("nanl", |_, _| Ok(reply(Extended::NAN))),
];

fn whole(x: Extended, round: Round) -> Extended {
    // Keep the sign of zero: -0.3 rounds to -0.
    if x.is_nan() { x } else { x.round_to_integral(round).value.copy_sign(x) }
}

fn even(x: Extended) -> Extended {
    whole(x, Round::NearestTiesToEven)
}

fn away(x: Extended) -> Extended {
    whole(x, Round::NearestTiesToAway)
}

/// The x87 conversion to an integer: the smallest integer if the value does not fit.
fn to_integer(guest: &mut dyn Guest, round: fn(Extended) -> Extended) -> Run<Reply> {
    let x = round(number(guest, 0)?);
    let limit = Quad::from_f64(2f64.powi(63)).to_extended();
    let fits = x >= -limit && x < limit;
    Ok(if fits { x.to_i128(64).value as i64 } else { i64::MIN }.into())
}

/// A remainder, or x87's NaN if it is undefined.
fn checked(x: Extended, y: Extended, result: Extended) -> Extended {
    match (x.is_nan(), y.is_nan(), result.is_nan()) {
        (true, _, _) => x,
        (_, true, _) => y,
        (_, _, true) => invalid(),
        _ => result,
    }
}

fn dim(x: Extended, y: Extended) -> Extended {
    if x.is_nan() || y.is_nan() {
        return if x.is_nan() { x } else { y };
    }
    if x > y { (x - y).value } else { Extended::ZERO }
}

/// The neighbour of `x` in the direction of `y`.
fn neighbour<T: Float>(x: T, toward: Option<std::cmp::Ordering>) -> T {
    match toward {
        Some(std::cmp::Ordering::Less) => x.next_up().value,
        Some(std::cmp::Ordering::Greater) => x.next_down().value,
        _ => x,
    }
}

fn next_after(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (x, y) = (number(guest, 0)?, number(guest, 1)?);
    if x.is_nan() || y.is_nan() {
        return Ok(reply(if x.is_nan() { x } else { y }));
    }
    if x == y {
        return Ok(reply(y));
    }
    let result = neighbour(x, x.partial_cmp(&y));
    // From zero, a tiny neighbour is no error.
    if !x.is_zero() && (result.is_denormal() || result.is_zero()) {
        world.set_errno(guest, ERANGE)?;
    }
    answered(world, guest, &[x], result, Errors::Usual)
}

/// `nexttoward` for `double`: only the direction is a `long double`.
fn next_toward(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (x, y) = (f64::from_bits(pinned(guest, 0, WHY)?), number(guest, 1)?);
    let result = match Quad::from_f64(x).to_extended().partial_cmp(&y) {
        None => f64::NAN,
        Some(std::cmp::Ordering::Less) => x.next_up(),
        Some(std::cmp::Ordering::Greater) => x.next_down(),
        Some(std::cmp::Ordering::Equal) => return Ok(x.into()),
    };
    let lost = x.is_finite() && x != 0.0 && (result.is_infinite() || result == 0.0 || result.is_subnormal());
    if lost {
        world.set_errno(guest, ERANGE)?;
    }
    Ok(result.into())
}

fn next_toward_single(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (x, y) = (f32::from_bits(pinned(guest, 0, WHY)? as u32), number(guest, 1)?);
    let result = match Quad::from_f64(x.into()).to_extended().partial_cmp(&y) {
        None => f32::NAN,
        Some(std::cmp::Ordering::Less) => x.next_up(),
        Some(std::cmp::Ordering::Greater) => x.next_down(),
        Some(std::cmp::Ordering::Equal) => x,
    };
    let moved = result.to_bits() != x.to_bits();
    if moved && x.is_finite() && x != 0.0 && (result.is_infinite() || result == 0.0 || result.is_subnormal()) {
        world.set_errno(guest, ERANGE)?;
    }
    Ok(result.to_bits().into())
}

fn scale(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (x, exponent) = (number(guest, 0)?, pinned(guest, 1, WHY)?);
    let long = guest.callee().starts_with("scalbl");
    let exponent = if long { exponent as i64 } else { i64::from(exponent as i32) };
    let result = x.scalbn(exponent.clamp(-50_000, 50_000) as i32);
    if x.is_finite() && !x.is_zero() && (result.is_zero() || result.is_infinite()) {
        world.set_errno(guest, ERANGE)?;
    }
    Ok(reply(result))
}

fn frexp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (x, place) = (number(guest, 0)?, arg(guest, 1));
    let mut exponent = 0;
    let mantissa = if x.is_finite() && !x.is_zero() { x.frexp(&mut exponent) } else { x };
    guest.store(place, 4, exponent.into())?;
    Ok(reply(mantissa))
}

fn modf(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (x, place) = (number(guest, 0)?, arg(guest, 1));
    let integer = whole(x, Round::TowardZero);
    let fraction = if x.is_infinite() { Extended::ZERO } else { (x - integer).value };
    let [low, high] = slots(integer);
    let upper = at(guest, place, 8);
    guest.store(place, 8, low.into())?;
    guest.store(upper, 2, high.into())?;
    Ok(reply(if x.is_nan() { x } else { fraction.copy_sign(x) }))
}

fn ilogb(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let x = number(guest, 0)?;
    if x.is_finite() && !x.is_zero() {
        return Ok(x.ilogb().into());
    }
    world.set_errno(guest, EDOM)?;
    Ok(if x.is_infinite() { i32::MAX } else { i32::MIN }.into())
}

fn logb(x: Extended) -> Extended {
    if x.is_zero() {
        return -Extended::INFINITY;
    }
    if x.is_infinite() { x.abs() } else { Quad::from_int(x.ilogb().into()).to_extended() }
}

fn significand(x: Extended) -> Extended {
    if x.is_zero() || !x.is_finite() { x } else { x.scalbn(-x.ilogb()) }
}

fn fma(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (x, y, z) = (number(guest, 0)?, number(guest, 1)?, number(guest, 2)?);
    let result = x.mul_add(y, z).value;
    let of_nan = x.is_nan() || y.is_nan() || z.is_nan();
    Ok(reply(if result.is_nan() && !of_nan { invalid() } else { result }))
}

/// The remainder, and the low three bits of the quotient with its sign.
fn remquo(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (x, y, place) = (number(guest, 0)?, number(guest, 1)?, arg(guest, 2));
    let rest = checked(x, y, x.ieee_rem(y).value);
    let mut low = 0;
    if rest.is_finite() && !y.is_infinite() {
        // Modulo 8y the quotient is small enough to be exact.
        let folded = x.c_fmod(y.scalbn(3)).value;
        let near = even(((folded - rest).value / y).value);
        low = (near.to_i128(64).value.unsigned_abs() & 7) as i32;
    }
    let negative = x.is_negative() != y.is_negative();
    guest.store(place, 4, if negative { -low } else { low }.into())?;
    Ok(reply(rest))
}
