//! As many ways as there are from begin to end of a graph that share no node, and the cuts that they show.

use std::collections::VecDeque;

use crate::methods::frontier::cut::Graph;

/// The two halves of a split node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Half {
    Entrance,
    Exit,
}

type Place = (u32, Half);

/// Flow of unit paths through the graph.
pub(crate) struct Flow<'a> {
    graph: &'a Graph,
    /// Does a path go through this node?
    used: Vec<bool>,
    /// Per node: successors its flow goes to.
    carries: Vec<Vec<u32>>,
}

fn number((node, half): Place) -> usize {
    node as usize * 2 + usize::from(half == Half::Exit)
}

/// A smallest cut, and how many nodes are before it.
pub(crate) struct Parted {
    pub(crate) cut: Vec<u32>,
    pub(crate) before: usize,
}

impl Parted {
    /// How far from having half of so many nodes before it.
    pub(crate) fn uneven(&self, all: usize) -> usize {
        (2 * self.before).abs_diff(all)
    }
}

impl<'a> Flow<'a> {
    /// Nothing flows yet.
    pub(crate) fn none(graph: &'a Graph) -> Self {
        Flow { graph, used: vec![false; graph.len()], carries: vec![Vec::new(); graph.len()] }
    }

    /// The smallest cut that is closest to `begin` and has this node before it; none when there is no such.
    pub(crate) fn parted(&self, begin: u32, end: u32, node: Option<u32>) -> Option<Parted> {
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
        let nodes = (0..self.graph.len() as u32).filter(|&n| n != begin && n != end);
        let (before, cut): (Vec<u32>, Vec<u32>) = nodes
            .filter(|&n| reached[number((n, Half::Entrance))] || reached[number((n, Half::Exit))])
            .partition(|&n| reached[number((n, Half::Exit))]);
        Some(Parted { cut, before: before.len() })
    }

    /// The ways that the flow takes, without their ends.
    pub(crate) fn paths(&self, begin: u32, end: u32) -> Vec<Vec<u32>> {
        let path = |&first: &u32| {
            let next = |&node: &u32| self.carries[node as usize].first().copied();
            std::iter::successors(Some(first), next).take_while(|&n| n != end).collect()
        };
        self.carries[begin as usize].iter().map(path).collect()
    }

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
    pub(crate) fn augment(&mut self, begin: u32, end: u32) -> bool {
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
    pub(crate) fn unbounded(&self, begin: u32, end: u32) -> bool {
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
    pub(crate) fn closest_to(&self, end: u32, begin: u32) -> Vec<u32> {
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
