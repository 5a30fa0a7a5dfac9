//! The gamma function with 113 bits.

use super::{Quad, exp, half, half_pi, ln, one, sin_cos};

/// Bernoulli numbers over `2k(2k-1)`: coefficients of Stirling's series.
const STIRLING: [(i64, i64); 14] = [
    (1, 12),
    (-1, 360),
    (1, 1260),
    (-1, 1680),
    (1, 1188),
    (-691, 360_360),
    (1, 156),
    (-3617, 122_400),
    (43_867, 244_188),
    (-174_611, 125_400),
    (77_683, 5796),
    (-236_364_091, 1_506_960),
    (657_931, 300),
    (-3_392_780_147, 93_960),
];

/// `ln Γ(x)` for positive `x`, by Stirling's series after shifting `x` to its range of convergence.
fn ln_gamma(x: Quad) -> Quad {
    let (mut y, mut product) = (x, one());
    while y < Quad::from_int(40) {
        product = product * y;
        y = y + one();
    }
    let square = y * y;
    let (mut sum, mut power) = (Quad::ZERO, y);
    for (numerator, denominator) in STIRLING {
        sum = sum + Quad::from_int(numerator) / (Quad::from_int(denominator) * power);
        power = power * square;
    }
    let two_pi = half_pi()[0].scaled(2);
    (y - half()) * ln(y) - y + half() * ln(two_pi) + sum - ln(product)
}

/// `Γ(x)` where it is defined.
pub(crate) fn gamma(x: Quad) -> Quad {
    if x > half() {
        return exp(ln_gamma(x));
    }
    // Γ(x) Γ(1 - x) = π / sin πx; the sine of πx from x's distance to the nearest integer.
    let whole = x.nearest();
    let pi = half_pi()[0].scaled(1);
    let sin = sin_cos(pi * (x - Quad::from_int(whole))).0;
    let sin = if whole % 2 == 0 { sin } else { -sin };
    pi / (sin * exp(ln_gamma(one() - x)))
}
