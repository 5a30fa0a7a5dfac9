//! Plain directed graphs: adjacency in two flat arrays, depth-first orders.

/// A set of edges over nodes `0..n`, grouped by source. Parallel edges are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Edges {
    /// Groups `pairs` by source, keeping their order within a source.
    pub fn new(nodes: usize, pairs: &[(u32, u32)]) -> Edges {
        let mut starts = vec![0u32; nodes + 1];
        pairs.iter().for_each(|&(from, _)| starts[from as usize + 1] += 1);
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; pairs.len()];
        for &(from, to) in pairs {
            targets[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Edges { starts, targets }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The targets of `node`'s edges.
    pub fn of(&self, node: u32) -> &[u32] {
        &self.targets[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// All edges as pairs, by source.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.nodes() as u32).flat_map(|from| self.of(from).iter().map(move |&to| (from, to)))
    }

    /// The same edges reversed, grouped by their former target.
    pub fn reversed(&self) -> Edges {
        let turned: Vec<(u32, u32)> = self.pairs().map(|(from, to)| (to, from)).collect();
        Edges::new(self.nodes(), &turned)
    }

    /// Marks every node reachable from `roots`, including the roots, without entering a node for
    /// which `closed` holds.
    pub fn reachable(&self, roots: &[u32], mut closed: impl FnMut(u32) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.nodes()];
        let mut work: Vec<u32> = Vec::new();
        let mut enter = |node: u32, seen: &mut Vec<bool>, work: &mut Vec<u32>| {
            if !seen[node as usize] && !closed(node) {
                seen[node as usize] = true;
                work.push(node);
            }
        };
        roots.iter().for_each(|&root| enter(root, &mut seen, &mut work));
        while let Some(node) = work.pop() {
            self.of(node).iter().for_each(|&to| enter(to, &mut seen, &mut work));
        }
        seen
    }
}

/// The nodes reachable from a root, each before its successors except along back edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReversePostorder {
    order: Vec<u32>,
    position: Vec<u32>,
}

impl ReversePostorder {
    const ABSENT: u32 = u32::MAX;

    /// Orders the nodes of `edges` that `root` reaches. Visits successors last to first, so that
    /// they appear first to last in the order (source order for structured code).
    pub fn new(edges: &Edges, root: u32) -> ReversePostorder {
        let mut seen = vec![false; edges.nodes()];
        let mut order = Vec::new();
        let mut stack = vec![(root, edges.of(root).len())];
        seen[root as usize] = true;
        while let Some((node, left)) = stack.last_mut() {
            if *left == 0 {
                order.push(*node);
                stack.pop();
                continue;
            }
            *left -= 1;
            let to = edges.of(*node)[*left];
            if !std::mem::replace(&mut seen[to as usize], true) {
                stack.push((to, edges.of(to).len()));
            }
        }
        order.reverse();
        let mut position = vec![Self::ABSENT; edges.nodes()];
        order.iter().enumerate().for_each(|(at, &node)| position[node as usize] = at as u32);
        ReversePostorder { order, position }
    }

    /// The nodes in order, the root first.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The index of `node` in the order; none when it is unreachable.
    pub fn position(&self, node: u32) -> Option<u32> {
        Some(self.position[node as usize]).filter(|&at| at != Self::ABSENT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_keep_their_order_and_turn_round() {
        let edges = Edges::new(4, &[(2, 1), (0, 3), (0, 1), (2, 2)]);
        assert_eq!(edges.of(0), [3, 1]);
        assert_eq!(edges.of(1), []);
        assert_eq!(edges.of(2), [1, 2]);
        assert_eq!(edges.reversed().of(1), [0, 2]);
        assert_eq!(edges.reachable(&[0], |n| n == 3), [true, true, false, false]);
    }

    #[test]
    fn reverse_postorder_puts_a_join_after_both_sides() {
        let edges = Edges::new(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 0)]);
        let order = ReversePostorder::new(&edges, 0);
        assert_eq!(order.order(), [0, 1, 2, 3]);
        assert_eq!(order.position(4), None);
    }
}
