//! The direct causes of the failure point, from which explanations and slices start.
//!
//! Output is a sequence, so it also depends on output that is missing before it. Decisions that could have led to
//! output therefore count as causes, as for omissions.

use std::collections::BTreeSet;

use whydunit_machine::{Channel, FailureKind, ObjectKind, ObjectNote, Outcome};
use whydunit_program::{BlockId, Callee, FunctionId, Inst, Program};
use whydunit_trace::{CriterionKind, Dependence, DependenceKind, ExecutedBlock, Item, Time};

use crate::session::Session;

/// Executions blamed per decision; the latest are taken.
const MAX_EXECUTIONS_PER_DECISION: usize = 32;
/// Of a run that hangs, decisions within this many last instructions are causes.
const HANG_WINDOW_INSTRUCTIONS: u32 = 20_000;
/// Outputs considered when the expectation does not say which one is wrong; the latest are taken.
const MAX_OUTPUTS: usize = 500;

/// Libc functions that write output.
const WRITERS: [&str; 24] = [
    "printf",
    "puts",
    "putchar",
    "fputs",
    "fputc",
    "putc",
    "fprintf",
    "vprintf",
    "vfprintf",
    "fwrite",
    "write",
    "perror",
    "dprintf",
    "putchar_unlocked",
    "putc_unlocked",
    "fputs_unlocked",
    "fputc_unlocked",
    "fwrite_unlocked",
    "__printf_chk",
    "__fprintf_chk",
    "fputwc",
    "wprintf",
    "putwchar",
    "fwprintf",
];

impl Session {
    /// The dependences of the failure point.
    pub fn first_causes(&self) -> Vec<Dependence> {
        let criterion = &self.criterion;
        if let Some(asserted) = &self.assertion {
            return self.dependences().of_reads(asserted.begins.look, &asserted.reads);
        }
        let mut found: BTreeSet<Dependence> =
            self.dependences().of_argument(criterion.time, criterion.arg).into_iter().collect();
        if matches!(criterion.kind, CriterionKind::MissingOutput { .. } | CriterionKind::MissingFile(_)) {
            found = self.without_status(found);
        }
        match &criterion.kind {
            CriterionKind::WrongOutput { channel, offset } | CriterionKind::MissingOutput { channel, offset } => {
                let since = self.last_output_before(*channel, *offset);
                found.extend(self.silent_decisions(since, criterion.time));
            }
            CriterionKind::MissingFile(_) => found.extend(self.silent_decisions(Time::FIRST, criterion.time)),
            CriterionKind::Hang => found.extend(self.recent_decisions()),
            CriterionKind::Judged => found.extend(self.all_outputs()),
            CriterionKind::Failure => found.extend(self.object_history()),
            CriterionKind::Status | CriterionKind::Assertion => {}
        }
        found.into_iter().collect()
    }

    /// Keeps only the control dependences of the end of the run. Its status has no bearing on missing output, unless
    /// the status is wrong, too.
    fn without_status(&self, found: BTreeSet<Dependence>) -> BTreeSet<Dependence> {
        let right = |status: i32| self.expectation.exit.is_none_or(|expected| expected == status);
        if !matches!(self.observed.outcome, Outcome::Exited(status) if right(status)) {
            return found;
        }
        let decided = |d: &Dependence| d.kind == DependenceKind::Control;
        // Several `return`s in `main` store their value in one local before a common end; the decisions that led to the
        // executed `return` are causes.
        let returned = found.iter().filter(|d| d.kind == DependenceKind::Flow && self.leaves_result(d.on));
        let led_there = returned.flat_map(|d| self.dependences().of(d.on)).filter(decided);
        led_there.chain(found.iter().copied().filter(decided)).collect()
    }

    /// Does an instance store the result of its function?
    fn leaves_result(&self, time: Time) -> bool {
        let recording = &self.recorded.recording;
        let Some(position) = recording.position(time) else { return false };
        let Inst::StoreLocal { local, .. } = recording.inst(position) else { return false };
        recording.function_of(position.block).1.holds_result(local)
    }

    /// Further causes, for the case that all direct causes are correct. The call that writes wrong output may be the
    /// wrong call, so all its arguments count, and every decision since the call that wrote before it.
    pub(crate) fn wider_causes(&self) -> Vec<Dependence> {
        let criterion = &self.criterion;
        let (CriterionKind::WrongOutput { channel, .. }, None) = (&criterion.kind, &self.assertion) else {
            return Vec::new();
        };
        let wrote = |item: &Item| matches!(item, Item::Emit { channel: own, .. } if own == channel);
        let mut before = self.recorded.recording.effects().rev().filter(|e| e.time < criterion.time);
        let since = before.find(|e| e.items.iter().any(wrote)).map_or(Time::FIRST, |e| e.time);
        let first: BTreeSet<Time> = self.first_causes().into_iter().map(|d| d.on).collect();
        let arguments = self.dependences().of(criterion.time).into_iter();
        arguments.chain(self.silent_decisions(since, criterion.time)).filter(|d| !first.contains(&d.on)).collect()
    }

    /// The object of an invalid access or an invalid `free`.
    pub(crate) fn failed_object(&self) -> Option<&ObjectNote> {
        let Outcome::Failed(failure) = &self.observed.outcome else { return None };
        match &failure.kind {
            FailureKind::Memory(error) => error.object.as_ref(),
            FailureKind::InvalidFree { object, .. } => object.as_ref(),
            _ => None,
        }
    }

    /// The allocation and the release of the heap object of an invalid access.
    fn object_history(&self) -> Vec<Dependence> {
        let object = self.failed_object();
        let Some(ObjectKind::Heap { allocated, freed }) = object.map(|o| &o.kind) else { return Vec::new() };
        let times = [Some(*allocated), *freed].into_iter().flatten().filter_map(|t| Time::try_from(t).ok());
        let earlier = times.filter(|&t| t < self.criterion.time);
        earlier.map(|on| Dependence::new(DependenceKind::Flow, on)).collect()
    }

    /// The time at which the last byte before `offset` was written.
    fn last_output_before(&self, channel: Channel, offset: u64) -> Time {
        let Some(last) = offset.checked_sub(1) else { return Time::FIRST };
        let wrote = |item: &Item| {
            matches!(*item, Item::Emit { channel: c, offset: o, len, .. }
                if c == channel && (o..o + u64::from(len)).contains(&last))
        };
        let effects = self.recorded.recording.effects();
        effects.rev().find(|e| e.items.iter().any(wrote)).map_or(Time::FIRST, |e| e.time)
    }

    /// Decisions between two times that could have led to output.
    fn silent_decisions(&self, since: Time, until: Time) -> Vec<Dependence> {
        let recording = &self.recorded.recording;
        let (Some(first), Some(last)) = (recording.position(since), recording.position(until)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (function, block) in output_decisions(self) {
            let executed = recording.executions(self.index.number(function, block));
            let range = executed.partition_point(|&b| b < first.block)..executed.partition_point(|&b| b < last.block);
            found.extend(
                executed[range].iter().rev().take(MAX_EXECUTIONS_PER_DECISION).map(|&b| omission(recording.end_of(b))),
            );
        }
        found
    }

    /// The last execution of every recent decision.
    fn recent_decisions(&self) -> Vec<Dependence> {
        let recording = &self.recorded.recording;
        let from = recording.duration().saturating_sub(HANG_WINDOW_INSTRUCTIONS);
        let first = recording.position(from).map_or(ExecutedBlock::FIRST, |p| p.block);
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for block in first.until(recording.block_end()).rev() {
            let end = recording.end_of(block);
            let Some(position) = recording.position(end) else { continue };
            let decides = matches!(recording.inst(position), Inst::Branch { .. } | Inst::Switch { .. });
            if decides && seen.insert((position.function, position.inst)) {
                found.push(Dependence::new(DependenceKind::Control, end));
            }
        }
        found
    }

    fn all_outputs(&self) -> Vec<Dependence> {
        let writes = |item: &Item| matches!(item, Item::Emit { .. });
        let effects = self.recorded.recording.effects().rev();
        let outputs = effects.filter(|e| e.items.iter().any(writes)).take(MAX_OUTPUTS);
        outputs.flat_map(|e| self.dependences().of(e.time)).collect()
    }
}

fn omission(on: Time) -> Dependence {
    Dependence::new(DependenceKind::Omission, on)
}

/// The decisions on which output is control dependent, directly or through calls.
fn output_decisions(session: &Session) -> Vec<(FunctionId, BlockId)> {
    let program = session.program();
    let writes = writing_functions(program);
    let mut found = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let id = FunctionId(number as u32);
        if session.trust.has(id) {
            continue;
        }
        let blocks: Vec<BlockId> = (0..function.blocks.len() as u32)
            .map(BlockId)
            .filter(|&b| match function.terminator(b) {
                Inst::Call { site } => is_writing(program, &writes, function.calls[site as usize].callee),
                _ => false,
            })
            .collect();
        if !blocks.is_empty() {
            let chain = session.analyses.flow(id).control.chain_of(&blocks);
            found.extend(chain.into_iter().map(|block| (id, block)));
        }
    }
    found
}

fn is_writing(program: &Program, writes: &[bool], callee: Callee) -> bool {
    match callee {
        Callee::Direct(id) => writes[id.0 as usize],
        Callee::External(id) => WRITERS.contains(&program.externals[id.0 as usize].name.as_str()),
        Callee::Indirect(_) => true,
    }
}

/// Per function: may a call of it write output?
fn writing_functions(program: &Program) -> Vec<bool> {
    let mut writes = vec![false; program.functions.len()];
    loop {
        let mut grown = false;
        for (number, function) in program.functions.iter().enumerate() {
            if !writes[number] && function.calls.iter().any(|c| is_writing(program, &writes, c.callee)) {
                writes[number] = true;
                grown = true;
            }
        }
        if !grown {
            return writes;
        }
    }
}
