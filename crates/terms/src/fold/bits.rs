//! Masks and extensions of values of up to 128 bits.

/// All ones of this width.
pub const fn mask(w: u8) -> u128 {
    if w >= 128 { u128::MAX } else { (1 << w) - 1 }
}

/// A mask of `count` low bits, which may be 0.
pub const fn low_mask(count: u32) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
}

/// The significant bits of a shift amount: the processor takes it modulo 32, 64 or 128.
pub const fn shift_mask(w: u8) -> u128 {
    match w {
        ..=32 => 31,
        33..=64 => 63,
        _ => 127,
    }
}

/// The low bits.
pub const fn truncate(w: u8, a: u128) -> u128 {
    a & mask(w)
}

/// The value as a signed number.
pub const fn to_signed(w: u8, a: u128) -> i128 {
    let unused = 128 - w as u32;
    (a << unused) as i128 >> unused
}

/// Sign extension from one width to another.
pub const fn sign_extend(from: u8, to: u8, a: u128) -> u128 {
    truncate(to, to_signed(from, a) as u128)
}
