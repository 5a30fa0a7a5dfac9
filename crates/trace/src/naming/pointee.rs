//! The variable at an address: the object that `*p` currently denotes.

use whydunit_machine::{FrameView, Machine};
use whydunit_program::{Program, Type, TypeId};

use crate::naming::access_path::{Access, AccessPath, NamedPart};

/// The variable that a pointer of a type points to.
pub(crate) fn pointed<W>(program: &Program, machine: &Machine<W>, ty: Option<TypeId>, pointer: u64) -> Option<String> {
    let types = &program.types;
    let Type::Pointer { to } = types.get(types.bare(ty?)) else { return None };
    let access = match (types.get(types.bare(*to)), types.size(*to)) {
        (_, 0) => Access::Whole,
        (Type::Record { .. } | Type::Array { .. }, size) => Access::Block(size),
        (to, size) => {
            Access::Scalar { bytes: u8::try_from(size).ok()?, float: matches!(to, Type::Float { .. }), bits: None }
        }
    };
    denoted(program, machine, machine.innermost()?, pointer, access).map(|part| part.text)
}

/// The variable, or part of one, that an access is about. A variable of another frame is qualified with its function.
pub(crate) fn denoted<W>(
    program: &Program,
    machine: &Machine<W>,
    here: FrameView,
    address: u64,
    access: Access,
) -> Option<NamedPart> {
    let part = |path: AccessPath, start: u64| path.plus((address - start) as i64).part(&program.types, access);
    if let Some(id) = program.global_at(address) {
        let global = &program.globals[id.0 as usize];
        // Literals and other compiler-generated globals have no name in C.
        let name_in_c = global.variable.as_ref().unwrap_or(&global.name);
        let path = AccessPath::object(name_in_c.clone(), Some(global.ty.filter(|_| !name_in_c.contains('.'))?));
        return Some(part(path, global.address));
    }
    let holds = |f: &FrameView| {
        let size = u64::from(program.function(f.site.function).frame_size);
        (f.locals..f.locals + size).contains(&address)
    };
    let frame = machine.each_frame().find(holds)?;
    let function = program.function(frame.site.function);
    let variable = function.variables.iter().filter(|v| !v.indirect).find(|v| {
        let local = &function.locals[v.local.0 as usize];
        let start = frame.locals + u64::from(local.offset);
        (start..start + u64::from(local.size)).contains(&address)
    })?;
    let start = frame.locals + u64::from(function.locals[variable.local.0 as usize].offset);
    let part = part(AccessPath::object(variable.name.clone(), Some(variable.ty?)), start);
    let elsewhere = || format!("{} of {}", part.text, function.name);
    Some(if frame.depth == here.depth { part } else { NamedPart { text: elsewhere(), ..part } })
}
