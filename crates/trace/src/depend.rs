//! The dependences of executed instructions on other instances: assignments, decisions, returns, calls of libc.
//! Temporaries in between are traced through.

pub(crate) mod bit_field_unit;
pub(crate) mod bytes;
pub(crate) mod dependence;
pub(crate) mod memory_definition;
pub(crate) mod omission;
pub(crate) mod outside_read;
pub(crate) mod slot_definition;
pub(crate) mod trusted;
pub(crate) mod verification;
pub(crate) mod wanted_value;

use std::collections::HashMap;

use whydunit_machine::OutByte;
use whydunit_program::analysis::Analyses;
use whydunit_program::{Callee, Inst, Slot};

use crate::depend::bytes::Bytes;
use crate::depend::dependence::{Dependence, DependenceKind};
use crate::depend::memory_definition::Definition;
use crate::depend::omission::Prevention;
use crate::depend::slot_definition::SlotDefinition;
use crate::depend::trusted::Folding;
use crate::depend::wanted_value::{Seen, Wanted};
use crate::numbers::{ExecutedBlock, Time};
use crate::record::effect::Item;
use crate::record::recording::{Position, Recording};

/// Computes dependences on demand.
pub struct Dependences<'a> {
    pub(crate) recording: &'a Recording,
    /// Dependences found so far, possibly with duplicates.
    pub(crate) found: Vec<Dependence>,
    /// Values still to be traced.
    todo: Vec<Wanted>,
    seen: Seen,
    /// The static analyses, if omissions are wanted.
    pub(crate) analyses: Option<&'a Analyses>,
    /// Leave out decisions and the computation of addresses?
    pub(crate) values_only: bool,
    /// Leave out decisions?
    uses_only: bool,
    /// Add library calls that left memory unchanged?
    pub(crate) unchanged: bool,
    /// Number of times that executions of a decision were skipped because there were too many.
    pub(crate) left_out: u64,
    /// Trusted functions, if there are any.
    pub(crate) folding: Option<Folding>,
    /// A load, by executed block and instruction, whose value is only stored back and therefore ignored.
    pub(crate) ignored_load: Option<(ExecutedBlock, u32)>,
    /// Shortcuts upwards: from an executed block to the one above a chain of direct calls.
    shortcuts: HashMap<ExecutedBlock, ExecutedBlock>,
    /// By load and bits: the load found by following stores of other bit-fields in the same unit.
    pub(crate) unit_loads: HashMap<(Time, u64), Time>,
    /// Per function and instruction: the decisions that can prevent a definition, computed on first use.
    pub(crate) preventions: Vec<Vec<Option<Prevention>>>,
}

impl<'a> Dependences<'a> {
    /// The dependences in a recorded run, without omissions.
    pub fn new(recording: &'a Recording) -> Self {
        let (found, todo, seen) = (Vec::new(), Vec::new(), Seen::default());
        let (values_only, uses_only) = (false, false);
        let (analyses, folding, ignored_load) = (None, None, None);
        let (shortcuts, unit_loads) = (HashMap::new(), HashMap::new());
        Dependences {
            recording,
            found,
            todo,
            seen,
            analyses,
            values_only,
            uses_only,
            unchanged: false,
            left_out: 0,
            folding,
            ignored_load,
            shortcuts,
            unit_loads,
            preventions: Vec::new(),
        }
    }

    /// The dependences of a relevant slice: as [`Dependences::new`], with omissions.
    pub fn with_omissions(recording: &'a Recording, analyses: &'a Analyses) -> Self {
        Dependences { analyses: Some(analyses), unchanged: true, ..Dependences::new(recording) }
    }

    /// The data flow of values: neither the indices and pointers with which they were loaded, nor decisions. This
    /// answers the question where a value came from.
    pub fn of_values(recording: &'a Recording) -> Self {
        Dependences { values_only: true, ..Dependences::new(recording) }
    }

    /// The data flow of values and of the indices and pointers with which they were loaded, without decisions.
    pub fn of_uses(recording: &'a Recording) -> Self {
        Dependences { uses_only: true, ..Dependences::new(recording) }
    }

    /// Adds library calls that could have written a value but left it unchanged.
    pub fn with_left_alone(self) -> Self {
        Dependences { unchanged: true, ..self }
    }

    /// Were executions of a decision skipped because there were too many? Omissions may be missing then.
    pub fn is_incomplete(&self) -> bool {
        self.left_out > 0
    }

    /// All direct dependences of the instruction at `time`, sorted by kind, then by time.
    pub fn of(&mut self, time: Time) -> Vec<Dependence> {
        self.of_argument(time, None)
    }

    /// The dependences of the output argument `arg` of the call at `time`, including its width and precision; without
    /// `arg`, those of all arguments.
    pub fn of_argument(&mut self, time: Time, arg: Option<u16>) -> Vec<Dependence> {
        let instance = self.folded(time);
        let Some(position) = self.recording.position(instance) else { return Vec::new() };
        self.callee_dependences(position);
        let only = arg.filter(|_| instance == time);
        self.uses(position, only);
        let done = self.recording.effect(instance).items;
        let lays_out = |only: u16, by: u16| done.contains(&Item::Layout { arg: only, by });
        self.read(position, |item| match *item {
            Item::Read { arg: OutByte::LITERAL, .. } => true,
            Item::Read { arg, .. } => only.is_none_or(|only| only == arg || lays_out(only, arg)),
            _ => true,
        });
        self.control(position.block);
        let mut found = self.take(instance);
        if only.is_some() {
            // The position in a `va_list` was written by the call itself, which would pull in all its arguments.
            found.retain(|d| d.on != instance);
        }
        found
    }

    /// The dependences of the function pointer that the call at `time` uses.
    pub fn of_callee(&mut self, time: Time) -> Vec<Dependence> {
        let Some(position) = self.recording.position(time) else { return Vec::new() };
        let (_, function) = self.recording.function_of(position.block);
        if let Inst::Call { site } = function.insts[position.inst as usize]
            && let Callee::Indirect(slot) = function.calls[site as usize].callee
        {
            self.want(position.block, position.inst, slot, Bytes::ALL);
        }
        self.take(time)
    }

    /// Takes the dependences found so far, with those inside of trusted functions mapped to their calls.
    pub(crate) fn take(&mut self, instance: Time) -> Vec<Dependence> {
        self.settle();
        let mut found = self.found.clone();
        self.found.clear();
        if self.folding.is_some() {
            found.iter_mut().for_each(|d| *d = self.outside(*d));
            found.retain(|d| d.on != instance);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Removes duplicates from the dependences found so far.
    pub(crate) fn tidy(&mut self) {
        self.found.sort_unstable();
        self.found.dedup();
    }

    /// The dependence, mapped to the call of a trusted function if its cause is inside of one.
    pub(crate) fn outside(&self, dependence: Dependence) -> Dependence {
        match self.folded(dependence.on) {
            same if same == dependence.on => dependence,
            outside => Dependence::new(dependence.kind, outside),
        }
    }

    /// Traces all pending values.
    pub(crate) fn settle(&mut self) {
        while let Some((block, inst, slot, bytes)) = self.todo.pop() {
            self.trace(block, inst, slot, bytes);
        }
        self.seen.clear();
    }

    fn flow(&mut self, on: Time) {
        self.flow_from(Definition::whole(on));
    }

    pub(crate) fn flow_from(&mut self, definition: Definition) {
        self.found.push(Dependence { kind: DependenceKind::Flow, on: definition.time, part: definition.part });
    }

    pub(crate) fn want(&mut self, block: ExecutedBlock, inst: u32, slot: Slot, bytes: Bytes) {
        if self.seen.insert((block, inst, slot, bytes)) {
            self.todo.push((block, inst, slot, bytes));
        }
    }

    /// Adds the decision that a block is control dependent on. Calls of program functions are skipped over.
    pub(crate) fn control(&mut self, block: ExecutedBlock) {
        if self.values_only || self.uses_only {
            return;
        }
        let (mut at, mut passed) = (block, Vec::new());
        loop {
            at = self.shortcuts.get(&at).copied().unwrap_or(at);
            let Some(controller) = self.recording.structure.controller(at) else { break };
            let position = self.recording.end_position(controller);
            if let Inst::Call { site } = self.recording.inst(position) {
                let (_, function) = self.recording.function_of(controller);
                match function.calls[site as usize].callee {
                    Callee::Indirect(slot) => {
                        self.add_shortcuts(&mut passed, at);
                        self.want(controller, position.inst, slot, Bytes::ALL);
                    }
                    _ => passed.push(at),
                }
                at = controller;
                continue;
            }
            if let Some(leaving) = self.scope_exit_from(controller, position) {
                self.add_shortcuts(&mut passed, at);
                at = leaving;
                continue;
            }
            let end = self.recording.end_of(controller);
            self.found.push(Dependence::new(DependenceKind::Control, end));
            break;
        }
        self.add_shortcuts(&mut passed, at);
    }

    /// Records shortcuts from blocks reached by direct calls only, because calls may be nested deeply.
    fn add_shortcuts(&mut self, passed: &mut Vec<ExecutedBlock>, to: ExecutedBlock) {
        for block in passed.drain(..) {
            self.shortcuts.insert(block, to);
        }
    }

    /// Queues the values that the instruction reads. For a call, `only` selects one argument and those that determine
    /// its layout.
    pub(crate) fn uses(&mut self, position: Position, only: Option<u16>) {
        let (_, function) = self.recording.function_of(position.block);
        let inst = function.insts[position.inst as usize];
        let is_place = |slot: Slot| match inst {
            Inst::Store { addr, .. } | Inst::StoreWide { addr, .. } => slot == addr,
            Inst::MemSet { val, .. } => slot != val,
            Inst::MemCopy { .. } => true,
            _ => false,
        };
        inst.uses(|slot| {
            if !(self.values_only && is_place(slot)) {
                self.want(position.block, position.inst, slot, Bytes::ALL);
            }
        });
        if let Inst::Call { site } = inst {
            let call = &function.calls[site as usize];
            let first = self.first_of(position);
            let done = self.recording.effect(position.start + (position.inst - first)).items;
            let lays_out = |only: u16, index: u16| done.contains(&Item::Layout { arg: only, by: index });
            for (index, arg) in (0u16..).zip(&call.args) {
                if only.is_none_or(|o| OutByte::argument(o) == index || lays_out(o, index)) {
                    let slots = arg.slot..arg.slot + arg.class.slots();
                    slots.for_each(|s| self.want(position.block, position.inst, s, Bytes::ALL));
                }
            }
            if let Callee::Indirect(slot) = call.callee {
                self.want(position.block, position.inst, slot, Bytes::ALL);
            }
        }
    }

    pub(crate) fn first_of(&self, position: Position) -> u32 {
        let (function, id) = self.recording.static_block(position.block);
        self.recording.index.program.function(function).blocks[id.0 as usize].first
    }

    /// Finds the definition of these bytes of a slot, which instruction `user` of an executed block reads.
    fn trace(&mut self, block: ExecutedBlock, user: u32, slot: Slot, bytes: Bytes) {
        let (id, function) = self.recording.function_of(block);
        if (slot as usize) < function.constants.len() {
            return;
        }
        let index = self.recording.index.clone();
        let sites = index.definitions(id).of(slot);
        if sites.is_empty() {
            return self.parameter(block, slot, bytes);
        }
        // The address of a local is constant during a call, which may be as long as the run.
        if sites.iter().all(|s| matches!(function.insts[s.1 as usize], Inst::LocalAddr { .. })) {
            return;
        }
        let (at, inst, after) = match self.definition(block, user, sites) {
            Some(SlotDefinition::At { block, inst, after }) => (block, inst, after),
            Some(SlotDefinition::Jump { call }) => return self.flow(self.recording.end_of(call)),
            None => return,
        };
        let (_, function) = self.recording.function_of(at);
        let start = self.recording.start_of(at);
        let first = function.blocks[function.block_of(inst).0 as usize].first;
        let position = Position { block: at, start, function: id, inst };
        match function.insts[inst as usize] {
            _ if self.ignored_load == Some((at, inst)) => {}
            Inst::Load { addr, .. } | Inst::LoadWide { addr, .. } => {
                let wide = matches!(function.insts[inst as usize], Inst::LoadWide { .. });
                self.loaded(position, if wide { Bytes::ALL } else { bytes });
                if !self.values_only {
                    self.want(at, inst, addr, Bytes::ALL);
                }
            }
            Inst::LoadLocal { .. } => self.loaded(position, bytes),
            Inst::Call { site } => {
                let called = start + (inst - first);
                self.result(called, after, slot - function.calls[site as usize].dst, bytes);
            }
            Inst::Move { a, .. } if function.blocks[function.block_of(inst).0 as usize].weight == 0 => {
                // A phi: the branch taken decided its value.
                self.control(at);
                self.want(at, inst, a, bytes);
            }
            Inst::Move { a, .. } | Inst::Trunc { a, .. } => self.want(at, inst, a, bytes),
            other => other.uses(|s| self.want(at, inst, s, Bytes::ALL)),
        }
    }

    /// Adds the definitions of the loaded memory, and the decisions since then that could have led to another
    /// definition.
    fn loaded(&mut self, position: Position, bytes: Bytes) {
        if let Some(bits) = self.recording.index.program.function(position.function).field_read(position.inst) {
            return self.bits_loaded(position, bits);
        }
        let (recording, mut earliest) = (self.recording, None);
        recording.writers_of(position, bytes, |writer| {
            self.left_alone(writer);
            let definition = recording.definition(writer);
            let time = definition.map(|g| g.time);
            earliest = Some(earliest.map_or(time, |e: Option<Time>| e.min(time)));
            definition.into_iter().for_each(|definition| self.flow_from(definition));
        });
        if let Some(earliest) = earliest {
            self.omitted(position, earliest);
        }
    }
}
