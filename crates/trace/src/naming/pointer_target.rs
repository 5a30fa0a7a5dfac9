//! The targets of pointers inside structs and arrays, since a plain address tells the reader nothing.

use whydunit_machine::Machine;
use whydunit_program::{Program, Type, TypeId, Types};

use crate::naming::pointee::pointed;

/// The target of a pointer inside a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its address.
    pub address: u64,
    /// The characters there, up to and including the terminating 0.
    pub text: Vec<Option<u8>>,
    /// The variable there, or a part of one.
    pub name: Option<String>,
}

/// Limit on the pointers followed in one value.
const MOST: usize = 32;
/// Limit on the characters kept of a text.
const TEXT: u64 = 256;

impl Target {
    /// The targets of the pointers in `bytes`, which hold a row of values of type `ty`.
    pub(crate) fn inside<W>(
        program: &Program,
        machine: &mut Machine<W>,
        ty: TypeId,
        bytes: &[Option<u8>],
    ) -> Vec<Target> {
        let (types, mut pointers) = (&program.types, Vec::new());
        for element in bytes.chunks(types.size(ty).max(1) as usize) {
            collect(types, ty, element, &mut pointers);
        }
        let target = |(ty, address): (TypeId, u64)| {
            let text = if is_text(types, ty) { text(machine, address) } else { Vec::new() };
            Target { address, text, name: pointed(program, machine, Some(ty), address) }
        };
        pointers.into_iter().map(target).filter(|t| !t.text.is_empty() || t.name.is_some()).collect()
    }
}

/// The pointers in the bytes of a value, except null pointers, with their types.
fn collect(types: &Types, ty: TypeId, bytes: &[Option<u8>], found: &mut Vec<(TypeId, u64)>) {
    match types.get(types.bare(ty)) {
        _ if found.len() >= MOST => {}
        Type::Pointer { .. } => {
            let word: Option<Vec<u8>> = bytes.iter().copied().collect();
            let word = word.and_then(|word| word.try_into().ok()).map(u64::from_le_bytes);
            found.extend(word.filter(|&word| word != 0).map(|word| (ty, word)));
        }
        Type::Array { element, .. } => {
            let size = types.size(*element).max(1) as usize;
            bytes.chunks(size).for_each(|bytes| collect(types, *element, bytes, found));
        }
        Type::Record { fields, union: false, .. } => {
            for field in fields.iter().filter(|field| field.bit_size.is_none()) {
                let start = (field.bit_offset / 8) as usize;
                if let Some(bytes) = bytes.get(start..start + types.size(field.ty) as usize) {
                    collect(types, field.ty, bytes, found);
                }
            }
        }
        _ => {}
    }
}

/// Is the type a pointer to characters?
fn is_text(types: &Types, ty: TypeId) -> bool {
    let Type::Pointer { to } = types.get(types.bare(ty)) else { return false };
    matches!(types.get(types.bare(*to)), Type::Int { character: true, .. })
}

/// The characters at an address up to the terminating 0, as far as they are readable.
fn text<W>(machine: &mut Machine<W>, address: u64) -> Vec<Option<u8>> {
    let mut found = Vec::new();
    for byte in (0..TEXT).map_while(|i| machine.inspect(address.wrapping_add(i), 1)).flatten() {
        found.push(byte);
        if byte == Some(0) {
            break;
        }
    }
    found
}
