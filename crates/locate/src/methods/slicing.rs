//! Rankings by slices: the closer to the failure, the more suspicious.

use whydunit_trace::{Slice, SliceKind, Time};

use crate::evidence::ranking::{Ranking, line_at};
use crate::methods::finding::Finding;
use crate::methods::workspace::{NotRun, Workspace};
use crate::methods::{Method, MethodRef};
use crate::session::Session;

/// Both kinds of slice.
pub(super) const METHODS: &[MethodRef] = &[
    &SliceRanking {
        name: "dynamic-slice",
        summary: "backward slice by data and control dependences",
        kind: SliceKind::Dynamic,
    },
    &SliceRanking {
        name: "relevant-slice",
        summary: "backward slice with omissions: decisions that kept a value from being overwritten",
        kind: SliceKind::Relevant,
    },
];

struct SliceRanking {
    name: &'static str,
    summary: &'static str,
    kind: SliceKind,
}

impl Method for SliceRanking {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn family(&self) -> &'static str {
        "slices"
    }

    fn run(&self, session: &mut Session, _: &mut Workspace<'_>, _: u64) -> Result<Finding, NotRun> {
        Ok(Finding::leading(rank_slice(session, self.kind)))
    }
}

/// The lines of a backward slice of the failure: by dependence distance, then the latest first. The
/// failure point itself comes before all.
pub fn rank_slice(session: &Session, kind: SliceKind) -> Ranking {
    let recording = &session.recorded.recording;
    let order = in_order(session, kind).into_iter().map(|(time, _)| time);
    Ranking::ordered(std::iter::once(session.criterion.time).chain(order).filter_map(|time| line_at(recording, time)))
}

/// The instances of a backward slice of the failure with their distances: nearest first, and the latest first among
/// equally near ones. Trusted code is left out.
pub(crate) fn in_order(session: &Session, kind: SliceKind) -> Vec<(Time, u32)> {
    let slice = Slice::backward(session.dependences(), &session.first_causes(), kind);
    let own = |time: &Time| session.recorded.recording.position(*time).is_some_and(|p| !session.trust.has(p.function));
    let nodes = slice.nodes.iter().filter(|(time, _)| own(time));
    let mut order: Vec<(Time, u32)> = nodes.map(|(&time, node)| (time, node.distance)).collect();
    order.sort_by_key(|&(time, distance)| (distance, std::cmp::Reverse(time)));
    order
}
