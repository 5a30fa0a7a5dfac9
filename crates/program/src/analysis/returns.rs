//! Classifies calls by how they end: functions that never return, calls that may `longjmp`,
//! `setjmp`.

use super::Edges;
use super::externals::{Way, way_of};
use crate::layout::{self, Code};
use crate::{BlockId, CallSite, Callee, Function, FunctionId, Inst, Program};

/// How calls end, for a whole program.
#[derive(Clone, Debug, Default)]
pub struct Returns {
    externals: Vec<Way>,
    may_return: Vec<bool>,
    may_jump: Vec<bool>,
    /// May a function whose address is taken jump?
    indirect_jumps: bool,
}

impl Returns {
    /// Classifies every function of `program`.
    pub fn new(program: &Program) -> Returns {
        let externals = program.externals.iter().map(|e| way_of(&e.name)).collect();
        let count = program.functions.len();
        let mut returns =
            Returns { externals, may_return: vec![false; count], may_jump: vec![false; count], indirect_jumps: false };
        returns.find_returning(program);
        returns.find_jumping(program);
        returns
    }

    /// May `function` return at all?
    pub fn may_return(&self, function: FunctionId) -> bool {
        self.may_return[function.0 as usize]
    }

    /// May a call of `function` end in a `longjmp` to a frame above it?
    pub fn may_jump(&self, function: FunctionId) -> bool {
        self.may_jump[function.0 as usize]
    }

    /// May this call return?
    pub fn call_returns(&self, caller: &Function, call: &CallSite) -> bool {
        match call.callee {
            Callee::Direct(id) => self.may_return(id),
            Callee::Indirect(_) => true,
            Callee::External(id) => match self.externals[id.0 as usize] {
                Way::Never | Way::Jumps => false,
                Way::UnlessStatus => !nonzero_constant(caller, call),
                Way::Returns | Way::Twice => true,
            },
        }
    }

    /// May this call end in a `longjmp`?
    pub fn call_may_jump(&self, call: &CallSite) -> bool {
        match call.callee {
            Callee::Direct(id) => self.may_jump(id),
            Callee::Indirect(_) => self.indirect_jumps,
            Callee::External(id) => self.externals[id.0 as usize] == Way::Jumps,
        }
    }

    /// Does `block` end in a call that may `longjmp`?
    pub fn may_jump_at(&self, function: &Function, block: BlockId) -> bool {
        match function.terminator(block) {
            Inst::Call { site } => self.call_may_jump(&function.calls[site as usize]),
            _ => false,
        }
    }

    /// Does the block end in a call that never returns?
    pub(super) fn never_returns_at(&self, function: &Function, block: BlockId) -> bool {
        match function.terminator(block) {
            Inst::Call { site } => !self.call_returns(function, &function.calls[site as usize]),
            _ => false,
        }
    }

    /// The blocks after `function`'s calls of `setjmp`, where a `longjmp` arrives.
    pub fn set_again(&self, function: &Function) -> Vec<BlockId> {
        let twice = |call: &&CallSite| match call.callee {
            Callee::External(id) => self.externals[id.0 as usize] == Way::Twice,
            _ => false,
        };
        function.calls.iter().filter(twice).map(|call| call.next).collect()
    }

    /// The least set of functions with a path to a return through calls that may return. Each
    /// function is walked once; a walk waits at a call until its callee is known to return.
    fn find_returning(&mut self, program: &Program) {
        let mut walks: Vec<Walk> = program.functions.iter().map(|f| Walk::new(f)).collect();
        let mut waiting: Vec<Vec<(u32, BlockId)>> = vec![Vec::new(); program.functions.len()];
        let mut news: Vec<u32> = Vec::new();
        let mut work: Vec<(u32, BlockId)> = (0..program.functions.len() as u32).map(|f| (f, BlockId(0))).collect();
        while let Some((f, from)) = work.pop() {
            let function = &program.functions[f as usize];
            let mut returned = false;
            walks[f as usize].advance(from, |block, enter| match function.terminator(block) {
                Inst::Return { .. } => returned = true,
                Inst::Call { site } => {
                    let call = &function.calls[site as usize];
                    match call.callee {
                        Callee::Direct(id) if !self.may_return(id) => waiting[id.0 as usize].push((f, call.next)),
                        _ if self.call_returns(function, call) => enter(call.next),
                        // A jump arrives after a `setjmp`, and that code was walked when `setjmp`
                        // returned first.
                        _ => {}
                    }
                }
                _ => function.successors(block, enter),
            });
            if returned && !std::mem::replace(&mut self.may_return[f as usize], true) {
                news.push(f);
            }
            while let Some(callee) = news.pop() {
                work.append(&mut waiting[callee as usize]);
            }
        }
    }

    /// Direct and indirect callers of `longjmp`. A function that also calls `setjmp` may jump past
    /// it.
    fn find_jumping(&mut self, program: &Program) {
        let addressed = addressed_functions(program);
        let indirect = program.functions.len() as u32;
        let mut pairs: Vec<(u32, u32)> = addressed.iter().map(|f| (f.0, indirect)).collect();
        let mut roots = Vec::new();
        for (f, function) in program.functions.iter().enumerate() {
            for call in &function.calls {
                match call.callee {
                    Callee::Direct(id) => pairs.push((id.0, f as u32)),
                    Callee::Indirect(_) => pairs.push((indirect, f as u32)),
                    Callee::External(id) if self.externals[id.0 as usize] == Way::Jumps => roots.push(f as u32),
                    Callee::External(_) => {}
                }
            }
        }
        let mut reached = Edges::new(indirect as usize + 1, &pairs).reachable(&roots, |_| false);
        self.indirect_jumps = reached.pop().unwrap_or(false);
        self.may_jump = reached;
    }
}

/// The functions whose address occurs in code or in a global's initial contents.
pub(super) fn addressed_functions(program: &Program) -> Vec<FunctionId> {
    let mut taken = vec![false; program.functions.len()];
    let mut note = |value: u64| {
        if let Some(Code::Function(id)) = layout::code_at(value)
            && let Some(flag) = taken.get_mut(id.0 as usize)
        {
            *flag = true;
        }
    };
    program.functions.iter().flat_map(|f| &f.constants).for_each(|&value| note(value));
    for global in program.globals.iter() {
        // Packed structs may hold pointers at odd offsets; other globals keep their alignment.
        let step = (global.align as usize).clamp(1, 8);
        let words = global.init.windows(8).step_by(step);
        words.for_each(|w| note(u64::from_le_bytes(w.try_into().unwrap_or_default())));
    }
    (0..taken.len() as u32).map(FunctionId).filter(|f| taken[f.0 as usize]).collect()
}

fn nonzero_constant(caller: &Function, call: &CallSite) -> bool {
    let status = call.args.first().and_then(|arg| caller.constants.get(arg.slot as usize));
    status.is_some_and(|&value| value as u32 != 0)
}

/// A resumable search through a function's blocks.
struct Walk {
    seen: Vec<bool>,
}

impl Walk {
    fn new(function: &Function) -> Walk {
        Walk { seen: vec![false; function.blocks.len()] }
    }

    fn advance(&mut self, from: BlockId, mut visit: impl FnMut(BlockId, &mut dyn FnMut(BlockId))) {
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut self.seen[block.0 as usize], true) {
                visit(block, &mut |to| work.push(to));
            }
        }
    }
}
