//! The part of a run that may hold the fault: instances between what is right and what is wrong.

pub(crate) mod next;
pub(crate) mod number;
pub(crate) mod size;

use std::collections::BTreeSet;

use whydunit_trace::{Dependence, Slice, Time};

use crate::methods::frontier::domain::number::DomainNumber;

/// Instances on ways from the ones held right to the ones known wrong. Instances are numbered by time, so
/// a cause has a smaller number than its effect.
pub struct Domain {
    /// By number: the time.
    times: Vec<Time>,
    /// By number: where its causes begin in `causes`.
    starts: Vec<u32>,
    causes: Vec<Cause>,
    /// By number: how far-fetched the first of its causes is that are too far away to be in the domain.
    cut: Vec<Option<Depth>>,
    /// Held right: nothing behind them is looked at.
    right: Vec<bool>,
    /// What cannot be asked about.
    fixed: Vec<bool>,
    /// Asked about without an answer: not asked about again.
    unknown: Vec<bool>,
    /// Judged wrong: not asked about again, also where it leads to something else that is wrong.
    wrong: Vec<bool>,
    /// Of what only passes a value on: where it has it from.
    sources: Vec<Option<DomainNumber>>,
    /// What only passes on a value that was computed: asked about when nothing else is left.
    passing: Vec<bool>,
    /// Is nothing else left?
    last: bool,
    /// Where input comes in, if frontiers are to part the failure from that first.
    inputs: Option<Vec<bool>>,
    /// Known wrong.
    ends: Vec<DomainNumber>,
    /// Which causes of what is known wrong are looked at, and which at most.
    open: Depth,
    deepest: Depth,
}

/// A cause, by number, and how far-fetched it is.
#[derive(Clone, Copy)]
struct Cause {
    number: DomainNumber,
    depth: Depth,
}

/// How far-fetched a cause is. Those of what is known wrong are looked at one depth after the other; of everything
/// else only the plain ones, because a wrong one shows in its effect, which can be asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// A value that was used, or a decision that led there.
    #[default]
    Plain,
    /// A value that only says where in memory another one lies.
    Address,
    /// A decision that may have left something undone.
    Omission,
    /// Likewise, but it is among the causes of the other ones, too: news only where those are right.
    Detour,
}

impl Domain {
    /// Everything the failure at `end` depends on. `fixed` says what cannot be asked about.
    pub fn new(slice: &Slice, end: Time, first: &[Dependence], fixed: impl Fn(Time) -> bool) -> Self {
        Domain::by_depth(slice, end, first, fixed, |_, _| Depth::Plain)
    }

    /// Likewise; `depth` says of an instance's dependence how far-fetched it is.
    pub fn by_depth(
        slice: &Slice,
        end: Time,
        first: &[Dependence],
        fixed: impl Fn(Time) -> bool,
        mut depth: impl FnMut(Time, &Dependence) -> Depth,
    ) -> Self {
        let mut times: Vec<Time> = slice.nodes.keys().copied().filter(|&t| t != end).collect();
        times.push(end);
        let mut domain = Domain {
            starts: vec![0],
            causes: Vec::new(),
            cut: Vec::new(),
            right: vec![false; times.len()],
            unknown: vec![false; times.len()],
            wrong: vec![false; times.len()],
            fixed: times.iter().map(|&t| fixed(t)).collect(),
            sources: vec![None; times.len()],
            passing: vec![false; times.len()],
            last: false,
            inputs: None,
            ends: vec![DomainNumber::at(times.len() - 1)],
            open: Depth::Plain,
            deepest: Depth::Detour,
            times,
        };
        let inner = domain.times.len() - 1;
        for number in 0..inner {
            let time = domain.times[number];
            domain.add_causes(&slice.nodes[&time].on, |d| depth(time, d));
        }
        domain.add_causes(first, |d| depth(end, d));
        domain
    }

    /// Frontiers are to part the failure from its input. What stems from the program's text alone stays in the
    /// domain and is asked about when nothing that stems from input is left: frontiers get smaller by that.
    pub fn from_input(mut self, is_input: impl Fn(Time) -> bool) -> Self {
        self.inputs = Some(self.times.iter().map(|&t| is_input(t)).collect());
        self
    }

    /// `source` says of what only passes a value on where it has it from. Where that was computed and can be asked
    /// about, what passes it on is asked about when nothing else is left.
    pub fn passing(mut self, source: impl Fn(Time) -> Option<Time>) -> Self {
        for number in 0..self.times.len() {
            let from = source(self.times[number]).and_then(|time| self.number(time));
            self.sources[number] = from;
            self.passing[number] = from.is_some_and(|from| self.is_computed(from.index()));
        }
        self
    }

    /// Was its value computed, there or where it has it from, and can that be asked about?
    fn is_computed(&self, number: usize) -> bool {
        self.passing[number] || self.sources[number].is_none() && !self.fixed[number]
    }

    /// The instance at which the wrong value was first, if it was only passed on since.
    pub fn passed_on(&self) -> Option<Time> {
        self.origin().map(|n| self.times[n.index()])
    }

    fn origin(&self) -> Option<DomainNumber> {
        let [end] = self.ends[..] else { return None };
        let source =
            |n: &DomainNumber| self.sources[n.index()].filter(|s| !self.right[s.index()] && !self.fixed[s.index()]);
        std::iter::successors(Some(end), source).last().filter(|&n| n != end)
    }

    fn add_causes(&mut self, on: &[Dependence], mut depth: impl FnMut(&Dependence) -> Depth) {
        let inner = &self.times[..self.times.len() - 1];
        let mut cut: Option<Depth> = None;
        for dependence in on {
            let depth = depth(dependence);
            match inner.binary_search(&dependence.on) {
                Ok(number) => self.causes.push(Cause { number: DomainNumber::at(number), depth }),
                Err(_) => cut = Some(cut.map_or(depth, |c| c.min(depth))),
            }
        }
        self.cut.push(cut);
        self.starts.push(self.causes.len() as u32);
    }

    fn all_causes(&self, number: DomainNumber) -> impl Iterator<Item = DomainNumber> {
        self.causes_up_to(number, Depth::Detour)
    }

    /// The causes that are looked at now.
    fn causes_of(&self, number: DomainNumber) -> impl Iterator<Item = DomainNumber> {
        self.causes_up_to(number, self.depth_at(number))
    }

    /// How far-fetched the causes of an instance are that are looked at now.
    fn depth_at(&self, number: DomainNumber) -> Depth {
        let passed = !self.may_ask(number) || self.ends.contains(&number);
        if passed { self.open } else { Depth::Plain }
    }

    /// Does a cause that would be looked at lie outside?
    fn is_cut_off(&self, number: DomainNumber) -> bool {
        self.cut[number.index()].is_some_and(|cut| cut <= self.depth_at(number))
    }

    fn causes_up_to(&self, number: DomainNumber, most: Depth) -> impl Iterator<Item = DomainNumber> {
        let range = self.starts[number.index()] as usize..self.starts[number.index() + 1] as usize;
        self.causes[range].iter().filter(move |c| c.depth <= most).map(|c| c.number)
    }

    /// Is an instance in it, right or not?
    pub fn has(&self, time: Time) -> bool {
        self.number(time).is_some()
    }

    fn number(&self, time: Time) -> Option<DomainNumber> {
        let inner = self.times.len() - 1;
        self.times[..inner].binary_search(&time).ok().map(DomainNumber::at)
    }

    /// The numbers of the instances strictly between that are looked at now, each with its distance from the ends.
    fn inside(&self) -> Vec<(DomainNumber, u32)> {
        self.behind_ends(|number, visit| self.causes_of(number).for_each(visit))
    }

    /// What is behind the ends, with distances, where `causes` lists the causes of an instance.
    fn behind_ends(&self, causes: impl Fn(DomainNumber, &mut dyn FnMut(DomainNumber))) -> Vec<(DomainNumber, u32)> {
        let mut distance: Vec<Option<u32>> = vec![None; self.times.len()];
        self.ends.iter().for_each(|&e| distance[e.index()] = Some(0));
        let mut level = self.ends.clone();
        let mut found = Vec::new();
        for depth in 1.. {
            let mut next = Vec::new();
            for &number in &level {
                causes(number, &mut |cause| {
                    if distance[cause.index()].is_none() && !self.right[cause.index()] {
                        distance[cause.index()] = Some(depth);
                        next.push(cause);
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            found.extend(next.iter().map(|&n| (n, depth)));
            level = next;
        }
        found.sort_unstable();
        found
    }

    /// The instances strictly between what is right and what is wrong, by time.
    pub fn interior(&self) -> Vec<Time> {
        let between = self.behind_ends(|number, visit| self.all_causes(number).for_each(visit));
        between.into_iter().map(|(number, _)| self.times[number.index()]).collect()
    }

    /// Does something lead there that is too far away to be in the domain, not only through what is right?
    pub fn is_cut(&self) -> bool {
        let between = self.behind_ends(|number, visit| self.all_causes(number).for_each(visit));
        between.iter().map(|(number, _)| number).chain(&self.ends).any(|&n| self.cut[n.index()].is_some())
    }

    fn may_ask(&self, number: DomainNumber) -> bool {
        let at = number.index();
        !self.fixed[at] && !self.unknown[at] && !self.wrong[at] && (self.last || !self.passing[at])
    }

    /// The members are right: only what comes after them matters.
    pub fn after(&mut self, members: &[Time]) {
        for number in members.iter().filter_map(|&t| self.number(t)).collect::<Vec<_>>() {
            self.right[number.index()] = true;
        }
    }

    /// Nobody can tell whether the members are right: they are not asked about again.
    pub fn beside(&mut self, members: &[Time]) {
        for number in members.iter().filter_map(|&t| self.number(t)).collect::<Vec<_>>() {
            self.unknown[number.index()] = true;
        }
    }

    /// Causes that are more far-fetched are not asked about.
    pub fn limit(&mut self, deepest: Depth) {
        self.deepest = deepest;
    }

    /// Are decisions asked about that may have left something undone?
    pub fn is_far_fetched(&self) -> bool {
        self.open >= Depth::Omission
    }

    /// Forgets which instances are right.
    pub fn doubt(&mut self) {
        self.right.fill(false);
    }

    /// Forgets all that was learnt.
    pub fn reset(&mut self) {
        self.doubt();
        self.unknown.fill(false);
        self.wrong.fill(false);
        self.ends = vec![DomainNumber::at(self.times.len() - 1)];
        (self.open, self.last) = (Depth::Plain, false);
    }

    /// What is known wrong, by time: the failure, at first.
    pub fn ends(&self) -> Vec<Time> {
        self.ends.iter().map(|&n| self.times[n.index()]).collect()
    }

    /// The members are wrong: only what leads to them matters.
    pub fn before(&mut self, members: &[Time]) {
        self.ends = members.iter().filter_map(|&t| self.number_or_end(t)).collect();
        (self.open, self.last) = (Depth::Plain, false);
    }

    /// A member is at fault itself: all that came before it is right.
    pub fn end_with(&mut self, member: Time) {
        self.before(&[member]);
        self.ends.iter().for_each(|&end| self.right[..end.index()].fill(true));
    }

    /// The members are wrong: what leads to them matters, and what leads to those known wrong before that none of
    /// them explains.
    pub fn blame(&mut self, members: &[Time]) {
        let mut wrong: Vec<DomainNumber> = members.iter().filter_map(|&t| self.number(t)).collect();
        wrong.iter().for_each(|&member| self.wrong[member.index()] = true);
        let effects = self.effects(&wrong);
        wrong.extend(self.ends.iter().filter(|&&e| !effects[e.index()]));
        wrong.sort_unstable();
        wrong.dedup();
        self.ends = wrong;
        (self.open, self.last) = (Depth::Plain, false);
    }

    /// Something wrong that was made from what is right is at fault, or something was left undone that led to it: then
    /// nothing else that is wrong need be explained. Where somebody `knows` why it is wrong, that is all.
    pub fn settle(&mut self, knows: impl Fn(Time) -> bool) {
        let mut settled: Vec<DomainNumber> = self.ends.iter().copied().filter(|&end| self.is_settled(end)).collect();
        if let Some(known) = settled.iter().map(|&end| self.times[end.index()]).find(|&time| knows(time)) {
            return self.end_with(known);
        }
        // What is wrong says more than the failure.
        let failure = DomainNumber::at(self.times.len() - 1);
        settled.retain(|&end| end != failure);
        if !settled.is_empty() {
            self.ends = settled;
        }
    }

    /// Is all right that something wrong was made from, as far as it can be asked about?
    fn is_settled(&self, end: DomainNumber) -> bool {
        let (mut todo, mut seen) = (vec![end], BTreeSet::new());
        while let Some(number) = todo.pop() {
            if self.cut[number.index()].is_some_and(|cut| cut <= Depth::Address) {
                return false;
            }
            for cause in self.causes_up_to(number, Depth::Address).filter(|&cause| !self.right[cause.index()]) {
                if !self.fixed[cause.index()] {
                    return false;
                }
                if seen.insert(cause) {
                    todo.push(cause);
                }
            }
        }
        true
    }

    /// What is known wrong because something else is that led to it need not be explained any more.
    pub fn forget_effects(&mut self) {
        let effects = self.effects(&self.ends);
        self.ends.retain(|&end| !effects[end.index()]);
    }

    /// By number: does it depend on one of these, not only through what is right? These do not depend on themselves.
    fn effects(&self, of: &[DomainNumber]) -> Vec<bool> {
        let mut is_source = vec![false; self.times.len()];
        of.iter().for_each(|&n| is_source[n.index()] = true);
        let mut found = vec![false; self.times.len()];
        for at in 0..self.times.len() {
            let mut causes = self.all_causes(DomainNumber::at(at));
            found[at] = !self.right[at] && causes.any(|c| found[c.index()] || is_source[c.index()]);
        }
        found
    }

    /// Those of `times` to which the instances of `from` lead, not only through what is right.
    pub fn led_to(&self, from: &[Time], times: &[Time]) -> Vec<Time> {
        let effects = self.effects(&from.iter().filter_map(|&t| self.number(t)).collect::<Vec<_>>());
        let is_effect = |t: Time| self.number_or_end(t).is_some_and(|n| effects[n.index()]);
        times.iter().copied().filter(|&t| is_effect(t)).collect()
    }

    fn number_or_end(&self, time: Time) -> Option<DomainNumber> {
        let end = self.times.len() - 1;
        self.number(time).or((self.times[end] == time).then_some(DomainNumber::at(end)))
    }
}
