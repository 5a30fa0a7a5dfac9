//! C types from the debug information.

/// A type, by its index in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    /// The types; ids are indices.
    pub all: Vec<Type>,
}

/// A C type. Sizes are in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `void`, or a type that is only declared.
    Void,
    /// An integer, character or boolean type.
    Int {
        /// Name in C ("unsigned int").
        name: String,
        /// Size.
        size: u32,
        /// Signed?
        signed: bool,
        /// `char` and its variants: values are shown as characters too.
        character: bool,
    },
    /// A floating-point type.
    Float {
        /// Name in C.
        name: String,
        /// Size: 4, 8 or 16 (`long double`).
        size: u32,
    },
    /// A pointer.
    Pointer {
        /// The type of the target.
        to: TypeId,
    },
    /// An array; `count` 0 when unknown (VLA, flexible member).
    Array {
        /// Element type.
        element: TypeId,
        /// Number of elements.
        count: u64,
    },
    /// A struct or union.
    Record {
        /// Tag, may be empty.
        name: String,
        /// Is it a union?
        union: bool,
        /// Size.
        size: u64,
        /// Members.
        fields: Vec<Field>,
    },
    /// An enumeration.
    Enum {
        /// Tag, may be empty.
        name: String,
        /// Size.
        size: u32,
        /// Signed?
        signed: bool,
        /// Its constants.
        enumerators: Vec<Enumerator>,
    },
    /// A function.
    Function {
        /// The return type (none: void).
        returns: Option<TypeId>,
        /// Parameter types.
        params: Vec<TypeId>,
    },
    /// A `typedef`.
    Typedef {
        /// Its name.
        name: String,
        /// The aliased type.
        to: TypeId,
    },
    /// `const`, `volatile`, `restrict`, `_Atomic`.
    Qualified {
        /// The qualifier as written.
        qualifier: &'static str,
        /// The type it qualifies.
        to: TypeId,
    },
}

/// A struct or union member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, empty for anonymous members.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Offset in bits from the start of the record.
    pub bit_offset: u64,
    /// Size in bits when it is a bit-field.
    pub bit_size: Option<u32>,
}

/// An enumeration constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerator {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i64,
}

impl Types {
    /// Adds a type.
    pub fn add(&mut self, ty: Type) -> TypeId {
        self.all.push(ty);
        TypeId(self.all.len() as u32 - 1)
    }

    /// The type itself.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.all[id.0 as usize]
    }

    /// The type without typedefs and qualifiers.
    pub fn bare(&self, mut id: TypeId) -> TypeId {
        // A well-formed program has no cycles here; the limit makes a corrupt one harmless.
        for _ in 0..64 {
            match self.get(id) {
                Type::Typedef { to, .. } | Type::Qualified { to, .. } => id = *to,
                _ => break,
            }
        }
        id
    }

    /// Is it a number larger than one word: 128 bits, or a `long double`?
    pub fn is_wide(&self, id: TypeId) -> bool {
        matches!(self.get(self.bare(id)), Type::Int { size: 9.., .. } | Type::Float { size: 9.., .. })
    }

    /// Is it a struct that ends in an array without a length?
    pub fn is_open(&self, id: TypeId) -> bool {
        let Type::Record { fields, union: false, .. } = self.get(self.bare(id)) else { return false };
        fields.last().is_some_and(|f| matches!(self.get(self.bare(f.ty)), Type::Array { count: 0, .. }))
    }

    /// Size in bytes, 0 when unknown.
    pub fn size(&self, id: TypeId) -> u64 {
        match self.get(self.bare(id)) {
            Type::Int { size, .. } | Type::Float { size, .. } | Type::Enum { size, .. } => u64::from(*size),
            Type::Pointer { .. } => 8,
            Type::Array { element, count } => self.size(*element).saturating_mul(*count),
            Type::Record { size, .. } => *size,
            _ => 0,
        }
    }
}
