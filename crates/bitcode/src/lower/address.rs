//! Addresses: locals, elements of structs and arrays.

use whydunit_program::{Bin, Inst, LocalId, Slot};

use crate::llvm::{Opcode, TyKind, Value};

use super::Lowered;
use super::frame::{is_inside, uses_address};
use super::function::Lowering;

/// The target of a memory access.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// A constant offset inside a local.
    Local(LocalId, u32),
    /// An address in a slot plus a constant.
    Slot(Slot, u32),
}

impl Place {
    /// The place `bytes` further.
    pub(super) fn plus(self, bytes: u32) -> Place {
        match self {
            Place::Local(local, offset) => Place::Local(local, offset + bytes),
            Place::Slot(slot, offset) => Place::Slot(slot, offset + bytes),
        }
    }
}

/// One step of an address computation.
#[derive(Clone, Copy)]
enum Step {
    Constant(i64),
    Scaled(Slot, u64),
}

impl<'m> Lowering<'_, 'm> {
    /// The local that a pointer points into and the offset, if both are known statically.
    pub(super) fn local_of(&self, pointer: Value<'m>) -> Option<(LocalId, i64)> {
        if let Some(local) = self.frame.home(pointer) {
            return Some((local, 0));
        }
        if !pointer.is(Opcode::LLVMGetElementPtr) {
            return None;
        }
        let more = self.context.module.constant_offset(pointer)?;
        let (local, offset) = self.local_of(pointer.operand(0))?;
        Some((local, offset.checked_add(more)?))
    }

    /// The target of an access of `bytes` bytes through a pointer.
    pub(super) fn place(&mut self, pointer: Value<'m>, bytes: u64) -> Lowered<Place> {
        if let Some((local, offset)) = self.local_of(pointer)
            && is_inside(offset, bytes, u64::from(self.frame.locals[local.0 as usize].size))
        {
            return Ok(Place::Local(local, offset as u32));
        }
        Ok(Place::Slot(self.slot(pointer)?, 0))
    }

    /// `alloca`: the address of a local if it is needed, or an allocation at run time.
    pub(super) fn alloca(&mut self, inst: Value<'m>) -> Lowered {
        if self.frame.home(inst).is_some() {
            return self.local_address(inst);
        }
        let element = self.context.module.size_of(inst.allocated_ty());
        let count = inst.operand(0);
        let size = match count.constant_int() {
            Some(count) => self.number(count.saturating_mul(element)),
            None if element == 1 => self.slot(count)?,
            None => {
                let (a, b, dst) = (self.slot(count)?, self.number(element), self.slots.fresh(1));
                self.push(Inst::Mul(Bin { w: 64, dst, a, b }));
                dst
            }
        };
        let dst = self.define(inst)?;
        self.push(Inst::DynAlloca { dst, size, align: inst.alignment() });
        if let Some(local) = self.frame.pointer(inst) {
            self.push(Inst::StoreLocal { bytes: 8, val: dst, local, offset: 0 });
        }
        Ok(())
    }

    /// Computes the address of a place in a local, if it is used.
    fn local_address(&mut self, inst: Value<'m>) -> Lowered {
        let (local, offset) = self.local_of(inst).ok_or("address of no local")?;
        let size = u64::from(self.frame.locals[local.0 as usize].size);
        if !uses_address(self.context, inst, offset, size) {
            return Ok(());
        }
        let dst = self.define(inst)?;
        if let Ok(offset) = u32::try_from(offset) {
            self.push(Inst::LocalAddr { dst, local, offset });
            return Ok(());
        }
        let base = self.slots.fresh(1);
        self.push(Inst::LocalAddr { dst: base, local, offset: 0 });
        self.step(dst, base, Step::Constant(offset));
        Ok(())
    }

    /// `getelementptr`.
    pub(super) fn element_address(&mut self, inst: Value<'m>) -> Lowered {
        if self.local_of(inst).is_some() {
            return self.local_address(inst);
        }
        if inst.ty().kind() == TyKind::LLVMVectorTypeKind {
            return Err("vector of addresses".into());
        }
        let mut at = self.slot(inst.operand(0))?;
        let steps = self.steps(inst)?;
        let dst = self.define(inst)?;
        let Some((last, others)) = steps.split_last() else {
            self.push(Inst::Move { dst, a: at });
            return Ok(());
        };
        for step in others {
            let next = self.slots.fresh(1);
            self.step(next, at, *step);
            at = next;
        }
        self.step(dst, at, *last);
        Ok(())
    }

    /// The steps of a GEP, with all constant parts combined.
    fn steps(&mut self, inst: Value<'m>) -> Lowered<Vec<Step>> {
        let mut steps = Vec::new();
        let mut constant = 0i64;
        let mut ty = inst.gep_source();
        for number in 1..inst.operand_count() {
            let index = inst.operand(number);
            if number > 1 && ty.kind() == TyKind::LLVMStructTypeKind {
                let field = index.constant_int().ok_or("struct field that is no constant")?;
                constant = constant.wrapping_add(self.context.module.offset_of(ty, field as u32) as i64);
                ty = ty.element(field);
                continue;
            }
            if number > 1 {
                ty = ty.element(0);
            }
            let scale = self.context.module.size_of(ty);
            match self.constant_index(index)? {
                Some(index) => constant = constant.wrapping_add(index.wrapping_mul(scale as i64)),
                None if scale > 0 => steps.push(Step::Scaled(self.wide_index(index)?, scale)),
                None => {}
            }
        }
        if constant != 0 {
            steps.push(Step::Constant(constant));
        }
        Ok(steps)
    }

    fn constant_index(&mut self, index: Value<'m>) -> Lowered<Option<i64>> {
        let bits = u32::from(self.scalar(index)?.bits).min(64);
        let extend = |value: u64| (value << (64 - bits)) as i64 >> (64 - bits);
        Ok(index.constant_int().map(extend))
    }

    /// An index, sign-extended to 64 bits.
    fn wide_index(&mut self, index: Value<'m>) -> Lowered<Slot> {
        let (from, a) = (self.scalar(index)?.bits, self.slot(index)?);
        if from >= 64 {
            return Ok(a);
        }
        let dst = self.slots.fresh(1);
        self.push(Inst::SExt { from, to: 64, dst, a });
        Ok(dst)
    }

    fn step(&mut self, dst: Slot, a: Slot, step: Step) {
        match step {
            Step::Constant(offset) => match i32::try_from(offset) {
                Ok(offset) => self.push(Inst::Offset { dst, a, offset }),
                Err(_) => {
                    let b = self.number(offset as u64);
                    self.push(Inst::Add(Bin { w: 64, dst, a, b }));
                }
            },
            Step::Scaled(index, scale) => match u32::try_from(scale) {
                Ok(scale) => self.push(Inst::Index { dst, a, index, scale }),
                Err(_) => {
                    let (scale, product) = (self.number(scale), self.slots.fresh(1));
                    self.push(Inst::Mul(Bin { w: 64, dst: product, a: index, b: scale }));
                    self.push(Inst::Add(Bin { w: 64, dst, a, b: product }));
                }
            },
        }
    }
}
