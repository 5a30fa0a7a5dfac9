//! The part of a run that may hold the fault: instances between what is right and what is wrong.

use std::collections::BTreeMap;

use whydunit_trace::{Recording, Slice};

use crate::cut::Graph;

/// Instances on ways from the ones held right to the ones known wrong.
pub struct Domain {
    /// Per instance: what it depends on.
    causes: BTreeMap<u32, Vec<u32>>,
    /// Held right: nothing behind them is looked at.
    begins: Vec<u32>,
    /// Known wrong.
    ends: Vec<u32>,
}

impl Domain {
    /// Everything the failure at `end` depends on.
    pub fn new(slice: &Slice, end: u32, first: &[u32]) -> Self {
        let mut causes: BTreeMap<u32, Vec<u32>> =
            slice.nodes.iter().map(|(&t, n)| (t, n.on.iter().map(|d| d.on).collect())).collect();
        causes.insert(end, first.to_vec());
        Domain { causes, begins: Vec::new(), ends: vec![end] }
    }

    /// The instances strictly between begins and ends.
    pub fn interior(&self) -> Vec<u32> {
        let mut seen = std::collections::BTreeSet::new();
        let mut todo: Vec<u32> = self.ends.clone();
        while let Some(time) = todo.pop() {
            for &cause in self.causes.get(&time).into_iter().flatten() {
                if !self.begins.contains(&cause) && !self.ends.contains(&cause) && seen.insert(cause) {
                    todo.push(cause);
                }
            }
        }
        seen.into_iter().collect()
    }

    /// The known wrong ones.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// The smallest frontier, none when nothing is left to cut. `fixed` says what cannot be asked about.
    pub fn frontier(&self, recording: &Recording, fixed: impl Fn(&Recording, u32) -> bool) -> Option<Vec<u32>> {
        let interior = self.interior();
        if interior.is_empty() {
            return None;
        }
        let (begin, end) = (interior.len() as u32, interior.len() as u32 + 1);
        let number = |time: u32| interior.binary_search(&time).ok().map(|i| i as u32);
        let mut graph = Graph::new(interior.len() + 2);
        let mut join = |times: &[u32], to: u32| {
            let inner: Vec<u32> = times.iter().filter_map(|&c| number(c)).collect();
            if inner.len() < times.len() || times.is_empty() {
                graph.edge(begin, to);
            }
            inner.into_iter().for_each(|from| graph.edge(from, to));
        };
        for (node, time) in interior.iter().enumerate() {
            join(self.causes.get(time).map_or(&[][..], |c| c), node as u32);
        }
        for time in &self.ends {
            // A way from begin straight to an end cannot be cut; it does not matter, what is right
            // is right.
            let inner: Vec<u32> = self.causes.get(time).into_iter().flatten().filter_map(|&c| number(c)).collect();
            inner.into_iter().for_each(|from| graph.edge(from, end));
        }
        for (node, &time) in interior.iter().enumerate() {
            if fixed(recording, time) {
                graph.fix(node as u32);
            }
        }
        let cut = graph.minimum_cut(begin, end)?;
        Some(cut.into_iter().map(|n| interior[n as usize]).collect())
    }

    /// The members are right: only what comes after them matters.
    pub fn after(&mut self, members: &[u32]) {
        self.begins.extend(members);
    }

    /// The members are wrong: only what leads to them matters.
    pub fn before(&mut self, members: &[u32]) {
        self.ends = members.to_vec();
    }
}
