//! The shape of a run: for every executed block the one before it in the same call, the call it
//! belongs to, and the decision that made it execute.

use std::sync::Arc;

use whydunit_program::BlockId;
use whydunit_program::analysis::{Flow, Jumps, Returns};

use crate::layout::ProgramIndex;
use crate::recording::Unwind;
use crate::spill::Spill;
use crate::stream::{Numbers, Stream};

/// No block.
pub(crate) const NONE: u32 = u32::MAX;

/// A controller so far back that it is listed.
const FAR: u16 = u16::MAX;

/// The shape of a run.
#[derive(Default)]
pub(crate) struct Structure {
    /// Where another call goes on than the one of the executed block before.
    turns: Vec<Turn>,
    /// Per executed block: how many blocks before it the one is whose last instruction decided that it
    /// runs (a branch, or the call of its function); 0 for none.
    controllers: Stream,
    /// Controllers far back: block, controller.
    far: Vec<(u32, u32)>,
    /// Per call of a function of the program: the executed block that ends in it, or `NONE` for `main`.
    callers: Vec<u32>,
}

/// From this executed block on another call runs.
#[derive(Clone, Copy, Debug)]
struct Turn {
    block: u32,
    call: u32,
}

/// A call in progress while the run is gone through.
struct Open {
    call: u32,
    last: u32,
    /// Live branches: executed block, and the number of the block where it ends.
    live: Vec<(u32, u32)>,
}

/// What a block is to those that run after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Unknown,
    Plain,
    /// It decides what runs up to the block of that number; `NONE` is the end of the function.
    Decides(u32),
}

/// Goes through a run, block by block.
pub(crate) struct Builder<'a> {
    index: &'a ProgramIndex,
    returns: Returns,
    roles: Vec<Role>,
    structure: Structure,
    open: Vec<Open>,
    after_return: bool,
}

impl Structure {
    pub(crate) fn new(index: &ProgramIndex, blocks: &Numbers, unwinds: &[Unwind], spill: Option<Arc<Spill>>) -> Self {
        let mut builder = Builder {
            index,
            returns: Returns::new(&index.program),
            roles: vec![Role::Unknown; index.block_count()],
            structure: Structure { controllers: Stream::new(spill), ..Structure::default() },
            open: Vec::new(),
            after_return: false,
        };
        let mut unwinds = unwinds.iter().peekable();
        for i in 0..blocks.len() as u32 {
            let jump = unwinds.next_if(|u| u.block == i).map(|u| u.frames);
            builder.arrive(i, blocks.get(i as usize), jump);
        }
        builder.structure
    }

    fn turn(&self, block: u32) -> Turn {
        let after = self.turns.partition_point(|t| t.block <= block);
        self.turns[after - 1]
    }

    pub(crate) fn previous(&self, block: u32) -> Option<u32> {
        let turn = self.turn(block);
        if turn.block != block {
            return Some(block - 1);
        }
        let before = block.checked_sub(1)?;
        if self.callers[turn.call as usize] == before {
            return None;
        }
        // Back from a call, or, by `longjmp`, from several: that call's block came before.
        let mut at = if self.call_of(before) == turn.call { Some(before) } else { self.caller(before) };
        while let Some(calling) = at {
            if self.call_of(calling) == turn.call {
                return Some(calling);
            }
            at = self.caller(calling);
        }
        None
    }

    /// The executed block that ends in the call to which `block` belongs.
    pub(crate) fn caller(&self, block: u32) -> Option<u32> {
        Some(self.callers[self.turn(block).call as usize]).filter(|&b| b != NONE)
    }

    /// The number of the call that an executed block belongs to.
    pub(crate) fn call_of(&self, block: u32) -> u32 {
        self.turn(block).call
    }

    pub(crate) fn controller(&self, block: u32) -> Option<u32> {
        match self.controllers.get(block as usize) {
            0 => None,
            FAR => self.far.binary_search_by_key(&block, |f| f.0).ok().map(|at| self.far[at].1),
            distance => Some(block - u32::from(distance)),
        }
    }

    pub(crate) fn same_call(&self, a: u32, b: u32) -> bool {
        self.call_of(a) == self.call_of(b)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.turns.len() * size_of::<Turn>() + self.controllers.bytes() + self.far.len() * 8 + self.callers.len() * 4
    }
}

impl Builder<'_> {
    /// Goes through one executed block.
    fn arrive(&mut self, i: u32, number: u32, jump: Option<u32>) {
        let facts = self.index.facts(number);
        let mut turned = jump.is_some();
        if let Some(frames) = jump {
            self.open.truncate(self.open.len().saturating_sub(frames as usize));
        } else if self.after_return {
            self.open.pop();
            turned = true;
        }
        self.after_return = facts.returns;
        // The entry block has no predecessors: seeing it means a call.
        if facts.entry {
            let caller = self.open.last().map_or(NONE, |o| o.last);
            self.structure.callers.push(caller);
            let call = self.structure.callers.len() as u32 - 1;
            self.open.push(Open { call, last: NONE, live: Vec::new() });
            turned = true;
        }
        let role = self.role(number);
        let Some(open) = self.open.last_mut() else { return };
        if turned {
            self.structure.turns.push(Turn { block: i, call: open.call });
        }
        while open.live.last().is_some_and(|l| l.1 == number) {
            open.live.pop();
        }
        // Whatever runs before the join of a branch is controlled by it or by a later one, so the last
        // one that is still live is the one.
        let controller = open.live.last().map_or(self.structure.callers[open.call as usize], |l| l.0);
        open.last = i;
        if let Role::Decides(join) = role {
            match open.live.last_mut() {
                // Both end at the same place: the newer one stands for both, its own controller
                // leads to the older.
                Some(last) if last.1 == join => *last = (i, join),
                _ => open.live.push((i, join)),
            }
        }
        self.structure.control(i, controller);
    }

    fn role(&mut self, number: u32) -> Role {
        if self.roles[number as usize] == Role::Unknown {
            let (id, _) = self.index.block(number);
            let function = self.index.program.function(id);
            let flow = Flow::new(function, &self.returns, Jumps::default());
            for block in (0..function.blocks.len() as u32).map(BlockId) {
                let join = flow.join(block).map_or(NONE, |j| self.index.number(id, j));
                let role = if flow.control.decides(block) { Role::Decides(join) } else { Role::Plain };
                self.roles[self.index.number(id, block) as usize] = role;
            }
        }
        self.roles[number as usize]
    }
}

impl Structure {
    fn control(&mut self, block: u32, controller: u32) {
        let distance = if controller == NONE { 0 } else { block - controller };
        match u16::try_from(distance) {
            Ok(near) if near != FAR => self.controllers.push(near),
            _ => {
                self.controllers.push(FAR);
                self.far.push((block, controller));
            }
        }
    }
}
