//! Explains why a line ran: the decisions and calls that led to it, and the values it used.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::Site;
use whydunit_program::{BlockId, Function, FunctionId, Inst};
use whydunit_trace::{BlockNumber, Definition, DependenceKind, Dependences, ExecutedBlock, Part, Time};

use crate::inquiry::returned_call::ReturningDecision;
use crate::inquiry::{Event, Inquiry};
use crate::session::source_line::Visit;

/// A reason why a line ran.
#[derive(Clone, Debug)]
pub struct Reason {
    /// A decision or a call.
    pub event: Event,
    /// Is it a call?
    pub call: bool,
    /// Earlier rounds of the same decision in the same call that were skipped.
    pub rounds: u32,
    /// The number of those rounds with the same outcome.
    pub alike: u32,
}

/// A reason before it is described.
struct Found {
    time: Time,
    call: bool,
    /// The instruction and the number of the call of its function.
    place: (Site, u32),
    /// The block that was executed next, if it is a decision.
    to: Option<BlockNumber>,
    rounds: u32,
    alike: u32,
}

/// The explanation why a line ran.
#[derive(Clone, Debug)]
pub struct Why {
    /// The execution of the line.
    pub visit: Visit,
    /// The instances of the line itself.
    pub did: Vec<Event>,
    /// Is it only the end of a scope, without any effect?
    pub ends_scope: bool,
    /// From the nearest reason to `main`.
    pub reasons: Vec<Reason>,
    /// Number of farther reasons that were left out.
    pub more: u32,
    /// Decisions that let earlier calls return, the nearest first.
    pub returning_decisions: Vec<ReturningDecision>,
    /// Number of such decisions that were left out.
    pub more_returning_decisions: u32,
    /// The definitions of the values it used.
    pub definitions: Vec<Event>,
    /// Library calls that could have written those values, but left them unchanged.
    pub left_alone: Vec<Event>,
}

/// Reasons shown.
const MAX_REASONS: usize = 16;
/// Definitions followed inside of the library to find the call that passed it a function.
const MAX_LIBRARY_DEFINITIONS: usize = 64;
/// Events and definitions shown.
const MAX_EVENTS: usize = 24;

impl Inquiry {
    /// Explains an execution of a line.
    pub fn why(&mut self, visit: Visit) -> Why {
        let mut did: Vec<Time> = self.lines().instances(&visit);
        // Calls whose result the line uses are part of it.
        did.extend(visit.times.iter().filter(|&&time| self.is_call(time) && !self.finds_classes(time)));
        did.sort_unstable();
        did.dedup();
        // If a function is on one line, the definition of its result and its end are both in the list; the former is
        // enough.
        let (result, all) = (|t: Time| self.fold(t).filter(|&of| of != t), did.clone());
        did.retain(|&t| result(t).is_none_or(|of| all.binary_search(&of).is_err()));
        let ends_scope = self.lines().only_ends_scope(&visit);
        let (reasons, more) = self.reasons(&visit);
        let mut definitions: BTreeSet<Time> = did.iter().flat_map(|&t| self.definitions_through(t)).collect();
        let left: BTreeSet<Time> = did.iter().flat_map(|&t| self.left_alone_for(t)).collect();
        did.iter().for_each(|t| {
            definitions.remove(t);
        });
        let did: Vec<Time> = did.into_iter().take(MAX_EVENTS).collect();
        let definitions: Vec<Time> = definitions.into_iter().rev().take(MAX_EVENTS).collect();
        let events = self.describe(&reasons.iter().map(|r| r.time).collect::<Vec<_>>());
        let reasons = events.into_iter().zip(&reasons).map(|(event, r)| {
            let Found { call, rounds, alike, .. } = *r;
            Reason { event, call, rounds, alike }
        });
        let reasons = reasons.collect();
        let left: Vec<Time> = left.into_iter().rev().take(MAX_EVENTS).collect();
        let (did, definitions, left_alone) = (self.describe(&did), self.describe(&definitions), self.describe(&left));
        let block = visit.times.first().and_then(|&t| self.recorded.recording.position(t)).map(|p| p.block);
        let (returning_decisions, more_returning_decisions) =
            block.map_or_else(Default::default, |block| self.returning_decisions(block));
        Why {
            reasons,
            more,
            returning_decisions,
            more_returning_decisions,
            did,
            ends_scope,
            definitions,
            left_alone,
            visit,
        }
    }

    /// Library calls that left the values unchanged that an instance used.
    fn left_alone_for(&self, time: Time) -> Vec<Time> {
        let used = self.values_of(time, &BTreeSet::from([Definition::whole(time)]), true).0;
        used.into_iter().filter(|(_, inner)| is_left_alone(inner)).map(|(call, _)| call).collect()
    }

    /// The definitions of the values of an instance. Through a trusted function that only passed a value on, its
    /// definition is included, too.
    fn definitions_through(&self, time: Time) -> BTreeSet<Time> {
        let mut found = BTreeSet::new();
        for (definition, inner) in self.values_of(time, &BTreeSet::from([Definition::whole(time)]), true).0 {
            if is_left_alone(&inner) {
                continue;
            }
            if inner.iter().any(|g| self.is_trusted(g.time)) {
                found.extend(self.values_of(definition, &inner, false).0.into_keys());
            }
            found.insert(definition);
        }
        found
    }

    /// The decisions and calls that led to a line, and the number of further ones. Of the rounds of a loop only the
    /// last is listed.
    fn reasons(&self, visit: &Visit) -> (Vec<Found>, u32) {
        let recording = &self.recorded.recording;
        let mut found: Vec<Found> = Vec::new();
        let mut more = 0;
        let Some(mut block) = visit.times.first().and_then(|&t| recording.position(t)).map(|p| p.block) else {
            return (found, 0);
        };
        let dependences = Dependences::new(recording);
        // Callback calls made by the library.
        let (mut made, mut inside) = (Vec::new(), false);
        let mut wholes: BTreeMap<(FunctionId, BlockId), bool> = BTreeMap::new();
        while let Some(controller) = recording.controller_of(block) {
            // Leaving a scope early is compiled to a decision that the source does not have.
            if let Some(leaving) = dependences.scope_exit(controller) {
                block = leaving;
                continue;
            }
            block = controller;
            let end = recording.end_of(controller);
            if self.trust.has(recording.function_of(controller).0) {
                made.extend(Some(end).filter(|_| !inside && made.len() < MAX_REASONS));
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
                let full = found.len() == MAX_REASONS;
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
            let passed = self.passed_to_library(call);
            found.extend(passed.filter(|passed| !found.iter().any(|f| f.time == passed.time)));
        }
        (found, more)
    }

    /// The executed tests of the operands of a condition, the last first. The compiler computes a condition like `i < n
    /// && a[i]` as one value and tests that.
    fn operands_before(&self, decided: ExecutedBlock) -> Vec<ExecutedBlock> {
        let recording = &self.recorded.recording;
        let own = recording.controller_of(decided);
        let chose = Dependences::new(recording).of(recording.end_of(decided)).into_iter();
        let chose = chose.filter(|d| d.kind == DependenceKind::Control).filter_map(|d| recording.position(d.on));
        let tests = chose.filter(|&p| matches!(recording.inst(p), Inst::Branch { .. })).map(|p| p.block);
        let mut tests: Vec<ExecutedBlock> = tests.filter(|&block| Some(block) != own && block != decided).collect();
        // Each operand but the first was executed because of the one before.
        while let Some(before) =
            tests.last().and_then(|&last| recording.controller_of(last)).filter(|&b| Some(b) != own)
        {
            tests.push(before);
        }
        tests
    }

    /// The call that passed the library the function that it called at `time`, as `atexit` does.
    fn passed_to_library(&self, time: Time) -> Option<Found> {
        let recording = &self.recorded.recording;
        let mut dependences = Dependences::of_values(recording);
        // The library call in progress, if any, did not pass the function.
        let under_way = self.fold(time);
        let (mut todo, mut seen) = (vec![Definition::whole(time)], BTreeSet::new());
        while let Some(definition) = todo.pop().filter(|_| seen.len() < MAX_LIBRARY_DEFINITIONS) {
            let passed = self.fold(definition.time).unwrap_or(definition.time);
            let position = recording.position(passed)?;
            if self.trust.has(position.function) || Some(passed) == under_way {
                let earlier = dependences.of_definition(definition).into_iter().map(|d| d.definition());
                todo.extend(earlier.filter(|definition| seen.insert(*definition)));
            } else if matches!(recording.inst(position), Inst::Call { .. }) {
                let place = (position.site(), recording.call_number(position.block));
                return Some(Found { time: passed, call: true, place, to: None, rounds: 0, alike: 0 });
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

/// Does a block test a value that depends on the path to it?
fn tests_whole(function: &Function, block: BlockId) -> bool {
    let Inst::Branch { cond, .. } = function.terminator(block) else { return false };
    function.insts.iter().filter(|inst| matches!(inst, Inst::Move { dst, .. } if *dst == cond)).count() > 1
}

fn is_left_alone(inner: &BTreeSet<Definition>) -> bool {
    inner.iter().all(|definition| definition.part == Part::LeftAlone)
}
