//! A slice as a person reads it: source lines, how often each is in it, and what leads from one to the
//! other. Trusted functions are folded into their calls.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use whydunit_program::{FileId, FunctionId, Inst};
use whydunit_trace::{Dependence, DependenceKind, Dependences, Slice, SliceKind};

use super::{Event, Inquiry, Verification};
use crate::lines::Visit;

/// How one instance led to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Link {
    /// Its value was used.
    Value,
    /// Its decision made the other run.
    Decision,
    /// Another decision might have given the other another value.
    Omission,
    /// It called the function of the other.
    Call,
}

/// What a slice starts from.
#[derive(Clone, Debug)]
pub enum Start {
    /// The failure: its instance and what that depends on.
    Failure(u32, Vec<Dependence>),
    /// An execution of a line.
    Line(Visit),
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct SliceRequest {
    /// Where it starts.
    pub start: Start,
    /// Which dependences are followed.
    pub kind: SliceKind,
    /// Instances farther away are left out.
    pub depth: Option<u32>,
    /// Read the values of shown instances back?
    pub values: bool,
    /// Put the omissions of a relevant slice to the test by reruns?
    pub verify: bool,
}

/// One source line of a slice.
#[derive(Clone, Debug)]
pub struct SliceLine {
    /// The file, when known.
    pub file: Option<FileId>,
    /// The line.
    pub line: u32,
    /// The function.
    pub function: FunctionId,
    /// How many instances of it are in the slice.
    pub count: u32,
    /// How it leads on.
    pub links: BTreeSet<Link>,
    /// Fewest dependences from the start; 0 for the start itself.
    pub distance: u32,
    /// The latest of its instances.
    pub last: u32,
    /// The latest instance of each of its parts, if values were asked for.
    pub events: Vec<Event>,
}

/// A slice by source lines.
#[derive(Clone, Debug)]
pub struct SliceView {
    /// What was asked for.
    pub request: SliceRequest,
    /// The instance it starts from.
    pub origin: u32,
    /// Lines, by file and line.
    pub lines: Vec<SliceLine>,
    /// Between lines, by index, cause first.
    pub edges: BTreeMap<(usize, usize), BTreeSet<Link>>,
    /// How many instances.
    pub instances: usize,
    /// Lines the whole run executed, trusted functions left out.
    pub executed_lines: usize,
    /// Instances that were farther away than asked for.
    pub left_out: usize,
    /// What reruns said of its omissions, if they were asked.
    pub verification: Option<Verification>,
}

/// An instance that is shown.
#[derive(Default)]
struct Shown {
    distance: u32,
    links: BTreeSet<Link>,
    causes: BTreeSet<(u32, Link)>,
}

/// After so many instances it is said how many there are.
const TOLD: usize = 10_000;
/// Statements described per line.
const DESCRIBED: usize = 4;

impl Inquiry {
    /// The slice that a request asks for.
    pub fn slice(&mut self, request: SliceRequest) -> SliceView {
        let (origins, mut first) = self.origins(&request.start);
        first.retain(|d| match d.kind {
            DependenceKind::Flow => true,
            DependenceKind::Control => request.kind != SliceKind::Data,
            DependenceKind::Omission => request.kind == SliceKind::Relevant,
        });
        let origin = origins.last().copied().unwrap_or(0);
        let (slice, verification) = if request.verify && request.kind == SliceKind::Relevant {
            let (slice, verification) = self.verified_slice(&origins, &mut first);
            (slice, Some(verification))
        } else {
            let dependences = Dependences::with_omissions(&self.recorded.recording, &self.analyses);
            let more = |found: usize| {
                if found.is_multiple_of(TOLD) {
                    self.watch.tell(|| format!("following dependences, {found} instances"));
                }
                !self.watch.is_cancelled()
            };
            (Slice::watched(dependences, &first, request.kind, more), None)
        };
        let limit = request.depth.unwrap_or(u32::MAX);
        let left_out = slice.nodes.values().filter(|n| n.distance > limit).count();
        let mut shown = self.shown(&slice, &origins, &first, limit);
        self.add_calls(&mut shown, request.kind);
        let (mut lines, edges, parts) = self.by_line(&shown);
        if request.values {
            self.add_values(&mut lines, &parts);
        }
        // A call of a trusted function is shown even where everything is trusted.
        let mut executed = self.executed_lines();
        executed.extend(lines.iter().filter_map(|l| Some((l.file?, l.line))));
        let executed_lines = executed.len();
        let instances = shown.len();
        SliceView { request, origin, lines, edges, instances, executed_lines, left_out, verification }
    }

    /// The instances a slice starts from, and what they depend on.
    fn origins(&self, start: &Start) -> (Vec<u32>, Vec<Dependence>) {
        let mut dependences = Dependences::with_omissions(&self.recorded.recording, &self.analyses);
        match start {
            Start::Failure(time, first) => (vec![self.fold(*time).unwrap_or(*time)], first.clone()),
            Start::Line(visit) => {
                let times = self.lines().instances(visit);
                let mut first: Vec<Dependence> = times.iter().flat_map(|&t| dependences.of(t)).collect();
                first.retain(|d| !times.contains(&d.on));
                first.sort_unstable();
                first.dedup();
                (times, first)
            }
        }
    }

    /// The instances to show: trusted ones folded into calls.
    fn shown(&self, slice: &Slice, origins: &[u32], first: &[Dependence], limit: u32) -> BTreeMap<u32, Shown> {
        let mut folded: HashMap<u32, Option<u32>> = HashMap::new();
        let mut fold = |time: u32| *folded.entry(time).or_insert_with(|| self.fold(time));
        let mut shown: BTreeMap<u32, Shown> = BTreeMap::new();
        for (&time, node) in slice.nodes.iter().filter(|(_, n)| n.distance <= limit) {
            let Some(stands) = fold(time) else { continue };
            let entry = shown.entry(stands).or_insert_with(|| Shown { distance: node.distance, ..Shown::default() });
            entry.distance = entry.distance.min(node.distance);
        }
        for &origin in origins {
            shown.entry(origin).or_default().distance = 0;
        }
        let origin = origins.last().copied();
        let from_origin = first.iter().filter_map(|d| Some((origin?, *d)));
        let inside = slice.nodes.iter().flat_map(|(&t, n)| n.on.iter().map(move |d| (t, *d)));
        for (effect, cause) in from_origin.chain(inside) {
            let (Some(effect), Some(on)) = (fold(effect), fold(cause.on)) else { continue };
            let kept = effect != on && slice.nodes.contains_key(&cause.on) && shown.contains_key(&on);
            if let (true, Some(entry)) = (kept, shown.get_mut(&effect)) {
                entry.causes.insert((on, link(cause.kind)));
            }
        }
        let links: Vec<(u32, Link)> = shown.values().flat_map(|s| s.causes.iter().copied()).collect();
        links.into_iter().for_each(|(on, link)| {
            shown.entry(on).or_default().links.insert(link);
        });
        shown
    }

    /// Adds the calls of the program's own functions through which control or arguments came.
    fn add_calls(&self, shown: &mut BTreeMap<u32, Shown>, kind: SliceKind) {
        let times: Vec<(u32, u32)> = shown.iter().map(|(&t, s)| (t, s.distance)).collect();
        for (time, distance) in times {
            if kind == SliceKind::Data && !self.is_argument(time) {
                continue;
            }
            let calls = self.calls_to(time).into_iter().filter_map(|c| self.fold(c)).filter(|&c| c != time);
            let mut effect = time;
            for (step, call) in calls.take(if kind == SliceKind::Data { 1 } else { usize::MAX }).enumerate() {
                let away = distance + step as u32 + 1;
                let entry = shown.entry(call).or_insert_with(|| Shown { distance: away, ..Shown::default() });
                entry.distance = entry.distance.min(away);
                entry.links.insert(Link::Call);
                shown.entry(effect).or_default().causes.insert((call, Link::Call));
                effect = call;
            }
        }
    }

    /// Is this where a parameter receives its argument?
    pub(super) fn is_argument(&self, time: u32) -> bool {
        let recording = &self.recorded.recording;
        let Some(position) = recording.position(time) else { return false };
        let function = self.program().function(position.function);
        match recording.inst(position) {
            Inst::StoreLocal { local, val, .. } => {
                let parameter = function.variables.iter().any(|v| v.local == local && v.parameter > 0);
                parameter && function.is_parameter(val) && function.block_of(position.inst).0 == 0
            }
            _ => false,
        }
    }

    /// Instances grouped by line: the lines, edges between them, and per line the instances by part.
    #[allow(clippy::type_complexity)]
    fn by_line(
        &self,
        shown: &BTreeMap<u32, Shown>,
    ) -> (Vec<SliceLine>, BTreeMap<(usize, usize), BTreeSet<Link>>, Vec<BTreeMap<u32, u32>>) {
        let mut numbers: BTreeMap<(Option<FileId>, u32), usize> = BTreeMap::new();
        let places: BTreeMap<u32, _> = shown.keys().filter_map(|&t| Some((t, self.place(t)?))).collect();
        for place in places.values() {
            numbers.insert((place.file, place.line), 0);
        }
        numbers.values_mut().enumerate().for_each(|(at, number)| *number = at);
        let number = |time: u32| places.get(&time).map(|p| numbers[&(p.file, p.line)]);
        let mut lines: Vec<Option<SliceLine>> = vec![None; numbers.len()];
        let mut parts: Vec<BTreeMap<u32, u32>> = vec![BTreeMap::new(); numbers.len()];
        let mut edges: BTreeMap<(usize, usize), BTreeSet<Link>> = BTreeMap::new();
        for (&time, node) in shown {
            let (Some(at), Some(place)) = (number(time), places.get(&time)) else { continue };
            let line = lines[at].get_or_insert_with(|| SliceLine {
                file: place.file,
                line: place.line,
                function: place.function,
                count: 0,
                links: BTreeSet::new(),
                distance: node.distance,
                last: time,
                events: Vec::new(),
            });
            line.count += 1;
            line.links.extend(&node.links);
            line.distance = line.distance.min(node.distance);
            line.last = time;
            let inst = self.recorded.recording.position(time).map_or(0, |p| p.inst);
            parts[at].insert(inst, time);
            for &(cause, link) in &node.causes {
                if let Some(from) = number(cause).filter(|from| *from != at) {
                    edges.entry((from, at)).or_default().insert(link);
                }
            }
        }
        (lines.into_iter().flatten().collect(), edges, parts)
    }

    /// Describes the latest instance of each part of each line, all in one passage through the run.
    fn add_values(&mut self, lines: &mut [SliceLine], parts: &[BTreeMap<u32, u32>]) {
        let latest = |parts: &BTreeMap<u32, u32>| {
            let mut times: Vec<u32> = parts.values().copied().collect();
            times.sort_unstable();
            times.split_off(times.len().saturating_sub(DESCRIBED))
        };
        let wanted: Vec<Vec<u32>> = parts.iter().map(latest).collect();
        let events = self.describe(&wanted.concat());
        let mut by_time: BTreeMap<u32, Event> = events.into_iter().map(|s| (s.time, s)).collect();
        for (line, times) in lines.iter_mut().zip(wanted) {
            line.events = times.iter().filter_map(|t| by_time.remove(t)).collect();
        }
    }

    /// All lines that were executed, trusted functions left out.
    pub fn executed_lines(&self) -> BTreeSet<(FileId, u32)> {
        let reached = self.recorded.recording.reached();
        let mut lines = BTreeSet::new();
        for (number, count) in (0..).zip(reached).filter(|&(_, count)| count > 0) {
            let (id, block) = self.index.block(number);
            let function = self.program().function(id);
            if self.trust.has(id) {
                continue;
            }
            // Parameters receive their arguments on the line of the function.
            let home = function.scope.map(|s| self.program().scopes[s.0 as usize].file);
            lines.extend(home.filter(|_| block.0 == 0).map(|file| (file, function.line)));
            let facts = function.blocks[block.0 as usize];
            for at in facts.first as usize..(facts.first + count) as usize {
                let loc = function.locs[at];
                let file = loc.scope.or(function.scope).map(|s| self.program().scopes[s.0 as usize].file);
                if let (Some(file), true) = (file, loc.line != 0 && !matches!(function.insts[at], Inst::Jump { .. })) {
                    lines.insert((file, loc.line));
                }
            }
        }
        lines
    }
}

fn link(kind: DependenceKind) -> Link {
    match kind {
        DependenceKind::Flow => Link::Value,
        DependenceKind::Control => Link::Decision,
        DependenceKind::Omission => Link::Omission,
    }
}
