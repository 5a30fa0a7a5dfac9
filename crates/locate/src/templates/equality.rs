//! `=` where `==` is meant, and what comparisons of texts are asked.

use whydunit_machine::Edit;
use whydunit_program::{Bin, Callee, Inst, Slot};

use crate::templates::expression::Found;
use crate::templates::rewrite::SourceChange;

impl Found<'_> {
    /// An assignment whose value is tested at once: with what is assigned to, the value is compared.
    pub(crate) fn equality(&mut self, inst: Inst) {
        let at = self.site.inst as usize;
        let (Inst::StoreLocal { val, bytes, .. } | Inst::Store { val, bytes, .. }) = inst else { return };
        let Some(dst) = self.tested(val).filter(|_| bytes <= 8) else { return };
        let load = match inst {
            Inst::StoreLocal { local, offset, .. } => Inst::LoadLocal { bytes, dst, local, offset },
            Inst::Store { addr, .. } => Inst::Load { bytes, dst, addr },
            _ => return,
        };
        if self.function.locs[at].line == self.function.locs[at + 1].line {
            let equal = Inst::Eq(Bin { w: bytes * 8, dst, a: dst, b: val });
            self.add(Edit::Two([load, equal]), 0, SourceChange::Equality);
        }
    }

    /// The slot with the truth of a value, if that is what the next instruction computes, and the one behind it decides
    /// by it.
    pub(crate) fn tested(&self, val: Slot) -> Option<Slot> {
        let [next, decision, ..] = self.function.insts[self.site.inst as usize + 1..] else { return None };
        let dst = match next {
            Inst::Ne(b) if b.a == val && self.number(b.b) == Some(0) => b.dst,
            // Of a constant the compiler knows.
            Inst::Move { dst, .. } if self.number(val).is_some() => dst,
            _ => return None,
        };
        matches!(decision, Inst::Branch { cond, .. } if cond == dst).then_some(dst)
    }

    /// Is it what a function of the library returns that compares texts or memory?
    pub(crate) fn is_comparison(&self, slot: Slot) -> bool {
        self.function.calls.iter().any(|call| match call.callee {
            Callee::External(id) => {
                call.returns == 1 && call.dst == slot && self.program.externals[id.0 as usize].name.contains("cmp")
            }
            _ => false,
        })
    }
}
