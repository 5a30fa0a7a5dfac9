//! The domain: the part of a run that may contain the fault, which is all instances between correct and wrong ones.

pub(crate) mod next;
pub(crate) mod number;
pub(crate) mod size;

use std::collections::BTreeSet;

use whydunit_trace::{Dependence, Slice, Time};

use crate::methods::frontier::domain::number::DomainNumber;

/// Instances on paths from those assumed correct to those known wrong. They are numbered by time, so a cause has a
/// smaller number than its effect.
pub struct Domain {
    /// By number: the time.
    times: Vec<Time>,
    /// By number: where its causes begin in `causes`.
    starts: Vec<u32>,
    causes: Vec<Cause>,
    /// By number: the smallest depth of its causes that are too far from the failure to be in the domain.
    cut: Vec<Option<Depth>>,
    /// Assumed correct; their causes are not considered.
    right: Vec<bool>,
    /// Instances that cannot be asked about.
    fixed: Vec<bool>,
    /// Asked about without an answer; not asked about again.
    unknown: Vec<bool>,
    /// Known wrong; not asked about again, even on a path to another wrong instance.
    wrong: Vec<bool>,
    /// For an instance that only copies a value: the instance it copies from.
    sources: Vec<Option<DomainNumber>>,
    /// Copies of a computed value; asked about only if nothing else is left.
    passing: Vec<bool>,
    /// Are only copies left?
    last: bool,
    /// Instances that bring input in, if frontiers should first separate the failure from its input.
    inputs: Option<Vec<bool>>,
    /// The wrong instances to explain.
    ends: Vec<DomainNumber>,
    /// The depth of causes of wrong instances that is considered now, and its upper bound.
    open: Depth,
    deepest: Depth,
}

/// A cause and its depth.
#[derive(Clone, Copy)]
struct Cause {
    number: DomainNumber,
    depth: Depth,
}

/// The depth of a cause: how far-fetched it is. Causes of wrong instances are considered one depth after the other. For
/// all others only plain causes are considered, because an error in a deeper one shows in its effect, which can be
/// asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// A value that was used, or a decision that led there.
    #[default]
    Plain,
    /// A value that only determines the address of another one.
    Address,
    /// A decision that may have omitted something.
    Omission,
    /// Such a decision that is also among the causes of others; it adds information only where those are correct.
    Detour,
}

impl Domain {
    /// The domain of everything that the failure at `end` depends on. `fixed` instances cannot be asked about.
    pub fn new(slice: &Slice, end: Time, first: &[Dependence], fixed: impl Fn(Time) -> bool) -> Self {
        Domain::by_depth(slice, end, first, fixed, |_, _| Depth::Plain)
    }

    /// As [`Domain::new`], with the depth of each dependence of an instance.
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

    /// Makes frontiers separate the failure from its input first. Instances that depend on the program text alone stay
    /// in the domain and are asked about when no instance that depends on input is left. This keeps frontiers small.
    pub fn from_input(mut self, is_input: impl Fn(Time) -> bool) -> Self {
        self.inputs = Some(self.times.iter().map(|&t| is_input(t)).collect());
        self
    }

    /// `source` returns the instance that a copy copies from. Copies of a computed value that can be asked about are
    /// asked about last.
    pub fn passing(mut self, source: impl Fn(Time) -> Option<Time>) -> Self {
        for number in 0..self.times.len() {
            let from = source(self.times[number]).and_then(|time| self.number(time));
            self.sources[number] = from;
            self.passing[number] = from.is_some_and(|from| self.is_computed(from.index()));
        }
        self
    }

    /// Was its value computed, by itself or at the origin of the copies, and can that be asked about?
    fn is_computed(&self, number: usize) -> bool {
        self.passing[number] || self.sources[number].is_none() && !self.fixed[number]
    }

    /// The instance that first had the wrong value, if it was only copied since.
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

    /// The causes that are considered now.
    fn causes_of(&self, number: DomainNumber) -> impl Iterator<Item = DomainNumber> {
        self.causes_up_to(number, self.depth_at(number))
    }

    /// The depth of an instance's causes that is considered now.
    fn depth_at(&self, number: DomainNumber) -> Depth {
        let passed = !self.may_ask(number) || self.ends.contains(&number);
        if passed { self.open } else { Depth::Plain }
    }

    /// Is a cause that would be considered outside of the domain?
    fn is_cut_off(&self, number: DomainNumber) -> bool {
        self.cut[number.index()].is_some_and(|cut| cut <= self.depth_at(number))
    }

    fn causes_up_to(&self, number: DomainNumber, most: Depth) -> impl Iterator<Item = DomainNumber> {
        let range = self.starts[number.index()] as usize..self.starts[number.index() + 1] as usize;
        self.causes[range].iter().filter(move |c| c.depth <= most).map(|c| c.number)
    }

    /// Is an instance in the domain?
    pub fn has(&self, time: Time) -> bool {
        self.number(time).is_some()
    }

    fn number(&self, time: Time) -> Option<DomainNumber> {
        let inner = self.times.len() - 1;
        self.times[..inner].binary_search(&time).ok().map(DomainNumber::at)
    }

    /// The instances strictly inside that are considered now, each with its distance from the ends.
    fn inside(&self) -> Vec<(DomainNumber, u32)> {
        self.behind_ends(|number, visit| self.causes_of(number).for_each(visit))
    }

    /// The instances behind the ends with their distances, where `causes` lists the causes of an instance.
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

    /// The instances strictly between correct and wrong ones, by time.
    pub fn interior(&self) -> Vec<Time> {
        let between = self.behind_ends(|number, visit| self.all_causes(number).for_each(visit));
        between.into_iter().map(|(number, _)| self.times[number.index()]).collect()
    }

    /// Does the domain depend on an instance that is too far away to be in it, other than through correct instances?
    pub fn is_cut(&self) -> bool {
        let between = self.behind_ends(|number, visit| self.all_causes(number).for_each(visit));
        between.iter().map(|(number, _)| number).chain(&self.ends).any(|&n| self.cut[n.index()].is_some())
    }

    fn may_ask(&self, number: DomainNumber) -> bool {
        let at = number.index();
        !self.fixed[at] && !self.unknown[at] && !self.wrong[at] && (self.last || !self.passing[at])
    }

    /// Marks members as correct: only instances after them matter.
    pub fn mark_correct(&mut self, members: &[Time]) {
        for number in members.iter().filter_map(|&t| self.number(t)).collect::<Vec<_>>() {
            self.right[number.index()] = true;
        }
    }

    /// Marks members as undecidable: they are not asked about again.
    pub fn mark_undecidable(&mut self, members: &[Time]) {
        for number in members.iter().filter_map(|&t| self.number(t)).collect::<Vec<_>>() {
            self.unknown[number.index()] = true;
        }
    }

    /// Sets the upper bound of the depth of causes.
    pub fn limit(&mut self, deepest: Depth) {
        self.deepest = deepest;
    }

    /// Are omissions asked about?
    pub fn is_far_fetched(&self) -> bool {
        self.open >= Depth::Omission
    }

    /// Forgets which instances are correct.
    pub fn doubt(&mut self) {
        self.right.fill(false);
    }

    /// Forgets all answers.
    pub fn reset(&mut self) {
        self.doubt();
        self.unknown.fill(false);
        self.wrong.fill(false);
        self.ends = vec![DomainNumber::at(self.times.len() - 1)];
        (self.open, self.last) = (Depth::Plain, false);
    }

    /// The wrong instances to explain, by time; at first the failure.
    pub fn ends(&self) -> Vec<Time> {
        self.ends.iter().map(|&n| self.times[n.index()]).collect()
    }

    /// Marks members as wrong: only their causes matter.
    pub fn mark_wrong(&mut self, members: &[Time]) {
        self.ends = members.iter().filter_map(|&t| self.number_or_end(t)).collect();
        (self.open, self.last) = (Depth::Plain, false);
    }

    /// Marks a member as faulty: all instances before it are correct.
    pub fn end_with(&mut self, member: Time) {
        self.mark_wrong(&[member]);
        self.ends.iter().for_each(|&end| self.right[..end.index()].fill(true));
    }

    /// Marks members as wrong: their causes matter, and the causes of other wrong instances that no member explains.
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

    /// Drops other wrong instances if some wrong instance has correct operands only: it is faulty, or due to an
    /// omission. If its cause is known by `knows`, it is the only end.
    pub fn settle(&mut self, knows: impl Fn(Time) -> bool) {
        let mut settled: Vec<DomainNumber> = self.ends.iter().copied().filter(|&end| self.is_settled(end)).collect();
        if let Some(known) = settled.iter().map(|&end| self.times[end.index()]).find(|&time| knows(time)) {
            return self.end_with(known);
        }
        // A wrong instance is more informative than the failure.
        let failure = DomainNumber::at(self.times.len() - 1);
        settled.retain(|&end| end != failure);
        if !settled.is_empty() {
            self.ends = settled;
        }
    }

    /// Are all operands of a wrong instance correct, as far as they can be asked about?
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

    /// Drops wrong instances that other wrong instances explain.
    pub fn forget_effects(&mut self) {
        let effects = self.effects(&self.ends);
        self.ends.retain(|&end| !effects[end.index()]);
    }

    /// By number: does the instance depend on one of these, other than through correct ones? They do not count as their
    /// own effects.
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

    /// The instances of `times` that depend on instances of `from`, other than through correct ones.
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
