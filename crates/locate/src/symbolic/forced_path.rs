//! Forced paths: is there a run that takes given decisions in order?
//!
//! The machine never executes against its own values, so every path is real. Where the run decides differently, the
//! solver is asked for values that decide as required, and the run is repeated with them.

use whydunit_machine::{Constraint, ConstraintKind, Moment, Site};
use whydunit_solver::{Answer, Reason, Solver};
use whydunit_terms::Model;

use crate::symbolic::execution::{ExecutedPath, Subject};
use crate::symbolic::search::relaxed;

/// One decision on symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The branch, or the call of the libc function that decided.
    pub site: Site,
    /// Was the condition true?
    pub holds: bool,
}

/// The result of forcing a path.
#[derive(Clone, Debug)]
pub enum Forced {
    /// A run that takes all the decisions, with its values.
    Taken(Box<ExecutedPath>),
    /// No run that takes the decisions before `at` takes decision `at`.
    Infeasible {
        /// The first decision that cannot be taken.
        at: usize,
    },
    /// It is not known whether decision `at` can be taken.
    Unknown {
        /// The decision.
        at: usize,
        /// Why.
        doubt: Doubt,
    },
}

/// The reason why the feasibility of a decision is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The solver gave up.
    Solver(Reason),
    /// A value was made concrete before the decision. With another value the run may reach it on another path.
    Fixed {
        /// Where.
        place: Moment,
        /// The reason.
        why: &'static str,
    },
    /// An address was restricted to fewer objects than it could point to.
    Bounded {
        /// The access.
        place: Moment,
    },
    /// The run exceeded its budget before the decision.
    Stopped,
    /// The machine refuses an instruction, or the run leaves the path for no known reason.
    Astray,
}

impl ExecutedPath {
    /// The decisions of the path, with the index of each among its conditions.
    pub fn decisions(&self) -> impl Iterator<Item = (usize, Decision)> {
        let decides = |c: &Constraint| matches!(c.kind, ConstraintKind::Branch | ConstraintKind::Decision);
        let decision = |c: &Constraint| Decision { site: c.at.site, holds: c.holds };
        self.path().enumerate().filter(move |(_, c)| decides(c)).map(move |(i, c)| (i, decision(c)))
    }
}

/// Runs a subject along decisions.
pub fn force(subject: &mut dyn Subject, solver: &mut dyn Solver, wanted: &[Decision]) -> Forced {
    let mut values = Model::new();
    let mut sure = 0;
    let mut failed = None;
    loop {
        let Some(mut ran) = subject.run(&values) else { return Forced::Unknown { at: sure, doubt: Doubt::Astray } };
        let taken: Vec<(usize, Decision)> = ran.decisions().collect();
        let same = wanted.iter().zip(&taken).take_while(|(w, t)| **w == t.1).count();
        if same == wanted.len() {
            return Forced::Taken(Box::new(ran));
        }
        let refused = |doubt: Option<Doubt>| match doubt {
            Some(doubt) => Forced::Unknown { at: same, doubt },
            None => Forced::Infeasible { at: same },
        };
        // The values were computed to take more decisions than before. If they do not, a value was made concrete that
        // matters.
        if same < sure {
            return refused(Some(first_doubt(ran.path()).unwrap_or(Doubt::Astray)));
        }
        let next = taken.get(same);
        let index = match next.filter(|(_, d)| d.site == wanted[same].site) {
            Some(&(index, _)) => index,
            None if next.is_none() && ran.stopped => return refused(Some(Doubt::Stopped)),
            // The run failed on the way. Other values let it continue, and it gets further each time unless a value was
            // made concrete.
            None => match failed_guard(&ran).filter(|_| next.is_none()) {
                Some(guard) if failed < Some(guard) => {
                    failed = Some(guard);
                    guard
                }
                Some(_) => return refused(Some(first_doubt(ran.path()).unwrap_or(Doubt::Astray))),
                // The same decisions led to another place, or to the end of the run. Without concrete values, they
                // determine the path.
                None => return refused(first_doubt(ran.path())),
            },
        };
        match other_way(&mut ran, solver, index) {
            Ok(found) => values = found,
            Err(doubt) => return refused(doubt),
        }
        sure = same + usize::from(next.is_some());
    }
}

/// The index of the violated guard that ended the run.
fn failed_guard(ran: &ExecutedPath) -> Option<usize> {
    ran.path().position(|c| matches!(c.kind, ConstraintKind::Guard { failed: true }))
}

/// Values that flip the condition at an index: on the same path, or else on a path where values made concrete may
/// differ. If there are none: the doubt that remains, if any.
fn other_way(ran: &mut ExecutedPath, solver: &mut dyn Solver, index: usize) -> Result<Model, Option<Doubt>> {
    let mut conditions = ran.terms();
    conditions.truncate(index + 1);
    conditions[index] = ran.symbolic.store.not(conditions[index]);
    let relaxed = relaxed(ran, &conditions);
    for conditions in std::iter::once(conditions).chain(relaxed) {
        match ran.ask(solver, &conditions) {
            Answer::Sat(values) => return Ok(values),
            Answer::Unknown(reason) => return Err(Some(Doubt::Solver(reason))),
            Answer::Unsat(_) => {}
        }
    }
    // A value made concrete cuts its terms off, so the conditions do not cover the effect of other values.
    Err(first_doubt(ran.path().take(index)))
}

/// The first condition that restricts the path more than the program does.
fn first_doubt<'a>(mut conditions: impl Iterator<Item = &'a Constraint>) -> Option<Doubt> {
    conditions.find_map(|c| match c.kind {
        ConstraintKind::Pinned { why, .. } => Some(Doubt::Fixed { place: c.at, why }),
        ConstraintKind::Address | ConstraintKind::Domain => Some(Doubt::Bounded { place: c.at }),
        _ => None,
    })
}
