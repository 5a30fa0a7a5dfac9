//! Where a value came from: who gave a variable its value, and who gave that.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::ObjectKind;
use whydunit_program::{FunctionId, Inst};
use whydunit_trace::{DependenceKind, Dependences, Giver, Item, LEFT_ALONE, Value, finds_classes};

use super::{Event, Inquiry, Named};

/// Why a chain of definitions ends where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It goes on.
    Earlier,
    /// The program's text: a constant, an address.
    Text,
    /// Input that the program read.
    Input,
    /// The command line or the environment.
    CommandLine,
    /// Something libc made.
    Library,
}

/// One definition on the way.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The definition.
    pub event: Event,
    /// How many steps from the variable.
    pub depth: u32,
    /// For a parameter: the call that passed the argument.
    pub call: Option<Event>,
    /// Earlier executions of the same statement that were skipped: `i++` in a loop.
    pub rounds: u32,
    /// Where its value comes from.
    pub source: Source,
    /// Is it a call of the library that might have given another value, but gave none?
    pub left_alone: bool,
    /// What gave this its value was shown before.
    pub shown_before: bool,
    /// It used values whose origin is left out because of the depth asked for.
    pub cut: bool,
}

/// The history of a variable.
#[derive(Clone, Debug)]
pub struct History {
    /// The variable.
    pub named: Named,
    /// Its value.
    pub value: Option<Value>,
    /// Definitions, each before what gave it its value. Empty when it was never given one.
    pub origins: Vec<Origin>,
    /// More definitions were left out.
    pub cut: bool,
}

/// Definitions, each with those inside a trusted function that it stands for (or itself).
pub(super) type Givers = BTreeMap<u32, BTreeSet<Giver>>;

/// An origin before it is described.
struct Step {
    time: u32,
    depth: u32,
    call: Option<u32>,
    rounds: u32,
    source: Source,
    left_alone: bool,
    shown_before: bool,
    cut: bool,
}

/// Definitions shown at most.
const MOST: usize = 40;
/// Givers of an array or a struct told at most.
const PARTS: usize = 8;
/// Calls that left a variable alone told at most.
const LEFT: usize = 3;
/// Of something larger only the last writes are told, not who gave each of its bytes.
const BYTES: u64 = 4096;

impl Inquiry {
    /// The history of a variable, so many steps back; with `places` also that of the indices and pointers
    /// by which values were found.
    pub fn history(&mut self, named: Named, depth: u32, places: bool) -> History {
        let roots = self.last_definitions(&named);
        let mut steps = Vec::new();
        let mut seen = BTreeSet::new();
        for root in roots {
            self.trace_back(root, depth, places, &mut steps, &mut seen);
        }
        let cut = steps.len() >= MOST;
        let mut times: Vec<u32> = steps.iter().map(|s| s.time).collect();
        times.extend(steps.iter().filter_map(|s| s.call));
        let events = self.describe(&times);
        let event = |time: u32| events.iter().find(|e| e.time == time).cloned();
        let origins = steps.iter().filter_map(|s| {
            Some(Origin {
                event: event(s.time)?,
                depth: s.depth,
                call: s.call.and_then(event),
                rounds: s.rounds,
                source: s.source,
                left_alone: s.left_alone,
                shown_before: s.shown_before,
                cut: s.cut,
            })
        });
        let origins: Vec<Origin> = origins.collect();
        let value = self.value_of(&named).or_else(|| given(&named, &origins));
        History { origins, value, named, cut }
    }

    /// Who wrote the variable last; for one with parts, the latest few.
    fn last_definitions(&mut self, named: &Named) -> Vec<(u32, BTreeSet<Giver>)> {
        let mut found = self.givers_of(named);
        // What lies in the call's own variables was not there before the call; what pointers lead to may have been.
        let own = self.is_own(named);
        found.retain(|g| !own || g.time + 1 >= named.since);
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        let mut shown: Vec<(u32, BTreeSet<Giver>)> = Vec::new();
        for giver in found {
            let Some(folded) = self.fold(giver.time) else { continue };
            match shown.iter().position(|s| s.0 == folded) {
                // Several parts of one copy.
                Some(at) if shown[at].1.iter().any(|g| g.time == giver.time) => _ = shown[at].1.insert(giver),
                None if shown.len() < PARTS => shown.push((folded, BTreeSet::from([giver]))),
                _ => {}
            }
        }
        shown
    }

    /// Does it lie in a variable of the call that it was asked about in?
    fn is_own(&mut self, named: &Named) -> bool {
        let before = u64::from(named.until.saturating_sub(1));
        let (Some(function), Ok(mut machine)) = (named.function, self.recorded.ladder.at(before)) else { return false };
        let depth = machine.frames().iter().find(|f| f.site.function == function).map(|f| f.depth);
        let kind = machine.object_at(named.lvalue.address).map(|o| o.kind);
        matches!(kind, Some(ObjectKind::Local { function: f, depth: at, .. }) if f == function && Some(at) == depth)
    }

    fn givers_of(&mut self, named: &Named) -> Vec<Giver> {
        let (address, size, until) = (named.lvalue.address, named.lvalue.size, u64::from(named.until));
        let ladder = &mut self.recorded.ladder;
        if size > BYTES {
            return ladder
                .last_writes(address, size, until)
                .unwrap_or_default()
                .into_iter()
                .map(Giver::whole)
                .collect();
        }
        // Its bytes may have been given one by one.
        let writers = ladder.writers_of(address, size, until).unwrap_or_default();
        let recording = &self.recorded.recording;
        let givers = writers.iter().zip(address..).filter_map(|(w, at)| Some(recording.giver_at((*w)?, at)));
        let givers: BTreeSet<Giver> = givers.collect();
        let since = writers.iter().copied().min().flatten();
        let left = recording.left_alone(address, size, since, named.until).into_iter().take(LEFT);
        let left: Vec<Giver> = left.map(|time| Giver { time, part: LEFT_ALONE }).collect();
        left.into_iter().chain(givers.into_iter().flat_map(|giver| self.givers_of_field(named, giver))).collect()
    }

    /// Of a bit-field: who gave it its bits, when `giver` is the last that wrote to their bytes.
    fn givers_of_field(&mut self, named: &Named, giver: Giver) -> Vec<Giver> {
        if named.lvalue.bits.is_none() {
            return vec![giver];
        }
        let Ok(machine) = self.recorded.ladder.at(u64::from(giver.time)) else { return vec![giver] };
        let of_field = Dependences::new(&self.recorded.recording).of_field(&machine, &named.lvalue);
        of_field.unwrap_or(vec![giver])
    }

    /// The value of a variable at the moment it is asked about, unless its scope is over just then.
    fn value_of(&mut self, named: &Named) -> Option<Value> {
        let read = |time: u32| {
            let mut machine = self.recorded.ladder.at(u64::from(time)).ok()?;
            let value = Value::read(&self.index.program, &mut machine, named.lvalue.clone());
            (!value.bytes.is_empty()).then_some(value)
        };
        let mut values: Vec<Value> =
            [named.until, named.until.saturating_sub(1)].into_iter().filter_map(read).collect();
        // When the call is over its variables may be gone.
        let known = values.iter().position(|v| !v.bytes.contains(&None));
        (!values.is_empty()).then(|| values.swap_remove(known.unwrap_or(0)))
    }

    /// Where a value comes from that no other definition gave.
    fn source_of(&self, time: u32) -> Source {
        let recording = &self.recorded.recording;
        let Some(position) = recording.position(time) else { return Source::Text };
        let consumed = recording.effect(time).items.iter().any(|i| matches!(i, Item::Consume { .. }));
        match recording.inst(position) {
            _ if consumed => Source::Input,
            Inst::Call { .. } => Source::Library,
            _ if self.is_argument(time) && recording.call_of(time).is_none() => Source::CommandLine,
            _ => Source::Text,
        }
    }

    fn trace_back(
        &self,
        root: (u32, BTreeSet<Giver>),
        most: u32,
        places: bool,
        steps: &mut Vec<Step>,
        seen: &mut BTreeSet<u32>,
    ) {
        let mut todo = vec![(root.0, root.1, 0)];
        while let Some((time, inner, depth)) = todo.pop() {
            if steps.len() >= MOST {
                return;
            }
            let left_alone = inner.iter().all(|giver| giver.part == LEFT_ALONE);
            let (causes, call_source, rounds) = self.givers_of_all_rounds(time, inner, places);
            let shown_before = !seen.insert(time) && !causes.is_empty();
            let source = match (causes.is_empty(), call_source) {
                (false, _) => Source::Earlier,
                (true, Some(source)) => source,
                (true, None) => self.source_of(time),
            };
            let cut = depth >= most && !causes.is_empty() && !shown_before;
            let call = self.is_argument(time).then(|| self.recorded.recording.call_of(time)).flatten();
            let call = call.and_then(|c| self.fold(c));
            steps.push(Step { time, depth, call, rounds, source, left_alone, shown_before, cut });
            if !shown_before && !cut {
                // Latest first: what is pushed last comes next.
                todo.extend(causes.into_iter().filter(|c| c.0 != time).map(|(c, inner)| (c, inner, depth + 1)));
            }
        }
    }

    /// Who gave an instance its values. A chain of one statement is a loop (`sum += i`): then who gave them to all
    /// its rounds, of each statement the latest instance, and how many rounds there were before.
    fn givers_of_all_rounds(&self, time: u32, inner: BTreeSet<Giver>, places: bool) -> (Givers, Option<Source>, u32) {
        let (mut givers, source) = self.givers(time, &inner, places);
        if !givers.keys().any(|&g| g < time && self.same_statement(g, time)) {
            return (givers, source, 0);
        }
        let mut latest: BTreeMap<_, (u32, BTreeSet<Giver>)> = BTreeMap::new();
        let (mut last, mut rounds) = (time, 0);
        loop {
            let before = givers.keys().copied().find(|&g| g < last && self.same_statement(g, last));
            for (giver, inner) in givers.into_iter().filter(|g| Some(g.0) != before) {
                let newest = latest.entry(self.statement(giver)).or_default();
                if giver >= newest.0 {
                    *newest = (giver, inner);
                }
            }
            let Some(before) = before else { break };
            (last, rounds) = (before, rounds + 1);
            givers = self.givers(before, &BTreeSet::from([Giver::whole(before)]), places).0;
        }
        (latest.into_values().collect(), source, rounds)
    }

    fn statement(&self, time: u32) -> Option<(FunctionId, u32)> {
        self.recorded.recording.position(time).map(|p| (p.function, p.inst))
    }

    /// Who gave an instance its values. A call on the same line is part of it: then who gave that, and what
    /// the call was.
    fn givers(&self, time: u32, inner: &BTreeSet<Giver>, places: bool) -> (Givers, Option<Source>) {
        let line = |t: u32| self.place(t).map(|p| (p.file, p.line));
        let recording = &self.recorded.recording;
        let is_call = |t: u32| recording.position(t).is_some_and(|p| matches!(recording.inst(p), Inst::Call { .. }));
        let (mut found, mut source) = (Givers::new(), None);
        for (cause, inner) in self.values_of(time, inner, places) {
            if is_call(cause) && line(cause) == line(time) {
                source = Some(self.source_of(cause));
                for (cause, inner) in self.values_of(cause, &inner, places) {
                    found.entry(cause).or_default().extend(inner);
                }
            } else {
                found.entry(cause).or_default().extend(inner);
            }
        }
        found.remove(&time);
        (found, source)
    }

    /// The definitions whose values an instance used, folded; `inner` are those that it stands for.
    pub(super) fn values_of(&self, time: u32, inner: &BTreeSet<Giver>, places: bool) -> Givers {
        let recording = &self.recorded.recording;
        let mut dependences =
            if places { Dependences::of_uses(recording) } else { Dependences::of_values(recording) }.with_left_alone();
        let mut found = Givers::new();
        let mut seen = inner.clone();
        let mut todo: Vec<Giver> = inner.iter().copied().collect();
        while let Some(at) = todo.pop() {
            for cause in dependences.of_giver(at) {
                let giver = cause.giver();
                match self.fold(cause.on) {
                    _ if cause.kind != DependenceKind::Flow && giver.part != LEFT_ALONE => {}
                    // Inside the same trusted call: what that used in turn.
                    Some(folded) if folded == time && seen.len() < 1000 && seen.insert(giver) => todo.push(giver),
                    Some(folded) if folded != time && !self.finds_classes(folded) => {
                        found.entry(folded).or_default().insert(giver);
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// Is it a call that only finds the table of `isdigit` and the like?
    pub(super) fn finds_classes(&self, time: u32) -> bool {
        let recording = &self.recorded.recording;
        let Some(position) = recording.position(time) else { return false };
        let Inst::Call { site } = recording.inst(position) else { return false };
        finds_classes(self.program(), &self.program().function(position.function).calls[site as usize])
    }

    fn same_statement(&self, a: u32, b: u32) -> bool {
        let recording = &self.recorded.recording;
        let stores = |t: u32| {
            recording
                .position(t)
                .is_some_and(|p| matches!(recording.inst(p), Inst::StoreLocal { .. } | Inst::Store { .. }))
        };
        self.statement(a) == self.statement(b) && stores(a)
    }
}

/// The value that the last definition gave a variable, if it was all of it.
fn given(named: &Named, origins: &[Origin]) -> Option<Value> {
    let event = &origins.iter().find(|origin| !origin.left_alone)?.event;
    let values = event.instance.defines.iter().chain(&event.wrote);
    values.into_iter().find(|v| v.address == named.lvalue.address && v.ty == named.lvalue.ty).cloned()
}
