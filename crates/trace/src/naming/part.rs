//! The member or element of an object that lies at an address.

use whydunit_program::{Program, Type, TypeId};

use crate::naming::lvalue::Lvalue;
use crate::naming::value::Value;

/// Limit on the nesting of structs and arrays.
const DEPTH: u32 = 8;

impl Value {
    /// The member or element of this object at an address with the given size.
    pub fn part(&self, program: &Program, address: u64, bytes: u64) -> Option<Lvalue> {
        let mut part = match self.elements {
            Some(_) => self.element(program, address)?,
            None => Lvalue::new(program, self.name.clone(), self.ty, self.address),
        };
        for _ in 0..DEPTH {
            if part.address == address && part.size == bytes {
                return Some(part);
            }
            part = inner(program, &part, address.checked_sub(part.address)?)?;
        }
        None
    }
}

impl Value {
    /// The element at an address if this value is a row of elements: `a[3]` in `a[2..5]`.
    fn element(&self, program: &Program, address: u64) -> Option<Lvalue> {
        let size = program.types.size(self.ty?).max(1);
        let number = address.checked_sub(self.address)? / size;
        let (array, range) = self.name.strip_suffix(']')?.rsplit_once('[')?;
        let first: u64 = range.split_once("..")?.0.parse().ok()?;
        Some(Lvalue::new(program, format!("{array}[{}]", first + number), self.ty, self.address + number * size))
    }
}

/// The element of an array or the member of a struct at an offset. Members of unions are ambiguous.
fn inner(program: &Program, whole: &Lvalue, offset: u64) -> Option<Lvalue> {
    let types = &program.types;
    let named = |text: String, ty: TypeId, at: u64| Some(Lvalue::new(program, text, Some(ty), whole.address + at));
    match types.get(types.bare(whole.ty?)) {
        Type::Array { element, .. } => {
            let size = types.size(*element).max(1);
            named(format!("{}[{}]", whole.text, offset / size), *element, offset / size * size)
        }
        Type::Record { union: false, fields, .. } => {
            let holds = |at: u64, size: u64| (at..at + size).contains(&offset);
            let field = fields.iter().filter(|f| f.bit_size.is_none());
            let field = field.into_iter().find(|f| holds(f.bit_offset / 8, types.size(f.ty)))?;
            let text =
                if field.name.is_empty() { whole.text.clone() } else { format!("{}.{}", whole.text, field.name) };
            named(text, field.ty, field.bit_offset / 8)
        }
        _ => None,
    }
}
