//! Exhaustive exploration: all paths of a subject, each once.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Constraint, ConstraintKind, EXIT_STATUS, Site};
use whydunit_solver::{Answer, Solver};
use whydunit_terms::{Evaluator, Model, TermId};

use crate::symbolic::execution::{ExecutedPath, Subject};
use crate::symbolic::search::relaxed;
use crate::symbolic::{Bound, Bounds, Effort};

/// Runs every feasible path, depth first, and passes it to `visit`. Failing paths are included: a zero divisor, an
/// address outside of its object, a block of memory that is too short. Where a value was made concrete, a few other
/// values are tried per place, and those that make a later decision come out differently. If there are more,
/// [`Bound::Concrete`] is reported.
pub fn exhaust(
    subject: &mut dyn Subject,
    solver: &mut dyn Solver,
    bounds: &Bounds,
    mut visit: impl FnMut(&ExecutedPath),
) -> (Effort, Option<Bound>) {
    let mut paths = Paths {
        solver,
        bounds,
        effort: Effort::default(),
        limit: None,
        todo: vec![(Model::new(), 0)],
        tries: BTreeMap::new(),
        seen: BTreeSet::new(),
    };
    while let Some((values, settled)) = paths.todo.pop() {
        if paths.effort.paths >= bounds.paths {
            paths.limit = Some(Bound::Paths);
            break;
        }
        paths.effort.paths += 1;
        let Some(mut ran) = subject.run(&values) else {
            paths.limit = Some(Bound::Steps);
            continue;
        };
        if ran.stopped {
            paths.limit = Some(Bound::Steps);
        }
        // Where a value was made concrete, different queries may lead to the same path.
        let concrete = ran.path().any(is_pinned);
        if concrete && !paths.seen.insert(ran.signature()) {
            continue;
        }
        visit(&ran);
        if !paths.branch(&mut ran, settled) {
            paths.limit = Some(Bound::Queries);
            break;
        }
    }
    (paths.effort, paths.limit)
}

fn is_pinned(condition: &Constraint) -> bool {
    matches!(condition.kind, ConstraintKind::Pinned { .. })
}

struct Paths<'a> {
    solver: &'a mut dyn Solver,
    bounds: &'a Bounds,
    effort: Effort,
    limit: Option<Bound>,
    /// Values to run with, and the number of leading conditions of that path that are settled.
    todo: Vec<(Model, usize)>,
    /// Per place: other values tried where a value was made concrete, or to flip a later condition.
    tries: BTreeMap<Site, u32>,
    /// Signatures of the paths on which a value was made concrete.
    seen: BTreeSet<u128>,
}

impl Paths<'_> {
    /// Queues the paths that leave this one after its settled conditions. False if the budget of queries is used up.
    fn branch(&mut self, ran: &mut ExecutedPath, settled: usize) -> bool {
        let path: Vec<Constraint> = ran.path().copied().collect();
        let mut terms = ran.terms();
        if terms.len() > self.bounds.conditions {
            self.limit = Some(Bound::Conditions);
        }
        for at in settled..terms.len().min(self.bounds.conditions) {
            if self.effort.queries >= self.bounds.queries {
                return false;
            }
            let own = terms[at];
            terms[at] = ran.symbolic.store.not(own);
            match path[at] {
                // Another exit status does not make another path.
                Constraint { kind: ConstraintKind::Pinned { why: EXIT_STATUS, .. }, .. } => {}
                Constraint { kind: ConstraintKind::Pinned { value, .. }, .. } => {
                    self.replace(ran, &terms[..=at], value, path[at].at.site);
                }
                Constraint { kind, .. } if kind.is_turn() => match self.ask(ran, &terms[..=at]) {
                    Some(values) => self.todo.push((values, at + 1)),
                    None => self.turn(ran, &terms[..=at], &path[..=at]),
                },
                _ => {}
            }
            terms[at] = own;
        }
        true
    }

    fn ask(&mut self, ran: &ExecutedPath, conditions: &[TermId]) -> Option<Model> {
        self.effort.queries += 1;
        match ran.ask(self.solver, conditions) {
            Answer::Sat(values) => {
                self.effort.sat += 1;
                Some(values)
            }
            Answer::Unsat(_) => None,
            Answer::Unknown(_) => {
                self.limit = Some(Bound::Solver);
                None
            }
        }
    }

    /// Queues other values where one was made concrete. The last of the conditions excludes the value that was taken.
    fn replace(&mut self, ran: &mut ExecutedPath, conditions: &[TermId], value: TermId, site: Site) {
        let mut conditions = conditions.to_vec();
        let before = conditions.len();
        while let Some(values) = self.ask(ran, &conditions) {
            if !self.may_try(site) {
                return;
            }
            let taken = Evaluator::new(&ran.symbolic.store, &values).eval(value);
            let store = &mut ran.symbolic.store;
            let taken = store.constant(store.width(value), taken);
            conditions.push(store.ne(value, taken));
            self.todo.push((values, before));
        }
    }

    /// A condition that is determined on this path may still be flipped if other values were made concrete before it.
    fn turn(&mut self, ran: &ExecutedPath, conditions: &[TermId], path: &[Constraint]) {
        let Some((first, condition)) = path.iter().position(is_pinned).zip(path.last()) else { return };
        let Some(relaxed) = relaxed(ran, conditions) else { return };
        if let Some(values) = self.ask(ran, &relaxed)
            && self.may_try(condition.at.site)
        {
            self.todo.push((values, first));
        }
    }

    fn may_try(&mut self, site: Site) -> bool {
        let tries = self.tries.entry(site).or_default();
        if *tries >= self.bounds.tries {
            self.limit = Some(Bound::Concrete);
            return false;
        }
        *tries += 1;
        true
    }
}
