//! The referee's handlers for the events of the machine.

use whydunit_machine::{ArgumentWord, Observer};
use whydunit_program::analysis::BranchId;
use whydunit_program::{BlockId, ExternalId, FunctionId, Inst};
use whydunit_trace::{Part, Time};

use crate::bits::together;
use crate::jumps::landings;
use crate::shadow::{Causes, Given, Referee, callee_slot};

/// Most bytes tracked of the memory that a call left unchanged.
const LEFT_AT_ONCE: u64 = 4096;

impl Observer for Referee<'_> {
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        if self.frames.is_empty() {
            self.push(function, Given::default(), Causes::new());
        }
        if let Some((jump, why)) = self.jumping.take() {
            let f = self.function(function);
            let set = (0..f.blocks.len() as u32)
                .map(BlockId)
                .find(|&b| matches!(f.terminator(b), Inst::Call { site } if f.calls[site as usize].next == block));
            self.result(set.expect("the call that is returned to"), jump, Part::Whole);
            self.land(why);
        } else {
            self.finish_block();
        }
        let control = self.control(block);
        let facts = self.function(function).blocks[block.0 as usize];
        let end = Time(time as u32) + (facts.len - 1);
        if landings(self.analyses.program(), self.function(function)).contains(&block.0) {
            self.landed.push((BranchId { function, block }, Time(time as u32)));
        }
        if self.decides(function, block) {
            let serial = self.frames.last().map_or(0, |f| f.serial);
            self.decisions.push((BranchId { function, block }, end, serial));
        }
        let frame = self.top();
        (frame.control, frame.start, frame.next) = (control, Time(time as u32), facts.first);
        frame.history.push((block, end));
    }

    fn load(&mut self, inst: u32, addr: u64, bytes: u64) {
        self.reach(inst);
        self.foresee(inst, addr, bytes);
        let omitted = self.omitted(inst, addr, bytes);
        let is_field = !self.in_model && self.current().bit_fields.binary_search(&inst).is_ok();
        if is_field {
            let loading = self.current().insts[inst as usize];
            let besides: Causes = omitted.into_iter().chain(self.used(loading)).collect();
            let bits = self.load_bits(addr, bytes, &besides);
            let slot = loading.defs().expect("a load").first;
            self.top().bytes.remove(&slot);
            self.top().slots.insert(slot, together(&bits));
            self.top().bits.insert(slot, bits);
            return;
        }
        let mut causes = self.flows(addr, bytes);
        causes.extend(self.unchanged(addr, bytes));
        causes.extend(omitted.iter().cloned());
        if self.in_model {
            return self.instance(inst, causes);
        }
        let loading = self.current().insts[inst as usize];
        if let Inst::LoadLocal { local, .. } = loading
            && self.current().locals[local.0 as usize].name == "cleanup.dest.slot"
        {
            let key = self.frames.last().map(|f| (f.serial, f.history.last().map_or(Time::FIRST, |h| h.1)));
            self.notes.insert(key.unwrap_or_default(), self.writers[&addr]);
        }
        causes.extend(self.used(loading));
        let defs = loading.defs().expect("a load");
        (defs.first..defs.first + defs.count).for_each(|s| {
            self.top().bytes.remove(&s);
            self.top().slots.insert(s, causes.clone());
        });
        if defs.count == 1 {
            let besides = omitted.into_iter().chain(self.used(loading)).collect();
            self.loaded(defs.first, addr, bytes, besides);
        }
    }

    fn store(&mut self, inst: u32, addr: u64, bytes: u64, _value: u64) {
        self.reach(inst);
        let time = self.time(inst);
        let function = self.current();
        let (bits, place) = match function.insts[inst as usize] {
            Inst::Store { val, addr, .. } => (self.top().bits.get(&val).cloned(), self.slot(addr)),
            Inst::StoreLocal { val, .. } => (self.top().bits.get(&val).cloned(), Causes::new()),
            _ => (None, Causes::new()),
        };
        match bits.filter(|_| function.bit_fields.binary_search(&inst).is_ok()) {
            Some(bits) => {
                let mut own = self.store_bits(time, addr, &bits);
                own.extend(place);
                own.extend(self.top().control.clone());
                self.own_edges.insert(time, own);
            }
            None => match (function.members_at(inst).filter(|_| !self.in_model), function.insts[inst as usize]) {
                (Some(starts), Inst::Store { val, .. } | Inst::StoreLocal { val, .. }) => {
                    self.store_members(time, addr, bytes as u32, starts, val, &place);
                }
                _ => self.wrote(time, addr, bytes),
            },
        }
    }

    fn argument(&mut self, inst: u32, addr: u64, _value: u64, which: ArgumentWord) {
        self.pass_word(inst, addr, which);
    }

    fn copy(&mut self, inst: u32, dst: u64, src: u64, len: u64) {
        self.reach(inst);
        self.foresee(inst, src, len);
        let mut causes = self.flows(src, len);
        causes.extend(self.unchanged(src, len));
        causes.extend(self.omitted(inst, src, len));
        let time = self.time(inst);
        if self.in_model {
            let uncopied = self.edges[&time].clone();
            self.uncopied.entry(time).or_insert(uncopied);
            self.edges.entry(time).or_default().extend(causes);
        } else {
            self.instance(inst, causes);
        }
        self.moved(time, dst, src, len);
    }

    fn left_alone(&mut self, inst: u32, addr: u64, len: u64) {
        let time = self.time(inst);
        (addr..addr + len.min(LEFT_AT_ONCE)).for_each(|a| self.left.entry(a).or_default().push(time));
    }

    fn fresh(&mut self, addr: u64, len: u64) {
        if len < 1000 {
            (addr..addr + len).for_each(|a| {
                self.writers.remove(&a);
                self.copied.remove(&a);
                self.shared.remove(&a);
                self.pieces.remove(&a);
                self.left.remove(&a);
            });
        } else {
            self.writers.retain(|a, _| !(addr..addr + len).contains(a));
            self.copied.retain(|a, _| !(addr..addr + len).contains(a));
            self.left.retain(|a, _| !(addr..addr + len).contains(a));
            self.pieces.retain(|a, _| !(addr..addr + len).contains(a));
            self.shared.retain(|a, _| !(addr..addr + len).contains(a));
        }
    }

    fn enter(&mut self, id: FunctionId, _frame: u64) {
        let Some(&(block, _)) = self.frames.last().and_then(|f| f.history.last()) else { return };
        let caller = self.current();
        let facts = caller.blocks[block.0 as usize];
        self.reach(facts.first + facts.len - 1);
        self.choose(facts.first + facts.len - 1, Some(id));
        let Inst::Call { site } = caller.terminator(block) else { unreachable!("a call") };
        let call = &caller.calls[site as usize];
        let mut given = Given::default();
        for (param, arg) in self.function(id).params.iter().zip(&call.args) {
            for offset in 0..param.class.slots() {
                let from = arg.slot + offset.min(arg.class.slots() - 1);
                given.slots.insert(param.slot + offset, self.slot(from));
                given.bytes.extend(self.top().bytes.get(&from).map(|bytes| (param.slot + offset, bytes.clone())));
            }
        }
        let mut called = self.top().control.clone();
        called.extend(callee_slot(call.callee).map(|s| self.slot(s)).unwrap_or_default());
        self.push(id, given, called);
    }

    fn leave(&mut self) {
        let Some(&(block, time)) = self.frames.last().and_then(|f| f.history.last()) else { return };
        if matches!(self.current().terminator(block), Inst::Return { .. }) {
            self.finish_block();
            self.frames.pop();
            if let Some(&(caller, _)) = self.frames.last().and_then(|f| f.history.last()) {
                self.result(caller, time, Part::Whole);
            }
        } else {
            // A longjmp: the innermost call that it leaves is on top.
            let why = self.top().control.clone();
            self.jumping.get_or_insert((time, why));
            self.frames.pop();
        }
    }

    fn jump(&mut self, frames: u32) {
        if frames == 0 {
            let here = self.frames.last().and_then(|f| Some((f.history.last()?.1, f.control.clone())));
            self.jumping = here;
        }
    }

    fn model(&mut self, inst: u32, _external: ExternalId) {
        self.reach(inst);
        self.choose(inst, None);
        self.in_model = true;
    }

    fn model_done(&mut self, inst: u32, _reply: [u64; 2]) {
        self.in_model = false;
        let time = self.time(inst);
        let block = self.current().block_of(inst);
        let part = if self.uncopied.contains_key(&time) { Part::Result } else { Part::Whole };
        self.result(block, time, part);
    }
}
