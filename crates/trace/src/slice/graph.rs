//! A compact graph of a backward slice, because slices of long runs have millions of instances.

use crate::depend::dependence::{Dependence, DependenceKind};
use crate::numbers::Time;
use crate::slice::instant_set::InstantSet;
use crate::slice::{Node, Slice};

/// Instances with their dependences and distance from the criterion.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The instances, for lookup by time.
    pub(crate) known: InstantSet,
    /// By number: the time, ascending.
    times: Vec<Time>,
    /// By number: fewest edges from the criterion.
    distances: Vec<u32>,
    /// By number: the index of its first dependence, with the total as the last entry.
    starts: Vec<u32>,
    /// Dependences: cause and kind.
    causes: Vec<Time>,
    kinds: Vec<DependenceKind>,
    /// Number of times that executions of a decision were not considered as omissions because there were too many.
    pub left_out: u64,
}

/// Instances in order of discovery. An instance reached by parts has several entries.
#[derive(Default)]
pub(crate) struct Found {
    times: Vec<Time>,
    starts: Vec<u32>,
    causes: Vec<Time>,
    kinds: Vec<DependenceKind>,
}

impl Found {
    pub(crate) fn add(&mut self, time: Time, on: impl Iterator<Item = Dependence>) {
        self.times.push(time);
        self.starts.push(self.causes.len() as u32);
        for dependence in on {
            self.causes.push(dependence.on);
            self.kinds.push(dependence.kind);
        }
    }

    /// The indices of an entry's dependences.
    fn range(&self, entry: u32) -> std::ops::Range<usize> {
        let end = self.starts.get(entry as usize + 1).map_or(self.causes.len(), |&end| end as usize);
        self.starts[entry as usize] as usize..end
    }
}

impl Graph {
    /// Sorts discovered instances by time and removes duplicates among their dependences.
    pub(crate) fn new(found: Found, mut known: InstantSet, left_out: u64) -> Self {
        let times = known.count();
        let mut order: Vec<u32> = (0..found.times.len() as u32).collect();
        order.sort_unstable_by_key(|&entry| found.times[entry as usize]);
        let (mut starts, distances) = (Vec::with_capacity(times.len() + 1), vec![0; times.len()]);
        let (mut causes, mut kinds) = (Vec::with_capacity(found.causes.len()), Vec::with_capacity(found.causes.len()));
        let mut all: Vec<(DependenceKind, Time)> = Vec::new();
        for entries in order.chunk_by(|&a, &b| found.times[a as usize] == found.times[b as usize]) {
            all.clear();
            let edges = entries.iter().flat_map(|&entry| found.range(entry));
            all.extend(edges.map(|at| (found.kinds[at], found.causes[at])));
            all.sort_unstable();
            all.dedup();
            starts.push(causes.len() as u32);
            causes.extend(all.iter().map(|edge| edge.1));
            kinds.extend(all.iter().map(|edge| edge.0));
        }
        starts.push(causes.len() as u32);
        Graph { known, times, distances, starts, causes, kinds, left_out }
    }

    /// A graph with these instances and dependences.
    pub(crate) fn from_edges(edges: impl IntoIterator<Item = (Time, Vec<Dependence>)>) -> Self {
        let (mut found, mut known) = (Found::default(), InstantSet::default());
        for (time, on) in edges {
            known.insert(time);
            found.add(time, on.into_iter());
        }
        Graph::new(found, known, 0)
    }

    /// The graph of a slice.
    pub(crate) fn of(slice: Slice) -> Self {
        let left_out = slice.left_out;
        Graph { left_out, ..Graph::from_edges(slice.nodes.into_iter().map(|(time, node)| (time, node.on))) }
    }

    /// Number of instances.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> usize {
        let words = self.times.len() + self.distances.len() + self.starts.len() + self.causes.len();
        self.known.bytes() + 4 * words + self.kinds.len()
    }

    /// Is the graph empty?
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The times of the instances, ascending.
    pub fn times(&self) -> &[Time] {
        &self.times
    }

    /// The number of the instance at `time`; instances are numbered in order of time.
    pub fn number(&self, time: Time) -> Option<usize> {
        self.known.rank(time)
    }

    /// Fewest dependences between the criterion and an instance.
    pub fn distance(&self, number: usize) -> u32 {
        self.distances[number]
    }

    /// The dependences of an instance.
    pub fn causes(&self, number: usize) -> impl Iterator<Item = Dependence> + '_ {
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        range.map(|at| Dependence::new(self.kinds[at], self.causes[at]))
    }

    /// Filters the dependences of every instance with `keep`, in order of time. `keep` sees the graph with the
    /// dependences of earlier instances already filtered.
    pub(crate) fn thin(&mut self, mut keep: impl FnMut(&Graph, usize, &mut Vec<Dependence>)) {
        let (mut end, mut on) = (0, Vec::new());
        for number in 0..self.len() {
            on.clear();
            on.extend(self.causes(number));
            self.starts[number] = end as u32;
            keep(self, number, &mut on);
            for dependence in &on {
                (self.causes[end], self.kinds[end]) = (dependence.on, dependence.kind);
                end += 1;
            }
        }
        if let Some(last) = self.starts.last_mut() {
            *last = end as u32;
        }
        self.causes.truncate(end);
        self.kinds.truncate(end);
    }

    /// Does any instance have an omission?
    pub(crate) fn has_omissions(&self) -> bool {
        self.kinds.contains(&DependenceKind::Omission)
    }

    /// Computes the distances from the criterion, whose dependences are `first`, by breadth-first search.
    pub(crate) fn measure(&mut self, first: &[Dependence]) {
        let mut level: Vec<u32> = first.iter().filter_map(|d| self.number(d.on)).map(|n| n as u32).collect();
        let mut distance = 1;
        while !level.is_empty() {
            let mut next = Vec::new();
            for number in level {
                if self.distances[number as usize] == 0 {
                    self.distances[number as usize] = distance;
                    let open = |time: Time| self.number(time).filter(|&n| self.distances[n] == 0);
                    let causes = self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize;
                    next.extend(self.causes[causes].iter().filter_map(|&on| open(on)).map(|n| n as u32));
                }
            }
            level = next;
            distance += 1;
        }
    }

    /// The same slice as a map.
    pub(crate) fn into_slice(self) -> Slice {
        let node = |number: usize| Node { distance: self.distance(number), on: self.causes(number).collect() };
        let nodes = (0..self.len()).map(|number| (self.times[number], node(number))).collect();
        Slice { nodes, left_out: self.left_out }
    }
}
