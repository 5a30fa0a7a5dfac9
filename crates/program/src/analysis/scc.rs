//! Strongly connected components (Tarjan, without recursion).

use super::Edges;

/// The strongly connected components of a graph, in reverse topological order: a component comes
/// before all components that lead to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sccs {
    component: Vec<u32>,
    members: Edges,
}

impl Sccs {
    /// The component number of excluded nodes.
    pub const NONE: u32 = u32::MAX;

    /// Decomposes the part of the graph on which `included` holds.
    pub fn new(edges: &Edges, included: impl Fn(u32) -> bool) -> Sccs {
        Sccs::explore(edges.nodes(), |node| edges.of(node), included)
    }

    /// Decomposes a graph given by its successor function.
    pub fn explore<'a>(nodes: usize, successors: impl Fn(u32) -> &'a [u32], included: impl Fn(u32) -> bool) -> Sccs {
        let mut search = Search::new(nodes);
        for root in 0..nodes as u32 {
            if included(root) && search.index[root as usize] == Search::UNSEEN {
                search.from(root, &successors, &included);
            }
        }
        let members = Edges::new(search.count as usize, &search.finished);
        Sccs { component: search.component, members }
    }

    /// Number of components.
    pub fn count(&self) -> u32 {
        self.members.nodes() as u32
    }

    /// The component of `node`, or [`Sccs::NONE`].
    pub fn of(&self, node: u32) -> u32 {
        self.component[node as usize]
    }

    /// The nodes of a component.
    pub fn members(&self, component: u32) -> &[u32] {
        self.members.of(component)
    }
}

struct Search {
    index: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    open: Vec<u32>,
    finished: Vec<(u32, u32)>,
    next: u32,
    count: u32,
}

impl Search {
    const UNSEEN: u32 = u32::MAX;

    fn new(nodes: usize) -> Search {
        Search {
            index: vec![Self::UNSEEN; nodes],
            low: vec![0; nodes],
            component: vec![Sccs::NONE; nodes],
            open: Vec::new(),
            finished: Vec::new(),
            next: 0,
            count: 0,
        }
    }

    fn open(&mut self, node: u32) {
        self.index[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.open.push(node);
    }

    fn from<'a>(&mut self, root: u32, successors: &impl Fn(u32) -> &'a [u32], included: &impl Fn(u32) -> bool) {
        let mut stack = vec![(root, 0)];
        self.open(root);
        while let Some((node, at)) = stack.last_mut() {
            let node = *node;
            let Some(&to) = successors(node).get(*at) else {
                stack.pop();
                self.close(node);
                if let Some(&(parent, _)) = stack.last() {
                    self.low[parent as usize] = self.low[parent as usize].min(self.low[node as usize]);
                }
                continue;
            };
            *at += 1;
            if !included(to) {
                continue;
            }
            if self.index[to as usize] == Self::UNSEEN {
                self.open(to);
                stack.push((to, 0));
            } else if self.component[to as usize] == Sccs::NONE {
                self.low[node as usize] = self.low[node as usize].min(self.index[to as usize]);
            }
        }
    }

    /// Ends the visit of `node`; when it is the root of a component, pops the component.
    fn close(&mut self, node: u32) {
        if self.low[node as usize] != self.index[node as usize] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.component[member as usize] = self.count;
            self.finished.push((self.count, member));
            if member == node {
                break;
            }
        }
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_callees_first() {
        let edges = Edges::new(6, &[(0, 1), (1, 2), (2, 1), (2, 3), (3, 3), (4, 0)]);
        let sccs = Sccs::new(&edges, |n| n != 5);
        assert_eq!(sccs.count(), 4);
        assert_eq!(sccs.of(1), sccs.of(2));
        assert!(sccs.of(3) < sccs.of(1) && sccs.of(1) < sccs.of(0) && sccs.of(0) < sccs.of(4));
        assert_eq!(sccs.of(5), Sccs::NONE);
        let mut both = sccs.members(sccs.of(1)).to_vec();
        both.sort_unstable();
        assert_eq!(both, [1, 2]);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let pairs: Vec<_> = (0..300_000).map(|n| (n, n + 1)).collect();
        assert_eq!(Sccs::new(&Edges::new(300_001, &pairs), |_| true).count(), 300_001);
    }
}
