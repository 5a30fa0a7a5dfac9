//! The element or member next to the one that is accessed through a pointer.

use whydunit_machine::Edit;
use whydunit_program::Inst;

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let (Inst::Load { bytes, addr, .. } | Inst::Store { bytes, addr, .. }) = inst else { return };
    let defines = |i: &&Inst| i.defs().is_some_and(|d| d.first == addr);
    let definition = proposals.function.insts[..proposals.site.inst as usize].iter().rev().find(defines);
    if let Some(Inst::Load { .. } | Inst::LoadLocal { .. } | Inst::Offset { .. }) = definition {
        for by in [1i32, -1] {
            let step = Inst::Offset { dst: addr, a: addr, offset: by * i32::from(bytes) };
            proposals.add(Edit::Before(step), 0, SourceChange::Element(i64::from(by)));
        }
    }
}
