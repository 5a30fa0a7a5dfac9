//! Describes executed statements of either run, with all bytes that they wrote.

use whydunit_program::Program;
use whydunit_trace::{Instance, InstanceKind, Recorded, Time, Value};
use whydunit_world::Posix;

/// Describes the executed statement at a time, for a library call including the memory that the call wrote.
pub(crate) fn instance(program: &Program, recorded: &mut Recorded<Posix>, time: Time) -> Option<Instance> {
    if let Some(call) = recorded.recording.ended_call(time) {
        return recorded.completed_call(program, call, time);
    }
    let mut machine = recorded.snapshots.paused_at(u64::from(time))?;
    let mut instance = Instance::at(program, &mut machine, time)?;
    let effect = recorded.recording.effect(time);
    if matches!(instance.kind, InstanceKind::Call { .. }) && effect.makes() {
        let mut after = recorded.snapshots.paused_at(u64::from(time) + 1)?;
        instance.see_written(program, &mut machine, &mut after, effect);
    }
    Some(instance)
}

/// The values that an executed statement defined. A description may abridge them; these have all bytes.
pub(crate) fn defined_values(
    program: &Program,
    recorded: &mut Recorded<Posix>,
    instance: &Instance,
) -> Option<Vec<Value>> {
    let mut values: Vec<Value> = instance.defines.iter().chain(&instance.wrote).cloned().collect();
    for value in &mut values {
        let extent = value.extent(program);
        if extent > value.bytes.len() as u64 {
            let mut after = recorded.snapshots.paused_at(u64::from(instance.time) + 1)?;
            value.bytes = after.inspect(value.address, extent as usize)?;
        }
    }
    Some(values)
}
