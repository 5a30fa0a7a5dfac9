//! Numbers that the compiler splits into words, such as `__int128`: no C source corresponds to a change of one word.

use whydunit_program::{Function, Inst, LocalId, Program, Type, TypeId};
use whydunit_trace::{Instance, InstanceKind};

/// Levels of structs and arrays that are searched.
const MAX_DEPTH: u32 = 4;

/// Has a type, or a part of it, several words that are computed separately: `__int128`, complex numbers?
fn is_split(program: &Program, ty: TypeId, depth: u32) -> bool {
    match program.types.get(program.types.bare(ty)) {
        Type::Int { size, .. } => *size > 8,
        Type::Record { name, .. } if name.starts_with("_Complex") => true,
        Type::Record { fields, .. } if depth > 0 => fields.iter().any(|f| is_split(program, f.ty, depth - 1)),
        Type::Array { element, .. } if depth > 0 => is_split(program, *element, depth - 1),
        _ => false,
    }
}

/// Does an instance define only a part of such a number, of a `long double`, or of a temporary in which the compiler
/// passes or returns a larger value?
pub(crate) fn is_part(program: &Program, instance: &Instance) -> bool {
    let made = match &instance.kind {
        InstanceKind::Return { value } => Some(value),
        _ => instance.defines.as_ref(),
    };
    let wide = |ty: TypeId| is_split(program, ty, 0) || program.types.is_wide(ty);
    let function = program.function(instance.site.function);
    let temporary = match function.insts[instance.site.inst as usize] {
        Inst::StoreLocal { local, .. } => {
            function.locals[local.0 as usize].size > 8 && !function.variables.iter().any(|v| v.local == local)
        }
        _ => false,
    };
    temporary || made.and_then(|value| value.ty).is_some_and(wide)
}

/// Does the statement of a line compute with such numbers?
pub(crate) fn computes_with_split_numbers(program: &Program, function: &Function, line: u32) -> bool {
    let is_such = |local: LocalId| {
        let variable = function.variables.iter().find(|v| v.local == local);
        variable.and_then(|v| v.ty).is_some_and(|ty| is_split(program, ty, MAX_DEPTH))
    };
    let touches = |inst: &Inst| match *inst {
        Inst::LoadLocal { local, .. } | Inst::StoreLocal { local, .. } | Inst::LocalAddr { local, .. } => {
            is_such(local)
        }
        // A `long double` has 80 bits.
        Inst::LoadWide { bytes, .. } | Inst::StoreWide { bytes, .. } => bytes > 10,
        Inst::Cast { from, to, .. } => from.max(to) > 80,
        _ => inst.as_bin().is_some_and(|(_, bin)| bin.w > 80),
    };
    let here = function.insts.iter().zip(&function.locs).filter(|(_, loc)| loc.line == line);
    here.into_iter().any(|(inst, _)| touches(inst))
}
