//! The part of a long run that the debugger searches: at first the instances nearest to the failure. When all of them
//! are judged and one is wrong, the window moves to the instances nearest to that one.

use std::collections::BTreeSet;

use whydunit_trace::{Dependence, DependenceKind, Slice, Time};

use crate::interactive::continuation::Continuation;
use crate::interactive::debugger::Debugger;
use crate::interactive::initial_domain::{Slices, domain_of};
use crate::methods::frontier::domain::Domain;

/// Which part of the run the debugger searches.
pub(crate) struct Window {
    /// Do dependences lead out of it?
    is_cut: bool,
    was_cut_at_first: bool,
    /// How often it moved.
    pub(crate) moves: usize,
    /// Its contents at first, if it moved.
    first: Option<(Slice, Domain)>,
    /// All instances that ever were in it and can be asked about.
    pub(crate) seen: BTreeSet<Time>,
    /// The wrong instances from which it moved to a misplaced store.
    pub(crate) followed: BTreeSet<Time>,
}

impl Window {
    /// The window at first.
    pub(crate) fn new(is_cut: bool, domain: &Domain) -> Window {
        let seen = domain.questions().collect();
        Window { is_cut, was_cut_at_first: is_cut, moves: 0, first: None, seen, followed: BTreeSet::new() }
    }
}

impl Debugger {
    /// Do causes of the failure, or of the instances judged wrong last, lie outside the window?
    pub fn is_cut(&self) -> bool {
        self.window.is_cut && self.domain.is_cut()
    }

    /// The number of instances of the whole run, if causes of the failure lay outside the first window.
    pub fn instances_if_windowed(&self) -> Option<usize> {
        self.window.was_cut_at_first.then(|| self.session.recorded.recording.instances())
    }

    /// How many instances of the first window can be asked about.
    pub fn first_window_size(&self) -> usize {
        self.window.first.as_ref().map_or(&self.domain, |(_, domain)| domain).questions().count()
    }

    /// Moves the window to the nearest causes of the instances judged wrong last, if some of these lie outside.
    pub(crate) fn continue_farther(&mut self) -> Option<Continuation> {
        let (failure, ends) = (self.session.criterion.time, self.wrong());
        if !self.is_cut() || ends.contains(&failure) {
            return None;
        }
        let slices = self.slices_of(&ends);
        if slices.all.nodes.keys().all(|time| self.slice.nodes.contains_key(time)) {
            return None;
        }
        self.set_window(slices, &ends);
        Some(Continuation::Farther)
    }

    /// Moves the window to wrong instances outside of it, on which the instance `through` depends.
    pub(crate) fn move_window(&mut self, mut wrong: Vec<Time>, through: Time) {
        let ends = self.wrong();
        let explained = self.domain.led_to(&[through], &ends);
        let others = ends.into_iter().filter(|end| *end != through && !explained.contains(end));
        wrong.extend(others.filter(|&end| end != self.session.criterion.time));
        wrong.sort_unstable();
        let slices = self.slices_of(&wrong);
        self.set_window(slices, &wrong);
    }

    /// The nearest causes of some instances.
    fn slices_of(&mut self, ends: &[Time]) -> Slices {
        let nearest = self.setting().nearest;
        let slices = Slices::new(&mut self.session, &on(ends), nearest);
        self.window.is_cut = slices.all.nodes.len() >= nearest;
        slices
    }

    /// Replaces the contents of the window by causes of wrong instances. All rounds so far still count.
    fn set_window(&mut self, slices: Slices, ends: &[Time]) {
        let domain = domain_of(&self.session, &slices, self.session.criterion.time, &on(ends));
        let domain = std::mem::replace(&mut self.domain, domain);
        let slice = self.slice.clone();
        self.slice.nodes.extend(slices.plain.nodes);
        self.silent.extend(slices.silent);
        self.window.first.get_or_insert((slice, domain));
        self.window.moves += 1;
        self.window.seen.extend(self.domain.questions());
        for at in 0..self.rounds.len() {
            self.draw_consequences(at);
        }
        self.domain.mark_wrong(ends);
    }

    /// Returns to the first window and replays all rounds, with the moves of the window between them and after them.
    pub(crate) fn replay_rounds(&mut self, moves: usize) {
        if let Some((slice, domain)) = self.window.first.take() {
            (self.slice, self.domain) = (slice, domain);
        }
        self.window = Window::new(self.window.was_cut_at_first, &self.domain);
        self.domain.reset();
        let rounds = std::mem::take(&mut self.rounds);
        for round in rounds {
            self.continue_up_to(round.moves);
            self.rounds.push(round);
            self.learn(self.rounds.len() - 1);
        }
        self.continue_up_to(moves);
    }

    fn continue_up_to(&mut self, moves: usize) {
        while self.window.moves < moves && self.continue_search().is_some() {}
    }
}

/// Dependences on some instances, for a criterion that consists of them.
fn on(ends: &[Time]) -> Vec<Dependence> {
    ends.iter().map(|&on| Dependence::new(DependenceKind::Flow, on)).collect()
}
