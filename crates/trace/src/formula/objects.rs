//! Objects in memory that expressions denote: variables, members, elements, targets of pointers.

use std::collections::BTreeSet;

use whydunit_machine::World;
use whydunit_program::{Program, Type, TypeId, layout};
use whydunit_terms::TermId;

use crate::formula::evaluate::{Evaluator, Operand, Result};
use crate::formula::names::{Meaning, ended_local, meaning};
use crate::formula::number::{CHAR, CType, INT, Number, UNSIGNED_LONG};
use crate::formula::syntax::Expr;
use crate::formula::{FormulaError, Span};
use crate::naming::lvalue::{Bits, Lvalue};

/// An object in memory. `bits` holds the first bit and the number of bits of a bit-field.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) ty: CType,
    pub(crate) id: Option<TypeId>,
    pub(crate) address: u64,
    /// In a symbolic run: the term of its address, unless the address is concrete.
    pub(crate) pointer: Option<TermId>,
    pub(crate) bits: Option<(u32, u32)>,
    pub(crate) text: String,
}

impl Object {
    /// The address of the object as a pointer to `ty`.
    pub(crate) fn pointer_to(&self, ty: &CType) -> Number {
        Number { term: self.pointer, ..Number::new(CType::Pointer(ty.clone().into()), self.address.into()) }
    }

    /// The object in the representation of `naming`.
    pub(crate) fn lvalue(&self, program: &Program) -> Lvalue {
        let text = self.text.clone();
        match self.bits {
            Some((shift, width)) => Lvalue::bit_field(text, self.id, self.address, Bits { shift, width }),
            None => {
                let size = self.ty.size(program).max(1);
                Lvalue { size, ..Lvalue::new(program, text, self.id, self.address) }
            }
        }
    }
}

impl<W: World> Evaluator<'_, W> {
    pub(crate) fn name(&mut self, expr: &Expr, name: &str) -> Result<Operand> {
        let ended = || ended_local(self.program, self.frame.filter(|_| self.ended), name);
        match meaning(self.program, self.frame, name, expr.span).or_else(|error| ended().ok_or(error))? {
            Meaning::Constant(number) => Ok(Operand::Value(number)),
            Meaning::Function(address) => {
                let ty = CType::Pointer(CType::Function.into());
                Ok(Operand::Value(Number::new(ty, address.into())))
            }
            Meaning::Object { address, ty, indirect } => {
                let id = ty.ok_or_else(|| self.wrong(expr, "has no type in the debug information"))?;
                let mut object = Object {
                    ty: CType::of(self.program, id),
                    id: ty,
                    address,
                    pointer: None,
                    bits: None,
                    text: self.text(expr.span).into(),
                };
                if indirect {
                    let pointer = Object { ty: UNSIGNED_LONG, id: None, bits: None, ..object.clone() };
                    let pointer = self.load(expr, &pointer)?;
                    (object.address, object.pointer) = (pointer.bits as u64, pointer.term);
                }
                Ok(Operand::Object(object))
            }
        }
    }

    /// Records that an object was read.
    pub(crate) fn note(&mut self, object: &Object) {
        let known = self.reads.iter().any(|r| r.address == object.address && r.text == object.text);
        if self.dry == 0 && !known {
            self.reads.push(object.lvalue(self.program));
        }
    }

    pub(crate) fn load(&mut self, expr: &Expr, object: &Object) -> Result<Number> {
        if self.dry > 0 {
            return Ok(Number::new(object.ty.clone(), 0));
        }
        let (shift, width) = object.bits.unwrap_or((0, object.ty.size(self.program) as u32 * 8));
        let (mut bits, mut undefined) = (0u128, 0u128);
        for i in 0..(shift + width).div_ceil(8).min(16) {
            let address = object.address.wrapping_add(i.into());
            let Some((value, mask)) = self.machine.inspect_bits(address) else {
                self.word_at(object.address, object.pointer, 1);
                return Err(self.unreadable(expr, object));
            };
            bits |= u128::from(value) << (8 * i);
            undefined |= u128::from(mask) << (8 * i);
        }
        let used = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        // A `long double` uses ten of its 16 bytes.
        let used = if object.ty == (CType::Float { size: 16 }) { (1 << 80) - 1 } else { used };
        if (undefined >> shift) & used != 0 {
            self.note(object);
            return Err(self.moment(expr, format!("`{}` is uninitialised", object.text)));
        }
        let bits = (bits >> shift) & used;
        let value = match (object.bits, &object.ty) {
            (Some((_, width)), CType::Int { signed, boolean, .. }) => {
                let spare = 128 - width.clamp(1, 128);
                let bits = if *signed { ((bits << spare) as i128 >> spare) as u128 } else { bits };
                // C promotes a bit-field to `int` if that can represent all its values.
                let fits = width < 32 || (width == 32 && *signed);
                let ty = if fits && !boolean { INT } else { object.ty.clone() };
                Number::new(ty, bits)
            }
            _ => Number::new(object.ty.clone(), bits),
        };
        Ok(self.loaded(object, value))
    }

    fn unreadable(&self, expr: &Expr, object: &Object) -> FormulaError {
        let message = match object.address {
            0..layout::NULL_END => format!("`{}` lies behind a null pointer", object.text),
            address => format!("`{}` lies at {address:#x}, where the program has no memory", object.text),
        };
        self.moment(expr, message)
    }

    pub(crate) fn address_of(&mut self, of: &Expr) -> Result<Number> {
        match self.operand(of)? {
            Operand::Object(Object { bits: Some(_), .. }) => Err(self.wrong(of, "is a bit-field and has no address")),
            Operand::Object(object) => Ok(object.pointer_to(&object.ty)),
            Operand::Value(number) if number.ty == CType::Pointer(CType::Function.into()) => Ok(number),
            _ => Err(self.wrong(of, "is a value and has no address")),
        }
    }

    /// The target of a pointer.
    pub(crate) fn through(&mut self, expr: &Expr, of: &Expr, pointer: Number) -> Result<Operand> {
        let CType::Pointer(to) = pointer.ty else { return Err(self.wrong(of, "is no pointer")) };
        if *to == CType::Function {
            return Ok(Operand::Value(Number { ty: CType::Pointer(to), ..pointer }));
        }
        if let (0, CType::Array { .. }) = (to.size(self.program), &*to) {
            let why = "has rows of a length that only the program knows; `trace why` shows the elements a line uses";
            return Err(self.wrong(of, why));
        }
        if to.size(self.program) == 0 {
            return Err(self.wrong(of, "points to a type that is not known; cast it first"));
        }
        let (address, pointer) = (pointer.bits as u64, pointer.term);
        let id = self.type_behind(of);
        let text = self.text(expr.span).into();
        Ok(Operand::Object(Object { ty: *to, id, address, pointer, bits: None, text }))
    }

    /// The debug type of the target of a pointer or of the elements of an array, if `of` denotes an object with a type.
    pub(crate) fn type_behind(&mut self, of: &Expr) -> Option<TypeId> {
        self.dry += 1;
        let operand = self.operand(of);
        self.dry -= 1;
        let Ok(Operand::Object(Object { id: Some(id), .. })) = operand else { return None };
        match self.program.types.get(self.program.types.bare(id)) {
            Type::Pointer { to } => Some(*to),
            Type::Array { element, .. } => Some(*element),
            _ => None,
        }
    }

    pub(crate) fn element(&mut self, expr: &Expr, of: &Expr, index: &Expr) -> Result<Operand> {
        if let Some(bytes) = self.as_literal(of) {
            let at = self.number(index)?.bits as i128;
            let within = usize::try_from(at).ok().filter(|i| *i <= bytes.len());
            let at = within.ok_or_else(|| self.wrong(expr, "lies outside the string"))?;
            let byte = bytes.get(at).copied().unwrap_or(0);
            return Ok(Operand::Value(Number::new(CHAR, byte.into())));
        }
        let (mut base, mut at, mut named) = (self.number(of)?, self.number(index)?, of);
        if matches!(at.ty, CType::Pointer(_)) {
            (base, at, named) = (at, base, index);
        }
        let CType::Int { .. } = at.ty else { return Err(self.wrong(index, "is no integer")) };
        let element = if matches!(base.ty, CType::Pointer(_)) { self.pointers(expr, "+", base, at)? } else { base };
        self.through(expr, named, element)
    }

    pub(crate) fn member(&mut self, expr: &Expr, of: &Expr, arrow: bool, name: &str) -> Result<Operand> {
        let object = match arrow {
            true => {
                let pointer = self.number(of)?;
                match self.through(expr, of, pointer)? {
                    Operand::Object(object) => object,
                    _ => return Err(self.wrong(of, "points to no struct")),
                }
            }
            false => match self.operand(of)? {
                Operand::Object(object) if matches!(object.ty, CType::Pointer(_)) => {
                    return Err(self.wrong(of, &format!("is a pointer: write -> for its member `{name}`")));
                }
                Operand::Object(object) => object,
                _ => return Err(self.wrong(of, "is no struct or union")),
            },
        };
        let CType::Record(id) = object.ty else { return Err(self.wrong(of, "is no struct or union")) };
        let Some((ty, bit_offset, bit_size)) = member_of(self.program, id, name) else {
            return Err(self.no_member(expr, id, name));
        };
        let bits = bit_size.map(|width| ((bit_offset % 8) as u32, width));
        Ok(Operand::Object(Object {
            ty: CType::of(self.program, ty),
            id: Some(ty),
            address: object.address.wrapping_add(bit_offset / 8),
            pointer: self.at_distance(object.pointer, bit_offset / 8),
            bits,
            text: self.text(expr.span).into(),
        }))
    }

    fn no_member(&self, expr: &Expr, id: TypeId, name: &str) -> FormulaError {
        let mut names = BTreeSet::new();
        let mut tag = "it";
        if let Type::Record { name, fields, .. } = self.program.types.get(id) {
            names.extend(fields.iter().filter(|f| !f.name.is_empty()).map(|f| f.name.clone()));
            tag = if name.is_empty() { tag } else { name };
        }
        let start = expr.span.end.saturating_sub(name.len());
        let message = format!("{tag} has no member `{name}`");
        let error = FormulaError::syntax(Span { start, end: expr.span.end }, message);
        FormulaError { unknown: Some((name.into(), names)), ..error }
    }
}

/// Type, offset in bits and (for bit-fields) size in bits of a member, including members of anonymous members.
fn member_of(program: &Program, id: TypeId, name: &str) -> Option<(TypeId, u64, Option<u32>)> {
    let types = &program.types;
    let Type::Record { fields, .. } = types.get(types.bare(id)) else { return None };
    fields.iter().find_map(|field| {
        if field.name.is_empty() {
            let (ty, offset, size) = member_of(program, field.ty, name)?;
            return Some((ty, field.bit_offset + offset, size));
        }
        (field.name == name).then_some((field.ty, field.bit_offset, field.bit_size))
    })
}
