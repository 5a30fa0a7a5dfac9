//! Loops and their nesting, including irreducible ones.
//!
//! A loop is a strongly connected region. Without its header, the remaining strongly connected
//! components are the loops nested in it. A region with several entries is irreducible: its header
//! is the entry that comes first in reverse post-order.

use super::{Cfg, Edges, Sccs};
use crate::BlockId;

/// A loop, by its index in the forest; outer loops come before inner ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block where an iteration begins.
    pub header: BlockId,
    /// The enclosing loop.
    pub parent: Option<LoopId>,
    /// Number of enclosing loops.
    pub depth: u32,
    /// Can it be entered other than at its header?
    pub irreducible: bool,
    /// The blocks from which an edge leads back to the header, in order.
    pub latches: Vec<BlockId>,
    /// All its blocks, including those of inner loops, in order.
    pub blocks: Vec<BlockId>,
}

/// The loops of a function.
#[derive(Clone, Debug, Default)]
pub struct LoopForest {
    loops: Vec<Loop>,
    innermost: Vec<Option<LoopId>>,
}

impl LoopForest {
    pub(super) fn new(cfg: &Cfg) -> LoopForest {
        let nodes = cfg.edges().nodes();
        let mut forest = LoopForest { loops: Vec::new(), innermost: vec![None; nodes] };
        let whole: Vec<u32> = cfg.order().order().to_vec();
        let mut work = vec![(None, whole)];
        // The region of each node during the decomposition.
        let mut region = vec![0u32; nodes];
        let mut regions = 0;
        while let Some((parent, members)) = work.pop() {
            regions += 1;
            members.iter().for_each(|&m| region[m as usize] = regions);
            for component in components(cfg.edges(), &members, &region, regions) {
                let id = forest.add(cfg, parent, &component);
                let header = forest.loops[id.0 as usize].header.0;
                work.push((Some(id), component.into_iter().filter(|&m| m != header).collect()));
            }
        }
        forest
    }

    fn add(&mut self, cfg: &Cfg, parent: Option<LoopId>, members: &[u32]) -> LoopId {
        let id = LoopId(self.loops.len() as u32);
        let inside = |node: u32| members.binary_search(&node).is_ok();
        let entered =
            |node: &u32| *node == 0 || cfg.reversed().of(*node).iter().any(|&p| cfg.reached(BlockId(p)) && !inside(p));
        let entries: Vec<u32> = members.iter().copied().filter(entered).collect();
        let header = entries.iter().copied().min_by_key(|&e| cfg.order().position(e)).unwrap_or(members[0]);
        let mut latches: Vec<BlockId> =
            cfg.reversed().of(header).iter().copied().filter(|&p| inside(p)).map(BlockId).collect();
        latches.sort_unstable();
        latches.dedup();
        members.iter().for_each(|&m| self.innermost[m as usize] = Some(id));
        self.loops.push(Loop {
            header: BlockId(header),
            parent,
            depth: parent.map_or(0, |p| self.loops[p.0 as usize].depth + 1),
            irreducible: entries.len() > 1,
            latches,
            blocks: members.iter().copied().map(BlockId).collect(),
        });
        id
    }

    /// All loops, outer before inner.
    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// The loop itself.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// The innermost loop that contains `block`.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.0 as usize]
    }

    /// The loop of which an edge `from` → `to` starts another iteration.
    pub fn back_edge(&self, from: BlockId, to: BlockId) -> Option<LoopId> {
        let mut at = self.innermost(to);
        while let Some(id) = at {
            let candidate = self.get(id);
            if candidate.header == to && candidate.latches.binary_search(&from).is_ok() {
                return Some(id);
            }
            at = candidate.parent;
        }
        None
    }
}

/// The strongly connected components of the members of one region, without trivial ones; each
/// sorted, in order of their first member.
fn components(edges: &Edges, members: &[u32], region: &[u32], current: u32) -> Vec<Vec<u32>> {
    let mut sorted = members.to_vec();
    sorted.sort_unstable();
    let local = |node: u32| sorted.binary_search(&node).map_or(0, |at| at as u32);
    let pairs: Vec<(u32, u32)> = sorted
        .iter()
        .flat_map(|&m| edges.of(m).iter().map(move |&to| (m, to)))
        .filter(|&(_, to)| region[to as usize] == current)
        .map(|(from, to)| (local(from), local(to)))
        .collect();
    let inside = Edges::new(sorted.len(), &pairs);
    let sccs = Sccs::new(&inside, |_| true);
    let mut found: Vec<Vec<u32>> = (0..sccs.count())
        .map(|c| sccs.members(c))
        .filter(|m| m.len() > 1 || inside.of(m[0]).contains(&m[0]))
        .map(|m| m.iter().map(|&at| sorted[at as usize]).collect())
        .collect();
    found.iter_mut().for_each(|component: &mut Vec<u32>| component.sort_unstable());
    found.sort_unstable();
    found
}
