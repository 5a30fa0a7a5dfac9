//! Library functions without effects whose results summarise their arguments, such as `strcmp(a, b)`. A reader of a
//! test with such a call wants to see the arguments.

use whydunit_program::{CallSite, Callee, Inst, Slot, Type};

use crate::naming::expression::{Leaf, Reader};
use crate::naming::lvalue::Lvalue;

#[rustfmt::skip]
const SUMMARISING: [&str; 38] = [
    "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp", "strlen", "strnlen", "strspn", "strcspn",
    "strchr", "strrchr", "strstr", "strpbrk", "memchr", "isalnum", "isalpha", "isblank", "iscntrl", "isdigit",
    "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "toupper", "tolower", "abs", "labs",
    "atoi", "atol", "atof", "sqrt", "pow", "fabs", "floor",
];

impl<W> Reader<'_, W> {
    /// Adds the arguments of such a call: slots to trace further, and arrays. The result of an indirect call depends on
    /// the pointer.
    pub(crate) fn comparison_arguments(&self, call: &CallSite, todo: &mut Vec<Slot>, found: &mut Vec<Leaf>) {
        let id = match call.callee {
            Callee::External(id) => id,
            Callee::Indirect(pointer) => return todo.push(pointer),
            Callee::Direct(_) => return,
        };
        if !SUMMARISING.contains(&self.program.externals[id.0 as usize].name.as_str()) {
            return;
        }
        for arg in &call.args {
            match self.text_in(arg.slot) {
                Some(lvalue) => found.push(Leaf { lvalue, slot: None }),
                None => todo.push(arg.slot),
            }
        }
    }

    /// The character array whose address is in a slot, unless the address was loaded from a variable or is that of a
    /// literal.
    fn text_in(&self, slot: Slot) -> Option<Lvalue> {
        let loaded = |at: u32| matches!(self.function.insts[at as usize], Inst::Load { .. } | Inst::LoadLocal { .. });
        if self.definition(slot).is_some_and(loaded) {
            return None;
        }
        let lvalue = self.written(slot, 2);
        let types = self.types();
        let Type::Array { element, .. } = types.get(types.bare(lvalue.ty?)) else { return None };
        let text = matches!(types.get(types.bare(*element)), Type::Int { character: true, .. });
        (text && !lvalue.text.starts_with('"')).then_some(lvalue)
    }
}
