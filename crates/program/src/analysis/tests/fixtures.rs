//! Fixtures of the analysis tests: random numbers, random graphs, hand-written functions.

use crate::analysis::{Cfg, Flow};
use crate::{
    ArgClass, Block, BlockId, CallArg, CallSite, Callee, Function, Global, Inst, Loc, Local, LocalId, Param, Program,
    Slot, SwitchTable,
};

/// Random numbers, the same in every run.
pub(crate) struct Dice(fastrand::Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(fastrand::Rng::with_seed(seed))
    }

    pub(crate) fn roll(&mut self, below: u32) -> u32 {
        self.0.u32(..below)
    }
}

/// A random graph of a function of up to 12 blocks; some blocks end the function, some loop
/// forever.
pub(crate) fn random_cfg(seed: u64) -> Cfg {
    let mut dice = Dice::new(seed);
    let blocks = 1 + dice.roll(12);
    let mut pairs = Vec::new();
    for from in 0..blocks {
        let first = pairs.len();
        for _ in 0..[0, 1, 1, 2, 2, 2, 3][dice.roll(7) as usize] {
            let to = dice.roll(blocks);
            if !pairs[first..].contains(&(from, to)) {
                pairs.push((from, to));
            }
        }
        if pairs.len() == first {
            pairs.push((from, blocks));
        }
    }
    Cfg::from_pairs(blocks as usize, pairs)
}

/// The flow of a graph in which every block with several successors decides.
pub(crate) fn flow_of(cfg: Cfg) -> Flow {
    let decides = (0..cfg.blocks() as u32).map(|b| cfg.edges().of(b).len() > 1).collect();
    Flow::of(cfg, decides)
}

/// Builds a function block by block. Slots are allocated in order; constants must come first.
#[derive(Default)]
pub(crate) struct Build {
    pub(crate) f: Function,
    open: bool,
}

impl Build {
    pub(crate) fn new(name: &str, constants: &[u64], params: u32) -> Build {
        let first = constants.len() as u32;
        let params: Vec<Param> =
            (0..params).map(|p| Param { class: ArgClass::Int, slot: first + p, copy: None }).collect();
        let slots = first + params.len() as u32;
        let f = Function { name: name.into(), constants: constants.to_vec(), params, slots, ..Function::default() };
        Build { f, open: false }
    }

    pub(crate) fn local(&mut self, size: u32) -> LocalId {
        let (name, offset) = (format!("l{}", self.f.locals.len()), self.f.frame_size);
        self.f.locals.push(Local { name, ty: None, size, offset, escapes: true, scoped: false });
        self.f.frame_size += size.next_multiple_of(16);
        LocalId(self.f.locals.len() as u32 - 1)
    }

    pub(crate) fn slot(&mut self) -> Slot {
        self.f.slots += 1;
        self.f.slots - 1
    }

    /// Adds an instruction; its line is its index, so that tests can refer to it.
    pub(crate) fn inst(&mut self, inst: Inst) -> u32 {
        let at = self.f.insts.len() as u32;
        if !std::mem::replace(&mut self.open, true) {
            self.f.blocks.push(Block { first: at, len: 0, weight: 1 });
        }
        if let Some(block) = self.f.blocks.last_mut() {
            block.len += 1;
        }
        self.f.insts.push(inst);
        self.f.locs.push(Loc { line: at, column: 0, scope: None });
        self.open = !inst.is_terminator();
        at
    }

    /// Adds an instruction that defines a fresh slot, and returns the slot.
    pub(crate) fn value(&mut self, make: impl FnOnce(Slot) -> Inst) -> Slot {
        let dst = self.slot();
        self.inst(make(dst));
        dst
    }

    pub(crate) fn jump(&mut self, to: u32) -> u32 {
        self.inst(Inst::Jump { to: BlockId(to) })
    }

    pub(crate) fn branch(&mut self, cond: Slot, then: u32, other: u32) -> u32 {
        self.inst(Inst::Branch { cond, then: BlockId(then), other: BlockId(other) })
    }

    pub(crate) fn switch(&mut self, value: Slot, cases: &[u32], default: u32) -> u32 {
        let cases = cases.iter().enumerate().map(|(value, &to)| (value as u64, BlockId(to))).collect();
        self.f.switches.push(SwitchTable { cases, default: BlockId(default) });
        self.inst(Inst::Switch { value, table: self.f.switches.len() as u32 - 1 })
    }

    /// A call that continues in the next block; returns the result's slot.
    pub(crate) fn call(&mut self, callee: Callee, args: &[Slot]) -> Slot {
        let dst = self.slot();
        let args = args.iter().map(|&slot| CallArg { class: ArgClass::Int, slot }).collect();
        let next = BlockId(self.f.blocks.len() as u32 + u32::from(!self.open));
        self.f.calls.push(CallSite { callee, args, dst, returns: 1, next });
        self.inst(Inst::Call { site: self.f.calls.len() as u32 - 1 });
        dst
    }

    pub(crate) fn ret(mut self, slot: Option<Slot>) -> Function {
        self.f.returns = u8::from(slot.is_some());
        self.inst(Inst::Return { first: slot.unwrap_or(0), count: u8::from(slot.is_some()) });
        self.f
    }

    pub(crate) fn done(self) -> Function {
        self.f
    }
}

/// A global of `size` zero bytes, not yet placed.
pub(crate) fn global(name: &str, size: u64) -> Global {
    Global { name: name.into(), size, align: 8, ..Global::default() }
}

/// Builds and verifies a program.
pub(crate) fn program(functions: Vec<Function>, externals: &[&str], mut globals: Vec<Global>) -> Program {
    crate::layout::place(&mut globals);
    let externals: Vec<_> = externals.iter().map(|name| crate::External { name: (*name).into() }).collect();
    let functions = functions.into_iter().map(Into::into).collect();
    let program = Program { functions, externals: externals.into(), globals: globals.into(), ..Program::default() };
    if let Err(error) = crate::verify(&program) {
        panic!("{error}\n{program}");
    }
    program
}
