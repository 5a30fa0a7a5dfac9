//! Hint: the `free` of an object that is used afterwards.

use whydunit_machine::ObjectKind;
use whydunit_trace::{Slice, Time};

use crate::evidence::Evidence;
use crate::hints::Hint;
use crate::session::Session;

pub(crate) fn find(session: &mut Session, _slice: &Slice) -> Vec<Hint> {
    freed(session).map(|time| Hint::Statement(time, Evidence::UseAfterFree)).into_iter().collect()
}

/// When the heap object was freed that the failing access used.
fn freed(session: &Session) -> Option<Time> {
    let ObjectKind::Heap { freed: Some(time), .. } = session.failed_object()?.kind else { return None };
    session.trust.outside(&session.recorded.recording, Time::try_from(time).ok()?)
}
