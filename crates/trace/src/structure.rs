//! The shape of a run: for every executed block the one before it in the same call, the call it
//! belongs to, and the decision that made it execute.

use std::collections::HashMap;

use whydunit_program::analysis::{Flow, Jumps, Returns};
use whydunit_program::{BlockId, FunctionId, Inst};

use crate::layout::ProgramIndex;
use crate::recording::Unwind;
use crate::stream::Stream;

/// No block.
pub(crate) const NONE: u32 = u32::MAX;

/// The shape of a run.
#[derive(Default)]
pub(crate) struct Structure {
    /// Per executed block: the executed block before it in the same call, or `NONE`.
    previous: Vec<u32>,
    /// Per executed block: the call it belongs to.
    calls_of: Vec<u32>,
    /// Per executed block: the executed block whose last instruction decided that it runs: a branch,
    /// or the call of its function; `NONE` for `main`'s own.
    controllers: Vec<u32>,
    calls: Vec<Call>,
}

/// One call of a function of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// The executed block that ends in the call, or `NONE` for `main`.
    pub(crate) caller: u32,
}

/// A call in progress while the run is gone through.
struct Open {
    call: u32,
    last: u32,
    /// Live branches: executed block, its static block, and where it ends.
    live: Vec<(u32, BlockId, Option<BlockId>)>,
}

struct Builder<'a> {
    index: &'a ProgramIndex,
    returns: Returns,
    flows: HashMap<FunctionId, Flow>,
    structure: Structure,
    open: Vec<Open>,
}

impl Structure {
    pub(crate) fn new(index: &ProgramIndex, blocks: &Stream, unwinds: &[Unwind]) -> Self {
        let returns = Returns::new(&index.program);
        let mut builder =
            Builder { index, returns, flows: HashMap::new(), structure: Structure::default(), open: Vec::new() };
        let mut unwinds = unwinds.iter().peekable();
        let mut previous_end = None;
        for i in 0..blocks.len() as u32 {
            let number = blocks.get(i as usize);
            let jump = unwinds.next_if(|u| u.block == i).map(|u| u.frames);
            builder.arrive(i, number, previous_end, jump);
            previous_end = Some(builder.terminator(number));
        }
        builder.structure
    }

    pub(crate) fn previous(&self, block: u32) -> Option<u32> {
        Some(self.previous[block as usize]).filter(|&b| b != NONE)
    }

    /// The executed block that ends in the call to which `block` belongs.
    pub(crate) fn caller(&self, block: u32) -> Option<u32> {
        Some(self.calls[self.calls_of[block as usize] as usize].caller).filter(|&b| b != NONE)
    }

    /// The number of the call that an executed block belongs to.
    pub(crate) fn call_of(&self, block: u32) -> u32 {
        self.calls_of[block as usize]
    }

    pub(crate) fn controller(&self, block: u32) -> Option<u32> {
        Some(self.controllers[block as usize]).filter(|&b| b != NONE)
    }

    pub(crate) fn same_call(&self, a: u32, b: u32) -> bool {
        self.calls_of[a as usize] == self.calls_of[b as usize]
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.previous.len() + self.calls_of.len() + self.controllers.len() + self.calls.len()) * 4
    }
}

impl Builder<'_> {
    fn terminator(&self, number: u32) -> Inst {
        let (function, block) = self.index.block(number);
        self.index.program.function(function).terminator(block)
    }

    /// Goes through one executed block.
    fn arrive(&mut self, i: u32, number: u32, before: Option<Inst>, jump: Option<u32>) {
        let (function, block) = self.index.block(number);
        match (before, jump) {
            (_, Some(frames)) => self.open.truncate(self.open.len().saturating_sub(frames as usize)),
            (Some(Inst::Return { .. }), None) => {
                self.open.pop();
            }
            _ => {}
        }
        // The entry block has no predecessors: seeing it means a call.
        if block.0 == 0 {
            let caller = self.open.last().map_or(NONE, |o| o.last);
            self.structure.calls.push(Call { caller });
            let call = self.structure.calls.len() as u32 - 1;
            self.open.push(Open { call, last: NONE, live: Vec::new() });
        }
        let index = self.index;
        let returns = &self.returns;
        let flow = self
            .flows
            .entry(function)
            .or_insert_with(|| Flow::new(index.program.function(function), returns, Jumps::default()));
        let Some(open) = self.open.last_mut() else { return };
        while open.live.last().is_some_and(|l| l.2 == Some(block)) {
            open.live.pop();
        }
        // Whatever runs before the join of a branch is controlled by it or by a later one, so the last
        // one that is still live is the one.
        let deciding = open.live.last();
        let caller = self.structure.calls[open.call as usize].caller;
        self.structure.controllers.push(deciding.map_or(caller, |l| l.0));
        self.structure.previous.push(open.last);
        self.structure.calls_of.push(open.call);
        open.last = i;
        if flow.control.decides(block) {
            let join = flow.join(block);
            match open.live.last_mut() {
                // Both end at the same place: the newer one stands for both, its own controller
                // leads to the older.
                Some(last) if last.2 == join => *last = (i, block, join),
                _ => open.live.push((i, block, join)),
            }
        }
    }
}
