//! Paths from a named object to a part of it, through members and elements, in C syntax: `s.arr[2]`, `node->next`,
//! `(*p)[3]`.

use whydunit_program::{Field, Type, TypeId, Types};

use crate::naming::lvalue::Bits;

/// The kind of access to memory. It selects one of several objects at the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// The address is taken.
    Whole,
    /// This number of bytes is copied or filled.
    Block(u64),
    /// This number of bytes is written by a callee with the address. Selects the smallest part with room for them; a
    /// single byte may terminate an empty text.
    Room(u64),
    /// A number or a pointer is loaded or stored.
    Scalar {
        /// Number of bytes.
        bytes: u8,
        /// Is it a floating-point number?
        float: bool,
        /// The accessed bits, if the surrounding instructions show them.
        bits: Option<Bits>,
    },
}

impl Access {
    /// Number of bytes copied, filled or written, if known.
    pub(crate) fn bytes(self) -> Option<u64> {
        match self {
            Access::Block(bytes) | Access::Room(bytes) => Some(bytes).filter(|&bytes| bytes > 0),
            Access::Whole | Access::Scalar { .. } => None,
        }
    }
}

/// The C syntax of an object.
#[derive(Clone, Debug)]
enum Text {
    /// An expression that can be followed by `.x` and `[i]`.
    Object(String),
    /// The target of this pointer.
    Behind(String),
}

impl Text {
    fn member(&self, name: &str) -> Text {
        Text::Object(match self {
            Text::Object(text) => match text.split_once(" of ") {
                Some((variable, function)) => format!("{variable}.{name} of {function}"),
                None => format!("{text}.{name}"),
            },
            Text::Behind(pointer) => format!("{}->{name}", bracketed(pointer)),
        })
    }

    fn element(&self, index: i64) -> Text {
        Text::Object(match self {
            Text::Object(text) => format!("{text}[{index}]"),
            Text::Behind(pointer) => format!("(*{pointer})[{index}]"),
        })
    }

    /// The object of the same type `index` places further.
    fn neighbour(&self, index: i64) -> Text {
        Text::Object(match (self, self.place()) {
            (_, Some((array, own))) if index >= -own => format!("{array}[{}]", own + index),
            (Text::Object(text), _) => format!("(&{text})[{index}]"),
            (Text::Behind(pointer), _) => format!("{}[{index}]", bracketed(pointer)),
        })
    }

    /// One byte of the object.
    fn byte(&self, index: i64) -> String {
        match self {
            Text::Object(text) => format!("((char *)&{text})[{index}]"),
            Text::Behind(pointer) => format!("((char *){})[{index}]", bracketed(pointer)),
        }
    }

    /// A row of `count` objects: `p[0..2]`.
    fn row(&self, count: u64) -> String {
        let last = |first: i64| first.saturating_add_unsigned(count - 1);
        match (self, self.place()) {
            (_, Some((array, first))) => format!("{array}[{first}..{}]", last(first)),
            (Text::Object(text), None) => format!("(&{text})[0..{}]", last(0)),
            (Text::Behind(pointer), None) => format!("{}[0..{}]", bracketed(pointer), last(0)),
        }
    }

    /// The array that the object is an element of, and its index.
    fn place(&self) -> Option<(&str, i64)> {
        let Text::Object(text) = self else { return None };
        let (array, index) = text.strip_suffix(']')?.rsplit_once('[')?;
        // Elements past the end of an inner row belong to the next row, and are not written as elements of this one.
        index.parse().ok().filter(|_| !array.ends_with(']')).map(|index| (array, index))
    }

    fn written(self) -> String {
        match self {
            Text::Object(text) => text,
            Text::Behind(pointer) => format!("*{pointer}"),
        }
    }
}

/// A pointer expression that can be followed by `->x` and `[i]`.
pub(crate) fn bracketed(pointer: &str) -> String {
    if pointer.starts_with('*') { format!("({pointer})") } else { pointer.into() }
}

/// A place at an offset in an object. The offset is resolved to a part only at the end, because the last steps decide
/// which of several objects at one address is meant.
#[derive(Clone, Debug)]
pub(crate) struct AccessPath {
    text: Text,
    ty: Option<TypeId>,
    rest: i64,
    /// Does the path go through a pointer?
    pub(crate) pointed: bool,
}

/// A part of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedPart {
    pub(crate) text: String,
    pub(crate) ty: Option<TypeId>,
    /// Size in bytes, if the type does not determine it.
    pub(crate) size: Option<u64>,
    /// Number of elements of type `ty`, if this is a row of them rather than one object.
    pub(crate) elements: Option<u64>,
    pub(crate) bits: Option<Bits>,
    /// Bytes from the beginning of the part to the place.
    pub(crate) before: u64,
}

impl AccessPath {
    /// A path that begins at a variable.
    pub(crate) fn object(name: String, ty: Option<TypeId>) -> AccessPath {
        AccessPath { text: Text::Object(name), ty, rest: 0, pointed: false }
    }

    /// A path that begins at the target of a pointer.
    pub(crate) fn behind(pointer: String, to: Option<TypeId>) -> AccessPath {
        AccessPath { text: Text::Behind(pointer), ty: to, rest: 0, pointed: true }
    }

    /// The same object, written `p[0]` instead of `*p` if it is neither an array nor a struct.
    pub(crate) fn first(self, types: &Types) -> AccessPath {
        match self.text {
            Text::Behind(_) if self.rest == 0 && is_scalar(types, &self) => self.at(self.text.neighbour(0), self.ty, 0),
            _ => self,
        }
    }

    /// Another object on the same path.
    fn at(&self, text: Text, ty: Option<TypeId>, rest: i64) -> AccessPath {
        AccessPath { text, ty, rest, pointed: self.pointed }
    }

    /// Adds an offset in bytes.
    pub(crate) fn plus(mut self, bytes: i64) -> AccessPath {
        self.rest = self.rest.wrapping_add(bytes);
        self
    }

    /// Adds `index` elements of `scale` bytes: selects an element of the array that begins here, or behind the pointer.
    pub(crate) fn index(self, types: &Types, index: i64, scale: u32) -> AccessPath {
        let scale = u64::from(scale);
        for part in self.parts(types).into_iter().filter(|p| p.rest == 0) {
            if let Some(Type::Array { element, .. }) = part.bare(types)
                && types.size(*element) == scale
            {
                return self.at(part.text.element(index), Some(*element), 0);
            }
        }
        let same_size = self.ty.is_some_and(|t| types.size(t) == scale);
        match self.text {
            Text::Behind(_) if self.rest == 0 && same_size => self.at(self.text.neighbour(index), self.ty, 0),
            _ => self.plus(index.wrapping_mul(scale as i64)),
        }
    }

    /// Is it an array, or the target of a pointer to one, of rows with elements of `scale` bytes and a length known
    /// only at run time?
    pub(crate) fn has_open_rows(&self, types: &Types, scale: u32) -> bool {
        let open = |ty: TypeId| matches!(types.get(types.bare(ty)), Type::Array { count: 0, .. });
        let row = match (&self.text, self.bare(types)) {
            (Text::Behind(_), _) => self.ty,
            (Text::Object(_), Some(Type::Array { element, .. })) => Some(*element),
            _ => None,
        };
        self.rest == 0 && row.is_some_and(|row| open(row) && types.size(unit(types, row)) == u64::from(scale))
    }

    /// A row of such an array.
    pub(crate) fn row_at(&self, types: &Types, row: i64) -> AccessPath {
        match (&self.text, self.bare(types)) {
            (Text::Object(_), Some(Type::Array { element, .. })) => self.at(self.text.element(row), Some(*element), 0),
            _ => self.at(self.text.neighbour(row), self.ty, 0),
        }
    }

    fn bare<'t>(&self, types: &'t Types) -> Option<&'t Type> {
        self.ty.map(|t| types.get(types.bare(t)))
    }

    fn size(&self, types: &Types) -> u64 {
        self.ty.map_or(0, |t| types.size(t))
    }

    /// The objects that contain the place, largest first.
    fn parts(&self, types: &Types) -> Vec<AccessPath> {
        let mut found = Vec::new();
        let size = self.size(types) as i64;
        let elsewhere = size > 0 && !(0..size).contains(&self.rest);
        match self.bare(types) {
            Some(Type::Array { .. }) if matches!(self.text, Text::Object(_)) => self.collect(types, &mut found),
            _ if elsewhere => {
                // C has no arrays of structs with a flexible array member, so a place past the end is in that member.
                if self.rest > 0 && self.ty.is_some_and(|ty| types.is_open(ty)) {
                    self.collect(types, &mut found);
                }
                let (index, rest) = (self.rest.div_euclid(size), self.rest.rem_euclid(size));
                self.at(self.text.neighbour(index), self.ty, rest).collect(types, &mut found);
            }
            _ => self.collect(types, &mut found),
        }
        found
    }

    fn collect(&self, types: &Types, found: &mut Vec<AccessPath>) {
        found.push(self.clone());
        match self.bare(types) {
            Some(Type::Record { fields, .. }) => {
                for field in fields.iter().filter(|f| f.bit_size.is_none() && self.is_in(types, f)) {
                    let start = (field.bit_offset / 8) as i64;
                    let text = if field.name.is_empty() { self.text.clone() } else { self.text.member(&field.name) };
                    self.at(text, Some(field.ty), self.rest - start).collect(types, found);
                }
            }
            Some(Type::Array { element, .. }) if types.size(*element) > 0 => {
                let size = types.size(*element) as i64;
                let (index, rest) = (self.rest.div_euclid(size), self.rest.rem_euclid(size));
                self.at(self.text.element(index), Some(*element), rest).collect(types, found);
            }
            _ => {}
        }
    }

    /// Does a member contain the place? A flexible array member extends to the end of the object.
    fn is_in(&self, types: &Types, field: &Field) -> bool {
        let (start, size) = ((field.bit_offset / 8) as i64, types.size(field.ty) as i64);
        let open = matches!(types.get(types.bare(field.ty)), Type::Array { count: 0, .. });
        self.rest >= start && (open || self.rest < start + size)
    }

    /// The part at the place that an access is about.
    pub(crate) fn part(&self, types: &Types, access: Access) -> NamedPart {
        let parts = self.parts(types);
        let begins = |p: &&AccessPath| p.rest == 0;
        let innermost = parts.last().unwrap_or(self);
        match access {
            Access::Whole => parts.iter().find(begins).unwrap_or(innermost).whole(types),
            Access::Block(len) => {
                let starting = || parts.iter().filter(begins);
                let exact = starting().find(|p| p.size(types) == len);
                let inside = || starting().find(|p| (1..=len).contains(&p.size(types)));
                exact.or_else(inside).or_else(|| parts.iter().find(begins)).unwrap_or(innermost).row(types, len)
            }
            Access::Room(len) => {
                let room = || parts.iter().filter(begins).filter(|p| p.size(types) >= len.max(2));
                // A scalar has no parts, so a later candidate of the same size is another member of the same union.
                let nearer = |a: &AccessPath, b: &AccessPath| !is_scalar(types, a) && b.size(types) <= a.size(types);
                let filled = room().filter(|p| p.is_filled_by(types, len));
                let fitting = filled.reduce(|a, b| if nearer(a, b) { b } else { a });
                let there = fitting.or_else(|| room().next_back()).or(parts.iter().find(begins));
                there.unwrap_or(innermost).row(types, len)
            }
            Access::Scalar { bytes, float, bits } => {
                let field = parts.iter().find_map(|p| p.bit_field(types, bytes, bits));
                let starting = || parts.iter().filter(|p| p.rest == 0 && holds(types, p, bytes));
                let scalars = || starting().filter(|p| is_scalar(types, p));
                let exact = scalars().find(|p| is_float(types, p) == float).or_else(|| scalars().next());
                let exact = exact.or_else(|| starting().next()).map(|p| p.whole(types));
                let words = || parts.iter().rev().find(|p| p.goes_by_words(types, bytes)).map(|p| p.whole(types));
                field.or(exact).or_else(words).unwrap_or_else(|| innermost.some_bytes(types, bytes))
            }
        }
    }

    /// Can `bytes` be everything that is written at once: some elements of an array, or all of another object? Only
    /// this tells the members of a union apart.
    fn is_filled_by(&self, types: &Types, bytes: u64) -> bool {
        match self.bare(types) {
            Some(Type::Array { element, .. }) => bytes.is_multiple_of(types.size(*element).max(1)),
            _ => self.size(types) == bytes,
        }
    }

    /// The object as a whole.
    fn whole(&self, types: &Types) -> NamedPart {
        let unknown = self.size(types) == 0 && self.rest != 0;
        let text = if unknown { self.text.byte(self.rest) } else { self.text.clone().written() };
        let before = if unknown { 0 } else { self.rest.max(0) as u64 };
        NamedPart { text, ty: self.ty, size: None, elements: None, bits: None, before }
    }

    /// The row of objects that cover `bytes` bytes from the place on.
    fn row(&self, types: &Types, bytes: u64) -> NamedPart {
        let size = self.size(types);
        if size == 0 && self.rest == 0 && bytes > 0 {
            return NamedPart { ty: None, size: Some(bytes), ..self.whole(types) };
        }
        if self.rest != 0 || size == 0 || bytes <= size {
            return self.whole(types);
        }
        let elements = bytes.div_ceil(size);
        let part = NamedPart { elements: Some(elements), size: Some(elements * size), ..self.whole(types) };
        NamedPart { text: self.text.row(elements), ..part }
    }

    /// Is it a struct passed in two registers, and the access one of its words?
    fn goes_by_words(&self, types: &Types, bytes: u8) -> bool {
        let (size, end) = (self.size(types) as i64, self.rest + i64::from(bytes));
        let word = (self.rest == 0 && bytes == 8) || (self.rest == 8 && end <= size);
        word && (9..=16).contains(&size) && matches!(self.bare(types), Some(Type::Record { .. }))
    }

    /// Bytes that form no part of their own.
    fn some_bytes(&self, types: &Types, bytes: u8) -> NamedPart {
        // A number of two words is loaded and stored by halves.
        if self.size(types) == 16 && is_scalar(types, self) {
            return self.whole(types);
        }
        let lone = bytes == 1 && is_scalar(types, self);
        let array = matches!(self.bare(types), Some(Type::Array { .. }));
        let text = match &self.text {
            _ if lone || (self.size(types) == 0 && self.rest != 0 && !array) => self.text.byte(self.rest),
            Text::Object(text) if array => format!("{text}[...]"),
            other => other.clone().written(),
        };
        NamedPart { text, ty: None, size: Some(bytes.into()), elements: None, bits: None, before: 0 }
    }

    /// The bit-field that an access to some bits is about.
    fn bit_field(&self, types: &Types, bytes: u8, bits: Option<Bits>) -> Option<NamedPart> {
        let Some(Type::Record { fields, .. }) = self.bare(types) else { return None };
        let bits = bits.unwrap_or(Bits { shift: 0, width: u32::from(bytes) * 8 });
        let first = u64::try_from(self.rest).ok()?.checked_mul(8)?.checked_add(bits.shift.into())?;
        let field = fields.iter().find(|f| f.bit_offset == first && f.bit_size == Some(bits.width))?;
        let text = self.text.member(&field.name).written();
        Some(NamedPart {
            text,
            ty: Some(field.ty),
            size: Some(bytes.into()),
            elements: None,
            bits: Some(bits),
            before: 0,
        })
    }
}

/// Does the size of an object match an access? A `long double` uses ten of its 16 bytes.
fn holds(types: &Types, path: &AccessPath, bytes: u8) -> bool {
    let size = path.size(types);
    size == u64::from(bytes) || (bytes == 10 && size == 16 && is_float(types, path))
}

fn is_float(types: &Types, path: &AccessPath) -> bool {
    matches!(path.bare(types), Some(Type::Float { .. }))
}

/// The largest part of known size in an array of arrays.
fn unit(types: &Types, mut ty: TypeId) -> TypeId {
    while let (0, Type::Array { element, .. }) = (types.size(ty), types.get(types.bare(ty))) {
        ty = *element;
    }
    ty
}

fn is_scalar(types: &Types, path: &AccessPath) -> bool {
    !matches!(path.bare(types), Some(Type::Record { .. } | Type::Array { .. }) | None)
}
