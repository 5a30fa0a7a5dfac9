//! Hint: an object on the heap that is too small for the failing access.

use whydunit_machine::{FailureKind, ObjectKind, Outcome};
use whydunit_trace::{Slice, Time};

use crate::evidence::Evidence;
use crate::hints::Hint;
use crate::session::Session;

/// An object on the heap that was too small for an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undersized {
    /// Its size in bytes.
    pub size: u64,
    /// The number of bytes that the access needed in addition.
    pub lacks: u64,
}

pub(crate) fn find(session: &mut Session, _slice: &Slice) -> Vec<Hint> {
    let found = allocation(session).map(|(time, object)| Hint::Statement(time, Evidence::Undersized(object)));
    found.into_iter().collect()
}

/// When the object was allocated after whose end the failing access was.
fn allocation(session: &Session) -> Option<(Time, Undersized)> {
    let Outcome::Failed(failure) = &session.observed.outcome else { return None };
    let FailureKind::Memory(error) = &failure.kind else { return None };
    let object = error.object.as_ref()?;
    let ObjectKind::Heap { allocated, freed: None } = object.kind else { return None };
    let lacks = error.address.checked_add(error.bytes)?.checked_sub(object.start.checked_add(object.size)?)?;
    let time = session.trust.outside(&session.recorded.recording, Time::try_from(allocated).ok()?)?;
    (lacks > 0 && error.address >= object.start).then_some((time, Undersized { size: object.size, lacks }))
}
