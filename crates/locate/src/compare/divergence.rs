//! Finds the instance at which a run with a patch diverges from the failing run.

use std::sync::Arc;

use whydunit_machine::{Channel, Machine, Observer, OutByte, Patch, Site, Stop, Unsupported};
use whydunit_program::{Block, BlockId, FunctionId, Inst, Program};
use whydunit_trace::Time;
use whydunit_world::Posix;

use crate::session::Session;

/// Instructions executed between two comparisons.
const INTERVAL: u64 = 20_000;
/// Instructions after which the search ends.
const MAX_INSTRUCTIONS: u64 = 5_000_000;

impl Session {
    /// The first instance of the failing run whose effect differs in a run with a patch that is in force from a time
    /// on; none if the runs do not diverge within the limit.
    pub(crate) fn divergence(&mut self, from: Time, patch: &Patch) -> Option<Time> {
        let mut begin = self.recorded.snapshots.before(u64::from(from));
        let mut other = begin.fork();
        other.set_limits(self.rerun_limits());
        other.patch(patch);
        let (mut failing, mut patched) = (Log::of(begin, patch.site), Log::of(other, patch.site));
        for _ in 0..MAX_INSTRUCTIONS / INTERVAL {
            let running = [&mut failing, &mut patched].map(Log::advance);
            let running = running.map(|stop| self.refusals.unless(stop).is_some_and(|stop| stop == Stop::Paused));
            self.effort.instructions += 2 * INTERVAL;
            let (ours, theirs) = (&mut failing.seen.events, &mut patched.seen.events);
            let same = ours.iter().zip(&*theirs).take_while(|(a, b)| a.effect == b.effect).count();
            if same < ours.len().min(theirs.len()) {
                return Some(ours[same].instance);
            }
            // The events that one of the runs has not reached yet are compared next time.
            ours.drain(..same);
            theirs.drain(..same);
            if !running.contains(&true) {
                break;
            }
        }
        None
    }
}

/// An observed effect of a run.
struct Event {
    effect: (u64, u64),
    /// The time of the instruction that had it, in the failing run.
    instance: Time,
}

/// A run and its observed effects.
struct Log {
    machine: Machine<Posix>,
    seen: Seen,
}

impl Log {
    fn of(machine: Machine<Posix>, changed: Site) -> Self {
        let program = machine.program().clone();
        let function = program.function(changed.function);
        let line = function.locs.get(changed.inst as usize).map_or(0, |loc| loc.line);
        let evaluates = |block: &Block| {
            (block.first..block.first + block.len).all(|i| {
                let (inst, loc) = (&function.insts[i as usize], function.locs[i as usize]);
                (loc.line == line || loc.line == 0)
                    && !matches!(
                        inst,
                        Inst::Store { .. } | Inst::StoreLocal { .. } | Inst::Call { .. } | Inst::Return { .. }
                    )
            })
        };
        let evaluating = (changed.function, function.blocks.iter().map(evaluates).collect());
        Log { machine, seen: Seen { program, evaluating, block: None, decision: None, events: Vec::new() } }
    }

    /// Runs for one interval.
    fn advance(&mut self) -> Result<Stop, Unsupported> {
        let until = self.machine.time() + INTERVAL;
        self.machine.run_until(until, &mut self.seen)
    }
}

/// Records blocks, stores and output. The current block is kept between intervals, because the two runs do not pause
/// at the same instructions.
struct Seen {
    program: Arc<Program>,
    /// The changed function, and which of its blocks only evaluate the changed expression. How the parts of `a && b`
    /// are evaluated does not matter.
    evaluating: (FunctionId, Vec<bool>),
    /// The first instruction of the current block, and its time; none before the first block begins.
    block: Option<(u32, u64)>,
    /// The last decision, as long as the blocks after it only evaluate.
    decision: Option<u64>,
    /// The events since the last comparison.
    events: Vec<Event>,
}

impl Seen {
    fn note(&mut self, inst: u32, effect: (u64, u64)) {
        let Some((first, time)) = self.block else { return };
        let instance = time + u64::from(inst.saturating_sub(first));
        self.events.push(Event { effect, instance: Time(instance as u32) });
    }
}

impl Observer for Seen {
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let own = self.program.function(function);
        let Block { first, len, .. } = own.blocks[block.0 as usize];
        self.block = Some((first, time));
        let decides = matches!(own.insts[(first + len) as usize - 1], Inst::Branch { .. } | Inst::Switch { .. });
        let before = if decides { self.decision.replace(time + u64::from(len) - 1) } else { self.decision };
        if self.evaluating.0 == function && self.evaluating.1[block.0 as usize] {
            return;
        }
        if !decides {
            self.decision = None;
        }
        // The instruction before the block decided which block it is.
        let effect = (u64::from(function.0) << 32 | u64::from(block.0), u64::MAX);
        let instance = before.unwrap_or(time.saturating_sub(1));
        self.events.push(Event { effect, instance: Time(instance as u32) });
    }

    fn store(&mut self, inst: u32, addr: u64, bytes: u64, value: u64) {
        self.note(inst, (addr, value ^ bytes << 56));
    }

    fn emit(&mut self, inst: u32, _channel: Channel, offset: u64, bytes: &[OutByte]) {
        let text = bytes.iter().fold(offset, |all, byte| all.rotate_left(7) ^ byte.word.bits);
        self.note(inst, (offset, text));
    }

    // During a call the current block belongs to another function, until the next block begins.
    fn enter(&mut self, _function: FunctionId, _frame: u64) {
        self.block = None;
    }

    fn leave(&mut self) {
        self.block = None;
    }
}
