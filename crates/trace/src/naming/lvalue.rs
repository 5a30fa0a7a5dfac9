//! Named objects in memory, including bit-fields.

use whydunit_machine::{Machine, World};
use whydunit_program::{Program, Type, TypeId};

/// A named object in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lvalue {
    /// Its name in C, with the current indices.
    pub text: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// Its address; for a bit-field that of the first byte with some of its bits.
    pub address: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Number of elements of type `ty`, if this is a row of them rather than one object.
    pub elements: Option<u64>,
    /// The bits of a bit-field among those bytes.
    pub bits: Option<Bits>,
    /// For an object reached through a pointer: the name of the variable (or part of one) that it is.
    pub denotes: Option<String>,
}

/// The bits of a bit-field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// Index of the lowest bit, counted from the first byte.
    pub shift: u32,
    /// Number of bits.
    pub width: u32,
}

/// Assumed size of an object of unknown type: that of the most common type, `int`.
const UNKNOWN: u64 = 4;

impl Lvalue {
    /// A whole object of a type.
    pub fn new(program: &Program, text: String, ty: Option<TypeId>, address: u64) -> Lvalue {
        let size = ty.map_or(UNKNOWN, |t| program.types.size(t)).max(1);
        Lvalue { text, ty, address, size, elements: None, bits: None, denotes: None }
    }

    /// Extends an array of unknown length to the end of the containing object.
    pub fn measured<W: World>(self, program: &Program, machine: &mut Machine<W>) -> Lvalue {
        let types = &program.types;
        let Some(&Type::Array { element, count: 0 }) = self.ty.map(|ty| types.get(types.bare(ty))) else { return self };
        let one = types.size(element);
        let end = machine.object_at(self.address).map_or(0, |note| note.start + note.size);
        match end.saturating_sub(self.address).checked_div(one) {
            None | Some(0) => self,
            Some(count) => Lvalue { ty: Some(element), elements: Some(count), size: count * one, ..self },
        }
    }

    /// A row of elements of a type.
    pub fn row(program: &Program, text: String, ty: Option<TypeId>, address: u64, elements: u64) -> Lvalue {
        let one = Lvalue::new(program, text, ty, address);
        Lvalue { size: one.size * elements, elements: Some(elements), ..one }
    }

    /// A bit-field of a type.
    pub fn bit_field(text: String, ty: Option<TypeId>, address: u64, bits: Bits) -> Lvalue {
        let size = u64::from((bits.shift + bits.width).div_ceil(8)).max(1);
        Lvalue { text, ty, address, size, elements: None, bits: Some(bits), denotes: None }
    }
}

impl Bits {
    /// A word with the bits of the bit-field replaced.
    pub fn put(self, word: u64, value: u64) -> u64 {
        let mask = (u64::MAX >> (64 - self.width.clamp(1, 64))).checked_shl(self.shift).unwrap_or(0);
        (word & !mask) | (value.checked_shl(self.shift).unwrap_or(0) & mask)
    }

    /// The value of a bit-field as bytes of its type. `held` contains the bytes with its bits, each with the mask of
    /// uninitialised bits.
    pub(crate) fn spread(self, program: &Program, ty: Option<TypeId>, held: &[(u8, u8)]) -> Vec<Option<u8>> {
        let join = |of: fn(&(u8, u8)) -> u8| held.iter().rev().fold(0u128, |all, byte| all << 8 | u128::from(of(byte)));
        let spare = 128 - self.width.clamp(1, 128);
        let cut = |all: u128| ((all >> self.shift) << spare) as i128;
        let size = ty.map_or(UNKNOWN, |t| program.types.size(t)).clamp(1, 16) as usize;
        if cut(join(|byte| byte.1)) != 0 {
            return vec![None; size];
        }
        let types = &program.types;
        let signed = ty.is_some_and(|t| match types.get(types.bare(t)) {
            Type::Int { signed, .. } | Type::Enum { signed, .. } => *signed,
            _ => false,
        });
        let bits = cut(join(|byte| byte.0));
        let value = if signed { (bits >> spare) as u128 } else { bits as u128 >> spare };
        value.to_le_bytes()[..size].iter().copied().map(Some).collect()
    }
}

/// The current bytes of an object, at most `most`; empty if they are not accessible.
pub(crate) fn bytes_of<W>(program: &Program, machine: &mut Machine<W>, lvalue: &Lvalue, most: u64) -> Vec<Option<u8>> {
    match lvalue.bits {
        Some(bits) => {
            let held: Option<Vec<(u8, u8)>> =
                (0..lvalue.size).map(|i| machine.inspect_bits(lvalue.address.wrapping_add(i))).collect();
            held.map_or_else(Vec::new, |held| bits.spread(program, lvalue.ty, &held))
        }
        None => machine.inspect(lvalue.address, lvalue.size.clamp(1, most) as usize).unwrap_or_default(),
    }
}
