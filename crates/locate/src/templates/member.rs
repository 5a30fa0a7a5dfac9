//! Another member of the same record.

use whydunit_machine::Edit;
use whydunit_program::{Field, Inst, Slot, Type, TypeId};

use crate::templates::proposals::{MAX_ALTERNATIVES, Proposals};
use crate::templates::source_change::SourceChange;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    match inst {
        Inst::Offset { dst, a, offset } if offset > 0 => {
            for (other, change) in siblings(proposals, proposals.typed().pointee(a), offset as u32) {
                proposals.replace(Inst::Offset { dst, a, offset: other as i32 }, change);
            }
        }
        Inst::LoadLocal { bytes, dst, local, offset } => {
            for (other, change) in siblings(proposals, proposals.variable_type(local), offset) {
                proposals.replace(Inst::LoadLocal { bytes, dst, local, offset: other }, change);
            }
        }
        Inst::StoreLocal { bytes, val, local, offset } => {
            for (other, change) in siblings(proposals, proposals.variable_type(local), offset) {
                proposals.replace(Inst::StoreLocal { bytes, val, local, offset: other }, change);
            }
        }
        Inst::Load { addr, .. } | Inst::Store { addr, .. } => first_member(proposals, addr),
        _ => {}
    }
}

/// The first member of a record has the record's address: no instruction adds an offset to it.
fn first_member(proposals: &mut Proposals, addr: Slot) {
    if matches!(proposals.definition(addr), Some(Inst::Offset { .. } | Inst::LocalAddr { .. })) {
        return;
    }
    for (offset, change) in siblings(proposals, proposals.typed().pointee(addr), 0) {
        proposals.add(Edit::Before(Inst::Offset { dst: addr, a: addr, offset: offset as i32 }), 0, change);
    }
}

/// The other members of the record that have the type of the member at the offset.
fn siblings(proposals: &Proposals, record: Option<TypeId>, offset: u32) -> Vec<(u32, SourceChange)> {
    let types = &proposals.program.types;
    let Some(Type::Record { fields, .. }) = record.map(|t| types.get(types.bare(t))) else { return Vec::new() };
    let at = |f: &Field| f.bit_offset == u64::from(offset) * 8 && f.bit_size.is_none();
    let Some(own) = fields.iter().find(|f| at(f)) else { return Vec::new() };
    let same = |f: &&Field| {
        !at(f) && f.bit_size.is_none() && !f.name.is_empty() && proposals.same_type(Some(f.ty), Some(own.ty))
    };
    let others = fields.iter().filter(same).take(MAX_ALTERNATIVES);
    let change = |to: &str| SourceChange::Variable { from: own.name.clone(), to: to.to_string() };
    others.map(|f| ((f.bit_offset / 8) as u32, change(&f.name))).collect()
}
