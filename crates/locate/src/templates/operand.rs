//! Operands in the opposite order, or only one of them.

use whydunit_program::{Bin, Inst};

use crate::templates::proposals::Proposals;
use crate::templates::source_change::{Side, SourceChange};

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let swapped = |b: Bin| Bin { a: b.b, b: b.a, ..b };
    match inst {
        Inst::Sub(b) => proposals.replace(Inst::Sub(swapped(b)), SourceChange::Swapped),
        Inst::SDiv(b) | Inst::UDiv(b) => proposals.replace(Inst::SDiv(swapped(b)), SourceChange::Swapped),
        Inst::FSub(b) => proposals.replace(Inst::FSub(swapped(b)), SourceChange::Swapped),
        Inst::FDiv(b) => proposals.replace(Inst::FDiv(swapped(b)), SourceChange::Swapped),
        _ => {}
    }
    if let Some((_, b)) = inst.as_bin().filter(|(_, b)| is_computation(inst) && b.w <= 64) {
        proposals.replace(Inst::Move { dst: b.dst, a: b.a }, SourceChange::Operand(Side::Left));
        proposals.replace(Inst::Move { dst: b.dst, a: b.b }, SourceChange::Operand(Side::Right));
    }
}

/// Is it an arithmetic or bitwise operation, not a comparison?
fn is_computation(inst: Inst) -> bool {
    use Inst::{AShr, Add, And, FAdd, FDiv, FMul, FSub, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
    let is_integer = matches!(inst, Add(_) | Sub(_) | Mul(_) | SDiv(_) | UDiv(_) | SRem(_) | URem(_));
    let is_bitwise = matches!(inst, And(_) | Or(_) | Xor(_) | Shl(_) | LShr(_) | AShr(_));
    is_integer || is_bitwise || matches!(inst, FAdd(_) | FSub(_) | FMul(_) | FDiv(_))
}
