//! Changes to the program text of a run in progress, in force from now on at every execution.

use std::sync::Arc;

use whydunit_program::{Function, Inst, Slot};

use crate::plan::{lasting_slots, resolve_locals};
use crate::{Machine, Site, World};

/// Another text at one place of the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// Where.
    pub site: Site,
    /// What is different there.
    pub edit: Edit,
    /// The value of the function's `spare` slot, which the edit may read.
    pub constant: u64,
}

/// What a patch does to its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edit {
    /// This instruction instead: a terminator for a terminator, reading only what is defined there.
    Replace(Inst),
    /// This instruction right behind the one there, which is no terminator.
    Behind(Inst),
    /// Right before the one there.
    Before(Inst),
    /// The call there passes this slot as its argument `index`.
    Argument {
        /// Which argument, from 0.
        index: u16,
        /// What it passes.
        slot: Slot,
    },
    /// The call there passes two arguments in each other's place.
    Swap(u16, u16),
}

impl Patch {
    /// The function with the patch in it.
    pub fn apply(&self, function: &Function) -> Function {
        let mut patched = function.clone();
        let at = self.site.inst as usize;
        match self.edit {
            Edit::Replace(inst) => patched.insts[at] = inst,
            Edit::Behind(inst) => insert(&mut patched, at, at + 1, inst),
            Edit::Before(inst) => insert(&mut patched, at, at, inst),
            Edit::Argument { index, slot } => {
                if let Inst::Call { site } = patched.insts[at] {
                    patched.calls[site as usize].args[usize::from(index)].slot = slot;
                }
            }
            Edit::Swap(a, b) => {
                if let Inst::Call { site } = patched.insts[at] {
                    let args = &mut patched.calls[site as usize].args;
                    let (first, second) = (args[usize::from(a)].slot, args[usize::from(b)].slot);
                    args[usize::from(a)].slot = second;
                    args[usize::from(b)].slot = first;
                }
            }
        }
        if let Some(slot) = patched.spare {
            patched.constants[slot as usize] = self.constant;
        }
        patched
    }

    /// The index of the instruction that the patch inserts, if it inserts one.
    fn inserts(&self) -> Option<u32> {
        match self.edit {
            Edit::Behind(_) => Some(self.site.inst + 1),
            Edit::Before(_) => Some(self.site.inst),
            Edit::Replace(_) | Edit::Argument { .. } | Edit::Swap(..) => None,
        }
    }
}

/// Puts an instruction at index `to` into the block of instruction `near`.
fn insert(function: &mut Function, near: usize, to: usize, inst: Inst) {
    let block = function.block_of(near as u32);
    function.insts.insert(to, inst);
    function.locs.insert(to, function.locs[near]);
    function.blocks[block.0 as usize].len += 1;
    for later in function.blocks.iter_mut().filter(|b| b.first as usize > near) {
        later.first += 1;
    }
}

impl<W: World> Machine<W> {
    /// Patches the program for the rest of this run. Calls in progress go on in the patched text.
    pub fn patch(&mut self, patch: &Patch) {
        let at = patch.site.function;
        let function = patch.apply(self.program.function(at));
        let mut plan = (*self.plan).clone();
        plan.code[at.0 as usize] = resolve_locals(&function).into();
        plan.lasting[at.0 as usize] = lasting_slots(&function).into();
        self.plan = Arc::new(plan);
        self.move_on(patch);
        if let Some(slot) = function.spare {
            self.core.stack.in_calls_of(at, |_, slots| slots[slot as usize] = patch.constant);
        }
        Arc::make_mut(&mut self.program).functions[at.0 as usize] = Arc::new(function);
    }

    /// Calls in progress that stand behind an inserted instruction stand one further; a block that has
    /// yet to execute it ends one later.
    fn move_on(&mut self, patch: &Patch) {
        let Some(inserted) = patch.inserts() else { return };
        let innermost = self.core.stack.frame().filter(|f| f.function == patch.site.function).copied();
        if let Some(frame) = innermost {
            let block = self.program.function(frame.function).blocks[frame.block.0 as usize];
            let inside = (block.first..block.first + block.len).contains(&patch.site.inst);
            if inside && !self.core.entering {
                self.core.time += 1;
            }
        }
        self.core.stack.in_calls_of(patch.site.function, |frame, _| {
            if frame.pc >= inserted {
                frame.pc += 1;
            }
        });
    }
}
