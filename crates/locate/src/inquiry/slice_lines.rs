//! The shown instances of a slice, grouped by source lines: trusted instances are folded into calls, and the calls
//! through which control came are added. There may be millions of them, so each takes a few bytes only.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use whydunit_machine::Site;
use whydunit_program::{FileId, FunctionId};
use whydunit_trace::{Dependence, DependenceKind, Graph, SliceKind, Time, place_of};

use crate::inquiry::Inquiry;
use crate::inquiry::slice_view::{INSTANCES_PER_MESSAGE, Link, SliceLine};

/// An optional number in four bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Packed(u32);

impl Packed {
    const NONE: Packed = Packed(u32::MAX);

    fn get(self) -> Option<u32> {
        (self != Packed::NONE).then_some(self.0)
    }

    fn index(self) -> Option<usize> {
        self.get().map(|number| number as usize)
    }

    fn time(self) -> Option<Time> {
        self.get().map(Time)
    }
}

impl<T: Into<u32>> From<Option<T>> for Packed {
    fn from(number: Option<T>) -> Packed {
        number.map_or(Packed::NONE, |number| Packed(number.into()))
    }
}

/// The distance of an instance that was not reached yet: more than any other.
const FARTHEST: u32 = u32::MAX;

/// By instance: its causes, as numbers of shown instances.
type Uncalled = HashMap<usize, BTreeSet<(u32, DependenceKind)>>;

/// A set of links, a bit each.
type Links = u8;

/// The lines of a slice, the edges between them, the latest instance of each part of each line, and the number of
/// instances.
type ByLine = (Vec<SliceLine>, BTreeMap<(usize, usize), BTreeSet<Link>>, Vec<BTreeMap<u32, Time>>, usize);

/// Instances that are shown.
#[derive(Default)]
struct Shown {
    /// Ascending.
    times: Vec<Time>,
    /// By number: fewest dependences from the start.
    distances: Vec<u32>,
    /// By number: the links to its effects.
    links: Vec<Links>,
    /// By number: its line, if it has one.
    lines: Vec<Packed>,
    /// Between lines, cause first.
    edges: HashMap<(u32, u32), Links>,
}

impl Shown {
    fn number(&self, time: Time) -> Option<usize> {
        self.times.binary_search(&time).ok()
    }

    /// Adds a link between two instances.
    fn link_instances(&mut self, cause: usize, effect: usize, link: Link) {
        self.links[cause] |= 1 << link as u8;
        if let (Some(cause), Some(effect)) = (self.lines[cause].get(), self.lines[effect].get()) {
            self.link_lines(cause, effect, link);
        }
    }

    /// Adds a link between two lines.
    fn link_lines(&mut self, cause: u32, effect: u32, link: Link) {
        if cause != effect {
            *self.edges.entry((cause, effect)).or_default() |= 1 << link as u8;
        }
    }
}

/// Source lines, numbered in the order of their first use, and the line numbers of the instructions by function.
#[derive(Default)]
struct Lines {
    numbers: HashMap<(Option<FileId>, u32), u32>,
    places: Vec<(Option<FileId>, u32)>,
    of: HashMap<FunctionId, Vec<Packed>>,
}

impl Lines {
    fn number(&mut self, inquiry: &Inquiry, Site { function, inst }: Site) -> u32 {
        let Lines { numbers, places, of } = self;
        let known =
            of.entry(function).or_insert_with(|| vec![Packed::NONE; inquiry.program().function(function).insts.len()]);
        if let Some(number) = known[inst as usize].get() {
            return number;
        }
        let place = place_of(inquiry.program(), Site { function, inst });
        let number = *numbers.entry((place.file, place.line)).or_insert_with(|| {
            places.push((place.file, place.line));
            places.len() as u32 - 1
        });
        known[inst as usize] = Packed(number);
        number
    }
}

impl Inquiry {
    /// Groups a slice by lines. Instances farther from the start than `limit` are left out.
    pub(crate) fn by_line(
        &self,
        graph: &Graph,
        origins: &[Time],
        first: &[Dependence],
        (kind, limit): (SliceKind, u32),
    ) -> ByLine {
        let representatives = self.representatives(graph, limit);
        let mut times: Vec<Time> =
            representatives.iter().filter_map(|representative| representative.time()).chain(origins.to_vec()).collect();
        times.sort_unstable();
        times.dedup();
        let mut shown = Shown { distances: vec![FARTHEST; times.len()], times, ..Shown::default() };
        for (number, representative) in representatives.iter().enumerate() {
            if let Some(at) = representative.time().and_then(|time| shown.number(time)) {
                shown.distances[at] = shown.distances[at].min(graph.distance(number));
            }
        }
        for &origin in origins {
            shown.number(origin).into_iter().for_each(|at| shown.distances[at] = 0);
        }
        let mut lines = Lines::default();
        let calls = self.calls_into(&mut shown, &mut lines, kind);
        shown.add(calls);
        let mut near = None;
        for at in 0..shown.times.len() {
            near = self.recorded.recording.position_near(shown.times[at], near);
            shown.lines.push(near.map(|p| lines.number(self, p.site())).into());
        }
        let uncalled = self.link(graph, &representatives, &mut shown);
        let origin = origins.last().and_then(|&origin| shown.number(self.fold(origin)?));
        for cause in first {
            let Some((origin, on)) = origin.zip(graph.number(cause.on)) else { continue };
            if let Some(on) = representatives[on].time().and_then(|time| shown.number(time)).filter(|&on| on != origin)
            {
                shown.link_instances(on, origin, link(cause.kind));
            }
            for &(on, kind) in uncalled.get(&on).into_iter().flatten() {
                shown.link_instances(on as usize, origin, link(kind.max(cause.kind)));
            }
        }
        self.gather(shown, lines)
    }

    /// By number: the instances that represent those of a slice that are near enough, if any.
    fn representatives(&self, graph: &Graph, limit: u32) -> Vec<Packed> {
        let mut near = None;
        let representative = |(number, &time): (usize, &Time)| {
            if number.is_multiple_of(INSTANCES_PER_MESSAGE) {
                self.monitor.report(|| format!("collecting lines, {number} of {} executed statements", graph.len()));
            }
            near = self.recorded.recording.position_near(time, near);
            let near_enough = graph.distance(number) <= limit;
            near.filter(|_| near_enough).and_then(|position| self.fold_at(time, position)).into()
        };
        graph.times().iter().enumerate().map(representative).collect()
    }

    /// Links the shown instances. Library code that runs without a call, as after the return of `main`, is not shown;
    /// its causes are returned by number, because they count as causes of its effects.
    fn link(&self, graph: &Graph, representatives: &[Packed], shown: &mut Shown) -> Uncalled {
        let mut uncalled = Uncalled::new();
        // Most instances represent themselves, in the same order.
        let mut at: Vec<Packed> = Vec::with_capacity(representatives.len());
        let mut next = 0;
        for representative in representatives {
            let time = representative.time();
            let is_next = time.is_some() && shown.times.get(next).copied() == time;
            let found = if is_next { Some(next) } else { time.and_then(|time| shown.number(time)) };
            next = found.map_or(next, |found| found + 1);
            at.push(found.map(|found| found as u32).into());
        }
        for number in 0..graph.len() {
            if number.is_multiple_of(INSTANCES_PER_MESSAGE) {
                self.monitor.report(|| format!("linking lines, {number} of {} executed statements", graph.len()));
            }
            let passed = at[number] == Packed::NONE && self.is_of_library(graph.times()[number]);
            for cause in graph.causes(number) {
                let Some(before) = graph.number(cause.on) else { continue };
                let further = uncalled.get(&before).into_iter().flatten().map(|led| (led.0, led.1.max(cause.kind)));
                let led = at[before].get().map(|before| (before, cause.kind)).into_iter().chain(further);
                if passed {
                    let led: Vec<(u32, DependenceKind)> = led.collect();
                    uncalled.entry(number).or_default().extend(led);
                } else if let Some(effect) = at[number].index() {
                    let others = led.map(|(on, kind)| (on as usize, kind)).filter(|led| led.0 != effect);
                    others.for_each(|(on, kind)| shown.link_instances(on, effect, link(kind)));
                }
            }
        }
        uncalled
    }

    fn is_of_library(&self, time: Time) -> bool {
        let position = self.recorded.recording.position(time);
        position.is_some_and(|p| self.program().is_runtime(self.program().function(p.function)))
    }

    /// The calls of the program's own functions through which control or arguments came, and their distances from the
    /// start.
    fn calls_into(&self, shown: &mut Shown, lines: &mut Lines, kind: SliceKind) -> BTreeMap<Time, u32> {
        let recording = &self.recorded.recording;
        let (mut calls, mut near): (BTreeMap<Time, u32>, _) = (BTreeMap::new(), None);
        for at in 0..shown.times.len() {
            let time = shown.times[at];
            near = recording.position_near(time, near);
            let Some(position) = near.filter(|_| kind != SliceKind::Data || self.is_argument(time)) else { continue };
            let (mut block, mut distance) = (position.block, shown.distances[at]);
            let mut effect = lines.number(self, position.site());
            while let Some(caller) = self.call_to(block) {
                block = caller;
                let call = self.fold(recording.end_of(caller)).filter(|&call| call != time);
                let Some((call, site)) = call.and_then(|call| Some((call, recording.position(call)?.site()))) else {
                    continue;
                };
                distance = distance.saturating_add(1);
                let cause = lines.number(self, site);
                shown.link_lines(cause, effect, Link::Call);
                effect = cause;
                let nearest = calls.entry(call).or_insert(FARTHEST);
                // The calls further out are known to be at least as near.
                let known = *nearest <= distance;
                *nearest = distance.min(*nearest);
                if known || kind == SliceKind::Data {
                    break;
                }
            }
        }
        calls
    }

    /// The lines of shown instances, in order.
    fn gather(&self, shown: Shown, lines: Lines) -> ByLine {
        let mut order: Vec<usize> = (0..lines.places.len()).collect();
        order.sort_unstable_by_key(|&line| lines.places[line]);
        let mut numbers = vec![0; order.len()];
        order.iter().enumerate().for_each(|(number, &line)| numbers[line] = number);
        let mut gathered: Vec<Option<SliceLine>> = vec![None; order.len()];
        let mut parts: Vec<BTreeMap<u32, Time>> = vec![BTreeMap::new(); order.len()];
        let mut near = None;
        for (at, &time) in shown.times.iter().enumerate() {
            let Some(line) = shown.lines[at].index() else { continue };
            near = self.recorded.recording.position_near(time, near);
            let Some(position) = near else { continue };
            let (number, (file, line)) = (numbers[line], lines.places[line]);
            let (function, distance) = (position.function, shown.distances[at]);
            let (links, events) = (BTreeSet::new(), Vec::new());
            let entry = gathered[number].get_or_insert(SliceLine {
                file,
                line,
                function,
                count: 0,
                links,
                distance,
                last: time,
                events,
            });
            entry.count += 1;
            entry.distance = entry.distance.min(distance);
            entry.last = time;
            entry.links.extend(links_in(shown.links[at]));
            parts[number].insert(position.inst, time);
        }
        let edge = |((from, to), links): (&(u32, u32), &Links)| {
            ((numbers[*from as usize], numbers[*to as usize]), links_in(*links).collect())
        };
        let edges = shown.edges.iter().map(edge).collect();
        (gathered.into_iter().flatten().collect(), edges, parts, shown.times.len())
    }
}

impl Shown {
    /// Adds calls with their distances from the start.
    fn add(&mut self, calls: BTreeMap<Time, u32>) {
        let mut all: Vec<(Time, u32)> = self.times.drain(..).zip(self.distances.drain(..)).collect();
        all.extend(calls.iter().map(|(&call, &distance)| (call, distance)));
        all.sort_unstable();
        all.dedup_by_key(|(time, _)| *time);
        (self.times, self.distances) = all.into_iter().unzip();
        let called = |time| if calls.contains_key(time) { 1 << Link::Call as u8 } else { 0 };
        self.links = self.times.iter().map(called).collect();
    }
}

fn links_in(links: Links) -> impl Iterator<Item = Link> {
    let all = [Link::Value, Link::Decision, Link::Omission, Link::Call];
    all.into_iter().filter(move |link| links >> *link as u8 & 1 == 1)
}

fn link(kind: DependenceKind) -> Link {
    match kind {
        DependenceKind::Flow => Link::Value,
        DependenceKind::Control => Link::Decision,
        DependenceKind::Omission => Link::Omission,
    }
}
