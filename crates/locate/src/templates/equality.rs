//! `==` in place of `=`, where the value of an assignment is tested.

use whydunit_machine::Edit;
use whydunit_program::{Bin, Inst, Slot};

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let at = proposals.site.inst as usize;
    let (Inst::StoreLocal { val, bytes, .. } | Inst::Store { val, bytes, .. }) = inst else { return };
    let Some(dst) = tested(proposals, val).filter(|_| bytes <= 8) else { return };
    let load = match inst {
        Inst::StoreLocal { local, offset, .. } => Inst::LoadLocal { bytes, dst, local, offset },
        Inst::Store { addr, .. } => Inst::Load { bytes, dst, addr },
        _ => return,
    };
    if proposals.function.locs[at].line == proposals.function.locs[at + 1].line {
        let equal = Inst::Eq(Bin { w: bytes * 8, dst, a: dst, b: val });
        proposals.add(Edit::Two([load, equal]), 0, SourceChange::Equality);
    }
}

/// The slot with the truth of a value, if the next instruction computes that and the one after it branches on it.
fn tested(proposals: &Proposals, val: Slot) -> Option<Slot> {
    let [next, decision, ..] = proposals.function.insts[proposals.site.inst as usize + 1..] else { return None };
    let dst = match next {
        Inst::Ne(b) if b.a == val && proposals.number(b.b) == Some(0) => b.dst,
        // The compiler has evaluated the truth of a constant.
        Inst::Move { dst, .. } if proposals.number(val).is_some() => dst,
        _ => return None,
    };
    matches!(decision, Inst::Branch { cond, .. } if cond == dst).then_some(dst)
}
