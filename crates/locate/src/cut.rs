//! Minimum vertex cuts: the fewest nodes through which everything from begin to end must pass.
//!
//! Augmenting paths on the implicitly split graph (each node has an entrance and an exit, joined by
//! an edge of capacity one): linear in the graph per unit of the cut, and cuts here are small. The
//! cut returned is the one closest to the end.

use std::collections::VecDeque;

/// A directed graph with numbered nodes; edges go from cause to effect.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    successors: Vec<Vec<u32>>,
    predecessors: Vec<Vec<u32>>,
    /// Nodes that may not be cut.
    fixed: Vec<bool>,
}

impl Graph {
    /// A graph of `nodes` nodes without edges.
    pub fn new(nodes: usize) -> Self {
        Graph { successors: vec![Vec::new(); nodes], predecessors: vec![Vec::new(); nodes], fixed: vec![false; nodes] }
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.fixed.len()
    }

    /// Has it no nodes?
    pub fn is_empty(&self) -> bool {
        self.fixed.is_empty()
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: u32, to: u32) {
        self.successors[from as usize].push(to);
        self.predecessors[to as usize].push(from);
    }

    /// Says that a node may not be cut.
    pub fn fix(&mut self, node: u32) {
        self.fixed[node as usize] = true;
    }

    /// The nodes an edge leads to.
    pub fn successors(&self, node: u32) -> &[u32] {
        &self.successors[node as usize]
    }

    /// The nodes an edge comes from.
    pub fn predecessors(&self, node: u32) -> &[u32] {
        &self.predecessors[node as usize]
    }

    /// The smallest set of nodes whose removal leaves no way from `begin` to `end`, closest to `end`;
    /// none when some way consists of fixed nodes only. `begin` and `end` are never cut.
    pub fn minimum_cut(&self, begin: u32, end: u32) -> Option<Vec<u32>> {
        self.small_cut(begin, end, usize::MAX)
    }

    /// Likewise, but none when it has more than `most` nodes: each of them costs a walk through the graph.
    pub fn small_cut(&self, begin: u32, end: u32, most: usize) -> Option<Vec<u32>> {
        let mut flow = Flow { graph: self, used: vec![false; self.len()], carries: vec![Vec::new(); self.len()] };
        let mut size = 0;
        while flow.augment(begin, end) {
            size += 1;
            if size > most || flow.unbounded(begin, end) {
                return None;
            }
        }
        let mut cut = flow.closest_to(end, begin);
        cut.sort_unstable();
        Some(cut)
    }

    /// Is there a way from `begin` to `end` that avoids all of `removed`?
    pub fn connected(&self, begin: u32, end: u32, removed: &[u32]) -> bool {
        let mut seen = vec![false; self.len()];
        removed.iter().for_each(|&n| seen[n as usize] = true);
        let mut queue = vec![begin];
        while let Some(node) = queue.pop() {
            if node == end {
                return true;
            }
            for &next in self.successors(node) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    queue.push(next);
                }
            }
        }
        false
    }
}

/// The two halves of a split node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Half {
    Entrance,
    Exit,
}

type Place = (u32, Half);

/// Flow of unit paths through the graph.
struct Flow<'a> {
    graph: &'a Graph,
    /// Does a path go through this node?
    used: Vec<bool>,
    /// Per node: successors its flow goes to.
    carries: Vec<Vec<u32>>,
}

fn number((node, half): Place) -> usize {
    node as usize * 2 + usize::from(half == Half::Exit)
}

impl Flow<'_> {
    /// Where the residual graph leads from a place.
    fn residual(&self, (node, half): Place, visit: &mut dyn FnMut(Place)) {
        let graph = self.graph;
        match half {
            Half::Entrance => {
                if !self.used[node as usize] || graph.fixed[node as usize] {
                    visit((node, Half::Exit));
                }
                // Backwards along flow that enters here.
                for &p in graph.predecessors(node) {
                    if self.carries[p as usize].contains(&node) {
                        visit((p, Half::Exit));
                    }
                }
            }
            Half::Exit => {
                graph.successors(node).iter().for_each(|&s| visit((s, Half::Entrance)));
                if self.used[node as usize] {
                    visit((node, Half::Entrance));
                }
            }
        }
    }

    /// Finds one more path and sends a unit along it.
    fn augment(&mut self, begin: u32, end: u32) -> bool {
        const NONE: u32 = u32::MAX;
        let mut from = vec![NONE; self.graph.len() * 2];
        let start = (begin, Half::Exit);
        from[number(start)] = number(start) as u32;
        let mut queue = VecDeque::from([start]);
        while let Some(place) = queue.pop_front() {
            if place == (end, Half::Entrance) {
                self.apply(&from, begin, end);
                return true;
            }
            self.residual(place, &mut |next| {
                if from[number(next)] == NONE && next.0 != begin {
                    from[number(next)] = number(place) as u32;
                    queue.push_back(next);
                }
            });
        }
        false
    }

    fn apply(&mut self, from: &[u32], begin: u32, end: u32) {
        let mut at = number((end, Half::Entrance)) as u32;
        let start = number((begin, Half::Exit)) as u32;
        let mut path = vec![at];
        while at != start {
            at = from[at as usize];
            path.push(at);
        }
        path.reverse();
        for step in path.windows(2) {
            let ((a, a_exit), (b, b_exit)) = ((step[0] / 2, step[0] % 2 == 1), (step[1] / 2, step[1] % 2 == 1));
            match (a_exit, b_exit) {
                (false, true) if a == b => self.used[a as usize] = true,
                (true, false) if a == b => self.used[a as usize] = false,
                (true, false) => self.carries[a as usize].push(b),
                // Backwards along an edge: its flow is taken away.
                _ => {
                    let list = &mut self.carries[b as usize];
                    if let Some(i) = list.iter().position(|&n| n == a) {
                        list.swap_remove(i);
                    }
                }
            }
        }
        for (node, carried) in self.carries.iter().enumerate() {
            if self.graph.fixed[node] {
                self.used[node] = !carried.is_empty();
            }
        }
    }

    /// Is there a way of fixed nodes only? Then no cut exists.
    fn unbounded(&self, begin: u32, end: u32) -> bool {
        let mut seen = vec![false; self.graph.len()];
        let mut queue = vec![begin];
        while let Some(node) = queue.pop() {
            for &next in self.graph.successors(node) {
                if next == end {
                    return true;
                }
                if self.graph.fixed[next as usize] && !std::mem::replace(&mut seen[next as usize], true) {
                    queue.push(next);
                }
            }
        }
        false
    }

    /// The cut at the end's side: nodes whose exit can still reach `end` but whose entrance cannot.
    fn closest_to(&self, end: u32, begin: u32) -> Vec<u32> {
        // Backwards through the residual graph from the end's entrance.
        let mut reaches = vec![false; self.graph.len() * 2];
        reaches[number((end, Half::Entrance))] = true;
        let mut queue = VecDeque::from([(end, Half::Entrance)]);
        while let Some(place) = queue.pop_front() {
            self.residual_before(place, &mut |before| {
                if !std::mem::replace(&mut reaches[number(before)], true) {
                    queue.push_back(before);
                }
            });
        }
        let nodes = 0..self.graph.len() as u32;
        nodes
            .filter(|&n| n != begin && n != end)
            .filter(|&n| reaches[number((n, Half::Exit))] && !reaches[number((n, Half::Entrance))])
            .collect()
    }

    /// The places from which the residual graph leads to `place`.
    fn residual_before(&self, (node, half): Place, visit: &mut dyn FnMut(Place)) {
        let graph = self.graph;
        match half {
            Half::Entrance => {
                graph.predecessors(node).iter().for_each(|&p| visit((p, Half::Exit)));
                if self.used[node as usize] {
                    visit((node, Half::Exit));
                }
            }
            Half::Exit => {
                if !self.used[node as usize] || graph.fixed[node as usize] {
                    visit((node, Half::Entrance));
                }
                self.carries[node as usize].iter().for_each(|&s| visit((s, Half::Entrance)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small reproducible random sequence.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }
    }

    fn brute_force(graph: &Graph, begin: u32, end: u32) -> Option<usize> {
        let inner: Vec<u32> =
            (0..graph.len() as u32).filter(|&n| n != begin && n != end && !graph.fixed[n as usize]).collect();
        (0u32..1 << inner.len())
            .filter(|set| {
                let removed: Vec<u32> =
                    inner.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &n)| n).collect();
                !graph.connected(begin, end, &removed)
            })
            .map(|set| set.count_ones() as usize)
            .min()
    }

    #[test]
    fn agrees_with_brute_force_on_small_graphs() {
        let mut random = Random(7);
        for round in 0..3000 {
            let nodes = 3 + random.below(8) as u32;
            let mut graph = Graph::new(nodes as usize);
            for _ in 0..random.below(u64::from(nodes) * 3) {
                // Acyclic, as dependence graphs are.
                let (a, b) = (random.below(u64::from(nodes)) as u32, random.below(u64::from(nodes)) as u32);
                if a < b {
                    graph.edge(a, b);
                }
            }
            for node in 1..nodes - 1 {
                if random.below(6) == 0 {
                    graph.fix(node);
                }
            }
            let (begin, end) = (0, nodes - 1);
            let expected = brute_force(&graph, begin, end);
            let cut = graph.minimum_cut(begin, end);
            if let Some(cut) = &cut {
                assert_eq!(graph.small_cut(begin, end, cut.len()).as_ref(), Some(cut));
                assert!(cut.is_empty() || graph.small_cut(begin, end, cut.len() - 1).is_none());
            }
            assert_eq!(cut.as_ref().map(Vec::len), expected, "round {round}: {graph:?}");
            if let Some(cut) = cut {
                assert!(!graph.connected(begin, end, &cut) && cut.iter().all(|&n| !graph.fixed[n as usize]));
            }
        }
    }

    #[test]
    fn takes_the_cut_closest_to_the_end() {
        let mut graph = Graph::new(5);
        (0..4).for_each(|n| graph.edge(n, n + 1));
        assert_eq!(graph.minimum_cut(0, 4), Some(vec![3]));
    }
}
