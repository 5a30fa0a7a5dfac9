//! The control flow of one function and everything derived from it.

use super::{Cfg, ControlDeps, DomTree, Jumps, LoopForest, Returns};
use crate::{BlockId, Function, Inst};

/// Control-flow graph, dominators, post-dominators, control dependences and loops of a function.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The graph.
    pub cfg: Cfg,
    /// Dominators, from the entry.
    pub dominators: DomTree,
    /// Post-dominators, from the virtual exit.
    pub post_dominators: DomTree,
    /// Who decides that a block is executed.
    pub control: ControlDeps,
    /// Loops.
    pub loops: LoopForest,
}

impl Flow {
    /// Analyses `function`.
    pub fn new(function: &Function, returns: &Returns, jumps: Jumps) -> Flow {
        let cfg = Cfg::new(function, returns, jumps);
        let decides = (0..function.blocks.len() as u32).map(BlockId);
        let decides = decides.map(|b| cfg.successors(b).len() > 1 && is_decision(function.terminator(b))).collect();
        Flow::of(cfg, decides)
    }

    /// Analyses a graph; `decides` says which blocks end in a decision.
    pub(super) fn of(cfg: Cfg, decides: Vec<bool>) -> Flow {
        let dominators = DomTree::new(cfg.edges(), cfg.reversed(), 0);
        let post_dominators = DomTree::new(cfg.reversed(), cfg.edges(), cfg.exit());
        let control = ControlDeps::new(&cfg, &post_dominators, decides);
        let loops = LoopForest::new(&cfg);
        Flow { cfg, dominators, post_dominators, control, loops }
    }

    /// The first block that every way on from `block` passes: where a live branch ends. None when
    /// that is the end of the function.
    pub fn join(&self, block: BlockId) -> Option<BlockId> {
        self.post_dominators.parent(block.0).filter(|&node| node != self.cfg.exit()).map(BlockId)
    }
}

fn is_decision(terminator: Inst) -> bool {
    matches!(terminator, Inst::Branch { .. } | Inst::Switch { .. } | Inst::IndirectJump { .. })
}
