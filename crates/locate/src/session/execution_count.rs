//! Which execution of its line an instance belongs to. A run is gone through once for each line that is asked about.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use whydunit_program::FileId;
use whydunit_trace::{Counted, LineCode, Time, place_of};

use crate::session::Session;

/// So many executed blocks are kept of all lines together.
const KEPT: usize = 32_000_000;

/// The lines that were counted.
#[derive(Default)]
pub(crate) struct VisitCounts {
    lines: Mutex<BTreeMap<(FileId, u32), Arc<Counted>>>,
}

impl Session {
    /// Which execution of its line the instruction at `time` belongs to, counted from 1, and how many there are.
    pub fn visit_of(&self, time: Time) -> (u32, u32) {
        let Some(position) = self.recorded.recording.position(time) else { return (1, 1) };
        let place = place_of(self.program(), position.site());
        let counted = place.file.map(|file| self.counted(file, place.line));
        let of = |counted: Arc<Counted>| counted.of(position.block).or_else(|| counted.latest(position.block));
        counted.and_then(of).unwrap_or((1, 1))
    }

    fn counted(&self, file: FileId, line: u32) -> Arc<Counted> {
        // Whoever panicked left the table as it was.
        let mut lines = self.counts.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lines.get(&(file, line)) {
            return known.clone();
        }
        let code = LineCode::new(&self.index, &[file], line);
        let counted = Arc::new(Counted::new(&self.recorded.recording, &code));
        if lines.values().map(|l| l.size()).sum::<usize>() + counted.size() > KEPT {
            lines.clear();
        }
        lines.insert((file, line), counted.clone());
        counted
    }
}
