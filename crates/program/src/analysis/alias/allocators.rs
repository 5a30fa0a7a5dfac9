//! Functions that allocate on behalf of their callers (`xmalloc`). Their results are distinguished
//! by caller; otherwise most programs would have a single heap object.

use crate::analysis::externals::effect_of;
use crate::{CallSite, Callee, Function, FunctionId, Inst, LocalId, Program, Slot};

/// The allocating functions of a program.
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct Allocators {
    is: Vec<bool>,
}

impl Allocators {
    /// Limit on passes: each finds one more level of nested wrappers, and deeper nesting is rare.
    const DEPTH: usize = 6;

    pub(in crate::analysis) fn new(program: &Program) -> Allocators {
        let mut found = Allocators { is: vec![false; program.functions.len()] };
        for _ in 0..Self::DEPTH {
            let mut changed = false;
            for (at, function) in program.functions.iter().enumerate() {
                let main = program.main == Some(FunctionId(at as u32));
                if !found.is[at]
                    && !main
                    && function.returns == 1
                    && Fresh::new(program, &found, function).is_returned()
                {
                    found.is[at] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        found.drop_doubtful(program);
        found
    }

    /// A function accepted before its callees were known may turn out to pass on their allocations
    /// (a recursive copy of a list). Drops such functions, and those that relied on them.
    fn drop_doubtful(&mut self, program: &Program) {
        loop {
            let doubtful =
                |at: &usize| self.is[*at] && !Fresh::new(program, self, &program.functions[*at]).is_returned();
            let dropped: Vec<usize> = (0..self.is.len()).filter(doubtful).collect();
            if dropped.is_empty() {
                break;
            }
            dropped.into_iter().for_each(|at| self.is[at] = false);
        }
    }

    /// Does `function` return memory that it allocated and that has no other reference?
    pub(in crate::analysis) fn is(&self, function: FunctionId) -> bool {
        self.is[function.0 as usize]
    }

    fn call_allocates(&self, program: &Program, call: &CallSite) -> bool {
        match call.callee {
            Callee::Direct(id) => self.is(id),
            Callee::External(id) => effect_of(&program.externals[id.0 as usize].name).is_some_and(|e| e.allocates()),
            Callee::Indirect(_) => false,
        }
    }
}

/// The slots and locals of a function that hold freshly allocated memory.
struct Fresh<'a> {
    program: &'a Program,
    function: &'a Function,
    slots: Vec<bool>,
    locals: Vec<bool>,
    leaks: bool,
    returned: bool,
}

impl<'a> Fresh<'a> {
    fn new(program: &'a Program, known: &Allocators, function: &'a Function) -> Fresh<'a> {
        let mut fresh = Fresh {
            program,
            function,
            slots: vec![false; function.slots as usize],
            locals: vec![false; function.locals.len()],
            leaks: false,
            returned: false,
        };
        let mut any = false;
        for call in function.calls.iter().filter(|c| c.returns > 0 && known.call_allocates(program, c)) {
            fresh.slots[call.dst as usize] = true;
            any = true;
        }
        if any {
            fresh.spread();
        }
        fresh
    }

    fn is_returned(&self) -> bool {
        self.returned && !self.leaks
    }

    /// Propagates the pointers to a fixed point. Two passes suffice unless moves go backwards; the
    /// loop terminates because the sets only grow.
    fn spread(&mut self) {
        loop {
            let before = (self.count(), self.leaks);
            for at in 0..self.function.insts.len() {
                self.inst(self.function.insts[at]);
            }
            if before == (self.count(), self.leaks) || self.leaks {
                break;
            }
        }
    }

    fn count(&self) -> usize {
        self.slots.iter().chain(&self.locals).filter(|&&held| held).count()
    }

    fn holds(&self, slot: Slot) -> bool {
        self.slots[slot as usize]
    }

    fn inst(&mut self, inst: Inst) {
        match inst {
            Inst::Move { dst, a } | Inst::Offset { dst, a, .. } | Inst::Index { dst, a, .. } if self.holds(a) => {
                self.slots[dst as usize] = true;
            }
            Inst::Select { dst, a, b, .. } if self.holds(a) || self.holds(b) => self.slots[dst as usize] = true,
            Inst::StoreLocal { val, local, .. } if self.holds(val) => self.hold_in(local),
            Inst::LoadLocal { bytes: 8, dst, local, .. } => self.slots[dst as usize] |= self.locals[local.0 as usize],
            // A local that holds such a pointer could pass it on through its own address.
            Inst::LocalAddr { local, .. } => self.leaks |= self.locals[local.0 as usize],
            Inst::Store { val, .. } => self.leaks |= self.holds(val),
            Inst::StoreWide { val, .. } => self.leaks |= self.holds(val) || self.holds(val + 1),
            Inst::Return { first, count } => self.returned |= count > 0 && self.holds(first),
            Inst::Call { site } => self.call(&self.function.calls[site as usize]),
            Inst::Add(b) | Inst::Sub(b) | Inst::And(b) | Inst::Or(b) | Inst::Xor(b) => {
                self.leaks |= self.holds(b.a) || self.holds(b.b);
            }
            _ => {}
        }
    }

    fn hold_in(&mut self, local: LocalId) {
        self.locals[local.0 as usize] = true;
    }

    fn call(&mut self, call: &CallSite) {
        for (at, arg) in call.args.iter().enumerate() {
            if !self.holds(arg.slot) {
                continue;
            }
            let Callee::External(id) = call.callee else {
                self.leaks = true;
                return;
            };
            match effect_of(&self.program.externals[id.0 as usize].name) {
                Some(effect) if !effect.keeps(at as u8) => {
                    if effect.gives_back(at as u8) && call.returns > 0 {
                        self.slots[call.dst as usize] = true;
                    }
                }
                _ => self.leaks = true,
            }
        }
    }
}

/// The size of a call's allocation, if constant.
pub(in crate::analysis) fn sole_size(function: &Function, call: &CallSite, name: &str) -> Option<u32> {
    let constant = |arg: usize| function.constants.get(call.args.get(arg)?.slot as usize).copied();
    let size = match name {
        "malloc" | "valloc" => constant(0)?,
        "calloc" => constant(0)?.checked_mul(constant(1)?)?,
        "aligned_alloc" | "memalign" => constant(1)?,
        _ => return None,
    };
    u32::try_from(size).ok()
}
