//! Forced paths: is there a run that takes given decisions, one after the other?
//!
//! The machine is never driven against its own values, so that everything it shows is real. Where the
//! run decides otherwise than wanted, the solver is asked for values that decide as wanted, and the run
//! is made again with them.

use whydunit_machine::{Constraint, ConstraintKind, Moment, Site};
use whydunit_solver::{Answer, Reason, Solver};
use whydunit_terms::Model;

use crate::symbolic::execution::{Ran, Subject};
use crate::symbolic::search::relaxed;

/// One decision on symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The branch, or the call of the libc function that decided.
    pub site: Site,
    /// Did what was asked hold?
    pub holds: bool,
}

/// What became of a forced path.
#[derive(Clone, Debug)]
pub enum Forced {
    /// A run takes all the decisions; its values are in it.
    Taken(Box<Ran>),
    /// No run that takes the decisions before `at` takes that one.
    Infeasible {
        /// The first decision that cannot be taken.
        at: usize,
    },
    /// Nobody knows whether decision `at` can be taken.
    Unknown {
        /// The decision.
        at: usize,
        /// Why.
        doubt: Doubt,
    },
}

/// Why nobody knows whether a decision can be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The solver does not know.
    Solver(Reason),
    /// A value was made concrete before the decision: with another the run may come to it by another way.
    Fixed {
        /// Where.
        place: Moment,
        /// What needed the value.
        why: &'static str,
    },
    /// An address was bounded to fewer objects than it could point to.
    Bounded {
        /// Where it was used.
        place: Moment,
    },
    /// The run took too long to come to the decision.
    Stopped,
    /// The run cannot go on, or leaves the path although nothing says why.
    Astray,
}

impl Ran {
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
        // The values were to decide more than before: if they do not, something was made concrete that matters.
        if same < sure {
            return refused(Some(vague(ran.path()).unwrap_or(Doubt::Astray)));
        }
        let next = taken.get(same);
        let index = match next.filter(|(_, d)| d.site == wanted[same].site) {
            Some(&(index, _)) => index,
            None if next.is_none() && ran.stopped => return refused(Some(Doubt::Stopped)),
            // The run failed on the way: with other values it goes on, and comes further each time unless something
            // was made concrete.
            None => match failed_guard(&ran).filter(|_| next.is_none()) {
                Some(guard) if failed < Some(guard) => {
                    failed = Some(guard);
                    guard
                }
                Some(_) => return refused(Some(vague(ran.path()).unwrap_or(Doubt::Astray))),
                // Another place, or the end of the run, was reached by the same decisions: with them alone nothing
                // else can happen, unless something was made concrete.
                None => return refused(vague(ran.path())),
            },
        };
        match other_way(&mut ran, solver, index) {
            Ok(found) => values = found,
            Err(doubt) => return refused(doubt),
        }
        sure = same + usize::from(next.is_some());
    }
}

/// What the run needed and did not have, so that it ended, by index among its conditions.
fn failed_guard(ran: &Ran) -> Option<usize> {
    ran.path().position(|c| matches!(c.kind, ConstraintKind::Guard { failed: true }))
}

/// Values with which the condition at an index comes out the other way: by the same path, or else by one on which
/// what was made concrete has other values. If there are none, why there may yet be some.
fn other_way(ran: &mut Ran, solver: &mut dyn Solver, index: usize) -> Result<Model, Option<Doubt>> {
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
    // Terms end where values are made concrete: what follows from others of them is not in the conditions.
    Err(vague(ran.path().take(index)))
}

/// What makes conditions say less than all.
fn vague<'a>(mut conditions: impl Iterator<Item = &'a Constraint>) -> Option<Doubt> {
    conditions.find_map(|c| match c.kind {
        ConstraintKind::Pinned { why, .. } => Some(Doubt::Fixed { place: c.at, why }),
        ConstraintKind::Address | ConstraintKind::Domain => Some(Doubt::Bounded { place: c.at }),
        _ => None,
    })
}
