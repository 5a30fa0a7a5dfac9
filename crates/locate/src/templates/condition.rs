//! A condition that is negated, always true, or always false.

use whydunit_program::Inst;

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let Inst::Branch { cond, then, other } = inst else { return };
    proposals.replace(Inst::Branch { cond, then: other, other: then }, SourceChange::Negated);
    proposals.replace(Inst::Jump { to: then }, SourceChange::Always(true));
    proposals.replace(Inst::Jump { to: other }, SourceChange::Always(false));
}
