//! The removal of redundant omissions: those whose decision is a cause of the instance on another path.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::depend::dependence::{Dependence, DependenceKind};
use crate::numbers::Time;
use crate::slice::graph::Graph;
use crate::slice::growth::Progress;

/// Limit on the instances searched for the omissions of one instance.
const PER_INSTANCE: u32 = 20_000;
/// Limit for all instances of a slice together; beyond it omissions stay, since an extra edge does no harm.
const PER_SLICE: u64 = 20_000_000;

/// Instances between two progress reports.
const REPORT_INTERVAL: usize = 1 << 14;

/// A search backwards in time through the causes of an instance.
pub(crate) struct Detours {
    /// By number: the last round that reached the instance.
    reached: Vec<u32>,
    round: u32,
    left: u64,
    /// Causes reached but not yet expanded, latest first.
    todo: BinaryHeap<u32>,
}

impl Detours {
    /// Removes redundant omissions from a slice while `more` returns true. Returns the remaining dependences of the
    /// criterion, `first`.
    pub(crate) fn remove(
        graph: &mut Graph,
        first: &[Dependence],
        mut more: impl FnMut(Progress) -> bool,
    ) -> Vec<Dependence> {
        let is_omission = |d: &Dependence| d.kind == DependenceKind::Omission;
        if !graph.has_omissions() && !first.iter().any(is_omission) {
            return first.to_vec();
        }
        let mut detours = Detours { reached: vec![0; graph.len()], round: 0, left: PER_SLICE, todo: BinaryHeap::new() };
        let of = Some(graph.len());
        graph.thin(|graph, done, on| {
            if done.is_multiple_of(REPORT_INTERVAL) && !more(Progress { done, of }) {
                detours.left = 0;
            }
            if on.iter().any(is_omission) {
                detours.thin(graph, done, on);
            }
        });
        let mut first = first.to_vec();
        detours.thin(graph, graph.len(), &mut first);
        first
    }

    /// Marks an instance as reached. Was it new in this round?
    fn mark(&mut self, number: usize) -> bool {
        std::mem::replace(&mut self.reached[number], self.round) != self.round
    }

    /// Removes from the dependences of instance `of` the omissions whose decision is a cause of the other dependences.
    /// Causes are earlier, so the search ends at the time of the decision.
    fn thin(&mut self, graph: &Graph, of: usize, on: &mut Vec<Dependence>) {
        let mut omitted: Vec<Dependence> = on.iter().filter(|d| d.kind == DependenceKind::Omission).copied().collect();
        on.retain(|d| d.kind != DependenceKind::Omission);
        omitted.sort_unstable_by_key(|d| Reverse(d.on));
        self.round += 1;
        self.todo.clear();
        for cause in on.iter() {
            self.enqueue(graph, cause.on);
        }
        let mut budget = u64::from(PER_INSTANCE).min(self.left);
        for omission in omitted {
            self.look_back(graph, of, omission.on, &mut budget);
            // A decision outside of the slice cannot be among the causes.
            if graph.number(omission.on).is_none() || self.enqueue(graph, omission.on) {
                on.push(omission);
            }
        }
        on.sort_unstable();
    }

    /// Queues an instance. Was it new in this round?
    fn enqueue(&mut self, graph: &Graph, time: Time) -> bool {
        let Some(number) = graph.number(time) else { return false };
        let new = self.mark(number);
        if new {
            self.todo.push(number as u32);
        }
        new
    }

    /// Expands all queued instances after `time` that precede instance `of`.
    fn look_back(&mut self, graph: &Graph, of: usize, time: Time, budget: &mut u64) {
        while let Some(&latest) = self.todo.peek().filter(|&&n| graph.times()[n as usize] > time) {
            self.todo.pop();
            if *budget == 0 {
                continue;
            }
            (*budget, self.left) = (*budget - 1, self.left - 1);
            // The criterion may be later than all processed instances.
            if latest as usize >= of {
                continue;
            }
            for cause in graph.causes(latest as usize) {
                if let Some(number) = graph.number(cause.on).filter(|&number| self.mark(number)) {
                    self.todo.push(number as u32);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(kind: DependenceKind, on: u32) -> Dependence {
        Dependence::new(kind, Time(on))
    }

    #[test]
    fn redundant_omissions_are_removed() {
        use DependenceKind::{Flow, Omission};
        let mut graph = Graph::from_edges(
            [
                (10, vec![]),
                (20, vec![edge(Flow, 10)]),
                (30, vec![edge(Flow, 20), edge(Omission, 10)]),
                (40, vec![edge(Flow, 10), edge(Omission, 20), edge(Omission, 15)]),
            ]
            .map(|(time, on)| (Time(time), on)),
        );
        let first = [edge(Flow, 40), edge(Omission, 20), edge(Omission, 30)];
        let first = Detours::remove(&mut graph, &first, |_| true);
        let on = |time| graph.causes(graph.number(Time(time)).expect("an instance")).collect::<Vec<_>>();
        assert_eq!(on(30), [edge(Flow, 20)]);
        assert_eq!(on(40), [edge(Flow, 10), edge(Omission, 15), edge(Omission, 20)]);
        assert_eq!(first, [edge(Flow, 40), edge(Omission, 30)]);
    }
}
