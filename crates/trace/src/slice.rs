//! Backward slices: everything a set of instances depends on, directly or not.

use std::collections::BTreeMap;

use crate::depends::{Dependence, DependenceKind, Dependences};

/// Which dependences a slice follows.
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
pub struct Slice {
    /// Per instance: distance and what it depends on.
    pub nodes: BTreeMap<u32, Node>,
}

/// An instance in a slice.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Fewest edges from the criterion.
    pub distance: u32,
    /// What it depends on.
    pub on: Vec<Dependence>,
}

impl Slice {
    /// The slice of the instances that `first` lists (the criterion's direct dependences).
    /// A relevant slice follows omissions as far as `dependences` knows them.
    pub fn backward(mut dependences: Dependences<'_>, first: &[Dependence], kind: SliceKind) -> Self {
        let mut nodes: BTreeMap<u32, Node> = BTreeMap::new();
        let follow = |d: &&Dependence| match d.kind {
            DependenceKind::Flow => true,
            DependenceKind::Control => kind != SliceKind::Data,
            DependenceKind::Omission => kind == SliceKind::Relevant,
        };
        let mut level: Vec<u32> = first.iter().filter(follow).map(|d| d.on).collect();
        let mut distance = 1;
        while !level.is_empty() {
            let mut next = Vec::new();
            level.sort_unstable();
            level.dedup();
            for time in level {
                if nodes.contains_key(&time) {
                    continue;
                }
                let on: Vec<Dependence> = dependences.of(time).iter().filter(follow).copied().collect();
                next.extend(on.iter().map(|d| d.on).filter(|t| !nodes.contains_key(t)));
                nodes.insert(time, Node { distance, on });
            }
            level = next;
            distance += 1;
        }
        Slice { nodes }
    }
}
