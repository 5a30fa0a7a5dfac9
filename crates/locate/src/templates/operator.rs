//! Other arithmetic and bitwise operators on the same operands.

use whydunit_program::Inst;

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange::Operator;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    match inst {
        Inst::Add(b) => {
            proposals.replace(Inst::Sub(b), Operator("-"));
            proposals.replace(Inst::Mul(b), Operator("*"));
        }
        Inst::Sub(b) => proposals.replace(Inst::Add(b), Operator("+")),
        Inst::Mul(b) => {
            proposals.replace(Inst::Add(b), Operator("+"));
            proposals.replace(Inst::SDiv(b), Operator("/"));
        }
        Inst::SDiv(b) | Inst::UDiv(b) => {
            proposals.replace(Inst::SRem(b), Operator("%"));
            proposals.replace(Inst::Mul(b), Operator("*"));
        }
        Inst::SRem(b) | Inst::URem(b) => proposals.replace(Inst::SDiv(b), Operator("/")),
        Inst::And(b) | Inst::Or(b) | Inst::Xor(b) => {
            proposals.replace(Inst::And(b), Operator("&"));
            proposals.replace(Inst::Or(b), Operator("|"));
            proposals.replace(Inst::Xor(b), Operator("^"));
        }
        Inst::Shl(b) => proposals.replace(Inst::LShr(b), Operator(">>")),
        Inst::LShr(b) | Inst::AShr(b) => proposals.replace(Inst::Shl(b), Operator("<<")),
        Inst::FAdd(b) => {
            proposals.replace(Inst::FSub(b), Operator("-"));
            proposals.replace(Inst::FMul(b), Operator("*"));
        }
        Inst::FSub(b) => proposals.replace(Inst::FAdd(b), Operator("+")),
        Inst::FMul(b) => {
            proposals.replace(Inst::FDiv(b), Operator("/"));
            proposals.replace(Inst::FAdd(b), Operator("+"));
        }
        Inst::FDiv(b) => proposals.replace(Inst::FMul(b), Operator("*")),
        _ => {}
    }
}
