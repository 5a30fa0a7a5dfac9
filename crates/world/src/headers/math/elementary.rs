//! Powers, logarithms, trigonometry, gamma and Bessel functions, of `double` and `float`.

use whydunit_machine::{Guest, Reply, Run};

use super::{Errors, Real, answered, binary, integer, number, unary};
use crate::Posix;
use crate::model::guest_ext::arg;
use crate::model::{Model, model};
use crate::quad::{self, Quad};

/// A table of functions: name for `double`, name for `float`, implementation, errors.
macro_rules! functions {
    ($($double:literal $single:literal $kind:ident $of_double:expr, $of_single:expr, $errors:ident;)*) => {
        &[$(
            model($double, |world, guest| $kind::<f64>(world, guest, $of_double, Errors::$errors)),
            model($single, |world, guest| $kind::<f32>(world, guest, $of_single, Errors::$errors)),
        )*]
    };
}

#[rustfmt::skip]
pub(crate) const MODELS: &[Model] = functions! {
    "sin" "sinf" unary f64::sin, f32::sin, Usual;
    "cos" "cosf" unary f64::cos, f32::cos, Usual;
    "tan" "tanf" unary f64::tan, f32::tan, Usual;
    "asin" "asinf" unary f64::asin, f32::asin, Usual;
    "acos" "acosf" unary f64::acos, f32::acos, Usual;
    "atan" "atanf" unary f64::atan, f32::atan, None;
    "sinh" "sinhf" unary f64::sinh, f32::sinh, Usual;
    "cosh" "coshf" unary f64::cosh, f32::cosh, Usual;
    "tanh" "tanhf" unary f64::tanh, f32::tanh, None;
    "asinh" "asinhf" unary libm::asinh, libm::asinhf, None;
    "acosh" "acoshf" unary libm::acosh, libm::acoshf, Usual;
    "atanh" "atanhf" unary atanh, |x| if x.abs() > 1.0 { -f32::NAN } else { libm::atanhf(x) }, Usual;
    "exp" "expf" unary f64::exp, f32::exp, Vanishing;
    "exp2" "exp2f" unary f64::exp2, f32::exp2, Vanishing;
    "exp10" "exp10f" unary exp10, |x| exp10(x.into()) as f32, Vanishing;
    "pow10" "pow10f" unary exp10, |x| exp10(x.into()) as f32, Vanishing;
    "expm1" "expm1f" unary f64::exp_m1, f32::exp_m1, Usual;
    "log" "logf" unary f64::ln, f32::ln, Usual;
    "log2" "log2f" unary f64::log2, f32::log2, Usual;
    "log10" "log10f" unary f64::log10, f32::log10, Usual;
    "log1p" "log1pf" unary f64::ln_1p, f32::ln_1p, Usual;
    "sqrt" "sqrtf" unary f64::sqrt, f32::sqrt, Usual;
    "cbrt" "cbrtf" unary f64::cbrt, f32::cbrt, None;
    "erf" "erff" unary libm::erf, libm::erff, None;
    "erfc" "erfcf" unary libm::erfc, libm::erfcf, Vanishing;
    "tgamma" "tgammaf" unary tgamma, |x| tgamma(x.into()) as f32, Usual;
    "j0" "j0f" unary libm::j0, libm::j0f, None;
    "j1" "j1f" unary j1, libm::j1f, None;
    "y0" "y0f" unary libm::y0, libm::y0f, Usual;
    "y1" "y1f" unary libm::y1, libm::y1f, Usual;
    "pow" "powf" binary f64::powf, f32::powf, Vanishing;
    "hypot" "hypotf" binary f64::hypot, f32::hypot, Usual;
    "atan2" "atan2f" binary f64::atan2, f32::atan2, Vanishing;
};

pub(crate) const OTHERS: &[Model] = &[
    model("lgamma", |world, guest| gamma(world, guest, libm::lgamma_r)),
    model("lgammaf", |world, guest| gamma(world, guest, libm::lgammaf_r)),
    model("gamma", |world, guest| gamma(world, guest, libm::lgamma_r)),
    model("gammaf", |world, guest| gamma(world, guest, libm::lgammaf_r)),
    model("lgamma_r", |world, guest| gamma_r(world, guest, libm::lgamma_r)),
    model("lgammaf_r", |world, guest| gamma_r(world, guest, libm::lgammaf_r)),
    model("sincos", |_, guest| sincos(guest, f64::sin_cos, 8)),
    model("sincosf", |_, guest| sincos(guest, f32::sin_cos, 4)),
    model("jn", |world, guest| bessel(world, guest, libm::jn)),
    model("jnf", |world, guest| bessel(world, guest, libm::jnf)),
    model("yn", |world, guest| bessel(world, guest, libm::yn)),
    model("ynf", |world, guest| bessel(world, guest, libm::ynf)),
];

/// Integer powers of ten are exact as long as they are representable.
fn exp10(x: f64) -> f64 {
    if x.is_finite() { quad::exp10(Quad::from_f64(x)).to_f64() } else { libm::exp10(x) }
}

/// Outside its domain returns the processor's default NaN, which is negative.
fn atanh(x: f64) -> f64 {
    if x.abs() > 1.0 { -f64::NAN } else { libm::atanh(x) }
}

/// Odd, also where the result is zero.
fn j1(x: f64) -> f64 {
    if x.is_infinite() { 0f64.copysign(x) } else { libm::j1(x) }
}

fn tgamma(x: f64) -> f64 {
    if x == f64::NEG_INFINITY {
        return f64::NAN;
    }
    let pole = x == 0.0 || x.is_infinite() || x < 0.0 && x.fract() == 0.0;
    if pole || x.is_nan() || x.abs() > 200.0 { libm::tgamma(x) } else { quad::gamma(Quad::from_f64(x)).to_f64() }
}

/// The logarithm of the gamma function; stores its sign in the variable `signgam`.
fn gamma<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T) -> (T, i32)) -> Run<Reply> {
    let x = number(guest, 0)?;
    let (result, sign) = function(x);
    if let Some((address, _)) = guest.global("signgam") {
        guest.store(address.into(), 4, sign.into())?;
    }
    answered(world, guest, &[x], result, Errors::Usual)
}

fn gamma_r<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(T) -> (T, i32)) -> Run<Reply> {
    let (x, place) = (number(guest, 0)?, arg(guest, 1));
    let (result, sign) = function(x);
    guest.store(place, 4, sign.into())?;
    answered(world, guest, &[x], result, Errors::Usual)
}

fn sincos<T: Real>(guest: &mut dyn Guest, function: fn(T) -> (T, T), size: u8) -> Run<Reply> {
    let (x, sin, cos) = (number(guest, 0)?, arg(guest, 1), arg(guest, 2));
    let both = function(x);
    guest.store(sin, size, both.0.bits().into())?;
    guest.store(cos, size, both.1.bits().into())?;
    Ok(().into())
}

fn bessel<T: Real>(world: &mut Posix, guest: &mut dyn Guest, function: fn(i32, T) -> T) -> Run<Reply> {
    let (order, x) = (integer(guest, 0)?, number(guest, 1)?);
    answered(world, guest, &[x], function(order, x), Errors::Usual)
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::native::{Dice, answers};
    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    /// Functions of one double, and the allowed difference from glibc's in units in the last place.
    const UNARY: [(&str, u64); 29] = [
        ("sin", 0),
        ("cos", 0),
        ("tan", 0),
        ("asin", 0),
        ("acos", 0),
        ("atan", 0),
        ("sinh", 0),
        ("cosh", 0),
        ("tanh", 0),
        ("exp", 0),
        ("exp2", 0),
        ("expm1", 0),
        ("log", 0),
        ("log2", 0),
        ("log10", 0),
        ("log1p", 0),
        ("sqrt", 0),
        // cbrt and erfc: both results are within one unit of the exact one.
        ("cbrt", 2),
        ("asinh", 1),
        ("acosh", 1),
        ("atanh", 1),
        ("erf", 1),
        ("erfc", 2),
        ("exp10", 2),
        ("j0", 2),
        ("j1", 2),
        ("y0", 3),
        ("y1", 3),
        ("tgamma", 5),
    ];

    fn samples() -> Vec<f64> {
        let mut dice = Dice::new(7);
        let mut samples = vec![0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, 1e-300, 1e300, 710.0, -750.0, f64::INFINITY];
        samples.extend([f64::NEG_INFINITY, f64::NAN, 1e-310, 1e22]);
        samples.extend((0..100).map(|_| dice.roll(1 << 40) as f64 / (1u64 << 36) as f64 - 3.0));
        samples
    }

    /// Compares value and errno of every function with the referee's.
    #[test]
    fn functions_are_glibcs() {
        let calls: Vec<String> = UNARY.iter().map(|(name, _)| format!("CHECK({name})")).collect();
        let source = format!(
            r#"
            #define _GNU_SOURCE
            #include <errno.h>
            #include <math.h>
            #include <stdio.h>
            #include <string.h>
            #define CHECK(f) {{ errno = 0; volatile double y = f(x); memcpy(&bits, (void *)&y, 8); \
                printf("%lx %d\n", isnan(y) ? 0x7ff8000000000000 : bits, errno); }}
            int main(void) {{
                unsigned long bits;
                while (scanf("%lx", &bits) == 1) {{ volatile double x; memcpy((void *)&x, &bits, 8); {} }}
            }}"#,
            calls.join(" ")
        )
        .replace("int main", "#pragma GCC optimize (\"O0\")\nint main");
        let samples = samples();
        let input: Vec<String> = samples.iter().map(|x| format!("{:x}\n", x.to_bits())).collect();
        let native = answers(&source, input.concat().as_bytes());
        for (line, (x, (name, units))) in
            native.iter().zip(samples.iter().flat_map(|x| UNARY.iter().map(move |function| (x, function))))
        {
            let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
            let value = guest.call(&mut world, name, &[int(x.to_bits())]).unwrap().slots[0].bits;
            let value = if f64::from_bits(value).is_nan() { 0x7ff8_0000_0000_0000 } else { value };
            let errno = world.errno_address(&mut guest);
            let errno = guest.load(errno.into(), 4).unwrap().bits;
            let (bits, error) = line.split_once(' ').unwrap();
            let bits = u64::from_str_radix(bits, 16).unwrap();
            assert!(
                bits.abs_diff(value) <= *units,
                "{name}({x:e}): {:e}, glibc {:e}",
                f64::from_bits(value),
                f64::from_bits(bits)
            );
            assert_eq!(errno.to_string(), error, "errno of {name}({x:e})");
        }
    }
}
