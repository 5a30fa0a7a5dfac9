//! Dominators of any rooted graph (Cooper, Harvey and Kennedy's iteration over reverse post-order).
//! Post-dominators are those of the reversed graph with the exit as root.

use super::{Edges, ReversePostorder};

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

    /// The dominators of a graph given by its edges in both directions.
    pub fn new(successors: &Edges, predecessors: &Edges, root: u32) -> DomTree {
        let order = ReversePostorder::new(successors, root);
        let parent = immediate(predecessors, &order);
        let mut pairs: Vec<(u32, u32)> = order.order()[1..].iter().map(|&node| (parent[node as usize], node)).collect();
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

/// Immediate dominators of all nodes in `order`; the root and unreachable nodes have none.
fn immediate(predecessors: &Edges, order: &ReversePostorder) -> Vec<u32> {
    // Works on positions in the order, where a dominator always has the smaller number.
    let mut idom = vec![DomTree::NONE; order.order().len()];
    idom[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for (at, &node) in order.order().iter().enumerate().skip(1) {
            let mut new = DomTree::NONE;
            for pred in predecessors.of(node).iter().filter_map(|&p| order.position(p)) {
                if idom[pred as usize] != DomTree::NONE {
                    new = if new == DomTree::NONE { pred } else { meet(&idom, new, pred) };
                }
            }
            if idom[at] != new {
                idom[at] = new;
                changed = true;
            }
        }
    }
    let mut parent = vec![DomTree::NONE; predecessors.nodes()];
    for (at, &node) in order.order().iter().enumerate().skip(1) {
        parent[node as usize] = order.order()[idom[at] as usize];
    }
    parent
}

fn meet(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        if a > b {
            a = idom[a as usize];
        } else {
            b = idom[b as usize];
        }
    }
    a
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
