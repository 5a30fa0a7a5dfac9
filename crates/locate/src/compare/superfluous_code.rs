//! Code that only the failing run executes while the reference does nothing. It is right if it leaves the same values
//! behind as the reference has where both runs continue.

use whydunit_machine::{Machine, ObjectKind};
use whydunit_program::{Inst, Program};
use whydunit_trace::{ExecutedBlock, Recording, Time, Value};
use whydunit_world::Posix;

use crate::compare::equal_values::ValueComparison;
use crate::compare::instance_description::{defined_values, instance};
use crate::compare::reference::Reference;
use crate::session::Session;

/// A stretch of the failing run that the reference lacks.
pub(crate) struct SuperfluousCode {
    /// Where both runs continue: the time in each.
    continuation: (Time, Time),
    /// The outermost call around it that the reference does not make.
    pub(crate) call: Option<Time>,
    /// Does the reference do nothing instead? Otherwise it does something else, in the corresponding block.
    pub(crate) reference_is_idle: bool,
}

impl Reference {
    /// The stretch that an instance without a counterpart belongs to; none if the reference has effects there, too.
    pub(crate) fn superfluous_code(&self, session: &Session, time: Time) -> Option<SuperfluousCode> {
        let (left, right) = (&session.recorded.recording, &self.recorded.recording);
        let block = left.position(time)?.block;
        if let Some(other) = self.counterparts.of_block(block) {
            let continuation = (left.end_of(block), right.end_of(other));
            return Some(SuperfluousCode { continuation, call: None, reference_is_idle: false });
        }
        let before = ExecutedBlock::FIRST.until(block).rev().find_map(|at| self.counterparts.of_block(at))?;
        let (next, after) =
            (block + 1).until(left.block_end()).find_map(|at| Some((at, self.counterparts.of_block(at)?)))?;
        let is_idle =
            |at: ExecutedBlock| right.start_of(at).through(right.end_of(at)).all(|time| !has_effect(right, time));
        let is_next = before < after && (before + 1).until(after).all(is_idle);
        if !is_next || self.counterparts.has_more_effects(after) {
            return None;
        }
        let (here, there) = ((left.start_of(next), left.end_of(next)), (right.start_of(after), right.end_of(after)));
        // If the stretch divides a block, the reference has it in one piece. The runs then agree at its end only.
        let is_divided = here.1 - here.0 != there.1 - there.0;
        let continuation = if is_divided { (here.1, there.1) } else { (here.0, there.0) };
        Some(SuperfluousCode { continuation, call: self.superfluous_call(left, block), reference_is_idle: true })
    }

    /// The outermost call around an executed block that the reference does not make.
    fn superfluous_call(&self, left: &Recording, mut block: ExecutedBlock) -> Option<Time> {
        let mut outermost = None;
        while let Some(call) = left.call_of(left.start_of(block)) {
            block = left.position(call)?.block;
            if self.counterparts.of_block(block).is_some() {
                break;
            }
            outermost = Some(call);
        }
        outermost
    }

    /// Does the reference have the values that an instance of such a stretch leaves behind? None if it leaves nothing
    /// that both runs have.
    pub(crate) fn superfluous_value(&mut self, session: &mut Session, time: Time) -> Option<bool> {
        let (here, there) = self.superfluous_code(session, time)?.continuation;
        let program = session.program().clone();
        let ours = instance(&program, &mut session.recorded, time)?;
        let defined = defined_values(&program, &mut session.recorded, &ours)?;
        self.compare(session, (here, there), |mut values| {
            let same: Option<Vec<bool>> = defined.iter().map(|value| left_behind(&mut values, value)).collect();
            same.filter(|all| !all.is_empty()).map(|all| all.into_iter().all(|same| same))
        })?
    }
}

/// Is a value the same in the other run? None if it was overwritten since, or the other run has no such place.
fn left_behind(values: &mut ValueComparison<'_>, value: &Value) -> Option<bool> {
    if values.left.machine.inspect(value.address, value.bytes.len())? != value.bytes {
        return None;
    }
    let address = counterpart(values, value.address)?;
    let bytes = values.right.machine.inspect(address, value.bytes.len())?;
    Some(values.of_values(value, &Value { address, bytes, ..value.clone() }))
}

/// The address in the other run of a global with the same name, or of the same variable of a call in progress.
fn counterpart(values: &mut ValueComparison<'_>, address: u64) -> Option<u64> {
    let object = values.left.machine.object_at(address)?;
    let (ours, theirs) = (values.left.program, values.right.program);
    let start = match object.kind {
        ObjectKind::Global(id) => {
            let global = &ours.globals[id.0 as usize];
            theirs.globals.iter().find(|g| (&g.name, &g.variable) == (&global.name, &global.variable))?.address
        }
        ObjectKind::Local { depth, function, local, ended: false } => {
            let name = &ours.function(function).locals[local.0 as usize].name;
            local_named(theirs, values.right.machine, depth, name)?
        }
        _ => return None,
    };
    Some(start + (address - object.start)).filter(|&there| values.of_pointers(address, there))
}

fn local_named(program: &Program, machine: &Machine<Posix>, depth: u32, name: &str) -> Option<u64> {
    let frame = machine.each_frame().find(|frame| frame.depth == depth)?;
    let local = program.function(frame.site.function).locals.iter().find(|l| l.name == name)?;
    Some(frame.locals + u64::from(local.offset))
}

/// Does an executed instruction have an effect other than on its own slots?
pub(crate) fn has_effect(recording: &Recording, time: Time) -> bool {
    let inst = recording.position(time).map(|position| recording.inst(position));
    inst.is_none_or(|inst| {
        let scope = matches!(inst, Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. });
        inst.defs().is_none() && !scope && !matches!(inst, Inst::Jump { .. } | Inst::Branch { .. })
    })
}
