//! Slices by source lines: the lines, their number of instances in the slice, and the dependences between them. Trusted
//! functions are folded into their calls.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::{FileId, FunctionId, Inst};
use whydunit_trace::{Dependence, DependenceKind, Dependences, Graph, Place, Progress, SliceKind, Time};

use crate::inquiry::{Event, Inquiry, Verification};
use crate::session::source_line::Visit;

/// The kind of connection from a cause to its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Link {
    /// The effect used the value of the cause.
    Value,
    /// The effect was executed because of the decision.
    Decision,
    /// Another outcome of the decision could have given the effect another value.
    Omission,
    /// The cause called the function of the effect.
    Call,
}

/// The start of a slice.
#[derive(Clone, Debug)]
pub enum Start {
    /// The failure: its instance and its dependences.
    Failure(Time, Vec<Dependence>),
    /// An execution of a line.
    Line(Visit),
}

/// The parameters of a slice.
#[derive(Clone, Debug)]
pub struct SliceRequest {
    /// Where it starts.
    pub start: Start,
    /// Which dependences are followed.
    pub kind: SliceKind,
    /// Maximum number of dependences from the start.
    pub depth: Option<u32>,
    /// Read the values of shown instances back?
    pub values: bool,
    /// Verify the omissions of a relevant slice by reruns?
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
    /// Instances of the line in the slice.
    pub count: u32,
    /// The connections from this line to others.
    pub links: BTreeSet<Link>,
    /// Fewest dependences from the start; 0 for the start itself.
    pub distance: u32,
    /// The latest of its instances.
    pub last: Time,
    /// The latest instance of each of its statements, if values were asked for.
    pub events: Vec<Event>,
}

/// A slice by source lines.
#[derive(Clone, Debug)]
pub struct SliceView {
    /// The parameters.
    pub request: SliceRequest,
    /// The instance it starts from.
    pub origin: Time,
    /// Its place, if anything was executed.
    pub origin_place: Option<Place>,
    /// Lines, by file and line.
    pub lines: Vec<SliceLine>,
    /// Connections between lines, by index, cause first.
    pub edges: BTreeMap<(usize, usize), BTreeSet<Link>>,
    /// Instances in the slice.
    pub instances: usize,
    /// Lines the whole run executed, trusted functions left out.
    pub executed_lines: usize,
    /// Instances beyond the maximum distance.
    pub left_out: usize,
    /// Were there too many executions of some decisions, so that only the latest were considered for omissions?
    pub latest_only: bool,
    /// The verification of its omissions, if asked for.
    pub verification: Option<Verification>,
    /// The user cancelled the slice: it may be incomplete.
    pub interrupted: bool,
}

/// Instances between two progress messages.
pub(crate) const INSTANCES_PER_MESSAGE: usize = 1 << 12;
/// Statements described per line.
const MAX_DESCRIBED_STATEMENTS: usize = 4;

impl Inquiry {
    /// The slice that a request asks for.
    pub fn slice(&mut self, request: SliceRequest) -> SliceView {
        let (origins, mut first, cut) = self.origins(&request.start);
        first.retain(|d| match d.kind {
            DependenceKind::Flow => true,
            DependenceKind::Control => request.kind != SliceKind::Data,
            DependenceKind::Omission => request.kind == SliceKind::Relevant,
        });
        let origin = origins.last().copied().unwrap_or_default();
        let (graph, verification) = if request.verify && request.kind == SliceKind::Relevant {
            let (graph, verification) = self.verified_slice(&origins, &mut first);
            (graph, Some(verification))
        } else {
            let recording = &self.recorded.recording;
            let dependences = match request.kind {
                SliceKind::Relevant => Dependences::with_omissions(recording, &self.analyses),
                _ => Dependences::new(recording),
            };
            let more = |progress: Progress| self.should_continue(progress);
            (Graph::backward(dependences, &first, request.kind, |_, _| true, more), None)
        };
        let limit = request.depth.unwrap_or(u32::MAX);
        let left_out = (0..graph.len()).filter(|&number| graph.distance(number) > limit).count();
        let (mut lines, edges, parts, instances) = self.by_line(&graph, &origins, &first, (request.kind, limit));
        if request.values {
            self.monitor.report(|| "reading values back".into());
            self.add_values(&mut lines, &parts);
        }
        // Calls of trusted functions are shown even if their caller is trusted, so their lines count as executed.
        let mut executed = self.executed_lines();
        executed.extend(lines.iter().filter_map(|l| Some((l.file?, l.line))));
        let executed_lines = executed.len();
        let latest_only = request.kind == SliceKind::Relevant && (cut || graph.left_out > 0);
        let interrupted = self.monitor.is_cancelled();
        SliceView {
            request,
            origin,
            origin_place: self.place(origin),
            lines,
            edges,
            instances,
            executed_lines,
            left_out,
            latest_only,
            interrupted,
            verification,
        }
    }

    /// The instances a slice starts from, their dependences, and whether some were left out because there were too
    /// many.
    fn origins(&self, start: &Start) -> (Vec<Time>, Vec<Dependence>, bool) {
        let mut dependences = Dependences::with_omissions(&self.recorded.recording, &self.analyses);
        match start {
            Start::Failure(time, first) => {
                dependences.of(*time);
                (vec![self.fold(*time).unwrap_or(*time)], first.clone(), dependences.is_incomplete())
            }
            Start::Line(visit) => {
                let times = self.lines().instances(visit);
                let mut first: Vec<Dependence> = times.iter().flat_map(|&t| dependences.of(t)).collect();
                first.retain(|d| !times.contains(&d.on));
                first.sort_unstable();
                first.dedup();
                (times, first, dependences.is_incomplete())
            }
        }
    }

    /// Reports progress. Should the slice continue?
    pub(crate) fn should_continue(&self, Progress { done, of }: Progress) -> bool {
        if done.is_multiple_of(INSTANCES_PER_MESSAGE) {
            self.monitor.report(|| match of {
                None => format!("following dependences, {done} executed statements"),
                Some(of) => format!("checking skipped code, {done} of {of} executed statements"),
            });
        }
        !self.monitor.is_cancelled()
    }

    /// Is this the store of an argument in its parameter?
    pub(crate) fn is_argument(&self, time: Time) -> bool {
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

    /// Describes the latest instance of each part of each line, in one pass over the run.
    fn add_values(&mut self, lines: &mut [SliceLine], parts: &[BTreeMap<u32, Time>]) {
        let latest = |parts: &BTreeMap<u32, Time>| {
            let mut times: Vec<Time> = parts.values().copied().collect();
            times.sort_unstable();
            times.split_off(times.len().saturating_sub(MAX_DESCRIBED_STATEMENTS))
        };
        let wanted: Vec<Vec<Time>> = parts.iter().map(latest).collect();
        let events = self.describe(&wanted.concat());
        let mut by_time: BTreeMap<Time, Event> = events.into_iter().map(|s| (s.time, s)).collect();
        for (line, times) in lines.iter_mut().zip(wanted) {
            line.events = times.iter().filter_map(|t| by_time.remove(t)).collect();
        }
    }

    /// All executed lines, except those of trusted functions.
    pub fn executed_lines(&self) -> BTreeSet<(FileId, u32)> {
        let reached = self.recorded.recording.reached();
        let mut lines = BTreeSet::new();
        for (number, count) in self.index.numbers().zip(reached).filter(|&(_, count)| count > 0) {
            let (id, block) = self.index.block(number);
            let function = self.program().function(id);
            if self.trust.has(id) {
                continue;
            }
            // Arguments are stored in parameters at the line of the function.
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
