//! The memory that each block of a function may write, and the omissions of decisions derived from
//! it.

use super::accesses::accesses;
use super::modref::{Parts, Way};
use super::{Analyses, BranchId, Bytes, Flow, LocationSet, Outcome, Place};
use crate::{FunctionId, Inst, LocalId};

/// The memory that the blocks of a function may write.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockWrites {
    function: Option<FunctionId>,
    blocks: Vec<Written>,
    /// Can the function complete after the block, so that its definitions remain visible?
    completes: Vec<bool>,
}

#[derive(Clone, Debug, Default)]
struct Written {
    locals: Vec<(LocalId, Bytes)>,
    parts: Parts,
}

impl BlockWrites {
    pub(super) fn new(analyses: &Analyses, id: FunctionId) -> BlockWrites {
        let (function, flow) = (analyses.function(id), analyses.flow(id));
        let mut blocks = Vec::with_capacity(function.blocks.len());
        for block in &function.blocks {
            let mut locals = Vec::new();
            let mut parts = Parts::default();
            for inst in block.first..block.first + block.len {
                analyses.footprint(id, inst, &mut |way, part| {
                    if way == Way::Write {
                        parts.add(part);
                    }
                });
                accesses(analyses.program(), function, analyses.addresses(id), inst, |access| {
                    if let (true, Place::Local(local, bytes)) = (access.writes, access.place) {
                        locals.push((local, bytes));
                    }
                });
            }
            blocks.push(Written { locals, parts });
        }
        BlockWrites { function: Some(id), blocks, completes: completes(analyses, id, flow) }
    }

    /// The memory that a block, including its callees, may write, without direct accesses of
    /// locals.
    pub(super) fn parts(&self, block: u32) -> &Parts {
        &self.blocks[block as usize].parts
    }

    /// The locals that a block writes directly.
    pub(super) fn locals(&self, block: u32) -> &[(LocalId, Bytes)] {
        &self.blocks[block as usize].locals
    }

    /// Does a block directly write `bytes` of a local?
    pub(super) fn touches_local(&self, block: u32, local: LocalId, bytes: Bytes) -> bool {
        self.blocks[block as usize].locals.iter().any(|&(l, b)| l == local && b.overlaps(bytes))
    }

    /// Can the function return, or be left by a jump, from `block`?
    pub(super) fn completes(&self, block: u32) -> bool {
        self.completes[block as usize]
    }

    /// The memory written between a decision and its join on outcomes other than `taken`. Excludes
    /// blocks that only lead to the end of the program, because their definitions are never used.
    pub(super) fn avoided(&self, flow: &Flow, branch: BranchId, taken: Outcome) -> LocationSet {
        let mut set = LocationSet { function: self.function, ..LocationSet::default() };
        let join = flow.join(branch.block).map_or(flow.cfg.exit(), |b| b.0);
        let others: Vec<u32> = flow
            .cfg
            .successors(branch.block)
            .iter()
            .enumerate()
            .filter(|&(at, _)| at as u32 != taken.0)
            .map(|(_, &to)| to)
            .collect();
        let inside = flow.cfg.edges().reachable(&others, |node| node == join || node == flow.cfg.exit());
        for (block, written) in self.blocks.iter().enumerate() {
            // With a real join, every block before it leads there.
            if inside[block] && (join != flow.cfg.exit() || self.completes(block as u32)) {
                set.locals.extend_from_slice(&written.locals);
                written.parts.iter().for_each(|part| set.parts.add(part));
            }
        }
        set.tidy();
        set
    }
}

/// The blocks from which the function may return or be left by `longjmp`.
fn completes(analyses: &Analyses, id: FunctionId, flow: &Flow) -> Vec<bool> {
    let function = analyses.function(id);
    let ends =
        (0..function.blocks.len() as u32).map(crate::BlockId).filter(|&block| match function.terminator(block) {
            Inst::Return { .. } => true,
            _ => analyses.returns().may_jump_at(function, block),
        });
    let ends: Vec<u32> = ends.map(|block| block.0).collect();
    flow.cfg.reversed().reachable(&ends, |_| false)
}
