//! All paths of a subject, each once.

use whydunit_solver::{Answer, Solver};
use whydunit_terms::Model;

use super::ran::{Ran, Subject};
use super::{Bound, Bounds, Effort};

/// Runs every feasible path, depth first, and shows it to `visit`: also those that fail because a divisor
/// is zero, an address is outside of its object or a block of memory too short. Conditions that made a value
/// concrete are not negated: what depends on other values is not seen.
pub fn exhaust(
    subject: &mut dyn Subject,
    solver: &mut dyn Solver,
    bounds: &Bounds,
    mut visit: impl FnMut(&Ran),
) -> (Effort, Option<Bound>) {
    let mut effort = Effort::default();
    let mut limit = None;
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
        let choices: Vec<bool> = ran.path().map(|c| c.kind.is_turn()).collect();
        for at in settled..terms.len().min(bounds.conditions) {
            if !choices[at] {
                continue;
            }
            if effort.queries >= bounds.queries {
                return (effort, Some(Bound::Queries));
            }
            effort.queries += 1;
            let own = terms[at];
            terms[at] = ran.symbolic.store.not(own);
            match ran.ask(solver, &terms[..=at]) {
                Answer::Sat(values) => {
                    effort.sat += 1;
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
