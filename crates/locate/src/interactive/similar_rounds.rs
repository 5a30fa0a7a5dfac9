//! Executions of a statement that are as unknown as others of it. Who does not know of three rounds of a long loop whether
//! they are right will not know of the next hundred either, least of all inside a call that should not have been made; nor
//! of a function that is called in every round.

use std::collections::BTreeMap;

use whydunit_machine::Site;
use whydunit_trace::Time;

use crate::interactive::answer::Answer;
use crate::interactive::debugger::Debugger;

/// When nobody knows so many executions of a statement, others that lead to each other or belong together are not asked
/// about.
pub(crate) const UNKNOWN: usize = 3;
/// So many that belong together are asked about all the same.
const FEW: usize = 8;

/// A statement, and the one that called its function, with the call that was part of.
type Within = (Site, Option<(Site, u32)>);

impl Debugger {
    /// What is not asked about because nobody knew enough other executions of the same statement in calls of the same
    /// statement, by what was said in a round and before.
    pub(crate) fn alike(&self, round: usize) -> Vec<Time> {
        let news: Vec<Within> = self.unknown_in(round..round + 1).collect();
        let mut known: BTreeMap<Within, usize> = BTreeMap::new();
        self.unknown_in(0..round + 1).for_each(|key| *known.entry(key).or_default() += 1);
        if news.iter().all(|key| known[key] < UNKNOWN) {
            return Vec::new();
        }
        let mut alike: BTreeMap<Within, Vec<Time>> = BTreeMap::new();
        for time in self.domain.questions() {
            if let Some(key) = self.within(time).filter(|key| known.get(key).is_some_and(|&count| count >= UNKNOWN)) {
                alike.entry(key).or_default().push(time);
            }
        }
        alike.into_values().filter(|times| times.len() > FEW).flatten().collect()
    }

    /// What nobody knew in some rounds.
    fn unknown_in(&self, rounds: std::ops::Range<usize>) -> impl Iterator<Item = Within> + '_ {
        let times = self.rounds[rounds].iter().flat_map(|round| round.with(Answer::DontKnow));
        times.filter_map(|time| self.within(time))
    }

    /// The statement of an instance, and where it belongs: which statement of which call called its function.
    fn within(&self, time: Time) -> Option<Within> {
        let recording = &self.session.recorded.recording;
        let site = recording.position(time)?.site();
        let caller = recording.call_of(time).and_then(|call| recording.position(call));
        Some((site, caller.map(|caller| (caller.site(), recording.call_number(caller.block)))))
    }
}
