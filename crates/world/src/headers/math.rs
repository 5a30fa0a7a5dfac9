//! `<math.h>`. The functions in `std` come from the system's libm and equal those of a native program; the
//! rest comes from the `libm` crate, whose functions have the same ancestors as glibc's and rarely differ
//! from them, at most in the last bit. `long double` is computed in software: exact
//! where the function is, correctly rounded where it is elementary, and of double precision for
//! error, gamma and Bessel functions.

pub(super) mod classes;
pub(super) mod elementary;
pub(super) mod extended;
pub(super) mod extended_angles;
pub(super) mod extended_parts;
#[cfg(test)]
mod extended_tests;
pub(super) mod parts;
pub(super) mod rounding;

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::pinned;

const WHY: &str = "argument of a mathematical function";
const EDOM: i32 = 33;
const ERANGE: i32 = 34;

/// The conditions under which a function sets `errno`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    /// Never.
    None,
    /// For a NaN or infinite result of other arguments.
    Usual,
    /// Also for a zero result of a nonzero argument.
    Vanishing,
}

/// Common operations of `float` and `double`.
trait Real: Copy + PartialEq {
    fn of_bits(bits: u64) -> Self;
    fn bits(self) -> u64;
    fn nan(self) -> bool;
    fn finite(self) -> bool;
    fn zero(self) -> bool;
}

impl Real for f64 {
    fn of_bits(bits: u64) -> Self {
        f64::from_bits(bits)
    }
    fn bits(self) -> u64 {
        self.to_bits()
    }
    fn nan(self) -> bool {
        self.is_nan()
    }
    fn finite(self) -> bool {
        self.is_finite()
    }
    fn zero(self) -> bool {
        self == 0.0
    }
}

impl Real for f32 {
    fn of_bits(bits: u64) -> Self {
        f32::from_bits(bits as u32)
    }
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
    fn nan(self) -> bool {
        self.is_nan()
    }
    fn finite(self) -> bool {
        self.is_finite()
    }
    fn zero(self) -> bool {
        self == 0.0
    }
}

/// Argument `index` as a number.
fn number<T: Real>(guest: &mut dyn Guest, index: usize) -> Run<T> {
    Ok(T::of_bits(pinned(guest, index, WHY)?))
}

/// Argument `index` as an `int`.
fn integer(guest: &mut dyn Guest, index: usize) -> Run<i32> {
    Ok(pinned(guest, index, WHY)? as i32)
}

/// The error number for a result.
fn error_of<T: Real>(arguments: &[T], result: T, errors: Errors) -> Option<i32> {
    let finite = arguments.iter().all(|x| x.finite());
    if errors == Errors::None {
        None
    } else if result.nan() {
        (!arguments.iter().any(|x| x.nan())).then_some(EDOM)
    } else if !result.finite() {
        finite.then_some(ERANGE)
    } else {
        let vanished = errors == Errors::Vanishing && result.zero() && finite;
        // A single argument may be zero (e^0 is not 0); with two, only the first matters (0^2 is 0).
        (vanished && (arguments.len() == 1 || !arguments[0].zero())).then_some(ERANGE)
    }
}

/// The reply; sets `errno` if necessary.
fn answered<T: Real>(
    world: &mut Posix,
    guest: &mut dyn Guest,
    arguments: &[T],
    result: T,
    errors: Errors,
) -> Run<Reply> {
    if let Some(error) = error_of(arguments, result, errors) {
        world.set_errno(guest, error)?;
    }
    Ok(result.bits().into())
}

/// A function of one number.
fn unary<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T) -> T, errors: Errors) -> Run<Reply> {
    let x = number(guest, 0)?;
    answered(world, guest, &[x], function(x), errors)
}

/// A function of two numbers.
fn binary<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T, T) -> T, errors: Errors) -> Run<Reply> {
    let (x, y) = (number(guest, 0)?, number(guest, 1)?);
    answered(world, guest, &[x, y], function(x, y), errors)
}
