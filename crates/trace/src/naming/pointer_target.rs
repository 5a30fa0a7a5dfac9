//! Where pointers lead that are members of a struct or elements of an array: an address alone says nothing.

use whydunit_machine::Machine;
use whydunit_program::{Program, Type, TypeId, Types};

use crate::naming::pointee::pointed;

/// What a pointer inside a value points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where it points to.
    pub address: u64,
    /// The characters there, with the 0 at their end.
    pub text: Vec<Option<u8>>,
    /// The variable there, or its part.
    pub name: Option<String>,
}

/// So many pointers of one value are followed.
const MOST: usize = 32;
/// So many characters are kept of a text.
const TEXT: u64 = 256;

impl Target {
    /// What the pointers inside of bytes point to that are so many of a type in a row.
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

/// The pointers in the bytes of a value that do not lead nowhere, with their types.
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

/// Does a pointer of a type point to characters?
fn is_text(types: &Types, ty: TypeId) -> bool {
    let Type::Pointer { to } = types.get(types.bare(ty)) else { return false };
    matches!(types.get(types.bare(*to)), Type::Int { character: true, .. })
}

/// The characters at an address up to the 0 behind them, as far as they may be read.
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
