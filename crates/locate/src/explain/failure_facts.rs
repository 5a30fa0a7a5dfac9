//! The facts of a failure: the expectation, the observation, and the failure point.

use whydunit_machine::{FailureKind, Outcome, Site, Unsupported};
use whydunit_trace::{Criterion, CriterionKind, Dependence, DependenceKind, Expectation, Instance, Observed};

use crate::explain::described::{DescribedInstance, instance_at};
use crate::session::Session;
use crate::session::assertion::CheckedAssertion;

/// A failure and its failure point.
#[derive(Clone, Debug)]
pub struct FailureFacts {
    /// The failure point.
    pub criterion: Criterion,
    /// The expectation.
    pub expectation: Expectation,
    /// The observed behaviour of the run.
    pub observed: Observed,
    /// The user's assertion, if that failed.
    pub assertion: Option<CheckedAssertion>,
    /// Is nothing expected but that the run ends without a failure?
    pub expects_only_an_end: bool,
    /// The instance at the failure point.
    pub at: Option<DescribedInstance>,
    /// The expression that this instance reads, if the program failed there.
    pub reads: Option<String>,
    /// The decision that found an `assert` of the program to be false.
    pub decision: Option<Instance>,
    /// The calls in progress at the failure, innermost first; none if the run failed otherwise.
    pub stack: Vec<Site>,
}

impl FailureFacts {
    /// Gathers the facts of a session's failure.
    pub fn gather(session: &mut Session) -> Result<FailureFacts, Unsupported> {
        let criterion = session.criterion.clone();
        let at = DescribedInstance::seen_from_program(session, criterion.time)?;
        let reads = match criterion.kind {
            CriterionKind::Failure => instance_at(session, criterion.time)?.and_then(|instance| instance.reads),
            _ => None,
        };
        let decision = decision_of_assert(session)?;
        Ok(FailureFacts {
            criterion,
            expectation: session.expectation.clone(),
            observed: session.observed.clone(),
            assertion: session.assertion.clone(),
            expects_only_an_end: session.expects_only_an_end(),
            at,
            reads,
            decision,
            stack: failure_stack(session),
        })
    }
}

fn failure_stack(session: &Session) -> Vec<Site> {
    match &session.observed.outcome {
        Outcome::Failed(failure) if session.criterion.kind == CriterionKind::Failure => failure.stack.clone(),
        _ => Vec::new(),
    }
}

/// The decision of the `assert` that ended the program, if one did.
fn decision_of_assert(session: &mut Session) -> Result<Option<Instance>, Unsupported> {
    let Outcome::Failed(failure) = &session.observed.outcome else { return Ok(None) };
    let own = session.criterion.kind == CriterionKind::Failure;
    if !own || !matches!(failure.kind, FailureKind::Assertion { .. }) {
        return Ok(None);
    }
    let decides = |d: &&Dependence| d.kind == DependenceKind::Control;
    match session.first_causes().iter().filter(decides).map(|d| d.on).max() {
        Some(decision) => instance_at(session, decision),
        None => Ok(None),
    }
}
