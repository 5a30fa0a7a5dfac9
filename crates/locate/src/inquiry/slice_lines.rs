//! The instances of a slice that are shown, put together by source lines: trusted ones folded into calls, and the calls
//! through which control came added. There may be millions of them, so each takes a few bytes only.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use whydunit_machine::Site;
use whydunit_program::{FileId, FunctionId};
use whydunit_trace::{Dependence, DependenceKind, Graph, SliceKind, place_of};

use crate::inquiry::Inquiry;
use crate::inquiry::slice_view::{Link, SliceLine, TOLD};

/// No instance.
const NONE: u32 = u32::MAX;

/// Instances by number, each with what led there, by number of what is shown.
type Uncalled = HashMap<usize, BTreeSet<(u32, DependenceKind)>>;

/// Several links, a bit each.
type Links = u8;

/// The lines of a slice, edges between them, per line the latest instance of each part, and how many instances there are.
type ByLine = (Vec<SliceLine>, BTreeMap<(usize, usize), BTreeSet<Link>>, Vec<BTreeMap<u32, u32>>, usize);

/// Instances that are shown.
#[derive(Default)]
struct Shown {
    /// Ascending.
    times: Vec<u32>,
    /// By number: fewest dependences from the start.
    distances: Vec<u32>,
    /// By number: how it leads on.
    links: Vec<Links>,
    /// By number: its line.
    lines: Vec<u32>,
    /// Between lines, cause first.
    edges: HashMap<(u32, u32), Links>,
}

impl Shown {
    fn number(&self, time: u32) -> Option<usize> {
        self.times.binary_search(&time).ok()
    }

    /// One instance, by number, led to another.
    fn led(&mut self, cause: usize, effect: usize, link: Link) {
        self.links[cause] |= 1 << link as u8;
        self.join(self.lines[cause], self.lines[effect], link);
    }

    /// One line, by number, led to another.
    fn join(&mut self, cause: u32, effect: u32, link: Link) {
        if cause != effect {
            *self.edges.entry((cause, effect)).or_default() |= 1 << link as u8;
        }
    }
}

/// Source lines, numbered as they come, and per function those of its instructions.
#[derive(Default)]
struct Lines {
    numbers: HashMap<(Option<FileId>, u32), u32>,
    places: Vec<(Option<FileId>, u32)>,
    of: HashMap<FunctionId, Vec<u32>>,
}

impl Lines {
    fn number(&mut self, inquiry: &Inquiry, Site { function, inst }: Site) -> u32 {
        let Lines { numbers, places, of } = self;
        let known = of.entry(function).or_insert_with(|| vec![NONE; inquiry.program().function(function).insts.len()]);
        if known[inst as usize] == NONE {
            let place = place_of(inquiry.program(), Site { function, inst });
            known[inst as usize] = *numbers.entry((place.file, place.line)).or_insert_with(|| {
                places.push((place.file, place.line));
                places.len() as u32 - 1
            });
        }
        known[inst as usize]
    }
}

impl Inquiry {
    /// A slice by lines. Instances farther from the start than `limit` are left out.
    pub(crate) fn by_line(
        &self,
        graph: &Graph,
        origins: &[u32],
        first: &[Dependence],
        (kind, limit): (SliceKind, u32),
    ) -> ByLine {
        let stands = self.stands(graph, limit);
        let mut times: Vec<u32> = stands.iter().copied().filter(|&time| time != NONE).chain(origins.to_vec()).collect();
        times.sort_unstable();
        times.dedup();
        let mut shown = Shown { distances: vec![NONE; times.len()], times, ..Shown::default() };
        for (number, &time) in stands.iter().enumerate() {
            if let Some(at) = shown.number(time) {
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
            shown.lines.push(near.map_or(NONE, |p| lines.number(self, p.site())));
        }
        let uncalled = self.link(graph, &stands, &mut shown);
        let origin = origins.last().and_then(|&origin| shown.number(self.fold(origin)?));
        for cause in first {
            let Some((origin, on)) = origin.zip(graph.number(cause.on)) else { continue };
            if let Some(on) = shown.number(stands[on]).filter(|&on| on != origin) {
                shown.led(on, origin, link(cause.kind));
            }
            for &(on, kind) in uncalled.get(&on).into_iter().flatten() {
                shown.led(on as usize, origin, link(kind.max(cause.kind)));
            }
        }
        self.gather(shown, lines)
    }

    /// By number: what stands for the instances of a slice that are near enough; `NONE` where nothing does.
    fn stands(&self, graph: &Graph, limit: u32) -> Vec<u32> {
        let mut near = None;
        let stand = |(number, &time): (usize, &u32)| {
            if number.is_multiple_of(TOLD) {
                self.watch.tell(|| format!("collecting lines, {number} of {} executed statements", graph.len()));
            }
            near = self.recorded.recording.position_near(time, near);
            let near_enough = graph.distance(number) <= limit;
            near.filter(|_| near_enough).and_then(|position| self.fold_at(time, position)).unwrap_or(NONE)
        };
        graph.times().iter().enumerate().map(stand).collect()
    }

    /// Notes how the shown instances lead to each other. What the library does that nobody called, as when `main` has
    /// returned, is not shown: by number, what led to that, for it led to what that led to.
    fn link(&self, graph: &Graph, stands: &[u32], shown: &mut Shown) -> Uncalled {
        let mut uncalled = Uncalled::new();
        // Most instances stand for themselves, in the same order.
        let mut at: Vec<u32> = Vec::with_capacity(stands.len());
        let mut next = 0;
        for &time in stands {
            let found = if shown.times.get(next) == Some(&time) { Some(next) } else { shown.number(time) };
            next = found.map_or(next, |found| found + 1);
            at.push(found.map_or(NONE, |found| found as u32));
        }
        for number in 0..graph.len() {
            if number.is_multiple_of(TOLD) {
                self.watch.tell(|| format!("linking lines, {number} of {} executed statements", graph.len()));
            }
            let passed = at[number] == NONE && self.is_of_library(graph.times()[number]);
            for cause in graph.causes(number) {
                let Some(before) = graph.number(cause.on) else { continue };
                let further = uncalled.get(&before).into_iter().flatten().map(|led| (led.0, led.1.max(cause.kind)));
                let led = (at[before] != NONE).then_some((at[before], cause.kind)).into_iter().chain(further);
                if passed {
                    let led: Vec<(u32, DependenceKind)> = led.collect();
                    uncalled.entry(number).or_default().extend(led);
                } else if at[number] != NONE {
                    let others = led.filter(|led| led.0 != at[number]);
                    others.for_each(|(on, kind)| shown.led(on as usize, at[number] as usize, link(kind)));
                }
            }
        }
        uncalled
    }

    fn is_of_library(&self, time: u32) -> bool {
        let position = self.recorded.recording.position(time);
        position.is_some_and(|p| self.program().is_runtime(self.program().function(p.function)))
    }

    /// The calls of the program's own functions through which control or arguments came, and how far each is from the
    /// start.
    fn calls_into(&self, shown: &mut Shown, lines: &mut Lines, kind: SliceKind) -> BTreeMap<u32, u32> {
        let recording = &self.recorded.recording;
        let (mut calls, mut near): (BTreeMap<u32, u32>, _) = (BTreeMap::new(), None);
        for at in 0..shown.times.len() {
            let time = shown.times[at];
            near = recording.position_near(time, near);
            let Some(position) = near.filter(|_| kind != SliceKind::Data || self.is_argument(time)) else { continue };
            let (mut block, mut away) = (position.block, shown.distances[at]);
            let mut effect = lines.number(self, position.site());
            while let Some(caller) = self.call_to(block) {
                block = caller;
                let call = self.fold(recording.end_of(caller)).filter(|&call| call != time);
                let Some((call, site)) = call.and_then(|call| Some((call, recording.position(call)?.site()))) else {
                    continue;
                };
                away = away.saturating_add(1);
                let cause = lines.number(self, site);
                shown.join(cause, effect, Link::Call);
                effect = cause;
                let nearest = calls.entry(call).or_insert(NONE);
                // What comes above is known to be at least as near.
                let known = *nearest <= away;
                *nearest = away.min(*nearest);
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
        let mut parts: Vec<BTreeMap<u32, u32>> = vec![BTreeMap::new(); order.len()];
        let mut near = None;
        for (at, &time) in shown.times.iter().enumerate().filter(|(at, _)| shown.lines[*at] != NONE) {
            near = self.recorded.recording.position_near(time, near);
            let Some(position) = near else { continue };
            let (number, (file, line)) = (numbers[shown.lines[at] as usize], lines.places[shown.lines[at] as usize]);
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
    /// Adds calls, with how far they are from the start.
    fn add(&mut self, calls: BTreeMap<u32, u32>) {
        let mut all: Vec<(u32, u32)> = self.times.drain(..).zip(self.distances.drain(..)).collect();
        all.extend(calls.iter().map(|(&call, &away)| (call, away)));
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
