//! Probing: if no frontier is polluted, every statement that the failure depends on is tested by itself.
//!
//! A frontier is assumed correct if no other value tried there helps. Where many values are possible, that may be
//! wrong, and the fault is then outside of the remaining domain. Testing statements one by one is more expensive, but
//! does not build on earlier conclusions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use whydunit_program::Inst;
use whydunit_trace::{Dependence, DependenceKind, Slice, Time};

use crate::evidence::weights::solver_work;
use crate::methods::frontier::memory::Memory;
use crate::methods::frontier::polluted::{Checker, OpenQuestions, try_likely_values};
use crate::methods::frontier::{Polluted, is_fixed};
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;

/// Executions tested per statement, the nearest to the failure.
const MAX_EXECUTIONS_PER_STATEMENT: usize = 2;
/// Instances tested.
const MAX_INSTANCES: usize = 400;

/// The instances whose change makes the run pass, and the open questions. Instances that depend on no other of them
/// come first.
pub(crate) fn probe(session: &mut Session, memory: &mut Memory, slice: &Slice) -> (Vec<Polluted>, OpenQuestions) {
    let chosen = chosen(session, slice);
    let mut found: BTreeMap<Time, Polluted> = BTreeMap::new();
    memory.begin();
    let mut checker = Checker::new(session, memory, solver_work::PROBES);
    for (done, &time) in chosen.iter().enumerate() {
        session.budget.monitor.report(|| format!("changing single statements, {} of {}", done + 1, chosen.len()));
        if !session.may_go_on() {
            break;
        }
        if let Some(witness) = try_likely_values(session, checker.memory, time) {
            found.insert(time, Polluted { time, witness: checker.prefer_defined(session, time, witness) });
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

/// The instances to test: first those that the wrong value was computed from; the nearest to the failure first. Input
/// is assumed correct.
fn chosen(session: &Session, slice: &Slice) -> Vec<Time> {
    let recording = &session.recorded.recording;
    let mut nodes: Vec<(u32, Time)> = slice.nodes.iter().map(|(&time, node)| (node.distance, time)).collect();
    let computed = computed_from(session, slice);
    nodes.sort_by_key(|&(distance, time)| (!computed.contains(&time), distance, std::cmp::Reverse(time)));
    let mut asked: BTreeMap<Statement, usize> = BTreeMap::new();
    let mut inputs = Inputs { known: HashMap::new() };
    let mut chosen = Vec::new();
    for (_, time) in nodes {
        if chosen.len() == MAX_INSTANCES {
            break;
        }
        let Some((statement, _)) = Statement::blamed(recording, time) else { continue };
        if is_fixed(session, time) || inputs.have(session, slice, time) {
            continue;
        }
        let executions = asked.entry(statement).or_default();
        if *executions < MAX_EXECUTIONS_PER_STATEMENT {
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

/// Recognizes input. A value may have been copied many times, so results are cached.
struct Inputs {
    known: HashMap<Time, bool>,
}

impl Inputs {
    /// Was an instance's value returned or stored by the library, possibly copied since?
    fn have(&mut self, session: &Session, slice: &Slice, mut time: Time) -> bool {
        let mut passed = Vec::new();
        let found = loop {
            if let Some(&known) = self.known.get(&time) {
                break known;
            }
            passed.push(time);
            match origin(session, slice, time) {
                Ok(input) => break input,
                Err(source) => time = source,
            }
        };
        self.known.extend(passed.into_iter().map(|time| (time, found)));
        found
    }
}

/// Is the value of an instance input? If it was copied: the instance it was copied from, as an error.
fn origin(session: &Session, slice: &Slice, time: Time) -> Result<bool, Time> {
    let Some(node) = slice.nodes.get(&time) else { return Ok(false) };
    let mut flows = node.on.iter().filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on);
    let Some(first) = flows.next() else { return Ok(false) };
    if is_fixed(session, first) && flows.clone().all(|on| is_fixed(session, on)) {
        return Ok(true);
    }
    // A copy also depends on the address that it reads from.
    let source = flows.max().map_or(first, |last| last.max(first));
    if is_copy(session, time) && source < time { Err(source) } else { Ok(false) }
}

/// Does an instance only copy a value: an argument to a parameter, or one variable to another?
fn is_copy(session: &Session, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time) else { return false };
    let function = session.program().function(position.function);
    let (Inst::Store { val, .. } | Inst::StoreLocal { val, .. }) = recording.inst(position) else { return false };
    let defines = |inst: &&Inst| inst.defs().is_some_and(|d| d.first == val);
    let defined = function.insts[..position.inst as usize].iter().rev().find(defines);
    function.is_parameter(val) || matches!(defined, Some(Inst::Load { .. } | Inst::LoadLocal { .. }))
}

/// Sorts the instances: those that depend on no other found instance first, then by distance.
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
