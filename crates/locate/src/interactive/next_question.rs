//! Chooses the next question.
//!
//! The sources of questions form one ordered table. The first source that has a question wins.

use std::collections::BTreeSet;

use whydunit_trace::Time;

use crate::interactive::answer::Answer;
use crate::interactive::answered_round::{Judged, Round};
use crate::interactive::breakpoint::{Breakpoint, Item, Quality};
use crate::interactive::continuation::Continuation;
use crate::interactive::debugger::Debugger;
use crate::interactive::loop_bisection::Bisection;
use crate::methods::frontier::domain::Depth;

/// Decisions about possible omissions that are asked about until one is wrong. Then the others are left out.
const MAX_OMISSIONS: usize = 64;

/// A decision of a source of questions.
enum Step {
    /// Ask about these instances.
    Ask(Vec<Time>),
    /// The search had ended and continues for this reason: try the sources again.
    Continue(Continuation),
    /// Ask nothing more.
    End,
}

/// A source of questions; none if it has no question now.
type Source = fn(&mut Debugger) -> Option<Step>;

/// All sources, in the order in which they are tried.
const SOURCES: &[Source] = &[end_at_wrong_callee, current_chain, frontier, continuation];

/// If a call of another function is to blame, nothing that happened before it is at fault.
fn end_at_wrong_callee(debugger: &mut Debugger) -> Option<Step> {
    let found = debugger.rounds.iter().any(|round| debugger.called_by_mistake(round).is_some());
    found.then_some(Step::End)
}

/// The bisection of a chain continues outside the window.
fn current_chain(debugger: &mut Debugger) -> Option<Step> {
    debugger.middle_outside_window().map(|middle| Step::Ask(vec![middle]))
}

/// A frontier of the domain, or a question that bisects the executions of one of its statements.
fn frontier(debugger: &mut Debugger) -> Option<Step> {
    debugger.domain.limit(if debugger.has_asked_enough_omissions() { Depth::Address } else { Depth::Detour });
    let members = debugger.domain.frontier(&mut debugger.setting.strategy)?;
    let shortcut = SHORTCUTS.iter().find_map(|shortcut| shortcut(debugger, &members));
    Some(Step::Ask(shortcut.unwrap_or(members)))
}

/// A question that replaces a frontier; none if the frontier is better.
type Shortcut = fn(&mut Debugger, &[Time]) -> Option<Vec<Time>>;

/// All shortcuts, in the order in which they are tried.
const SHORTCUTS: &[Shortcut] = &[Debugger::bisect_chain, Debugger::bisect_executions];

/// Nothing in the domain is left to ask, but the search may continue elsewhere.
fn continuation(debugger: &mut Debugger) -> Option<Step> {
    debugger.continue_search().map(Step::Continue)
}

impl Debugger {
    /// Chooses the next breakpoint.
    pub(crate) fn choose(&mut self) {
        self.trust_output();
        let mut continuation = None;
        while let Some(members) = self.next_members(&mut continuation) {
            let Some(mut breakpoint) = self.describe(&members) else {
                // An instance that cannot be described cannot be judged.
                self.domain.mark_undecidable(&members);
                continue;
            };
            breakpoint.continuation = continuation;
            self.answers = vec![None; breakpoint.items.len()];
            self.current = Some(breakpoint);
            return;
        }
        // Wrong instances that depend on other wrong ones are explained by these.
        self.domain.forget_effects();
        let left = self.domain.in_question();
        if let Some(last) = self.rounds.last_mut().filter(|last| last.breakpoint.bisection.is_none()) {
            last.left = left;
        }
    }

    /// The instances to ask about next, and why the search continued, if it had ended; none when nothing is left to
    /// ask.
    fn next_members(&mut self, continuation: &mut Option<Continuation>) -> Option<Vec<Time>> {
        loop {
            match SOURCES.iter().find_map(|source| source(self))? {
                Step::Ask(members) => return Some(members),
                Step::Continue(reason) => *continuation = Some(reason),
                Step::End => return None,
            }
        }
    }

    /// Takes the frontier of the last correct output to be right, as far as it is still in question.
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
        let bisection = self.bisection(members);
        let is_inside = bisection.is_none();
        let domain = bisection.as_ref().map_or_else(|| self.domain.in_question(), Bisection::size);
        let quality = bisection.as_ref().map_or_else(|| self.quality(members, domain), Bisection::quality);
        let items: Vec<Item> = members.iter().filter_map(|&time| Item::at(&mut self.session, time)).collect();
        let spot = items.last()?.spot.clone();
        let led_to = self.domain.passed_on().filter(|&time| is_inside && items.iter().all(|i| i.time < time));
        let led_to = led_to.and_then(|time| Item::at(&mut self.session, time));
        let whole = self.is_cut().then(|| self.session.recorded.recording.instances()).filter(|_| is_inside);
        let (explains, far_fetched, continuation) = (self.wrong(), self.domain.is_far_fetched(), None);
        Some(Breakpoint { spot, items, led_to, explains, quality, domain, whole, bisection, far_fetched, continuation })
    }

    /// Were enough decisions about possible omissions asked about since the last wrong one to leave out the others?
    pub(crate) fn has_asked_enough_omissions(&self) -> bool {
        let since = self.rounds.iter().rev().take_while(|round| round.with(Answer::Wrong).is_empty());
        since.filter(|round| round.breakpoint.far_fetched).map(Round::looked_at).sum::<usize>() >= MAX_OMISSIONS
    }

    /// The quality of a question about some members of a domain of `before` instances.
    fn quality(&mut self, members: &[Time], before: usize) -> Quality {
        let relevant = members.iter().filter(|t| self.slice.nodes.contains_key(t)).count();
        let left = self.domain.outlook(members, self.setting.assumptions.remember);
        Quality::new(relevant as f64 / members.len().max(1) as f64, members.len(), before, left)
    }
}
