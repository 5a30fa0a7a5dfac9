//! Lowers a function: parameters, blocks, final numbering.

use std::collections::HashMap;

use whydunit_program::{ArgClass, BlockId, CallSite, Function, Inst, LocalId, Param, Slot, SwitchTable, slots_of};

use crate::llvm::{BlockRef, Opcode, TyKind, Value};
use crate::part::{Code, Expr};

use super::body::Body;
use super::frame::Frame;
use super::module::ModuleLowering;
use super::scalar::{Kind, Scalar, Shape};
use super::slots::{CONSTANT, Slots};
use super::{Lowered, renumber};

/// A function being lowered.
pub(super) struct Lowering<'a, 'm> {
    pub(super) context: &'a mut ModuleLowering<'m>,
    pub(super) function: Value<'m>,
    pub(super) body: Body,
    pub(super) slots: Slots<'m>,
    pub(super) frame: Frame<'m>,
    pub(super) calls: Vec<CallSite>,
    pub(super) switches: Vec<SwitchTable>,
    pub(super) blocks: HashMap<BlockRef<'m>, BlockId>,
    entry: BlockRef<'m>,
    /// The LLVM block being lowered.
    pub(super) current: BlockRef<'m>,
    /// Outgoing edges of the current block that carry phi moves, with their labels.
    pub(super) edges: Vec<(BlockRef<'m>, BlockId)>,
    unsupported: Vec<String>,
    params: Vec<Param>,
}

/// Lowers a defined function.
pub(super) fn lower<'m>(context: &mut ModuleLowering<'m>, function: Value<'m>) -> Code {
    let blocks = function.blocks();
    let frame = Frame::plan(context, function);
    let mut lowering = Lowering {
        context,
        function,
        body: Body::new(blocks.len() as u32),
        slots: Slots::default(),
        frame,
        calls: Vec::new(),
        switches: Vec::new(),
        blocks: blocks.iter().copied().zip((0..).map(BlockId)).collect(),
        entry: blocks[0],
        current: blocks[0],
        edges: Vec::new(),
        unsupported: Vec::new(),
        params: Vec::new(),
    };
    lowering.parameters();
    for block in blocks {
        lowering.block(block);
    }
    lowering.finish()
}

impl<'m> Lowering<'_, 'm> {
    fn parameters(&mut self) {
        for (index, param) in self.function.params().into_iter().enumerate() {
            if let Some(byval) = self.context.module.byval(self.function, index as u32) {
                let class = ArgClass::ByVal { size: byval.size as u32, align: byval.align as u32 };
                self.parameter(param, class, self.frame.home(param));
                continue;
            }
            match self.classes(param) {
                Ok(classes) => {
                    let first = self.slots.len();
                    classes.into_iter().for_each(|class| self.add_parameter(class, None));
                    self.slots.set(param, first);
                }
                // Fails when it is used.
                Err(_) => self.parameter(param, ArgClass::Float, None),
            }
        }
    }

    fn parameter(&mut self, param: Value<'m>, class: ArgClass, copy: Option<LocalId>) {
        self.slots.set(param, self.slots.len());
        self.add_parameter(class, copy);
    }

    fn add_parameter(&mut self, class: ArgClass, copy: Option<LocalId>) {
        let slot = self.slots.fresh(class.slots());
        self.params.push(Param { class, slot, copy });
    }

    /// The classes of a value as an argument: one for each scalar, except one for two floats that
    /// share a register.
    pub(super) fn classes(&mut self, value: Value<'m>) -> Lowered<Vec<ArgClass>> {
        let shape = self.context.shape(value.ty())?;
        if value.ty().kind() == TyKind::LLVMVectorTypeKind && is_float_pair(&shape) {
            return Ok(vec![ArgClass::FloatPair]);
        }
        Ok(shape.iter().map(|s| class(*s)).collect())
    }

    /// Stores the addresses of variables that parameters point to.
    fn keep_addresses(&mut self) {
        for param in self.function.params() {
            if let (Some(local), Some(val)) = (self.frame.pointer(param), self.slots.known(param)) {
                self.push(Inst::StoreLocal { bytes: 8, val, local, offset: 0 });
            }
        }
    }

    fn block(&mut self, block: BlockRef<'m>) {
        self.current = block;
        self.edges.clear();
        self.body.begin(self.blocks[&block]);
        if block == self.entry {
            self.keep_addresses();
        }
        for inst in block.instructions() {
            if inst.is(Opcode::LLVMPHI) {
                continue;
            }
            let loc = self.context.source.loc(inst);
            self.body.at(loc);
            if let Err(what) = self.instruction(inst) {
                self.unsupported(what);
                self.edges.clear();
            }
            // Instructions after a trap are never executed.
            if !self.body.is_open() {
                break;
            }
        }
        self.write_edges();
    }

    /// Ends the block with an instruction that fails with this message.
    pub(super) fn unsupported(&mut self, what: String) {
        self.unsupported.push(what);
        self.body.push(Inst::Unsupported { what: self.unsupported.len() as u32 - 1 });
    }

    /// The scalars of a value's type.
    pub(super) fn shape(&mut self, value: Value<'m>) -> Shape {
        self.context.shape(value.ty())
    }

    /// The only scalar of a value.
    pub(super) fn scalar(&mut self, value: Value<'m>) -> Lowered<Scalar> {
        match *self.shape(value)? {
            [scalar] => Ok(scalar),
            _ => Err("a vector or struct where one value is expected".into()),
        }
    }

    /// The first slot of a single-scalar value.
    pub(super) fn slot(&mut self, value: Value<'m>) -> Lowered<Slot> {
        if let Some(slot) = self.slots.known(value) {
            return Ok(slot);
        }
        let scalar = self.scalar(value)?;
        if value.is_constant() {
            let slot = self.slots_of(value)?[0];
            self.slots.set(value, slot);
            return Ok(slot);
        }
        Ok(self.slots.of_value(value, scalar.slots()))
    }

    /// The first slot of each scalar of a value.
    pub(super) fn slots_of(&mut self, value: Value<'m>) -> Lowered<Vec<Slot>> {
        let shape = self.shape(value)?;
        if value.is_constant() {
            let mut constants = Vec::new();
            self.context.constant_scalars(value, &mut constants)?;
            let wide = shape.iter().map(|s| s.slots() == 2);
            return Ok(constants
                .into_iter()
                .zip(wide)
                .map(|(halves, wide)| self.constant_slot(halves, wide))
                .collect());
        }
        let first = self.define(value)?;
        Ok(spread(first, &shape))
    }

    fn constant_slot(&mut self, halves: [Expr; 2], wide: bool) -> Slot {
        if wide {
            return self.slots.constant_pair(halves);
        }
        let [low, _] = halves;
        self.slots.constant(low)
    }

    /// The slot of a number.
    pub(super) fn number(&mut self, value: u64) -> Slot {
        self.slots.constant(Expr::Int(value))
    }

    /// Allocates the slots of an instruction's result and returns the first.
    pub(super) fn define(&mut self, value: Value<'m>) -> Lowered<Slot> {
        let count = slot_count(&self.shape(value)?);
        Ok(self.slots.of_value(value, count))
    }

    /// The first slot of each scalar of a result.
    pub(super) fn results(&mut self, value: Value<'m>) -> Lowered<Vec<Slot>> {
        let shape = self.shape(value)?;
        Ok(spread(self.define(value)?, &shape))
    }

    /// Adds an instruction.
    pub(super) fn push(&mut self, inst: Inst) {
        self.body.push(inst);
    }

    /// Copies a scalar.
    pub(super) fn copy(&mut self, scalar: Scalar, dst: Slot, a: Slot) {
        for half in 0..scalar.slots() {
            self.push(Inst::Move { dst: dst + half, a: a + half });
        }
    }

    fn finish(mut self) -> Code {
        let (blocks, order) = self.body.finish();
        let slots = self.slots.len();
        let mut constants = self.slots.into_constants();
        let spare = constants.len() as Slot;
        constants.push(Expr::Int(0));
        let shift = constants.len() as u32;
        let slot = |s: &mut Slot| *s = if *s & CONSTANT != 0 { *s & !CONSTANT } else { *s + shift };
        let block = |b: &mut BlockId| b.0 = order[b.0 as usize];
        self.body.insts.iter_mut().for_each(|inst| renumber::inst(inst, slot, block));
        for call in &mut self.calls {
            renumber::call(call, slot, block);
        }
        for table in &mut self.switches {
            table.cases.iter_mut().for_each(|(_, to)| block(to));
            block(&mut table.default);
        }
        self.params.iter_mut().for_each(|p| slot(&mut p.slot));
        let subprogram = self.function.subprogram();
        let returns = self.context.shape(self.function.global_ty().returns());
        let function = Function {
            name: self.function.name(),
            scope: subprogram.map(|md| self.context.source.scope(md)),
            line: subprogram.map_or(0, |md| md.line()),
            constants: Vec::new(),
            spare: Some(spare),
            params: self.params,
            variadic: self.function.global_ty().is_variadic(),
            returns: returns.map_or(0, |shape| slot_count(&shape)).try_into().unwrap_or(0),
            result: subprogram.and_then(|md| self.context.source.result_of(md)),
            slots: slots + shift,
            locals: self.frame.locals,
            frame_size: self.frame.size,
            blocks,
            insts: self.body.insts,
            locs: self.body.locs,
            negated: self.body.negated,
            floats: self.body.floats,
            bit_fields: self.body.bit_fields,
            packed: self.body.packed,
            signed: self.body.signed,
            calls: self.calls,
            switches: self.switches,
            unsupported: self.unsupported,
            variables: self.frame.variables,
        };
        let labels = order[..self.blocks.len()].to_vec();
        Code { function, constants, labels }
    }
}

/// The first slot of each scalar in a contiguous range.
pub(super) fn spread(first: Slot, shape: &[Scalar]) -> Vec<Slot> {
    let mut next = first;
    let mut take = |scalar: &Scalar| {
        next += scalar.slots();
        next - scalar.slots()
    };
    shape.iter().map(&mut take).collect()
}

/// Total number of slots of scalars.
pub(super) fn slot_count(shape: &[Scalar]) -> u32 {
    shape.iter().map(|s| s.slots()).sum()
}

fn class(scalar: Scalar) -> ArgClass {
    match (scalar.kind, scalar.bits) {
        (Kind::Float, 80) => ArgClass::X87,
        (Kind::Float, _) => ArgClass::Float,
        (_, bits) if slots_of(bits) == 2 => ArgClass::Int128,
        _ => ArgClass::Int,
    }
}

fn is_float_pair(shape: &[Scalar]) -> bool {
    matches!(shape, [a, b] if [a, b].iter().all(|s| s.kind == Kind::Float && s.bits == 32))
}
