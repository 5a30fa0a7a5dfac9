//! Another member of the same record, another global: what was meant instead of the one that was written.

use whydunit_machine::Edit;
use whydunit_program::{Inst, LocalId, Slot, Type, TypeId};

use super::{Found, OTHERS};
use crate::rewrite::Rewrite;

/// So many variables are tried in place of something that has no name of its own.
const INSTEAD: usize = 4;
/// Types of expressions nested deeper are not looked for.
const DEPTH: u32 = 8;

impl Found<'_> {
    /// Other members and globals of the same type.
    pub(super) fn members(&mut self, inst: Inst) {
        match inst {
            Inst::Offset { dst, a, offset } if offset > 0 => {
                for (other, rewrite) in self.siblings(self.pointee(a, DEPTH), offset as u32) {
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
    pub(super) fn variables_instead(&mut self, inst: Inst) {
        let (ty, bytes, dst) = match inst {
            Inst::Load { bytes, dst, addr } => (self.pointee(addr, DEPTH), bytes, dst),
            Inst::LoadLocal { bytes, dst, local, offset } => {
                let whole = self.variable_type(local).filter(|&ty| !self.same_type(Some(ty), Some(ty)));
                (whole.and_then(|ty| self.part(ty, u64::from(offset))), bytes, dst)
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
            self.replace(Inst::LoadLocal { bytes, dst, local, offset: 0 }, Rewrite::Variable { from, to });
        }
    }

    /// A member of a variable, as it is written, and its own name.
    fn member_name(&self, inst: Inst) -> Option<(String, String)> {
        let Inst::LoadLocal { local, offset, .. } = inst else { return None };
        let variable = self.function.variables.iter().find(|v| v.local == local && !v.indirect)?;
        let types = &self.program.types;
        let Type::Record { fields, .. } = types.get(types.bare(variable.ty?)) else { return None };
        let field = fields.iter().find(|f| f.bit_offset == u64::from(offset) * 8 && f.bit_size.is_none())?;
        Some((format!("{}.{}", variable.name, field.name), field.name.clone()))
    }

    /// The first member of a record has the record's address.
    fn first_member(&mut self, addr: Slot) {
        if matches!(self.definition(addr), Some(Inst::Offset { .. } | Inst::LocalAddr { .. })) {
            return;
        }
        for (offset, rewrite) in self.siblings(self.pointee(addr, DEPTH), 0) {
            self.add(Edit::Before(Inst::Offset { dst: addr, a: addr, offset: offset as i32 }), 0, rewrite);
        }
    }

    fn globals(&mut self, inst: Inst, addr: Slot) {
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
            self.add(Edit::Replace(changed), constant, Rewrite::Variable { from: from.clone(), to });
        }
    }

    /// The other members, of the same type, of the record of this type that has a member at the offset.
    fn siblings(&self, record: Option<TypeId>, offset: u32) -> Vec<(u32, Rewrite)> {
        let types = &self.program.types;
        let Some(Type::Record { fields, .. }) = record.map(|t| types.get(types.bare(t))) else { return Vec::new() };
        let at = |f: &whydunit_program::Field| f.bit_offset == u64::from(offset) * 8 && f.bit_size.is_none();
        let Some(own) = fields.iter().find(|f| at(f)) else { return Vec::new() };
        let same = |f: &&whydunit_program::Field| {
            !at(f) && f.bit_size.is_none() && !f.name.is_empty() && self.same_type(Some(f.ty), Some(own.ty))
        };
        let others = fields.iter().filter(same).take(OTHERS);
        let rewrite = |to: &str| Rewrite::Variable { from: own.name.clone(), to: to.to_string() };
        others.map(|f| ((f.bit_offset / 8) as u32, rewrite(&f.name))).collect()
    }

    fn variable_type(&self, local: LocalId) -> Option<TypeId> {
        self.function.variables.iter().find(|v| v.local == local && !v.indirect)?.ty
    }

    /// The instruction that gives a slot its value, before this place.
    pub(super) fn definition(&self, slot: Slot) -> Option<Inst> {
        let defines = |inst: &&Inst| inst.defs().is_some_and(|d| (d.first..d.first + d.count).contains(&slot));
        self.function.insts[..self.site.inst as usize].iter().rev().find(defines).copied()
    }

    /// The type of what the address in a slot points to, as far as the declarations tell.
    fn pointee(&self, slot: Slot, depth: u32) -> Option<TypeId> {
        if depth == 0 {
            return None;
        }
        if let Some(&address) = self.function.constants.get(slot as usize) {
            let global = &self.program.globals[self.program.global_at(address)?.0 as usize];
            return self.part(global.ty?, address - global.address);
        }
        match self.definition(slot)? {
            Inst::LocalAddr { local, offset, .. } => self.part(self.variable_type(local)?, u64::from(offset)),
            Inst::Offset { a, offset, .. } if offset >= 0 => self.part(self.pointee(a, depth - 1)?, offset as u64),
            Inst::Index { a, .. } => self.element(self.pointee(a, depth - 1)?),
            Inst::Load { addr, .. } => self.target(self.pointee(addr, depth - 1)?),
            Inst::LoadLocal { local, offset, .. } => {
                let ty = self.variable_type(local)?;
                self.target(self.part(ty, u64::from(offset))?)
            }
            Inst::Move { a, .. } => self.pointee(a, depth - 1),
            _ => None,
        }
    }

    /// What a pointer of this type points to; of a record's first member.
    fn target(&self, ty: TypeId) -> Option<TypeId> {
        let types = &self.program.types;
        match types.get(types.bare(ty)) {
            Type::Pointer { to } => Some(*to),
            Type::Record { fields, .. } => self.target(fields.first()?.ty),
            _ => None,
        }
    }

    fn element(&self, ty: TypeId) -> Option<TypeId> {
        let types = &self.program.types;
        match types.get(types.bare(ty)) {
            Type::Array { element, .. } => Some(*element),
            _ => Some(ty),
        }
    }

    /// The type of what lies at an offset in something of this type: at 0 the whole.
    fn part(&self, ty: TypeId, offset: u64) -> Option<TypeId> {
        let types = &self.program.types;
        if offset == 0 {
            return Some(ty);
        }
        match types.get(types.bare(ty)) {
            Type::Record { fields, .. } => {
                let field = fields.iter().rfind(|f| f.bit_offset / 8 <= offset)?;
                self.part(field.ty, offset - field.bit_offset / 8)
            }
            Type::Array { element, .. } => self.part(*element, offset % types.size(*element).max(1)),
            _ => None,
        }
    }
}
