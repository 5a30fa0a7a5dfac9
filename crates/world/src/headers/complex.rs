//! `<complex.h>`, for `double` and `float`: by the textbook formulas, so the last bits may differ
//! from glibc's. `long double` complex numbers are not supported.

use whydunit_machine::{Guest, Reply, Run, Word};
use whydunit_program::ArgClass;

use crate::model::guest_ext::arg;
use crate::model::{Model, model};

const WHY: &str = "argument of a complex function";

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Complex {
    re: f64,
    im: f64,
}

/// A table of functions: name for `double`, name for `float`, implementation.
macro_rules! functions {
    ($($double:literal $single:literal $kind:ident $function:expr;)*) => {
        &[$(
            model($double, |_, guest| $kind(guest, $function, false)),
            model($single, |_, guest| $kind(guest, $function, true)),
        )*]
    };
}

#[rustfmt::skip]
pub(crate) const MODELS: &[Model] = functions! {
    "creal" "crealf" to_real |z| z.re;
    "cimag" "cimagf" to_real |z| z.im;
    "cabs" "cabsf" to_real |z| z.re.hypot(z.im);
    "carg" "cargf" to_real |z| z.im.atan2(z.re);
    "conj" "conjf" to_complex |z| Complex { re: z.re, im: -z.im };
    "cproj" "cprojf" to_complex proj;
    "cexp" "cexpf" to_complex exp;
    "clog" "clogf" to_complex log;
    "csqrt" "csqrtf" to_complex sqrt;
    "csin" "csinf" to_complex |z| turned_back(sinh(turned(z)));
    "ccos" "ccosf" to_complex |z| cosh(turned(z));
    "ctan" "ctanf" to_complex |z| turned_back(tanh(turned(z)));
    "csinh" "csinhf" to_complex sinh;
    "ccosh" "ccoshf" to_complex cosh;
    "ctanh" "ctanhf" to_complex tanh;
    "cpow" "cpowf" power pow;
};

/// The complex number that starts at argument `index`, and the index after it. A `double complex`
/// is passed as two arguments, a `float complex` as one of two lanes.
fn number(guest: &mut dyn Guest, index: usize, single: bool) -> Run<(Complex, usize)> {
    let first = arg(guest, index);
    let lanes = guest.args().get(index).is_some_and(|a| a.class == ArgClass::FloatPair);
    let (second, next) = if lanes {
        (guest.args().get(index).map(|a| a.high).unwrap_or_default(), index + 1)
    } else {
        (arg(guest, index + 1), index + 2)
    };
    let mut part = |word: Word| -> Run<f64> {
        let bits = guest.pin(word, WHY)?;
        Ok(if single { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) })
    };
    Ok((Complex { re: part(first)?, im: part(second)? }, next))
}

fn word(x: f64, single: bool) -> Word {
    if single { (x as f32).to_bits().into() } else { x.into() }
}

fn to_real(guest: &mut dyn Guest, function: fn(Complex) -> f64, single: bool) -> Run<Reply> {
    let (z, _) = number(guest, 0, single)?;
    Ok(word(function(z), single).into())
}

fn answer(z: Complex, single: bool) -> Reply {
    Reply { slots: [word(z.re, single), word(z.im, single)] }
}

fn to_complex(guest: &mut dyn Guest, function: fn(Complex) -> Complex, single: bool) -> Run<Reply> {
    let (z, _) = number(guest, 0, single)?;
    Ok(answer(function(z), single))
}

fn power(guest: &mut dyn Guest, function: fn(Complex, Complex) -> Complex, single: bool) -> Run<Reply> {
    let (z, next) = number(guest, 0, single)?;
    let (w, _) = number(guest, next, single)?;
    Ok(answer(function(z, w), single))
}

fn proj(z: Complex) -> Complex {
    if z.re.is_infinite() || z.im.is_infinite() {
        return Complex { re: f64::INFINITY, im: 0f64.copysign(z.im) };
    }
    z
}

fn exp(z: Complex) -> Complex {
    let size = z.re.exp();
    if z.im == 0.0 {
        return Complex { re: size, im: z.im };
    }
    Complex { re: size * z.im.cos(), im: size * z.im.sin() }
}

fn log(z: Complex) -> Complex {
    Complex { re: z.re.hypot(z.im).ln(), im: z.im.atan2(z.re) }
}

fn sqrt(z: Complex) -> Complex {
    if z.re == 0.0 && z.im == 0.0 {
        return Complex { re: 0.0, im: z.im };
    }
    let t = ((z.re.abs() + z.re.hypot(z.im)) / 2.0).sqrt();
    if z.re >= 0.0 {
        Complex { re: t, im: z.im / (2.0 * t) }
    } else {
        Complex { re: z.im.abs() / (2.0 * t), im: t.copysign(z.im) }
    }
}

fn product(a: Complex, b: Complex) -> Complex {
    Complex { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re }
}

fn pow(z: Complex, w: Complex) -> Complex {
    exp(product(w, log(z)))
}

/// `iz`: trigonometric functions are hyperbolic ones of it.
fn turned(z: Complex) -> Complex {
    Complex { re: -z.im, im: z.re }
}

/// `-iz`.
fn turned_back(z: Complex) -> Complex {
    Complex { re: z.im, im: -z.re }
}

fn sinh(z: Complex) -> Complex {
    Complex { re: z.re.sinh() * z.im.cos(), im: z.re.cosh() * z.im.sin() }
}

fn cosh(z: Complex) -> Complex {
    Complex { re: z.re.cosh() * z.im.cos(), im: z.re.sinh() * z.im.sin() }
}

fn tanh(z: Complex) -> Complex {
    let (t, tan) = (z.re.tanh(), z.im.tan());
    let sech = 1.0 - t * t;
    let denominator = 1.0 + t * t * tan * tan;
    Complex { re: t * (1.0 + tan * tan) / denominator, im: tan * sech / denominator }
}

#[cfg(test)]
mod tests {
    use crate::native::answers;
    use crate::test_guest::{TestGuest, double};
    use crate::{Case, Posix};

    const FUNCTIONS: [&str; 12] =
        ["cexp", "clog", "csqrt", "csin", "ccos", "ctan", "csinh", "ccosh", "ctanh", "conj", "cproj", "cpow"];

    #[test]
    fn close_to_glibc() {
        let calls: String = FUNCTIONS.iter().filter(|f| **f != "cpow").map(|f| format!("SHOW({f}(z))")).collect();
        let source = format!(
            r#"
            #include <complex.h>
            #include <stdio.h>
            #define SHOW(call) {{ double complex w = call; printf("%.17g %.17g\n", creal(w), cimag(w)); }}
            int main(void) {{
                double a, b;
                while (scanf("%lf %lf", &a, &b) == 2) {{ double complex z = CMPLX(a, b); {calls} SHOW(cpow(z, z)) }}
            }}"#
        );
        let samples = [(1.0, 2.0), (-1.5, 0.25), (0.0, 1.0), (3.0, -4.0), (-2.0, -0.5), (0.5, 0.0)];
        let input: String = samples.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
        let native = answers(&source, input.as_bytes());
        let calls = samples.iter().flat_map(|z| FUNCTIONS.iter().map(move |f| (z, f)));
        for ((&(a, b), name), line) in calls.zip(&native) {
            let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
            let args = [double(a), double(b), double(a), double(b)];
            let slots = guest.call(&mut world, name, &args).unwrap().slots;
            let (re, im) = line.split_once(' ').unwrap();
            for (ours, native) in slots.iter().zip([re, im]) {
                let (ours, native) = (f64::from_bits(ours.bits), native.parse::<f64>().unwrap());
                assert!((ours - native).abs() <= 1e-14 * native.abs().max(1.0), "{name}({a}, {b}): {ours}, {native}");
            }
        }
    }
}
