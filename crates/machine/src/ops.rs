//! The meaning of every integer operation, defined once, on zero-extended values of `w` bits.

use whydunit_program::{BinOp, CastOp, OverflowOp, TernOp, UnOp};

use crate::FailureKind;
use crate::float;

/// The low `w` bits set (1–64).
#[inline(always)]
pub const fn mask(w: u8) -> u64 {
    u64::MAX >> (64 - w as u32)
}

/// `x` cut to `w` bits.
#[inline(always)]
pub const fn cut(w: u8, x: u64) -> u64 {
    x & mask(w)
}

/// `x` of `w` bits as a signed number.
#[inline(always)]
pub const fn signed(w: u8, x: u64) -> i64 {
    let shift = 64 - w as u32;
    ((x << shift) as i64) >> shift
}

/// A shift amount as x86-64 interprets it: modulo 64 for 64-bit operands, modulo 32 for narrower
/// ones.
#[inline(always)]
pub const fn shift_amount(w: u8, b: u64) -> u32 {
    (b & if w > 32 { 63 } else { 31 }) as u32
}

/// Shift left.
#[inline(always)]
pub const fn shl(w: u8, a: u64, b: u64) -> u64 {
    cut(w, a << shift_amount(w, b))
}

/// Logical shift right.
#[inline(always)]
pub const fn lshr(w: u8, a: u64, b: u64) -> u64 {
    a >> shift_amount(w, b)
}

/// Arithmetic shift right.
#[inline(always)]
pub const fn ashr(w: u8, a: u64, b: u64) -> u64 {
    cut(w, (signed(w, a) >> shift_amount(w, b)) as u64)
}

/// Division and remainder. A zero divisor and an overflow are failures.
#[inline]
pub fn divide(op: BinOp, w: u8, a: u64, b: u64) -> Result<u64, FailureKind> {
    if b == 0 {
        return Err(FailureKind::DivisionByZero);
    }
    match op {
        BinOp::UDiv => return Ok(a / b),
        BinOp::URem => return Ok(a % b),
        _ => {}
    }
    let (x, y) = (signed(w, a), signed(w, b));
    if y == -1 && x == signed(w, 1 << (w - 1)) {
        return Err(FailureKind::DivisionOverflow);
    }
    Ok(cut(w, if op == BinOp::SDiv { x / y } else { x % y } as u64))
}

/// Any two-operand operation on at most 64 bits.
pub fn bin(op: BinOp, w: u8, a: u64, b: u64) -> Result<u64, FailureKind> {
    use BinOp as B;
    let (x, y) = (signed(w, a), signed(w, b));
    Ok(match op {
        B::Add => cut(w, a.wrapping_add(b)),
        B::Sub => cut(w, a.wrapping_sub(b)),
        B::Mul => cut(w, a.wrapping_mul(b)),
        B::UDiv | B::SDiv | B::URem | B::SRem => return divide(op, w, a, b),
        B::And => a & b,
        B::Or => a | b,
        B::Xor => a ^ b,
        B::Shl => shl(w, a, b),
        B::LShr => lshr(w, a, b),
        B::AShr => ashr(w, a, b),
        B::Eq => u64::from(a == b),
        B::Ne => u64::from(a != b),
        B::ULt => u64::from(a < b),
        B::ULe => u64::from(a <= b),
        B::SLt => u64::from(x < y),
        B::SLe => u64::from(x <= y),
        B::UMin => a.min(b),
        B::UMax => a.max(b),
        B::SMin => cut(w, x.min(y) as u64),
        B::SMax => cut(w, x.max(y) as u64),
        B::UAddSat => (u128::from(a) + u128::from(b)).min(u128::from(mask(w))) as u64,
        B::USubSat => a.saturating_sub(b),
        B::SAddSat => saturate(w, i128::from(x) + i128::from(y)),
        B::SSubSat => saturate(w, i128::from(x) - i128::from(y)),
        B::FAdd | B::FSub | B::FMul | B::FDiv | B::FRem | B::FMin | B::FMax | B::FCopySign => float::bin(op, w, a, b),
    })
}

fn saturate(w: u8, value: i128) -> u64 {
    let (low, high) = (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1);
    cut(w, value.clamp(low, high) as u64)
}

/// Any two-operand integer operation on 65–128 bits.
pub fn wide_bin(op: BinOp, w: u8, a: u128, b: u128) -> Result<u128, FailureKind> {
    use BinOp as B;
    let mask = u128::MAX >> (128 - u32::from(w));
    let sign = |x: u128| ((x << (128 - u32::from(w))) as i128) >> (128 - u32::from(w));
    let (x, y) = (sign(a), sign(b));
    let amount = (b as u32) & 127;
    Ok(match op {
        B::Add => a.wrapping_add(b) & mask,
        B::Sub => a.wrapping_sub(b) & mask,
        B::Mul => a.wrapping_mul(b) & mask,
        B::UDiv | B::SDiv | B::URem | B::SRem if b == 0 => return Err(FailureKind::DivisionByZero),
        B::UDiv => a / b,
        B::URem => a % b,
        B::SDiv => x.checked_div(y).ok_or(FailureKind::DivisionOverflow)? as u128 & mask,
        B::SRem => x.checked_rem(y).ok_or(FailureKind::DivisionOverflow)? as u128 & mask,
        B::And => a & b,
        B::Or => a | b,
        B::Xor => a ^ b,
        B::Shl => (a << amount) & mask,
        B::LShr => a >> amount,
        B::AShr => (x >> amount) as u128 & mask,
        B::Eq => u128::from(a == b),
        B::Ne => u128::from(a != b),
        B::ULt => u128::from(a < b),
        B::ULe => u128::from(a <= b),
        B::SLt => u128::from(x < y),
        B::SLe => u128::from(x <= y),
        B::UMin => a.min(b),
        B::UMax => a.max(b),
        B::SMin => x.min(y) as u128 & mask,
        B::SMax => x.max(y) as u128 & mask,
        other => return Err(FailureKind::Misuse(format!("{other:?} on {w} bits"))),
    })
}

/// One-operand operations on integers of at most 64 bits.
pub fn un(op: UnOp, w: u8, a: u64) -> u64 {
    let spare = 64 - u32::from(w);
    match op {
        UnOp::Ctlz => u64::from(a.leading_zeros() - spare),
        UnOp::Cttz => u64::from(a.trailing_zeros().min(u32::from(w))),
        UnOp::Ctpop => u64::from(a.count_ones()),
        UnOp::Bswap => a.swap_bytes() >> spare,
        UnOp::BitReverse => a.reverse_bits() >> spare,
        UnOp::Abs => cut(w, signed(w, a).unsigned_abs()),
        _ => float::un(op, w, a),
    }
}

/// One-operand integer operations on 65–128 bits.
pub fn wide_un(op: UnOp, w: u8, a: u128) -> u128 {
    let spare = 128 - u32::from(w);
    match op {
        UnOp::Ctlz => u128::from(a.leading_zeros() - spare),
        UnOp::Cttz => u128::from(a.trailing_zeros().min(u32::from(w))),
        UnOp::Ctpop => u128::from(a.count_ones()),
        UnOp::Bswap => a.swap_bytes() >> spare,
        UnOp::BitReverse => a.reverse_bits() >> spare,
        _ => {
            let value = ((a << spare) as i128) >> spare;
            value.unsigned_abs() & (u128::MAX >> spare)
        }
    }
}

/// Three-operand operations on at most 64 bits.
pub fn tern(op: TernOp, w: u8, a: u64, b: u64, c: u64) -> u64 {
    let both = (u128::from(a) << w) | u128::from(b);
    let amount = (c % u64::from(w)) as u32;
    match op {
        TernOp::FShl => cut(w, ((both << amount) >> w) as u64),
        TernOp::FShr => cut(w, (both >> amount) as u64),
        _ => float::tern(op, w, a, b, c),
    }
}

/// Arithmetic with an overflow bit, on up to 128 bits.
pub fn overflow(op: OverflowOp, w: u8, a: u128, b: u128) -> (u128, bool) {
    let spare = 128 - u32::from(w);
    let mask = u128::MAX >> spare;
    let sign = |x: u128| ((x << spare) as i128) >> spare;
    let (x, y) = (sign(a), sign(b));
    let judge_signed = |r: (i128, bool)| {
        let kept = r.0 as u128 & mask;
        (kept, r.1 || sign(kept) != r.0)
    };
    let judge_unsigned = |r: (u128, bool)| (r.0 & mask, r.1 || r.0 > mask);
    match op {
        OverflowOp::SAdd => judge_signed(x.overflowing_add(y)),
        OverflowOp::SSub => judge_signed(x.overflowing_sub(y)),
        OverflowOp::SMul => judge_signed(x.overflowing_mul(y)),
        OverflowOp::UAdd => judge_unsigned(a.overflowing_add(b)),
        OverflowOp::USub => (a.wrapping_sub(b) & mask, a < b),
        OverflowOp::UMul => judge_unsigned(a.overflowing_mul(b)),
    }
}

/// Integer conversions between any widths up to 128.
pub fn int_cast(op: CastOp, from: u8, to: u8, a: u128) -> u128 {
    let mask = u128::MAX >> (128 - u32::from(to));
    match op {
        CastOp::SExt => {
            let spare = 128 - u32::from(from);
            (((a << spare) as i128) >> spare) as u128 & mask
        }
        _ => a & mask,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_and_wide_agree_on_64_bits() {
        let samples = [0, 1, 2, 7, 0x7f, 0x80, 0xff, i64::MAX as u64, 1 << 63, u64::MAX, 0x1234_5678_9abc_def0];
        use BinOp as B;
        for op in [B::Add, B::Sub, B::Mul, B::UDiv, B::SDiv, B::URem, B::SRem, B::SLt, B::ULe, B::SMin, B::UMax] {
            for a in samples {
                for b in samples {
                    let narrow = bin(op, 64, a, b);
                    let extend = |x: u64| {
                        if matches!(op, B::SDiv | B::SRem | B::SLt | B::SMin) { x as i64 as u128 } else { x as u128 }
                    };
                    let wide = wide_bin(op, 128, extend(a), extend(b)).map(|r| r as u64);
                    if narrow != Err(FailureKind::DivisionOverflow) {
                        assert_eq!(narrow, wide, "{op:?} {a:#x} {b:#x}");
                    }
                }
            }
        }
    }

    #[test]
    fn overflow_is_judged_at_the_width() {
        assert_eq!(overflow(OverflowOp::SAdd, 32, 0x7fff_ffff, 1), (0x8000_0000, true));
        assert_eq!(overflow(OverflowOp::UAdd, 65, (1 << 65) - 1, 1), (0, true));
        assert_eq!(overflow(OverflowOp::SMul, 64, 3, 5), (15, false));
        assert_eq!(overflow(OverflowOp::USub, 8, 1, 2), (255, true));
    }

    #[test]
    fn division_failures_are_values() {
        assert_eq!(bin(BinOp::SDiv, 32, 0x8000_0000, 0xffff_ffff), Err(FailureKind::DivisionOverflow));
        assert_eq!(bin(BinOp::URem, 8, 1, 0), Err(FailureKind::DivisionByZero));
    }
}
