//! Who wrote a stretch of memory: found by running again from snapshots, latest first, with an eye on
//! those bytes. The recording keeps writers of what was loaded only.

use whydunit_machine::{Observer, Unsupported, World};
use whydunit_program::{BlockId, FunctionId, Program};

use crate::ladder::Ladder;

/// Sees writes to some bytes.
struct Watch<'a> {
    program: &'a Program,
    start: u64,
    end: u64,
    base: u64,
    writes: Vec<u32>,
}

impl Watch<'_> {
    fn note(&mut self, inst: u32, addr: u64, len: u64) {
        let time = self.base.wrapping_add(u64::from(inst)) as u32;
        if addr < self.end && addr.saturating_add(len) > self.start && self.writes.last() != Some(&time) {
            self.writes.push(time);
        }
    }
}

impl Observer for Watch<'_> {
    #[inline(always)]
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let first = self.program.functions[function.0 as usize].blocks[block.0 as usize].first;
        self.base = time.wrapping_sub(u64::from(first));
    }

    #[inline(always)]
    fn store(&mut self, inst: u32, addr: u64, bytes: u64, _value: u64) {
        self.note(inst, addr, bytes);
    }

    fn copy(&mut self, inst: u32, dst: u64, _src: u64, len: u64) {
        self.note(inst, dst, len);
    }
}

impl<W: World> Ladder<W> {
    /// The times at which bytes from `address` on were written before `time`, latest first: those of the
    /// latest stretch between two snapshots in which there are any.
    pub fn last_writes(&mut self, address: u64, len: u64, time: u64) -> Result<Vec<u32>, Unsupported> {
        let mut until = time;
        loop {
            let mut machine = self.before(until.saturating_sub(1));
            let from = machine.time();
            let program = machine.program().clone();
            // A snapshot lies between blocks or inside one: a block that began earlier is not announced
            // again.
            let site = machine.frames().first().map_or(0, |f| u64::from(f.site.inst));
            let base = from.wrapping_sub(site);
            let end = address.saturating_add(len);
            let mut watch = Watch { program: &program, start: address, end, base, writes: Vec::new() };
            machine.run_until(until, &mut watch)?;
            if !watch.writes.is_empty() || from == 0 {
                watch.writes.reverse();
                return Ok(watch.writes);
            }
            until = from;
        }
    }
}
