//! The evaluation of expressions at a paused run.

use whydunit_machine::{FrameView, Machine, World};
use whydunit_program::{Program, TypeId};

use crate::formula::arithmetic::{NoResult, compared, literal};
use crate::formula::names::type_of;
use crate::formula::number::{CHAR, CType, INT, LONG, Number, UNSIGNED_LONG};
use crate::formula::objects::Object;
use crate::formula::syntax::{Expr, ExprKind, TypeName};
use crate::formula::{Evaluated, FormulaError, Span};
use crate::naming::lvalue::Lvalue;

/// The result of a subexpression.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    /// An object in memory.
    Object(Object),
    /// A value.
    Value(Number),
    /// A string literal.
    Text(Vec<u8>),
}

/// Evaluates one expression.
pub(crate) struct Evaluator<'a, W> {
    pub(crate) program: &'a Program,
    pub(crate) machine: &'a mut Machine<W>,
    pub(crate) frame: Option<FrameView>,
    source: &'a str,
    /// Objects that were read, in order, without duplicates.
    pub(crate) reads: Vec<Lvalue>,
    /// Depth of operands that C does not evaluate, such as that of `sizeof`; only their types are computed.
    pub(crate) dry: u32,
    /// May variables be named that are out of scope?
    pub(crate) ended: bool,
}

pub(crate) type Result<T> = std::result::Result<T, FormulaError>;

/// Limit on the characters compared of a text.
const TEXT: u64 = 1 << 16;

impl<'a, W: World> Evaluator<'a, W> {
    pub(crate) fn new(
        program: &'a Program,
        machine: &'a mut Machine<W>,
        frame: Option<FrameView>,
        source: &'a str,
    ) -> Self {
        Evaluator { program, machine, frame, source, reads: Vec::new(), dry: 0, ended: false }
    }

    /// Evaluates the expression as a condition.
    pub(crate) fn truth(&mut self, expr: &Expr) -> Result<Evaluated> {
        let number = self.number(expr)?;
        if number.ty == CType::Void {
            return Err(self.wrong(expr, "has no value"));
        }
        let condition = self.condition(&number);
        Ok(Evaluated { holds: number.is_true(), text: number.text(), condition })
    }

    /// The object that the expression denotes.
    pub(crate) fn object(&mut self, expr: &Expr) -> Result<Lvalue> {
        match self.operand(expr)? {
            Operand::Object(object) => Ok(object.lvalue(self.program)),
            _ => Err(self.wrong(expr, "is a value, not something in memory")),
        }
    }

    pub(crate) fn wrong(&self, expr: &Expr, what: &str) -> FormulaError {
        FormulaError::syntax(expr.span, format!("`{}` {what}", self.text(expr.span)))
    }

    pub(crate) fn moment(&self, expr: &Expr, message: String) -> FormulaError {
        FormulaError::moment(expr.span, message)
    }

    pub(crate) fn text(&self, span: Span) -> &'a str {
        self.source.get(span.start..span.end).unwrap_or(self.source)
    }

    pub(crate) fn operand(&mut self, expr: &Expr) -> Result<Operand> {
        match &expr.kind {
            ExprKind::Name(name) => self.name(expr, name),
            ExprKind::Integer { value, unsigned, long, decimal } => {
                Ok(Operand::Value(literal(*value, *unsigned, *long, *decimal)))
            }
            ExprKind::Float { digits, size } => Ok(Operand::Value(float_literal(digits, *size))),
            ExprKind::Character(byte) => Ok(Operand::Value(Number::new(INT, i128::from(*byte as i8) as u128))),
            ExprKind::Text(bytes) => Ok(Operand::Text(bytes.clone())),
            ExprKind::Unary("*", of) => {
                let pointer = self.number(of)?;
                self.through(expr, of, pointer)
            }
            ExprKind::Unary("&", of) => self.address_of(of).map(Operand::Value),
            ExprKind::Unary(sign, of) => {
                let value = self.number(of)?;
                self.unary(sign, &value).map(Operand::Value).map_err(|no| self.no_result(expr, no))
            }
            ExprKind::Binary(sign, a, b) => self.binary(expr, sign, a, b).map(Operand::Value),
            ExprKind::Choice(condition, yes, no) => self.choice(condition, yes, no).map(Operand::Value),
            ExprKind::Index(of, index) => self.element(expr, of, index),
            ExprKind::Member { of, arrow, name } => self.member(expr, of, *arrow, name),
            ExprKind::Cast(ty, of) => self.cast(expr, ty, of).map(Operand::Value),
            ExprKind::SizeOfType(ty) => {
                let ty = type_of(self.program, ty)?;
                self.size(expr, &ty).map(Operand::Value)
            }
            ExprKind::SizeOf(of) => {
                let ty = self.type_only(of)?;
                self.size(expr, &ty).map(Operand::Value)
            }
        }
    }

    fn cast(&mut self, expr: &Expr, ty: &TypeName, of: &Expr) -> Result<Number> {
        let (to, value) = (type_of(self.program, ty)?, self.number(of)?);
        let scalar = to.is_arithmetic() || matches!(to, CType::Pointer(_));
        let mixed = matches!((&to, &value.ty), (CType::Pointer(_), CType::Float { .. }))
            || matches!((&to, &value.ty), (CType::Float { .. }, CType::Pointer(_)));
        if !scalar || mixed {
            return Err(self.wrong(expr, "is a cast that C does not have"));
        }
        Ok(self.converted(&value, &to))
    }

    /// The value of an expression; arrays and functions become pointers.
    pub(crate) fn number(&mut self, expr: &Expr) -> Result<Number> {
        match self.operand(expr)? {
            Operand::Value(number) => Ok(number),
            Operand::Text(_) => Err(self.wrong(expr, "can only be compared with a string, or asked for an element")),
            Operand::Object(object) => match &object.ty {
                CType::Array { element, .. } => Ok(object.pointer_to(element)),
                CType::Function => Ok(object.pointer_to(&object.ty)),
                CType::Record(_) => Err(self.wrong(expr, "is a struct or union; name one of its members")),
                CType::Void => Err(self.wrong(expr, "has no type; cast the pointer first")),
                _ => {
                    let value = self.load(expr, &object)?;
                    self.note(&object);
                    Ok(value)
                }
            },
        }
    }

    fn no_result(&self, expr: &Expr, no: NoResult) -> FormulaError {
        match no {
            NoResult::Types => self.wrong(expr, "has operands of types that do not go together"),
            NoResult::Undefined(why) => self.moment(expr, format!("`{}`: {why}", self.text(expr.span))),
        }
    }

    fn binary(&mut self, expr: &Expr, sign: &'static str, a: &Expr, b: &Expr) -> Result<Number> {
        if let "&&" | "||" = sign {
            return self.both(sign, a, b);
        }
        if let "==" | "!=" = sign
            && let Some(same) = self.same_text(a, b)?
        {
            let same = if sign == "==" { Ok(same) } else { self.unary("!", &same) };
            return same.map_err(|no| self.no_result(expr, no));
        }
        let (x, y) = (self.number(a)?, self.number(b)?);
        if !matches!(x.ty, CType::Pointer(_)) && !matches!(y.ty, CType::Pointer(_)) {
            return self.arithmetic(sign, &x, &y).map_err(|no| self.no_result(expr, no));
        }
        self.pointers(expr, sign, x, y)
    }

    /// `&&` and `||`.
    fn both(&mut self, sign: &str, a: &Expr, b: &Expr) -> Result<Number> {
        let first = self.truth(a)?;
        if first.holds != (sign == "||") {
            let second = self.truth(b)?;
            return Ok(self.joined(sign, &first, &second));
        }
        self.type_only(b)?;
        // With another outcome of the first operand, the second would matter: include it if it can be evaluated.
        match first.condition.and_then(|_| self.truth(b).ok()) {
            Some(second) => Ok(self.joined(sign, &first, &second)),
            None => {
                self.decide(&first);
                Ok(Number::int(first.holds))
            }
        }
    }

    /// Operators with a pointer operand.
    pub(crate) fn pointers(&mut self, expr: &Expr, sign: &str, x: Number, y: Number) -> Result<Number> {
        if let Some(result) = compared(sign, Some(x.bits.cmp(&y.bits))) {
            let floats = [&x, &y].into_iter().any(|n| matches!(n.ty, CType::Float { .. }));
            return match floats {
                true => Err(self.no_result(expr, NoResult::Types)),
                false => Ok(self.pointed(sign, result, (&x, &y), 1)),
            };
        }
        let ((CType::Pointer(to), _) | (_, CType::Pointer(to))) = (&x.ty, &y.ty) else {
            return Err(self.no_result(expr, NoResult::Types));
        };
        let size = to.size(self.program).max(1);
        let scaled = |n: &Number| n.bits.wrapping_mul(size.into());
        let result = match (sign, &x.ty, &y.ty) {
            ("+", CType::Pointer(_), CType::Int { .. }) => Number::new(x.ty.clone(), x.bits.wrapping_add(scaled(&y))),
            ("+", CType::Int { .. }, CType::Pointer(_)) => Number::new(y.ty.clone(), y.bits.wrapping_add(scaled(&x))),
            ("-", CType::Pointer(_), CType::Int { .. }) => Number::new(x.ty.clone(), x.bits.wrapping_sub(scaled(&y))),
            ("-", CType::Pointer(_), CType::Pointer(_)) => {
                let distance = (x.bits as i128) - (y.bits as i128);
                Number::new(LONG, (distance / i128::from(size)) as u128)
            }
            _ => return Err(self.no_result(expr, NoResult::Types)),
        };
        Ok(self.pointed(sign, result, (&x, &y), size))
    }

    /// For a comparison with a string literal: are the texts equal? None if neither side is a literal.
    fn same_text(&mut self, a: &Expr, b: &Expr) -> Result<Option<Number>> {
        let (x, y) = (self.as_literal(a), self.as_literal(b));
        let (literal, other) = match (x, y) {
            (Some(x), Some(y)) => return Ok(Some(Number::int(x == y))),
            (Some(x), None) => (x, b),
            (None, Some(y)) => (y, a),
            (None, None) => return Ok(None),
        };
        // As a string, the literal ends at its first zero.
        let literal = literal.split(|b| *b == 0).next().unwrap_or(&[]);
        let start = self.number(other)?;
        let is_text = matches!(&start.ty, CType::Pointer(to) if **to == CHAR || to.size(self.program) == 1);
        if !is_text {
            return Err(self.wrong(other, "is no string and cannot be compared with one"));
        }
        let (id, mut bytes, mut same) = (self.type_behind(other), Vec::new(), true);
        for (i, expected) in (0..TEXT).zip(literal.iter().chain([&0])) {
            let object = self.character(other, &start, id, i);
            let byte = match self.load(other, &object) {
                Ok(byte) => byte,
                // Characters after the first difference matter only in a symbolic run.
                Err(_) if !same => break,
                Err(error) => return Err(error),
            };
            self.note(&object);
            same &= byte.bits as u8 == *expected;
            bytes.push(byte);
            if !same && self.machine.symbolic().is_none() {
                break;
            }
        }
        Ok(Some(self.all_equal(same, &bytes, literal)))
    }

    /// A character of a string.
    fn character(&mut self, string: &Expr, start: &Number, id: Option<TypeId>, i: u64) -> Object {
        Object {
            ty: CHAR,
            id,
            address: (start.bits as u64).wrapping_add(i),
            pointer: self.at_distance(start.term, i),
            bits: None,
            text: format!("{}[{i}]", self.text(string.span)),
        }
    }

    pub(crate) fn as_literal(&self, expr: &Expr) -> Option<Vec<u8>> {
        if let ExprKind::Text(bytes) = &expr.kind { Some(bytes.clone()) } else { None }
    }

    fn choice(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Result<Number> {
        let condition = self.truth(condition)?;
        self.decide(&condition);
        let (taken, other) = if condition.holds { (yes, no) } else { (no, yes) };
        let value = self.number(taken)?;
        let other = self.type_only(other)?;
        match value.ty.is_arithmetic() && other.is_arithmetic() {
            true => Ok(self.converted(&value, &value.ty.common(&other))),
            false => Ok(value),
        }
    }

    /// The type of an operand that is not evaluated.
    fn type_only(&mut self, expr: &Expr) -> Result<CType> {
        self.dry += 1;
        let operand = self.operand(expr);
        self.dry -= 1;
        Ok(match operand {
            Ok(Operand::Object(object)) => object.ty,
            Ok(Operand::Value(number)) => number.ty,
            Ok(Operand::Text(bytes)) => CType::Array { element: CHAR.into(), count: bytes.len() as u64 + 1 },
            // Operands are zero because nothing is read, so a division by zero is no error here.
            Err(error) if error.of_the_moment => INT,
            Err(error) => return Err(error),
        })
    }

    fn size(&self, expr: &Expr, ty: &CType) -> Result<Number> {
        match ty.size(self.program) {
            0 => Err(self.wrong(expr, "is not known: the type has no size")),
            size => Ok(Number::new(UNSIGNED_LONG, size.into())),
        }
    }
}

/// A floating-point constant. Parsing a `float` directly avoids double rounding; a `long double` gets the precision of
/// `double`.
fn float_literal(digits: &str, size: u8) -> Number {
    if size == 4 {
        let single = digits.parse::<f32>().unwrap_or_default();
        return Number::new(CType::Float { size }, single.to_bits().into());
    }
    let double = digits.parse::<f64>().unwrap_or_default();
    Number::new(CType::Float { size: 8 }, double.to_bits().into()).convert(&CType::Float { size })
}
