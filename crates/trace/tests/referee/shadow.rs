//! The referee: watches a run, shadows every slot with the set of dependences its value folds to and
//! every byte with its last writer, and so knows all edges of every instance without a recording.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use whydunit_machine::Observer;
use whydunit_program::analysis::{Analyses, BranchId, UseSite};
use whydunit_program::{BlockId, Callee, ExternalId, Function, FunctionId, Inst, Slot};
use whydunit_trace::{Dependence, DependenceKind};

use crate::statics::{Statics, reads_own_locals_only};

pub(crate) type Causes = BTreeSet<Dependence>;

/// As many executions of one decision are blamed for one use.
const BLAMED: usize = 32;

struct Frame {
    function: FunctionId,
    serial: u32,
    slots: HashMap<Slot, Causes>,
    /// Blocks executed in this call, with the time of their last instruction.
    history: Vec<(BlockId, u32)>,
    /// What decided that the current block runs.
    control: Causes,
    /// What decided that the call was made.
    called: Causes,
    /// Time of the current block's first instruction.
    start: u32,
    /// The next instruction to go through.
    next: u32,
}

pub(crate) struct Referee<'a> {
    analyses: &'a Analyses,
    /// Also work out omissions?
    pub(crate) omissions: bool,
    statics: HashMap<FunctionId, Statics>,
    summaries: HashMap<UseSite, Vec<BranchId>>,
    frames: Vec<Frame>,
    calls: u32,
    writers: HashMap<u64, u32>,
    /// Executed decisions: where, when, in which call.
    decisions: Vec<(BranchId, u32, u32)>,
    in_model: bool,
    /// A `longjmp` is under way, called at that time.
    jumping: Option<u32>,
    /// By call and time of a decision that only looks where a scope was left: when that was noted.
    notes: HashMap<(u32, u32), u32>,
    /// What every executed instance depends on.
    pub(crate) edges: BTreeMap<u32, Causes>,
}

fn cause(kind: DependenceKind, on: u32) -> Dependence {
    Dependence { kind, on }
}

impl<'a> Referee<'a> {
    pub(crate) fn new(analyses: &'a Analyses, omissions: bool) -> Self {
        Referee {
            analyses,
            omissions,
            statics: HashMap::new(),
            summaries: HashMap::new(),
            frames: Vec::new(),
            calls: 0,
            writers: HashMap::new(),
            decisions: Vec::new(),
            in_model: false,
            jumping: None,
            notes: HashMap::new(),
            edges: BTreeMap::new(),
        }
    }

    fn function(&self, id: FunctionId) -> &'a Function {
        self.analyses.program().function(id)
    }

    /// The function of the innermost call.
    fn current(&self) -> &'a Function {
        self.function(self.frames.last().expect("a call in progress").function)
    }

    fn push(&mut self, function: FunctionId, slots: HashMap<Slot, Causes>, called: Causes) {
        self.calls += 1;
        let (serial, history, control) = (self.calls, Vec::new(), Causes::new());
        self.frames.push(Frame { function, serial, slots, history, control, called, start: 0, next: 0 });
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a call in progress")
    }

    fn time(&mut self, inst: u32) -> u32 {
        let analyses = self.analyses;
        let frame = self.top();
        let function = analyses.program().function(frame.function);
        frame.start + inst - function.blocks[function.block_of(inst).0 as usize].first
    }

    fn slot(&self, slot: Slot) -> Causes {
        self.frames.last().and_then(|f| f.slots.get(&slot)).cloned().unwrap_or_default()
    }

    fn used(&self, inst: Inst) -> Causes {
        let mut all = Causes::new();
        inst.uses(|slot| all.extend(self.slot(slot)));
        all
    }

    fn instance(&mut self, inst: u32, causes: Causes) {
        let time = self.time(inst);
        let control = self.top().control.clone();
        let edges = self.edges.entry(time).or_default();
        edges.extend(causes);
        edges.extend(control);
    }

    /// Goes through the instructions of the current block up to `end` that nobody tells us about.
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
            let silent = !matches!(inst, Inst::Load { .. } | Inst::LoadLocal { .. } | Inst::LoadWide { .. });
            if let Some(defs) = inst.defs().filter(|_| silent) {
                let mut all = self.used(inst);
                let edge = function.blocks[function.block_of(at).0 as usize].weight == 0;
                if edge && matches!(inst, Inst::Move { .. }) {
                    all.extend(self.top().control.clone());
                }
                (defs.first..defs.first + defs.count).for_each(|s| _ = self.top().slots.insert(s, all.clone()));
            }
        }
        self.top().next = next.max(end);
    }

    fn finish_block(&mut self) {
        let Some(&(block, _)) = self.frames.last().and_then(|f| f.history.last()) else { return };
        let block = self.current().blocks[block.0 as usize];
        self.advance(block.first + block.len);
    }

    /// What decides that the top frame's `block`, about to run, runs: the latest decision of this call
    /// that it depends on and whose join was not passed since; without one, what decided about the call.
    fn control(&mut self, block: BlockId) -> Causes {
        let (analyses, id) = (self.analyses, self.top().function);
        let statics = self.statics.entry(id).or_insert_with(|| Statics::new(analyses.flow(id)));
        let frame = self.frames.last().expect("a call in progress");
        let by = &statics.decisions[block.0 as usize];
        let mut passed = BTreeSet::from([block.0]);
        for &(earlier, time) in frame.history.iter().rev() {
            let live =
                statics.decides(earlier.0) && statics.joins[earlier.0 as usize].is_none_or(|j| !passed.contains(&j));
            if live && by.contains(&earlier.0) {
                // Where a scope was left for good is what its end goes by.
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

    fn flows(&self, addr: u64, len: u64) -> Causes {
        let writers = (addr..addr + len).filter_map(|a| self.writers.get(&a));
        writers.map(|&w| cause(DependenceKind::Flow, w)).collect()
    }

    /// Decisions to blame for what was not written anew before these bytes were read.
    fn omitted(&mut self, inst: u32, addr: u64, len: u64) -> Causes {
        if len == 0 || !self.omissions {
            return Causes::new();
        }
        let site = UseSite { function: self.top().function, inst };
        let (analyses, serial) = (self.analyses, self.top().serial);
        let statics = self.statics.entry(site.function).or_insert_with(|| Statics::new(analyses.flow(site.function)));
        self.summaries.entry(site).or_insert_with(|| {
            let exact = statics.summary(analyses, site).map(|set| set.into_iter().collect());
            exact.unwrap_or_else(|| analyses.summary_controllers(site).to_vec())
        });
        let since = (addr..addr + len).map(|a| self.writers.get(&a)).min().flatten().copied();
        let (own, now) = (reads_own_locals_only(analyses, site), self.time(inst));
        let branches = &self.summaries[&site];
        let mut found = Causes::new();
        for branch in branches.iter() {
            let all = self.decisions.iter().rev().filter(|d| d.0 == *branch && (!own || d.2 == serial));
            let later = all.filter(|d| d.1 < now && since.is_none_or(|s| s < d.1)).take(BLAMED);
            found.extend(later.map(|d| cause(DependenceKind::Omission, d.1)));
        }
        found
    }

    fn wrote(&mut self, time: u32, addr: u64, len: u64) {
        (addr..addr + len).for_each(|a| _ = self.writers.insert(a, time));
    }

    fn arguments(&self, inst: u32) -> Causes {
        let frame = self.frames.last().expect("a call in progress");
        let function = self.function(frame.function);
        let Inst::Call { site } = function.insts[inst as usize] else { return Causes::new() };
        let call = &function.calls[site as usize];
        let slots = call.args.iter().flat_map(|a| a.slot..a.slot + a.class.slots());
        slots.chain(callee_slot(call.callee)).flat_map(|s| self.slot(s)).collect()
    }

    /// The top frame is at a call whose result comes from `from`.
    fn result(&mut self, block: BlockId, from: u32) {
        let function = self.current();
        let Inst::Call { site } = function.terminator(block) else { return };
        let call = &function.calls[site as usize];
        let flow = Causes::from([cause(DependenceKind::Flow, from)]);
        for slot in call.dst..call.dst + u32::from(call.returns) {
            self.top().slots.insert(slot, flow.clone());
        }
    }

    /// The instruction begins, unless it was seen before: everything up to it is done.
    fn reach(&mut self, inst: u32) {
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

fn callee_slot(callee: Callee) -> Option<Slot> {
    match callee {
        Callee::Indirect(slot) => Some(slot),
        _ => None,
    }
}

impl Observer for Referee<'_> {
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        if self.frames.is_empty() {
            self.push(function, HashMap::new(), Causes::new());
        }
        if let Some(jump) = self.jumping.take() {
            let f = self.function(function);
            let set = (0..f.blocks.len() as u32)
                .map(BlockId)
                .find(|&b| matches!(f.terminator(b), Inst::Call { site } if f.calls[site as usize].next == block));
            self.result(set.expect("the call that is returned to"), jump);
        } else {
            self.finish_block();
        }
        let control = self.control(block);
        let facts = self.function(function).blocks[block.0 as usize];
        let statics = &self.statics[&function];
        let end = time as u32 + facts.len - 1;
        if statics.decides(block.0) {
            let serial = self.frames.last().map_or(0, |f| f.serial);
            self.decisions.push((BranchId { function, block }, end, serial));
        }
        let frame = self.top();
        (frame.control, frame.start, frame.next) = (control, time as u32, facts.first);
        frame.history.push((block, end));
    }

    fn load(&mut self, inst: u32, addr: u64, bytes: u64) {
        self.reach(inst);
        let mut causes = self.flows(addr, bytes);
        causes.extend(self.omitted(inst, addr, bytes));
        if self.in_model {
            return self.instance(inst, causes);
        }
        let loading = self.current().insts[inst as usize];
        if let Inst::LoadLocal { local, .. } = loading
            && self.current().locals[local.0 as usize].name == "cleanup.dest.slot"
        {
            let key = self.frames.last().map(|f| (f.serial, f.history.last().map_or(0, |h| h.1)));
            self.notes.insert(key.unwrap_or_default(), self.writers[&addr]);
        }
        causes.extend(self.used(loading));
        let defs = loading.defs().expect("a load");
        (defs.first..defs.first + defs.count).for_each(|s| _ = self.top().slots.insert(s, causes.clone()));
    }

    fn store(&mut self, inst: u32, addr: u64, bytes: u64, _value: u64) {
        self.reach(inst);
        let time = self.time(inst);
        self.wrote(time, addr, bytes);
    }

    fn copy(&mut self, inst: u32, dst: u64, src: u64, len: u64) {
        self.reach(inst);
        let mut causes = self.flows(src, len);
        causes.extend(self.omitted(inst, src, len));
        self.instance(inst, causes);
        let time = self.time(inst);
        self.wrote(time, dst, len);
    }

    fn fresh(&mut self, addr: u64, len: u64) {
        if len < 1000 {
            (addr..addr + len).for_each(|a| _ = self.writers.remove(&a));
        } else {
            self.writers.retain(|a, _| !(addr..addr + len).contains(a));
        }
    }

    fn enter(&mut self, id: FunctionId, _frame: u64) {
        let Some(&(block, _)) = self.frames.last().and_then(|f| f.history.last()) else { return };
        let caller = self.current();
        let facts = caller.blocks[block.0 as usize];
        self.reach(facts.first + facts.len - 1);
        let Inst::Call { site } = caller.terminator(block) else { unreachable!("a call") };
        let call = &caller.calls[site as usize];
        let mut slots = HashMap::new();
        for (param, arg) in self.function(id).params.iter().zip(&call.args) {
            for offset in 0..param.class.slots() {
                slots.insert(param.slot + offset, self.slot(arg.slot + offset.min(arg.class.slots() - 1)));
            }
        }
        let mut called = self.top().control.clone();
        called.extend(callee_slot(call.callee).map(|s| self.slot(s)).unwrap_or_default());
        self.push(id, slots, called);
    }

    fn leave(&mut self) {
        let Some(&(block, time)) = self.frames.last().and_then(|f| f.history.last()) else { return };
        if matches!(self.current().terminator(block), Inst::Return { .. }) {
            self.finish_block();
            self.frames.pop();
            if let Some(&(caller, _)) = self.frames.last().and_then(|f| f.history.last()) {
                self.result(caller, time);
            }
        } else {
            // A longjmp: the innermost call it is made from comes first.
            self.jumping.get_or_insert(time);
            self.frames.pop();
        }
    }

    fn jump(&mut self, frames: u32) {
        if frames == 0 {
            let here = self.frames.last().and_then(|f| f.history.last()).map(|h| h.1);
            self.jumping = here;
        }
    }

    fn model(&mut self, inst: u32, _external: ExternalId) {
        self.reach(inst);
        self.in_model = true;
    }

    fn model_done(&mut self, inst: u32, _reply: [u64; 2]) {
        self.in_model = false;
        let time = self.time(inst);
        let block = self.current().block_of(inst);
        self.result(block, time);
    }
}
