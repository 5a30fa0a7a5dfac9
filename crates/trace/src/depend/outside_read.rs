//! The dependences of memory contents at one instant, for a read that is not an instruction of the program (a formula,
//! a user's question). The recording does not hold the writers for such a read; a rerun finds them.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Machine, ObjectKind, World};
use whydunit_program::analysis::{BranchId, Bytes, Location, Object, Outcome};
use whydunit_program::{BlockId, FunctionId};

use crate::depend::Dependences;
use crate::depend::dependence::{Dependence, DependenceKind};
use crate::depend::memory_definition::{Definition, Part};
use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::recording::Recording;
use crate::record::snapshots::Snapshots;

/// A range of bytes to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// Definitions of the bytes, earliest first; bytes never written have none.
    pub writers: Vec<Definition>,
    /// Later library calls that left the bytes unchanged.
    left: Vec<Time>,
    /// Were all bytes written?
    pub whole: bool,
    /// The object that contains them.
    location: Location,
    /// Do they belong to a local of the paused call?
    own: bool,
}

impl Read {
    /// The bytes from `address` on at the instant at which `machine` is paused.
    pub fn new<W: World>(
        recording: &Recording,
        snapshots: &mut Snapshots<W>,
        machine: &mut Machine<W>,
        (address, len): (u64, u64),
    ) -> Read {
        let found = snapshots.writers_of(address, len, machine.time());
        let found = snapshots.keep_refusal(found).unwrap_or_default();
        let definitions =
            found.iter().zip(address..).filter_map(|(writer, at)| writer.map(|w| recording.definition_at(w, at)));
        let writers: BTreeSet<Definition> = definitions.collect();
        let (location, own) = locate(recording, machine, address, len);
        let whole = found.len() as u64 == len && found.iter().all(Option::is_some);
        let since = found.iter().copied().min().flatten().filter(|_| whole);
        let left =
            recording.left_alone(address, len, since, Time::try_from(machine.time()).unwrap_or(recording.duration()));
        Read { writers: writers.into_iter().collect(), left, whole, location, own }
    }
}

/// The object that contains some bytes, in terms of the static analyses, and whether it is a local of the innermost
/// call.
fn locate<W: World>(recording: &Recording, machine: &mut Machine<W>, address: u64, len: u64) -> (Location, bool) {
    let depth = machine.innermost().map_or(0, |f| f.depth);
    let Some(note) = machine.object_at(address) else { return (Location::Unknown, false) };
    let (object, own) = match note.kind {
        ObjectKind::Local { function, local, depth: at, .. } => (Some(Object::Local(function, local)), at == depth),
        ObjectKind::Global(id) => (Some(Object::Global(id)), false),
        ObjectKind::Heap { allocated, .. } => (allocated_in(recording, allocated), false),
        _ => (None, false),
    };
    let start = address.saturating_sub(note.start) as u32;
    let location = object.map_or(Location::Unknown, |o| Location::In(o, Bytes::at(start, len as u32)));
    (location, own)
}

/// The heap object that was allocated by the call at `time`.
fn allocated_in(recording: &Recording, time: u64) -> Option<Object> {
    let first = Time::try_from(time).ok();
    let calls = std::iter::successors(first, |&t| recording.call_of(t));
    let (function, inst) = calls.filter_map(|t| recording.position(t)).map(|p| (p.function, p.inst)).next()?;
    Some(Object::Heap(function, inst))
}

/// Limit on the executions of one decision that are blamed; the latest are.
const BLAMED: u32 = 32;

impl Dependences<'_> {
    /// The dependences of these reads at `time`: their definitions, the controlling decision, and the decisions whose
    /// other outcome could have redefined them.
    pub fn of_reads(&mut self, time: Time, reads: &[Read]) -> Vec<Dependence> {
        let Some(position) = self.recording.position(time) else { return Vec::new() };
        self.control(position.block);
        self.settle();
        for read in reads {
            read.writers.iter().for_each(|&writer| self.flow_from(writer));
            let left = read.left.iter().take(if self.unchanged { BLAMED as usize } else { 0 });
            let omission = |&on: &Time| Dependence { kind: DependenceKind::Omission, on, part: Part::LeftAlone };
            self.found.extend(left.map(omission));
            let since = read.writers.first().filter(|_| read.whole).and_then(|w| self.recording.position(w.time));
            self.omitted_writes(read, since.map_or(ExecutedBlock::FIRST, |p| p.block), position.block);
        }
        let mut found: Vec<Dependence> = std::mem::take(&mut self.found);
        found.iter_mut().for_each(|d| *d = self.outside(*d));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Adds the decisions between two executed blocks whose other outcome could have written the bytes of `read`.
    fn omitted_writes(&mut self, read: &Read, since: ExecutedBlock, until: ExecutedBlock) {
        let Some(analyses) = self.analyses else { return };
        let recording = self.recording;
        let mut known: BTreeMap<(BlockNumber, BlockNumber), bool> = BTreeMap::new();
        let mut blamed: BTreeMap<BlockNumber, u32> = BTreeMap::new();
        for block in since.until(until).rev() {
            if read.own && !recording.structure.same_call(block, until) {
                continue;
            }
            let (number, next) = (recording.number_of(block), recording.number_of(block + 1));
            let (function, id) = recording.static_block(block);
            let call = recording.index.program.function(function).called_through(id).is_some();
            let concerned = *known.entry((number, next)).or_insert_with(|| {
                let taken = outcome(analyses.flow(function).cfg.successors(id), recording.index.block(next), function);
                let decides = analyses.flow(function).control.decides(id);
                if call {
                    let instead =
                        analyses.may_define_instead(BranchId { function, block: id }, recording.chosen(block));
                    return analyses.may_touch(&instead, &read.location);
                }
                taken.filter(|_| decides).is_some_and(|outcome| {
                    let avoided = analyses.may_define(BranchId { function, block: id }, outcome);
                    analyses.may_touch(&avoided, &read.location)
                })
            });
            let count = blamed.entry(number).or_default();
            let written = read.writers.first().map(|w| w.time);
            let to_blame = !call || recording.may_have_omitted(block, until, written);
            if concerned && to_blame && *count < BLAMED {
                *count += 1;
                let decided = if call { Some(block) } else { self.source_decision(block) };
                self.found.extend(decided.map(|block| recording.omission(block)));
            }
        }
    }
}

/// The outcome with which control reaches a block.
fn outcome(successors: &[u32], (function, to): (FunctionId, BlockId), here: FunctionId) -> Option<Outcome> {
    let index = successors.iter().position(|&w| w == to.0 && function == here)?;
    Some(Outcome(index as u32))
}
