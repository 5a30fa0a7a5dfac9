//! What a call of libc wrote to memory, in the words of the caller: `scanf` gave `x` and `y` their values.

use whydunit_machine::{Machine, Nobody, World};
use whydunit_program::{Inst, Program, Type};

use crate::effect::{Effect, Item};
use crate::expression::{NAMELESS, Reader};
use crate::lvalue::Lvalue;
use crate::value::Value;

/// The objects that the libc call which `machine` is about to execute writes, named by the arguments that
/// point to them, with the values they get. `effect` is what the recording says of the call.
pub fn written_by_call<W: World>(program: &Program, machine: &mut Machine<W>, effect: Effect<'_>) -> Vec<Value> {
    let wrote = |lvalue: &Lvalue| {
        effect.items.iter().any(|item| match *item {
            Item::Write { addr, len } => (addr..addr + len).contains(&lvalue.address),
            Item::Copy { dst, len, .. } => (dst..dst + u64::from(len)).contains(&lvalue.address),
            _ => false,
        })
    };
    let mut targets = arguments(program, machine);
    targets.retain(wrote);
    if targets.is_empty() {
        return Vec::new();
    }
    let mut after = machine.fork();
    if after.run_until(machine.time() + 1, &mut Nobody).is_err() {
        return Vec::new();
    }
    targets.into_iter().map(|target| Value::read(program, &mut after, target)).collect()
}

/// What the pointers among the arguments of a paused call point to.
fn arguments<W: World>(program: &Program, machine: &Machine<W>) -> Vec<Lvalue> {
    let Some(frame) = machine.innermost() else { return Vec::new() };
    let function = program.function(frame.site.function);
    let Inst::Call { site } = function.insts[frame.site.inst as usize] else { return Vec::new() };
    let reader = Reader::new(program, machine, frame);
    let targets = function.calls[site as usize].args.iter().map(|arg| reader.target(arg.slot));
    targets.filter(|target| is_shown(program, target)).collect()
}

/// Untyped memory has no value to show, and what is in a `FILE` is libc's business.
fn is_shown(program: &Program, target: &Lvalue) -> bool {
    let types = &program.types;
    let shown = |ty: &Type| !matches!(ty, Type::Void) && !matches!(ty, Type::Record { name, .. } if name == "_IO_FILE");
    target.text != NAMELESS && target.ty.is_some_and(|t| shown(types.get(types.bare(t))))
}
