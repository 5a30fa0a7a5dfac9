//! Bisection of the executions of a statement each of which depends on an earlier one, as in a loop that counts or
//! sums up. One question per round of the loop would take forever. The chain may leave the window, and may pass
//! through rounds that begin anew because of its value.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use whydunit_machine::Site;
use whydunit_trace::{Dependences, Recording, Time};

use crate::interactive::answer::Answer;
use crate::interactive::breakpoint::{Item, Quality};
use crate::interactive::debugger::Debugger;
use crate::interactive::similar_rounds::ENOUGH_UNKNOWN;

/// Fewer open executions are asked about one by one.
const MIN_OPEN: usize = 4;
/// Most instances searched for the next earlier execution.
const MAX_SEARCHED: usize = 1_000;
/// Most instances searched for a whole chain.
const MAX_SEARCHED_IN_ALL: usize = 5_000_000;

/// Executions of a statement, each of which depends on the next: the latest first.
pub(crate) struct Chain {
    pub(crate) times: Vec<Time>,
}

/// A chain that the search bisects.
#[derive(Clone)]
pub(crate) struct BisectedChain {
    pub(crate) chain: Arc<Chain>,
    /// The number of rounds before its first question.
    pub(crate) since: usize,
}

/// The place of a question in the bisection of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bisection {
    /// The earliest execution of the chain in the window.
    pub(crate) through: Time,
    /// Open executions before the one that is asked about.
    pub(crate) earlier: usize,
    /// Open executions from that one on.
    pub(crate) later: usize,
}

impl Bisection {
    pub(crate) fn size(&self) -> usize {
        self.earlier + self.later
    }

    pub(crate) fn quality(&self) -> Quality {
        Quality::new(1.0, 1, self.size(), (self.later, self.earlier))
    }
}

impl Chain {
    /// The executions that an execution depends on, as far back as the search goes.
    fn new(recording: &Recording, from: Time) -> Chain {
        let mut chain = Chain { times: vec![from] };
        let mut dependences = Dependences::new(recording);
        let mut left = MAX_SEARCHED_IN_ALL;
        let mut last = from;
        while let Some(earlier) = earlier(recording, &mut dependences, last, &mut left) {
            chain.times.push(earlier);
            last = earlier;
        }
        chain
    }

    fn has(&self, time: Time) -> bool {
        self.times.binary_search_by(|t| time.cmp(t)).is_ok()
    }
}

/// The nearest earlier execution of its statement that an instance depends on.
fn earlier(recording: &Recording, dependences: &mut Dependences<'_>, of: Time, left: &mut usize) -> Option<Time> {
    let site = |time: Time| recording.position(time).map(|p| p.site());
    let (wanted, mut todo, mut seen) = (site(of)?, VecDeque::from([of]), BTreeSet::new());
    while let Some(time) = todo.pop_front().filter(|_| seen.len() < MAX_SEARCHED && *left > 0) {
        *left -= 1;
        for cause in dependences.of(time) {
            if site(cause.on) == Some(wanted) {
                return Some(cause.on);
            }
            if seen.insert(cause.on) {
                todo.push_back(cause.on);
            }
        }
    }
    None
}

impl Debugger {
    /// If a frontier asks again about a statement of which an execution was wrong: bisects the chain of its
    /// executions, also outside the window.
    pub(crate) fn bisect_chain(&mut self, members: &[Time]) -> Option<Vec<Time>> {
        let (member, _) = self.repeated(members)?;
        if self.is_cut() {
            let known = self.chains.iter().rev().find(|bisected| bisected.chain.has(member));
            let new = || Arc::new(Chain::new(&self.session.recorded.recording, member));
            let chain = known.map_or_else(new, |bisected| bisected.chain.clone());
            if self.chain().is_none_or(|now| !Arc::ptr_eq(now, &chain)) {
                self.chains.push(BisectedChain { chain, since: self.rounds.len() });
            }
        }
        self.middle_outside_window().map(|middle| vec![middle])
    }

    /// If a frontier asks again about a statement of which an execution was wrong: the execution in the middle
    /// between that one and the last right one, in the domain.
    pub(crate) fn bisect_executions(&mut self, members: &[Time]) -> Option<Vec<Time>> {
        let (_, statement) = self.repeated(members)?;
        let recording = &self.session.recorded.recording;
        let is_execution = |t: Time| recording.position(t).map(|p| p.site()) == Some(statement);
        let right = self.rounds.iter().flat_map(|r| r.with(Answer::Right)).filter(|&t| is_execution(t)).max();
        let (unknown, known) = (self.unknown(), self.path());
        let is_open = |t: &Time| right.is_none_or(|right| right < *t) && !unknown.contains(t) && !known.contains(t);
        let open: Vec<Time> = self.domain().into_iter().filter(|t| is_open(t) && is_execution(*t)).collect();
        (open.len() >= MIN_OPEN).then(|| vec![open[open.len() / 2]])
    }

    /// The first of some instances whose statement had a wrong execution already, with that statement.
    fn repeated(&self, members: &[Time]) -> Option<(Time, Site)> {
        let recording = &self.session.recorded.recording;
        let site = |time: Time| recording.position(time).map(|p| p.site());
        let wrong: BTreeSet<Site> = self.path().into_iter().filter_map(site).collect();
        members.iter().filter_map(|&m| Some((m, site(m)?))).find(|(_, site)| wrong.contains(site))
    }

    /// The middle of the open executions of the current chain, if these extend beyond the window.
    pub(crate) fn middle_outside_window(&mut self) -> Option<Time> {
        let open = self.open_in_chain();
        let is_outside = open.last().is_some_and(|&time| !self.domain.has(time));
        let middle = open.get(open.len() / 2).filter(|_| is_outside && open.len() >= MIN_OPEN)?;
        Item::at(&mut self.session, *middle).map(|_| *middle)
    }

    /// The chain that is being bisected.
    fn chain(&self) -> Option<&Arc<Chain>> {
        self.chains.last().map(|bisected| &bisected.chain)
    }

    /// The executions of the current chain between the last right one and the first wrong one, the latest first.
    fn open_in_chain(&self) -> Vec<Time> {
        let Some(chain) = self.chain() else { return Vec::new() };
        let (first, last) = (chain.times[chain.times.len() - 1], chain.times[0]);
        let judged = |answer: Answer| self.rounds.iter().flat_map(move |r| r.with(answer));
        let belongs = |time: &Time| chain.has(*time);
        let wrong = judged(Answer::Wrong).filter(belongs).min().unwrap_or(last + 1);
        // A right execution of another chain is a bound, too: a value may pass through several statements per round.
        let bisected = self.rounds.iter().filter(|r| r.breakpoint.bisection.is_some());
        let bisected = bisected.flat_map(|r| r.with(Answer::Right));
        let right = judged(Answer::Right).filter(belongs).chain(bisected).filter(|time| *time < wrong).max();
        let unknown: BTreeSet<Time> = judged(Answer::DontKnow).filter(|time| (first..wrong).contains(time)).collect();
        if unknown.iter().filter(|time| belongs(time)).count() >= ENOUGH_UNKNOWN {
            return Vec::new();
        }
        let is_open = |time: &Time| *time < wrong && right.is_none_or(|right| right < *time) && !unknown.contains(time);
        chain.times.iter().copied().filter(is_open).collect()
    }

    /// The place of a question in the current chain, if it is outside the window.
    pub(crate) fn bisection(&self, members: &[Time]) -> Option<Bisection> {
        let &[time] = members else { return None };
        if self.domain.has(time) {
            return None;
        }
        let (chain, open) = (self.chain()?, self.open_in_chain());
        let earlier = open.iter().filter(|&&t| t < time).count();
        let through = *chain.times.iter().rev().find(|t| self.domain.has(**t))?;
        Some(Bisection { through, earlier, later: open.len() - earlier })
    }

    /// The wrong instances of a round that are outside the window, and the instance in the window that depends on them.
    pub(crate) fn wrong_outside_window(&self, round: usize) -> Option<(Vec<Time>, Time)> {
        let round = &self.rounds[round];
        let wrong = round.with(Answer::Wrong);
        let through = round.breakpoint.bisection.as_ref()?.through;
        wrong.iter().any(|&time| !self.domain.has(time)).then_some((wrong, through))
    }
}
