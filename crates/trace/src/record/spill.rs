//! The overflow area of a recording in memory: a file provided by the caller.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::record::stream::SEGMENT;

/// Segments that are cached after reading.
const RECENT: usize = 64;

/// A file with segments of streams, and a cache of recently read ones.
pub(crate) struct Spill {
    file: File,
    state: Mutex<State>,
}

struct State {
    /// Bytes that streams may still keep in memory.
    left: usize,
    /// Segments in the file.
    written: u64,
    /// The first error met while writing.
    error: Option<io::Error>,
    recent: HashMap<u64, (u64, Arc<[u16]>)>,
    clock: u64,
}

impl Spill {
    /// Streams may keep `budget` bytes; the rest goes to `file`, which must be empty and readable.
    pub(crate) fn new(file: File, budget: usize) -> Self {
        let state = State { left: budget, written: 0, error: None, recent: HashMap::new(), clock: 0 };
        Spill { file, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a segment unless the budget allows it to stay in memory; returns its index in the file.
    pub(crate) fn take(&self, segment: &[u16]) -> Option<u64> {
        let mut state = self.state();
        if let Some(left) = state.left.checked_sub(segment.len() * 2) {
            state.left = left;
            return None;
        }
        let bytes: Vec<u8> = segment.iter().flat_map(|v| v.to_le_bytes()).collect();
        let place = state.written;
        match self.file.write_all_at(&bytes, place * SEGMENT as u64 * 2) {
            Ok(()) => {
                state.written += 1;
                Some(place)
            }
            Err(error) => {
                state.error.get_or_insert(error);
                None
            }
        }
    }

    /// The first error while writing; later calls return none.
    pub(crate) fn take_error(&self) -> Option<io::Error> {
        self.state().error.take()
    }

    /// One number of a written segment.
    ///
    /// # Panics
    ///
    /// When the file cannot be read back, because it was truncated or the disk failed.
    pub(crate) fn get(&self, place: u64, index: usize) -> u16 {
        let mut state = self.state();
        state.clock += 1;
        let now = state.clock;
        if let Some((used, segment)) = state.recent.get_mut(&place) {
            *used = now;
            return segment[index];
        }
        let mut bytes = vec![0; SEGMENT * 2];
        let read = self.file.read_exact_at(&mut bytes, place * SEGMENT as u64 * 2);
        read.unwrap_or_else(|error| panic!("the spilled part of a recording cannot be read back: {error}"));
        let segment: Arc<[u16]> = bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
        let value = segment[index];
        if state.recent.len() >= RECENT {
            let oldest = state.recent.iter().min_by_key(|(place, (used, _))| (*used, **place)).map(|(place, _)| *place);
            oldest.into_iter().for_each(|place| _ = state.recent.remove(&place));
        }
        state.recent.insert(place, (now, segment));
        value
    }
}
