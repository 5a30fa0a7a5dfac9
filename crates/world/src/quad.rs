//! Elementary functions with 113 bits: enough to round them correctly to the 64 bits of x87's
//! `long double` except in a few cases in a million million.

mod gamma;

use std::ops::{Add, Div, Mul, Neg, Sub};

use rustc_apfloat::ieee::{Double, Quad as Soft, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};

pub(crate) use gamma::gamma;

/// A number with 113 bits.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Quad(Soft);

impl Quad {
    pub(crate) const ZERO: Quad = Quad(Soft::ZERO);

    /// A double, exactly.
    pub(crate) fn from_f64(x: f64) -> Self {
        Quad(Double::from_bits(x.to_bits().into()).convert(&mut false).value)
    }

    /// A small integer, exactly.
    pub(crate) fn from_int(x: i64) -> Self {
        Quad(Soft::from_i128(x.into()).value)
    }

    /// A `long double`, exactly.
    pub(crate) fn from_extended(x: X87DoubleExtended) -> Self {
        Quad(x.convert(&mut false).value)
    }

    /// Rounded to `long double`.
    pub(crate) fn to_extended(self) -> X87DoubleExtended {
        self.0.convert(&mut false).value
    }

    /// Rounded to double.
    pub(crate) fn to_f64(self) -> f64 {
        let double: Double = self.0.convert(&mut false).value;
        f64::from_bits(double.to_bits() as u64)
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0.is_negative()
    }

    pub(crate) fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    pub(crate) fn abs(self) -> Self {
        Quad(self.0.abs())
    }

    fn parse(text: &str) -> Self {
        Quad(text.parse().expect("our own constant"))
    }

    fn scaled(self, exponent: i32) -> Self {
        Quad(self.0.scalbn(exponent))
    }

    /// `self * a + b`, rounded once.
    fn fma(self, a: Quad, b: Quad) -> Self {
        Quad(self.0.mul_add(a.0, b.0).value)
    }

    /// The nearest integer, which must fit.
    fn nearest(self) -> i64 {
        let whole = self.0.round_to_integral(rustc_apfloat::Round::NearestTiesToEven).value;
        whole.to_i128(64).value as i64
    }

    /// Mantissa in [0.5, 1) and exponent.
    fn split(self) -> (Self, i32) {
        let mut exponent = 0;
        let mantissa = self.0.frexp(&mut exponent);
        (Quad(mantissa), exponent)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for Quad {
            type Output = Quad;
            fn $method(self, other: Quad) -> Quad {
                Quad(self.0.$method(other.0).value)
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl Neg for Quad {
    type Output = Quad;
    fn neg(self) -> Quad {
        Quad(-self.0)
    }
}

fn one() -> Quad {
    Quad::from_int(1)
}

fn half() -> Quad {
    Quad::from_f64(0.5)
}

/// Bound below which series are used, so that small results keep all their bits.
fn small() -> Quad {
    Quad::from_f64(0.1)
}

fn ln2() -> Quad {
    Quad::parse("0.693147180559945309417232121458176568075500134360255")
}

/// π/2 in two parts: the second continues the digits of the first.
fn half_pi() -> [Quad; 2] {
    let first = Quad::parse("1.57079632679489661923132169163975144209858469968755");
    // The rest of π/2 = 1.570796326794896619231321691639751442098584699687552910487472296153908203143…
    [first, Quad::parse("4.33590506506189051239852201302167598438e-35")]
}

/// The sum of a series: `first`, then each term computed from the previous one, until the sum stays the same.
fn series(first: Quad, mut next: impl FnMut(Quad, i64) -> (Quad, Quad)) -> Quad {
    let (mut sum, mut power) = (first, first);
    for k in 1..200 {
        let (new_power, term) = next(power, k);
        let new = sum + term;
        if new == sum {
            break;
        }
        (sum, power) = (new, new_power);
    }
    sum
}

/// Square root.
pub(crate) fn sqrt(x: Quad) -> Quad {
    if x.is_zero() {
        return x;
    }
    let (mantissa, exponent) = x.split();
    let odd = exponent & 1;
    let mantissa = mantissa.scaled(odd);
    let mut root = Quad::from_f64(mantissa.to_f64().sqrt());
    for _ in 0..2 {
        root = (root + mantissa / root) * half();
    }
    root.scaled((exponent - odd) / 2)
}

/// Cube root.
pub(crate) fn cbrt(x: Quad) -> Quad {
    if x.is_zero() {
        return x;
    }
    let (mantissa, exponent) = x.split();
    let rest = exponent.rem_euclid(3);
    let mantissa = mantissa.scaled(rest);
    let mut root = Quad::from_f64(mantissa.to_f64().cbrt());
    for _ in 0..2 {
        root = (root + root + mantissa / (root * root)) / Quad::from_int(3);
    }
    root.scaled((exponent - rest) / 3)
}

/// `e^x - 1`, also for small `x`.
pub(crate) fn exp_m1(x: Quad) -> Quad {
    if x.abs() < small() {
        return series(x, |power, k| {
            let term = power * x / Quad::from_int(k + 1);
            (term, term)
        });
    }
    exp(x) - one()
}

/// `e^x`; beyond the range of `long double` any result that overflows or underflows.
pub(crate) fn exp(x: Quad) -> Quad {
    let limit = Quad::from_int(12_000);
    let x = if x > limit {
        limit
    } else if x < -limit {
        -limit
    } else {
        x
    };
    let k = (x / ln2()).nearest();
    let r = (x - Quad::from_int(k) * ln2()).scaled(-8);
    // e^(r·2^8) by squaring e^r - 1, which keeps the bits that 1 + … would lose.
    let mut m = series(r, |power, k| {
        let term = power * r / Quad::from_int(k + 1);
        (term, term)
    });
    for _ in 0..8 {
        m = m * (m + Quad::from_int(2));
    }
    (m + one()).scaled(k as i32)
}

/// `2 * artanh(t)` for small `t`.
fn double_artanh(t: Quad) -> Quad {
    let square = t * t;
    let sum = series(t, |power, k| {
        let power = power * square;
        (power, power / Quad::from_int(2 * k + 1))
    });
    sum + sum
}

/// Natural logarithm of a positive number.
pub(crate) fn ln(x: Quad) -> Quad {
    let (mut mantissa, mut exponent) = x.split();
    if mantissa < Quad::from_f64(0.7) {
        (mantissa, exponent) = (mantissa.scaled(1), exponent - 1);
    }
    let t = (mantissa - one()) / (mantissa + one());
    let of_mantissa = if t.abs() < small() {
        double_artanh(t)
    } else {
        let guess = Quad::from_f64(mantissa.to_f64().ln());
        let power = exp(guess);
        guess + (mantissa - power) * Quad::from_int(2) / (mantissa + power)
    };
    Quad::from_int(exponent.into()) * ln2() + of_mantissa
}

/// `ln(1 + x)`, also for small `x`.
pub(crate) fn ln_1p(x: Quad) -> Quad {
    if x.abs() < small() { double_artanh(x / (x + Quad::from_int(2))) } else { ln(one() + x) }
}

/// Sine and cosine. Exact reduction needs `|x|` below 2^50.
pub(crate) fn sin_cos(x: Quad) -> (Quad, Quad) {
    let [high, low] = half_pi();
    let quarter = (x / high).nearest();
    let k = Quad::from_int(quarter);
    let r = (-k).fma(low, (-k).fma(high, x));
    let square = r * r;
    let alternating = |first: Quad, odd: i64| {
        series(first, |power, k| {
            let power = -(power * square) / Quad::from_int((2 * k - 1 + odd) * (2 * k + odd));
            (power, power)
        })
    };
    let (sin, cos) = (alternating(r, 1), alternating(one(), 0));
    match quarter.rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Arc tangent.
pub(crate) fn atan(x: Quad) -> Quad {
    if x.abs() > one() {
        let quarter = if x.is_negative() { -half_pi()[0] } else { half_pi()[0] };
        return quarter - atan(one() / x);
    }
    if x.abs() < small() {
        let square = x * x;
        return series(x, |power, k| {
            let power = -(power * square);
            (power, power / Quad::from_int(2 * k + 1))
        });
    }
    // One step from double precision: tan(atan x - y) by the addition theorem.
    let guess = Quad::from_f64(x.to_f64().atan());
    let (sin, cos) = sin_cos(guess);
    guess + (x * cos - sin) / (cos + x * sin)
}

/// The angle of the point `(x, y)`, not both zero.
pub(crate) fn atan2(y: Quad, x: Quad) -> Quad {
    let [quarter, _] = half_pi();
    if y.abs() > x.abs() {
        let from_axis = atan(x / y);
        return if y.is_negative() { -quarter - from_axis } else { quarter - from_axis };
    }
    let angle = atan(y / x);
    match (x.is_negative(), y.is_negative()) {
        (false, _) => angle,
        (true, false) => angle + quarter + quarter,
        (true, true) => angle - quarter - quarter,
    }
}

/// `sqrt(x*x + y*y)` without overflow in between.
pub(crate) fn hypot(x: Quad, y: Quad) -> Quad {
    let (large, small) = if x.abs() > y.abs() { (x.abs(), y.abs()) } else { (y.abs(), x.abs()) };
    if small.is_zero() {
        return large;
    }
    let (_, exponent) = large.split();
    let (a, b) = (large.scaled(-exponent), small.scaled(-exponent));
    sqrt(a * a + b * b).scaled(exponent)
}

/// `10^x`.
pub(crate) fn exp10(x: Quad) -> Quad {
    exp(x * ln(Quad::from_int(10)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Quad, b: Quad) -> bool {
        (a - b).abs() <= b.abs() * Quad::from_f64(1e-30)
    }

    #[test]
    fn functions_and_inverses_agree() {
        for i in 1..200 {
            let x = Quad::from_f64(f64::from(i) * 0.37 - 20.0);
            assert!(close(ln(exp(x)), x), "exp {i}");
            let (sin, cos) = sin_cos(x);
            assert!(close(sin * sin + cos * cos, one()), "sin {i}");
            assert!(close(atan2(sin, cos), atan2(sin_cos(x).0, sin_cos(x).1)));
            let y = x.abs();
            assert!(close(sqrt(y) * sqrt(y), y) && close(cbrt(y) * cbrt(y) * cbrt(y), y), "roots {i}");
            let t = x.scaled(-6);
            assert!(close(ln_1p(exp_m1(t)), t), "log1p {i}");
            let (sin, cos) = sin_cos(atan(x));
            assert!(close(sin / cos, x), "atan {i}");
        }
        let factorial: i64 = (1..=20).product();
        assert!(close(gamma(Quad::from_int(21)), Quad::from_int(factorial)));
        assert!(close(gamma(half()) * gamma(half()), half_pi()[0] + half_pi()[0]));
        assert!(close(hypot(Quad::from_int(3), Quad::from_int(4)), Quad::from_int(5)));
    }

    #[test]
    fn known_digits() {
        let e = Quad::parse("2.71828182845904523536028747135266249775724709369996");
        assert!(close(exp(one()), e));
        let pi = half_pi()[0] + half_pi()[0];
        assert!(close(atan2(Quad::ZERO, -one()), pi) && close(atan(one()) * Quad::from_int(4), pi));
    }
}
