//! The width of computed integers. Only integers can be one more or one less.

use whydunit_program::{CallSite, Callee, Function, Inst, Program, Slot, Type, TypeId};

/// Arguments of library functions that are numbers of bytes or elements.
const SIZES: [(&str, u16); 16] = [
    ("malloc", 0),
    ("calloc", 0),
    ("calloc", 1),
    ("realloc", 1),
    ("reallocarray", 1),
    ("reallocarray", 2),
    ("aligned_alloc", 1),
    ("memcpy", 2),
    ("memmove", 2),
    ("memset", 2),
    ("memcmp", 2),
    ("strncpy", 2),
    ("strncmp", 2),
    ("strncat", 2),
    ("strndup", 1),
    ("snprintf", 1),
];
/// Library functions that return such a number.
const LENGTHS: [&str; 6] = ["strlen", "strnlen", "strspn", "strcspn", "fread", "fwrite"];

/// The width of a computed integer; none if it is not known, or not an integer.
pub(crate) fn width(program: &Program, function: &Function, slot: Slot) -> Option<u8> {
    let defines = |inst: &&Inst| match inst {
        Inst::Call { site } => {
            let call = &function.calls[*site as usize];
            call.returns == 1 && call.dst == slot
        }
        _ => inst.defs().is_some_and(|d| d.count == 1 && d.first == slot),
    };
    match *function.insts.iter().rev().find(defines)? {
        Inst::Add(b) | Inst::Sub(b) | Inst::Mul(b) | Inst::SDiv(b) | Inst::UDiv(b) | Inst::SRem(b) | Inst::URem(b) => {
            Some(b.w)
        }
        Inst::Trunc { w, .. } => Some(w),
        Inst::SExt { to, .. } => Some(to),
        Inst::LoadLocal { bytes, local, offset: 0, .. } => {
            let ty = function.variables.iter().find(|v| v.local == local)?.ty?;
            integer(program, ty).filter(|w| *w == bytes * 8)
        }
        Inst::Call { site } => match function.calls[site as usize].callee {
            Callee::Direct(id) => integer(program, program.function(id).result?),
            Callee::External(id) => LENGTHS.contains(&&*program.externals[id.0 as usize].name).then_some(64),
            Callee::Indirect(_) => None,
        },
        _ => None,
    }
    .filter(|w| *w <= 64)
}

/// The width of an argument that is a constant, if the callee's parameter shows it.
pub(crate) fn constant_width(program: &Program, call: &CallSite, index: u16) -> Option<u8> {
    match call.callee {
        Callee::Direct(id) => {
            let parameters = &program.function(id).variables;
            let parameter = parameters.iter().find(|v| v.parameter == index + 1)?;
            integer(program, parameter.ty?).filter(|w| *w <= 64)
        }
        Callee::External(id) => SIZES.contains(&(&*program.externals[id.0 as usize].name, index)).then_some(64),
        Callee::Indirect(_) => None,
    }
}

/// The width of a computed argument, from the callee's parameter or from the computation.
pub(crate) fn argument_width(program: &Program, function: &Function, call: &CallSite, index: u16) -> Option<u8> {
    let Callee::External(id) = call.callee else { return width(program, function, call.args[usize::from(index)].slot) };
    let name = &*program.externals[id.0 as usize].name;
    let known = SIZES.contains(&(name, index)).then_some(64);
    known.or_else(|| width(program, function, call.args[usize::from(index)].slot))
}

fn integer(program: &Program, ty: TypeId) -> Option<u8> {
    match program.types.get(program.types.bare(ty)) {
        Type::Int { size, .. } => u8::try_from(size * 8).ok(),
        _ => None,
    }
}
