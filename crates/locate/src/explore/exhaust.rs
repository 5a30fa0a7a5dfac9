//! All paths of a subject, each once.

use std::collections::BTreeMap;

use whydunit_machine::{Constraint, ConstraintKind, Site};
use whydunit_solver::{Answer, Solver};
use whydunit_terms::Model;

use super::ran::{Ran, Subject};
use super::{Bound, Bounds, Effort};

/// Runs every feasible path, depth first, and shows it to `visit`: also those that fail because a divisor
/// is zero, an address is outside of its object or a block of memory too short. Of a value that was made concrete
/// a few others are taken at each place; when there are more, that is the bound that was hit.
pub fn exhaust(
    subject: &mut dyn Subject,
    solver: &mut dyn Solver,
    bounds: &Bounds,
    mut visit: impl FnMut(&Ran),
) -> (Effort, Option<Bound>) {
    let mut effort = Effort::default();
    let mut limit = None;
    let mut tries: BTreeMap<Site, u32> = BTreeMap::new();
    // Values to run with, and how many conditions of that path are settled.
    let mut todo: Vec<(Model, usize)> = vec![(Model::new(), 0)];
    while let Some((values, settled)) = todo.pop() {
        if effort.paths >= bounds.paths {
            return (effort, Some(Bound::Paths));
        }
        effort.paths += 1;
        let Some(mut ran) = subject.run(&values) else {
            limit = Some(Bound::Steps);
            continue;
        };
        if ran.stopped {
            limit = Some(Bound::Steps);
        }
        visit(&ran);
        let mut terms = ran.terms();
        let path: Vec<Constraint> = ran.path().copied().collect();
        if path.len() > bounds.conditions {
            limit = Some(Bound::Conditions);
        }
        for at in settled..terms.len().min(bounds.conditions) {
            let tried = match path[at].kind {
                ConstraintKind::Pinned { .. } => Some(tries.entry(path[at].at.site).or_default()),
                kind if kind.is_turn() => None,
                _ => continue,
            };
            if effort.queries >= bounds.queries {
                return (effort, Some(Bound::Queries));
            }
            effort.queries += 1;
            let own = terms[at];
            terms[at] = ran.symbolic.store.not(own);
            match ran.ask(solver, &terms[..=at]) {
                Answer::Sat(_) if tried.as_ref().is_some_and(|t| **t >= bounds.tries) => limit = Some(Bound::Concrete),
                Answer::Sat(values) => {
                    effort.sat += 1;
                    tried.into_iter().for_each(|t| *t += 1);
                    todo.push((values, at + 1));
                }
                Answer::Unsat(_) => {}
                Answer::Unknown(_) => limit = Some(Bound::Solver),
            }
            terms[at] = own;
        }
    }
    (effort, limit)
}
