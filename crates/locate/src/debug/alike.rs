//! Executions of a statement that are as unknown as others of it. Who does not know of three rounds of a long loop whether
//! they are right will not know of the next hundred either, least of all inside a call that should not have been made.

use std::collections::BTreeMap;

use whydunit_machine::Site;

use super::answer::Answer;
use super::debugger::Debugger;

/// When nobody knows so many executions of a statement, others that lead to each other or belong to the same call are
/// not asked about.
pub(super) const UNKNOWN: usize = 3;
/// So many in a call are asked about all the same.
const FEW: usize = 8;

impl Debugger {
    /// What is not asked about because nobody knew enough other executions of the same statement in the same call, by
    /// what was said in a round and before.
    pub(super) fn alike(&self, round: usize) -> Vec<u32> {
        let news: Vec<(Site, u32)> = self.unknown_in(round..round + 1).collect();
        let mut known: BTreeMap<(Site, u32), usize> = BTreeMap::new();
        self.unknown_in(0..round + 1).for_each(|key| *known.entry(key).or_default() += 1);
        if news.iter().all(|key| known[key] < UNKNOWN) {
            return Vec::new();
        }
        let mut alike: BTreeMap<(Site, u32), Vec<u32>> = BTreeMap::new();
        for time in self.domain.questions() {
            if let Some(key) = self.within(time).filter(|key| known.get(key).is_some_and(|&count| count >= UNKNOWN)) {
                alike.entry(key).or_default().push(time);
            }
        }
        alike.into_values().filter(|times| times.len() > FEW).flatten().collect()
    }

    /// What nobody knew in some rounds.
    fn unknown_in(&self, rounds: std::ops::Range<usize>) -> impl Iterator<Item = (Site, u32)> + '_ {
        let times = self.rounds[rounds].iter().flat_map(|round| round.with(Answer::DontKnow));
        times.filter_map(|time| self.within(time))
    }

    /// The statement of an instance, and the call it belongs to.
    fn within(&self, time: u32) -> Option<(Site, u32)> {
        let recording = &self.session.recorded.recording;
        let position = recording.position(time)?;
        Some((position.site(), recording.call_number(position.block)))
    }
}
