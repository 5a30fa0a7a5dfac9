//! Maximum flow: a maximum set of disjoint paths from begin to end of a graph, and the cuts that follow from it.

use std::collections::VecDeque;

use crate::methods::frontier::cut::{Graph, Node};

/// The two halves of a split node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Half {
    Entrance,
    Exit,
}

type Place = (Node, Half);

/// Flow of unit paths through the graph.
pub(crate) struct Flow<'a> {
    graph: &'a Graph,
    /// Does a path go through this node?
    used: Vec<bool>,
    /// By node: the successors that its flow goes to.
    carries: Vec<Vec<Node>>,
}

fn number((node, half): Place) -> usize {
    node.index() * 2 + usize::from(half == Half::Exit)
}

/// A smallest cut, and the number of nodes before it.
pub(crate) struct Parted {
    pub(crate) cut: Vec<Node>,
    pub(crate) before: usize,
}

impl Parted {
    /// The deviation from a cut with half of `all` nodes before it.
    pub(crate) fn uneven(&self, all: usize) -> usize {
        (2 * self.before).abs_diff(all)
    }
}

impl<'a> Flow<'a> {
    /// The empty flow.
    pub(crate) fn none(graph: &'a Graph) -> Self {
        Flow { graph, used: vec![false; graph.len()], carries: vec![Vec::new(); graph.len()] }
    }

    /// The smallest cut that is closest to `begin` and has `node` before it, if there is one.
    pub(crate) fn parted(&self, begin: Node, end: Node, node: Option<Node>) -> Option<Parted> {
        let mut reached = vec![false; self.graph.len() * 2];
        let mut queue: Vec<Place> = [Some(begin), node].into_iter().flatten().map(|n| (n, Half::Exit)).collect();
        queue.iter().for_each(|&place| reached[number(place)] = true);
        while let Some(place) = queue.pop() {
            if place == (end, Half::Entrance) {
                return None;
            }
            self.residual(place, &mut |next| {
                if !std::mem::replace(&mut reached[number(next)], true) {
                    queue.push(next);
                }
            });
        }
        let nodes = self.graph.nodes().filter(|&n| n != begin && n != end);
        let (before, cut): (Vec<Node>, Vec<Node>) = nodes
            .filter(|&n| reached[number((n, Half::Entrance))] || reached[number((n, Half::Exit))])
            .partition(|&n| reached[number((n, Half::Exit))]);
        Some(Parted { cut, before: before.len() })
    }

    /// The paths of the flow, without their ends.
    pub(crate) fn paths(&self, begin: Node, end: Node) -> Vec<Vec<Node>> {
        let path = |&first: &Node| {
            let next = |&node: &Node| self.carries[node.index()].first().copied();
            std::iter::successors(Some(first), next).take_while(|&n| n != end).collect()
        };
        self.carries[begin.index()].iter().map(path).collect()
    }

    /// Visits the successors of a place in the residual graph.
    fn residual(&self, (node, half): Place, visit: &mut dyn FnMut(Place)) {
        let graph = self.graph;
        match half {
            Half::Entrance => {
                if !self.used[node.index()] || graph.fixed[node.index()] {
                    visit((node, Half::Exit));
                }
                // Backwards along flow that enters here.
                for &p in graph.predecessors(node) {
                    if self.carries[p.index()].contains(&node) {
                        visit((p, Half::Exit));
                    }
                }
            }
            Half::Exit => {
                graph.successors(node).iter().for_each(|&s| visit((s, Half::Entrance)));
                if self.used[node.index()] {
                    visit((node, Half::Entrance));
                }
            }
        }
    }

    /// Finds an augmenting path and adds it to the flow.
    pub(crate) fn augment(&mut self, begin: Node, end: Node) -> bool {
        let mut from: Vec<Option<Place>> = vec![None; self.graph.len() * 2];
        let start = (begin, Half::Exit);
        from[number(start)] = Some(start);
        let mut queue = VecDeque::from([start]);
        while let Some(place) = queue.pop_front() {
            if place == (end, Half::Entrance) {
                self.apply(&from, begin, end);
                return true;
            }
            self.residual(place, &mut |next| {
                if from[number(next)].is_none() && next.0 != begin {
                    from[number(next)] = Some(place);
                    queue.push_back(next);
                }
            });
        }
        false
    }

    /// Adds the path to the flow. `from` maps every place of the path to the one before it, and the first to itself.
    fn apply(&mut self, from: &[Option<Place>], begin: Node, end: Node) {
        let first = (begin, Half::Exit);
        let before = |&at: &Place| from[number(at)].filter(|_| at != first);
        let mut path: Vec<Place> = std::iter::successors(Some((end, Half::Entrance)), before).collect();
        path.reverse();
        for step in path.windows(2) {
            let ((a, left), (b, reached)) = (step[0], step[1]);
            match (left, reached) {
                (Half::Entrance, Half::Exit) if a == b => self.used[a.index()] = true,
                (Half::Exit, Half::Entrance) if a == b => self.used[a.index()] = false,
                (Half::Exit, Half::Entrance) => self.carries[a.index()].push(b),
                // Backwards along an edge: its flow is removed.
                _ => {
                    let list = &mut self.carries[b.index()];
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

    /// Is there a path of fixed nodes only? Then no cut exists.
    pub(crate) fn unbounded(&self, begin: Node, end: Node) -> bool {
        let mut seen = vec![false; self.graph.len()];
        let mut queue = vec![begin];
        while let Some(node) = queue.pop() {
            for &next in self.graph.successors(node) {
                if next == end {
                    return true;
                }
                if self.graph.fixed[next.index()] && !std::mem::replace(&mut seen[next.index()], true) {
                    queue.push(next);
                }
            }
        }
        false
    }

    /// The cut at the end's side: nodes whose exit can still reach `end` but whose entrance cannot.
    pub(crate) fn closest_to(&self, end: Node, begin: Node) -> Vec<Node> {
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
        let nodes = self.graph.nodes();
        nodes
            .filter(|&n| n != begin && n != end)
            .filter(|&n| reaches[number((n, Half::Exit))] && !reaches[number((n, Half::Entrance))])
            .collect()
    }

    /// Visits the predecessors of a place in the residual graph.
    fn residual_before(&self, (node, half): Place, visit: &mut dyn FnMut(Place)) {
        let graph = self.graph;
        match half {
            Half::Entrance => {
                graph.predecessors(node).iter().for_each(|&p| visit((p, Half::Exit)));
                if self.used[node.index()] {
                    visit((node, Half::Exit));
                }
            }
            Half::Exit => {
                if !self.used[node.index()] || graph.fixed[node.index()] {
                    visit((node, Half::Entrance));
                }
                self.carries[node.index()].iter().for_each(|&s| visit((s, Half::Entrance)));
            }
        }
    }
}
