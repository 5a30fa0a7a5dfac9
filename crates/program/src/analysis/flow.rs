//! The control flow of one function and the analyses derived from it.

use super::departures::Departures;
use super::{Cfg, ControlDeps, DomTree, Edges, Jumps, LoopForest, Returns};
use crate::{BlockId, Function, Inst};

/// Control-flow graph, dominators, post-dominators, control dependences and loops of a function.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The graph.
    pub cfg: Cfg,
    /// Dominators, from the entry.
    pub dominators: DomTree,
    /// Post-dominators, from the virtual exit, excluding the blocks that the compiler considers
    /// unreachable ([`Cfg::impossible`]).
    pub post_dominators: DomTree,
    /// Control dependences.
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
        let (impossible, departures) = (cfg.impossible(function), Departures::new(function, &cfg));
        Flow::with(cfg, decides, &impossible, departures)
    }

    /// Analyses a graph; `decides` lists which blocks end in a decision.
    #[cfg(test)]
    pub(super) fn of(cfg: Cfg, decides: Vec<bool>) -> Flow {
        Flow::with(cfg, decides, &[], Departures::default())
    }

    /// As `of`, for a graph with `impossible` blocks: they do not affect post-dominance.
    fn with(cfg: Cfg, decides: Vec<bool>, impossible: &[BlockId], departures: Departures) -> Flow {
        let dominators = DomTree::new(cfg.edges(), cfg.reversed(), 0);
        let ends = |edge: &(u32, u32)| edge.1 == cfg.exit() && impossible.contains(&BlockId(edge.0));
        let ways: Vec<(u32, u32)> = cfg.edges().pairs().filter(|edge| !ends(edge)).collect();
        let ways = Edges::new(cfg.edges().nodes(), &ways);
        let post_dominators = DomTree::new(&ways.reversed(), &ways, cfg.exit());
        let control = ControlDeps::new(&cfg, &post_dominators, decides, departures);
        let loops = LoopForest::new(&cfg);
        Flow { cfg, dominators, post_dominators, control, loops }
    }

    /// The first block that every path from `block` passes, where a live branch ends. None when
    /// that is the end of the function.
    pub fn join(&self, block: BlockId) -> Option<BlockId> {
        self.post_dominators.parent(block.0).filter(|&node| node != self.cfg.exit()).map(BlockId)
    }
}

fn is_decision(terminator: Inst) -> bool {
    matches!(terminator, Inst::Branch { .. } | Inst::Switch { .. } | Inst::IndirectJump { .. })
}
