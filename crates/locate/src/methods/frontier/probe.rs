//! When frontiers tell nothing: every statement that the failure depends on is asked about by itself.
//!
//! A frontier is held right when no other value tried there helps. Where many values are possible that may
//! be wrong, and the fault is left behind with it. Asking about statements one by one is dearer, but does
//! not build on what was concluded before.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use whydunit_program::Inst;
use whydunit_trace::{Dependence, DependenceKind, Slice, Time};

use crate::evidence::weights::solver_work;
use crate::methods::frontier::memory::Memory;
use crate::methods::frontier::polluted::{Checker, OpenQuestions, guess};
use crate::methods::frontier::{Polluted, is_fixed};
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;

/// Of each statement so many executions are asked about, the nearest to the failure.
const EXECUTIONS: usize = 2;
/// At most so many instances.
const MOST: usize = 400;

/// The instances that, changed alone, make the run right; those that no other of them leads to come first. And what was
/// left open.
pub(crate) fn probe(session: &mut Session, memory: &mut Memory, slice: &Slice) -> (Vec<Polluted>, OpenQuestions) {
    let chosen = chosen(session, slice);
    let mut found: BTreeMap<Time, Polluted> = BTreeMap::new();
    memory.begin();
    let mut checker = Checker::new(session, memory, solver_work::PROBES);
    for (done, &time) in chosen.iter().enumerate() {
        session.budget.monitor.tell(|| format!("changing single statements, {} of {}", done + 1, chosen.len()));
        if !session.may_go_on() {
            break;
        }
        if let Some(witness) = guess(session, checker.memory, time) {
            found.insert(time, Polluted { time, witness: checker.sane(session, time, witness) });
        }
    }
    if !found.values().any(|p| p.witness.verdict == Verdict::Passed) {
        for &time in chosen.iter().filter(|t| !found.contains_key(t)).collect::<Vec<_>>() {
            let solved = checker.solve(session, time);
            found.extend(solved.map(|witness| (time, Polluted { time, witness })));
        }
    }
    (in_order(slice, found), checker.open)
}

/// What is asked about: first what the wrong value was computed from, the nearest to the failure before others.
/// Input is taken to be right.
fn chosen(session: &Session, slice: &Slice) -> Vec<Time> {
    let recording = &session.recorded.recording;
    let mut nodes: Vec<(u32, Time)> = slice.nodes.iter().map(|(&time, node)| (node.distance, time)).collect();
    let computed = computed_from(session, slice);
    nodes.sort_by_key(|&(distance, time)| (!computed.contains(&time), distance, std::cmp::Reverse(time)));
    let mut asked: BTreeMap<Statement, usize> = BTreeMap::new();
    let mut inputs = Inputs { known: HashMap::new() };
    let mut chosen = Vec::new();
    for (_, time) in nodes {
        if chosen.len() == MOST {
            break;
        }
        let Some((statement, _)) = Statement::blamed(recording, time) else { continue };
        if is_fixed(session, time) || inputs.have(session, slice, time) {
            continue;
        }
        let executions = asked.entry(statement).or_default();
        if *executions < EXECUTIONS {
            *executions += 1;
            chosen.push(time);
        }
    }
    chosen
}

/// The instances that the wrong value was computed from.
fn computed_from(session: &Session, slice: &Slice) -> BTreeSet<Time> {
    let flow = |d: &Dependence| (d.kind == DependenceKind::Flow).then_some(d.on);
    let mut todo: Vec<Time> = session.first_causes().iter().filter_map(flow).collect();
    let mut found: BTreeSet<Time> = todo.iter().copied().collect();
    while let Some(time) = todo.pop() {
        let causes = slice.nodes.get(&time).into_iter().flat_map(|n| &n.on).filter_map(flow);
        todo.extend(causes.filter(|&t| found.insert(t)));
    }
    found
}

/// Tells what is input. A value may have been handed on many times, so what was found out is remembered.
struct Inputs {
    known: HashMap<Time, bool>,
}

impl Inputs {
    /// Is an instance's value what the library returned or stored, handed on or not?
    fn have(&mut self, session: &Session, slice: &Slice, mut time: Time) -> bool {
        let mut passed = Vec::new();
        let found = loop {
            if let Some(&known) = self.known.get(&time) {
                break known;
            }
            passed.push(time);
            match origin(session, slice, time) {
                Ok(input) => break input,
                Err(given) => time = given,
            }
        };
        self.known.extend(passed.into_iter().map(|time| (time, found)));
        found
    }
}

/// Is the value of an instance input, if it was not handed on; or who handed it on.
fn origin(session: &Session, slice: &Slice, time: Time) -> Result<bool, Time> {
    let Some(node) = slice.nodes.get(&time) else { return Ok(false) };
    let mut flows = node.on.iter().filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on);
    let Some(first) = flows.next() else { return Ok(false) };
    if is_fixed(session, first) && flows.clone().all(|on| is_fixed(session, on)) {
        return Ok(true);
    }
    // The address of what is copied is another value that it depends on.
    let given = flows.max().map_or(first, |last| last.max(first));
    if is_copy(session, time) && given < time { Err(given) } else { Ok(false) }
}

/// Does an instance only hand on a value: a parameter, or one variable assigned to another?
fn is_copy(session: &Session, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time) else { return false };
    let function = session.program().function(position.function);
    let (Inst::Store { val, .. } | Inst::StoreLocal { val, .. }) = recording.inst(position) else { return false };
    let defines = |inst: &&Inst| inst.defs().is_some_and(|d| d.first == val);
    let defined = function.insts[..position.inst as usize].iter().rev().find(defines);
    function.is_parameter(val) || matches!(defined, Some(Inst::Load { .. } | Inst::LoadLocal { .. }))
}

/// Those that nothing else that was found leads to first, each part by distance.
fn in_order(slice: &Slice, found: BTreeMap<Time, Polluted>) -> Vec<Polluted> {
    let mut later: BTreeSet<Time> = BTreeSet::new();
    for (&time, node) in &slice.nodes {
        if node.on.iter().any(|d| found.contains_key(&d.on) || later.contains(&d.on)) {
            later.insert(time);
        }
    }
    let distance = |time: Time| slice.nodes.get(&time).map_or(0, |n| n.distance);
    let mut order: Vec<Polluted> = found.into_values().collect();
    order.sort_by_key(|p| (later.contains(&p.time), std::cmp::Reverse(p.witness.verdict), distance(p.time)));
    order
}
