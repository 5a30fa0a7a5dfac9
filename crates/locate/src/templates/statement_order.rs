//! Two statements that follow each other, in the opposite order.

use whydunit_machine::Edit;
use whydunit_program::Inst;

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange;

/// Exchanges the statement that begins here with the next one, if both only compute and store.
pub(crate) fn propose(proposals: &mut Proposals, _inst: Inst) {
    let (function, at) = (proposals.function, proposals.site.inst as usize);
    let block = function.blocks[function.block_of(proposals.site.inst).0 as usize];
    let (first, last) = (block.first as usize, (block.first + block.len - 1) as usize);
    let line = |i: usize| function.locs[i].line;
    let begins = line(at) != 0 && at < last && (at == first || line(at - 1) != line(at));
    let end_of_line = |from: usize| (from..last).find(|&i| line(i) != line(from)).unwrap_or(last);
    let (middle, end) = (end_of_line(at), end_of_line(end_of_line(at)));
    let stores = |part: &[Inst]| part.iter().any(|i| matches!(i, Inst::Store { .. } | Inst::StoreLocal { .. }));
    if begins && end > middle && stores(&function.insts[at..middle]) && stores(&function.insts[middle..end]) {
        let (middle, end, other) = (middle as u32, end as u32, line(middle));
        proposals.add(Edit::Exchange { middle, end }, 0, SourceChange::Order(other));
    }
}
