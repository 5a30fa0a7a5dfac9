//! How a fault travelled from a suspect to the failure.

use std::collections::BTreeMap;

use whydunit_locate::{Session, Suspect};
use whydunit_trace::Slice;

use super::{Executed, Words};

/// So many links of the path are worked out.
const LINKS: usize = 12;

impl Words<'_> {
    /// The statements through which a suspect reached the failure, and where some are left out.
    pub(super) fn path(&mut self, slice: &Slice, suspect: &Suspect) -> (Vec<Executed>, Option<(usize, usize)>) {
        let (trust, recording) = (&self.session.trust, &self.session.recorded.recording);
        let way = shortest_path(self.session, slice, suspect.instance);
        // What the library did by itself has no source to look at.
        let own = |time: &u32| recording.position(*time).is_some_and(|p| !trust.has(p.function));
        let way = [suspect.time].into_iter().chain(way.into_iter().filter_map(|time| trust.outside(recording, time)));
        let mut times: Vec<u32> = way.filter(own).collect();
        times.sort_unstable();
        times.dedup();
        let gap = (times.len() > LINKS).then(|| (LINKS / 2, times.len() - LINKS));
        if gap.is_some() {
            times.drain(LINKS / 2..times.len() - LINKS / 2);
        }
        (times.into_iter().filter_map(|time| self.executed(time)).collect(), gap)
    }
}

/// The instances on a shortest way from a suspect to the failure, in order of time.
fn shortest_path(session: &Session, slice: &Slice, from: u32) -> Vec<u32> {
    let mut effect: BTreeMap<u32, u32> = BTreeMap::new();
    let end = session.criterion.time;
    let mut level: Vec<u32> = Vec::new();
    for cause in session.first_causes() {
        effect.entry(cause.on).or_insert(end);
        level.push(cause.on);
    }
    while !level.is_empty() && !effect.contains_key(&from) {
        let mut next = Vec::new();
        for time in level {
            for cause in slice.nodes.get(&time).into_iter().flat_map(|n| &n.on) {
                if let std::collections::btree_map::Entry::Vacant(entry) = effect.entry(cause.on) {
                    entry.insert(time);
                    next.push(cause.on);
                }
            }
        }
        level = next;
    }
    let mut times = vec![from];
    let mut at = from;
    while at != end
        && let Some(&next) = effect.get(&at)
    {
        times.push(next);
        at = next;
    }
    // What it left undone may show only in the failure itself.
    if at != end {
        times.push(end);
    }
    times
}
