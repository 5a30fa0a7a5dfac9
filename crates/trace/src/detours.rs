//! Omissions that are no news: the decision is among the causes of the instance anyway.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::dependence::{Dependence, DependenceKind};
use crate::slice::Node;

/// Instances looked at, at most, to find that the omissions of one instance are no news.
const OF_ONE: u32 = 20_000;
/// ... and for all instances of a slice together: from there on omissions stay. An edge too many does no harm.
const OF_ALL: u64 = 20_000_000;

/// The graph of a slice without omissions that are no news, as far as it was gone through: by time, so that the
/// causes of an instance are there before it.
pub(crate) struct Detours {
    /// By number: the time of an instance.
    times: Vec<u32>,
    /// By number: where its causes begin in `causes`.
    starts: Vec<u32>,
    causes: Vec<u32>,
    /// By number: the last round in which it was met.
    met: Vec<u32>,
    round: u32,
    left: u64,
    /// Causes of the instance in question that were met and not yet looked at, the latest first.
    todo: BinaryHeap<u32>,
}

impl Detours {
    /// Takes them out of a slice; what is left of `first`, the dependences of its criterion.
    pub(crate) fn remove(nodes: &mut BTreeMap<u32, Node>, first: &[Dependence]) -> Vec<Dependence> {
        let times: Vec<u32> = nodes.keys().copied().collect();
        let met = vec![0; times.len()];
        let (starts, causes, todo) = (vec![0], Vec::new(), BinaryHeap::new());
        let mut detours = Detours { times, starts, causes, met, round: 0, left: OF_ALL, todo };
        for node in nodes.values_mut() {
            if node.on.iter().any(|d| d.kind == DependenceKind::Omission) {
                node.on = detours.without(&node.on);
            }
            let known = node.on.iter().filter_map(|d| detours.number(d.on)).collect::<Vec<_>>();
            detours.causes.extend(known);
            detours.starts.push(detours.causes.len() as u32);
        }
        detours.without(first)
    }

    fn number(&self, time: u32) -> Option<u32> {
        self.times.binary_search(&time).ok().map(|n| n as u32)
    }

    /// Notes an instance; was it new in this round?
    fn meet(&mut self, number: u32) -> bool {
        std::mem::replace(&mut self.met[number as usize], self.round) != self.round
    }

    /// The dependences of one instance without the omissions whose decision is among the causes of the
    /// other ones. Causes come earlier, so those since the decision are all that must be looked at.
    fn without(&mut self, on: &[Dependence]) -> Vec<Dependence> {
        let (mut omitted, mut kept): (Vec<Dependence>, Vec<Dependence>) =
            on.iter().partition(|d| d.kind == DependenceKind::Omission);
        omitted.sort_unstable_by_key(|d| Reverse(d.on));
        self.round += 1;
        self.todo.clear();
        for cause in &kept {
            self.wait(cause.on);
        }
        let mut budget = u64::from(OF_ONE).min(self.left);
        for omission in omitted {
            self.look_back(omission.on, &mut budget);
            // One that is not in the slice cannot be among the causes.
            if self.number(omission.on).is_none() || self.wait(omission.on) {
                kept.push(omission);
            }
        }
        kept.sort_unstable();
        kept
    }

    /// Has an instance looked at later; was it met for the first time?
    fn wait(&mut self, time: u32) -> bool {
        let Some(number) = self.number(time) else { return false };
        let new = self.meet(number);
        if new {
            self.todo.push(number);
        }
        new
    }

    /// Looks at all that was met since `time`.
    fn look_back(&mut self, time: u32, budget: &mut u64) {
        while let Some(&latest) = self.todo.peek().filter(|&&n| self.times[n as usize] > time) {
            self.todo.pop();
            if *budget == 0 {
                continue;
            }
            (*budget, self.left) = (*budget - 1, self.left - 1);
            // The criterion may be later than all that was gone through.
            let Some(&end) = self.starts.get(latest as usize + 1) else { continue };
            for at in self.starts[latest as usize]..end {
                let cause = self.causes[at as usize];
                if self.meet(cause) {
                    self.todo.push(cause);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(kind: DependenceKind, on: u32) -> Dependence {
        Dependence::new(kind, on)
    }

    #[test]
    fn only_news_stay() {
        use DependenceKind::{Flow, Omission};
        let mut nodes: BTreeMap<u32, Node> = [
            (10, vec![]),
            (20, vec![edge(Flow, 10)]),
            (30, vec![edge(Flow, 20), edge(Omission, 10)]),
            (40, vec![edge(Flow, 10), edge(Omission, 20), edge(Omission, 15)]),
        ]
        .into_iter()
        .map(|(time, on)| (time, Node { distance: 0, on }))
        .collect();
        let first = Detours::remove(&mut nodes, &[edge(Flow, 40), edge(Omission, 20), edge(Omission, 30)]);
        assert_eq!(nodes[&30].on, [edge(Flow, 20)]);
        assert_eq!(nodes[&40].on, [edge(Flow, 10), edge(Omission, 15), edge(Omission, 20)]);
        assert_eq!(first, [edge(Flow, 40), edge(Omission, 30)]);
    }
}
