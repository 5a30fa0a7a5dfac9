//! Calls of library functions that call back into the program, such as `qsort`. Everything that such a call wrote is
//! judged as one item at the end of the call: uses of memory written inside depend on that end, and the end depends
//! on the writes.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_trace::{Dependence, DependenceKind, ExecutedBlock, Recording, Slice, Time, takes_function};

use crate::interactive::debugger::Debugger;
use crate::session::Session;

/// Such calls among the causes of a failure.
#[derive(Clone, Default)]
pub(crate) struct Callbacks {
    /// By write of the library to memory that was passed to such a call: the end of the call.
    writes: BTreeMap<Time, Time>,
    /// By end of a call: the times at which the functions passed to it became parameters.
    passed: BTreeMap<Time, Vec<Time>>,
}

/// A call: its begin and its end.
type Call = (Time, Time);

impl Callbacks {
    /// Finds the calls of which the result is used, or memory that was written inside is used outside: by an instance
    /// of the slice, or by its criterion at `end`, which depends on `first`.
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
            callbacks.passed.insert(over, functions_passed(recording, call));
        }
        for (call, over) in calls {
            let written = session.written_during(call, over);
            callbacks.writes.extend(written.into_iter().map(|time| (time, over)));
        }
        callbacks
    }

    /// The dependences of an instance, with writes inside an earlier call replaced by the end of that call.
    pub(crate) fn outside(&self, user: Time, on: &[Dependence]) -> Vec<Dependence> {
        let from = |d: &Dependence| match self.writes.get(&d.on) {
            Some(&over) if d.kind == DependenceKind::Flow && user > over => Dependence::new(d.kind, over),
            _ => *d,
        };
        Dependence::whole(on.iter().map(from).collect())
    }

    /// Is an instance a write inside the call that ends at `over`, or a function passed to it?
    pub(crate) fn belongs_to_call(&self, over: Time, on: Time) -> bool {
        self.writes.get(&on) == Some(&over) || self.passed.get(&over).is_some_and(|passed| passed.contains(&on))
    }

    /// Inserts the ends of the calls between the writes inside and their uses.
    pub(crate) fn fold(&self, slice: &mut Slice) {
        if self.passed.is_empty() {
            return;
        }
        let mut nearest: BTreeMap<Time, u32> = BTreeMap::new();
        for (&user, node) in &mut slice.nodes {
            node.on = self.outside(user, &node.on);
            for over in node.on.iter().map(|d| d.on).filter(|on| self.passed.contains_key(on)) {
                let distance = nearest.entry(over).or_insert(u32::MAX);
                *distance = node.distance.saturating_add(1).min(*distance);
            }
        }
        let written = self.writes.iter().map(|(&time, &over)| (over, time));
        let passed = self.passed.iter().flat_map(|(&over, passed)| passed.iter().map(move |&time| (over, time)));
        let causes: Vec<(Time, Time)> =
            written.chain(passed).filter(|(_, time)| slice.nodes.contains_key(time)).collect();
        for (over, time) in causes {
            let node = slice.nodes.entry(over).or_default();
            node.distance = nearest.get(&over).copied().unwrap_or(node.distance);
            node.on.push(Dependence::new(DependenceKind::Flow, time));
        }
    }
}

/// Adds dependences on the writes inside calls, to dependences on the ends of these calls.
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

/// The instances of a slice inside the library, each with the call that it belongs to.
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

/// The times at which the functions that a call passes became parameters.
fn functions_passed(recording: &Recording, call: Time) -> Vec<Time> {
    let Some(entered) = recording.position(call).map(|p| p.block + 1) else { return Vec::new() };
    let times = recording.start_of(entered).through(recording.end_of(entered));
    times.filter(|&time| recording.gives_function(time).is_some()).collect()
}

impl Debugger {
    /// The causes of an instance in the program's own code, direct or through the library.
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
    /// The times at which the library wrote to memory that was passed to a call which ends at `over`.
    fn written_during(&mut self, call: Time, over: Time) -> BTreeSet<Time> {
        let program = self.program().clone();
        self.recorded.written_during(&program, call, over)
    }
}
