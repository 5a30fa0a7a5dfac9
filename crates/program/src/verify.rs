//! The verifier: checks the properties of a program that `machine` relies on.

use crate::{BlockId, Callee, Function, Inst, LocalId, Program, Slot};

/// A violated rule of the IR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The function that violates it.
    pub function: String,
    /// The index of the instruction, if one is to blame.
    pub inst: Option<u32>,
    /// A description of the violation.
    pub what: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "function {}", self.function)?;
        self.inst.map_or(Ok(()), |i| write!(f, ", instruction {i}"))?;
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for VerifyError {}

/// Checks every function: slots, blocks, locals and tables exist, the only terminator of a block is
/// its last instruction, frames fit.
pub fn verify(program: &Program) -> Result<(), VerifyError> {
    program.functions.iter().try_for_each(|function| Check { program, function }.function())
}

struct Check<'a> {
    program: &'a Program,
    function: &'a Function,
}

impl Check<'_> {
    fn fail<T>(&self, inst: Option<u32>, what: impl Into<String>) -> Result<T, VerifyError> {
        Err(VerifyError { function: self.function.name.clone(), inst, what: what.into() })
    }

    fn function(&self) -> Result<(), VerifyError> {
        let f = self.function;
        if f.blocks.is_empty() || f.locs.len() != f.insts.len() || f.constants.len() > f.slots as usize {
            return self.fail(None, "no blocks, or tables of unequal length");
        }
        for local in &f.locals {
            if u64::from(local.offset) + u64::from(local.size) > u64::from(f.frame_size) {
                return self.fail(None, format!("local {} lies outside the frame", local.name));
            }
        }
        for param in &f.params {
            if param.slot + param.class.slots() > f.slots || param.copy.is_some_and(|l| l.0 as usize >= f.locals.len())
            {
                return self.fail(None, "a parameter lies outside the frame");
            }
        }
        let mut next = 0;
        for block in &f.blocks {
            if block.first != next || block.len == 0 {
                return self.fail(Some(block.first), "blocks are not consecutive");
            }
            next += block.len;
            if next as usize > f.insts.len() {
                return self.fail(Some(block.first), "a block runs past the end");
            }
            for at in block.first..next {
                let inst = &f.insts[at as usize];
                if inst.is_terminator() != (at + 1 == next) {
                    return self.fail(Some(at), "a terminator in the middle of a block, or none at its end");
                }
                self.inst(at, inst)?;
            }
        }
        if next as usize != f.insts.len() { self.fail(Some(next), "instructions outside any block") } else { Ok(()) }
    }

    fn inst(&self, at: u32, inst: &Inst) -> Result<(), VerifyError> {
        let f = self.function;
        let mut highest: Option<Slot> = None;
        inst.uses(|s| highest = highest.max(Some(s)));
        if let Some(defs) = inst.defs() {
            highest = highest.max(Some(defs.first + defs.count - 1));
            if (defs.first as usize) < f.constants.len() {
                return self.fail(Some(at), "defines a constant");
            }
        }
        if let Inst::Call { site } = *inst {
            let Some(call) = f.calls.get(site as usize) else { return self.fail(Some(at), "no such call site") };
            let last = |slot: Slot, count: u32| (count > 0).then(|| slot + count - 1);
            call.args.iter().for_each(|a| highest = highest.max(last(a.slot, a.class.slots())));
            highest = highest.max(last(call.dst, u32::from(call.returns)));
            match call.callee {
                Callee::Direct(id) if id.0 as usize >= self.program.functions.len() => {
                    return self.fail(Some(at), "calls a function that does not exist");
                }
                Callee::External(id) if id.0 as usize >= self.program.externals.len() => {
                    return self.fail(Some(at), "calls an external that does not exist");
                }
                Callee::Indirect(slot) => highest = highest.max(Some(slot)),
                _ => {}
            }
        }
        if highest.is_some_and(|s| s >= f.slots) {
            return self.fail(Some(at), "a slot lies outside the frame");
        }
        self.tables(at, inst)
    }

    fn tables(&self, at: u32, inst: &Inst) -> Result<(), VerifyError> {
        let f = self.function;
        let local =
            |id: LocalId, end: u64| f.locals.get(id.0 as usize).is_some_and(|l| end <= u64::from(l.size)).then_some(());
        let fits = match *inst {
            Inst::LoadLocal { bytes, local: id, offset, .. } | Inst::StoreLocal { bytes, local: id, offset, .. } => {
                local(id, u64::from(offset) + u64::from(bytes))
            }
            Inst::LocalAddr { local: id, .. } | Inst::LifetimeStart { local: id } | Inst::LifetimeEnd { local: id } => {
                local(id, 0)
            }
            Inst::Switch { table, .. } | Inst::IndirectJump { table, .. } => {
                ((table as usize) < f.switches.len()).then_some(())
            }
            Inst::Unsupported { what } => ((what as usize) < f.unsupported.len()).then_some(()),
            Inst::Load { bytes, .. } | Inst::Store { bytes, .. } => matches!(bytes, 1..=8).then_some(()),
            Inst::LoadWide { bytes, .. } | Inst::StoreWide { bytes, .. } => matches!(bytes, 9..=16).then_some(()),
            _ => Some(()),
        };
        if fits.is_none() {
            return self.fail(Some(at), "refers to a local or table that does not exist or is too small");
        }
        let mut bad = None;
        if inst.is_terminator() {
            f.successors(f.block_of(at), |to: BlockId| {
                if to.0 as usize >= f.blocks.len() {
                    bad = Some(to);
                }
            });
        }
        bad.map_or(Ok(()), |to| self.fail(Some(at), format!("goes to block {} which does not exist", to.0)))
    }
}
