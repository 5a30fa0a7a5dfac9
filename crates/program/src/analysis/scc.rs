//! Strongly connected components.

use petgraph::algo::kosaraju_scc;

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
        let pairs: Vec<(u32, u32)> = edges.pairs().filter(|&(from, to)| included(from) && included(to)).collect();
        let graph = Edges::new(edges.nodes(), &pairs).to_petgraph();
        let mut component = vec![Sccs::NONE; edges.nodes()];
        let mut finished: Vec<(u32, u32)> = Vec::new();
        let mut count = 0;
        // Kosaraju's algorithm rather than Tarjan's: petgraph's Tarjan recurses on the length of paths.
        for members in kosaraju_scc(&graph) {
            let members = members.into_iter().map(|node| node.index() as u32).filter(|&node| included(node));
            let before = finished.len();
            finished.extend(members.map(|node| (count, node)));
            finished[before..].iter().for_each(|&(_, node)| component[node as usize] = count);
            count += u32::from(finished.len() > before);
        }
        Sccs { component, members: Edges::new(count as usize, &finished) }
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
