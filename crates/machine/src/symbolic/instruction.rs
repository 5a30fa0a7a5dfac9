//! The terms of results that instructions compute from slots.

use whydunit_program::{Bin, BinOp, CastOp, Inst, Slot, TernOp};
use whydunit_terms::TermId;

use super::Symbolic;
use crate::Word;
use crate::constraint::Moment;
use crate::shadow::Shadow;

/// The slots an instruction reads.
pub(crate) struct Operands<'a> {
    pub(crate) shadow: &'a Shadow,
    pub(crate) depth: u32,
    pub(crate) slots: &'a [u64],
}

impl Operands<'_> {
    fn word(&self, slot: Slot) -> Word {
        self.shadow.word(self.depth, slot, self.slots)
    }

    fn bits(&self, slot: Slot, w: u8) -> u128 {
        let low = u128::from(self.slots[slot as usize]);
        if w > 64 { low | u128::from(self.slots[slot as usize + 1]) << 64 } else { low }
    }
}

/// The terms of a result: the value and, for some operations, a flag.
struct Result {
    value: Option<TermId>,
    flag: Option<TermId>,
}

impl From<Option<TermId>> for Result {
    fn from(value: Option<TermId>) -> Self {
        Result { value, flag: None }
    }
}

impl From<TermId> for Result {
    fn from(value: TermId) -> Self {
        Some(value).into()
    }
}

impl Symbolic {
    /// The terms of the slots that an instruction defines, in order. Called before the instruction
    /// is executed, when one of its operands has a term. An operation that terms cannot express
    /// makes its operands concrete. The result of a `signed` operation must fit.
    pub(crate) fn compute(&mut self, inst: &Inst, signed: bool, from: &Operands<'_>, at: Moment) -> [u32; 3] {
        if let Some((op, Bin { w, a, b, .. })) = inst.as_bin().filter(|_| signed) {
            let terms = (self.operand(from, a, w), self.operand(from, b, w));
            self.check_overflow(op, terms, (from.bits(a, w), from.bits(b, w)), at);
        }
        let Result { value, flag } = self.result(inst, from, at);
        let Some(value) = value else {
            inst.uses(|s| self.pin(from.word(s), "long double", at));
            return [0; 3];
        };
        let wide = self.store.width(value) > 64;
        let low = if wide { self.store.extract(value, 0, 64) } else { value };
        let high = wide.then(|| self.store.extract(value, 64, self.store.width(value) - 64));
        let mut raws = [low].into_iter().chain(high).chain(flag).map(|t| self.raw(t));
        std::array::from_fn(|_| raws.next().unwrap_or(0))
    }

    fn operand(&mut self, from: &Operands<'_>, slot: Slot, w: u8) -> TermId {
        let low = self.term(from.word(slot), w.min(64));
        if w <= 64 {
            return low;
        }
        let high = self.term(from.word(slot + 1), w - 64);
        self.store.concat(high, low)
    }

    fn result(&mut self, inst: &Inst, from: &Operands<'_>, at: Moment) -> Result {
        if let Some((op, bin)) = inst.as_bin() {
            return self.binary(op, bin, from, at).into();
        }
        match *inst {
            Inst::FCmp { bin, .. } if bin.w > 64 => None.into(),
            Inst::FCmp { pred, bin } => {
                let (a, b) = (self.operand(from, bin.a, bin.w), self.operand(from, bin.b, bin.w));
                self.store.fcmp(pred, a, b).into()
            }
            Inst::Overflow { op, bin } => {
                let (a, b) = (self.operand(from, bin.a, bin.w), self.operand(from, bin.b, bin.w));
                let (value, flag) = self.store.overflow(op, a, b);
                Result { value: Some(value), flag: Some(flag) }
            }
            Inst::Un { op, w, a, .. } => {
                let a = self.operand(from, a, w);
                self.store.un(op, a).into()
            }
            Inst::Tern { op, w, a, b, c, .. } => {
                let classes = op == TernOp::IsClass;
                let a = self.operand(from, a, w);
                let b = self.operand(from, b, if classes { 32 } else { w });
                let c = if classes { a } else { self.operand(from, c, w) };
                self.store.tern(op, a, b, c).into()
            }
            Inst::Move { a, .. } => TermId::from_raw(from.word(a).term).into(),
            Inst::Trunc { w, a, .. } => self.operand(from, a, w).into(),
            Inst::SExt { from: narrow, to, a, .. } => {
                let a = self.operand(from, a, narrow);
                self.store.sext(a, to).into()
            }
            Inst::Cast { op, from: w, to, a, .. } => {
                let (bits, a) = (from.bits(a, w) as u64, self.operand(from, a, w));
                self.check_conversion(op, to, (a, bits), at);
                self.store.cast(op, a, to).into()
            }
            Inst::Select { c, a, b, .. } => self.choose(from.word(c), from.word(a), from.word(b)).into(),
            Inst::Offset { a, offset, .. } => {
                let a = self.operand(from, a, 64);
                let offset = self.store.constant(64, i128::from(offset) as u128);
                self.store.add(a, offset).into()
            }
            Inst::Index { a, index, scale, .. } => {
                let (a, index) = (self.operand(from, a, 64), self.operand(from, index, 64));
                let scale = self.store.constant(64, u128::from(scale));
                let offset = self.store.mul(index, scale);
                self.store.add(a, offset).into()
            }
            _ => None.into(),
        }
    }

    fn binary(&mut self, op: BinOp, Bin { w, a, b, .. }: Bin, from: &Operands<'_>, at: Moment) -> Option<TermId> {
        let terms = (self.operand(from, a, w), self.operand(from, b, w));
        self.check_operands(op, w, terms, (from.bits(a, w), from.bits(b, w)), at);
        self.store.bin(op, terms.0, terms.1)
    }

    /// `c ? a : b`, at the width of the wider operand.
    fn choose(&mut self, c: Word, a: Word, b: Word) -> TermId {
        let width = |s: &Symbolic, word: Word| TermId::from_raw(word.term).map_or(0, |t| s.store.width(t));
        let w = match width(self, a).max(width(self, b)) {
            0 => 64,
            w if (a.bits | b.bits).checked_shr(w.into()).unwrap_or(0) == 0 => w,
            _ => 64,
        };
        let (then, other) = (self.term(a, w), self.term(b, w));
        match TermId::from_raw(c.term) {
            Some(condition) => {
                let condition = self.truth(condition);
                self.store.ite(condition, then, other)
            }
            None if c.bits != 0 => then,
            None => other,
        }
    }

    /// A two-operand operation of a libc model on words.
    pub(crate) fn word_bin(&mut self, op: BinOp, w: u8, a: Word, b: Word, at: Moment) -> u32 {
        let terms = (self.term(a, w), self.term(b, w));
        self.check_operands(op, w, terms, (a.bits.into(), b.bits.into()), at);
        self.store.bin(op, terms.0, terms.1).map_or(0, |t| self.raw(t))
    }

    /// A conversion by a libc model; a conversion to or from `long double` makes its operand
    /// concrete.
    pub(crate) fn word_cast(&mut self, op: CastOp, from: u8, to: u8, a: Word, at: Moment) -> u32 {
        let operand = self.term(a, from.min(64));
        match self.store.cast(op, operand, to) {
            Some(term) => self.raw(term),
            None => {
                self.pin(a, "long double", at);
                0
            }
        }
    }

    /// A selection by a libc model.
    pub(crate) fn word_select(&mut self, cond: Word, a: Word, b: Word) -> u32 {
        let term = self.choose(cond, a, b);
        self.raw(term)
    }
}
