//! The referee: observes a run, shadows every slot with the set of dependences that its value folds to and
//! every byte with its last writer, and so knows all edges of every instance without a recording.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use whydunit_program::analysis::{Analyses, BranchId, UseSite};
use whydunit_program::{BlockId, Callee, Function, FunctionId, Inst, Slot};
use whydunit_trace::{Dependence, DependenceKind, Part, ProgramIndex, Time};

use crate::bits::{Bit, BitWriter, together};
use crate::pieces::{Bytes, Returned};
use crate::summary::{Summaries, Summary};

/// A dependence; for a value copied to where it was read, also the writer of the original.
pub(crate) type Cause = (Dependence, Option<Before>);
pub(crate) type Causes = BTreeSet<Cause>;

/// The writer of a byte before it was copied, and recursively, if that was a copy, too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Before {
    pub(crate) writer: Option<Time>,
    /// Its part, as in a dependence.
    pub(crate) part: Part,
    pub(crate) before: Option<Box<Before>>,
}

pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    pub(crate) serial: u32,
    pub(crate) slots: HashMap<Slot, Causes>,
    /// The single bits of values loaded from a bit-field's unit, or about to be stored into one.
    pub(crate) bits: HashMap<Slot, Vec<Bit>>,
    /// The single bytes of values for which they are known.
    pub(crate) bytes: HashMap<Slot, Bytes>,
    /// Blocks executed in this call, with the time of their last instruction.
    pub(crate) history: Vec<(BlockId, Time)>,
    /// The control dependences of the current block.
    pub(crate) control: Causes,
    /// The landings of `longjmp`: the number of blocks executed before, the end of the code it controls (if not the end
    /// of the call), and the causes of the jump.
    pub(crate) landings: Vec<(usize, Option<u32>, Causes)>,
    /// The time of the decision that led to the current block, if this call made one.
    pub(crate) decided: Option<Time>,
    /// The causes of the call.
    called: Causes,
    /// Time of the current block's first instruction.
    pub(crate) start: Time,
    /// The next instruction to process.
    pub(crate) next: u32,
}

/// The initial slots of a new call.
#[derive(Default)]
pub(crate) struct Given {
    pub(crate) slots: HashMap<Slot, Causes>,
    pub(crate) bytes: HashMap<Slot, Bytes>,
}

/// An executed call through a pointer.
pub(crate) struct Choosing {
    pub(crate) site: UseSite,
    pub(crate) time: Time,
    /// The serial number of the call it made, if the callee is a function of the program.
    pub(crate) entered: Option<u32>,
    pub(crate) chosen: Option<FunctionId>,
    /// The causes of its pointer and of the call.
    pub(crate) why: Causes,
}

pub(crate) struct Referee<'a> {
    pub(crate) analyses: &'a Analyses,
    pub(crate) index: Arc<ProgramIndex>,
    /// Compute omissions, too?
    pub(crate) omissions: bool,
    pub(crate) statics: Summaries<'a>,
    pub(crate) summaries: HashMap<UseSite, Summary>,
    /// The sites of the executed instructions that wrote memory.
    pub(crate) sites: HashMap<Time, UseSite>,
    /// Uses and definitions of the same bytes in this run, and whether the static analysis foresaw them.
    pub(crate) foreseen: BTreeMap<(UseSite, UseSite), bool>,
    pub(crate) frames: Vec<Frame>,
    calls: u32,
    pub(crate) writers: HashMap<u64, Time>,
    /// For each copied byte, the writer of the original.
    pub(crate) copied: HashMap<u64, Before>,
    /// For each byte that a store of a bit-field wrote last, the writers of its bits.
    pub(crate) shared: HashMap<u64, Vec<Option<BitWriter>>>,
    /// Executed decisions: branch, time, call.
    pub(crate) decisions: Vec<(BranchId, Time, u32)>,
    /// Executed blocks right after `setjmp`, with the times when they began.
    pub(crate) landed: Vec<(BranchId, Time)>,
    /// Executed calls through pointers.
    pub(crate) choices: Vec<Choosing>,
    pub(crate) in_model: bool,
    /// A `longjmp` in progress: the time of its call, and its causes.
    pub(crate) jumping: Option<(Time, Causes)>,
    /// For a decision at the end of a scope, by call and time: the time when its outcome was selected.
    pub(crate) notes: HashMap<(u32, Time), Time>,
    /// The causes of every executed instance.
    pub(crate) edges: BTreeMap<Time, Causes>,
    /// For a store of a bit-field: the causes of that field's bits alone.
    pub(crate) own_edges: BTreeMap<Time, Causes>,
    /// For a library call that copies: its causes without the copied data.
    pub(crate) uncopied: BTreeMap<Time, Causes>,
    /// The causes of some bytes of a value that was stored, passed or returned.
    pub(crate) part_edges: BTreeMap<(Time, Part), Causes>,
    /// For each byte stored as such a part, the part.
    pub(crate) pieces: HashMap<u64, Part>,
    /// For each byte, the library calls that left it unchanged since it was written.
    pub(crate) left: HashMap<u64, Vec<Time>>,
    /// Returned values, by time.
    pub(crate) returned: HashMap<Time, Returned>,
}

pub(crate) fn cause(kind: DependenceKind, on: Time) -> Cause {
    (Dependence::new(kind, on), None)
}

impl<'a> Referee<'a> {
    pub(crate) fn new(analyses: &'a Analyses, index: Arc<ProgramIndex>, omissions: bool) -> Self {
        Referee {
            analyses,
            index,
            omissions,
            statics: Summaries::new(analyses),
            summaries: HashMap::new(),
            sites: HashMap::new(),
            foreseen: BTreeMap::new(),
            frames: Vec::new(),
            calls: 0,
            writers: HashMap::new(),
            copied: HashMap::new(),
            shared: HashMap::new(),
            decisions: Vec::new(),
            landed: Vec::new(),
            choices: Vec::new(),
            in_model: false,
            jumping: None,
            notes: HashMap::new(),
            edges: BTreeMap::new(),
            own_edges: BTreeMap::new(),
            uncopied: BTreeMap::new(),
            part_edges: BTreeMap::new(),
            pieces: HashMap::new(),
            left: HashMap::new(),
            returned: HashMap::new(),
        }
    }

    pub(crate) fn function(&self, id: FunctionId) -> &'a Function {
        self.analyses.program().function(id)
    }

    pub(crate) fn decides(&mut self, function: FunctionId, block: BlockId) -> bool {
        self.statics.statics(function).decides(block.0)
    }

    /// The function of the innermost call.
    pub(crate) fn current(&self) -> &'a Function {
        self.function(self.frames.last().expect("a call in progress").function)
    }

    pub(crate) fn push(&mut self, function: FunctionId, given: Given, called: Causes) {
        self.calls += 1;
        let (serial, history, control) = (self.calls, Vec::new(), Causes::new());
        let (landings, decided, start, next, bits) = (Vec::new(), None, Time::FIRST, 0, HashMap::new());
        let Given { slots, bytes } = given;
        self.frames.push(Frame {
            function,
            serial,
            slots,
            bits,
            bytes,
            history,
            control,
            landings,
            decided,
            called,
            start,
            next,
        });
    }

    pub(crate) fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a call in progress")
    }

    pub(crate) fn time(&mut self, inst: u32) -> Time {
        let analyses = self.analyses;
        let frame = self.top();
        let function = analyses.program().function(frame.function);
        frame.start + inst - function.blocks[function.block_of(inst).0 as usize].first
    }

    pub(crate) fn slot(&self, slot: Slot) -> Causes {
        self.frames.last().and_then(|f| f.slots.get(&slot)).cloned().unwrap_or_default()
    }

    pub(crate) fn used(&self, inst: Inst) -> Causes {
        let mut all = Causes::new();
        inst.uses(|slot| all.extend(self.slot(slot)));
        all
    }

    pub(crate) fn instance(&mut self, inst: u32, causes: Causes) {
        let time = self.time(inst);
        let control = self.top().control.clone();
        if let Some(uncopied) = self.uncopied.get_mut(&time) {
            uncopied.extend(causes.iter().cloned());
        }
        let edges = self.edges.entry(time).or_default();
        edges.extend(causes);
        edges.extend(control);
    }

    /// Processes the instructions of the current block up to `end` that have no event.
    fn advance(&mut self, end: u32) {
        let (id, next) = (self.top().function, self.top().next);
        let function = self.function(id);
        for at in next..end {
            let inst = function.insts[at as usize];
            match inst {
                Inst::Branch { .. } | Inst::Switch { .. } | Inst::IndirectJump { .. } | Inst::Return { .. } => {
                    self.instance(at, self.used(inst));
                }
                _ => {}
            }
            if matches!(inst, Inst::Return { .. }) {
                let time = self.time(at);
                self.returns(time, inst);
            }
            let silent = !matches!(inst, Inst::Load { .. } | Inst::LoadLocal { .. } | Inst::LoadWide { .. });
            if let Some(defs) = inst.defs().filter(|_| silent) {
                let mut all = self.used(inst);
                let edge = function.blocks[function.block_of(at).0 as usize].weight == 0;
                if edge && matches!(inst, Inst::Move { .. }) {
                    all.extend(self.top().control.clone());
                }
                let decided = edge.then(|| self.top().control.clone());
                self.define_bytes(inst, defs.first, defs.count, decided);
                self.top().bits.remove(&defs.first);
                let bits = if function.bit_fields.is_empty() { None } else { self.bitwise(function, inst) };
                if let Some(mut bits) = bits {
                    if edge {
                        // The choice of the operand was a decision: no bit of the result is an unchanged copy.
                        let used = bits.iter().rposition(|bit| *bit != Bit::Zero).map_or(1, |last| last + 1);
                        bits = vec![Bit::Other(all.clone()); used];
                    }
                    let cut_out = inst.as_bin().is_some() && bits.iter().any(|bit| matches!(bit, Bit::Of(..)));
                    all = if cut_out { together(&bits) } else { all };
                    self.top().bits.insert(defs.first, bits);
                }
                (defs.first..defs.first + defs.count).for_each(|s| _ = self.top().slots.insert(s, all.clone()));
            }
        }
        self.top().next = next.max(end);
    }

    pub(crate) fn finish_block(&mut self) {
        let Some(&(block, _)) = self.frames.last().and_then(|f| f.history.last()) else { return };
        let block = self.current().blocks[block.0 as usize];
        self.advance(block.first + block.len);
    }

    /// The control dependences of the top frame's `block`, about to run: the latest decision of this call
    /// on which it depends and whose join has not been passed since; otherwise those of the call.
    pub(crate) fn control(&mut self, block: BlockId) -> Causes {
        let id = self.top().function;
        let statics = self.statics.statics(id);
        let frame = self.frames.last_mut().expect("a call in progress");
        frame.decided = None;
        let by = &statics.decisions[block.0 as usize];
        let mut passed = BTreeSet::from([block.0]);
        for (before, &(earlier, time)) in frame.history.iter().enumerate().rev() {
            let landing = frame.landings.iter().rev().find(|l| l.0 == before + 1);
            if let Some((_, _, why)) = landing.filter(|l| l.1.is_none_or(|end| !passed.contains(&end))) {
                return why.clone();
            }
            let live =
                statics.decides(earlier.0) && statics.joins[earlier.0 as usize].is_none_or(|j| !passed.contains(&j));
            if live && by.contains(&earlier.0) {
                frame.decided = Some(time);
                // The end of a scope depends on the instance that selected its outcome.
                let note = self.notes.get(&(frame.serial, time));
                if let Some(note) = note {
                    return self.edges[note].clone();
                }
                return Causes::from([cause(DependenceKind::Control, time)]);
            }
            passed.insert(earlier.0);
        }
        frame.called.clone()
    }

    /// A `longjmp` with causes `why` lands in the top frame: it controls the same code as the latest live decision
    /// would have.
    pub(crate) fn land(&mut self, why: Causes) {
        let id = self.top().function;
        let statics = self.statics.statics(id);
        let frame = self.frames.last_mut().expect("a call in progress");
        let (mut passed, mut end) = (BTreeSet::new(), None);
        for (before, &(earlier, _)) in frame.history.iter().enumerate().rev() {
            let ends = |end: &Option<u32>| end.is_none_or(|end| !passed.contains(&end));
            if let Some(landing) = frame.landings.iter().rev().find(|l| l.0 == before + 1 && ends(&l.1)) {
                end = landing.1;
                break;
            }
            let join = statics.joins[earlier.0 as usize];
            if statics.decides(earlier.0) && ends(&join) {
                end = join;
                break;
            }
            passed.insert(earlier.0);
        }
        frame.landings.push((frame.history.len(), end, why));
    }

    pub(crate) fn flows(&self, addr: u64, len: u64) -> Causes {
        let writers = (addr..addr + len).filter_map(|a| Some((a, *self.writers.get(&a)?)));
        let flow = |a, on| Dependence { kind: DependenceKind::Flow, on, part: self.part_at(a) };
        writers.map(|(a, w)| (flow(a, w), self.copied.get(&a).cloned())).collect()
    }

    /// The part of its writer's value as which a byte was stored.
    pub(crate) fn part_at(&self, addr: u64) -> Part {
        self.pieces.get(&addr).copied().unwrap_or_default()
    }

    pub(crate) fn wrote(&mut self, time: Time, addr: u64, len: u64) {
        let site = UseSite { function: self.top().function, inst: self.top().next - 1 };
        // Arguments that a call stores to memory are the callee's initial values.
        if self.in_model || !matches!(self.current().insts[site.inst as usize], Inst::Call { .. }) {
            self.sites.insert(time, site);
        }
        for a in addr..addr + len {
            self.writers.insert(a, time);
            self.copied.remove(&a);
            self.shared.remove(&a);
            self.pieces.remove(&a);
            self.left.remove(&a);
        }
    }

    pub(crate) fn moved(&mut self, time: Time, dst: u64, src: u64, len: u64) {
        let before = |a: u64| Before {
            writer: self.writers.get(&a).copied(),
            part: self.part_at(a),
            before: self.copied.get(&a).cloned().map(Box::new),
        };
        let moved: Vec<Before> = (src..src + len).map(before).collect();
        self.wrote(time, dst, len);
        self.copied.extend((dst..).zip(moved));
    }

    /// Notes a call through a pointer before it is made.
    pub(crate) fn choose(&mut self, inst: u32, chosen: Option<FunctionId>) {
        let (time, function) = (self.time(inst), self.top().function);
        let Inst::Call { site } = self.current().insts[inst as usize] else { return };
        let Some(slot) = callee_slot(self.current().calls[site as usize].callee) else { return };
        let mut why = self.slot(slot);
        why.extend(self.top().control.clone());
        let entered = chosen.map(|_| self.calls + 1);
        self.choices.push(Choosing { site: UseSite { function, inst }, time, entered, chosen, why });
    }

    fn arguments(&self, inst: u32) -> Causes {
        let frame = self.frames.last().expect("a call in progress");
        let function = self.function(frame.function);
        let Inst::Call { site } = function.insts[inst as usize] else { return Causes::new() };
        let call = &function.calls[site as usize];
        let slots = call.args.iter().flat_map(|a| a.slot..a.slot + a.class.slots());
        slots.chain(callee_slot(call.callee)).flat_map(|s| self.slot(s)).collect()
    }

    /// The top frame is at a call whose result is (a part of) the one at `from`.
    pub(crate) fn result(&mut self, block: BlockId, on: Time, part: Part) {
        let function = self.current();
        let Inst::Call { site } = function.terminator(block) else { return };
        let call = &function.calls[site as usize];
        let flow = Causes::from([(Dependence { kind: DependenceKind::Flow, on, part }, None)]);
        for (number, slot) in (0..).zip(call.dst..call.dst + u32::from(call.returns)) {
            self.top().bytes.remove(&slot);
            self.top().slots.insert(slot, flow.clone());
            if self.returned.contains_key(&on) {
                self.receive(slot, on, number);
            }
        }
    }

    /// An instruction begins, unless it was seen before: all instructions before it are complete.
    pub(crate) fn reach(&mut self, inst: u32) {
        if inst < self.top().next {
            return;
        }
        self.advance(inst);
        self.top().next = inst + 1;
        let id = self.top().function;
        let causes = match self.function(id).insts[inst as usize] {
            Inst::Call { .. } => self.arguments(inst),
            Inst::Load { .. } | Inst::LoadLocal { .. } | Inst::LoadWide { .. } => return,
            other => self.used(other),
        };
        self.instance(inst, causes);
    }
}

pub(crate) fn callee_slot(callee: Callee) -> Option<Slot> {
    match callee {
        Callee::Indirect(slot) => Some(slot),
        _ => None,
    }
}
