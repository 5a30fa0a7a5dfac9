//! What copies and fills write is altered part by part: the members and elements that somebody reads.

use std::collections::BTreeMap;

use whydunit_machine::Piece;
use whydunit_program::Inst;
use whydunit_trace::{DependenceKind, Slice, Time, Value};

use crate::session::Session;

/// So many readers of a copy are looked at, and so many parts are altered.
const MOST: usize = 8;
/// So many copies of copies are looked through.
const DEPTH: u32 = 4;

/// Who reads what copies and fills wrote.
#[derive(Debug, Default)]
pub(crate) struct CopiedParts {
    /// By the time of the copy: the times of the readers, in order.
    readers: BTreeMap<Time, Vec<Time>>,
    /// What was found out before.
    known: BTreeMap<Time, Vec<Value>>,
}

impl CopiedParts {
    /// The readers of all copies and fills of a slice.
    pub(crate) fn new(session: &Session, slice: &Slice) -> Self {
        let copies = |time: Time| matches!(session.inst(time), Some(Inst::MemCopy { .. } | Inst::MemSet { .. }));
        let mut readers: BTreeMap<Time, Vec<Time>> =
            slice.nodes.keys().filter(|&&time| copies(time)).map(|&time| (time, Vec::new())).collect();
        for (&reader, node) in &slice.nodes {
            for on in node.on.iter().filter(|d| d.kind == DependenceKind::Flow) {
                if let Some(known) = readers.get_mut(&on.on).filter(|known| known.last() != Some(&reader)) {
                    known.push(reader);
                }
            }
        }
        let criterion = session.criterion.time;
        for first in session.first_causes().iter().filter(|d| d.kind == DependenceKind::Flow) {
            readers.entry(first.on).and_modify(|known| known.push(criterion));
        }
        CopiedParts { readers, known: BTreeMap::new() }
    }
}

impl Session {
    /// The parts that the copy or fill at a time wrote and others read, with the values they have behind it. None for
    /// anything else.
    pub fn pieces(&mut self, time: Time) -> Vec<Value> {
        if let Some(known) = self.pieces.known.get(&time) {
            return known.clone();
        }
        let found = self.find_pieces(time, DEPTH).unwrap_or_default();
        self.pieces.known.insert(time, found.clone());
        found
    }

    fn find_pieces(&mut self, time: Time, depth: u32) -> Option<Vec<Value>> {
        let readers: Vec<Time> = self.pieces.readers.get(&time)?.iter().copied().take(MOST).collect();
        let whole = self.describe(time)?.defines?;
        let program = self.program().clone();
        let mut parts = Vec::new();
        for reader in readers {
            let through = self.read_through(reader, depth).unwrap_or_default();
            parts.extend(through.into_iter().filter_map(|(address, bytes)| whole.part(&program, address, bytes)));
            let Some(reader) = self.describe(reader) else { continue };
            let read = reader.uses.iter().filter(|u| u.bits.is_none() && is_word(u));
            parts.extend(read.filter_map(|u| whole.part(&program, u.address, u.bytes.len() as u64)));
        }
        let mut after = self.recorded.snapshots.paused_at(u64::from(time) + 1)?;
        let mut found: Vec<Value> = Vec::new();
        for part in parts {
            if found.len() < MOST && !found.iter().any(|known| known.address == part.address) {
                found.extend(Some(Value::read(&program, &mut after, part)).filter(is_word));
            }
        }
        Some(found)
    }

    /// Of a reader that copies, too: where the parts that are read of its copy lie in what it copied.
    fn read_through(&mut self, reader: Time, depth: u32) -> Option<Vec<(u64, u64)>> {
        let Some(Inst::MemCopy { dst, src, .. }) = self.inst(reader) else { return None };
        let parts = self.find_pieces(reader, depth.checked_sub(1)?)?;
        let machine = self.recorded.snapshots.paused_at(u64::from(reader))?;
        let (dst, src) = (machine.slot(dst)?, machine.slot(src)?);
        let source = |part: &Value| Some((part.address.checked_sub(dst)? + src, part.bytes.len() as u64));
        Some(parts.iter().filter_map(source).collect())
    }
}

/// Can it be given another value: is it there, and of the size of a number or pointer?
fn is_word(value: &Value) -> bool {
    matches!(value.bytes.len(), 1 | 2 | 4 | 8)
}

/// Where a part lies.
pub(crate) fn piece(value: &Value) -> Piece {
    Piece { addr: value.address, bytes: value.bytes.len() as u8 }
}
