//! Integer operations.

use whydunit_program::{BinOp, OverflowOp, TernOp, UnOp};

use super::bits::{mask, shift_mask, to_signed, truncate};

#[rustfmt::skip]
pub(super) fn bin(op: BinOp, w: u8, a: u128, b: u128) -> u128 {
    use BinOp as B;
    let (sa, sb) = (to_signed(w, a), to_signed(w, b));
    let bit = u128::from;
    let value = match op {
        B::Add => a.wrapping_add(b),
        B::Sub => a.wrapping_sub(b),
        B::Mul => a.wrapping_mul(b),
        B::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        B::URem => a.checked_rem(b).unwrap_or(a),
        B::SDiv => signed_quotient(sa, sb) as u128,
        B::SRem => if sb == 0 { a } else { sa.wrapping_rem(sb) as u128 },
        B::And => a & b,
        B::Or => a | b,
        B::Xor => a ^ b,
        B::Shl => amount(w, b).map_or(0, |n| a << n),
        B::LShr => amount(w, b).map_or(0, |n| a >> n),
        B::AShr => (sa >> amount(w, b).unwrap_or(u32::from(w) - 1)) as u128,
        B::Eq => bit(a == b),
        B::Ne => bit(a != b),
        B::ULt => bit(a < b),
        B::ULe => bit(a <= b),
        B::SLt => bit(sa < sb),
        B::SLe => bit(sa <= sb),
        B::UMin => a.min(b),
        B::UMax => a.max(b),
        B::SMin => if sa <= sb { a } else { b },
        B::SMax => if sa >= sb { a } else { b },
        B::UAddSat => saturated(overflow(OverflowOp::UAdd, w, a, b), mask(w)),
        B::USubSat => saturated(overflow(OverflowOp::USub, w, a, b), 0),
        B::SAddSat => saturated(overflow(OverflowOp::SAdd, w, a, b), signed_limit(w, sa)),
        B::SSubSat => saturated(overflow(OverflowOp::SSub, w, a, b), signed_limit(w, sa)),
        B::FAdd | B::FSub | B::FMul | B::FDiv | B::FRem | B::FMin | B::FMax | B::FCopySign => {
            unreachable!("float operations are in floats.rs")
        }
    };
    truncate(w, value)
}

/// SMT-LIB's quotient: division by zero yields -1 for a non-negative dividend and 1 otherwise.
fn signed_quotient(a: i128, b: i128) -> i128 {
    match (b, a) {
        (0, 0..) => -1,
        (0, _) => 1,
        _ => a.wrapping_div(b),
    }
}

/// A shift amount reduced as by the processor, if it is less than the width.
fn amount(w: u8, b: u128) -> Option<u32> {
    let taken = b & shift_mask(w);
    (taken < u128::from(w)).then_some(taken as u32)
}

fn saturated((value, overflowed): (u128, bool), limit: u128) -> u128 {
    if overflowed { limit } else { value }
}

/// The saturated result of overflowing signed arithmetic with this left operand.
fn signed_limit(w: u8, left: i128) -> u128 {
    if left < 0 { 1 << (w - 1) } else { mask(w) >> 1 }
}

pub(super) fn un(op: UnOp, w: u8, a: u128) -> u128 {
    let unused = 128 - u32::from(w);
    let value = match op {
        UnOp::Ctlz => u128::from(a.leading_zeros() - unused),
        UnOp::Cttz => u128::from(a.trailing_zeros().min(u32::from(w))),
        UnOp::Ctpop => u128::from(a.count_ones()),
        UnOp::Bswap => a.swap_bytes() >> unused,
        UnOp::BitReverse => a.reverse_bits() >> unused,
        UnOp::Abs => to_signed(w, a).unsigned_abs(),
        _ => unreachable!("float operations are in floats.rs"),
    };
    truncate(w, value)
}

pub(super) fn funnel(op: TernOp, w: u8, a: u128, b: u128, c: u128) -> u128 {
    let n = (c % u128::from(w)) as u32;
    let rest = u32::from(w) - n;
    let value = match (op, n) {
        (TernOp::FShl, 0) => a,
        (TernOp::FShl, _) => a << n | b >> rest,
        (_, 0) => b,
        (_, _) => a << rest | b >> n,
    };
    truncate(w, value)
}

pub(super) fn overflow(op: OverflowOp, w: u8, a: u128, b: u128) -> (u128, bool) {
    let (sa, sb) = (to_signed(w, a), to_signed(w, b));
    let signed = |result: Option<i128>| result.is_none_or(|r| to_signed(w, r as u128) != r);
    let unsigned = |result: Option<u128>| result.is_none_or(|r| truncate(w, r) != r);
    let (value, overflowed) = match op {
        OverflowOp::SAdd => (a.wrapping_add(b), signed(sa.checked_add(sb))),
        OverflowOp::UAdd => (a.wrapping_add(b), unsigned(a.checked_add(b))),
        OverflowOp::SSub => (a.wrapping_sub(b), signed(sa.checked_sub(sb))),
        OverflowOp::USub => (a.wrapping_sub(b), unsigned(a.checked_sub(b))),
        OverflowOp::SMul => (a.wrapping_mul(b), signed(sa.checked_mul(sb))),
        OverflowOp::UMul => (a.wrapping_mul(b), unsigned(a.checked_mul(b))),
    };
    (truncate(w, value), overflowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on every pair of 4-bit values, compared with plain integer arithmetic.
    #[test]
    fn four_bits_exhaustively() {
        let wrap = |v: i32| (v & 15) as u128;
        for a in 0..16_i32 {
            for b in 0..16_i32 {
                let (sa, sb) = ((a ^ 8) - 8, (b ^ 8) - 8);
                let is = |op, expected: u128| assert_eq!(bin(op, 4, a as u128, b as u128), expected, "{op:?} {a} {b}");
                is(BinOp::Add, wrap(a + b));
                is(BinOp::Mul, wrap(a * b));
                is(BinOp::SLt, u128::from(sa < sb));
                is(BinOp::SMax, wrap(sa.max(sb)));
                is(BinOp::SAddSat, wrap((sa + sb).clamp(-8, 7)));
                is(BinOp::SSubSat, wrap((sa - sb).clamp(-8, 7)));
                is(BinOp::USubSat, wrap((a - b).max(0)));
                is(BinOp::UAddSat, wrap((a + b).min(15)));
                is(BinOp::AShr, wrap(sa >> b));
                is(BinOp::Shl, wrap(a << b));
                if b != 0 {
                    is(BinOp::SDiv, wrap(sa / sb));
                    is(BinOp::SRem, wrap(sa % sb));
                }
                let product = sa * sb;
                assert_eq!(
                    overflow(OverflowOp::SMul, 4, a as u128, b as u128),
                    (wrap(product), !(-8..8).contains(&product))
                );
                let both = a << 4 | b;
                assert_eq!(funnel(TernOp::FShl, 4, a as u128, b as u128, 6), wrap(both << 2 >> 4));
                assert_eq!(funnel(TernOp::FShr, 4, a as u128, b as u128, 6), wrap(both >> 2));
            }
        }
    }

    #[test]
    fn odd_widths_and_limits() {
        assert_eq!(bin(BinOp::Shl, 32, 3, 33), 6);
        assert_eq!(bin(BinOp::LShr, 64, 3, 64), 3);
        assert_eq!(bin(BinOp::AShr, 8, 0x80, 20), 0xff);
        assert_eq!(un(UnOp::Ctlz, 33, 1), 32);
        assert_eq!(un(UnOp::Cttz, 33, 0), 33);
        assert_eq!(un(UnOp::Bswap, 48, 0x0102_0304_0506), 0x0605_0403_0201);
        assert_eq!(un(UnOp::BitReverse, 3, 0b110), 0b011);
        assert_eq!(un(UnOp::Abs, 8, 0x80), 0x80);
        assert_eq!(bin(BinOp::SDiv, 128, 1 << 127, u128::MAX), 1 << 127);
        assert_eq!(overflow(OverflowOp::SMul, 128, 1 << 127, u128::MAX), (1 << 127, true));
    }
}
