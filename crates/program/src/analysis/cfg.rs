//! The control-flow graph of a function, closed by a virtual exit.

use super::departures::never_taken;
use super::{Edges, Returns, ReversePostorder, Sccs};
use crate::{BlockId, Function, Inst};

/// An outgoing edge of a block: the index into its distinct successors ([`Cfg::successors`]). For a
/// `Branch` 0 is "then" and 1 "else"; for a `Switch` the cases are in order of their values, the
/// default last, each target once; for a call 0 is its return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome(pub u32);

/// The treatment of calls that may leave their function by `longjmp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Jumps {
    /// The call reaches only a `setjmp` in the same function, unless it can do nothing else than
    /// jump. For structure (regions, loops, indices): otherwise all code after the call would nest
    /// inside it, and a run that does jump drops the frame anyway.
    #[default]
    Inside,
    /// The call may also leave the function. For queries about reasons why code was not executed.
    AlsoOut,
}

/// The control-flow graph of a function. Nodes are its blocks, by number, followed by one virtual
/// exit. Every reachable block also reaches the exit: there are edges to it from blocks that
/// return, fail or call a function that never returns, and from the last block of each loop without
/// an exit.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    edges: Edges,
    reversed: Edges,
    order: ReversePostorder,
    invented: Vec<BlockId>,
}

impl Cfg {
    /// The graph of `function`.
    pub fn new(function: &Function, returns: &Returns, jumps: Jumps) -> Cfg {
        let mut pairs = Vec::new();
        let again = returns.set_again(function);
        for block in 0..function.blocks.len() as u32 {
            let first = pairs.len();
            let mut visit = |to: u32| {
                if !pairs[first..].contains(&(block, to)) {
                    pairs.push((block, to));
                }
            };
            successors(function, returns, BlockId(block), &again, &mut visit);
            let exit = function.blocks.len() as u32;
            if returns.may_jump_at(function, BlockId(block))
                && (jumps == Jumps::AlsoOut || returns.never_returns_at(function, BlockId(block)))
            {
                visit(exit);
            }
            if pairs.len() == first {
                pairs.push((block, exit));
            }
        }
        let cfg = Cfg::from_pairs(function.blocks.len(), pairs.clone());
        let never = never_taken(function, &cfg);
        if never.is_empty() {
            return cfg;
        }
        pairs.retain(|edge| !never.contains(edge));
        Cfg::from_pairs(function.blocks.len(), pairs)
    }

    /// The graph with the given distinct edges; `blocks` is the exit's number.
    pub(super) fn from_pairs(blocks: usize, mut pairs: Vec<(u32, u32)>) -> Cfg {
        let exit = blocks as u32;
        let edges = Edges::new(blocks + 1, &pairs);
        let order = ReversePostorder::new(&edges, 0);
        let invented = endless(&edges, &order, exit);
        if invented.is_empty() {
            let reversed = edges.reversed();
            return Cfg { edges, reversed, order, invented: Vec::new() };
        }
        pairs.extend(invented.iter().map(|&block| (block, exit)));
        let edges = Edges::new(blocks + 1, &pairs);
        let order = ReversePostorder::new(&edges, 0);
        let reversed = edges.reversed();
        Cfg { edges, reversed, order, invented: invented.into_iter().map(BlockId).collect() }
    }

    /// Number of blocks, without the exit.
    pub fn blocks(&self) -> usize {
        self.edges.nodes() - 1
    }

    /// The virtual exit's node number.
    pub fn exit(&self) -> u32 {
        self.blocks() as u32
    }

    /// All edges, by node.
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// All edges reversed, by node.
    pub fn reversed(&self) -> &Edges {
        &self.reversed
    }

    /// The reachable nodes, in reverse post-order.
    pub fn order(&self) -> &ReversePostorder {
        &self.order
    }

    /// The distinct successors of `block`; outcomes index them.
    pub fn successors(&self, block: BlockId) -> &[u32] {
        self.edges.of(block.0)
    }

    /// The outcome of `block` that leads to `next`.
    pub fn outcome(&self, block: BlockId, next: BlockId) -> Option<Outcome> {
        self.successors(block).iter().position(|&to| to == next.0).map(|at| Outcome(at as u32))
    }

    /// Is `block` reachable?
    pub fn reached(&self, block: BlockId) -> bool {
        self.order.position(block.0).is_some()
    }

    /// The blocks that only state that they cannot be reached, such as the default of an exhaustive
    /// `switch`: they end in `unreachable` and contain no call, which might have been one that
    /// never returns. Excludes the blocks that give a loop its only exit.
    pub fn impossible(&self, function: &Function) -> Vec<BlockId> {
        let decided =
            |b: u32| !matches!(function.terminator(BlockId(b)), Inst::Call { .. }) && self.edges.of(b).len() > 1;
        let mut found: Vec<BlockId> = (0..self.exit()).map(BlockId).filter(|&b| self.reached(b)).collect();
        found.retain(|b| {
            matches!(function.terminator(*b), Inst::Unreachable)
                && self.reversed.of(b.0).iter().all(|&before| decided(before) || !self.reached(BlockId(before)))
        });
        // The nodes that can no longer reach the exit need some of these blocks.
        let ends = self.reversed.reachable(&[self.exit()], |b| found.contains(&BlockId(b)));
        let stuck: Vec<u32> = self.order.order().iter().copied().filter(|&b| !ends[b as usize]).collect();
        let stuck: Vec<u32> = stuck.into_iter().filter(|&b| !found.contains(&BlockId(b))).collect();
        let needed = self.edges.reachable(&stuck, |_| false);
        found.retain(|b| !needed[b.0 as usize]);
        found
    }

    /// Blocks with an artificial edge to the exit: one for each loop without an exit.
    pub fn invented_exits(&self) -> &[BlockId] {
        &self.invented
    }
}

/// The successors of `block`, accounting for calls that never return and `setjmp`.
fn successors(f: &Function, returns: &Returns, block: BlockId, again: &[BlockId], visit: &mut impl FnMut(u32)) {
    if let Inst::Call { site } = f.terminator(block) {
        let call = &f.calls[site as usize];
        if returns.call_returns(f, call) {
            visit(call.next.0);
        }
        if returns.call_may_jump(call) {
            again.iter().for_each(|to| visit(to.0));
        }
        return;
    }
    f.successors(block, |to| visit(to.0));
}

/// One node for every component that cannot be left and is not the exit: its last in reverse
/// post-order, which for a simple loop is the end of the body.
fn endless(edges: &Edges, order: &ReversePostorder, exit: u32) -> Vec<u32> {
    let ends = edges.reversed().reachable(&[exit], |_| false);
    let stuck = |node: u32| !ends[node as usize] && order.position(node).is_some();
    let sccs = Sccs::new(edges, stuck);
    let mut found: Vec<u32> = Vec::new();
    for component in 0..sccs.count() {
        let members = sccs.members(component);
        let left = members.iter().any(|&m| edges.of(m).iter().any(|&to| sccs.of(to) != component));
        if !left {
            found.extend(members.iter().max_by_key(|&&m| order.position(m)));
        }
    }
    found.sort_unstable();
    found
}
