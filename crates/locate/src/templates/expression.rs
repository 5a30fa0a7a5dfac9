//! Small changes of the program text: what a programmer may have meant instead.

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::{ArgClass, Bin, Callee, Function, Inst, LocalId, Program, Slot, Type, TypeId, Types};

use crate::templates::rewrite::{Side, SourceChange};

use crate::templates::integer_width::{argument_width, constant_width, width};

pub(crate) use crate::templates::statement_order::missing_breaks;

/// A small change of the program text.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// How to make it.
    pub patch: Patch,
    /// What it means in C.
    pub rewrite: SourceChange,
}

/// At most so many other variables or constants are tried at one place.
pub(crate) const OTHERS: usize = 6;

/// All small changes of one instruction.
pub fn candidates(program: &Program, site: Site) -> Vec<Candidate> {
    let function = program.function(site.function);
    let mut found = Found { program, function, site, mutants: Vec::new() };
    let inst = function.insts[site.inst as usize];
    found.relations(inst);
    found.arithmetic(inst);
    found.constants(inst);
    found.memory(inst);
    found.neighbours(inst);
    found.control(inst);
    found.connective(inst);
    found.equality(inst);
    found.sizes(inst);
    found.members(inst);
    found.variables_instead(inst);
    found.quotient(inst);
    found.order();
    found.mutants
}

pub(crate) struct Found<'a> {
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    pub(crate) site: Site,
    pub(crate) mutants: Vec<Candidate>,
}

impl Found<'_> {
    pub(crate) fn add(&mut self, edit: Edit, constant: u64, rewrite: SourceChange) {
        self.mutants.push(Candidate { patch: Patch { site: self.site, edit, constant }, rewrite });
    }

    pub(crate) fn replace(&mut self, inst: Inst, rewrite: SourceChange) {
        if inst != self.function.insts[self.site.inst as usize] {
            self.add(Edit::Replace(inst), 0, rewrite);
        }
    }

    pub(crate) fn arithmetic(&mut self, inst: Inst) {
        let turned = |b: Bin| Bin { a: b.b, b: b.a, ..b };
        use SourceChange::{Operator, Swapped};
        match inst {
            Inst::Add(b) => {
                self.replace(Inst::Sub(b), Operator("-"));
                self.replace(Inst::Mul(b), Operator("*"));
            }
            Inst::Sub(b) => {
                self.replace(Inst::Add(b), Operator("+"));
                self.replace(Inst::Sub(turned(b)), Swapped);
            }
            Inst::Mul(b) => {
                self.replace(Inst::Add(b), Operator("+"));
                self.replace(Inst::SDiv(b), Operator("/"));
            }
            Inst::SDiv(b) | Inst::UDiv(b) => {
                self.replace(Inst::SRem(b), Operator("%"));
                self.replace(Inst::Mul(b), Operator("*"));
                self.replace(Inst::SDiv(turned(b)), Swapped);
            }
            Inst::SRem(b) | Inst::URem(b) => {
                self.replace(Inst::SDiv(b), Operator("/"));
            }
            Inst::And(b) | Inst::Or(b) | Inst::Xor(b) => {
                self.replace(Inst::And(b), Operator("&"));
                self.replace(Inst::Or(b), Operator("|"));
                self.replace(Inst::Xor(b), Operator("^"));
            }
            Inst::Shl(b) => self.replace(Inst::LShr(b), Operator(">>")),
            Inst::LShr(b) | Inst::AShr(b) => self.replace(Inst::Shl(b), Operator("<<")),
            Inst::FAdd(b) => {
                self.replace(Inst::FSub(b), Operator("-"));
                self.replace(Inst::FMul(b), Operator("*"));
            }
            Inst::FSub(b) => {
                self.replace(Inst::FAdd(b), Operator("+"));
                self.replace(Inst::FSub(turned(b)), Swapped);
            }
            Inst::FMul(b) => {
                self.replace(Inst::FDiv(b), Operator("/"));
                self.replace(Inst::FAdd(b), Operator("+"));
            }
            Inst::FDiv(b) => {
                self.replace(Inst::FMul(b), Operator("*"));
                self.replace(Inst::FDiv(turned(b)), Swapped);
            }
            Inst::SExt { dst, a, .. } => self.replace(Inst::Move { dst, a }, SourceChange::Signedness),
            _ => return,
        }
        if let Some((_, b)) = inst.as_bin().filter(|(_, b)| b.w <= 64) {
            self.replace(Inst::Move { dst: b.dst, a: b.a }, SourceChange::Operand(Side::Left));
            self.replace(Inst::Move { dst: b.dst, a: b.b }, SourceChange::Operand(Side::Right));
        }
    }

    /// The value of a slot that holds a number of the program text, not an address.
    pub(crate) fn number(&self, slot: Slot) -> Option<u64> {
        let value = *self.function.constants.get(slot as usize)?;
        self.program.global_at(value).is_none().then_some(value)
    }

    /// Other numbers of `w` bits that may be meant instead of one.
    pub(crate) fn other_numbers(&self, value: u64, w: u8) -> Vec<(u64, SourceChange)> {
        let mask = u64::MAX >> (64 - u32::from(w.clamp(1, 64)));
        let signed = |v: u64| (v << (64 - u32::from(w))) as i64 >> (64 - u32::from(w));
        let own = signed(value & mask);
        let mut others = vec![own.wrapping_add(1), own.wrapping_sub(1)];
        let near = self.function.constants.iter().filter(|c| self.program.global_at(**c).is_none());
        let near = near.map(|&c| signed(c & mask)).filter(|c| c.unsigned_abs() < 1 << 24);
        others.extend(near.take(OTHERS));
        // The size of another type.
        others.extend([4, 8].into_iter().filter(|_| [1, 2, 4, 8].contains(&own)));
        others.extend([0, 1, -1, own.wrapping_neg(), own.wrapping_mul(2), own.wrapping_mul(10), own / 10]);
        let mut seen = std::collections::BTreeSet::from([own]);
        let others = others.into_iter().filter(|o| seen.insert(signed(*o as u64 & mask)));
        others.map(|to| (to as u64 & mask, SourceChange::Constant { from: own, to })).collect()
    }

    pub(crate) fn constants(&mut self, inst: Inst) {
        let Some(spare) = self.function.spare else { return };
        if let Some((_, b)) = inst.as_bin().filter(|(_, b)| b.w <= 64)
            && !matches!(inst, Inst::FAdd(_) | Inst::FSub(_) | Inst::FMul(_) | Inst::FDiv(_) | Inst::Rare { .. })
        {
            for (slot, left) in [(b.b, false), (b.a, true)] {
                // By what the distance of two pointers is divided the source does not say.
                if !left && matches!(inst, Inst::SDiv(_)) && self.is_distance(b.a) {
                    continue;
                }
                let Some(value) = self.number(slot) else { continue };
                for (constant, rewrite) in self.other_numbers(value, b.w) {
                    let changed = if left { Bin { a: spare, ..b } } else { Bin { b: spare, ..b } };
                    self.add(Edit::Replace(inst.with_bin(changed)), constant, rewrite);
                }
            }
        }
        match inst {
            Inst::StoreLocal { bytes, val, local, offset } if bytes <= 8 => {
                for (constant, rewrite) in self.stored_numbers(val, bytes) {
                    self.add(Edit::Replace(Inst::StoreLocal { bytes, val: spare, local, offset }), constant, rewrite);
                }
            }
            Inst::Store { bytes, val, addr } if bytes <= 8 => {
                for (constant, rewrite) in self.stored_numbers(val, bytes) {
                    self.add(Edit::Replace(Inst::Store { bytes, val: spare, addr }), constant, rewrite);
                }
            }
            Inst::Call { site } => self.arguments(site, spare),
            _ => {}
        }
    }

    pub(crate) fn stored_numbers(&self, val: Slot, bytes: u8) -> Vec<(u64, SourceChange)> {
        self.number(val).map_or_else(Vec::new, |value| self.other_numbers(value, bytes * 8))
    }

    pub(crate) fn arguments(&mut self, site: u32, spare: Slot) {
        let call = self.function.calls[site as usize].clone();
        for (index, arg) in call.args.iter().enumerate().take(8) {
            let index = index as u16;
            if let Some(value) = self.number(arg.slot).filter(|_| arg.class == ArgClass::Int) {
                let w = constant_width(self.program, &call, index).unwrap_or(32);
                for (constant, rewrite) in self.other_numbers(value, w).into_iter().take(OTHERS) {
                    self.add(Edit::Argument { index, slot: spare }, constant, rewrite);
                }
            } else if let Some(w) = argument_width(self.program, self.function, &call, index) {
                for by in [1i64, -1] {
                    let add = Inst::Add(Bin { w, dst: arg.slot, a: arg.slot, b: spare });
                    self.add(Edit::Before(add), by as u64 & (u64::MAX >> (64 - u32::from(w))), SourceChange::Plus(by));
                }
            }
        }
        // What a library function takes where is checked by the compiler; formats make little sense elsewhere.
        if !matches!(call.callee, Callee::Direct(_)) {
            return;
        }
        for (index, pair) in call.args.windows(2).enumerate().take(4) {
            if pair[0].class == pair[1].class && pair[0].slot != pair[1].slot {
                self.add(Edit::Swap(index as u16, index as u16 + 1), 0, SourceChange::SwappedArguments);
            }
        }
    }

    /// The element or member before or behind the one that is read or written through a pointer.
    pub(crate) fn neighbours(&mut self, inst: Inst) {
        let (Inst::Load { bytes, addr, .. } | Inst::Store { bytes, addr, .. }) = inst else { return };
        let defines = |i: &&Inst| i.defs().is_some_and(|d| d.first == addr);
        let found = self.function.insts[..self.site.inst as usize].iter().rev().find(defines);
        if let Some(Inst::Load { .. } | Inst::LoadLocal { .. } | Inst::Offset { .. }) = found {
            for by in [1i32, -1] {
                let offset = by * i32::from(bytes);
                let move_on = Inst::Offset { dst: addr, a: addr, offset };
                self.add(Edit::Before(move_on), 0, SourceChange::Element(i64::from(by)));
            }
        }
    }

    pub(crate) fn memory(&mut self, inst: Inst) {
        let Some(spare) = self.function.spare else { return };
        let gone = Inst::Move { dst: spare, a: spare };
        match inst {
            Inst::LoadLocal { bytes, dst, local, offset: 0 } => {
                for (other, rewrite) in self.other_variables(local) {
                    self.replace(Inst::LoadLocal { bytes, dst, local: other, offset: 0 }, rewrite);
                }
            }
            Inst::StoreLocal { bytes, val, local, offset } => {
                if offset == 0 && !self.function.is_parameter(val) {
                    for (other, rewrite) in self.other_variables(local) {
                        self.replace(Inst::StoreLocal { bytes, val, local: other, offset: 0 }, rewrite);
                    }
                }
                if !self.function.is_parameter(val) {
                    self.replace(gone, SourceChange::Deleted);
                    self.off_by_one(val, bytes, spare);
                }
            }
            Inst::Store { bytes, val, .. } => {
                self.replace(gone, SourceChange::Deleted);
                self.off_by_one(val, bytes, spare);
            }
            Inst::MemCopy { .. } | Inst::MemSet { .. } => self.replace(gone, SourceChange::Deleted),
            Inst::Index { dst, scale, .. } => {
                for by in [1i32, -1] {
                    let offset = by.wrapping_mul(scale as i32);
                    self.add(Edit::Behind(Inst::Offset { dst, a: dst, offset }), 0, SourceChange::Plus(i64::from(by)));
                }
            }
            _ => {}
        }
    }

    /// A computed integer is one more or one less, or the other sign, when it is stored.
    pub(crate) fn off_by_one(&mut self, val: Slot, bytes: u8, spare: Slot) {
        if (val as usize) < self.function.constants.len() || width(self.program, self.function, val) != Some(bytes * 8)
        {
            return;
        }
        let negative = Inst::Sub(Bin { w: bytes * 8, dst: val, a: spare, b: val });
        self.add(Edit::Before(negative), 0, SourceChange::Negative);
        for by in [1i64, -1] {
            let add = Inst::Add(Bin { w: bytes * 8, dst: val, a: val, b: spare });
            let constant = by as u64 & (u64::MAX >> (64 - 8 * u32::from(bytes)));
            self.add(Edit::Before(add), constant, SourceChange::Plus(by));
        }
    }

    /// Other variables of the same type.
    pub(crate) fn other_variables(&self, local: LocalId) -> Vec<(LocalId, SourceChange)> {
        let variable = |l: LocalId| self.function.variables.iter().find(|v| v.local == l && !v.indirect);
        let Some(own) = variable(local) else { return Vec::new() };
        let same = |v: &&whydunit_program::Variable| {
            v.local != local && !v.indirect && self.same_type(v.ty, own.ty) && v.name != own.name
        };
        let others = self.function.variables.iter().filter(same).take(OTHERS + 2);
        others.map(|v| (v.local, SourceChange::Variable { from: own.name.clone(), to: v.name.clone() })).collect()
    }

    pub(crate) fn same_type(&self, a: Option<TypeId>, b: Option<TypeId>) -> bool {
        same_scalar(&self.program.types, a, b)
    }

    pub(crate) fn control(&mut self, inst: Inst) {
        match inst {
            Inst::Branch { cond, then, other } => {
                self.replace(Inst::Branch { cond, then: other, other: then }, SourceChange::Negated);
                self.replace(Inst::Jump { to: then }, SourceChange::Always(true));
                self.replace(Inst::Jump { to: other }, SourceChange::Always(false));
            }
            Inst::Call { site } => {
                let call = &self.function.calls[site as usize];
                // Without the call its result would be whatever was there.
                if call.returns == 0 && !matches!(call.callee, Callee::Indirect(_)) {
                    self.replace(Inst::Jump { to: call.next }, SourceChange::Deleted);
                }
            }
            _ => {}
        }
    }
}

/// Are both the same type, and is that neither a record nor an array?
pub(crate) fn same_scalar(types: &Types, a: Option<TypeId>, b: Option<TypeId>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    let scalar = !matches!(types.get(types.bare(a)), Type::Record { .. } | Type::Array { .. });
    scalar && types.bare(a) == types.bare(b)
}
