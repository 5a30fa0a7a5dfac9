//! The size of a record, where the size of a pointer to it is used by mistake.

use std::collections::BTreeSet;

use whydunit_machine::Edit;
use whydunit_program::{Bin, Callee, Inst, Type};

use crate::templates::proposals::{MAX_ALTERNATIVES, Proposals};
use crate::templates::source_change::SourceChange;

/// The size of a pointer in bytes.
const POINTER: u64 = 8;
/// Library functions that allocate memory.
const ALLOCATE: [&str; 5] = ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc"];

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let Some(spare) = proposals.function.spare else { return };
    match inst {
        Inst::Mul(b) if b.w == 64 && proposals.number(b.b) == Some(POINTER) => {
            record_sizes(proposals, Edit::Replace(Inst::Mul(Bin { b: spare, ..b })));
        }
        Inst::Mul(b) if b.w == 64 && proposals.number(b.a) == Some(POINTER) => {
            record_sizes(proposals, Edit::Replace(Inst::Mul(Bin { a: spare, ..b })));
        }
        Inst::Call { site } => {
            let call = &proposals.function.calls[site as usize];
            let Callee::External(id) = call.callee else { return };
            if !ALLOCATE.contains(&&*proposals.program.externals[id.0 as usize].name) {
                return;
            }
            for (index, arg) in (0..).zip(&call.args) {
                if proposals.number(arg.slot) == Some(POINTER) {
                    record_sizes(proposals, Edit::Argument { index, slot: spare });
                }
            }
        }
        _ => {}
    }
}

/// Proposes the sizes of the program's records.
fn record_sizes(proposals: &mut Proposals, edit: Edit) {
    let types = &proposals.program.types;
    let mut seen = BTreeSet::from([POINTER]);
    let mut found = Vec::new();
    for ty in &types.all {
        let (name, size) = match ty {
            Type::Record { name, union, size, .. } if !name.is_empty() => {
                (format!("{} {name}", if *union { "union" } else { "struct" }), *size)
            }
            Type::Typedef { name, to } => match types.get(types.bare(*to)) {
                Type::Record { name: tag, size, .. } if tag.is_empty() => (name.clone(), *size),
                _ => continue,
            },
            _ => continue,
        };
        if seen.insert(size) {
            found.push((name, size));
        }
    }
    for (of, size) in found.into_iter().take(MAX_ALTERNATIVES) {
        proposals.add(edit, size, SourceChange::Size { from: POINTER as i64, to: size as i64, of });
    }
}
