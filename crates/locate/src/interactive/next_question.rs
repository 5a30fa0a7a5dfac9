//! What is asked next.

use std::collections::BTreeSet;

use whydunit_trace::Time;

use crate::interactive::answer::Answer;
use crate::interactive::answered_round::{Judged, Round};
use crate::interactive::breakpoint::{Breakpoint, Item, Quality};
use crate::interactive::continuation::Continuation;
use crate::interactive::debugger::Debugger;
use crate::interactive::loop_bisection::InRow;
use crate::methods::frontier::domain::Depth;

/// So many decisions that may have left something undone are asked about until one is wrong.
const PATIENCE: usize = 64;

impl Debugger {
    /// Chooses the next breakpoint.
    pub(crate) fn choose(&mut self) {
        self.trust_output();
        let mut onward = None;
        while let Some(members) = self.members(&mut onward) {
            let Some(mut breakpoint) = self.describe(&members) else {
                // Nothing can be shown of any of them: nobody could tell.
                self.domain.mark_undecidable(&members);
                continue;
            };
            breakpoint.onward = onward;
            self.answers = vec![None; breakpoint.items.len()];
            self.current = Some(breakpoint);
            return;
        }
        // Of what is wrong only because something else is nothing is left to explain.
        self.domain.forget_effects();
        let left = self.domain.in_question();
        if let Some(last) = self.rounds.last_mut().filter(|last| last.breakpoint.in_row.is_none()) {
            last.left = left;
        }
    }

    /// Whom to ask about next; none when nothing is left to ask. Why the search went on, if it had come to an end.
    fn members(&mut self, onward: &mut Option<Continuation>) -> Option<Vec<Time>> {
        if self.rounds.iter().any(|round| self.misled(round).is_some()) {
            return None;
        }
        loop {
            if let Some(far) = self.along_row() {
                return Some(vec![far]);
            }
            self.domain.limit(if self.is_out_of_patience() { Depth::Address } else { Depth::Detour });
            if let Some(members) = self.domain.frontier(&mut self.setting.strategy) {
                return Some(self.leap(&members).unwrap_or(members));
            }
            *onward = Some(self.reach_on()?);
        }
    }

    /// Takes what the last correct output was made from to be right, as far as it is still in question.
    fn trust_output(&mut self) {
        if self.correct.is_empty() {
            return;
        }
        let open: BTreeSet<Time> = self.domain().into_iter().collect();
        let members: Vec<Time> = self.correct.iter().copied().filter(|t| open.contains(t)).collect();
        if let Some(breakpoint) = (!members.is_empty()).then(|| self.describe(&members)).flatten() {
            let answers = vec![Some(Answer::Right); breakpoint.items.len()];
            self.conclude(breakpoint, answers, Judged::CorrectOutput);
        }
    }

    pub(crate) fn describe(&mut self, members: &[Time]) -> Option<Breakpoint> {
        let in_row = self.in_row(members);
        let domain = in_row.as_ref().map_or_else(|| self.domain.in_question(), InRow::size);
        let quality = in_row.as_ref().map_or_else(|| self.quality(members, domain), InRow::quality);
        let items: Vec<Item> = members.iter().filter_map(|&time| Item::at(&mut self.session, time)).collect();
        let spot = items.last()?.spot.clone();
        let led_to = self.domain.passed_on().filter(|&time| in_row.is_none() && items.iter().all(|i| i.time < time));
        let led_to = led_to.and_then(|time| Item::at(&mut self.session, time));
        let whole = self.is_cut().then(|| self.session.recorded.recording.instances()).filter(|_| in_row.is_none());
        let (explains, far_fetched, onward) = (self.wrong(), self.domain.is_far_fetched(), None);
        Some(Breakpoint { spot, items, led_to, explains, quality, domain, whole, in_row, far_fetched, onward })
    }

    /// Were so many decisions asked about that may have left something undone, and none was wrong, that the others are
    /// left out?
    pub(crate) fn is_out_of_patience(&self) -> bool {
        let since = self.rounds.iter().rev().take_while(|round| round.with(Answer::Wrong).is_empty());
        since.filter(|round| round.breakpoint.far_fetched).map(Round::looked_at).sum::<usize>() >= PATIENCE
    }

    /// How good it is to ask about some members of a domain of `before` instances.
    fn quality(&mut self, members: &[Time], before: usize) -> Quality {
        let relevant = members.iter().filter(|t| self.slice.nodes.contains_key(t)).count();
        let left = self.domain.outlook(members, self.setting.helps.remember);
        Quality::new(relevant as f64 / members.len().max(1) as f64, members.len(), before, left)
    }
}
