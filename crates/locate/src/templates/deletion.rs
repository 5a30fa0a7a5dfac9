//! A statement that should not be there.

use whydunit_program::{Callee, Inst};

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange::Deleted;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let function = proposals.function;
    if let Inst::Call { site } = inst {
        let call = &function.calls[site as usize];
        // The result of a deleted call would be undefined.
        if call.returns == 0 && !matches!(call.callee, Callee::Indirect(_)) {
            proposals.replace(Inst::Jump { to: call.next }, Deleted);
        }
    }
    let Some(spare) = function.spare else { return };
    let stores = match inst {
        Inst::StoreLocal { val, .. } => !function.is_parameter(val),
        Inst::Store { .. } | Inst::MemCopy { .. } | Inst::MemSet { .. } => true,
        _ => false,
    };
    if stores {
        proposals.replace(Inst::Move { dst: spare, a: spare }, Deleted);
    }
}
