//! Jumps that might have been made, by brute force: follows every path from each `setjmp`, and every path through the
//! functions that may jump.

use std::collections::BTreeSet;

use whydunit_program::analysis::BranchId;
use whydunit_program::{BlockId, Callee, Function, FunctionId, Inst, Program};

use crate::summary::Summaries;

/// The decisions about jumps that affect a use.
#[derive(Default)]
pub(crate) struct Jumps {
    pub(crate) branches: BTreeSet<BranchId>,
    /// The landing blocks of the jumps.
    pub(crate) landings: BTreeSet<BranchId>,
}

/// The blocks after the calls of `setjmp` in a function.
pub(crate) fn landings(program: &Program, function: &Function) -> Vec<u32> {
    let sets = |callee: Callee| match callee {
        Callee::External(id) => program.externals[id.0 as usize].name.contains("setjmp"),
        _ => false,
    };
    function.calls.iter().filter(|call| sets(call.callee)).map(|call| call.next.0).collect()
}

impl Summaries<'_> {
    /// Calls in a function that a jump back into it may leave, and that affect definitions in `defs`: after the
    /// jump one of them, or the use at `site`, is reached before the same call is made again.
    pub(crate) fn jumps(&mut self, id: FunctionId, defs: &[u32], site: Option<u32>, found: &mut Jumps) {
        let (statics, program) = (self.statics(id), self.analyses.program().clone());
        let (function, returns) = (program.function(id), self.analyses.returns());
        let landings = landings(&program, function);
        for call in statics.all_controllers(defs) {
            let may = returns.may_jump_at(function, BlockId(call));
            let Inst::Call { site: calling } = function.terminator(BlockId(call)) else { continue };
            if !may || !returns.call_returns(function, &function.calls[calling as usize]) || landings.is_empty() {
                continue;
            }
            let (mut work, mut met) = (landings.clone(), BTreeSet::new());
            while let Some(block) = work.pop() {
                if met.insert(block) && block != call {
                    work.extend(statics.ways(block));
                }
            }
            // The position of the call in its block is not given, so any store in the block may come after it.
            let whole = function.blocks[call as usize];
            let stores = (whole.first..whole.first + whole.len).any(|at| {
                let inst = function.insts[at as usize];
                let local = matches!(inst, Inst::StoreLocal { .. } | Inst::Store { .. } | Inst::StoreWide { .. });
                local || matches!(inst, Inst::MemSet { .. } | Inst::MemCopy { .. })
            });
            let last = whole.first + whole.len - 1;
            let used = site.is_none_or(|at| at != last && met.contains(&function.block_of(at).0));
            if used || defs.iter().any(|def| met.contains(def) && (*def != call || stores)) {
                let behind = landings.iter().map(|&block| BranchId { function: id, block: BlockId(block) });
                found.landings.extend(behind);
                let callees = self.callees(id, call);
                self.leading_to_jumps(callees, &mut found.branches);
            }
        }
    }

    /// Decisions in these functions and their callees of which one outcome may end in a jump, another in a return.
    fn leading_to_jumps(&mut self, mut work: Vec<FunctionId>, found: &mut BTreeSet<BranchId>) {
        let (program, mut seen) = (self.analyses.program().clone(), BTreeSet::new());
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let (statics, function) = (self.statics(id), program.function(id));
            let all = (0..function.blocks.len() as u32).filter(|&b| statics.reaches(0, b));
            let may_jump = |&b: &u32| self.analyses.returns().may_jump_at(function, BlockId(b));
            let jumps: Vec<u32> = all.clone().filter(may_jump).collect();
            let ends: Vec<u32> =
                all.filter(|&b| matches!(function.terminator(BlockId(b)), Inst::Return { .. })).collect();
            let leads = |from: u32, to: &[u32]| to.iter().any(|&to| statics.reaches(from, to));
            for block in statics.chain(&jumps) {
                let ways: Vec<u32> = statics.ways(block).collect();
                let decides = ways.iter().any(|&x| leads(x, &jumps) && ways.iter().any(|&y| y != x && leads(y, &ends)));
                found.extend(decides.then_some(BranchId { function: id, block: BlockId(block) }));
            }
            work.extend(jumps.iter().flat_map(|&b| self.callees(id, b)));
        }
    }
}
