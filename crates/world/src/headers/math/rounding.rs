//! Rounding to integers, of `double` and `float`. The rounding mode is always "to nearest".

use whydunit_machine::{Guest, Reply, Run};

use super::{Errors, number, unary};
use crate::model::{Model, model};

/// A table of functions: name for `double`, name for `float`, the method of `std`.
macro_rules! roundings {
    ($($double:literal $single:literal $method:ident;)*) => {
        &[$(
            model($double, |world, guest| unary(world, guest, f64::$method, Errors::None)),
            model($single, |world, guest| unary(world, guest, f32::$method, Errors::None)),
        )*]
    };
}

#[rustfmt::skip]
pub(crate) const MODELS: &[Model] = roundings! {
    "floor" "floorf" floor;
    "ceil" "ceilf" ceil;
    "trunc" "truncf" trunc;
    "round" "roundf" round;
    "roundeven" "roundevenf" round_ties_even;
    "rint" "rintf" round_ties_even;
    "nearbyint" "nearbyintf" round_ties_even;
    "fabs" "fabsf" abs;
};

pub(crate) const TO_INTEGERS: &[Model] = &[
    model("lrint", |_, guest| to_integer(guest, f64::round_ties_even)),
    model("llrint", |_, guest| to_integer(guest, f64::round_ties_even)),
    model("lround", |_, guest| to_integer(guest, f64::round)),
    model("llround", |_, guest| to_integer(guest, f64::round)),
    model("lrintf", |_, guest| single_to_integer(guest, f32::round_ties_even)),
    model("llrintf", |_, guest| single_to_integer(guest, f32::round_ties_even)),
    model("lroundf", |_, guest| single_to_integer(guest, f32::round)),
    model("llroundf", |_, guest| single_to_integer(guest, f32::round)),
];

/// The x86-64 conversion to an integer: the smallest integer if the value does not fit.
fn converted(whole: f64) -> i64 {
    let fits = (-(2f64.powi(63))..2f64.powi(63)).contains(&whole);
    if fits { whole as i64 } else { i64::MIN }
}

fn to_integer(guest: &mut dyn Guest, round: fn(f64) -> f64) -> Run<Reply> {
    let x = number(guest, 0)?;
    Ok(converted(round(x)).into())
}

fn single_to_integer(guest: &mut dyn Guest, round: fn(f32) -> f32) -> Run<Reply> {
    let x = number(guest, 0)?;
    Ok(converted(round(x).into()).into())
}

#[cfg(test)]
mod tests {
    use crate::test_guest::{TestGuest, double, int};
    use crate::{Case, Posix};

    fn rounded(name: &str, x: f64) -> f64 {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        f64::from_bits(guest.call(&mut world, name, &[double(x)]).unwrap().slots[0].bits)
    }

    #[test]
    fn halves() {
        let names = ["floor", "ceil", "trunc", "round", "rint"];
        assert_eq!(names.map(|name| rounded(name, 2.5)), [2.0, 3.0, 2.0, 3.0, 2.0]);
        assert_eq!(names.map(|name| rounded(name, -2.5)), [-3.0, -2.0, -2.0, -3.0, -2.0]);
    }

    #[test]
    fn integers() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let mut call = |name: &str, x: f64| guest.call(&mut world, name, &[double(x)]).unwrap().slots[0].bits as i64;
        assert_eq!((call("lround", 2.5), call("lrint", 2.5), call("lround", -2.5)), (3, 2, -3));
        assert_eq!((call("llround", 1e30), call("lrint", f64::NAN)), (i64::MIN, i64::MIN));
        let single = guest.call(&mut world, "lroundf", &[int(2.5f32.to_bits().into())]).unwrap();
        assert_eq!(single.slots[0].bits, 3);
    }
}
