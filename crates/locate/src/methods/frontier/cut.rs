//! Minimum vertex cuts: the fewest nodes through which every path from begin to end passes.
//!
//! The algorithm finds augmenting paths on the implicitly split graph (each node has an entrance and an exit, joined by
//! an edge of capacity one). Its time is linear in the graph per unit of the cut, and cuts here are small. The returned
//! cut is the one closest to the end.

pub(crate) mod flow;

use crate::methods::frontier::cut::flow::Flow;

/// Paths along which a balanced cut is searched.
const MAX_PATHS: usize = 4;

/// The number of a node of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

impl Node {
    /// The node with an index.
    pub fn at(index: usize) -> Self {
        Node(index as u32)
    }

    /// As an index into a table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A directed graph with numbered nodes; edges go from cause to effect.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    successors: Vec<Vec<Node>>,
    predecessors: Vec<Vec<Node>>,
    /// Nodes that may not be cut.
    fixed: Vec<bool>,
}

impl Graph {
    /// A graph of `nodes` nodes without edges.
    pub fn new(nodes: usize) -> Self {
        Graph { successors: vec![Vec::new(); nodes], predecessors: vec![Vec::new(); nodes], fixed: vec![false; nodes] }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.fixed.len()
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.len()).map(Node::at)
    }

    /// Has it no nodes?
    pub fn is_empty(&self) -> bool {
        self.fixed.is_empty()
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: Node, to: Node) {
        self.successors[from.index()].push(to);
        self.predecessors[to.index()].push(from);
    }

    /// Excludes a node from cuts.
    pub fn fix(&mut self, node: Node) {
        self.fixed[node.index()] = true;
    }

    /// The targets of a node's edges.
    pub fn successors(&self, node: Node) -> &[Node] {
        &self.successors[node.index()]
    }

    /// The sources of the edges to a node.
    pub fn predecessors(&self, node: Node) -> &[Node] {
        &self.predecessors[node.index()]
    }

    /// The smallest set of nodes whose removal leaves no path from `begin` to `end`, closest to `end`; `None` if some
    /// path has fixed nodes only. `begin` and `end` are never cut.
    pub fn minimum_cut(&self, begin: Node, end: Node) -> Option<Vec<Node>> {
        self.small_cut(begin, end, usize::MAX)
    }

    /// As [`Graph::minimum_cut`], but `None` for more than `most` nodes: each of them costs a pass over the graph.
    pub fn small_cut(&self, begin: Node, end: Node, most: usize) -> Option<Vec<Node>> {
        let mut cut = self.flow(begin, end, most)?.closest_to(end, begin);
        cut.sort_unstable();
        Some(cut)
    }

    /// One of the smallest cuts with about as many nodes before as behind it; `None` for more than `most` nodes.
    pub fn halving_cut(&self, begin: Node, end: Node, most: usize) -> Option<Vec<Node>> {
        let flow = self.flow(begin, end, most)?;
        let mut best = flow.parted(begin, end, None)?;
        for path in flow.paths(begin, end).into_iter().take(MAX_PATHS) {
            // The number of nodes before the cut grows along the path, so binary search applies.
            let (mut low, mut high) = (0, path.len());
            while low < high {
                let middle = (low + high) / 2;
                let parted = flow.parted(begin, end, Some(path[middle]));
                let short = parted.as_ref().is_some_and(|p| 2 * p.before < self.len());
                if let Some(parted) = parted.filter(|p| p.uneven(self.len()) < best.uneven(self.len())) {
                    best = parted;
                }
                (low, high) = if short { (middle + 1, high) } else { (low, middle) };
            }
        }
        Some(best.cut)
    }

    /// A maximum set of disjoint paths from `begin` to `end`; `None` if there are more than `most`.
    fn flow(&self, begin: Node, end: Node, most: usize) -> Option<Flow<'_>> {
        let mut flow = Flow::none(self);
        let mut size = 0;
        while flow.augment(begin, end) {
            size += 1;
            if size > most || flow.unbounded(begin, end) {
                return None;
            }
        }
        Some(flow)
    }

    /// Is there a path from `begin` to `end` that avoids all of `removed`?
    pub fn connected(&self, begin: Node, end: Node, removed: &[Node]) -> bool {
        let mut seen = vec![false; self.len()];
        removed.iter().for_each(|&n| seen[n.index()] = true);
        let mut queue = vec![begin];
        while let Some(node) = queue.pop() {
            if node == end {
                return true;
            }
            for &next in self.successors(node) {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    queue.push(next);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small reproducible random sequence.
    struct Random(fastrand::Rng);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0.u64(..n)
        }
    }

    fn brute_force(graph: &Graph, begin: Node, end: Node) -> Option<usize> {
        let inner: Vec<Node> = graph.nodes().filter(|&n| n != begin && n != end && !graph.fixed[n.index()]).collect();
        (0u32..1 << inner.len())
            .filter(|set| {
                let removed: Vec<Node> =
                    inner.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &n)| n).collect();
                !graph.connected(begin, end, &removed)
            })
            .map(|set| set.count_ones() as usize)
            .min()
    }

    #[test]
    fn agrees_with_brute_force_on_small_graphs() {
        let mut random = Random(fastrand::Rng::with_seed(7));
        for round in 0..3000 {
            let nodes = 3 + random.below(8) as usize;
            let mut graph = Graph::new(nodes);
            for _ in 0..random.below(nodes as u64 * 3) {
                // Acyclic, as dependence graphs are.
                let (a, b) = [(); 2].map(|()| random.below(nodes as u64) as usize).into();
                if a < b {
                    graph.edge(Node::at(a), Node::at(b));
                }
            }
            for node in 1..nodes - 1 {
                if random.below(6) == 0 {
                    graph.fix(Node::at(node));
                }
            }
            let (begin, end) = (Node::at(0), Node::at(nodes - 1));
            let expected = brute_force(&graph, begin, end);
            let cut = graph.minimum_cut(begin, end);
            if let Some(cut) = &cut {
                assert_eq!(graph.small_cut(begin, end, cut.len()).as_ref(), Some(cut));
                assert!(cut.is_empty() || graph.small_cut(begin, end, cut.len() - 1).is_none());
            }
            assert_eq!(cut.as_ref().map(Vec::len), expected, "round {round}: {graph:?}");
            if let Some(cut) = graph.halving_cut(begin, end, usize::MAX) {
                assert_eq!(Some(cut.len()), expected, "round {round}: {graph:?}");
                assert!(!graph.connected(begin, end, &cut) && cut.iter().all(|&n| !graph.fixed[n.index()]));
            }
            if let Some(cut) = cut {
                assert!(!graph.connected(begin, end, &cut) && cut.iter().all(|&n| !graph.fixed[n.index()]));
            }
        }
    }

    #[test]
    fn takes_the_cut_closest_to_the_end() {
        let mut graph = Graph::new(5);
        (0..4).for_each(|n| graph.edge(Node::at(n), Node::at(n + 1)));
        assert_eq!(graph.minimum_cut(Node(0), Node(4)), Some(vec![Node(3)]));
    }

    #[test]
    fn takes_the_cut_in_the_middle() {
        let mut graph = Graph::new(101);
        (0..100).for_each(|n| graph.edge(Node::at(n), Node::at(n + 1)));
        let cut = graph.halving_cut(Node(0), Node(100), 5).expect("a cut");
        assert!(matches!(cut[..], [n] if (48..53).contains(&n.0)), "{cut:?}");
    }
}
