//! The types of the addresses with which a function computes, as far as declarations show them.

use whydunit_program::{Field, Function, Inst, LocalId, Program, Slot, Type, TypeId, Types};

/// Levels of nested expressions that are searched.
const MAX_DEPTH: u32 = 8;

/// A function before one of its instructions.
#[derive(Clone, Copy)]
pub(crate) struct Typed<'a> {
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    pub(crate) at: u32,
}

impl<'a> Typed<'a> {
    /// The type of the variable in a local.
    pub(crate) fn variable(self, local: LocalId) -> Option<TypeId> {
        self.function.variables.iter().find(|v| v.local == local && !v.indirect)?.ty
    }

    /// The instruction that defines a slot.
    pub(crate) fn definition(self, slot: Slot) -> Option<Inst> {
        let defines = |inst: &&Inst| inst.defs().is_some_and(|d| (d.first..d.first + d.count).contains(&slot));
        self.function.insts[..self.at as usize].iter().rev().find(defines).copied()
    }

    /// The type to which the address in a slot points.
    pub(crate) fn pointee(self, slot: Slot) -> Option<TypeId> {
        self.pointee_within(slot, MAX_DEPTH)
    }

    fn pointee_within(self, slot: Slot, depth: u32) -> Option<TypeId> {
        let inner = |slot: Slot| depth.checked_sub(1).and_then(|depth| self.pointee_within(slot, depth));
        if let Some(&address) = self.function.constants.get(slot as usize) {
            let global = &self.program.globals[self.program.global_at(address)?.0 as usize];
            return self.part(global.ty?, address - global.address);
        }
        match self.definition(slot)? {
            Inst::LocalAddr { local, offset, .. } => self.part(self.variable(local)?, u64::from(offset)),
            Inst::Offset { a, offset, .. } if offset >= 0 => self.part(inner(a)?, offset as u64),
            Inst::Index { a, .. } => Some(self.element(inner(a)?)),
            Inst::Load { addr, .. } => self.target(inner(addr)?),
            Inst::LoadLocal { local, offset, .. } => {
                let ty = self.variable(local)?;
                self.target(self.part(ty, u64::from(offset))?)
            }
            Inst::Move { a, .. } => inner(a),
            _ => None,
        }
    }

    /// The type to which a pointer points; for a record, to which its first member points.
    fn target(self, ty: TypeId) -> Option<TypeId> {
        let types = &self.program.types;
        match types.get(types.bare(ty)) {
            Type::Pointer { to } => Some(*to),
            Type::Record { fields, .. } => self.target(fields.first()?.ty),
            _ => None,
        }
    }

    fn element(self, ty: TypeId) -> TypeId {
        let types = &self.program.types;
        match types.get(types.bare(ty)) {
            Type::Array { element, .. } => *element,
            _ => ty,
        }
    }

    /// The type of the part of a type at an offset. At 0, this is the whole.
    pub(crate) fn part(self, ty: TypeId, offset: u64) -> Option<TypeId> {
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

    /// The record and the offset of the member that lies at the address in a slot.
    pub(crate) fn member(self, addr: Slot) -> Option<(TypeId, u32)> {
        let (record, offset) = match self.definition(addr) {
            Some(Inst::Offset { a, offset, .. }) => (self.pointee(a)?, u32::try_from(offset).ok()?),
            _ => (self.pointee(addr)?, 0),
        };
        let record = self.program.types.bare(record);
        field(self.program, record, offset).map(|_| (record, offset))
    }
}

/// The member of a record that begins at an offset and is no bit-field.
pub(crate) fn field(program: &Program, record: TypeId, offset: u32) -> Option<&Field> {
    let Type::Record { fields, union: false, .. } = program.types.get(program.types.bare(record)) else { return None };
    fields.iter().find(|f| f.bit_offset == u64::from(offset) * 8 && f.bit_size.is_none() && !f.name.is_empty())
}

/// Is a type `const`?
pub(crate) fn is_constant(types: &Types, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Qualified { qualifier, to } => *qualifier == "const" || is_constant(types, *to),
        Type::Typedef { to, .. } => is_constant(types, *to),
        _ => false,
    }
}
