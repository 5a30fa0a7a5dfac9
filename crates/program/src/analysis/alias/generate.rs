//! Translates instructions to constraints.

use super::constraints::{Constraints, Node};
use super::elements::Step;
use super::initial::is_literal;
use super::link::{CallPoint, Linker};
use super::objects::Object;
use super::slots::Slots;
use crate::analysis::{Addresses, Cfg, Jumps, Returns};
use crate::{Bin, BinOp, Callee, Function, FunctionId, Inst, LocalId, Program, Slot};

/// The constraints of a whole program, and the state for linking calls while solving.
pub(super) fn generate<'p>(program: &'p Program, returns: &Returns) -> (Constraints<'p>, Linker) {
    let mut constraints = Constraints::new(program);
    let slots = Slots::new(program, &mut constraints);
    let linker = Linker::new(program, &mut constraints, slots);
    let mut make =
        Generator { program, constraints, linker, literal: program.globals.iter().map(is_literal).collect() };
    make.globals();
    make.main();
    make.copied_params();
    for id in 0..program.functions.len() as u32 {
        make.function(FunctionId(id), returns);
    }
    (make.constraints, make.linker)
}

pub(super) struct Generator<'p> {
    pub(super) program: &'p Program,
    pub(super) constraints: Constraints<'p>,
    pub(super) linker: Linker,
    /// The globals that are literals.
    pub(super) literal: Vec<bool>,
}

/// A function with the state for translating its instructions.
struct Body<'p> {
    id: FunctionId,
    function: &'p Function,
    /// Locals that behave like registers, see [`simple_locals`].
    simple: Vec<bool>,
    /// For a slot loaded as one byte: the slot that held its address.
    bytes: Vec<(Slot, Slot)>,
}

impl Generator<'_> {
    /// The arguments of `main` come from the world.
    fn main(&mut self) {
        let Some(main) = self.program.main else { return };
        for param in &self.program.function(main).params {
            let node = self.linker.slots.node(&mut self.constraints, main, param.slot);
            self.constraints.add(node, self.linker.world);
        }
    }

    /// A struct passed by value lies in a local of the callee. Registered before any function is
    /// translated, so that callers find it regardless of order.
    fn copied_params(&mut self) {
        for (at, function) in self.program.functions.iter().enumerate() {
            let id = FunctionId(at as u32);
            for param in &function.params {
                if let Some(local) = param.copy {
                    let object = self.constraints.object(Object::Local(id, local));
                    let place = self.constraints.exact(object, 0);
                    self.linker.slots.know(id, param.slot, place);
                }
            }
        }
    }

    fn function(&mut self, id: FunctionId, returns: &Returns) {
        let function = self.program.function(id);
        let cfg = Cfg::new(function, returns, Jumps::Inside);
        let addresses = Addresses::new(self.program, function, &cfg);
        let mut body = Body { id, function, simple: simple_locals(function, &addresses), bytes: Vec::new() };
        for (slot, &value) in function.constants.iter().enumerate() {
            if let Some(place) = self.address(value) {
                self.linker.slots.know(id, slot as Slot, place);
            }
        }
        for &node in cfg.order().order().iter().filter(|&&n| n != cfg.exit()) {
            let block = function.blocks[node as usize];
            for at in block.first..block.first + block.len {
                self.inst(&mut body, at);
            }
        }
    }

    fn node(&mut self, body: &Body<'_>, slot: Slot) -> Node {
        self.linker.slots.node(&mut self.constraints, body.id, slot)
    }

    fn flow(&mut self, body: &Body<'_>, from: Slot, to: Slot, step: Step) {
        let constant = (from as usize) < body.function.constants.len();
        if constant && self.linker.slots.known(body.id, from).is_none() {
            return;
        }
        let (from, to) = (self.node(body, from), self.node(body, to));
        self.constraints.edge(from, to, step);
    }

    /// Makes `dst` the address in `a` after a step.
    fn derive(&mut self, body: &Body<'_>, dst: Slot, a: Slot, step: Step) {
        let Some(place) = self.linker.slots.known(body.id, a) else { return self.flow(body, a, dst, step) };
        let Constraints { objects, elements, program, .. } = &mut self.constraints;
        if let Some(place) = elements.step(program, objects, place, step) {
            self.linker.slots.know(body.id, dst, place);
        }
    }

    fn inst(&mut self, body: &mut Body<'_>, at: u32) {
        let inst = body.function.insts[at as usize];
        match inst {
            Inst::LocalAddr { dst, local, offset } => {
                let object = self.constraints.object(Object::Local(body.id, local));
                let place = self.constraints.exact(object, offset);
                self.linker.slots.know(body.id, dst, place);
            }
            Inst::Offset { dst, a, offset } => self.derive(body, dst, a, Step::Shift(offset)),
            Inst::Index { dst, a, scale, .. } => self.derive(body, dst, a, Step::Index(scale)),
            Inst::Move { dst, a } => self.flow(body, a, dst, Step::Same),
            Inst::Select { dst, a, b, .. } => [a, b].into_iter().for_each(|s| self.flow(body, s, dst, Step::Same)),
            Inst::LoadLocal { bytes: 8, dst, local, offset } => self.load_local(body, dst, local, offset),
            Inst::StoreLocal { bytes: 8, val, local, offset } => self.store_local(body, val, local, offset),
            Inst::Load { bytes: 8, dst, addr } => self.load(body, addr, dst),
            Inst::Store { bytes: 8, val, addr } => self.store(body, addr, val),
            Inst::LoadWide { dst, addr, .. } => {
                let high = self.advanced(body, addr);
                self.load(body, addr, dst);
                let to = self.node(body, dst + 1);
                self.constraints.complex(high).loads.push(to);
            }
            Inst::StoreWide { val, addr, .. } => {
                let high = self.advanced(body, addr);
                self.store(body, addr, val);
                let from = self.node(body, val + 1);
                self.constraints.complex(high).stores.push(from);
            }
            Inst::Load { bytes: 1, dst, addr } => body.bytes.push((dst, addr)),
            Inst::Store { bytes: 1, val, addr } => self.copy_byte(body, val, addr),
            Inst::MemCopy { dst, src, len, .. } => self.transfer(body, dst, src, constant(body.function, len)),
            Inst::VaCopy { dst, src } => self.transfer(body, dst, src, Some(24)),
            Inst::VaStart { list } => {
                let object = self.constraints.object(Object::VarArgs(body.id));
                let place = self.constraints.anywhere(object);
                let (from, list) = (self.constraints.pointer(place), self.node(body, list));
                let anywhere = self.constraints.node();
                self.constraints.edge(list, anywhere, Step::Anywhere);
                self.constraints.complex(anywhere).stores.push(from);
            }
            Inst::DynAlloca { dst, .. } => {
                let object = self.constraints.object(Object::Heap(body.id, at));
                let place = self.constraints.exact(object, 0);
                self.linker.slots.know(body.id, dst, place);
            }
            Inst::Return { first, count } => self.result(body, first, count),
            Inst::Call { site } => self.call(body, at, site),
            _ => self.arithmetic(body, &inst),
        }
    }

    /// Integer arithmetic on addresses: the sum of a pointer and an integer points into the same
    /// object.
    fn arithmetic(&mut self, body: &Body<'_>, inst: &Inst) {
        let Some((op, Bin { w: 64, dst, a, b })) = inst.as_bin() else { return };
        let offset = |slot| constant(body.function, slot).and_then(|v| i32::try_from(v as i64).ok());
        match op {
            BinOp::Add if offset(b).is_some() => self.flow(body, a, dst, Step::Shift(offset(b).unwrap_or_default())),
            BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor => {
                self.flow(body, a, dst, Step::Anywhere);
                self.flow(body, b, dst, Step::Anywhere);
            }
            BinOp::Sub | BinOp::Shl | BinOp::LShr | BinOp::AShr => self.flow(body, a, dst, Step::Anywhere),
            BinOp::UMin | BinOp::UMax => [a, b].into_iter().for_each(|s| self.flow(body, s, dst, Step::Same)),
            _ => {}
        }
    }

    fn load_local(&mut self, body: &Body<'_>, dst: Slot, local: LocalId, offset: u32) {
        let from = if body.simple[local.0 as usize] {
            Some(self.linker.slots.part(&mut self.constraints, body.id, local, offset))
        } else {
            let object = self.constraints.object(Object::Local(body.id, local));
            let place = self.constraints.exact(object, offset);
            self.constraints.read(place)
        };
        // A loaded slot has the same pointers as the local, so they share a node.
        if let Some(from) = from
            && let Some(own) = self.linker.slots.stand_for(body.id, dst, from)
        {
            self.constraints.edge(from, own, Step::Same);
        }
    }

    fn store_local(&mut self, body: &Body<'_>, val: Slot, local: LocalId, offset: u32) {
        let constant = (val as usize) < body.function.constants.len();
        if constant && self.linker.slots.known(body.id, val).is_none() {
            return;
        }
        let to = if body.simple[local.0 as usize] {
            Some(self.linker.slots.part(&mut self.constraints, body.id, local, offset))
        } else {
            let object = self.constraints.object(Object::Local(body.id, local));
            let place = self.constraints.exact(object, offset);
            self.constraints.written(place)
        };
        if let Some(to) = to {
            let from = self.node(body, val);
            self.constraints.edge(from, to, Step::Same);
        }
    }

    fn load(&mut self, body: &Body<'_>, addr: Slot, dst: Slot) {
        let to = self.node(body, dst);
        self.load_to(body, addr, to);
    }

    fn load_to(&mut self, body: &Body<'_>, addr: Slot, to: Node) {
        match self.linker.slots.known(body.id, addr) {
            Some(place) => {
                if let Some(from) = self.constraints.read(place) {
                    self.constraints.edge(from, to, Step::Same);
                }
            }
            None => {
                let addr = self.node(body, addr);
                self.constraints.complex(addr).loads.push(to);
            }
        }
    }

    fn store(&mut self, body: &Body<'_>, addr: Slot, val: Slot) {
        let constant = (val as usize) < body.function.constants.len();
        if constant && self.linker.slots.known(body.id, val).is_none() {
            return;
        }
        let from = self.node(body, val);
        self.store_from(body, addr, from);
    }

    fn store_from(&mut self, body: &Body<'_>, addr: Slot, from: Node) {
        match self.linker.slots.known(body.id, addr) {
            Some(place) => {
                if let Some(to) = self.constraints.written(place) {
                    self.constraints.edge(from, to, Step::Same);
                }
            }
            None => {
                let addr = self.node(body, addr);
                self.constraints.complex(addr).stores.push(from);
            }
        }
    }

    /// `*d = *s` of one byte: hand-written versions of `memcpy` copy pointers this way.
    fn copy_byte(&mut self, body: &Body<'_>, val: Slot, addr: Slot) {
        let Some(&(_, source)) = body.bytes.iter().rev().take(8).find(|(dst, _)| *dst == val) else { return };
        let carried = self.constraints.node();
        self.load_to(body, source, carried);
        self.store_from(body, addr, carried);
    }

    /// A node for the address in a slot plus eight.
    fn advanced(&mut self, body: &Body<'_>, addr: Slot) -> Node {
        let (from, to) = (self.node(body, addr), self.constraints.node());
        self.constraints.edge(from, to, Step::Shift(8));
        to
    }

    fn transfer(&mut self, body: &Body<'_>, dst: Slot, src: Slot, len: Option<u64>) {
        let (dst, src) = (self.node(body, dst), self.node(body, src));
        self.linker.transfer(&mut self.constraints, dst, src, len.and_then(|l| u32::try_from(l).ok()));
    }

    fn result(&mut self, body: &Body<'_>, first: Slot, count: u8) {
        for at in 0..usize::from(count) {
            let slot = first + at as u32;
            let constant = (slot as usize) < body.function.constants.len();
            if constant && self.linker.slots.known(body.id, slot).is_none() {
                continue;
            }
            let Some(&to) = self.linker.slots.results(body.id).get(at) else { continue };
            let from = self.node(body, slot);
            self.constraints.edge(from, to, Step::Same);
        }
    }

    fn call(&mut self, body: &Body<'_>, at: u32, site: u32) {
        let call = &body.function.calls[site as usize];
        let point = self.linker.add(CallPoint { caller: body.id, inst: at, site, args: None });
        match call.callee {
            Callee::Direct(id) => self.linker.link(&mut self.constraints, point, id),
            Callee::External(id) => self.linker.external(&mut self.constraints, point, id),
            Callee::Indirect(slot) => match self.linker.slots.known(body.id, slot) {
                Some(place) => self.linker.reach(&mut self.constraints, point, place),
                None => {
                    let node = self.node(body, slot);
                    self.constraints.complex(node).calls.push(point);
                }
            },
        }
    }
}

fn constant(function: &Function, slot: Slot) -> Option<u64> {
    function.constants.get(slot as usize).copied()
}

/// Locals that are only accessed directly, with pointer-sized accesses that coincide or are
/// disjoint: each such part is like a register and needs no memory.
fn simple_locals(function: &Function, addresses: &Addresses) -> Vec<bool> {
    let mut simple: Vec<bool> = (0..function.locals.len() as u32).map(|l| !addresses.captured(LocalId(l))).collect();
    let mut parts: Vec<(LocalId, u32)> = Vec::new();
    for inst in &function.insts {
        match *inst {
            Inst::LocalAddr { local, .. } => simple[local.0 as usize] = false,
            Inst::LoadLocal { bytes: 8, local, offset, .. } | Inst::StoreLocal { bytes: 8, local, offset, .. } => {
                parts.push((local, offset));
            }
            _ => {}
        }
    }
    function.params.iter().filter_map(|p| p.copy).for_each(|local| simple[local.0 as usize] = false);
    parts.sort_unstable();
    parts.dedup();
    for pair in parts.windows(2).filter(|w| w[0].0 == w[1].0 && w[1].1 < w[0].1 + 8) {
        simple[pair[0].0.0 as usize] = false;
    }
    simple
}
