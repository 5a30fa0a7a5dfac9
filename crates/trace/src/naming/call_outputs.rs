//! What a call of libc wrote to memory, in the words of the caller: `scanf` gave `x` and `y` their values.

use whydunit_machine::{Machine, Nobody, World};
use whydunit_program::{Program, Type};

use crate::naming::Instance;
use crate::naming::expression::NAMELESS;
use crate::naming::value::Value;
use crate::record::effect::Effect;

/// The objects that the libc call which `machine` is about to execute writes, named by the arguments that
/// point to them, with the values they get. `effect` is what the recording says of the call.
pub fn written_by_call<W: World>(program: &Program, machine: &mut Machine<W>, effect: Effect<'_>) -> Vec<Value> {
    let Some(mut instance) = Instance::at(program, machine, effect.time).filter(|_| effect.writes()) else {
        return Vec::new();
    };
    let mut after = machine.fork();
    if after.run_until(machine.time() + 1, &mut Nobody).is_err() {
        return Vec::new();
    }
    instance.see_written(program, machine, &mut after, effect);
    instance.wrote.retain(|value| is_shown(program, value));
    instance.wrote
}

/// Untyped memory has no value to show, and what is in a `FILE` is libc's business.
fn is_shown(program: &Program, target: &Value) -> bool {
    let types = &program.types;
    let shown = |ty: &Type| !matches!(ty, Type::Void) && !matches!(ty, Type::Record { name, .. } if name == "_IO_FILE");
    target.name != NAMELESS && target.ty.is_some_and(|t| shown(types.get(types.bare(t))))
}
