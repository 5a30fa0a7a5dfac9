//! Dominator trees of rooted graphs, with constant-time queries.
//! Post-dominators are those of the reversed graph with the exit as root.

use petgraph::algo::dominators::simple_fast;
use petgraph::graph::NodeIndex;

use super::Edges;

/// The dominator tree of the nodes reachable from a root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DomTree {
    root: u32,
    parent: Vec<u32>,
    /// Entry and exit numbers of a walk of the tree: `a` dominates `b` when its span contains
    /// `b`'s.
    enter: Vec<u32>,
    leave: Vec<u32>,
    children: Edges,
}

impl DomTree {
    const NONE: u32 = u32::MAX;

    /// The dominators of the nodes that `root` reaches.
    pub fn new(successors: &Edges, root: u32) -> DomTree {
        let parent = immediate(successors, root);
        let dominated = (0..).zip(&parent).filter(|(_, parent)| **parent != Self::NONE);
        let mut pairs: Vec<(u32, u32)> = dominated.map(|(node, &parent)| (parent, node)).collect();
        pairs.sort_unstable();
        let children = Edges::new(parent.len(), &pairs);
        let (enter, leave) = spans(&children, root);
        DomTree { root, parent, enter, leave, children }
    }

    /// The root of the tree.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// Is `node` reachable from the root?
    pub fn contains(&self, node: u32) -> bool {
        node == self.root || self.parent[node as usize] != Self::NONE
    }

    /// The immediate dominator of `node`; none for the root and unreachable nodes.
    pub fn parent(&self, node: u32) -> Option<u32> {
        Some(self.parent[node as usize]).filter(|&p| p != Self::NONE)
    }

    /// The nodes immediately dominated by `node`, by number.
    pub fn children(&self, node: u32) -> &[u32] {
        self.children.of(node)
    }

    /// Is `a` on every path from the root to `b` (including `a == b`)? Never for unreachable nodes.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        self.contains(a)
            && self.contains(b)
            && self.enter[a as usize] <= self.enter[b as usize]
            && self.leave[b as usize] <= self.leave[a as usize]
    }
}

/// Immediate dominators; the root and unreachable nodes have none.
fn immediate(successors: &Edges, root: u32) -> Vec<u32> {
    let found = simple_fast(&successors.to_petgraph(), NodeIndex::from(root));
    let parent = |node: u32| found.immediate_dominator(node.into()).map_or(DomTree::NONE, |node| node.index() as u32);
    (0..successors.nodes() as u32).map(parent).collect()
}

fn spans(children: &Edges, root: u32) -> (Vec<u32>, Vec<u32>) {
    let (mut enter, mut leave) = (vec![0; children.nodes()], vec![0; children.nodes()]);
    let mut clock = 1;
    enter[root as usize] = clock;
    let mut stack = vec![(root, 0)];
    while let Some((node, at)) = stack.last_mut() {
        clock += 1;
        match children.of(*node).get(*at) {
            Some(&child) => {
                *at += 1;
                enter[child as usize] = clock;
                stack.push((child, 0));
            }
            None => {
                leave[*node as usize] = clock;
                stack.pop();
            }
        }
    }
    (enter, leave)
}
