//! Numbers that the compiler takes apart: one of its instructions is about a half of them, and a change of that no change
//! that C could express.

use whydunit_program::{Function, Inst, LocalId, Program, Type, TypeId};

/// Has a C value more than one word that is computed by itself: `__int128`, complex numbers?
fn has_halves(program: &Program, ty: TypeId) -> bool {
    match program.types.get(program.types.bare(ty)) {
        Type::Int { size, .. } => *size > 8,
        Type::Record { name, .. } => name.contains("_Complex") || name.starts_with("complex "),
        _ => false,
    }
}

/// Is one store of such a value, or of a `long double`, only a part of it?
pub(crate) fn is_apart(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    has_halves(program, ty) || matches!(types.get(types.bare(ty)), Type::Float { size: 9.., .. })
}

/// Does the statement of a line compute with such numbers?
pub(crate) fn computes_halves(program: &Program, function: &Function, line: u32) -> bool {
    let is_such = |local: LocalId| {
        let variable = function.variables.iter().find(|v| v.local == local);
        variable.and_then(|v| v.ty).is_some_and(|ty| has_halves(program, ty))
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
