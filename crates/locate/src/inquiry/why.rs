//! Why a line ran: the decisions and calls that led there, and the values it used.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::Site;
use whydunit_program::{BlockId, Function, FunctionId, Inst};
use whydunit_trace::{BlockNumber, Definition, DependenceKind, Dependences, ExecutedBlock, Part, Time};

use crate::inquiry::returned_call::CameBack;
use crate::inquiry::{Event, Inquiry};
use crate::session::source_line::Visit;

/// What made a line run.
#[derive(Clone, Debug)]
pub struct Reason {
    /// A decision or a call.
    pub event: Event,
    /// Is it a call?
    pub call: bool,
    /// Earlier rounds of the same decision in the same call that were skipped.
    pub rounds: u32,
    /// In how many of them did it go the same way?
    pub alike: u32,
}

/// A reason before it is described.
struct Found {
    time: Time,
    call: bool,
    /// Which instruction in which call of its function.
    place: (Site, u32),
    /// The block that it led to, if it is a decision.
    to: Option<BlockNumber>,
    rounds: u32,
    alike: u32,
}

/// Why a line ran.
#[derive(Clone, Debug)]
pub struct Why {
    /// Which execution of which line.
    pub visit: Visit,
    /// What it did itself.
    pub did: Vec<Event>,
    /// Is it only the end of a scope, where nothing is done?
    pub ends_scope: bool,
    /// From the nearest reason to `main`.
    pub reasons: Vec<Reason>,
    /// Reasons farther away that were left out.
    pub more: u32,
    /// What kept calls before from leaving for good, the nearest first.
    pub came_back: Vec<CameBack>,
    /// Others of these that were left out.
    pub more_came_back: u32,
    /// Who gave the values it used.
    pub givers: Vec<Event>,
    /// Calls of the library that might have given it others, but left them as they were.
    pub left_alone: Vec<Event>,
}

/// Reasons shown at most.
const MOST: usize = 16;
/// So far is followed what the library did with a function that it was given.
const KEPT: usize = 64;
/// Events and givers shown at most.
const VALUES: usize = 24;

impl Inquiry {
    /// Why an execution of a line ran.
    pub fn why(&mut self, visit: Visit) -> Why {
        let mut did: Vec<Time> = self.lines().instances(&visit);
        // What a line passes to a call whose result it uses is part of what it did.
        did.extend(visit.times.iter().filter(|&&time| self.is_call(time) && !self.finds_classes(time)));
        did.sort_unstable();
        did.dedup();
        // Where a function is one line, what gave its result and its end are both there.
        let (result, all) = (|t: Time| self.fold(t).filter(|&of| of != t), did.clone());
        did.retain(|&t| result(t).is_none_or(|of| all.binary_search(&of).is_err()));
        let ends_scope = self.lines().only_ends_scope(&visit);
        let (reasons, more) = self.reasons(&visit);
        let mut givers: BTreeSet<Time> = did.iter().flat_map(|&t| self.givers_through(t)).collect();
        let left: BTreeSet<Time> = did.iter().flat_map(|&t| self.left_alone_for(t)).collect();
        did.iter().for_each(|t| {
            givers.remove(t);
        });
        let did: Vec<Time> = did.into_iter().take(VALUES).collect();
        let givers: Vec<Time> = givers.into_iter().rev().take(VALUES).collect();
        let events = self.describe(&reasons.iter().map(|r| r.time).collect::<Vec<_>>());
        let reasons = events.into_iter().zip(&reasons).map(|(event, r)| {
            let Found { call, rounds, alike, .. } = *r;
            Reason { event, call, rounds, alike }
        });
        let reasons = reasons.collect();
        let left: Vec<Time> = left.into_iter().rev().take(VALUES).collect();
        let (did, givers, left_alone) = (self.describe(&did), self.describe(&givers), self.describe(&left));
        let block = visit.times.first().and_then(|&t| self.recorded.recording.position(t)).map(|p| p.block);
        let (came_back, more_came_back) = block.map_or_else(Default::default, |block| self.came_back(block));
        Why { reasons, more, came_back, more_came_back, did, ends_scope, givers, left_alone, visit }
    }

    /// Calls of the library that left the values as they were that an instance used.
    fn left_alone_for(&self, time: Time) -> Vec<Time> {
        let used = self.values_of(time, &BTreeSet::from([Definition::whole(time)]), true).0;
        used.into_iter().filter(|(_, inner)| is_left_alone(inner)).map(|(call, _)| call).collect()
    }

    /// Who gave an instance its values; what a trusted function only passed on is followed to who gave it to that.
    fn givers_through(&self, time: Time) -> BTreeSet<Time> {
        let mut found = BTreeSet::new();
        for (giver, inner) in self.values_of(time, &BTreeSet::from([Definition::whole(time)]), true).0 {
            if is_left_alone(&inner) {
                continue;
            }
            if inner.iter().any(|g| self.is_trusted(g.time)) {
                found.extend(self.values_of(giver, &inner, false).0.into_keys());
            }
            found.insert(giver);
        }
        found
    }

    /// Decisions and calls from a line outwards, and how many more there are. Of the rounds of a loop only the last
    /// is told.
    fn reasons(&self, visit: &Visit) -> (Vec<Found>, u32) {
        let recording = &self.recorded.recording;
        let mut found: Vec<Found> = Vec::new();
        let mut more = 0;
        let Some(mut block) = visit.times.first().and_then(|&t| recording.position(t)).map(|p| p.block) else {
            return (found, 0);
        };
        let dependences = Dependences::new(recording);
        // Calls on the way out that the library made.
        let (mut made, mut inside) = (Vec::new(), false);
        let mut wholes: BTreeMap<(FunctionId, BlockId), bool> = BTreeMap::new();
        while let Some(controller) = recording.controller_of(block) {
            // Leaving a scope early is compiled to a decision of its own; the source has none.
            if let Some(leaving) = dependences.scope_exit(controller) {
                block = leaving;
                continue;
            }
            block = controller;
            let end = recording.end_of(controller);
            if self.trust.has(recording.function_of(controller).0) {
                made.extend(Some(end).filter(|_| !inside && made.len() < MOST));
                inside = true;
                continue;
            }
            inside = false;
            let (function, at) = recording.static_block(controller);
            let whole =
                wholes.entry((function, at)).or_insert_with(|| tests_whole(self.program().function(function), at));
            let operands = if *whole { self.operands_before(controller) } else { Vec::new() };
            for decided in std::iter::once(controller).chain(operands) {
                let end = recording.end_of(decided);
                let Some(position) = recording.position(end) else { break };
                let call = matches!(recording.inst(position), Inst::Call { .. });
                let place = (position.site(), recording.call_number(decided));
                let to = (!call).then(|| recording.number_of(decided + 1));
                let full = found.len() == MOST;
                match found.iter_mut().rev().find(|f| !call && f.place == place) {
                    Some(later) => {
                        later.rounds += 1;
                        later.alike += u32::from(later.to == to);
                    }
                    None if full => more += 1,
                    None => found.push(Found { time: end, call, place, to, rounds: 0, alike: 0 }),
                }
            }
        }
        for call in made {
            let given = self.given_to_library(call);
            found.extend(given.filter(|given| !found.iter().any(|f| f.time == given.time)));
        }
        (found, more)
    }

    /// The executed tests of the operands that a test of a whole condition came after, the last first: of the condition of
    /// a loop, `i < n && a[i]`, the compiler makes one value and tests that.
    fn operands_before(&self, decided: ExecutedBlock) -> Vec<ExecutedBlock> {
        let recording = &self.recorded.recording;
        let own = recording.controller_of(decided);
        let chose = Dependences::new(recording).of(recording.end_of(decided)).into_iter();
        let chose = chose.filter(|d| d.kind == DependenceKind::Control).filter_map(|d| recording.position(d.on));
        let tests = chose.filter(|&p| matches!(recording.inst(p), Inst::Branch { .. })).map(|p| p.block);
        let mut tests: Vec<ExecutedBlock> = tests.filter(|&block| Some(block) != own && block != decided).collect();
        // Each operand but the first was led to by the one before.
        while let Some(before) =
            tests.last().and_then(|&last| recording.controller_of(last)).filter(|&b| Some(b) != own)
        {
            tests.push(before);
        }
        tests
    }

    /// The call that gave the library the function that it called at `time`: `atexit`.
    fn given_to_library(&self, time: Time) -> Option<Found> {
        let recording = &self.recorded.recording;
        let mut dependences = Dependences::of_values(recording);
        // What the call of the library did that is under way, if there is one, gave it nothing.
        let under_way = self.fold(time);
        let (mut todo, mut seen) = (vec![Definition::whole(time)], BTreeSet::new());
        while let Some(giver) = todo.pop().filter(|_| seen.len() < KEPT) {
            let given = self.fold(giver.time).unwrap_or(giver.time);
            let position = recording.position(given)?;
            if self.trust.has(position.function) || Some(given) == under_way {
                let earlier = dependences.of_definition(giver).into_iter().map(|d| d.definition());
                todo.extend(earlier.filter(|giver| seen.insert(*giver)));
            } else if matches!(recording.inst(position), Inst::Call { .. }) {
                let place = (position.site(), recording.call_number(position.block));
                return Some(Found { time: given, call: true, place, to: None, rounds: 0, alike: 0 });
            }
        }
        None
    }

    fn is_call(&self, time: Time) -> bool {
        let recording = &self.recorded.recording;
        recording.position(time).is_some_and(|at| matches!(recording.inst(at), Inst::Call { .. }))
    }

    fn is_trusted(&self, time: Time) -> bool {
        self.recorded.recording.position(time).is_some_and(|p| self.trust.has(p.function))
    }
}

/// Does a block test a value that depends on the way on which it was come to?
fn tests_whole(function: &Function, block: BlockId) -> bool {
    let Inst::Branch { cond, .. } = function.terminator(block) else { return false };
    function.insts.iter().filter(|inst| matches!(inst, Inst::Move { dst, .. } if *dst == cond)).count() > 1
}

fn is_left_alone(inner: &BTreeSet<Definition>) -> bool {
    inner.iter().all(|giver| giver.part == Part::LeftAlone)
}
