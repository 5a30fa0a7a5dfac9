//! The values of the parts that copies and fills wrote, as the copied data was read afterwards.

use whydunit_program::Inst;
use whydunit_trace::{Time, Value};

use crate::session::Session;

/// Readers of a copy that are examined, and parts that are found in it.
const MAX_PARTS: usize = 8;
/// Length of a chain of copies of copies.
const MAX_COPY_DEPTH: u32 = 4;

impl Session {
    /// The parts that the copy or fill at a time wrote and later instances read, with their values after the copy. Empty
    /// for any other instance.
    pub fn copied_parts(&mut self, time: Time) -> Vec<Value> {
        if let Some(known) = self.copied_parts.known.get(&time) {
            return known.clone();
        }
        let found = self.find_copied_parts(time, MAX_COPY_DEPTH).unwrap_or_default();
        self.copied_parts.known.insert(time, found.clone());
        found
    }

    fn find_copied_parts(&mut self, time: Time, depth: u32) -> Option<Vec<Value>> {
        let readers: Vec<Time> = self.copied_parts.readers.get(&time)?.iter().copied().take(MAX_PARTS).collect();
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
            if found.len() < MAX_PARTS && !found.iter().any(|known| known.address == part.address) {
                found.extend(Some(Value::read(&program, &mut after, part)).filter(is_word));
            }
        }
        Some(found)
    }

    /// For a reader that is itself a copy: the parts that are read of its copy, as addresses and sizes in its source.
    fn read_through(&mut self, reader: Time, depth: u32) -> Option<Vec<(u64, u64)>> {
        let Some(Inst::MemCopy { dst, src, .. }) = self.inst(reader) else { return None };
        let parts = self.find_copied_parts(reader, depth.checked_sub(1)?)?;
        let machine = self.recorded.snapshots.paused_at(u64::from(reader))?;
        let (dst, src) = (machine.slot(dst)?, machine.slot(src)?);
        let source = |part: &Value| Some((part.address.checked_sub(dst)? + src, part.bytes.len() as u64));
        Some(parts.iter().filter_map(source).collect())
    }
}

/// Does the value have the size of a number or a pointer, so that an intervention can replace it?
fn is_word(value: &Value) -> bool {
    matches!(value.bytes.len(), 1 | 2 | 4 | 8)
}
