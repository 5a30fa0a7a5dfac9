//! Slices as rankings: the closer to the failure, the more suspicious.

use whydunit_trace::{Slice, SliceKind, Time};

use crate::evidence::ranking::{Ranking, line_at};
use crate::session::Session;

/// The lines of a backward slice of the failure: by dependence distance, then the latest first. The
/// failure point itself comes before all.
pub fn rank_slice(session: &Session, kind: SliceKind) -> Ranking {
    let recording = &session.recorded.recording;
    let order = in_order(session, kind).into_iter().map(|(time, _)| time);
    Ranking::ordered(std::iter::once(session.criterion.time).chain(order).filter_map(|time| line_at(recording, time)))
}

/// The instances of a backward slice of the failure with their distances: nearest first, of equally
/// near ones the latest. What is trusted is left out.
pub(crate) fn in_order(session: &Session, kind: SliceKind) -> Vec<(Time, u32)> {
    let slice = Slice::backward(session.dependences(), &session.first_causes(), kind);
    let own = |time: &Time| session.recorded.recording.position(*time).is_some_and(|p| !session.trust.has(p.function));
    let nodes = slice.nodes.iter().filter(|(time, _)| own(time));
    let mut order: Vec<(Time, u32)> = nodes.map(|(&time, node)| (time, node.distance)).collect();
    order.sort_by_key(|&(time, distance)| (distance, std::cmp::Reverse(time)));
    order
}
