//! Executions of a statement that are as unknown as others of it. Who does not know of three rounds of a loop whether they
//! are right will not know of the next hundred either, least of all inside a call that should not have been made.

use std::collections::BTreeMap;

use whydunit_machine::Site;

use super::answer::Answer;
use super::debugger::Debugger;

/// When nobody knows so many executions of a statement, others that lead to each other or belong to the same call are
/// not asked about.
pub(super) const UNKNOWN: usize = 3;

impl Debugger {
    /// What is not asked about because nobody knew enough other executions of the same statement in the same call, by
    /// what was said in a round and before.
    pub(super) fn alike(&self, round: usize) -> Vec<u32> {
        let mut unknown: BTreeMap<(Site, u32), usize> = BTreeMap::new();
        for key in self.rounds[..=round].iter().flat_map(|r| r.with(Answer::DontKnow)).filter_map(|t| self.within(t)) {
            *unknown.entry(key).or_default() += 1;
        }
        unknown.retain(|_, count| *count >= UNKNOWN);
        let news = self.rounds[round].with(Answer::DontKnow).into_iter().filter_map(|time| self.within(time));
        match news.into_iter().any(|key| unknown.contains_key(&key)) {
            true => {
                let is_alike = |time: &u32| self.within(*time).is_some_and(|key| unknown.contains_key(&key));
                self.domain.questions().filter(is_alike).collect()
            }
            false => Vec::new(),
        }
    }

    /// The statement of an instance, and the call it belongs to.
    fn within(&self, time: u32) -> Option<(Site, u32)> {
        let recording = &self.session.recorded.recording;
        let position = recording.position(time)?;
        Some((position.site(), recording.call_number(position.block)))
    }
}
