//! Backward slices from what instances depend on: the search that finds them, nearest to the criterion first.

use std::collections::{HashSet, VecDeque};

use crate::depend::Dependences;
use crate::depend::dependence::{Dependence, DependenceKind};
use crate::depend::memory_definition::{Definition, Part};
use crate::numbers::Time;
use crate::slice::SliceKind;
use crate::slice::detours::Detours;
use crate::slice::graph::{Found, Graph};
use crate::slice::instant_set::InstantSet;

/// How far the work on a slice is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Instances that were gone through.
    pub done: usize,
    /// Of how many, when that is known: dependences were followed, and omissions that are no news are looked for.
    pub of: Option<usize>,
}

impl Progress {
    /// Are dependences still followed?
    pub fn following(&self) -> bool {
        self.of.is_none()
    }
}

/// What is still to be looked at.
#[derive(Default)]
struct Todo {
    waiting: VecDeque<Definition>,
    /// Instances all of which wait, or waited.
    whole: InstantSet,
    /// Likewise, parts of copies.
    parts: HashSet<Definition>,
}

impl Todo {
    fn add(&mut self, giver: Definition) {
        let new = if giver.part == Part::Whole { self.whole.insert(giver.time) } else { self.parts.insert(giver) };
        if new {
            self.waiting.push_back(giver);
        }
    }
}

impl Graph {
    /// The slice of the instances that `first` lists (the criterion's direct dependences), for as long as `more` wants
    /// it. Omissions are followed as far as `dependences` knows them and `kept`, given the use and the decision, lets
    /// them pass; one of which the decision reaches the instance another way, too, is not listed.
    pub fn backward(
        dependences: Dependences<'_>,
        first: &[Dependence],
        kind: SliceKind,
        kept: impl Fn(Time, Time) -> bool,
        mut more: impl FnMut(Progress) -> bool,
    ) -> Self {
        let (mut graph, first) = Graph::grow(dependences, first, kind, kept, &mut more);
        let first = Detours::remove(&mut graph, &Dependence::whole(first), more);
        graph.measure(&first);
        graph
    }

    /// All that was met, not yet measured, and those of `first` that were followed.
    pub(crate) fn grow(
        mut dependences: Dependences<'_>,
        first: &[Dependence],
        kind: SliceKind,
        kept: impl Fn(Time, Time) -> bool,
        mut more: impl FnMut(Progress) -> bool,
    ) -> (Self, Vec<Dependence>) {
        let follow = |d: &Dependence| match d.kind {
            DependenceKind::Flow => true,
            DependenceKind::Control => kind != SliceKind::Data,
            DependenceKind::Omission => kind == SliceKind::Relevant,
        };
        let first: Vec<Dependence> = first.iter().copied().filter(follow).collect();
        let (mut found, mut known, mut todo) = (Found::default(), InstantSet::default(), Todo::default());
        first.iter().for_each(|d| todo.add(d.giver()));
        // Copies of which only parts were met.
        let (mut partial, mut done) = (HashSet::new(), 0);
        while let Some(giver) = todo.waiting.pop_front().filter(|_| more(Progress { done, of: None })) {
            let time = giver.time;
            let new = known.insert(time);
            done += usize::from(new);
            let mut on = match (giver.part, new) {
                (Part::Whole, true) => dependences.of(time),
                (Part::Whole, false) if partial.remove(&time) => dependences.of(time),
                (_, true) => {
                    partial.insert(time);
                    dependences.of_giver(giver)
                }
                (_, false) if giver.part != Part::Whole && partial.contains(&time) => dependences.of_part(giver),
                _ => continue,
            };
            on.retain(|d| follow(d) && (d.kind != DependenceKind::Omission || kept(time, d.on)));
            on.iter().for_each(|d| todo.add(d.giver()));
            found.add(time, on.into_iter());
        }
        drop(todo);
        (Graph::new(found, known, dependences.left_out), first)
    }
}
