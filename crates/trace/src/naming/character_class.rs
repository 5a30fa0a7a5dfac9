//! `isdigit(c)` and its relatives: macros that look `c` up in a table of libc. Readers know the macro and its argument,
//! not the table.

use whydunit_program::{CallSite, Callee, Inst, Program, Slot};

use crate::naming::expression::Reader;

/// Is this the call with which a macro of `<ctype.h>` gets its table?
pub fn finds_classes(program: &Program, call: &CallSite) -> bool {
    let Callee::External(id) = call.callee else { return false };
    let name = &program.externals[id.0 as usize].name;
    name.starts_with("__ctype_") && name.ends_with("_loc")
}

impl<W> Reader<'_, W> {
    /// For a load from such a table: the slots with the indices.
    pub(crate) fn looked_up(&self, load: u32) -> Option<Vec<Slot>> {
        let Inst::Load { mut addr, .. } = self.function.insts[load as usize] else { return None };
        let (mut indices, mut before) = (Vec::new(), load);
        loop {
            // A pointer that is updated in a loop is defined by itself, which no macro produces.
            before = self.definition(addr).filter(|&at| at < before)?;
            match self.function.insts[before as usize] {
                Inst::Index { a, index, .. } => {
                    indices.push(index);
                    addr = a;
                }
                Inst::Offset { a, .. } | Inst::Move { a, .. } => addr = a,
                Inst::Load { addr: table, .. } => {
                    let Inst::Call { site } = self.function.insts[self.definition(table)? as usize] else {
                        return None;
                    };
                    return finds_classes(self.program, &self.function.calls[site as usize]).then_some(indices);
                }
                _ => return None,
            }
        }
    }
}
