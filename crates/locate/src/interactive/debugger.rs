//! The narrowing itself: what is asked next, and what an answer means.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_trace::{Dependence, Slice, Time};

use crate::compare::reference_hint::Hint;
use crate::explain::assertion;
use crate::interactive::answer::Answer;
use crate::interactive::answerable::{Silent, is_check, is_given};
use crate::interactive::answered_round::{Judged, Round};
use crate::interactive::assumption::of_correct_output;
use crate::interactive::breakpoint::Breakpoint;
use crate::interactive::initial_domain::{Grounds, domain_of};
use crate::interactive::loop_bisection::Met;
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
    /// The calls of which nothing can be shown.
    pub(crate) silent: Silent,
    pub(crate) domain: Domain,
    pub(crate) reach: Window,
    /// The executions of statements that the search went through by halves.
    pub(crate) rows: Vec<Met>,
    pub(crate) setting: Setting,
    /// What the last correct output was made from, if that is taken to be right.
    pub(crate) correct: Vec<Time>,
    /// What is asked now; none at the end.
    pub(crate) current: Option<Breakpoint>,
    /// What was said so far of the items of `current`.
    pub(crate) answers: Vec<Option<Answer>>,
    pub(crate) rounds: Vec<Round>,
    /// What a correct version said of wrong instances besides that they are wrong.
    pub(crate) hints: BTreeMap<Time, Hint>,
}

impl Debugger {
    /// Begins with everything that the failure depends on.
    pub fn new(mut session: Session, setting: Setting) -> Self {
        let direct = session.first_causes();
        let mut grounds = Grounds::new(&mut session, &direct, setting.nearest);
        let cut = grounds.all.nodes.len() >= setting.nearest;
        let trusts = setting.helps.trust_output;
        let trusted = trusts.then(|| of_correct_output(&session, &grounds, setting.nearest)).flatten();
        let first = grounds.widen(&mut session, direct, setting.nearest);
        let domain = domain_of(&session, &grounds, session.criterion.time, &Dependence::whole(first));
        let reach = Window::new(cut, &domain);
        let (slice, silent, correct) = (grounds.plain, grounds.silent, trusted.unwrap_or_default());
        let (answers, rounds) = (Vec::new(), Vec::new());
        let (rows, current, hints) = (Vec::new(), None, BTreeMap::new());
        let mut debugger =
            Debugger { session, slice, silent, domain, reach, rows, setting, correct, current, answers, rounds, hints };
        debugger.choose();
        debugger
    }

    /// Begins anew with another strategy: nothing was said yet.
    pub fn begin_again(&mut self, strategy: Strategy) {
        self.setting.strategy = strategy;
        (self.current, self.answers, self.rounds, self.rows) = (None, Vec::new(), Vec::new(), Vec::new());
        self.repeat(0);
        self.choose();
    }

    /// What to look at now; none when nothing is left to ask.
    pub fn breakpoint(&self) -> Option<&Breakpoint> {
        self.current.as_ref()
    }

    /// What was said so far of the items of the breakpoint.
    pub fn answers(&self) -> &[Option<Answer>] {
        &self.answers
    }

    /// The item of the breakpoint to be asked next; none when all are answered.
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

    /// Those of them that somebody could be asked about.
    pub fn open(&self) -> Vec<Time> {
        self.domain().into_iter().filter(|&time| self.may_be_asked(time)).collect()
    }

    /// How many that somebody could be asked about were looked at so far, judged or not.
    pub fn looked_at(&self) -> usize {
        self.reach.seen.len()
    }

    /// Everything the failure depends on.
    pub fn slice(&self) -> &Slice {
        &self.slice
    }

    /// What was chosen.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// What is to be explained: the instances judged wrong last, or the failure.
    pub fn wrong(&self) -> Vec<Time> {
        self.domain.ends()
    }

    /// The instances of which nobody knew whether they are right.
    pub fn unknown(&self) -> BTreeSet<Time> {
        self.rounds.iter().flat_map(|r| r.with(Answer::DontKnow)).collect()
    }

    /// Says of an item of the breakpoint what it is. When all items are answered the next breakpoint is chosen.
    /// An item that does not exist is passed over.
    pub fn answer(&mut self, item: usize, answer: Answer) {
        let Some(place) = self.answers.get_mut(item) else { return };
        *place = Some(answer);
        if self.answers.iter().all(Option::is_some) {
            self.go_on();
        }
    }

    /// Asks about another instance instead, of which somebody knows; false when that is not in question.
    pub fn ask_instead(&mut self, time: Time) -> bool {
        let untouched = self.current.is_some() && self.answers.iter().all(Option::is_none);
        if !untouched || !self.may_be_asked(time) || self.domain().binary_search(&time).is_err() {
            return false;
        }
        let Some(mut breakpoint) = self.describe(&[time]) else { return false };
        breakpoint.onward = self.current.take().and_then(|instead| instead.onward);
        (self.current, self.answers) = (Some(breakpoint), vec![None]);
        true
    }

    /// Goes on to the next breakpoint with the answers given so far: one wrong item is enough. Items without an
    /// answer are of no account when another is wrong; otherwise nobody knows them.
    pub fn go_on(&mut self) {
        if !self.answers.contains(&Some(Answer::Wrong)) {
            self.answers.iter_mut().for_each(|a| *a = a.or(Some(Answer::DontKnow)));
        }
        self.settle();
    }

    /// Lets the answers given so far count, without saying anything of the other items: for who leaves in the middle
    /// of a breakpoint.
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
        self.rows.retain(|met| met.since <= last);
        self.setting.strategy = round.strategy;
        self.repeat(round.steps);
        (self.current, self.answers) = (Some(round.breakpoint), round.answers);
        if let Some(last) = self.answers.iter_mut().rev().find(|a| a.is_some()) {
            *last = None;
        }
        true
    }

    /// Those of some instances to which one leads, not only through what is right.
    pub(crate) fn led_to(&self, from: Time, times: &[Time]) -> Vec<Time> {
        self.domain.led_to(&[from], times)
    }

    /// May decisions have left undone what is known wrong that nobody is asked about, because there are too many?
    pub fn leaves_some_out(&self) -> bool {
        if self.is_out_of_patience() && self.open().iter().any(|time| !self.unknown().contains(time)) {
            return true;
        }
        let mut dependences = self.session.dependences();
        self.wrong().into_iter().for_each(|time| drop(dependences.of(time)));
        dependences.is_incomplete()
    }

    /// Could somebody be asked about an instance?
    pub(crate) fn may_be_asked(&self, time: Time) -> bool {
        !is_given(&self.session, &self.silent, time) && !is_check(&self.session, assertion(&self.session), time)
    }

    pub(crate) fn conclude(&mut self, breakpoint: Breakpoint, answers: Vec<Option<Answer>>, judged: Judged) {
        let strategy = self.setting.strategy.clone();
        let steps = self.reach.steps;
        self.rounds.push(Round { breakpoint, answers, judged, left: 0, steps, strategy });
        let last = self.rounds.len() - 1;
        self.learn(last);
        let round = &self.rounds[last];
        self.rounds[last].left = round.left_in_row().unwrap_or_else(|| self.domain.in_question());
    }

    /// What a round says; when what is wrong is too far away to be looked at, the search goes there.
    pub(crate) fn learn(&mut self, round: usize) {
        if let Some((wrong, through)) = self.beyond(round) {
            self.reach_beyond(wrong, through);
        }
        self.apply(round);
    }

    /// What the answers of a round say of the domain.
    pub(crate) fn apply(&mut self, round: usize) {
        let misled = self.misled(&self.rounds[round]).filter(|&time| self.domain.has(time));
        let alike = self.alike(round);
        let pointer = self.pointer(&self.rounds[round]);
        let (domain, round) = (&mut self.domain, &self.rounds[round]);
        let wrong = round.with(Answer::Wrong);
        if !wrong.is_empty() {
            // What led to what was known wrong is asked before anything turns out to be right.
            domain.blame(&wrong);
            if !self.setting.helps.remember {
                domain.doubt();
            }
        }
        domain.after(&round.with(Answer::Right));
        domain.beside(&round.with(Answer::DontKnow));
        domain.beside(&alike);
        if let Some(pointer) = pointer {
            domain.blame(&[pointer]);
            domain.before(&[pointer]);
        }
        if let Some(time) = misled {
            domain.end_with(time);
        }
        domain.settle(|time| self.hints.get(&time).is_some_and(Hint::is_reason));
    }
}
