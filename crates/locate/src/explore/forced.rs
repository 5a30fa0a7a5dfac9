//! Forced paths: is there a run that takes given decisions, one after the other?
//!
//! The machine is never driven against its own values, so that everything it shows is real. Where the
//! run decides otherwise than wanted, the solver is asked for values that decide as wanted, and the run
//! is made again with them.

use whydunit_machine::{Constraint, ConstraintKind, Site};
use whydunit_solver::{Answer, Reason, Solver};
use whydunit_terms::Model;

use super::ran::{Ran, Subject};
use super::search::relaxed;

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
        reason: Option<Reason>,
    },
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
    loop {
        let Some(mut ran) = subject.run(&values) else { return Forced::Unknown { at: sure, reason: None } };
        let taken: Vec<(usize, Decision)> = ran.decisions().collect();
        let same = wanted.iter().zip(&taken).take_while(|(w, t)| **w == t.1).count();
        if same == wanted.len() {
            return Forced::Taken(Box::new(ran));
        }
        // The values were to decide more than before: if they do not, something was made concrete
        // that matters and that nobody knows.
        if same < sure {
            return Forced::Unknown { at: same, reason: None };
        }
        // Another place, or the end of the run, was reached by the same decisions: with them alone nothing else can
        // happen, unless something was made concrete.
        let Some(&(index, _)) = taken.get(same).filter(|(_, d)| d.site == wanted[same].site) else {
            let vague = |c: &Constraint| matches!(c.kind, ConstraintKind::Pinned { .. } | ConstraintKind::Address);
            let certain = !ran.path().any(vague);
            return if certain { Forced::Infeasible { at: same } } else { Forced::Unknown { at: same, reason: None } };
        };
        match other_way(&mut ran, solver, index) {
            Ok(found) => values = found,
            Err(None) => return Forced::Infeasible { at: same },
            Err(Some(reason)) => return Forced::Unknown { at: same, reason },
        }
        sure = same + 1;
    }
}

/// Values with which the condition at an index comes out the other way: by the same path, or else by one on which
/// what was made concrete has other values. None when there are none, or why nobody knows.
fn other_way(ran: &mut Ran, solver: &mut dyn Solver, index: usize) -> Result<Model, Option<Option<Reason>>> {
    let mut conditions = ran.terms();
    conditions.truncate(index + 1);
    conditions[index] = ran.symbolic.store.not(conditions[index]);
    let relaxed = relaxed(ran, &conditions);
    for conditions in std::iter::once(conditions).chain(relaxed) {
        match ran.ask(solver, &conditions) {
            Answer::Sat(values) => return Ok(values),
            Answer::Unknown(reason) => return Err(Some(Some(reason))),
            Answer::Unsat(_) => {}
        }
    }
    // An address may have been bounded to fewer objects than it could point to.
    let bounded = ran.path().take(index).any(|c| c.kind == ConstraintKind::Address);
    Err(bounded.then_some(None))
}
