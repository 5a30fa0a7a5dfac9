//! How far back is looked. Of a long run only what is nearest to the failure is looked at; when all of that is judged
//! and something else turned out to be wrong meanwhile, what is nearest to that comes next.

use std::collections::BTreeSet;

use whydunit_trace::{Dependence, DependenceKind, Slice, Time};

use crate::interactive::continuation::Continuation;
use crate::interactive::debugger::Debugger;
use crate::interactive::initial_domain::{Grounds, domain_of};
use crate::methods::frontier::domain::Domain;

/// How far back a debugger looks.
pub(crate) struct Window {
    /// Did more lead to what is looked at than was taken in? And at first?
    cut: bool,
    began_cut: bool,
    /// How often it went farther back.
    pub(crate) steps: usize,
    /// What was looked at first, if it went farther back.
    first: Option<(Slice, Domain)>,
    /// What somebody could be asked about of all that was looked at.
    pub(crate) seen: BTreeSet<Time>,
    /// The wrong instances from which it went on to what should have given them their value.
    pub(crate) followed: BTreeSet<Time>,
}

impl Window {
    /// At first.
    pub(crate) fn new(cut: bool, domain: &Domain) -> Window {
        let seen = domain.questions().collect();
        Window { cut, began_cut: cut, steps: 0, first: None, seen, followed: BTreeSet::new() }
    }
}

impl Debugger {
    /// Did something lead to the failure, or to what was judged wrong last, that is too far away to be looked at?
    pub fn is_cut(&self) -> bool {
        self.reach.cut && self.domain.is_cut()
    }

    /// If at first only what is nearest to the failure was looked at: how many instances the whole run has.
    pub fn window_of(&self) -> Option<usize> {
        self.reach.began_cut.then(|| self.session.recorded.recording.instances())
    }

    /// How many that somebody could be asked about led to the failure, of those that were looked at first.
    pub fn led_to_failure(&self) -> usize {
        self.reach.first.as_ref().map_or(&self.domain, |(_, domain)| domain).questions().count()
    }

    /// Goes on when nothing that was looked at is left to ask; none when there is nothing more.
    pub(crate) fn reach_on(&mut self) -> Option<Continuation> {
        if self.reach_farther() { Some(Continuation::Farther) } else { self.reach_misplaced() }
    }

    /// Goes on from what was judged wrong last, when that is nearer to what was not looked at yet; false when there is
    /// nothing more to look at.
    fn reach_farther(&mut self) -> bool {
        let (failure, ends) = (self.session.criterion.time, self.wrong());
        if !self.is_cut() || ends.contains(&failure) {
            return false;
        }
        let grounds = self.grounds_of(&ends);
        if grounds.all.nodes.keys().all(|time| self.slice.nodes.contains_key(time)) {
            return false;
        }
        self.look_at(grounds, &ends);
        true
    }

    /// Goes on from what turned out to be wrong and was not looked at. It led to the instance `through`.
    pub(crate) fn reach_beyond(&mut self, mut wrong: Vec<Time>, through: Time) {
        let ends = self.wrong();
        let explained = self.domain.led_to(&[through], &ends);
        let others = ends.into_iter().filter(|end| *end != through && !explained.contains(end));
        wrong.extend(others.filter(|&end| end != self.session.criterion.time));
        wrong.sort_unstable();
        let grounds = self.grounds_of(&wrong);
        self.look_at(grounds, &wrong);
    }

    /// All that led to some instances, as far as is looked.
    fn grounds_of(&mut self, ends: &[Time]) -> Grounds {
        let nearest = self.setting().nearest;
        let grounds = Grounds::new(&mut self.session, &on(ends), nearest);
        self.reach.cut = grounds.all.nodes.len() >= nearest;
        grounds
    }

    /// Looks at these grounds of what is wrong. All rounds so far count.
    fn look_at(&mut self, grounds: Grounds, ends: &[Time]) {
        let domain = domain_of(&self.session, &grounds, self.session.criterion.time, &on(ends));
        let domain = std::mem::replace(&mut self.domain, domain);
        let slice = self.slice.clone();
        self.slice.nodes.extend(grounds.plain.nodes);
        self.silent.extend(grounds.silent);
        self.reach.first.get_or_insert((slice, domain));
        self.reach.steps += 1;
        self.reach.seen.extend(self.domain.questions());
        for at in 0..self.rounds.len() {
            self.apply(at);
        }
        self.domain.mark_wrong(ends);
    }

    /// Looks at what it looked at first, and learns from the rounds once more, going farther back where it did.
    pub(crate) fn repeat(&mut self, steps: usize) {
        if let Some((slice, domain)) = self.reach.first.take() {
            (self.slice, self.domain) = (slice, domain);
        }
        self.reach = Window::new(self.reach.began_cut, &self.domain);
        self.domain.reset();
        let rounds = std::mem::take(&mut self.rounds);
        for round in rounds {
            self.reach_up_to(round.steps);
            self.rounds.push(round);
            self.learn(self.rounds.len() - 1);
        }
        self.reach_up_to(steps);
    }

    fn reach_up_to(&mut self, steps: usize) {
        while self.reach.steps < steps && self.reach_on().is_some() {}
    }
}

/// The criterion that consists of some instances.
fn on(ends: &[Time]) -> Vec<Dependence> {
    ends.iter().map(|&on| Dependence::new(DependenceKind::Flow, on)).collect()
}
