//! A variable of the function in place of a member, or of a value that is read through a pointer.

use whydunit_program::{Inst, Type, Variable};

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange;

/// Variables that are tried in one place.
const MAX_VARIABLES: usize = 4;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let (ty, bytes, dst) = match inst {
        Inst::Load { bytes, dst, addr } => (proposals.typed().pointee(addr), bytes, dst),
        Inst::LoadLocal { bytes, dst, local, offset } => {
            let whole = proposals.variable_type(local).filter(|&ty| !proposals.same_type(Some(ty), Some(ty)));
            (whole.and_then(|ty| proposals.typed().part(ty, u64::from(offset))), bytes, dst)
        }
        _ => return,
    };
    let types = &proposals.program.types;
    let fits = |v: &&Variable| {
        !v.indirect && proposals.same_type(v.ty, ty) && v.ty.is_some_and(|ty| types.size(ty) == u64::from(bytes))
    };
    let (from, member) = member_name(proposals, inst).unwrap_or_default();
    let mut others: Vec<_> =
        proposals.function.variables.iter().filter(fits).map(|v| (v.local, v.name.clone())).collect();
    // It is an easy mistake to write `a.size` for `size`.
    others.sort_by_key(|(_, name)| *name != member);
    for (local, to) in others.into_iter().take(MAX_VARIABLES) {
        let from = from.clone();
        proposals.replace(Inst::LoadLocal { bytes, dst, local, offset: 0 }, SourceChange::Variable { from, to });
    }
}

/// The member of a variable that is read: in C syntax, and its own name.
fn member_name(proposals: &Proposals, inst: Inst) -> Option<(String, String)> {
    let Inst::LoadLocal { local, offset, .. } = inst else { return None };
    let variable = proposals.function.variables.iter().find(|v| v.local == local && !v.indirect)?;
    let types = &proposals.program.types;
    let Type::Record { fields, .. } = types.get(types.bare(variable.ty?)) else { return None };
    let field = fields.iter().find(|f| f.bit_offset == u64::from(offset) * 8 && f.bit_size.is_none())?;
    Some((format!("{}.{}", variable.name, field.name), field.name.clone()))
}
