//! Figures about a recorded run.

use std::collections::BTreeMap;

use whydunit_program::FunctionId;
use whydunit_trace::{BlockNumber, Item};

use crate::inquiry::Inquiry;

/// Figures about a recorded run.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Executed instructions of the machine.
    pub instructions: u32,
    /// Executed blocks.
    pub blocks: usize,
    /// Executed decisions.
    pub decisions: u64,
    /// Source lines executed, trusted functions left out.
    pub lines: usize,
    /// Functions of the program's own that were called, by name, and how often; most first.
    pub functions: Vec<(FunctionId, u64)>,
    /// Functions of the program's own that were not called.
    pub not_called: usize,
    /// Bytes read from files and standard input.
    pub read: u64,
    /// Bytes written.
    pub written: u64,
    /// Heap objects allocated and freed.
    pub heap: (u64, u64),
    /// Bytes the recording takes.
    pub bytes: usize,
    /// Snapshots kept.
    pub snapshots: usize,
}

impl Inquiry {
    /// Figures about this run.
    pub fn stats(&self) -> Stats {
        let recording = &self.recorded.recording;
        let program = self.program();
        let mut stats = Stats {
            instructions: recording.duration().0,
            blocks: recording.block_count(),
            lines: self.executed_lines().len(),
            bytes: recording.bytes(),
            snapshots: self.recorded.snapshots.len(),
            ..Stats::default()
        };
        let mut counts = vec![0u64; self.index.block_count()];
        recording.executed_blocks().for_each(|b| counts[recording.number_of(b).index()] += 1);
        let mut calls: BTreeMap<FunctionId, u64> = BTreeMap::new();
        for (number, &count) in counts.iter().enumerate() {
            let (id, block) = self.index.block(BlockNumber::at(number));
            let end = program.function(id).terminator(block);
            if end.decides() {
                stats.decisions += count;
            }
            if block.0 == 0 && !self.trust.has(id) {
                calls.insert(id, count);
            }
        }
        stats.not_called = calls.values().filter(|c| **c == 0).count();
        stats.functions = calls.into_iter().filter(|c| c.1 > 0).collect();
        stats.functions.sort_by_key(|&(id, count)| (std::cmp::Reverse(count), id));
        for effect in recording.effects() {
            for item in effect.items {
                match *item {
                    Item::Emit { len, .. } => stats.written += u64::from(len),
                    Item::Consume { len, .. } => stats.read += u64::from(len),
                    Item::Allocate { .. } => stats.heap.0 += 1,
                    Item::Release { .. } => stats.heap.1 += 1,
                    _ => {}
                }
            }
        }
        stats
    }
}
