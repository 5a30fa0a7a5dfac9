//! The size of a pointer where that of what it points to is meant.

use std::collections::BTreeSet;

use whydunit_machine::Edit;
use whydunit_program::{Bin, Callee, Inst, Slot, Type};

use crate::templates::expression::{Found, OTHERS};
use crate::templates::rewrite::SourceChange;

/// The size of a pointer.
const POINTER: u64 = 8;
/// Functions that make room.
const ALLOCATE: [&str; 5] = ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc"];

impl Found<'_> {
    /// A constant that may be the size of a pointer: that of a record.
    pub(crate) fn sizes(&mut self, inst: Inst) {
        let Some(spare) = self.function.spare else { return };
        match inst {
            Inst::Mul(b) if b.w == 64 && self.number(b.b) == Some(POINTER) => {
                self.records(Edit::Replace(Inst::Mul(Bin { b: spare, ..b })));
            }
            Inst::Mul(b) if b.w == 64 && self.number(b.a) == Some(POINTER) => {
                self.records(Edit::Replace(Inst::Mul(Bin { a: spare, ..b })));
            }
            Inst::Call { site } => {
                let call = &self.function.calls[site as usize];
                let Callee::External(id) = call.callee else { return };
                if !ALLOCATE.contains(&&*self.program.externals[id.0 as usize].name) {
                    return;
                }
                let slots: Vec<_> = call.args.iter().map(|arg| arg.slot).collect();
                for (index, slot) in (0..).zip(slots) {
                    if self.number(slot) == Some(POINTER) {
                        self.records(Edit::Argument { index, slot: spare });
                    }
                }
            }
            _ => {}
        }
    }

    /// Is it the difference of two pointers, in bytes?
    pub(crate) fn is_distance(&self, slot: Slot) -> bool {
        let made = |slot: Slot| {
            let makes = |inst: &&Inst| inst.defs().is_some_and(|d| d.first == slot);
            self.function.insts[..self.site.inst as usize].iter().rev().find(makes)
        };
        let is_pointer = |slot: Slot| match made(slot) {
            Some(Inst::LocalAddr { .. } | Inst::Index { .. } | Inst::Offset { .. }) => true,
            Some(Inst::LoadLocal { local, .. }) => {
                let ty = self.function.variables.iter().find(|v| v.local == *local).and_then(|v| v.ty);
                let types = &self.program.types;
                ty.is_some_and(|ty| matches!(types.get(types.bare(ty)), Type::Pointer { .. }))
            }
            _ => false,
        };
        matches!(made(slot), Some(Inst::Sub(b)) if b.w == 64 && (is_pointer(b.a) || is_pointer(b.b)))
    }

    pub(crate) fn records(&mut self, edit: Edit) {
        let mut seen = BTreeSet::from([POINTER]);
        let mut found = Vec::new();
        for ty in &self.program.types.all {
            let (name, size) = match ty {
                Type::Record { name, union, size, .. } if !name.is_empty() => {
                    (format!("{} {name}", if *union { "union" } else { "struct" }), *size)
                }
                Type::Typedef { name, to } => match self.program.types.get(self.program.types.bare(*to)) {
                    Type::Record { name: tag, size, .. } if tag.is_empty() => (name.clone(), *size),
                    _ => continue,
                },
                _ => continue,
            };
            if seen.insert(size) {
                found.push((name, size));
            }
        }
        for (of, size) in found.into_iter().take(OTHERS) {
            self.add(edit, size, SourceChange::Size { from: POINTER as i64, to: size as i64, of });
        }
    }
}
