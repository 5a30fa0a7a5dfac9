//! The state of the debugger, and the commands that change it.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_trace::{Dependence, Slice, Time};

use crate::evidence::collection::failed_assertion;
use crate::interactive::answer::Answer;
use crate::interactive::answerable::{SilentCalls, is_check, is_no_question};
use crate::interactive::answered_round::{Judged, Round};
use crate::interactive::assumption::of_correct_output;
use crate::interactive::breakpoint::Breakpoint;
use crate::interactive::initial_domain::{Slices, domain_of};
use crate::interactive::loop_bisection::BisectedChain;
use crate::interactive::reference_answer::hint::Hint;
use crate::interactive::setting::Setting;
use crate::interactive::window::Window;
use crate::methods::frontier::domain::Domain;
use crate::methods::frontier::strategy::Strategy;
use crate::session::Session;

/// A failing run that is being debugged.
pub struct Debugger {
    /// The failing run.
    pub session: Session,
    pub(crate) slice: Slice,
    /// The library calls that have nothing to show.
    pub(crate) silent: SilentCalls,
    pub(crate) domain: Domain,
    pub(crate) window: Window,
    /// The chains that the search bisected, the current one last.
    pub(crate) chains: Vec<BisectedChain>,
    pub(crate) setting: Setting,
    /// The frontier of the last correct output, if that is assumed to be right.
    pub(crate) correct: Vec<Time>,
    /// The current breakpoint; none at the end.
    pub(crate) current: Option<Breakpoint>,
    /// The answers so far to the items of `current`.
    pub(crate) answers: Vec<Option<Answer>>,
    pub(crate) rounds: Vec<Round>,
    /// The facts that a reference reported of wrong instances.
    pub(crate) hints: BTreeMap<Time, Hint>,
}

impl Debugger {
    /// Begins with the nearest causes of the failure.
    pub fn new(mut session: Session, setting: Setting) -> Self {
        let direct = session.first_causes();
        let mut slices = Slices::new(&mut session, &direct, setting.nearest);
        let cut = slices.all.nodes.len() >= setting.nearest;
        let trusts = setting.assumptions.trust_output;
        let trusted = trusts.then(|| of_correct_output(&session, &slices, setting.nearest)).flatten();
        let first = slices.widen(&mut session, direct, setting.nearest);
        let domain = domain_of(&session, &slices, session.criterion.time, &Dependence::whole(first));
        let mut debugger = Debugger {
            window: Window::new(cut, &domain),
            slice: slices.plain,
            silent: slices.silent,
            correct: trusted.unwrap_or_default(),
            session,
            domain,
            setting,
            chains: Vec::new(),
            current: None,
            answers: Vec::new(),
            rounds: Vec::new(),
            hints: BTreeMap::new(),
        };
        debugger.choose();
        debugger
    }

    /// Forgets all answers and begins anew with another strategy.
    pub fn begin_again(&mut self, strategy: Strategy) {
        self.setting.strategy = strategy;
        (self.current, self.answers, self.rounds, self.chains) = (None, Vec::new(), Vec::new(), Vec::new());
        self.replay_rounds(0);
        self.choose();
    }

    /// The current breakpoint; none when nothing is left to ask.
    pub fn breakpoint(&self) -> Option<&Breakpoint> {
        self.current.as_ref()
    }

    /// The answers so far to the items of the breakpoint.
    pub fn answers(&self) -> &[Option<Answer>] {
        &self.answers
    }

    /// The first item of the breakpoint without an answer; none when all are answered.
    pub fn next_item(&self) -> Option<usize> {
        self.answers.iter().position(Option::is_none)
    }

    /// The breakpoints that were answered.
    pub fn history(&self) -> &[Round] {
        &self.rounds
    }

    /// The instances that may hold the fault, by time.
    pub fn domain(&self) -> Vec<Time> {
        self.domain.interior()
    }

    /// The instances of the domain that can be asked about.
    pub fn open(&self) -> Vec<Time> {
        self.domain().into_iter().filter(|&time| self.may_be_asked(time)).collect()
    }

    /// How many instances that can be asked about were in the window so far.
    pub fn looked_at(&self) -> usize {
        self.window.seen.len()
    }

    /// The slice of the failure, as far as the window went.
    pub fn slice(&self) -> &Slice {
        &self.slice
    }

    /// The settings.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The instances to be explained: those judged wrong last, or the failure.
    pub fn wrong(&self) -> Vec<Time> {
        self.domain.ends()
    }

    /// The instances that were judged unknown.
    pub fn unknown(&self) -> BTreeSet<Time> {
        self.rounds.iter().flat_map(|r| r.with(Answer::DontKnow)).collect()
    }

    /// Answers an item of the breakpoint. When all items are answered, the next breakpoint is chosen. An item that
    /// does not exist is ignored.
    pub fn answer(&mut self, item: usize, answer: Answer) {
        let Some(place) = self.answers.get_mut(item) else { return };
        *place = Some(answer);
        if self.answers.iter().all(Option::is_some) {
            self.go_on();
        }
    }

    /// Replaces the current question by one about another instance, whose answer is known; false if that is not in
    /// question.
    pub fn ask_instead(&mut self, time: Time) -> bool {
        let untouched = self.current.is_some() && self.answers.iter().all(Option::is_none);
        if !untouched || !self.may_be_asked(time) || self.domain().binary_search(&time).is_err() {
            return false;
        }
        let Some(mut breakpoint) = self.describe(&[time]) else { return false };
        breakpoint.continuation = self.current.take().and_then(|replaced| replaced.continuation);
        (self.current, self.answers) = (Some(breakpoint), vec![None]);
        true
    }

    /// Goes on to the next breakpoint with the answers so far: one wrong item is enough. Otherwise items without an
    /// answer count as unknown.
    pub fn go_on(&mut self) {
        if !self.answers.contains(&Some(Answer::Wrong)) {
            self.answers.iter_mut().for_each(|a| *a = a.or(Some(Answer::DontKnow)));
        }
        self.settle();
    }

    /// Lets the answers so far count and leaves the other items open, when the dialogue ends in the middle of a
    /// breakpoint.
    pub fn settle(&mut self) {
        if self.answers.iter().all(Option::is_none) {
            return;
        }
        let Some(breakpoint) = self.current.take() else { return };
        let answers = std::mem::take(&mut self.answers);
        self.conclude(breakpoint, answers, Judged::Asked);
        self.choose();
    }

    /// Takes the last answer back; false when there is none.
    pub fn undo(&mut self) -> bool {
        if let Some(last) = self.answers.iter_mut().rev().find(|a| a.is_some()) {
            *last = None;
            return true;
        }
        let Some(last) = self.rounds.iter().rposition(|r| r.judged == Judged::Asked) else { return false };
        let round = self.rounds.swap_remove(last);
        self.rounds.truncate(last);
        self.chains.retain(|chain| chain.since <= last);
        self.setting.strategy = round.strategy;
        self.replay_rounds(round.moves);
        (self.current, self.answers) = (Some(round.breakpoint), round.answers);
        if let Some(last) = self.answers.iter_mut().rev().find(|a| a.is_some()) {
            *last = None;
        }
        true
    }

    /// Those of some instances that depend on `from`, not only through right instances.
    pub(crate) fn led_to(&self, from: Time, times: &[Time]) -> Vec<Time> {
        self.domain.led_to(&[from], times)
    }

    /// Were decisions about possible omissions left out because there are too many?
    pub fn leaves_omissions_out(&self) -> bool {
        if self.has_asked_enough_omissions() && self.open().iter().any(|time| !self.unknown().contains(time)) {
            return true;
        }
        let mut dependences = self.session.dependences();
        self.wrong().into_iter().for_each(|time| drop(dependences.of(time)));
        dependences.is_incomplete()
    }

    /// Can an instance be asked about?
    pub(crate) fn may_be_asked(&self, time: Time) -> bool {
        !is_no_question(&self.session, &self.silent, time)
            && !is_check(&self.session, failed_assertion(&self.session), time)
    }

    /// Adds an answered breakpoint to the rounds and draws the consequences.
    pub(crate) fn conclude(&mut self, breakpoint: Breakpoint, answers: Vec<Option<Answer>>, judged: Judged) {
        let strategy = self.setting.strategy.clone();
        let moves = self.window.moves;
        self.rounds.push(Round { breakpoint, answers, judged, left: 0, moves, strategy });
        let last = self.rounds.len() - 1;
        self.learn(last);
        let round = &self.rounds[last];
        self.rounds[last].left = round.left_in_chain().unwrap_or_else(|| self.domain.in_question());
    }
}
