//! Calls of library functions that are given a function of the program, as `qsort`: what such a call left behind is one
//! thing to look at, at the line of the call when it is over. Whoever uses what was written inside has it from there, and
//! there it was made from all that went on inside.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_trace::{Dependence, DependenceKind, ExecutedBlock, Recording, Slice, Time, takes_function};

use crate::interactive::debugger::Debugger;
use crate::session::Session;

/// Those calls among what a failure depends on.
#[derive(Clone, Default)]
pub(crate) struct Callbacks {
    /// By what the library wrote into what such a call was given: when the call was over.
    writes: BTreeMap<Time, Time>,
    /// By when a call was over: the functions that it was given, as they became parameters.
    given: BTreeMap<Time, Vec<Time>>,
}

/// A call: when it was made, and when it was over.
type Call = (Time, Time);

impl Callbacks {
    /// Those of which something that was written inside is used outside, by an instance of the slice or by its criterion
    /// at `end`, which depends on `first`; and those of which the result is used.
    pub(crate) fn new(session: &mut Session, slice: &Slice, end: Time, first: &[Dependence]) -> Callbacks {
        let inside = inside(session, slice);
        let used = slice.nodes.iter().flat_map(|(&user, node)| node.on.iter().map(move |d| (user, d.on)));
        let used = used.chain(first.iter().map(|d| (end, d.on)));
        let outside = used.filter_map(|(user, on)| inside.get(&on).copied().filter(|call| user > call.1));
        let calls: BTreeSet<Call> = outside.collect();
        let mut callbacks = Callbacks::default();
        let recording = &session.recorded.recording;
        let returned = slice.nodes.keys().filter_map(|&time| Some((recording.ended_call(time)?, time)));
        for (call, over) in calls.iter().copied().chain(returned) {
            callbacks.given.insert(over, functions_given(recording, call));
        }
        for (call, over) in calls {
            let written = session.written_during(call, over);
            callbacks.writes.extend(written.into_iter().map(|time| (time, over)));
        }
        callbacks
    }

    /// What an instance depends on, when what was written inside such a call before is had from its end.
    pub(crate) fn outside(&self, user: Time, on: &[Dependence]) -> Vec<Dependence> {
        let from = |d: &Dependence| match self.writes.get(&d.on) {
            Some(&over) if d.kind == DependenceKind::Flow && user > over => Dependence::new(d.kind, over),
            _ => *d,
        };
        Dependence::whole(on.iter().map(from).collect())
    }

    /// Does an end of such a call depend on an instance because of what was left behind, or given?
    pub(crate) fn leaves(&self, over: Time, on: Time) -> bool {
        self.writes.get(&on) == Some(&over) || self.given.get(&over).is_some_and(|given| given.contains(&on))
    }

    /// Puts the ends of the calls between what was written inside and who uses it.
    pub(crate) fn fold(&self, slice: &mut Slice) {
        if self.given.is_empty() {
            return;
        }
        let mut nearest: BTreeMap<Time, u32> = BTreeMap::new();
        for (&user, node) in &mut slice.nodes {
            node.on = self.outside(user, &node.on);
            for over in node.on.iter().map(|d| d.on).filter(|on| self.given.contains_key(on)) {
                let distance = nearest.entry(over).or_insert(u32::MAX);
                *distance = node.distance.saturating_add(1).min(*distance);
            }
        }
        let written = self.writes.iter().map(|(&time, &over)| (over, time));
        let given = self.given.iter().flat_map(|(&over, given)| given.iter().map(move |&time| (over, time)));
        let causes: Vec<(Time, Time)> =
            written.chain(given).filter(|(_, time)| slice.nodes.contains_key(time)).collect();
        for (over, time) in causes {
            let node = slice.nodes.entry(over).or_default();
            node.distance = nearest.get(&over).copied().unwrap_or(node.distance);
            node.on.push(Dependence::new(DependenceKind::Flow, time));
        }
    }
}

/// What led to ends of such calls, too: what was written inside.
pub(crate) fn with_written(session: &mut Session, first: &[Dependence]) -> Vec<Dependence> {
    let mut all = first.to_vec();
    for dependence in first {
        if let Some(call) = session.recorded.recording.ended_call(dependence.on) {
            let written = session.written_during(call, dependence.on);
            all.extend(written.into_iter().map(|time| Dependence::new(DependenceKind::Flow, time)));
        }
    }
    all
}

/// The instances of a slice that belong to the library, with the call of such a function that led to each.
fn inside(session: &Session, slice: &Slice) -> BTreeMap<Time, Call> {
    let (recording, program) = (&session.recorded.recording, session.program());
    let library: Vec<bool> = program.functions.iter().map(|f| program.is_runtime(f)).collect();
    let is_library = |block: ExecutedBlock| library[recording.function_of(block).0.0 as usize];
    let mut ends: BTreeMap<Time, Option<Time>> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for &time in slice.nodes.keys() {
        let Some(mut block) = recording.position(time).map(|p| p.block).filter(|&block| is_library(block)) else {
            continue;
        };
        let call = loop {
            let Some(caller) = recording.caller_of(block) else { break None };
            if !is_library(caller) {
                break takes_function(program, recording.function_of(block).1).then(|| recording.end_of(caller));
            }
            block = caller;
        };
        let over = call.and_then(|call| *ends.entry(call).or_insert_with(|| recording.end_of_call(call)));
        found.extend(call.zip(over).map(|call| (time, call)));
    }
    found
}

/// When the functions that a call gives became parameters.
fn functions_given(recording: &Recording, call: Time) -> Vec<Time> {
    let Some(entered) = recording.position(call).map(|p| p.block + 1) else { return Vec::new() };
    let times = recording.start_of(entered).through(recording.end_of(entered));
    times.filter(|&time| recording.gives_function(time).is_some()).collect()
}

impl Debugger {
    /// What the instance at `time` depends on directly, or by what the library did with it.
    pub fn causes(&self, time: Time) -> Vec<Dependence> {
        let on = |time: Time| self.slice.nodes.get(&time).map_or(&[][..], |n| &n.on);
        let recording = &self.session.recorded.recording;
        let program = self.session.program();
        let library = |time: Time| {
            let function = recording.position(time).map(|p| program.function(p.function));
            let shown = || recording.ended_call(time).is_some() || recording.gives_function(time).is_some();
            function.is_some_and(|f| program.is_runtime(f)) && !shown()
        };
        let (mut todo, mut seen, mut found) = (vec![time], BTreeSet::new(), Vec::new());
        while let Some(time) = todo.pop() {
            for cause in on(time) {
                match library(cause.on) {
                    true if seen.insert(cause.on) => todo.push(cause.on),
                    true => {}
                    false => found.push(*cause),
                }
            }
        }
        Dependence::whole(found)
    }
}

impl Session {
    /// When the library wrote into what a call was given that is over at a time.
    fn written_during(&mut self, call: Time, over: Time) -> BTreeSet<Time> {
        let program = self.program().clone();
        self.recorded.written_during(&program, call, over)
    }
}
