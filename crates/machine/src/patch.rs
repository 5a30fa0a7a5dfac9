//! Patches: changes to the text of a program in the middle of a run, in force for every later
//! execution.

use std::sync::Arc;

use whydunit_program::{Bin, Block, BlockId, Function, Inst, Program, Slot, Type};

use crate::plan::{lasting_slots, resolve_locals};
use crate::{Machine, Site, World};

/// A change to the program text at one site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// The site.
    pub site: Site,
    /// The change.
    pub edit: Edit,
    /// The value of the function's `spare` slot, which the edit may read.
    pub constant: u64,
}

/// The kind of change that a patch makes at its site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edit {
    /// Replaces the instruction: a terminator by a terminator, reading only slots defined at this
    /// point.
    Replace(Inst),
    /// Inserts an instruction directly after the one at the site, which is not a terminator.
    Behind(Inst),
    /// Inserts an instruction directly before the one at the site.
    Before(Inst),
    /// The call at the site passes this slot as its argument `index`.
    Argument {
        /// Index of the argument, from 0.
        index: u16,
        /// The slot to pass.
        slot: Slot,
    },
    /// The call at the site swaps two of its arguments.
    Swap(u16, u16),
    /// Replaces the instruction at the site and the next one by these two; neither is a terminator.
    Two([Inst; 2]),
    /// Replaces the instruction at the site, which is not a terminator, by these three.
    Three([Inst; 3]),
    /// Swaps the instructions up to `middle` with those from `middle` to `end`, all in one block.
    Exchange {
        /// Start of the second part.
        middle: u32,
        /// End of the second part, exclusive.
        end: u32,
    },
    /// Executes copies of some instructions of the same function on one edge of the branch, or
    /// after the jump, at the site.
    Copy(Copied),
    /// Inserts some instructions directly before the one at the site.
    Insert(Inserted),
}

/// Instructions to insert. They compute in slots that are free at the site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inserted {
    insts: [Inst; Inserted::MAX],
    count: u8,
}

impl Inserted {
    const MAX: usize = 5;

    /// At most five instructions, none of them a terminator.
    pub fn new(given: &[Inst]) -> Option<Self> {
        let mut insts = [Inst::Unreachable; Self::MAX];
        insts.get_mut(..given.len())?.copy_from_slice(given);
        Some(Inserted { insts, count: given.len() as u8 })
    }

    fn all(&self) -> &[Inst] {
        &self.insts[..usize::from(self.count)]
    }
}

/// Instructions to execute at an additional site. They belong to one block, end in a store and read
/// only slots that they define themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The first of them.
    pub first: u32,
    /// Number of instructions.
    pub len: u32,
    /// The edge of the branch: condition true or false.
    pub when: bool,
    /// Exchanges increments and decrements.
    pub turned: bool,
}

impl Patch {
    /// The function with the patch applied.
    pub fn apply(&self, function: &Function) -> Function {
        let mut patched = function.clone();
        let at = self.site.inst as usize;
        match self.edit {
            Edit::Replace(inst) => {
                if matches!(patched.insts[at], Inst::SDiv(_) | Inst::SRem(_))
                    && let Err(place) = patched.signed.binary_search(&self.site.inst)
                {
                    patched.signed.insert(place, self.site.inst);
                }
                patched.insts[at] = inst;
            }
            Edit::Behind(inst) => insert(&mut patched, at, at + 1, inst),
            Edit::Before(inst) => insert(&mut patched, at, at, inst),
            Edit::Argument { index, slot } => {
                if let Inst::Call { site } = patched.insts[at] {
                    patched.calls[site as usize].args[usize::from(index)].slot = slot;
                }
            }
            Edit::Two(insts) => patched.insts[at..at + 2].copy_from_slice(&insts),
            Edit::Three(_) | Edit::Exchange { .. } => {}
            Edit::Swap(a, b) => {
                if let Inst::Call { site } = patched.insts[at] {
                    let args = &mut patched.calls[site as usize].args;
                    let (first, second) = (args[usize::from(a)].slot, args[usize::from(b)].slot);
                    args[usize::from(a)].slot = second;
                    args[usize::from(b)].slot = first;
                }
            }
            Edit::Copy(copied) => copy(&mut patched, at, copied),
            Edit::Insert(inserted) => {
                inserted.all().iter().rev().for_each(|inst| insert(&mut patched, at, at, *inst));
            }
        }
        self.move_text(&mut patched);
        if let Some(slot) = patched.spare {
            patched.constants[slot as usize] = self.constant;
        }
        patched
    }

    /// Prepares the patch for many runs of a program: its text is copied only once.
    pub fn prepare(&self, program: &Arc<Program>) -> Patched {
        let at = self.site.function;
        let mut function = self.apply(program.function(at));
        if let (Edit::Behind(inst) | Edit::Before(inst), Some((added, _))) = (self.edit, self.inserts())
            && let Some((_, bin)) = inst.as_bin()
            && is_signed(program, program.function(at), self.site.inst, bin)
            && let Err(place) = function.signed.binary_search(&added)
        {
            function.signed.insert(place, added);
        }
        let (code, lasting) = (resolve_locals(&function).into(), lasting_slots(&function).into());
        let mut program = (**program).clone();
        program.functions[at.0 as usize] = Arc::new(function);
        Patched { patch: *self, program: Arc::new(program), code, lasting }
    }

    /// Applies the edits that concern more than one instruction.
    fn move_text(&self, patched: &mut Function) {
        let at = self.site.inst as usize;
        match self.edit {
            Edit::Three([first, second, third]) => {
                patched.insts[at] = third;
                insert(patched, at, at, second);
                insert(patched, at, at, first);
                // The replacement of signed arithmetic is signed, too.
                if patched.signed.contains(&(at as u32 + 2)) {
                    patched.signed.extend([at as u32, at as u32 + 1]);
                    patched.signed.sort_unstable();
                }
            }
            Edit::Exchange { middle, end } => {
                patched.insts[at..end as usize].rotate_left(middle as usize - at);
                patched.locs[at..end as usize].rotate_left(middle as usize - at);
                let (from, second) = (self.site.inst, end - middle);
                let moved = |i: u32| match i {
                    i if (from..middle).contains(&i) => i + second,
                    i if (middle..end).contains(&i) => i - (middle - from),
                    i => i,
                };
                patched.signed.iter_mut().for_each(|i| *i = moved(*i));
                patched.signed.sort_unstable();
            }
            _ => {}
        }
    }

    /// Index of the first instruction that the patch inserts, and their number, if it inserts any.
    fn inserts(&self) -> Option<(u32, u32)> {
        match self.edit {
            Edit::Behind(_) => Some((self.site.inst + 1, 1)),
            Edit::Before(_) => Some((self.site.inst, 1)),
            Edit::Three(_) => Some((self.site.inst, 2)),
            Edit::Insert(inserted) => Some((self.site.inst, u32::from(inserted.count))),
            Edit::Replace(_)
            | Edit::Argument { .. }
            | Edit::Swap(..)
            | Edit::Two(_)
            | Edit::Exchange { .. }
            | Edit::Copy(_) => None,
        }
    }
}

/// Two slots of a function that are dead at the instruction `before`: neither it nor a later
/// instruction needs them.
pub fn free_slots(function: &Function, before: u32) -> Option<[Slot; 2]> {
    let (lasting, block) = (lasting_slots(function), function.block_of(before));
    let end = function.blocks[block.0 as usize].first + function.blocks[block.0 as usize].len;
    let mut needed = Vec::new();
    for inst in &function.insts[before as usize..end as usize] {
        inst.uses(|slot| needed.push(slot));
        if let Inst::Call { site } = inst {
            function.calls[*site as usize].uses(|slot| needed.push(slot));
        }
    }
    let is_free = |(at, inst): (u32, &Inst)| {
        let defs = inst.defs().filter(|defs| defs.count == 1 && !lasting[defs.first as usize])?;
        (at >= before || function.block_of(at) != block || !needed.contains(&defs.first)).then_some(defs.first)
    };
    let mut free = (0..).zip(&function.insts).filter_map(is_free);
    let first = free.next()?;
    Some([first, free.find(|slot| *slot != first)?])
}

/// A patch prepared for runs of one program.
pub struct Patched {
    patch: Patch,
    program: Arc<Program>,
    code: Arc<[Inst]>,
    lasting: Arc<[bool]>,
}

/// Is arithmetic before an instruction signed, so that C requires its result to fit? Operands
/// narrower than an `int` are promoted first. The type of a number in memory is unknown here; most
/// are signed.
fn is_signed(program: &Program, function: &Function, at: u32, Bin { w, a, .. }: Bin) -> bool {
    let defines = |i: &u32| function.insts[*i as usize].defs().is_some_and(|d| d.first == a);
    let Some(made) = (0..=at).rev().find(defines).filter(|_| w >= 32) else { return false };
    match function.insts[made as usize] {
        Inst::LoadLocal { local, .. } => {
            let variable = function.variables.iter().find(|v| v.local == local && !v.indirect);
            let ty = variable.and_then(|v| v.ty).map(|ty| program.types.get(program.types.bare(ty)));
            !matches!(ty, Some(Type::Int { signed: false, .. } | Type::Pointer { .. }))
        }
        Inst::Load { .. } | Inst::SExt { .. } | Inst::SDiv(_) | Inst::SRem(_) | Inst::Call { .. } => true,
        _ => function.signed.binary_search(&made).is_ok(),
    }
}

/// Inserts an instruction at index `to` into the block of instruction `near`.
fn insert(function: &mut Function, near: usize, to: usize, inst: Inst) {
    let block = function.block_of(near as u32);
    function.insts.insert(to, inst);
    function.locs.insert(to, function.locs[near]);
    function.signed.iter_mut().filter(|i| **i as usize >= to).for_each(|i| *i += 1);
    function.blocks[block.0 as usize].len += 1;
    for later in function.blocks.iter_mut().filter(|b| b.first as usize > near) {
        later.first += 1;
    }
}

/// Redirects the branch or jump at index `at` through a new block with the copied instructions. The
/// new block is the last one, so that no other block changes its number.
fn copy(function: &mut Function, at: usize, copied: Copied) {
    let new = BlockId(function.blocks.len() as u32);
    let (through, to) = match function.insts[at] {
        Inst::Jump { to } => (Inst::Jump { to: new }, to),
        Inst::Branch { cond, then, other } if copied.when => (Inst::Branch { cond, then: new, other }, then),
        Inst::Branch { cond, then, other } => (Inst::Branch { cond, then, other: new }, other),
        _ => return,
    };
    let first = function.insts.len() as u32;
    for from in copied.first..copied.first + copied.len {
        let inst = match function.insts[from as usize] {
            Inst::Add(b) if copied.turned => Inst::Sub(b),
            Inst::Sub(b) if copied.turned => Inst::Add(b),
            Inst::Offset { dst, a, offset } if copied.turned => Inst::Offset { dst, a, offset: -offset },
            inst => inst,
        };
        if function.signed.binary_search(&from).is_ok() {
            function.signed.push(function.insts.len() as u32);
        }
        function.insts.push(inst);
    }
    function.insts.push(Inst::Jump { to });
    function.locs.resize(function.insts.len(), function.locs[at]);
    function.blocks.push(Block { first, len: copied.len + 1, weight: copied.len + 1 });
    function.insts[at] = through;
}

impl<W: World> Machine<W> {
    /// Patches the program for the rest of this run. Calls in progress continue in the patched
    /// text.
    pub fn patch(&mut self, patch: &Patch) {
        let patched = patch.prepare(&self.program);
        self.patch_with(&patched);
    }

    /// As [`Machine::patch`], with a patch prepared for many runs of the program.
    pub fn patch_with(&mut self, patched: &Patched) {
        let (patch, at) = (&patched.patch, patched.patch.site.function);
        let mut plan = (*self.plan).clone();
        plan.code[at.0 as usize] = Arc::clone(&patched.code);
        plan.lasting[at.0 as usize] = Arc::clone(&patched.lasting);
        self.plan = Arc::new(plan);
        self.move_on(patch);
        if let Some(slot) = patched.program.function(at).spare {
            self.core.stack.in_calls_of(at, |_, slots| slots[slot as usize] = patch.constant);
        }
        self.program = Arc::clone(&patched.program);
    }

    /// Shifts the positions of calls in progress past inserted instructions; a block that has yet
    /// to execute them ends later.
    fn move_on(&mut self, patch: &Patch) {
        let Some((inserted, count)) = patch.inserts() else { return };
        let innermost = self.core.stack.frame().filter(|f| f.function == patch.site.function).copied();
        if let Some(frame) = innermost {
            let block = self.program.function(frame.function).blocks[frame.block.0 as usize];
            let inside = (block.first..block.first + block.len).contains(&patch.site.inst);
            if inside && !self.core.entering {
                self.core.time += u64::from(count);
            }
        }
        self.core.stack.in_calls_of(patch.site.function, |frame, _| {
            if frame.pc >= inserted {
                frame.pc += count;
            }
        });
    }
}
