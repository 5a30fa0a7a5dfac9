//! Library functions that call a function of the program, such as `qsort`. Their code is not shown, but their
//! arguments, effects and results are, at the line of the call.

use std::collections::BTreeSet;
use std::ops::Range;

use whydunit_machine::{Machine, Observer, World};
use whydunit_program::{BlockId, Function, FunctionId, Inst, Program, Slot, Type, TypeId, Variable};

use crate::naming::expression::Leaf;
use crate::naming::lvalue::Lvalue;
use crate::naming::value::Value;
use crate::naming::{Instance, InstanceKind};
use crate::numbers::Time;
use crate::record::effect::{Effect, Item};
use crate::record::recording::Recording;
use crate::record::snapshots::Recorded;

impl Recording {
    /// The program's call of such a function, if the instruction at `time` returns from it.
    pub fn ended_call(&self, time: Time) -> Option<Time> {
        let position = self.position(time)?;
        let returns = matches!(self.inst(position), Inst::Return { .. });
        self.call_with_function(time).filter(|_| returns)
    }

    /// The program's call of such a function, if the instruction at `time` stores a function argument as a parameter.
    pub fn gives_function(&self, time: Time) -> Option<Time> {
        let position = self.position(time)?;
        let Inst::StoreLocal { local, .. } = self.inst(position) else { return None };
        let program = &self.index.program;
        let function = program.function(position.function);
        let is_given = |v: &Variable| v.local == local && is_function(program, v);
        let given = function.gives_parameter(position.inst) && function.variables.iter().any(is_given);
        self.call_with_function(time).filter(|_| given)
    }

    /// The call in progress at `time`, if it is a call of such a function by the program.
    fn call_with_function(&self, time: Time) -> Option<Time> {
        let program = &self.index.program;
        let function = program.function(self.position(time)?.function);
        if !takes_function(program, function) {
            return None;
        }
        let call = self.call_of(time)?;
        let caller = program.function(self.position(call)?.function);
        (!program.is_runtime(caller)).then_some(call)
    }

    /// The time of the callee's last instruction in the call made at `time`.
    pub fn end_of_call(&self, time: Time) -> Option<Time> {
        let block = self.position(time)?.block;
        let call = self.call_number(block);
        let behind = (block + 1).until(self.block_end()).find(|&later| self.call_number(later) == call)?;
        (behind > block + 1).then(|| self.end_of(behind - 1))
    }
}

/// Is this a library function with a function argument?
pub fn takes_function(program: &Program, function: &Function) -> bool {
    function.variables.iter().any(|v| is_function(program, v)) && program.is_runtime(function)
}

/// Is a variable a parameter of function pointer type?
fn is_function(program: &Program, variable: &Variable) -> bool {
    let types = &program.types;
    let bare = |ty: TypeId| types.get(types.bare(ty));
    let to = variable.ty.filter(|_| variable.parameter > 0).map(bare);
    matches!(to, Some(Type::Pointer { to }) if matches!(bare(*to), Type::Function { .. }))
}

impl<W: World> Recorded<W> {
    /// The times at which the library wrote to objects passed to the call that lasts from `call` to `end`.
    pub fn written_during(&mut self, program: &Program, call: Time, end: Time) -> BTreeSet<Time> {
        let seen = self.writes(program, call, end);
        seen.map_or_else(BTreeSet::new, |seen| seen.into_iter().map(|(time, _)| time).collect())
    }

    /// An instance for the completed call that lasts from `call` to `end`.
    pub fn completed_call(&mut self, program: &Program, call: Time, end: Time) -> Option<Instance> {
        let mut before = self.snapshots.paused_at(u64::from(call))?;
        let mut instance = Instance::at(program, &mut before, call)?;
        let mut last = self.snapshots.paused_at(u64::from(end))?;
        let returned = Instance::at(program, &mut last, end)?;
        let mut after = self.snapshots.paused_at(u64::from(end) + 1)?;
        let items: Vec<Item> = self.writes(program, call, end)?.into_iter().map(|(_, item)| item).collect();
        instance.see_written(program, &mut before, &mut after, Effect { time: call, items: &items });
        instance.see_functions(program, &mut before, program.function(returned.site.function));
        (instance.time, instance.site) = (end, returned.site);
        if let InstanceKind::Return { .. } = returned.kind {
            instance.kind = returned.kind;
        }
        Some(instance)
    }

    fn writes(&mut self, program: &Program, call: Time, end: Time) -> Option<Vec<(Time, Item)>> {
        let mut machine = self.snapshots.paused_at(u64::from(call))?;
        let given = arguments(program, &machine);
        let objects = given.filter_map(|slot| machine.slot(slot)).collect::<Vec<u64>>();
        let objects = objects.into_iter().filter_map(|address| machine.object_at(address));
        let places = objects.map(|object| object.start..object.start + object.size).collect();
        let mut writes = Writes { program, places, block: None, seen: Vec::new() };
        let run = machine.run_until(u64::from(end), &mut writes);
        self.snapshots.keep_refusal(run)?;
        Some(writes.seen)
    }
}

/// The slots with the arguments of the upcoming call.
fn arguments<'a, W>(program: &'a Program, machine: &Machine<W>) -> impl Iterator<Item = Slot> + 'a {
    let site = machine.innermost().map(|frame| frame.site);
    let call = site.and_then(|site| {
        let function = program.function(site.function);
        let Inst::Call { site } = function.insts[site.inst as usize] else { return None };
        Some(&function.calls[site as usize])
    });
    call.into_iter().flat_map(|call| call.args.iter().map(|arg| arg.slot))
}

impl Instance {
    /// Adds the function arguments of a call of `called` that `uses` lacks.
    fn see_functions<W: World>(&mut self, program: &Program, before: &mut Machine<W>, called: &Function) {
        let slots: Vec<Slot> = arguments(program, before).collect();
        for parameter in called.variables.iter().filter(|v| is_function(program, v)) {
            let Some(&slot) = slots.get(parameter.parameter as usize - 1) else { continue };
            let name = format!("{}'s {}", called.name, parameter.name);
            let lvalue = Lvalue::new(program, name, parameter.ty, 0);
            let value = Value::used(program, before, Leaf { lvalue, slot: Some(slot) });
            let shown = |other: &Value| other.bytes == value.bytes;
            if value.word() != 0 && !self.uses.iter().any(shown) {
                self.uses.push(value);
            }
        }
    }
}

/// Observes the writes of library functions.
struct Writes<'a> {
    program: &'a Program,
    /// The memory to observe.
    places: Vec<Range<u64>>,
    /// The first instruction of the current block, and its time; none in the program's own code.
    block: Option<(u32, Time)>,
    seen: Vec<(Time, Item)>,
}

impl Writes<'_> {
    fn see(&mut self, inst: u32, addr: u64, len: u64) {
        if let Some((first, time)) = self.block
            && self.places.iter().any(|place| place.contains(&addr))
        {
            self.seen.push((time + (inst - first), Item::Write { addr, len }));
        }
    }
}

impl Observer for Writes<'_> {
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let function = self.program.function(function);
        let first = function.blocks[block.0 as usize].first;
        self.block = self.program.is_runtime(function).then_some((first, Time(time as u32)));
    }

    fn store(&mut self, inst: u32, addr: u64, bytes: u64, _value: u64) {
        self.see(inst, addr, bytes);
    }

    fn copy(&mut self, inst: u32, dst: u64, _src: u64, len: u64) {
        self.see(inst, dst, len);
    }
}
