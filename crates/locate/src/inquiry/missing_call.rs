//! Functions that were not called, and the calls that could have called them, directly or through a pointer.

use std::collections::BTreeSet;

use whydunit_machine::Site;
use whydunit_program::analysis::UseSite;
use whydunit_program::{BlockId, Callee, FileId, FunctionId, Inst, Slot, layout};
use whydunit_trace::{BlockNumber, ExecutedBlock, place_of};

use crate::inquiry::Inquiry;
use crate::inquiry::obstacle::Obstacle;
use crate::inquiry::why_not::{Search, Target};

impl Search<'_> {
    /// Explains a block that runs in every call of its function: the function was not called, or the call did not get
    /// this far.
    pub(crate) fn unconditional(&mut self, target: &Target) -> Vec<Target> {
        let function = target.function;
        let jumps = self.jumps_to(target, &self.landings_before(target));
        if !self.anywhere
            && self.in_progress(function)
            && (self.since == ExecutedBlock::FIRST || self.may_come_again(target))
        {
            if jumps.is_empty() {
                self.explain_left(target);
            }
            return jumps;
        }
        let callers = self.inquiry.callers_outside(function);
        let worth_saying = self.since == ExecutedBlock::FIRST || !callers.is_empty();
        if worth_saying && !self.answer.never_entered.contains(&function) && !self.anywhere {
            self.answer.never_entered.push(function);
        }
        let reported =
            |o: &Obstacle| matches!(o, Obstacle::NeverCalled { function: reported, .. } if *reported == function);
        if callers.is_empty() && !self.answer.obstacles.iter().any(reported) {
            self.answer.obstacles.push(Obstacle::NeverCalled { function, through: self.unexecuted(&target.through) });
        }
        let (mut above, mut pointers, mut called) = (jumps, Vec::new(), false);
        for UseSite { function: caller, inst } in callers {
            let block = self.inquiry.program().function(caller).block_of(inst);
            let number = self.inquiry.index.number(caller, block);
            let others = if !self.executed[number.index()] || target.beyond {
                Vec::new()
            } else if self.anywhere {
                self.called_elsewhere(caller, block, function)
            } else {
                let runs = self.inquiry.recorded.recording.runs_of(number);
                runs[runs.partition_point(|&b| b < self.since)..].to_vec()
            };
            if !others.is_empty() {
                self.blame_pointer(target, &others);
                called = true;
            } else if self.inquiry.calls_directly(caller, block, function) {
                above.push(self.outwards(target, caller, block));
            } else {
                pointers.push((caller, block));
            }
        }
        if called {
            // The call was executed, so the pointer should have led to another function.
            pointers = self.inquiry.pointed_to_by(function);
            pointers.retain(|&(user, block)| !self.executed[self.inquiry.index.number(user, block).index()]);
        }
        above.extend(pointers.into_iter().map(|(user, block)| self.outwards(target, user, block)));
        above
    }

    /// Adds the executions of a call that could have called the function of `target`, but whose pointer led elsewhere.
    fn blame_pointer(&mut self, target: &Target, runs: &[ExecutedBlock]) {
        let recording = &self.inquiry.recorded.recording;
        let Some(end) = runs.last().map(|&last| recording.end_of(last)) else { return };
        let count = runs.len() as u32;
        let reported = |o: &Obstacle| matches!(o, Obstacle::CalledOther { function, event, .. } if (*function, event.time) == (target.function, end));
        if self.answer.obstacles.iter().any(reported) {
            return;
        }
        if let Some(event) = self.inquiry.describe(&[end]).pop() {
            let (function, through) = (target.function, self.unexecuted(&target.through));
            self.answer.obstacles.push(Obstacle::CalledOther { function, event, count, through });
        }
    }

    /// The lines of which nothing was executed.
    pub(crate) fn unexecuted(&self, lines: &[(Option<FileId>, u32)]) -> Vec<(Option<FileId>, u32)> {
        lines.iter().filter(|line| !self.lines.contains(line)).copied().collect()
    }
}

impl Inquiry {
    /// The calls that could lead to a function, as seen from outside of trusted functions: the call of `qsort` instead
    /// of the call inside of it. Empty for functions called at the end of the run.
    pub(crate) fn callers_outside(&self, function: FunctionId) -> Vec<UseSite> {
        let (mut outside, mut inside) = (Vec::new(), vec![function]);
        let mut seen = BTreeSet::from([function]);
        while let Some(function) = inside.pop() {
            if self.trust.has(function) && self.is_called_by_runtime(function) {
                return Vec::new();
            }
            for site in self.analyses.aliasing().callers(function) {
                if !self.trust.has(site.function) {
                    outside.push(site);
                } else if seen.insert(site.function) {
                    inside.push(site.function);
                }
            }
        }
        outside.sort_unstable_by_key(|site| (site.function, site.inst));
        outside.dedup();
        outside
    }

    /// Does a block end in a direct call of the function?
    fn calls_directly(&self, caller: FunctionId, block: BlockId, function: FunctionId) -> bool {
        let body = self.program().function(caller);
        let Inst::Call { site } = body.terminator(block) else { return false };
        body.calls[site as usize].callee == Callee::Direct(function)
    }

    /// The blocks that store a function's address, or pass it on.
    fn pointed_to_by(&self, function: FunctionId) -> Vec<(FunctionId, BlockId)> {
        let address = layout::function_address(function);
        let own = |user: &FunctionId| !self.trust.has(*user);
        let mut found = Vec::new();
        for user in (0..self.program().functions.len() as u32).map(FunctionId).filter(own) {
            let body = self.program().function(user);
            let holds = |slot: Slot| body.constants.get(slot as usize) == Some(&address);
            let puts = |inst: Inst| match inst {
                Inst::Store { val, .. } | Inst::StoreLocal { val, .. } => holds(val),
                Inst::Move { a, .. } => holds(a),
                Inst::Select { a, b, .. } => holds(a) || holds(b),
                Inst::Call { site } => body.calls[site as usize].args.iter().any(|arg| holds(arg.slot)),
                Inst::Return { first, .. } => holds(first),
                _ => false,
            };
            let blocks = (0..body.blocks.len() as u32).map(BlockId);
            found.extend(blocks.filter(|b| body.block_insts(*b).iter().any(|i| puts(*i))).map(|b| (user, b)));
        }
        found
    }

    /// Was a function executed without a call in the program, as `exit` is when `main` returns?
    fn is_called_by_runtime(&self, function: FunctionId) -> bool {
        let recording = &self.recorded.recording;
        let entries = recording.runs_of(self.index.number(function, BlockId(0)));
        entries.into_iter().any(|entry| recording.caller_of(entry).is_none())
    }

    /// The lines of which something was executed since an executed block.
    pub fn lines_since(&self, since: ExecutedBlock) -> BTreeSet<(Option<FileId>, u32)> {
        let recording = &self.recorded.recording;
        let blocks: BTreeSet<BlockNumber> =
            since.until(recording.block_end()).map(|b| recording.number_of(b)).collect();
        let mut lines = BTreeSet::new();
        for number in blocks {
            let (function, block) = self.index.block(number);
            let facts = self.program().function(function).blocks[block.0 as usize];
            for inst in facts.first..facts.first + facts.len {
                let place = place_of(self.program(), Site { function, inst });
                lines.insert((place.file, place.line));
            }
        }
        lines
    }
}
