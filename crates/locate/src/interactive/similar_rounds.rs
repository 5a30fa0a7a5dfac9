//! Executions of a statement that are likely to be unknown because others of it were. If three rounds of a long loop
//! cannot be judged, the next hundred cannot be judged either, nor can the calls of a function in every round.

use std::collections::BTreeMap;

use whydunit_machine::Site;
use whydunit_trace::Time;

use crate::interactive::answer::Answer;
use crate::interactive::debugger::Debugger;

/// Unknown executions of a statement after which related ones are not asked about.
pub(crate) const ENOUGH_UNKNOWN: usize = 3;
/// Related executions of which there are no more are asked about all the same.
const FEW: usize = 8;

/// A statement, and the call of its function: the calling statement, and the call that this is part of.
type Context = (Site, Option<(Site, u32)>);

impl Debugger {
    /// The instances that need not be asked about after a round, because enough executions of the same statement in the
    /// same context were unknown up to and including it.
    pub(crate) fn similar_to_unknown(&self, round: usize) -> Vec<Time> {
        let news: Vec<Context> = self.unknown_in(round..round + 1).collect();
        let mut counts: BTreeMap<Context, usize> = BTreeMap::new();
        self.unknown_in(0..round + 1).for_each(|context| *counts.entry(context).or_default() += 1);
        let is_enough = |context: &Context| counts.get(context).is_some_and(|&count| count >= ENOUGH_UNKNOWN);
        if !news.iter().any(is_enough) {
            return Vec::new();
        }
        let mut similar: BTreeMap<Context, Vec<Time>> = BTreeMap::new();
        for time in self.domain.questions() {
            if let Some(context) = self.context(time).filter(is_enough) {
                similar.entry(context).or_default().push(time);
            }
        }
        similar.into_values().filter(|times| times.len() > FEW).flatten().collect()
    }

    /// The contexts of the unknown items of some rounds.
    fn unknown_in(&self, rounds: std::ops::Range<usize>) -> impl Iterator<Item = Context> + '_ {
        let times = self.rounds[rounds].iter().flat_map(|round| round.with(Answer::DontKnow));
        times.filter_map(|time| self.context(time))
    }

    fn context(&self, time: Time) -> Option<Context> {
        let recording = &self.session.recorded.recording;
        let site = recording.position(time)?.site();
        let caller = recording.call_of(time).and_then(|call| recording.position(call));
        Some((site, caller.map(|caller| (caller.site(), recording.call_number(caller.block)))))
    }
}
