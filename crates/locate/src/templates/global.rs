//! Another global variable in place of a global variable.

use whydunit_machine::Edit;
use whydunit_program::Inst;

use crate::templates::proposals::{MAX_ALTERNATIVES, Proposals};
use crate::templates::source_change::SourceChange;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let (Inst::Load { addr, .. } | Inst::Store { addr, .. }) = inst else { return };
    let (program, function) = (proposals.program, proposals.function);
    let Some(spare) = function.spare else { return };
    let Some(&address) = function.constants.get(addr as usize) else { return };
    let Some(own) = program.global_at(address).map(|id| &program.globals[id.0 as usize]) else { return };
    let Some(from) = own.variable.clone().filter(|_| own.address == address) else { return };
    let changed = match inst {
        Inst::Load { bytes, dst, .. } => Inst::Load { bytes, dst, addr: spare },
        Inst::Store { bytes, val, .. } => Inst::Store { bytes, val, addr: spare },
        other => other,
    };
    let others = program.globals.iter().filter(|g| g.address != address && proposals.same_type(g.ty, own.ty));
    let named = others.filter_map(|g| Some((g.address, g.variable.clone()?)));
    for (constant, to) in named.take(MAX_ALTERNATIVES).collect::<Vec<_>>() {
        proposals.add(Edit::Replace(changed), constant, SourceChange::Variable { from: from.clone(), to });
    }
}
