//! Symbolic values: the terms of expressions in a symbolic run.
//!
//! The run's concrete values decide the flow of the evaluation, as everywhere in a symbolic run. The conditions under
//! which an expression has a value (a divisor other than zero, a valid address) become part of the run's path.

use whydunit_machine::{ConstraintKind, Symbolic, Word, World};
use whydunit_program::BinOp;
use whydunit_terms::{Store, TermId};

use crate::formula::Evaluated;
use crate::formula::arithmetic::{NoResult, arithmetic, unary};
use crate::formula::evaluate::Evaluator;
use crate::formula::number::{CType, LONG, Number};
use crate::formula::objects::Object;
use crate::formula::terms::{binary_term, compared, converted, is_signed, sized, term_of, truth, unary_term, width_of};

impl<W: World> Evaluator<'_, W> {
    /// Adds a term to a value if one of its operands has one. If the result cannot have a term, the operands are made
    /// concrete.
    pub(crate) fn shadowed(
        &mut self,
        value: Number,
        from: &[&Number],
        term: impl FnOnce(&mut Store) -> Option<TermId>,
    ) -> Number {
        if self.dry > 0 || from.iter().all(|n| n.term.is_none()) {
            return value;
        }
        let Some((symbolic, at)) = self.machine.symbolic_here() else { return value };
        match term(&mut symbolic.store) {
            Some(term) => Number { term: varying(symbolic, term), ..value },
            None => {
                let terms = from.iter().filter_map(|n| Some((n.term?, n.bits)));
                terms.for_each(|(term, bits)| symbolic.pin_term(term, bits, "long double", at));
                value
            }
        }
    }

    pub(crate) fn converted(&mut self, value: &Number, to: &CType) -> Number {
        self.shadowed(value.convert(to), &[value], |store| converted(store, value, to))
    }

    pub(crate) fn unary(&mut self, sign: &str, value: &Number) -> Result<Number, NoResult> {
        let result = unary(sign, value)?;
        Ok(self.shadowed(result, &[value], |store| unary_term(store, sign, value)))
    }

    pub(crate) fn arithmetic(&mut self, sign: &str, a: &Number, b: &Number) -> Result<Number, NoResult> {
        self.demand(sign, a, b);
        let result = arithmetic(sign, a, b)?;
        Ok(self.shadowed(result, &[a, b], |store| binary_term(store, sign, a, b)))
    }

    /// Adds the conditions that C imposes on the operands to the path, whether they are met or not.
    fn demand(&mut self, sign: &str, a: &Number, b: &Number) {
        let (CType::Int { .. }, CType::Int { .. }) = (&a.ty, &b.ty) else { return };
        if self.dry > 0 || (a.term.is_none() && b.term.is_none()) {
            return;
        }
        let Some((symbolic, at)) = self.machine.symbolic_here() else { return };
        match sign {
            "/" | "%" => {
                let common = a.ty.common(&b.ty);
                let Some(width) = width_of(&common) else { return };
                let terms = (converted(&mut symbolic.store, a, &common), converted(&mut symbolic.store, b, &common));
                let (Some(x), Some(y)) = terms else { return };
                let cut = |n: &Number| n.convert(&common).bits & (u128::MAX >> (128 - u32::from(width)));
                let op = if is_signed(&common) { BinOp::SDiv } else { BinOp::UDiv };
                symbolic.check_operands(op, width, (x, y), (cut(a), cut(b)), at);
            }
            "<<" | ">>" => {
                let Some(width) = width_of(&a.ty.promoted()) else { return };
                let Some(count) = converted(&mut symbolic.store, b, &LONG) else { return };
                let most = symbolic.store.constant(64, width.into());
                let inside = symbolic.store.ult(count, most);
                symbolic.guard(inside, (0..i128::from(width)).contains(&(b.bits as i128)), at);
            }
            _ => {}
        }
    }

    /// Adds the term to the result of an operator with a pointer operand; `size` is that of the pointer's target.
    pub(crate) fn pointed(&mut self, sign: &str, result: Number, (x, y): (&Number, &Number), size: u64) -> Number {
        self.shadowed(result, &[x, y], |store| {
            let (a, b) = (converted(store, x, &LONG)?, converted(store, y, &LONG)?);
            let factor = store.constant(64, size.into());
            Some(match (sign, &x.ty, &y.ty) {
                ("+", CType::Pointer(_), _) => {
                    let offset = store.mul(b, factor);
                    store.add(a, offset)
                }
                ("+", ..) => {
                    let offset = store.mul(a, factor);
                    store.add(b, offset)
                }
                ("-", _, CType::Pointer(_)) => {
                    let distance = store.sub(a, b);
                    store.sdiv(distance, factor)
                }
                ("-", ..) => {
                    let offset = store.mul(b, factor);
                    store.sub(a, offset)
                }
                _ => return compared(store, sign, false, a, b),
            })
        })
    }

    /// Adds the outcome of a condition to the path, because it decided which operand is evaluated.
    pub(crate) fn decide(&mut self, condition: &Evaluated) {
        if let Some((term, (symbolic, at))) = condition.condition.zip(self.machine.symbolic_here()) {
            symbolic.decided(term, condition.holds, ConstraintKind::Decision, at);
        }
    }

    /// Combines two conditions with `&&` or `||`.
    pub(crate) fn joined(&mut self, sign: &str, first: &Evaluated, second: &Evaluated) -> Number {
        let both = (first.holds && second.holds) || (sign == "||" && (first.holds || second.holds));
        let numbers = [first, second].map(|e| Number { term: e.condition, ..Number::int(e.holds) });
        self.shadowed(Number::int(both), &[&numbers[0], &numbers[1]], |store| {
            let [a, b] = [first, second].map(|e| e.condition.unwrap_or_else(|| store.bit(e.holds)));
            let term = if sign == "&&" { store.and(a, b) } else { store.or(a, b) };
            Some(store.zext(term, 32))
        })
    }

    /// The comparison of bytes with the expected ones, with its term.
    pub(crate) fn all_equal(&mut self, same: bool, bytes: &[Number], expected: &[u8]) -> Number {
        let all: Vec<&Number> = bytes.iter().collect();
        self.shadowed(Number::int(same), &all, |store| {
            let mut equal = store.bit(true);
            for (byte, expected) in bytes.iter().zip(expected.iter().chain([&0])) {
                let (is, expected) = (term_of(store, byte)?, store.constant(8, (*expected).into()));
                let here = store.eq(is, expected);
                equal = store.and(equal, here);
            }
            Some(store.zext(equal, 32))
        })
    }

    /// The condition under which a value is true.
    pub(crate) fn condition(&mut self, number: &Number) -> Option<TermId> {
        self.shadowed(Number::int(number.is_true()), &[number], |store| {
            let term = term_of(store, number)?;
            truth(store, &number.ty, term)
        })
        .term
    }

    /// The term of the address at a distance from an object, such as that of a member.
    pub(crate) fn at_distance(&mut self, pointer: Option<TermId>, distance: u64) -> Option<TermId> {
        let (pointer, (symbolic, _)) = pointer.zip(self.machine.symbolic_here())?;
        let distance = symbolic.store.constant(64, distance.into());
        Some(symbolic.store.add(pointer, distance))
    }

    /// Adds the term to a value loaded from an object.
    pub(crate) fn loaded(&mut self, object: &Object, value: Number) -> Number {
        let whole = object.ty.size(self.program) as u32 * 8;
        let (shift, width) = object.bits.unwrap_or((0, whole));
        let bytes = (shift + width).div_ceil(8).min(16) as u8;
        // A `long double` uses ten of its 16 bytes.
        let width = if object.ty == (CType::Float { size: 16 }) { 80 } else { width };
        let Some(term) = self.term_at(object, bytes) else { return value };
        let Some((symbolic, _)) = self.machine.symbolic_here() else { return value };
        let part = symbolic.store.extract(term, shift as u8, width as u8);
        let loaded = Number { term: Some(part), ..value.clone() };
        self.shadowed(value, &[&loaded], |store| Some(sized(store, part, is_signed(&object.ty), width_of(&loaded.ty)?)))
    }

    /// The term of the first `bytes` bytes of an object.
    fn term_at(&mut self, object: &Object, bytes: u8) -> Option<TermId> {
        self.machine.symbolic()?;
        if let Some(address) = object.pointer {
            if bytes.is_power_of_two() && bytes <= 8 {
                return self.word_at(object.address, Some(address), bytes)?.1;
            }
            let (symbolic, at) = self.machine.symbolic_here()?;
            symbolic.pin_term(address, object.address.into(), "address of a wide value", at);
        }
        let (mut whole, mut plain) = (None, true);
        for offset in (0..bytes).step_by(8) {
            let size = (bytes - offset).min(8);
            let (word, term) = self.word_at(object.address.wrapping_add(offset.into()), None, size)?;
            let (symbolic, _) = self.machine.symbolic_here()?;
            plain &= term.is_none();
            let part = term.unwrap_or_else(|| symbolic.store.constant(8 * size, word.bits.into()));
            whole = Some(whole.map_or(part, |below| symbolic.store.concat(part, below)));
        }
        whole.filter(|_| !plain)
    }

    /// The word at an address, and its term. The conditions for a valid address become part of the path.
    pub(crate) fn word_at(
        &mut self,
        address: u64,
        pointer: Option<TermId>,
        bytes: u8,
    ) -> Option<(Word, Option<TermId>)> {
        let address = Word { bits: address, undef: 0, term: pointer.map_or(0, TermId::raw) };
        let word = self.machine.inspect_word(address, bytes)?;
        Some((word, TermId::from_raw(word.term)))
    }
}

/// A term, unless it is a constant.
fn varying(symbolic: &Symbolic, term: TermId) -> Option<TermId> {
    symbolic.store.as_const(term).is_none().then_some(term)
}
