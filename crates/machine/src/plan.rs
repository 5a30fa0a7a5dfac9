//! Facts that the machine derives once per program before a run.

use std::collections::HashMap;
use std::sync::Arc;

use whydunit_program::{Function, FunctionId, Inst, Program, Slot};

use crate::World;

/// Derived facts about a program in its world. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Plan {
    /// Per function: its instructions with the offsets of locals resolved to offsets in the frame.
    pub(crate) code: Vec<Arc<[Inst]>>,
    /// Per function: byte ranges of a frame that stay live as long as the frame.
    pub(crate) live: Arc<[Vec<(u32, u32)>]>,
    /// Per function and slot: is it read in another block than the one that defines it?
    pub(crate) lasting: Vec<Arc<[bool]>>,
    /// Per external: its binding.
    pub(crate) bindings: Arc<[Binding]>,
    /// `exit`, when the program contains one.
    pub(crate) exit: Option<FunctionId>,
    /// `atexit`, when the program contains one.
    pub(crate) atexit: Option<FunctionId>,
    /// Address and size of globals by name.
    pub(crate) globals: Arc<HashMap<String, (u64, u64)>>,
}

/// The implementation of an external function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// A model of the world.
    Model(u32),
    /// `setjmp` and its variants: implemented by the machine.
    SetJump,
    /// `longjmp` and its variants: implemented by the machine.
    LongJump,
    /// None: calling the function is an error.
    Missing,
}

impl Plan {
    pub(crate) fn new(program: &Program, world: &impl World) -> Self {
        let bind = |name: &str| match name {
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" => Binding::SetJump,
            "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => Binding::LongJump,
            _ => world.bind(name).map_or(Binding::Missing, Binding::Model),
        };
        Plan {
            code: program.functions.iter().map(|f| resolve_locals(f).into()).collect(),
            live: program.functions.iter().map(|f| live_ranges(f)).collect(),
            lasting: program.functions.iter().map(|f| lasting_slots(f).into()).collect(),
            bindings: program.externals.iter().map(|e| bind(&e.name)).collect(),
            exit: program.function_named("exit"),
            atexit: program.function_named("atexit"),
            globals: program
                .globals
                .iter()
                .map(|g| (g.name.clone(), (g.address, g.size)))
                .collect::<HashMap<_, _>>()
                .into(),
        }
    }
}

pub(crate) fn resolve_locals(function: &Function) -> Vec<Inst> {
    let mut code = function.insts.clone();
    for inst in &mut code {
        if let Inst::LoadLocal { local, offset, .. }
        | Inst::StoreLocal { local, offset, .. }
        | Inst::LocalAddr { local, offset, .. } = inst
        {
            *offset += function.locals[local.0 as usize].offset;
        }
    }
    code
}

/// The unscoped locals, with adjacent ones merged.
fn live_ranges(function: &Function) -> Vec<(u32, u32)> {
    let mut locals: Vec<_> = function.locals.iter().filter(|l| !l.scoped).map(|l| (l.offset, l.size)).collect();
    locals.sort_unstable();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for (offset, size) in locals {
        match ranges.last_mut() {
            Some((start, len)) if *start + *len == offset => *len += size,
            _ => ranges.push((offset, size)),
        }
    }
    ranges
}

/// The slots whose values must survive the end of a block. A call ends its block, so its results,
/// and the values that an expression holds across it, survive.
pub(crate) fn lasting_slots(function: &Function) -> Vec<bool> {
    let mut home = vec![None; function.slots as usize];
    let mut lasting = vec![false; function.slots as usize];
    for (number, block) in function.blocks.iter().enumerate() {
        let insts = &function.insts[block.first as usize..(block.first + block.len) as usize];
        for inst in insts {
            let mut read = |slot: Slot| lasting[slot as usize] |= home[slot as usize] != Some(number);
            inst.uses(&mut read);
            if let Inst::Call { site } = inst {
                function.calls[*site as usize].uses(&mut read);
            }
            if let Some(defs) = inst.defs() {
                (defs.first..defs.first + defs.count).for_each(|slot| home[slot as usize] = Some(number));
            }
        }
    }
    lasting
}
