//! Finds the earlier events that a failure is about: where an object was allocated and freed, where a value was left out.

use whydunit_machine::{Failure, FailureKind, Outcome, Site, Unsupported};
use whydunit_program::FunctionId;
use whydunit_trace::CriterionKind;

use crate::evidence::Evidence;
use crate::explain::Explanation;
use crate::explain::described::instance_at;
use crate::hints::declaration::{Declaration, Reason};
use crate::rerun::object_origin::{Origin, heap_events};
use crate::session::Session;

/// An earlier event that a failure is about.
#[derive(Clone, Debug)]
pub enum FailureOrigin {
    /// The heap object of a memory error was allocated or freed.
    Heap(Origin),
    /// A variable was declared and never given a value.
    Declared {
        /// The function of the statement that met its limits.
        function: FunctionId,
        /// The declaration.
        declaration: Declaration,
    },
    /// An object was allocated or filled, but not this part of it.
    PartlySet {
        /// The part.
        name: String,
        /// The instruction that allocated or filled the rest.
        site: Site,
    },
}

impl FailureOrigin {
    /// Finds the events behind the failure of a session, the oldest first.
    pub(crate) fn gather(session: &mut Session, explanation: &Explanation) -> Result<Vec<FailureOrigin>, Unsupported> {
        let Outcome::Failed(failure) = &session.observed.outcome else { return Ok(Vec::new()) };
        if session.criterion.kind != CriterionKind::Failure {
            return Ok(Vec::new());
        }
        let failure = Failure::clone(failure);
        let mut origins = Vec::new();
        for (what, time) in heap_events(&failure) {
            let stack = session.recorded.snapshots.at(time)?.call_stack();
            origins.push(FailureOrigin::Heap(Origin { what, stack }));
        }
        if is_about_uninitialised(&failure.kind) {
            origins.extend(uninitialised_origin(session, explanation)?);
        }
        Ok(origins)
    }
}

fn is_about_uninitialised(kind: &FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::UninitialisedBranch
            | FailureKind::UninitialisedOutput
            | FailureKind::UninitialisedAddress
            | FailureKind::UninitialisedStatus
    )
}

/// What is known of a value that was never written: the declaration of its variable, or the statement that filled or
/// allocated the rest of its object.
fn uninitialised_origin(
    session: &mut Session,
    explanation: &Explanation,
) -> Result<Option<FailureOrigin>, Unsupported> {
    for suspect in &explanation.suspects {
        for evidence in &suspect.evidence {
            match evidence {
                Evidence::FaultyDeclaration(declaration) if declaration.reason == Reason::Uninitialised => {
                    let (function, declaration) = (suspect.statement.function, declaration.clone());
                    return Ok(Some(FailureOrigin::Declared { function, declaration }));
                }
                Evidence::PartlyUninitialised(part) => {
                    if let Some(at) = instance_at(session, suspect.time)? {
                        return Ok(Some(FailureOrigin::PartlySet { name: part.name.clone(), site: at.site }));
                    }
                }
                _ => {}
            }
        }
    }
    Ok(None)
}
