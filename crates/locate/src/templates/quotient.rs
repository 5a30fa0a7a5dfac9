//! A quotient of integers that is converted to a float and should keep its fraction.

use whydunit_machine::Edit;
use whydunit_program::{Bin, CastOp, Inst};

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let (Inst::Cast { op, from, to, dst, a }, Some(spare)) = (inst, proposals.function.spare) else { return };
    let (CastOp::SiToFp | CastOp::UiToFp, Some(Inst::SDiv(b) | Inst::UDiv(b))) = (op, proposals.definition(a)) else {
        return;
    };
    if to > 64 || from > 64 {
        return;
    }
    let divisor = Inst::Cast { op, from, to, dst: spare, a: b.b };
    let dividend = Inst::Cast { op, from, to, dst, a: b.a };
    let quotient = Inst::FDiv(Bin { w: to, dst, a: dst, b: spare });
    proposals.add(Edit::Three([divisor, dividend, quotient]), 0, SourceChange::Fraction);
}
