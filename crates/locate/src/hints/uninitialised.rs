//! Where a value without a value comes from: what was read though nobody had given it one.

use std::ops::Range;
use std::sync::Arc;

use whydunit_machine::{FailureKind, ObjectKind, ObjectNote, Observer, Outcome};
use whydunit_program::{Block, BlockId, FunctionId, Program, Type, TypeId};
use whydunit_trace::{Dependence, DependenceKind, Instance, InstanceKind, Slice, Time, Value};

use crate::hints::declaration::{Declaration, Reason, declaration};
use crate::session::Session;
use crate::session::statement::Statement;

/// What was read though nobody had given it a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uninitialised {
    /// The variable, member or element, as the reader calls it.
    pub name: String,
    /// The instance that needed it.
    pub reader: Time,
    /// Is it one of many, as an element is?
    pub element: bool,
}

/// What speaks against a statement because something has no value.
pub(crate) enum Blame {
    /// The declaration of a variable, which was read at a time.
    Declared(Time, Declaration),
    /// The statement at a time gave the object its last value, but not all of it; or allocated it.
    Incomplete(Time, Uninitialised),
}

/// So many steps a value without a value is followed.
const STEPS: usize = 2000;

/// For a failure because of a value that nobody gave: who is to blame for that.
pub(crate) fn unset(session: &mut Session, slice: &Slice) -> Option<Blame> {
    let Outcome::Failed(failure) = &session.observed.outcome else { return None };
    let uninitialised = matches!(
        failure.kind,
        FailureKind::UninitialisedBranch
            | FailureKind::UninitialisedOutput
            | FailureKind::UninitialisedAddress
            | FailureKind::UninitialisedStatus
    );
    if !uninitialised {
        return None;
    }
    let FirstReader { time: reader, value, needed } = first_reader(session, slice)?;
    let program = session.program().clone();
    let mut machine = session.recorded.snapshots.paused_at(u64::from(reader))?;
    let hole = value.address + value.bytes.iter().position(Option::is_none)? as u64;
    let object = machine.object_at(hole)?;
    let nothing = value.address == object.start
        && value.bytes.len() as u64 >= object.size
        && value.bytes.iter().all(Option::is_none);
    let name = part_name(&program, &value, hole);
    let element = name.ends_with(']') || value.elements.is_some();
    let giver = if nothing { None } else { last_giver(session, &object, reader) };
    let declared = |function, local, name: &str| {
        let declaration = declaration(&program, function, local, Reason::Uninitialised)?;
        let name = if nothing { declaration.name } else { name.to_string() };
        Some(Blame::Declared(reader, Declaration { name, ..declaration }))
    };
    match (giver, object.kind) {
        (Some(last), _) => Some(Blame::Incomplete(last, Uninitialised { name, reader: needed, element })),
        (None, ObjectKind::Local { function, local, .. }) => declared(function, local, &name),
        (None, ObjectKind::Heap { allocated, .. }) => {
            let time = session.trust.outside(&session.recorded.recording, Time::try_from(allocated).ok()?)?;
            Some(Blame::Incomplete(time, Uninitialised { name, reader: needed, element }))
        }
        _ => None,
    }
}

/// Who first read what nobody had written.
struct FirstReader {
    time: Time,
    /// What that was.
    value: Value,
    /// Who first read it for its own sake: who only copies a whole does not care what is in it.
    needed: Time,
}

fn first_reader(session: &mut Session, slice: &Slice) -> Option<FirstReader> {
    let (mut time, mut on) = (session.criterion.time, session.first_causes());
    let (mut found, mut needed) = (None, time);
    for _ in 0..STEPS {
        let mut reader = session.describe(time)?;
        // What a parameter got the call read.
        if reader.kind == InstanceKind::Argument
            && let Some((_, call)) = Statement::blamed(&session.recorded.recording, time)
        {
            reader = session.describe(call)?;
        }
        let hole = reader.uses.iter().find(|v| v.bytes.contains(&None)).cloned();
        let next = passed_by(session, &on, hole.as_ref());
        if let Some(value) = hole {
            needed = if passes_whole(session.program(), &reader) { needed } else { reader.time };
            found = Some(FirstReader { time: reader.time, value, needed });
        }
        let Some(next) = next else { break };
        on = slice.nodes.get(&next).map(|node| node.on.clone()).unwrap_or_default();
        time = next;
    }
    found
}

/// Does an instance only pass on a struct, of which it need not know what is in it?
fn passes_whole(program: &Program, instance: &Instance) -> bool {
    let is_record = |ty: TypeId| matches!(program.types.get(program.types.bare(ty)), Type::Record { .. });
    match (&instance.kind, &instance.defines) {
        (InstanceKind::Return { .. }, _) => program.function(instance.site.function).result.is_some_and(is_record),
        (_, Some(made)) => made.ty.is_none_or(is_record),
        _ => false,
    }
}

/// The latest of some causes that passed on something without a value: where the hole is, if that is known.
fn passed_by(session: &mut Session, on: &[Dependence], hole: Option<&Value>) -> Option<Time> {
    let mut flow: Vec<Time> = on.iter().filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on).collect();
    flow.sort_unstable();
    flow.dedup();
    let passes = |instance: &Instance| match &instance.kind {
        InstanceKind::Return { value } => value.bytes.contains(&None),
        _ => instance.defines.iter().chain(&instance.wrote).any(|made| has_hole(made, hole)),
    };
    flow.into_iter().rev().find(|&time| session.describe(time).is_some_and(|instance| passes(&instance)))
}

/// Did something get no value where another has none?
fn has_hole(made: &Value, at: Option<&Value>) -> bool {
    let wanted = |address: u64| {
        let byte = at.map(|at| at.bytes.get(address.wrapping_sub(at.address) as usize));
        byte.is_none_or(|byte| byte == Some(&None))
    };
    (made.address..).zip(&made.bytes).any(|(address, byte)| byte.is_none() && wanted(address))
}

/// The member or element at an address, if the value is a whole with such.
fn part_name(program: &Program, value: &Value, address: u64) -> String {
    let part = [1, 2, 4, 8, 16].into_iter().find_map(|bytes| value.part(program, address, bytes));
    part.map_or_else(|| value.name.clone(), |part| part.text)
}

/// The last statement that gave other parts of an object their values, in the call that did so first.
fn last_giver(session: &mut Session, object: &ObjectNote, until: Time) -> Option<Time> {
    let program = session.program().clone();
    let since = if let ObjectKind::Heap { allocated, .. } = object.kind { allocated } else { 0 };
    let range = object.start..object.start + object.size;
    let mut seen = Stores { program, range, block: None, times: Vec::new() };
    let (_, executed) = session.replay(since, until.into(), &mut seen)?;
    session.effort.instructions += executed;
    let recording = &session.recorded.recording;
    let call = |time: Time| recording.position(time).map(|p| recording.call_number(p.block));
    let own = |&time: &Time| recording.position(time).is_some_and(|p| !session.trust.has(p.function));
    let times: Vec<Time> = seen.times.into_iter().filter(|&t| u64::from(t) > since).filter(own).collect();
    let first = call(*times.first()?);
    times.into_iter().take_while(|&time| call(time) == first).last()
}

/// Notes who writes to an object, since it is there.
struct Stores {
    program: Arc<Program>,
    range: Range<u64>,
    block: Option<(u32, u64)>,
    times: Vec<Time>,
}

impl Observer for Stores {
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let Block { first, .. } = self.program.function(function).blocks[block.0 as usize];
        self.block = Some((first, time));
    }

    fn store(&mut self, inst: u32, addr: u64, bytes: u64, _value: u64) {
        if let Some((first, time)) = self.block
            && addr < self.range.end
            && self.range.start < addr.saturating_add(bytes)
        {
            self.times.push(Time((time + u64::from(inst.saturating_sub(first))) as u32));
        }
    }

    fn enter(&mut self, function: FunctionId, frame: u64) {
        self.block = None;
        // It is a local variable of this call: what was there before was something else.
        if (frame..frame + u64::from(self.program.function(function).frame_size)).contains(&self.range.start) {
            self.times.clear();
        }
    }

    fn leave(&mut self) {
        self.block = None;
    }
}
