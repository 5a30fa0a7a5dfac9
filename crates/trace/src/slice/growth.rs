//! The search for the instances of a backward slice, nearest to the criterion first.

use std::collections::{HashSet, VecDeque};

use crate::depend::Dependences;
use crate::depend::dependence::{Dependence, DependenceKind};
use crate::depend::memory_definition::{Definition, Part};
use crate::numbers::Time;
use crate::slice::SliceKind;
use crate::slice::detours::Detours;
use crate::slice::graph::{Found, Graph};
use crate::slice::instant_set::InstantSet;

/// Progress of the computation of a slice.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Number of processed instances.
    pub done: usize,
    /// Their total, if known: it is known in the second phase, which removes redundant omissions.
    pub of: Option<usize>,
}

impl Progress {
    /// Is this the first phase, which follows dependences?
    pub fn following(&self) -> bool {
        self.of.is_none()
    }
}

/// The work list.
#[derive(Default)]
struct Todo {
    waiting: VecDeque<Definition>,
    /// Instances queued so far as a whole.
    whole: InstantSet,
    /// Parts of instances queued so far.
    parts: HashSet<Definition>,
}

impl Todo {
    fn add(&mut self, definition: Definition) {
        let new = if definition.part == Part::Whole {
            self.whole.insert(definition.time)
        } else {
            self.parts.insert(definition)
        };
        if new {
            self.waiting.push_back(definition);
        }
    }
}

impl Graph {
    /// The slice of the instances in `first` (the criterion's direct dependences), grown while `more` returns true. It
    /// follows the omissions that `dependences` reports and `kept`, called with the use and the decision, accepts. An
    /// omission is dropped if its decision reaches the instance on another path.
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

    /// The slice with redundant omissions and without distances, and the dependences in `first` that it follows.
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
        first.iter().for_each(|d| todo.add(d.definition()));
        // Instances of which only parts were processed.
        let (mut partial, mut done) = (HashSet::new(), 0);
        while let Some(definition) = todo.waiting.pop_front().filter(|_| more(Progress { done, of: None })) {
            let time = definition.time;
            let new = known.insert(time);
            done += usize::from(new);
            let mut on = match (definition.part, new) {
                (Part::Whole, true) => dependences.of(time),
                (Part::Whole, false) if partial.remove(&time) => dependences.of(time),
                (_, true) => {
                    partial.insert(time);
                    dependences.of_definition(definition)
                }
                (_, false) if definition.part != Part::Whole && partial.contains(&time) => {
                    dependences.of_part(definition)
                }
                _ => continue,
            };
            on.retain(|d| follow(d) && (d.kind != DependenceKind::Omission || kept(time, d.on)));
            on.iter().for_each(|d| todo.add(d.definition()));
            found.add(time, on.into_iter());
        }
        drop(todo);
        (Graph::new(found, known, dependences.left_out), first)
    }
}
