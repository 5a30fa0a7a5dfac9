//! Signed in place of unsigned, and the opposite.

use whydunit_program::Inst;

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange::Signedness;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    match inst {
        Inst::SLt(b) => proposals.replace(Inst::ULt(b), Signedness),
        Inst::ULt(b) => proposals.replace(Inst::SLt(b), Signedness),
        Inst::SExt { dst, a, .. } => proposals.replace(Inst::Move { dst, a }, Signedness),
        _ => {}
    }
}
