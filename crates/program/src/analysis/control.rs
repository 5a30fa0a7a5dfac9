//! Control dependence (Ferrante, Ottenstein and Warren): which outcome of which block decides that
//! another block is executed.

use super::departures::Departures;
use super::{Cfg, DomTree, Outcome};
use crate::BlockId;

/// A block and an outcome on which another block is control dependent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Controller {
    /// The deciding block.
    pub block: BlockId,
    /// The outcome that leads to the dependent block.
    pub outcome: Outcome,
}

/// The control dependences of a function.
#[derive(Clone, Debug, Default)]
pub struct ControlDeps {
    starts: Vec<u32>,
    controllers: Vec<Controller>,
    decides: Vec<bool>,
    departures: Departures,
}

impl ControlDeps {
    /// For every edge a → b where `b` does not post-dominate `a`: the nodes from `b` up to the
    /// immediate post-dominator of `a` depend on that outcome of `a`.
    pub(super) fn new(cfg: &Cfg, post: &DomTree, decides: Vec<bool>, departures: Departures) -> ControlDeps {
        let mut pairs: Vec<(u32, Controller)> = Vec::new();
        for &from in cfg.order().order().iter().filter(|&&n| n != cfg.exit()) {
            let stop = post.parent(from);
            for (index, &to) in cfg.edges().of(from).iter().enumerate() {
                let controller = Controller { block: BlockId(from), outcome: Outcome(index as u32) };
                let mut runner = Some(to);
                while runner != stop && runner != Some(cfg.exit()) {
                    let Some(node) = runner else { break };
                    pairs.push((node, controller));
                    runner = post.parent(node);
                }
            }
        }
        pairs.sort_unstable();
        let mut starts = vec![0u32; cfg.blocks() + 1];
        pairs.iter().for_each(|&(node, _)| starts[node as usize + 1] += 1);
        (0..cfg.blocks()).for_each(|n| starts[n + 1] += starts[n]);
        ControlDeps { starts, controllers: pairs.into_iter().map(|(_, c)| c).collect(), decides, departures }
    }

    /// The blocks and outcomes on which `block` is directly control dependent, sorted. They include
    /// blocks that decide nothing in the source: the last block of a loop without exit, whose edge
    /// to the virtual exit is artificial; calls to which `setjmp` may return again; and ends of
    /// scopes that continue where a statement inside selected ([`super::dispatches`]).
    pub fn of(&self, block: BlockId) -> &[Controller] {
        &self.controllers[self.starts[block.0 as usize] as usize..self.starts[block.0 as usize + 1] as usize]
    }

    /// Does the block end in a decision of the program (a branch, a `switch`, a computed `goto`)
    /// with more than one possible outcome?
    pub fn decides(&self, block: BlockId) -> bool {
        self.decides[block.0 as usize]
    }

    /// The decisions of the program on which `block` is control dependent, sorted. As [`Self::of`],
    /// but a controller that decides nothing is replaced by the controllers it depends on itself,
    /// and the end of a scope by those of the statement that selected where to continue.
    pub fn decisions(&self, block: BlockId) -> Vec<Controller> {
        let mut found = Vec::new();
        self.walk(&[block], |c| {
            let decides = self.decides(c.block);
            if decides {
                found.push(c);
            }
            !decides
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Every decision that controls `block` through a chain of control dependences, by block.
    pub fn chain(&self, block: BlockId) -> Vec<BlockId> {
        self.chain_of(&[block])
    }

    /// Every decision that controls one of `blocks` through a chain of control dependences, by block.
    pub fn chain_of(&self, blocks: &[BlockId]) -> Vec<BlockId> {
        let mut found = self.controllers_of(blocks);
        found.retain(|&block| self.decides(block));
        found
    }

    /// As [`Self::chain_of`], including blocks that decide nothing in the source: calls that
    /// `longjmp` may leave.
    pub(super) fn controllers_of(&self, blocks: &[BlockId]) -> Vec<BlockId> {
        let mut found = Vec::new();
        self.walk(blocks, |c| {
            found.push(c.block);
            true
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Visits the controllers of `blocks` and, transitively, of each visited block for which
    /// `visit` returns true.
    fn walk(&self, blocks: &[BlockId], mut visit: impl FnMut(Controller) -> bool) {
        let (mut entered, mut left) = (vec![false; self.decides.len()], vec![false; self.decides.len()]);
        let mut work = blocks.to_vec();
        while let Some(at) = work.pop() {
            for &controller in self.of(at) {
                let said = self.departures.of(controller);
                if !said.is_empty() {
                    work.extend(said.iter().filter(|b| !std::mem::replace(&mut left[b.0 as usize], true)));
                } else if visit(controller) && !std::mem::replace(&mut entered[controller.block.0 as usize], true) {
                    work.push(controller.block);
                }
            }
        }
    }
}
