//! The writes to a range of memory, found by reruns from snapshots, latest first. The recording holds only the writers
//! of bytes that were loaded.

use std::sync::Arc;

use whydunit_machine::{Machine, Observer, Unsupported, World};
use whydunit_program::{BlockId, FunctionId, Program};

use crate::numbers::Time;
use crate::record::snapshots::Snapshots;

/// Computes times of instructions during a rerun.
struct Clock {
    program: Arc<Program>,
    base: u64,
}

impl Clock {
    fn new<W: World>(machine: &Machine<W>) -> Self {
        // The snapshot may be inside a block; the observer hears of a block only at its beginning.
        let site = machine.innermost().map_or(0, |f| u64::from(f.site.inst));
        Clock { program: machine.program().clone(), base: machine.time().wrapping_sub(site) }
    }

    #[inline(always)]
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let first = self.program.functions[function.0 as usize].blocks[block.0 as usize].first;
        self.base = time.wrapping_sub(u64::from(first));
    }

    fn time(&self, inst: u32) -> Time {
        Time(self.base.wrapping_add(u64::from(inst)) as u32)
    }
}

/// Collects writes to a range of bytes.
struct MemoryWatch {
    clock: Clock,
    start: u64,
    end: u64,
    writes: Vec<Time>,
}

impl MemoryWatch {
    fn note(&mut self, inst: u32, addr: u64, len: u64) {
        let time = self.clock.time(inst);
        if addr < self.end && addr.saturating_add(len) > self.start && self.writes.last() != Some(&time) {
            self.writes.push(time);
        }
    }
}

impl Observer for MemoryWatch {
    #[inline(always)]
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        self.clock.block(function, block, time);
    }

    #[inline(always)]
    fn store(&mut self, inst: u32, addr: u64, bytes: u64, _value: u64) {
        self.note(inst, addr, bytes);
    }

    fn copy(&mut self, inst: u32, dst: u64, _src: u64, len: u64) {
        self.note(inst, dst, len);
    }
}

/// The last event of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastEvent {
    Untouched,
    /// Its memory was allocated.
    Fresh,
    Written(Time),
}

/// Observes the last event of each byte in a range.
struct LastEvents {
    clock: Clock,
    start: u64,
    bytes: Vec<LastEvent>,
}

impl LastEvents {
    fn note(&mut self, addr: u64, len: u64, event: LastEvent) {
        let end = self.start.saturating_add(self.bytes.len() as u64);
        for at in addr.max(self.start)..addr.saturating_add(len).min(end) {
            self.bytes[(at - self.start) as usize] = event;
        }
    }
}

impl Observer for LastEvents {
    #[inline(always)]
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        self.clock.block(function, block, time);
    }

    #[inline(always)]
    fn store(&mut self, inst: u32, addr: u64, bytes: u64, _value: u64) {
        self.note(addr, bytes, LastEvent::Written(self.clock.time(inst)));
    }

    fn copy(&mut self, inst: u32, dst: u64, _src: u64, len: u64) {
        self.note(dst, len, LastEvent::Written(self.clock.time(inst)));
    }

    fn fresh(&mut self, addr: u64, len: u64) {
        self.note(addr, len, LastEvent::Fresh);
    }
}

impl<W: World> Snapshots<W> {
    /// The times of writes to the bytes from `address` on before `time`, latest first. Returns only the writes after
    /// the latest snapshot with any write behind it.
    pub fn last_writes(&mut self, address: u64, len: u64, time: u64) -> Result<Vec<Time>, Unsupported> {
        let mut until = time;
        loop {
            let mut machine = self.before(until.saturating_sub(1));
            let from = machine.time();
            let end = address.saturating_add(len);
            let mut watch = MemoryWatch { clock: Clock::new(&machine), start: address, end, writes: Vec::new() };
            machine.run_until(until, &mut watch)?;
            if !watch.writes.is_empty() || from == 0 {
                watch.writes.reverse();
                return Ok(watch.writes);
            }
            until = from;
        }
    }

    /// The last writer before `time` of each byte from `address` on; none for bytes not written since their allocation.
    pub fn writers_of(&mut self, address: u64, len: u64, time: u64) -> Result<Vec<Option<Time>>, Unsupported> {
        let mut found: Vec<LastEvent> = vec![LastEvent::Untouched; len as usize];
        let mut until = time;
        while until > 0 && found.contains(&LastEvent::Untouched) {
            let mut machine = self.before(until - 1);
            let from = machine.time();
            let bytes = vec![LastEvent::Untouched; len as usize];
            let mut events = LastEvents { clock: Clock::new(&machine), start: address, bytes };
            machine.run_until(until, &mut events)?;
            for (known, new) in found.iter_mut().zip(events.bytes).filter(|(known, _)| **known == LastEvent::Untouched)
            {
                *known = new;
            }
            until = from;
        }
        Ok(found.into_iter().map(|f| if let LastEvent::Written(time) = f { Some(time) } else { None }).collect())
    }
}
