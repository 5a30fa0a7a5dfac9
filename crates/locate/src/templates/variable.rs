//! Another variable of the function in place of a variable.

use whydunit_program::{Inst, LocalId, Variable};

use crate::templates::proposals::{MAX_ALTERNATIVES, Proposals};
use crate::templates::source_change::SourceChange;

/// Variables that are tried in place of one.
const MAX_VARIABLES: usize = MAX_ALTERNATIVES + 2;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    if proposals.function.spare.is_none() {
        return;
    }
    match inst {
        Inst::LoadLocal { bytes, dst, local, offset: 0 } => {
            for (other, change) in other_variables(proposals, local) {
                proposals.replace(Inst::LoadLocal { bytes, dst, local: other, offset: 0 }, change);
            }
        }
        Inst::StoreLocal { bytes, val, local, offset: 0 } if !proposals.function.is_parameter(val) => {
            for (other, change) in other_variables(proposals, local) {
                proposals.replace(Inst::StoreLocal { bytes, val, local: other, offset: 0 }, change);
            }
        }
        _ => {}
    }
}

/// Other variables of the same type.
fn other_variables(proposals: &Proposals, local: LocalId) -> Vec<(LocalId, SourceChange)> {
    let variables = &proposals.function.variables;
    let Some(own) = variables.iter().find(|v| v.local == local && !v.indirect) else { return Vec::new() };
    let same =
        |v: &&Variable| v.local != local && !v.indirect && proposals.same_type(v.ty, own.ty) && v.name != own.name;
    let others = variables.iter().filter(same).take(MAX_VARIABLES);
    others.map(|v| (v.local, SourceChange::Variable { from: own.name.clone(), to: v.name.clone() })).collect()
}
