//! Where a run with a changed text first does something else than the failing one: the execution to look at.

use std::sync::Arc;

use whydunit_machine::{Channel, Machine, Observer, OutByte, Patch, Site, Stop};
use whydunit_program::{Block, BlockId, FunctionId, Inst, Program};
use whydunit_trace::Time;
use whydunit_world::Posix;

use crate::session::Session;

/// So many instructions are executed between comparisons, and at most.
const STRETCH: u64 = 20_000;
const MOST: u64 = 5_000_000;

impl Session {
    /// The instance of the failing run at which one with a patch, in force from a time on, first comes out otherwise;
    /// none when that is not seen soon.
    pub(crate) fn divergence(&mut self, from: Time, patch: &Patch) -> Option<Time> {
        let mut begin = self.recorded.snapshots.before(u64::from(from));
        let mut other = begin.fork();
        other.set_limits(self.rerun_limits());
        other.patch(patch);
        let (mut failing, mut patched) = (Log::of(begin, patch.site), Log::of(other, patch.site));
        for _ in 0..MOST / STRETCH {
            let running = [&mut failing, &mut patched].map(Log::go_on);
            self.effort.instructions += 2 * STRETCH;
            let (ours, theirs) = (&mut failing.seen.events, &mut patched.seen.events);
            let same = ours.iter().zip(&*theirs).take_while(|(a, b)| a.what == b.what).count();
            if same < ours.len().min(theirs.len()) {
                return Some(ours[same].instance);
            }
            // What one has done and the other has not yet is compared next time.
            ours.drain(..same);
            theirs.drain(..same);
            if !running.contains(&true) {
                break;
            }
        }
        None
    }
}

/// What a run did that can be told apart.
struct Event {
    what: (u64, u64),
    /// Of the failing run: the time of the instruction that came out so.
    instance: Time,
}

/// A run and what is seen of it.
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

    /// Runs a stretch; false at the end.
    fn go_on(&mut self) -> bool {
        let until = self.machine.time() + STRETCH;
        matches!(self.machine.run_until(until, &mut self.seen), Ok(Stop::Paused))
    }
}

/// Notes blocks, stores and output. It must not forget between stretches in which block it is: the two runs do not stop
/// in the same places.
struct Seen {
    program: Arc<Program>,
    /// The function that was changed, and which blocks of it only evaluate what was changed: of `a && b` it does not
    /// matter how it came out.
    evaluating: (FunctionId, Vec<bool>),
    /// The first instruction of the current block, and when it was executed; not known before the first one begins.
    block: Option<(u32, u64)>,
    /// The last decision, as long as what follows only evaluates.
    decision: Option<u64>,
    /// What happened since the last comparison.
    events: Vec<Event>,
}

impl Seen {
    fn note(&mut self, inst: u32, what: (u64, u64)) {
        let Some((first, time)) = self.block else { return };
        let instance = time + u64::from(inst.saturating_sub(first));
        self.events.push(Event { what, instance: Time(instance as u32) });
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
        // Which block it is was decided by the last instruction before.
        let what = (u64::from(function.0) << 32 | u64::from(block.0), u64::MAX);
        let instance = before.unwrap_or(time.saturating_sub(1));
        self.events.push(Event { what, instance: Time(instance as u32) });
    }

    fn store(&mut self, inst: u32, addr: u64, bytes: u64, value: u64) {
        self.note(inst, (addr, value ^ bytes << 56));
    }

    fn emit(&mut self, inst: u32, _channel: Channel, offset: u64, bytes: &[OutByte]) {
        let text = bytes.iter().fold(offset, |all, byte| all.rotate_left(7) ^ byte.word.bits);
        self.note(inst, (offset, text));
    }

    // Behind a call the current block is another function's, until the next one begins.
    fn enter(&mut self, _function: FunctionId, _frame: u64) {
        self.block = None;
    }

    fn leave(&mut self) {
        self.block = None;
    }
}
