//! Another member of the same record, another global: what was meant instead of the one that was written.

use whydunit_machine::Edit;
use whydunit_program::{Inst, LocalId, Slot, Type, TypeId};

use crate::templates::expression::{Found, OTHERS};
use crate::templates::operand_type::Typed;
use crate::templates::rewrite::SourceChange;

/// So many variables are tried in place of something that has no name of its own.
const INSTEAD: usize = 4;

impl Found<'_> {
    /// Other members and globals of the same type.
    pub(crate) fn members(&mut self, inst: Inst) {
        match inst {
            Inst::Offset { dst, a, offset } if offset > 0 => {
                for (other, rewrite) in self.siblings(self.typed().pointee(a), offset as u32) {
                    self.replace(Inst::Offset { dst, a, offset: other as i32 }, rewrite);
                }
            }
            Inst::LoadLocal { bytes, dst, local, offset } => {
                for (other, rewrite) in self.siblings(self.variable_type(local), offset) {
                    self.replace(Inst::LoadLocal { bytes, dst, local, offset: other }, rewrite);
                }
            }
            Inst::StoreLocal { bytes, val, local, offset } => {
                for (other, rewrite) in self.siblings(self.variable_type(local), offset) {
                    self.replace(Inst::StoreLocal { bytes, val, local, offset: other }, rewrite);
                }
            }
            Inst::Load { addr, .. } | Inst::Store { addr, .. } => {
                self.first_member(addr);
                self.globals(inst, addr);
            }
            _ => {}
        }
    }

    /// A variable of the function in place of what is read through a pointer, or of a member.
    pub(crate) fn variables_instead(&mut self, inst: Inst) {
        let (ty, bytes, dst) = match inst {
            Inst::Load { bytes, dst, addr } => (self.typed().pointee(addr), bytes, dst),
            Inst::LoadLocal { bytes, dst, local, offset } => {
                let whole = self.variable_type(local).filter(|&ty| !self.same_type(Some(ty), Some(ty)));
                (whole.and_then(|ty| self.typed().part(ty, u64::from(offset))), bytes, dst)
            }
            _ => return,
        };
        let fits = |v: &&whydunit_program::Variable| {
            !v.indirect
                && self.same_type(v.ty, ty)
                && v.ty.is_some_and(|ty| self.program.types.size(ty) == u64::from(bytes))
        };
        let (from, member) = self.member_name(inst).unwrap_or_default();
        let mut others: Vec<_> =
            self.function.variables.iter().filter(fits).map(|v| (v.local, v.name.clone())).collect();
        // Who writes `a.size` for `size` is not far off.
        others.sort_by_key(|(_, name)| *name != member);
        for (local, to) in others.into_iter().take(INSTEAD) {
            let from = from.clone();
            self.replace(Inst::LoadLocal { bytes, dst, local, offset: 0 }, SourceChange::Variable { from, to });
        }
    }

    /// A member of a variable, as it is written, and its own name.
    pub(crate) fn member_name(&self, inst: Inst) -> Option<(String, String)> {
        let Inst::LoadLocal { local, offset, .. } = inst else { return None };
        let variable = self.function.variables.iter().find(|v| v.local == local && !v.indirect)?;
        let types = &self.program.types;
        let Type::Record { fields, .. } = types.get(types.bare(variable.ty?)) else { return None };
        let field = fields.iter().find(|f| f.bit_offset == u64::from(offset) * 8 && f.bit_size.is_none())?;
        Some((format!("{}.{}", variable.name, field.name), field.name.clone()))
    }

    /// The first member of a record has the record's address.
    pub(crate) fn first_member(&mut self, addr: Slot) {
        if matches!(self.definition(addr), Some(Inst::Offset { .. } | Inst::LocalAddr { .. })) {
            return;
        }
        for (offset, rewrite) in self.siblings(self.typed().pointee(addr), 0) {
            self.add(Edit::Before(Inst::Offset { dst: addr, a: addr, offset: offset as i32 }), 0, rewrite);
        }
    }

    pub(crate) fn globals(&mut self, inst: Inst, addr: Slot) {
        let Some(spare) = self.function.spare else { return };
        let Some(&address) = self.function.constants.get(addr as usize) else { return };
        let Some(own) = self.program.global_at(address).map(|id| &self.program.globals[id.0 as usize]) else { return };
        let Some(from) = own.variable.clone().filter(|_| own.address == address) else { return };
        let program = self.program;
        let others = program.globals.iter().filter(|g| g.address != address && self.same_type(g.ty, own.ty));
        let others: Vec<(u64, String)> =
            others.filter_map(|g| g.variable.clone().map(|name| (g.address, name))).take(OTHERS).collect();
        for (constant, to) in others {
            let changed = match inst {
                Inst::Load { bytes, dst, .. } => Inst::Load { bytes, dst, addr: spare },
                Inst::Store { bytes, val, .. } => Inst::Store { bytes, val, addr: spare },
                other => other,
            };
            self.add(Edit::Replace(changed), constant, SourceChange::Variable { from: from.clone(), to });
        }
    }

    /// The other members, of the same type, of the record of this type that has a member at the offset.
    pub(crate) fn siblings(&self, record: Option<TypeId>, offset: u32) -> Vec<(u32, SourceChange)> {
        let types = &self.program.types;
        let Some(Type::Record { fields, .. }) = record.map(|t| types.get(types.bare(t))) else { return Vec::new() };
        let at = |f: &whydunit_program::Field| f.bit_offset == u64::from(offset) * 8 && f.bit_size.is_none();
        let Some(own) = fields.iter().find(|f| at(f)) else { return Vec::new() };
        let same = |f: &&whydunit_program::Field| {
            !at(f) && f.bit_size.is_none() && !f.name.is_empty() && self.same_type(Some(f.ty), Some(own.ty))
        };
        let others = fields.iter().filter(same).take(OTHERS);
        let rewrite = |to: &str| SourceChange::Variable { from: own.name.clone(), to: to.to_string() };
        others.map(|f| ((f.bit_offset / 8) as u32, rewrite(&f.name))).collect()
    }

    pub(crate) fn variable_type(&self, local: LocalId) -> Option<TypeId> {
        self.typed().variable(local)
    }

    /// The instruction that gives a slot its value, before this place.
    pub(crate) fn definition(&self, slot: Slot) -> Option<Inst> {
        self.typed().definition(slot)
    }

    /// What the declarations tell about slots at this place.
    pub(crate) fn typed(&self) -> Typed<'_> {
        Typed { program: self.program, function: self.function, at: self.site.inst }
    }
}
