//! The parts of copies and fills: `memcpy` and `memset` write whole objects, but interventions change single members
//! and elements. The readers of a copy show which parts matter.

use std::collections::BTreeMap;

use whydunit_machine::Piece;
use whydunit_program::Inst;
use whydunit_trace::{Dependence, DependenceKind, Recording, Slice, Time, Value};

/// The readers of copies and fills.
#[derive(Debug, Default)]
pub(crate) struct CopiedParts {
    /// By the time of the copy: the times of its readers, in order.
    pub(crate) readers: BTreeMap<Time, Vec<Time>>,
    /// By the time of the copy: its parts, if they were asked for before.
    pub(crate) known: BTreeMap<Time, Vec<Value>>,
}

impl CopiedParts {
    /// The readers of all copies and fills of a slice. The failure point, at `criterion`, reads `first_causes`.
    pub(crate) fn new(recording: &Recording, slice: &Slice, criterion: Time, first_causes: &[Dependence]) -> Self {
        let inst = |time: Time| recording.position(time).map(|position| recording.inst(position));
        let copies = |time: Time| matches!(inst(time), Some(Inst::MemCopy { .. } | Inst::MemSet { .. }));
        let mut readers: BTreeMap<Time, Vec<Time>> =
            slice.nodes.keys().filter(|&&time| copies(time)).map(|&time| (time, Vec::new())).collect();
        for (&reader, node) in &slice.nodes {
            for on in node.on.iter().filter(|d| d.kind == DependenceKind::Flow) {
                if let Some(known) = readers.get_mut(&on.on).filter(|known| known.last() != Some(&reader)) {
                    known.push(reader);
                }
            }
        }
        for first in first_causes.iter().filter(|d| d.kind == DependenceKind::Flow) {
            readers.entry(first.on).and_modify(|known| known.push(criterion));
        }
        CopiedParts { readers, known: BTreeMap::new() }
    }
}

/// The memory of a part.
pub(crate) fn piece(value: &Value) -> Piece {
    Piece { addr: value.address, bytes: value.bytes.len() as u8 }
}
