//! The objects that a libc call writes, named as in the caller: `scanf` sets `x` and `y`.

use whydunit_machine::{Machine, Nobody, Unsupported, World};
use whydunit_program::{Program, Type};

use crate::naming::Instance;
use crate::naming::expression::NAMELESS;
use crate::naming::value::Value;
use crate::record::effect::Effect;

/// The objects that the upcoming libc call writes, named by the arguments that point to them, with their new values.
/// `machine` is paused at the call; `effect` is its recorded effect.
pub fn written_by_call<W: World>(
    program: &Program,
    machine: &mut Machine<W>,
    effect: Effect<'_>,
) -> Result<Vec<Value>, Unsupported> {
    let Some(mut instance) = Instance::at(program, machine, effect.time).filter(|_| effect.writes()) else {
        return Ok(Vec::new());
    };
    let mut after = machine.fork();
    after.run_until(machine.time() + 1, &mut Nobody)?;
    instance.see_written(program, machine, &mut after, effect);
    instance.wrote.retain(|value| is_shown(program, value));
    Ok(instance.wrote)
}

/// Untyped memory has no value to show, and the contents of a `FILE` are internal to libc.
fn is_shown(program: &Program, target: &Value) -> bool {
    let types = &program.types;
    let shown = |ty: &Type| !matches!(ty, Type::Void) && !matches!(ty, Type::Record { name, .. } if name == "_IO_FILE");
    target.name != NAMELESS && target.ty.is_some_and(|t| shown(types.get(types.bare(t))))
}
