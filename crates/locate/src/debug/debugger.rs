//! The narrowing itself: what is asked next, and what an answer means.

use std::collections::BTreeSet;

use whydunit_machine::Site;
use whydunit_trace::{Dependence, Slice};

use super::answer::Answer;
use super::breakpoint::{Breakpoint, Item, Quality};
use super::given::is_given;
use super::helps::{CorrectOutput, Helps};
use super::round::{Judged, Round, share};
use super::start::domain_of;
use crate::domain::Domain;
use crate::frontier::relevant_slice;
use crate::session::Session;
use crate::strategy::Strategy;

/// With so many executions to go back one need not go step by step.
const FAR: usize = 4;

/// What the user may choose.
#[derive(Clone, Debug)]
pub struct Setting {
    /// How frontiers are chosen.
    pub strategy: Strategy,
    /// What is taken to be right without asking.
    pub helps: Helps,
}

impl Default for Setting {
    fn default() -> Self {
        Setting { strategy: Strategy::Closest, helps: Helps::default() }
    }
}

/// A failing run that is being debugged.
pub struct Debugger {
    /// The failing run.
    pub session: Session,
    slice: Slice,
    domain: Domain,
    setting: Setting,
    correct: Option<CorrectOutput>,
    /// What is asked now; none at the end.
    current: Option<Breakpoint>,
    /// What was said so far of the items of `current`.
    answers: Vec<Option<Answer>>,
    rounds: Vec<Round>,
}

impl Debugger {
    /// Begins with everything that the failure depends on.
    pub fn new(session: Session, setting: Setting) -> Self {
        let slice = relevant_slice(&session);
        let domain = domain_of(&session, &slice, session.criterion.time, &Dependence::whole(session.first_causes()));
        let correct = setting.helps.trust_output.then(|| CorrectOutput::new(&session, &slice)).flatten();
        let (answers, rounds) = (Vec::new(), Vec::new());
        let mut debugger = Debugger { session, slice, domain, setting, correct, current: None, answers, rounds };
        debugger.choose();
        debugger
    }

    /// Begins anew with another strategy: nothing was said yet.
    pub fn begin_again(&mut self, strategy: Strategy) {
        self.setting.strategy = strategy;
        self.domain.reset();
        (self.current, self.answers, self.rounds) = (None, Vec::new(), Vec::new());
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
    pub fn domain(&self) -> Vec<u32> {
        self.domain.interior()
    }

    /// Everything the failure depends on.
    pub fn slice(&self) -> &Slice {
        &self.slice
    }

    /// What the instance at `time` depends on directly.
    pub fn causes(&self, time: u32) -> &[Dependence] {
        self.slice.nodes.get(&time).map_or(&[], |n| &n.on)
    }

    /// What was chosen.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// What is to be explained: the instances judged wrong last, or the failure.
    pub fn wrong(&self) -> Vec<u32> {
        self.domain.ends()
    }

    /// The instances of which nobody knew whether they are right.
    pub fn unknown(&self) -> BTreeSet<u32> {
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

    /// Likewise, but goes on at once when the item is wrong: items are in the order of time, and behind an earlier
    /// one lies less.
    pub fn decide(&mut self, item: usize, answer: Answer) {
        let rounds = self.rounds.len();
        self.answer(item, answer);
        if answer == Answer::Wrong && self.rounds.len() == rounds {
            self.go_on();
        }
    }

    /// Goes on to the next breakpoint with the answers given so far: one wrong item is enough. Items without an
    /// answer are of no account when another is wrong; otherwise nobody knows them.
    pub fn go_on(&mut self) {
        let Some(breakpoint) = self.current.take() else { return };
        let mut answers = std::mem::take(&mut self.answers);
        if !answers.contains(&Some(Answer::Wrong)) {
            answers.iter_mut().for_each(|a| *a = a.or(Some(Answer::DontKnow)));
        }
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
        self.setting.strategy = round.strategy;
        self.domain.reset();
        for at in 0..self.rounds.len() {
            learn(&mut self.domain, &self.rounds[at], self.setting.helps);
        }
        (self.current, self.answers) = (Some(round.breakpoint), round.answers);
        if let Some(last) = self.answers.iter_mut().rev().find(|a| a.is_some()) {
            *last = None;
        }
        true
    }

    /// Could somebody be asked about an instance?
    pub(super) fn may_be_asked(&self, time: u32) -> bool {
        !is_given(&self.session, time)
    }

    fn conclude(&mut self, breakpoint: Breakpoint, answers: Vec<Option<Answer>>, judged: Judged) {
        let strategy = self.setting.strategy.clone();
        let mut round = Round { breakpoint, answers, judged, criterion: None, left: 0, strategy };
        round.criterion = self.domain.narrowest(&round.with(Answer::Wrong));
        learn(&mut self.domain, &round, self.setting.helps);
        round.left = self.domain.size();
        self.rounds.push(round);
    }

    /// Chooses the next breakpoint.
    fn choose(&mut self) {
        while let Some(members) = self.domain.frontier(&mut self.setting.strategy) {
            let members = self.leap(&members).unwrap_or(members);
            let Some(breakpoint) = self.describe(&members) else {
                // Nothing can be shown of any of them: nobody could tell.
                self.domain.beside(&members);
                continue;
            };
            if !self.is_correct_output(&members) {
                self.answers = vec![None; breakpoint.items.len()];
                self.current = Some(breakpoint);
                break;
            }
            let answers = vec![Some(Answer::Right); breakpoint.items.len()];
            self.conclude(breakpoint, answers, Judged::CorrectOutput);
        }
    }

    /// When what is wrong was made from an earlier execution of a statement that was wrong already, as in a loop that
    /// counts or sums up, going back by one execution at a time would take for ever: the one half way back.
    fn leap(&self, members: &[u32]) -> Option<Vec<u32>> {
        let recording = &self.session.recorded.recording;
        let site = |time: u32| recording.position(time).map(|p| p.site());
        let wrong: BTreeSet<Site> = self.path().into_iter().filter_map(site).collect();
        let again = members.iter().filter_map(|&m| site(m)).find(|s| wrong.contains(s))?;
        let unknown = self.unknown();
        let earlier = self.domain.interior().into_iter().filter(|t| site(*t) == Some(again) && !unknown.contains(t));
        let earlier: Vec<u32> = earlier.collect();
        (earlier.len() >= FAR).then(|| vec![earlier[earlier.len() / 2]])
    }

    fn is_correct_output(&mut self, members: &[u32]) -> bool {
        let Some(correct) = &mut self.correct else { return false };
        let right: Vec<u32> = self.rounds.iter().flat_map(|r| r.with(Answer::Right)).collect();
        correct.frontier(&right).is_some_and(|frontier| frontier == members)
    }

    fn describe(&mut self, members: &[u32]) -> Option<Breakpoint> {
        let quality = self.quality(members);
        let domain = self.domain.size();
        let items: Vec<Item> = members.iter().filter_map(|&time| Item::at(&mut self.session, time)).collect();
        let spot = items.last()?.spot.clone();
        let led_to = self.domain.passed_on().filter(|&time| items.iter().all(|i| i.time < time));
        let led_to = led_to.and_then(|time| Item::at(&mut self.session, time));
        Some(Breakpoint { spot, items, led_to, quality, domain })
    }

    fn quality(&mut self, members: &[u32]) -> Quality {
        let before = self.domain.size();
        let relevant = members.iter().filter(|t| self.slice.nodes.contains_key(t)).count();
        let [if_right, if_wrong] = self.domain.outlook(members).map(|left| share(before, left));
        Quality { relevance: relevant as f64 / members.len().max(1) as f64, items: members.len(), if_right, if_wrong }
    }
}

/// What the answers to a breakpoint say of a domain.
fn learn(domain: &mut Domain, round: &Round, helps: Helps) {
    if round.criterion.is_some() && !helps.remember {
        domain.doubt();
    }
    domain.after(&round.with(Answer::Right));
    domain.beside(&round.with(Answer::DontKnow));
    if let Some(wrong) = round.criterion {
        domain.before(&[wrong]);
    }
}
