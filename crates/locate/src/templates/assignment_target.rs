//! What can be assigned to, what to assign, and the instructions for it.

use std::collections::BTreeSet;

use whydunit_program::{Bin, Inst, LocalId, Slot, Type, TypeId, Types};

use crate::templates::read_locations::Key;

/// Something to which a function can assign.
pub(crate) struct Target {
    pub(crate) at: Place,
    pub(crate) bytes: u8,
    pub(crate) ty: TypeId,
    pub(crate) name: String,
    pub(crate) key: Key,
    /// Constants that it is given elsewhere.
    pub(crate) given: BTreeSet<i64>,
}

#[derive(Clone, Copy)]
pub(crate) enum Place {
    Local(LocalId, u32),
    Global(u64),
    /// A member of what a variable points to.
    Behind(LocalId, u32),
}

/// What is assigned.
pub(crate) enum Value {
    Number(i64),
    /// So much is added; a pointer goes so many bytes further.
    Plus(i64, i32),
    Variable(LocalId, String),
    PlusVariable(LocalId, String),
}

impl Target {
    /// An assignment to it, as it is written.
    pub(crate) fn text(&self, types: &Types, value: &Value) -> String {
        let name = &self.name;
        match (value, types.get(types.bare(self.ty))) {
            (Value::Plus(1, _), _) => format!("{name}++"),
            (Value::Plus(..), _) => format!("{name}--"),
            (Value::Variable(_, other), _) => format!("{name} = {other}"),
            (Value::PlusVariable(_, other), _) => format!("{name} += {other}"),
            (Value::Number(0), Type::Pointer { .. }) => format!("{name} = NULL"),
            (Value::Number(number), Type::Enum { enumerators, .. }) => {
                let called = enumerators.iter().find(|e| e.value == *number);
                format!("{name} = {}", called.map_or_else(|| number.to_string(), |e| e.name.clone()))
            }
            (Value::Number(number), _) => format!("{name} = {number}"),
        }
    }
}

/// The slots with which an assignment is made.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    pub(crate) spare: Slot,
    pub(crate) word: Slot,
    pub(crate) address: Slot,
}

impl Words {
    /// The instructions of an assignment, and the constant that they need.
    pub(crate) fn assign(&self, target: &Target, value: &Value) -> Option<(Vec<Inst>, u64)> {
        let Words { spare, word, address } = *self;
        let bytes = target.bytes;
        let mut insts = Vec::new();
        let (addr, mut constant) = match target.at {
            Place::Global(at) => (spare, at),
            Place::Local(..) => (address, 0),
            Place::Behind(local, offset) => {
                insts.push(Inst::LoadLocal { bytes: 8, dst: address, local, offset: 0 });
                insts.push(Inst::Offset { dst: address, a: address, offset: offset as i32 });
                (address, 0)
            }
        };
        let old = match target.at {
            Place::Local(local, offset) => Inst::LoadLocal { bytes, dst: word, local, offset },
            _ => Inst::Load { bytes, dst: word, addr },
        };
        let sum = |b: Slot| Bin { w: 64, dst: word, a: word, b };
        let mut val = word;
        match (value, target.at) {
            (Value::Plus(_, by), _) => insts.extend([old, Inst::Offset { dst: word, a: word, offset: *by }]),
            (Value::Variable(local, _), _) => {
                insts.push(Inst::LoadLocal { bytes, dst: word, local: *local, offset: 0 });
            }
            // There is no slot for it.
            (Value::PlusVariable(..), Place::Behind(..)) => return None,
            (Value::PlusVariable(local, _), _) => {
                let other = Inst::LoadLocal { bytes, dst: address, local: *local, offset: 0 };
                insts.extend([old, other, Inst::Add(sum(address))]);
            }
            (Value::Number(number), Place::Global(_)) => {
                let nothing = Inst::Sub(Bin { w: 64, dst: word, a: spare, b: spare });
                insts.extend([nothing, Inst::Offset { dst: word, a: word, offset: i32::try_from(*number).ok()? }]);
            }
            (Value::Number(number), _) => (val, constant) = (spare, *number as u64),
        }
        insts.push(match target.at {
            Place::Local(local, offset) => Inst::StoreLocal { bytes, val, local, offset },
            _ => Inst::Store { bytes, val, addr },
        });
        Some((insts, constant))
    }
}
