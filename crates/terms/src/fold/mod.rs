//! The semantics of every operation of the IR, as pure functions on bits.
//!
//! This defines the meaning of a term: constants are folded with it, models are checked with it,
//! and the encodings for solvers must agree with it. Values are zero-extended; `w` is the width of
//! the operands in bits (1–128, floats 32 or 64). Functions are total: division by zero and its
//! overflow follow SMT-LIB, because the machine reports the failure first; oversized shifts and
//! out-of-range conversions of floats follow x86-64.

mod bits;
mod floats;
mod integers;

use whydunit_program::{BinOp, CastOp, OverflowOp, TernOp, UnOp};

pub use bits::{low_mask, mask, shift_mask, sign_extend, to_signed, truncate};
pub use floats::{FloatClass, compare, is_nan, sign_bit};
pub(crate) use floats::{default_nan, infinity, quiet_bit};

use crate::term::is_float_op;

/// A two-operand operation. Comparisons yield 0 or 1.
pub fn bin(op: BinOp, w: u8, a: u128, b: u128) -> u128 {
    if is_float_op(op) { floats::bin(op, w, a, b) } else { integers::bin(op, w, a, b) }
}

/// A one-operand operation.
pub fn un(op: UnOp, w: u8, a: u128) -> u128 {
    match op {
        UnOp::Ctlz | UnOp::Cttz | UnOp::Ctpop | UnOp::Bswap | UnOp::BitReverse | UnOp::Abs => integers::un(op, w, a),
        _ => floats::un(op, w, a),
    }
}

/// A three-operand operation.
pub fn tern(op: TernOp, w: u8, a: u128, b: u128, c: u128) -> u128 {
    match op {
        TernOp::FShl | TernOp::FShr => integers::funnel(op, w, a, b, c),
        TernOp::Fma => floats::fma(w, a, b, c),
        TernOp::MulAdd => floats::bin(BinOp::FAdd, w, floats::bin(BinOp::FMul, w, a, b), c),
        TernOp::IsClass => b >> (FloatClass::of(w, a) as u8) & 1,
    }
}

/// Arithmetic with an overflow bit: the wrapped value and the bit.
pub fn overflow(op: OverflowOp, w: u8, a: u128, b: u128) -> (u128, bool) {
    integers::overflow(op, w, a, b)
}

/// A conversion.
pub fn cast(op: CastOp, from: u8, to: u8, a: u128) -> u128 {
    match op {
        CastOp::Trunc | CastOp::ZExt => truncate(to, a),
        CastOp::SExt => sign_extend(from, to, a),
        _ => floats::cast(op, from, to, a),
    }
}
