//! C's operators on concrete values.

use std::cmp::Ordering;

use whydunit_machine::float;
use whydunit_program::{BinOp, FloatPredicate};

use crate::formula::number::{CType, INT, Number};

/// The reason why an operator has no result.
pub(crate) enum NoResult {
    /// The types do not fit the operator.
    Types,
    /// C leaves the result undefined.
    Undefined(String),
}

/// A binary operator on two arithmetic operands.
pub(crate) fn arithmetic(sign: &str, a: &Number, b: &Number) -> Result<Number, NoResult> {
    if !a.ty.is_arithmetic() || !b.ty.is_arithmetic() {
        return Err(NoResult::Types);
    }
    if matches!(sign, "<<" | ">>") {
        return shift(sign, a, b);
    }
    let common = a.ty.common(&b.ty);
    let (x, y) = (a.convert(&common), b.convert(&common));
    if let Some(result) = compared(sign, order(&x, &y)) {
        return Ok(result);
    }
    match common {
        CType::Float { .. } => floating(sign, &x, &y),
        _ => integral(sign, &x, &y),
    }
}

/// The result of a comparison, if the operator is one. Unordered operands (NaN) are only unequal.
pub(crate) fn compared(sign: &str, order: Option<Ordering>) -> Option<Number> {
    let holds = match sign {
        "==" => order == Some(Ordering::Equal),
        "!=" => order != Some(Ordering::Equal),
        "<" => order == Some(Ordering::Less),
        ">" => order == Some(Ordering::Greater),
        "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        ">=" => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        _ => return None,
    };
    Some(Number::int(holds))
}

/// The order of two values of the same type.
pub(crate) fn order(a: &Number, b: &Number) -> Option<Ordering> {
    match a.ty {
        CType::Float { .. } => {
            let ((width, x), (_, y)) = (a.slots(), b.slots());
            let is = |predicate| float::compare(predicate, width, x, y);
            match (is(FloatPredicate::Olt), is(FloatPredicate::Ogt), is(FloatPredicate::Oeq)) {
                (true, _, _) => Some(Ordering::Less),
                (_, true, _) => Some(Ordering::Greater),
                (_, _, true) => Some(Ordering::Equal),
                _ => None,
            }
        }
        CType::Int { signed: true, .. } => Some((a.bits as i128).cmp(&(b.bits as i128))),
        _ => Some(a.bits.cmp(&b.bits)),
    }
}

fn floating(sign: &str, a: &Number, b: &Number) -> Result<Number, NoResult> {
    let op = match sign {
        "+" => BinOp::FAdd,
        "-" => BinOp::FSub,
        "*" => BinOp::FMul,
        "/" => BinOp::FDiv,
        _ => return Err(NoResult::Types),
    };
    let ((width, x), (_, y)) = (a.slots(), b.slots());
    let slots = if width == 80 { float::bin80(op, x, y) } else { [float::bin(op, width, x[0], y[0]), 0] };
    Ok(Number::from_slots(a.ty.clone(), slots))
}

fn integral(sign: &str, a: &Number, b: &Number) -> Result<Number, NoResult> {
    let (x, y) = (a.bits, b.bits);
    let bits = match sign {
        "+" => x.wrapping_add(y),
        "-" => x.wrapping_sub(y),
        "*" => x.wrapping_mul(y),
        "&" => x & y,
        "|" => x | y,
        "^" => x ^ y,
        "/" | "%" => return divided(sign, a, b),
        _ => return Err(NoResult::Types),
    };
    Ok(Number::new(a.ty.clone(), bits))
}

fn divided(sign: &str, a: &Number, b: &Number) -> Result<Number, NoResult> {
    if b.bits == 0 {
        return Err(NoResult::Undefined("this divides by zero".into()));
    }
    let CType::Int { size, signed, .. } = a.ty else { return Err(NoResult::Types) };
    // The quotient of the smallest number and -1 overflows, and traps.
    if signed && b.bits == u128::MAX && a.bits == (i128::MIN >> (128 - 8 * u32::from(size))) as u128 {
        return Err(NoResult::Undefined("the quotient does not fit its type".into()));
    }
    let (x, y) = (a.bits as i128, b.bits as i128);
    let bits = match (sign, signed) {
        ("/", true) => x.wrapping_div(y) as u128,
        ("/", false) => a.bits / b.bits,
        (_, true) => x.wrapping_rem(y) as u128,
        (_, false) => a.bits % b.bits,
    };
    Ok(Number::new(a.ty.clone(), bits))
}

/// The result of a shift has the type of the left operand.
fn shift(sign: &str, a: &Number, b: &Number) -> Result<Number, NoResult> {
    let (CType::Int { .. }, CType::Int { .. }) = (&a.ty, &b.ty) else { return Err(NoResult::Types) };
    let value = a.convert(&a.ty.promoted());
    let width = if let CType::Int { size, .. } = value.ty { 8 * i128::from(size) } else { 0 };
    let count = b.bits as i128;
    if !(0..width).contains(&count) {
        return Err(NoResult::Undefined(format!("this shifts {width} bits by {count}")));
    }
    let bits = match (sign, &value.ty) {
        ("<<", _) => value.bits << count,
        (_, CType::Int { signed: true, .. }) => ((value.bits as i128) >> count) as u128,
        _ => value.bits >> count,
    };
    Ok(Number::new(value.ty, bits))
}

/// The unary operators `-`, `+`, `~` and `!`.
pub(crate) fn unary(sign: &str, a: &Number) -> Result<Number, NoResult> {
    let promoted = || a.convert(&a.ty.promoted());
    match (sign, &a.ty) {
        ("!", CType::Int { .. } | CType::Float { .. } | CType::Pointer(_)) => Ok(Number::int(!a.is_true())),
        ("~", CType::Int { .. }) => {
            let value = promoted();
            Ok(Number::new(value.ty, !value.bits))
        }
        ("-", ty) if ty.is_arithmetic() => Ok(promoted().negated()),
        ("+", ty) if ty.is_arithmetic() => Ok(promoted()),
        _ => Err(NoResult::Types),
    }
}

/// An integer constant with the first type that can represent it.
pub(crate) fn literal(value: u128, unsigned: bool, long: bool, decimal: bool) -> Number {
    let fits = |bits: u32| value >> bits == 0;
    let (size, signed) = match (unsigned, long) {
        (false, false) if fits(31) => return Number::new(INT, value),
        (_, false) if (unsigned || !decimal) && fits(32) => (4, false),
        (false, _) if fits(63) => (8, true),
        _ => (8, false),
    };
    Number::new(CType::Int { size, signed, boolean: false }, value)
}
