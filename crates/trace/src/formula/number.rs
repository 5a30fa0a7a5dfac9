//! Values of C's scalar types, and their conversions.

use whydunit_machine::float;
use whydunit_program::{CastOp, Program, Type, TypeId, UnOp};
use whydunit_terms::TermId;

/// A C type, as far as expressions distinguish types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CType {
    Void,
    /// Includes enumerations. `boolean`: conversion maps every value other than 0 to 1.
    Int {
        size: u8,
        signed: bool,
        boolean: bool,
    },
    Float {
        size: u8,
    },
    Pointer(Box<CType>),
    /// `count` is 0 if unknown.
    Array {
        element: Box<CType>,
        count: u64,
    },
    Record(TypeId),
    Function,
}

pub(crate) const INT: CType = CType::Int { size: 4, signed: true, boolean: false };
pub(crate) const LONG: CType = CType::Int { size: 8, signed: true, boolean: false };
pub(crate) const UNSIGNED_LONG: CType = CType::Int { size: 8, signed: false, boolean: false };
pub(crate) const CHAR: CType = CType::Int { size: 1, signed: true, boolean: false };

impl CType {
    /// The type of the debug information.
    pub(crate) fn of(program: &Program, id: TypeId) -> CType {
        let types = &program.types;
        match types.get(types.bare(id)) {
            Type::Int { name, size, signed, .. } => {
                let boolean = name == "_Bool" || name == "bool";
                CType::Int { size: *size as u8, signed: *signed, boolean }
            }
            Type::Enum { size, signed, .. } => CType::Int { size: *size as u8, signed: *signed, boolean: false },
            Type::Float { size, .. } => CType::Float { size: *size as u8 },
            Type::Pointer { to } => CType::Pointer(CType::of(program, *to).into()),
            Type::Array { element, count } => {
                CType::Array { element: CType::of(program, *element).into(), count: *count }
            }
            Type::Record { .. } => CType::Record(types.bare(id)),
            Type::Function { .. } => CType::Function,
            _ => CType::Void,
        }
    }

    /// Size in bytes, 0 when unknown.
    pub(crate) fn size(&self, program: &Program) -> u64 {
        match self {
            CType::Void | CType::Function => 0,
            CType::Int { size, .. } | CType::Float { size } => u64::from(*size),
            CType::Pointer(_) => 8,
            CType::Array { element, count } => element.size(program).saturating_mul(*count),
            CType::Record(id) => program.types.size(*id),
        }
    }

    /// The type after integer promotion.
    pub(crate) fn promoted(&self) -> CType {
        match self {
            CType::Int { size: 0..4, .. } => INT,
            CType::Int { size, signed, .. } => CType::Int { size: *size, signed: *signed, boolean: false },
            other => other.clone(),
        }
    }

    /// The common type of two arithmetic operands (the usual arithmetic conversions).
    pub(crate) fn common(&self, other: &CType) -> CType {
        let (a, b) = (self.promoted(), other.promoted());
        match (&a, &b) {
            (CType::Float { size: x }, CType::Float { size: y }) => CType::Float { size: *x.max(y) },
            (CType::Float { .. }, _) => a,
            (_, CType::Float { .. }) => b,
            (CType::Int { size: x, signed: s, .. }, CType::Int { size: y, signed: t, .. }) => {
                // For equal sizes unsigned wins; a larger type holds all values of the smaller one.
                let signed = if x == y {
                    *s && *t
                } else if x > y {
                    *s
                } else {
                    *t
                };
                CType::Int { size: *x.max(y), signed, boolean: false }
            }
            _ => a,
        }
    }

    pub(crate) fn is_arithmetic(&self) -> bool {
        matches!(self, CType::Int { .. } | CType::Float { .. })
    }
}

/// A scalar value. Integers are sign-extended if signed; pointers and other integers are zero-extended; floats have
/// their memory representation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) ty: CType,
    pub(crate) bits: u128,
    /// In a symbolic run: its term, with the width of the type, unless the value is concrete.
    pub(crate) term: Option<TermId>,
}

impl Number {
    /// A value of a type; bits beyond its size are ignored.
    pub(crate) fn new(ty: CType, bits: u128) -> Number {
        let bits = match ty {
            CType::Int { boolean: true, .. } => bits & 0xff,
            CType::Int { size, signed, .. } => {
                let spare = 128 - 8 * u32::from(size.clamp(1, 16));
                if signed { ((bits << spare) as i128 >> spare) as u128 } else { bits << spare >> spare }
            }
            CType::Float { size: 4 } => bits & u128::from(u32::MAX),
            CType::Float { size: 16 } => bits & ((1 << 80) - 1),
            _ => bits & u128::from(u64::MAX),
        };
        Number { ty, bits, term: None }
    }

    pub(crate) fn int(value: bool) -> Number {
        Number::new(INT, value.into())
    }

    /// A float in the representation of the machine's arithmetic: width and slots.
    pub(crate) fn slots(&self) -> (u8, [u64; 2]) {
        let width = match self.ty {
            CType::Float { size: 4 } => 32,
            CType::Float { size: 16 } => 80,
            _ => 64,
        };
        (width, [self.bits as u64, (self.bits >> 64) as u64])
    }

    pub(crate) fn from_slots(ty: CType, slots: [u64; 2]) -> Number {
        let high = if ty == (CType::Float { size: 16 }) { u128::from(slots[1]) << 64 } else { 0 };
        Number::new(ty, u128::from(slots[0]) | high)
    }

    /// Not zero, not null?
    pub(crate) fn is_true(&self) -> bool {
        match self.ty {
            CType::Float { size: 16 } => self.bits & u128::from(u64::MAX) != 0,
            CType::Float { size } => self.bits & (u128::MAX >> (129 - 8 * u32::from(size))) != 0,
            _ => self.bits != 0,
        }
    }

    /// The value converted to another scalar type, as by assignment.
    pub(crate) fn convert(&self, to: &CType) -> Number {
        let width = |ty: &CType| match ty {
            CType::Float { size: 16 } => 80,
            CType::Int { size, .. } | CType::Float { size } => size.saturating_mul(8),
            _ => 64,
        };
        let (from_width, to_width) = (width(&self.ty), width(to));
        let slots = [self.bits as u64, (self.bits >> 64) as u64];
        let is_signed = |ty: &CType| matches!(ty, CType::Int { signed: true, .. });
        match (&self.ty, to) {
            (_, CType::Int { boolean: true, .. }) => Number::new(to.clone(), self.is_true().into()),
            (CType::Float { .. }, CType::Float { .. }) => {
                Number::from_slots(to.clone(), float::cast(CastOp::FpToFp, from_width, to_width, slots))
            }
            (CType::Float { .. }, _) => {
                let op = if is_signed(to) { CastOp::FpToSi } else { CastOp::FpToUi };
                let [low, high] = float::cast(op, from_width, to_width, slots);
                Number::new(to.clone(), u128::from(low) | u128::from(high) << 64)
            }
            (from, CType::Float { .. }) => {
                let op = if is_signed(from) { CastOp::SiToFp } else { CastOp::UiToFp };
                Number::from_slots(to.clone(), float::cast(op, from_width, to_width, slots))
            }
            _ => Number::new(to.clone(), self.bits),
        }
    }

    pub(crate) fn negated(&self) -> Number {
        match self.ty {
            CType::Float { size: 16 } => Number::from_slots(self.ty.clone(), float::un80(UnOp::FNeg, self.slots().1)),
            CType::Float { .. } => {
                let (width, slots) = self.slots();
                Number::from_slots(self.ty.clone(), [float::un(UnOp::FNeg, width, slots[0]), 0])
            }
            _ => Number::new(self.ty.clone(), self.bits.wrapping_neg()),
        }
    }

    /// The value in C syntax.
    pub(crate) fn text(&self) -> String {
        match &self.ty {
            CType::Int { signed: true, .. } => (self.bits as i128).to_string(),
            CType::Float { size: 4 } => f32::from_bits(self.bits as u32).to_string(),
            CType::Float { .. } => {
                let double = self.convert(&CType::Float { size: 8 });
                f64::from_bits(double.bits as u64).to_string()
            }
            CType::Pointer(_) if self.bits == 0 => "NULL".into(),
            CType::Pointer(_) => format!("{:#x}", self.bits),
            _ => self.bits.to_string(),
        }
    }
}
