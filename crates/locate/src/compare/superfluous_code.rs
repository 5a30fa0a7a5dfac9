//! What only the failing run does: code that the correct version does not have, where it does nothing instead. It is as
//! right as what it leaves behind, compared with the correct version where both go on.

use whydunit_machine::{Machine, ObjectKind};
use whydunit_program::{Inst, Program};
use whydunit_trace::{ExecutedBlock, Recording, Time, Value};
use whydunit_world::Posix;

use crate::compare::equal_values::ValueComparison;
use crate::compare::reference::{Reference, made};
use crate::interactive::answer::Answer;
use crate::interactive::breakpoint::instance;
use crate::session::Session;

/// A stretch of the failing run that the correct version does not have.
pub(crate) struct SuperfluousCode {
    /// Where both runs go on: the time in each.
    onward: (Time, Time),
    /// The call by which an instance came about, if the stretch made one.
    pub(crate) call: Option<Time>,
    /// Does the correct version do nothing there? Otherwise it does something else, in what corresponds.
    pub(crate) alone: bool,
}

impl Reference {
    /// The stretch that an instance without partner belongs to; none when the correct version does something there, too.
    pub(crate) fn surplus(&self, session: &Session, time: Time) -> Option<SuperfluousCode> {
        let (left, right) = (&session.recorded.recording, &self.recorded.recording);
        let block = left.position(time)?.block;
        if let Some(other) = self.partners.of_block(block) {
            let onward = (left.end_of(block), right.end_of(other));
            return Some(SuperfluousCode { onward, call: None, alone: false });
        }
        let before = ExecutedBlock::FIRST.until(block).rev().find_map(|at| self.partners.of_block(at))?;
        let (next, after) =
            (block + 1).until(left.block_end()).find_map(|at| Some((at, self.partners.of_block(at)?)))?;
        let idle =
            |at: ExecutedBlock| right.start_of(at).through(right.end_of(at)).all(|time| !does_something(right, time));
        if before >= after || !(before + 1).until(after).all(idle) || self.partners.does_more(after) {
            return None;
        }
        let (here, there) = ((left.start_of(next), left.end_of(next)), (right.start_of(after), right.end_of(after)));
        // What was divided by the stretch is whole in the correct version, and comes to an end there.
        let divided = here.1 - here.0 != there.1 - there.0;
        let onward = if divided { (here.1, there.1) } else { (here.0, there.0) };
        Some(SuperfluousCode { onward, call: self.only_call(left, block), alone: true })
    }

    /// The outermost call around an executed block that the correct version does not make.
    fn only_call(&self, left: &Recording, mut block: ExecutedBlock) -> Option<Time> {
        let mut outermost = None;
        while let Some(call) = left.call_of(left.start_of(block)) {
            block = left.position(call)?.block;
            if self.partners.of_block(block).is_some() {
                break;
            }
            outermost = Some(call);
        }
        outermost
    }

    /// Is what an instance of such a stretch left behind as it is in the correct version? None when it left nothing
    /// there that both have.
    pub(crate) fn judge_surplus(&mut self, session: &mut Session, time: Time) -> Option<Answer> {
        let (here, there) = self.surplus(session, time)?.onward;
        let program = session.program().clone();
        let ours = instance(&program, &mut session.recorded, time)?;
        let values = made(&program, &mut session.recorded, &ours)?;
        let same = self.compare(session, (here, there), |mut sameness| {
            let same: Option<Vec<bool>> = values.iter().map(|value| left_behind(&mut sameness, value)).collect();
            same.filter(|all| !all.is_empty()).map(|all| all.into_iter().all(|same| same))
        });
        Some(if same?? { Answer::Right } else { Answer::Wrong })
    }
}

/// Is a value that is still there the same in the other run?
fn left_behind(sameness: &mut ValueComparison<'_>, value: &Value) -> Option<bool> {
    if sameness.left.machine.inspect(value.address, value.bytes.len())? != value.bytes {
        return None;
    }
    let address = counterpart(sameness, value.address)?;
    let bytes = sameness.right.machine.inspect(address, value.bytes.len())?;
    Some(sameness.of_values(value, &Value { address, bytes, ..value.clone() }))
}

/// Where the other run has what lies at an address: a global by its name, a variable of a call in progress by its own.
fn counterpart(sameness: &mut ValueComparison<'_>, address: u64) -> Option<u64> {
    let object = sameness.left.machine.object_at(address)?;
    let (ours, theirs) = (sameness.left.program, sameness.right.program);
    let start = match object.kind {
        ObjectKind::Global(id) => {
            let global = &ours.globals[id.0 as usize];
            theirs.globals.iter().find(|g| (&g.name, &g.variable) == (&global.name, &global.variable))?.address
        }
        ObjectKind::Local { depth, function, local, ended: false } => {
            let name = &ours.function(function).locals[local.0 as usize].name;
            local_named(theirs, sameness.right.machine, depth, name)?
        }
        _ => return None,
    };
    Some(start + (address - object.start)).filter(|&there| sameness.of_pointers(address, there))
}

fn local_named(program: &Program, machine: &Machine<Posix>, depth: u32, name: &str) -> Option<u64> {
    let frame = machine.each_frame().find(|frame| frame.depth == depth)?;
    let local = program.function(frame.site.function).locals.iter().find(|l| l.name == name)?;
    Some(frame.locals + u64::from(local.offset))
}

/// Does an executed instruction change something that is seen elsewhere?
pub(crate) fn does_something(recording: &Recording, time: Time) -> bool {
    let inst = recording.position(time).map(|position| recording.inst(position));
    inst.is_none_or(|inst| {
        let scope = matches!(inst, Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. });
        inst.defs().is_none() && !scope && !matches!(inst, Inst::Jump { .. } | Inst::Branch { .. })
    })
}
