//! `||` in place of `&&`, and the other way round. The compiler makes two branches of either.

use whydunit_program::{BlockId, Function, Inst};

use crate::templates::expression::Found;
use crate::templates::rewrite::SourceChange;

impl Found<'_> {
    /// The branch of a left operand decides for the whole where it went on to the right operand, and the other way
    /// round.
    pub(crate) fn connective(&mut self, inst: Inst) {
        let Inst::Branch { cond, then, other } = inst else { return };
        let line = self.function.locs[self.site.inst as usize].line;
        if let Some((holds, fails)) = right_operand(self.function, then, line)
            && fails == other
        {
            self.replace(Inst::Branch { cond, then: holds, other: then }, SourceChange::Operator("||"));
        }
        if let Some((holds, fails)) = right_operand(self.function, other, line)
            && holds == then
        {
            self.replace(Inst::Branch { cond, then: other, other: fails }, SourceChange::Operator("&&"));
        }
    }
}

/// No operand has more blocks than this.
const BLOCKS: usize = 16;

/// Where a condition that begins with a block leads when it holds, and when it fails; with calls in it, it has several
/// blocks. A condition may go on in the next line.
fn right_operand(function: &Function, mut block: BlockId, line: u32) -> Option<(BlockId, BlockId)> {
    for _ in 0..BLOCKS {
        let facts = function.blocks[block.0 as usize];
        let end = facts.first + facts.len - 1;
        match function.insts[end as usize] {
            Inst::Call { site } => block = function.calls[site as usize].next,
            Inst::Branch { then, other, .. } => {
                let near = (line..=line + 2).contains(&function.locs[end as usize].line);
                return near.then_some((then, other));
            }
            _ => return None,
        }
    }
    None
}
