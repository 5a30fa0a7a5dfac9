//! Backward slices: all instances that a set of instances transitively depends on.

pub(crate) mod detours;
pub(crate) mod graph;
pub(crate) mod growth;
pub(crate) mod instant_set;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::depend::Dependences;
use crate::depend::dependence::Dependence;
use crate::numbers::Time;
use crate::slice::detours::Detours;
use crate::slice::graph::Graph;

/// The dependences that a slice follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceKind {
    /// Flow only.
    Data,
    /// Flow and control.
    Dynamic,
    /// Flow, control and omissions.
    Relevant,
}

/// A backward slice: instances with their dependences and distance from the criterion.
#[derive(Clone)]
pub struct Slice {
    /// Per instance: its distance and its dependences.
    pub nodes: BTreeMap<Time, Node>,
    /// Number of times that executions of a decision were not considered as omissions because there were too many. If
    /// it is not 0, the slice may lack some omissions.
    pub left_out: u64,
}

/// An instance in a slice.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Fewest edges from the criterion.
    pub distance: u32,
    /// Its dependences.
    pub on: Vec<Dependence>,
}

impl Slice {
    /// The slice of the instances in `first` (the criterion's direct dependences). A relevant slice follows the
    /// omissions that `dependences` reports. An omission is dropped if its decision reaches the instance on another
    /// path.
    pub fn backward(dependences: Dependences<'_>, first: &[Dependence], kind: SliceKind) -> Self {
        Slice::nearest(dependences, first, kind, usize::MAX)
    }

    /// As [`Slice::backward`], limited to about the `most` instances nearest to the criterion.
    pub fn nearest(dependences: Dependences<'_>, first: &[Dependence], kind: SliceKind, most: usize) -> Self {
        Graph::backward(dependences, first, kind, |_, _| true, |progress| progress.done < most || !progress.following())
            .into_slice()
    }

    /// The relevant slice of about the `most` instances nearest to the criterion with every omission, including those
    /// whose decision reaches the instance on another path. Needed by analyses that cut that other path.
    pub fn with_detours(dependences: Dependences<'_>, first: &[Dependence], most: usize) -> Self {
        Graph::grow(dependences, first, SliceKind::Relevant, |_, _| true, |progress| progress.done < most)
            .0
            .into_slice()
    }

    /// Drops the omissions whose decision reaches the instance on another path.
    pub fn without_detours(self, first: &[Dependence]) -> Self {
        let mut graph = Graph::of(self);
        let first = Detours::remove(&mut graph, &Dependence::whole(first.to_vec()), |_| true);
        graph.measure(&first);
        graph.into_slice()
    }

    /// The instances on paths from `begin` to `end` along dependences, in ascending order, including the endpoints of
    /// such paths.
    pub fn between(&self, begin: &[Time], end: &[Time]) -> Vec<Time> {
        // Backwards from the end, recording the uses of each instance.
        let mut users: BTreeMap<Time, Vec<Time>> = BTreeMap::new();
        let mut seen: HashSet<Time> = end.iter().copied().collect();
        let mut todo: Vec<Time> = end.to_vec();
        while let Some(time) = todo.pop() {
            for cause in self.nodes.get(&time).map_or(&[][..], |n| &n.on) {
                users.entry(cause.on).or_default().push(time);
                if seen.insert(cause.on) {
                    todo.push(cause.on);
                }
            }
        }
        // Forwards from the beginning.
        let mut found: BTreeSet<Time> = begin.iter().filter(|t| seen.contains(t)).copied().collect();
        let mut todo: Vec<Time> = found.iter().copied().collect();
        while let Some(time) = todo.pop() {
            for &user in users.get(&time).into_iter().flatten() {
                if found.insert(user) {
                    todo.push(user);
                }
            }
        }
        found.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depend::dependence::DependenceKind;

    /// A slice with these edges, from effect to causes.
    fn slice(edges: &[(u32, &[u32])]) -> Slice {
        let node = |on: &[u32]| {
            let on = on.iter().map(|&on| Dependence::new(DependenceKind::Flow, Time(on))).collect();
            Node { distance: 0, on }
        };
        Slice { nodes: edges.iter().map(|&(time, on)| (Time(time), node(on))).collect(), left_out: 0 }
    }

    #[test]
    fn between_finds_the_instances_on_paths() {
        let slice = slice(&[(1, &[]), (2, &[1]), (3, &[1]), (4, &[2]), (5, &[2, 3]), (6, &[4, 5]), (7, &[])]);
        let times = |numbers: &[u32]| -> Vec<Time> { numbers.iter().copied().map(Time).collect() };
        let between = |begin: &[u32], end: &[u32]| -> Vec<u32> {
            slice.between(&times(begin), &times(end)).into_iter().map(|time| time.0).collect()
        };
        assert_eq!(between(&[1], &[6]), [1, 2, 3, 4, 5, 6]);
        assert_eq!(between(&[2], &[6]), [2, 4, 5, 6]);
        assert_eq!(between(&[3], &[5, 4]), [3, 5]);
        assert_eq!(between(&[4], &[5]), [0; 0]);
        assert_eq!(between(&[7], &[6]), [0; 0]);
        assert_eq!(between(&[6], &[6]), [6]);
    }
}
