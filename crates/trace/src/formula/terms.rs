//! Terms for C's conversions and operators, as `number.rs` and `arithmetic.rs` implement them for concrete values.
//! `long double` has no terms.

use whydunit_program::{BinOp, CastOp, FloatPredicate, UnOp};
use whydunit_terms::{Store, TermId};

use crate::formula::number::{CType, Number};

/// The width of terms of a type; none for `long double`.
pub(crate) fn width_of(ty: &CType) -> Option<u8> {
    match ty {
        CType::Float { size: 16 } => None,
        CType::Int { size, .. } | CType::Float { size } => Some(8 * size),
        _ => Some(64),
    }
}

pub(crate) fn is_signed(ty: &CType) -> bool {
    matches!(ty, CType::Int { signed: true, .. })
}

fn is_float(ty: &CType) -> bool {
    matches!(ty, CType::Float { .. })
}

pub(crate) fn term_of(store: &mut Store, number: &Number) -> Option<TermId> {
    let width = width_of(&number.ty)?;
    Some(number.term.unwrap_or_else(|| store.constant(width, number.bits)))
}

/// An integer resized to another width.
pub(crate) fn sized(store: &mut Store, term: TermId, signed: bool, width: u8) -> TermId {
    match store.width(term) {
        w if w > width => store.trunc(term, width),
        w if w < width && signed => store.sext(term, width),
        w if w < width => store.zext(term, width),
        _ => term,
    }
}

/// [`Number::convert`] of a term.
pub(crate) fn converted(store: &mut Store, number: &Number, to: &CType) -> Option<TermId> {
    let (term, width) = (term_of(store, number)?, width_of(to)?);
    match (is_float(&number.ty), is_float(to)) {
        _ if matches!(to, CType::Int { boolean: true, .. }) => {
            let holds = truth(store, &number.ty, term)?;
            Some(store.zext(holds, width))
        }
        (true, true) => store.cast(CastOp::FpToFp, term, width),
        (true, false) => store.cast(if is_signed(to) { CastOp::FpToSi } else { CastOp::FpToUi }, term, width),
        (false, true) => {
            let op = if is_signed(&number.ty) { CastOp::SiToFp } else { CastOp::UiToFp };
            store.cast(op, term, width)
        }
        (false, false) => Some(sized(store, term, is_signed(&number.ty), width)),
    }
}

/// One bit: is the value other than zero?
pub(crate) fn truth(store: &mut Store, ty: &CType, term: TermId) -> Option<TermId> {
    let zero = store.constant(width_of(ty)?, 0);
    Some(if is_float(ty) { store.fcmp(FloatPredicate::Une, term, zero) } else { store.ne(term, zero) })
}

pub(crate) fn unary_term(store: &mut Store, sign: &str, number: &Number) -> Option<TermId> {
    let promoted = number.ty.promoted();
    if sign == "!" {
        let term = term_of(store, number)?;
        let holds = truth(store, &number.ty, term)?;
        let not = store.not(holds);
        return Some(store.zext(not, 32));
    }
    let term = converted(store, number, &promoted)?;
    match sign {
        "-" if is_float(&promoted) => store.un(UnOp::FNeg, term),
        "-" => Some(store.neg(term)),
        "~" => Some(store.not(term)),
        _ => Some(term),
    }
}

pub(crate) fn binary_term(store: &mut Store, sign: &str, a: &Number, b: &Number) -> Option<TermId> {
    if let "<<" | ">>" = sign {
        let ty = a.ty.promoted();
        let value = converted(store, a, &ty)?;
        let count = term_of(store, b)?;
        let count = sized(store, count, false, width_of(&ty)?);
        let op = match (sign, is_signed(&ty)) {
            ("<<", _) => BinOp::Shl,
            (_, true) => BinOp::AShr,
            (_, false) => BinOp::LShr,
        };
        return store.bin(op, value, count);
    }
    let common = a.ty.common(&b.ty);
    let (x, y) = (converted(store, a, &common)?, converted(store, b, &common)?);
    let (float, signed) = (is_float(&common), is_signed(&common));
    let op = match (sign, float, signed) {
        ("+", true, _) => BinOp::FAdd,
        ("-", true, _) => BinOp::FSub,
        ("*", true, _) => BinOp::FMul,
        ("/", true, _) => BinOp::FDiv,
        ("+", ..) => BinOp::Add,
        ("-", ..) => BinOp::Sub,
        ("*", ..) => BinOp::Mul,
        ("&", ..) => BinOp::And,
        ("|", ..) => BinOp::Or,
        ("^", ..) => BinOp::Xor,
        ("/", _, true) => BinOp::SDiv,
        ("/", ..) => BinOp::UDiv,
        ("%", _, true) => BinOp::SRem,
        ("%", ..) => BinOp::URem,
        _ if float => return float_compared(store, sign, x, y),
        _ => return compared(store, sign, signed, x, y),
    };
    store.bin(op, x, y)
}

/// The result of a comparison, of type `int`.
pub(crate) fn compared(store: &mut Store, sign: &str, signed: bool, a: TermId, b: TermId) -> Option<TermId> {
    let op = match (sign, signed) {
        ("==", _) => BinOp::Eq,
        ("!=", _) => BinOp::Ne,
        ("<" | ">", true) => BinOp::SLt,
        ("<" | ">", false) => BinOp::ULt,
        (_, true) => BinOp::SLe,
        (_, false) => BinOp::ULe,
    };
    let (a, b) = if sign.starts_with('>') { (b, a) } else { (a, b) };
    let holds = store.bin(op, a, b)?;
    Some(sized(store, holds, false, 32))
}

fn float_compared(store: &mut Store, sign: &str, a: TermId, b: TermId) -> Option<TermId> {
    let predicate = match sign {
        "==" => FloatPredicate::Oeq,
        "!=" => FloatPredicate::Une,
        "<" => FloatPredicate::Olt,
        ">" => FloatPredicate::Ogt,
        "<=" => FloatPredicate::Ole,
        _ => FloatPredicate::Oge,
    };
    let holds = store.fcmp(predicate, a, b);
    Some(store.zext(holds, 32))
}
