//! Numbered executions of source lines. A line is counted in one pass over the recording, when it is first asked about.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use whydunit_program::FileId;
use whydunit_trace::{Counted, LineCode, Recording, Time, place_of};

/// Executed blocks kept for all lines together; the table is cleared when they would be more.
const MAX_KEPT_BLOCKS: usize = 32_000_000;

/// The lines counted so far.
#[derive(Default)]
pub(crate) struct VisitCounts {
    lines: Mutex<BTreeMap<(FileId, u32), Arc<Counted>>>,
}

impl VisitCounts {
    /// Which execution of its line the instruction at `time` belongs to, counted from 1, and how many there are.
    pub(crate) fn visit_of(&self, recording: &Recording, time: Time) -> (u32, u32) {
        let Some(position) = recording.position(time) else { return (1, 1) };
        let place = place_of(&recording.index.program, position.site());
        let counted = place.file.map(|file| self.counted(recording, file, place.line));
        let of = |counted: Arc<Counted>| counted.of(position.block).or_else(|| counted.latest(position.block));
        counted.and_then(of).unwrap_or((1, 1))
    }

    fn counted(&self, recording: &Recording, file: FileId, line: u32) -> Arc<Counted> {
        // The table is only extended under the lock, so a panic elsewhere leaves it intact.
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lines.get(&(file, line)) {
            return known.clone();
        }
        let code = LineCode::new(&recording.index, &[file], line);
        let counted = Arc::new(Counted::new(recording, &code));
        if lines.values().map(|l| l.size()).sum::<usize>() + counted.size() > MAX_KEPT_BLOCKS {
            lines.clear();
        }
        lines.insert((file, line), counted.clone());
        counted
    }
}
