//! `||` in place of `&&`, and the opposite. The compiler makes two branches of either.

use whydunit_program::{BlockId, Function, Inst};

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange;

/// Blocks of one operand, which ends a block at each call.
const MAX_BLOCKS: usize = 16;
/// Lines by which the right operand may be below the left one.
const MAX_LINES: u32 = 2;

/// For one outcome, the branch of a left operand decides for the whole; for the other, it evaluates the right operand.
/// A candidate exchanges the two.
pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let Inst::Branch { cond, then, other } = inst else { return };
    let line = proposals.function.locs[proposals.site.inst as usize].line;
    if let Some((holds, fails)) = right_operand(proposals.function, then, line)
        && fails == other
    {
        proposals.replace(Inst::Branch { cond, then: holds, other: then }, SourceChange::Operator("||"));
    }
    if let Some((holds, fails)) = right_operand(proposals.function, other, line)
        && holds == then
    {
        proposals.replace(Inst::Branch { cond, then: other, other: fails }, SourceChange::Operator("&&"));
    }
}

/// The targets of the branch that ends the condition beginning with a block: if it holds, and if it fails.
fn right_operand(function: &Function, mut block: BlockId, line: u32) -> Option<(BlockId, BlockId)> {
    for _ in 0..MAX_BLOCKS {
        let facts = function.blocks[block.0 as usize];
        let end = facts.first + facts.len - 1;
        match function.insts[end as usize] {
            Inst::Call { site } => block = function.calls[site as usize].next,
            Inst::Branch { then, other, .. } => {
                let near = (line..=line + MAX_LINES).contains(&function.locs[end as usize].line);
                return near.then_some((then, other));
            }
            _ => return None,
        }
    }
    None
}
