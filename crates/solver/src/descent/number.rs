//! Floats on the number line: distance, neighbours, and the shortest decimal nearby.

use whydunit_terms::fold;

/// The index of a float among all floats of its width; neighbours differ by one. None for NaN.
pub(super) fn place(w: u8, bits: u128) -> Option<i128> {
    if fold::is_nan(w, bits) {
        return None;
    }
    let sign = 1_u128 << (w - 1);
    let size = (bits & (sign - 1)) as i128;
    Some(if bits & sign != 0 { -size } else { size })
}

/// The float `by` places further.
pub(super) fn moved(w: u8, bits: u128, by: i128) -> Option<u128> {
    let at = place(w, bits)?.checked_add(by)?;
    let sign = 1_u128 << (w - 1);
    let moved = if at < 0 { sign | at.unsigned_abs() } else { at as u128 };
    (at.unsigned_abs() < sign && !fold::is_nan(w, moved)).then_some(moved)
}

/// A number as a float of this width.
pub(super) fn float(w: u8, value: f64) -> u128 {
    if w == 32 { u128::from((value as f32).to_bits()) } else { u128::from(value.to_bits()) }
}

/// A float as a number.
pub(super) fn value(w: u8, bits: u128) -> f64 {
    if w == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits as u64) }
}

/// Numbers near a float with fewer decimal digits, the shortest first.
pub(super) fn shorter(w: u8, bits: u128) -> impl Iterator<Item = u128> {
    let exact = value(w, bits);
    // Bits outside this range are unlikely to be meant as a float.
    let usual = exact.is_finite() && (1e-9..1e15).contains(&exact.abs());
    let digits = if usual { 16 } else { 0 };
    (0..digits).flat_map(move |n| {
        let unit = 10_f64.powi(-(n as i32));
        let near = [0.0, unit, -unit].map(|by| format!("{:.n$}", exact + by));
        near.into_iter().filter_map(|text| text.parse().ok()).map(move |v| float(w, v))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_lie_in_a_row() {
        let one = float(64, 1.0);
        assert_eq!(moved(64, one, 1), Some(u128::from(1.0_f64.next_up().to_bits())));
        assert_eq!(moved(64, float(64, 5e-324), -2), Some(float(64, -5e-324)));
        assert_eq!(moved(32, float(32, f64::INFINITY), 1), None);
        assert_eq!(place(64, float(64, -0.0)), Some(0));
        assert!(shorter(64, float(64, 2.500_000_000_1)).any(|v| v == float(64, 2.5)));
    }
}
