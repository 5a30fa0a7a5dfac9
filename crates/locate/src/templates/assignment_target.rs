//! Targets of inserted assignments, the values assigned, and the instructions for them.

use std::collections::BTreeSet;

use whydunit_program::{Bin, Inst, LocalId, Slot, Type, TypeId, Types};

use crate::templates::read_locations::Location;

/// A target to which a function can assign.
pub(crate) struct Target {
    pub(crate) access: Access,
    pub(crate) bytes: u8,
    pub(crate) ty: TypeId,
    pub(crate) name: String,
    pub(crate) location: Location,
    /// Constants that the program assigns to it elsewhere.
    pub(crate) constants: BTreeSet<i64>,
}

/// How a function accesses a target.
#[derive(Clone, Copy)]
pub(crate) enum Access {
    Local(LocalId, u32),
    Global(u64),
    /// A member of the record to which a variable points.
    Pointee(LocalId, u32),
}

/// The value of an inserted assignment.
pub(crate) enum AssignedValue {
    Number(i64),
    /// A step of the target, and the same step in bytes for a pointer.
    Plus(i64, i32),
    Variable(LocalId, String),
    PlusVariable(LocalId, String),
}

impl Target {
    /// An assignment to it in C syntax.
    pub(crate) fn text(&self, types: &Types, value: &AssignedValue) -> String {
        let name = &self.name;
        match (value, types.get(types.bare(self.ty))) {
            (AssignedValue::Plus(1, _), _) => format!("{name}++"),
            (AssignedValue::Plus(..), _) => format!("{name}--"),
            (AssignedValue::Variable(_, other), _) => format!("{name} = {other}"),
            (AssignedValue::PlusVariable(_, other), _) => format!("{name} += {other}"),
            (AssignedValue::Number(0), Type::Pointer { .. }) => format!("{name} = NULL"),
            (AssignedValue::Number(number), Type::Enum { enumerators, .. }) => {
                let called = enumerators.iter().find(|e| e.value == *number);
                format!("{name} = {}", called.map_or_else(|| number.to_string(), |e| e.name.clone()))
            }
            (AssignedValue::Number(number), _) => format!("{name} = {number}"),
        }
    }
}

/// The slots that an inserted assignment may use.
#[derive(Clone, Copy)]
pub(crate) struct AssignmentSlots {
    /// Holds the constant of the patch.
    pub(crate) spare: Slot,
    pub(crate) word: Slot,
    pub(crate) address: Slot,
}

impl AssignmentSlots {
    /// The instructions of an assignment, and the constant that they need.
    pub(crate) fn assign(&self, target: &Target, value: &AssignedValue) -> Option<(Vec<Inst>, u64)> {
        let AssignmentSlots { spare, word, address } = *self;
        let bytes = target.bytes;
        let mut insts = Vec::new();
        let (addr, mut constant) = match target.access {
            Access::Global(at) => (spare, at),
            Access::Local(..) => (address, 0),
            Access::Pointee(local, offset) => {
                insts.push(Inst::LoadLocal { bytes: 8, dst: address, local, offset: 0 });
                insts.push(Inst::Offset { dst: address, a: address, offset: offset as i32 });
                (address, 0)
            }
        };
        let old = match target.access {
            Access::Local(local, offset) => Inst::LoadLocal { bytes, dst: word, local, offset },
            _ => Inst::Load { bytes, dst: word, addr },
        };
        let sum = |b: Slot| Bin { w: 64, dst: word, a: word, b };
        let mut val = word;
        match (value, target.access) {
            (AssignedValue::Plus(_, by), _) => insts.extend([old, Inst::Offset { dst: word, a: word, offset: *by }]),
            (AssignedValue::Variable(local, _), _) => {
                insts.push(Inst::LoadLocal { bytes, dst: word, local: *local, offset: 0 });
            }
            // The address takes the slot that the other operand would need.
            (AssignedValue::PlusVariable(..), Access::Pointee(..)) => return None,
            (AssignedValue::PlusVariable(local, _), _) => {
                let other = Inst::LoadLocal { bytes, dst: address, local: *local, offset: 0 };
                insts.extend([old, other, Inst::Add(sum(address))]);
            }
            (AssignedValue::Number(number), Access::Global(_)) => {
                let zero = Inst::Sub(Bin { w: 64, dst: word, a: spare, b: spare });
                insts.extend([zero, Inst::Offset { dst: word, a: word, offset: i32::try_from(*number).ok()? }]);
            }
            (AssignedValue::Number(number), _) => (val, constant) = (spare, *number as u64),
        }
        insts.push(match target.access {
            Access::Local(local, offset) => Inst::StoreLocal { bytes, val, local, offset },
            _ => Inst::Store { bytes, val, addr },
        });
        Some((insts, constant))
    }
}
