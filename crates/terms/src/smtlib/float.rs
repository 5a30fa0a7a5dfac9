//! Float operations in SMT-LIB's theory, on bit-vectors.

use whydunit_program::{BinOp, CastOp, FloatPredicate, UnOp};

use super::print::literal;
use crate::fold::{default_nan, infinity, quiet_bit, sign_bit};
use crate::term::Node;

/// Constraints on a declared result.
pub(super) struct Definition {
    pub(super) assertions: Vec<String>,
    /// Names the operation if SMT-LIB cannot express it.
    pub(super) loose: Option<&'static str>,
}

/// Exponent and significand bits as SMT-LIB counts them.
fn format_of(w: u8) -> &'static str {
    if w == 32 { "8 24" } else { "11 53" }
}

/// The float with these bits.
pub(super) fn of_bits(w: u8, bits: &str) -> String {
    format!("((_ to_fp {}) {bits})", format_of(w))
}

/// A comparison of two floats.
pub(super) fn comparison(pred: FloatPredicate, a: &str, b: &str) -> String {
    use FloatPredicate as P;
    match pred {
        P::False => "false".into(),
        P::True => "true".into(),
        P::Oeq => format!("(fp.eq {a} {b})"),
        P::Ogt => format!("(fp.gt {a} {b})"),
        P::Oge => format!("(fp.geq {a} {b})"),
        P::Olt => format!("(fp.lt {a} {b})"),
        P::Ole => format!("(fp.leq {a} {b})"),
        P::One => format!("(or (fp.lt {a} {b}) (fp.gt {a} {b}))"),
        P::Uno => format!("(or (fp.isNaN {a}) (fp.isNaN {b}))"),
        // The other predicates are negations.
        _ => format!("(not {})", comparison(crate::term::inverse(pred), a, b)),
    }
}

/// The result of a float operation, from the bits of its operands.
pub(super) fn definition(name: &str, width: u8, node: Node, operands: &[(u8, String)]) -> Definition {
    let floats: Vec<String> = operands.iter().map(|(w, bits)| of_bits(*w, bits)).collect();
    let value = match node {
        Node::Un(op, _) => unary(op, &floats[0]),
        Node::Bin(BinOp::FRem, ..) => return remainder(),
        Node::Bin(op, ..) => format!("({} RNE {} {})", arithmetic(op), floats[0], floats[1]),
        Node::Tern(..) => format!("(fp.fma RNE {} {} {})", floats[0], floats[1], floats[2]),
        Node::Cast(op, _) => return conversion(name, width, op, &operands[0]),
        _ => unreachable!("{node:?} is no float operation"),
    };
    let result = of_bits(width, name);
    let nan = handed_on(width, operands);
    Definition {
        assertions: vec![format!("(= {result} {value})"), format!("(=> (fp.isNaN {result}) (= {name} {nan}))")],
        loose: None,
    }
}

/// C's remainder differs from SMT-LIB's: leave the result unconstrained.
fn remainder() -> Definition {
    Definition { assertions: Vec::new(), loose: Some("remainder of floats (fmod)") }
}

fn unary(op: UnOp, a: &str) -> String {
    let mode = match op {
        UnOp::FSqrt => return format!("(fp.sqrt RNE {a})"),
        UnOp::FFloor => "RTN",
        UnOp::FCeil => "RTP",
        UnOp::FTrunc => "RTZ",
        UnOp::FRound => "RNA",
        _ => "RNE",
    };
    format!("(fp.roundToIntegral {mode} {a})")
}

fn arithmetic(op: BinOp) -> &'static str {
    match op {
        BinOp::FAdd => "fp.add",
        BinOp::FSub => "fp.sub",
        BinOp::FMul => "fp.mul",
        BinOp::FDiv => "fp.div",
        _ => unreachable!("{op:?} has no node of its own"),
    }
}

/// The NaN of a result: the first NaN operand, quieted, or the default.
fn handed_on(width: u8, operands: &[(u8, String)]) -> String {
    let quiet = literal(width, quiet_bit(width));
    operands.iter().rev().fold(literal(width, default_nan(width)), |rest, (w, bits)| {
        format!("(ite (fp.isNaN {}) (bvor {bits} {quiet}) {rest})", of_bits(*w, bits))
    })
}

fn conversion(name: &str, to: u8, op: CastOp, (from, bits): &(u8, String)) -> Definition {
    let result = of_bits(to, name);
    let format = format_of(to);
    let float = of_bits(*from, bits);
    let assertions = match op {
        CastOp::SiToFp => vec![format!("(= {result} ((_ to_fp {format}) RNE {bits}))")],
        CastOp::UiToFp => vec![format!("(= {result} ((_ to_fp_unsigned {format}) RNE {bits}))")],
        CastOp::FpToFp => vec![
            format!("(= {result} ((_ to_fp {format}) RNE {float}))"),
            format!("(=> (fp.isNaN {result}) (= {name} {}))", resized_nan(*from, to, bits)),
        ],
        _ => vec![format!("(= {name} {})", indefinite(*from, to, op == CastOp::FpToSi, &float))],
    };
    Definition { assertions, loose: None }
}

/// A NaN at the other width: sign, upper payload, quiet bit.
fn resized_nan(from: u8, to: u8, bits: &str) -> String {
    let set = literal(to, infinity(to) | quiet_bit(to));
    let sign = format!("((_ extract {top} {top}) {bits})", top = from - 1);
    // One bit of sign, then exponent (all ones, or-ed in) and fraction.
    let moved = if to == 64 {
        format!("(concat {sign} {} ((_ extract 22 0) {bits}) {})", literal(11, 0), literal(29, 0))
    } else {
        format!("(concat {sign} {} ((_ extract 51 29) {bits}))", literal(8, 0))
    };
    format!("(bvor {moved} {set})")
}

/// The bits of a power of two as a float.
fn power(w: u8, exponent: u32) -> u128 {
    if w == 32 {
        u128::from((2_f32).powi(exponent as i32).to_bits())
    } else {
        u128::from((2_f64).powi(exponent as i32).to_bits())
    }
}

/// Truncation towards zero; an out-of-range value becomes the number with only the top bit set.
fn indefinite(from: u8, to: u8, signed: bool, float: &str) -> String {
    // 2^128 does not fit 32 bits and becomes infinity, which is an equivalent limit.
    let limit = power(from, u32::from(to) - u32::from(signed));
    let least = if signed { limit | sign_bit(from) } else { 0 };
    let (least, limit) = (of_bits(from, &literal(from, least)), of_bits(from, &literal(from, limit)));
    let whole = format!("(fp.roundToIntegral RTZ {float})");
    let convert = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
    let outside = literal(to, sign_bit(to));
    format!("(ite (and (fp.geq {whole} {least}) (fp.lt {whole} {limit})) ((_ {convert} {to}) RTZ {float}) {outside})")
}
