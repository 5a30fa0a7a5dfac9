//! Converts C types from the debug information.

use std::collections::HashMap;

use whydunit_program::{Enumerator, Field, Type, TypeId, Types};

use crate::llvm::Metadata;

/// DWARF's tags of types.
mod tag {
    pub(super) const ARRAY: u32 = 0x01;
    pub(super) const ENUMERATION: u32 = 0x04;
    pub(super) const MEMBER: u32 = 0x0d;
    pub(super) const POINTER: u32 = 0x0f;
    pub(super) const REFERENCE: u32 = 0x10;
    pub(super) const STRUCTURE: u32 = 0x13;
    pub(super) const SUBROUTINE: u32 = 0x15;
    pub(super) const TYPEDEF: u32 = 0x16;
    pub(super) const UNION: u32 = 0x17;
    pub(super) const BASE: u32 = 0x24;
    pub(super) const CONST: u32 = 0x26;
    pub(super) const VOLATILE: u32 = 0x35;
    pub(super) const RESTRICT: u32 = 0x37;
    pub(super) const ATOMIC: u32 = 0x47;
}

/// DWARF's encodings of basic types.
mod encoding {
    pub(super) const COMPLEX: u32 = 3;
    pub(super) const FLOAT: u32 = 4;
    pub(super) const SIGNED: u32 = 5;
    pub(super) const SIGNED_CHAR: u32 = 6;
    pub(super) const UNSIGNED_CHAR: u32 = 8;
    pub(super) const UTF: u32 = 0x10;
}

/// Types of a module, each converted once.
#[derive(Default)]
pub(super) struct TypeTable<'m> {
    types: Types,
    ids: HashMap<Option<Metadata<'m>>, TypeId>,
}

impl<'m> TypeTable<'m> {
    /// The id of a type; no type is `void`.
    pub(super) fn id(&mut self, md: Option<Metadata<'m>>) -> TypeId {
        if let Some(&id) = self.ids.get(&md) {
            return id;
        }
        // The id is assigned before the type is converted: a struct may contain pointers to itself.
        let id = self.types.add(Type::Void);
        self.ids.insert(md, id);
        if let Some(md) = md {
            let ty = self.convert(md);
            self.types.all[id.0 as usize] = ty;
        }
        id
    }

    /// All types.
    pub(super) fn finish(self) -> Types {
        self.types
    }

    fn convert(&mut self, md: Metadata<'m>) -> Type {
        let base = |table: &mut Self| table.id(md.operand(3));
        match md.tag() {
            tag::BASE => self.basic(md),
            tag::POINTER | tag::REFERENCE => Type::Pointer { to: base(self) },
            tag::TYPEDEF => Type::Typedef { name: md.string(2), to: base(self) },
            tag::CONST => Type::Qualified { qualifier: "const", to: base(self) },
            tag::VOLATILE => Type::Qualified { qualifier: "volatile", to: base(self) },
            tag::RESTRICT => Type::Qualified { qualifier: "restrict", to: base(self) },
            tag::ATOMIC => Type::Qualified { qualifier: "_Atomic", to: base(self) },
            tag::ARRAY => self.array(md),
            tag::STRUCTURE | tag::UNION => self.record(md),
            tag::ENUMERATION => self.enumeration(md),
            tag::SUBROUTINE => self.function(md),
            _ => Type::Void,
        }
    }

    fn basic(&mut self, md: Metadata<'m>) -> Type {
        let (name, size) = (md.string(2), bytes(md) as u32);
        match md.encoding() {
            encoding::FLOAT => Type::Float { name, size },
            encoding::COMPLEX => {
                // clang only records that it is complex.
                let one = match size / 2 {
                    4 => "float",
                    8 => "double",
                    _ => "long double",
                };
                let part = self.types.add(Type::Float { name: one.into(), size: size / 2 });
                let name = format!("_Complex {one}");
                let field = |name: &str, at: u32| Field {
                    name: name.into(),
                    ty: part,
                    bit_offset: u64::from(at) * 8,
                    bit_size: None,
                };
                let fields = vec![field("real", 0), field("imag", size / 2)];
                Type::Record { name, union: false, size: u64::from(size), fields }
            }
            encoding => Type::Int {
                name,
                size,
                signed: matches!(encoding, encoding::SIGNED | encoding::SIGNED_CHAR),
                character: matches!(encoding, encoding::SIGNED_CHAR | encoding::UNSIGNED_CHAR | encoding::UTF),
            },
        }
    }

    /// An array of several dimensions is an array of arrays.
    fn array(&mut self, md: Metadata<'m>) -> Type {
        let mut counts: Vec<u64> = elements(md).map(|range| range.count().unwrap_or(0)).collect();
        let outermost = if counts.is_empty() { 0 } else { counts.remove(0) };
        let mut element = self.id(md.operand(3));
        for count in counts.into_iter().rev() {
            element = self.types.add(Type::Array { element, count });
        }
        Type::Array { element, count: outermost }
    }

    fn record(&mut self, md: Metadata<'m>) -> Type {
        let members = elements(md).filter(|member| member.tag() == tag::MEMBER);
        let fields = members.map(|member| Field {
            name: member.string(2),
            ty: self.id(member.operand(3)),
            bit_offset: member.offset_in_bits(),
            bit_size: member.is_bit_field().then(|| member.size_in_bits() as u32),
        });
        let fields = fields.collect();
        Type::Record { name: md.string(2), union: md.tag() == tag::UNION, size: bytes(md), fields }
    }

    fn enumeration(&mut self, md: Metadata<'m>) -> Type {
        let constant = |md: Metadata<'m>| Enumerator { name: md.string(0), value: md.enumerator() };
        let enumerators: Vec<Enumerator> = elements(md).map(constant).collect();
        let underlying = md.operand(3).map(|base| self.id(Some(base)));
        let signed = match underlying.map(|id| self.types.get(self.types.bare(id))) {
            Some(Type::Int { signed, .. }) => *signed,
            _ => enumerators.iter().any(|e| e.value < 0),
        };
        Type::Enum { name: md.string(2), size: bytes(md) as u32, signed, enumerators }
    }

    fn function(&mut self, md: Metadata<'m>) -> Type {
        let Some(list) = md.operand(3) else { return Type::Function { returns: None, params: Vec::new() } };
        let returns = list.operand(0).map(|ty| self.id(Some(ty)));
        // A missing type at the end represents `...`.
        let params = (1..list.len()).filter_map(|i| list.operand(i)).map(|ty| self.id(Some(ty))).collect();
        Type::Function { returns, params }
    }
}

fn bytes(md: Metadata<'_>) -> u64 {
    md.size_in_bits().div_ceil(8)
}

/// Members of a record, dimensions of an array, constants of an enumeration.
fn elements<'m>(md: Metadata<'m>) -> impl Iterator<Item = Metadata<'m>> {
    md.operand(4).into_iter().flat_map(Metadata::operands)
}
