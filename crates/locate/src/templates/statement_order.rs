//! Statements in another order, a quotient with its fraction, a `break` where there is none.

use std::collections::BTreeMap;

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::analysis::Flow;
use whydunit_program::{Bin, BlockId, CastOp, Function, FunctionId, Inst, SwitchTable};

use crate::templates::expression::{Candidate, Found};
use crate::templates::rewrite::SourceChange;

impl Found<'_> {
    /// The statement that begins here changes places with the one behind it, if both only compute and store.
    pub(crate) fn order(&mut self) {
        let (function, at) = (self.function, self.site.inst as usize);
        let block = function.blocks[function.block_of(self.site.inst).0 as usize];
        let (first, last) = (block.first as usize, (block.first + block.len - 1) as usize);
        let line = |i: usize| function.locs[i].line;
        let begins = line(at) != 0 && at < last && (at == first || line(at - 1) != line(at));
        let behind = |from: usize| (from..last).find(|&i| line(i) != line(from)).unwrap_or(last);
        let (middle, end) = (behind(at), behind(behind(at)));
        let stores = |part: &[Inst]| part.iter().any(|i| matches!(i, Inst::Store { .. } | Inst::StoreLocal { .. }));
        if begins && end > middle && stores(&function.insts[at..middle]) && stores(&function.insts[middle..end]) {
            let (middle, end, other) = (middle as u32, end as u32, line(middle));
            self.add(Edit::Exchange { middle, end }, 0, SourceChange::Order(other));
        }
    }

    /// A quotient of integers that is turned into a float keeps its fraction.
    pub(crate) fn quotient(&mut self, inst: Inst) {
        let (Inst::Cast { op, from, to, dst, a }, Some(spare)) = (inst, self.function.spare) else { return };
        let (CastOp::SiToFp | CastOp::UiToFp, Some(Inst::SDiv(b) | Inst::UDiv(b))) = (op, self.definition(a)) else {
            return;
        };
        if to > 64 || from > 64 {
            return;
        }
        let divisor = Inst::Cast { op, from, to, dst: spare, a: b.b };
        let dividend = Inst::Cast { op, from, to, dst, a: b.a };
        let quotient = Inst::FDiv(Bin { w: to, dst, a: dst, b: spare });
        self.add(Edit::Three([divisor, dividend, quotient]), 0, SourceChange::Fraction);
    }
}

/// Where a case of a `switch` statement goes on into the next one: the change that makes it leave the statement,
/// the jump's block, and the line of the next case.
pub(crate) fn missing_breaks(id: FunctionId, function: &Function, flow: &Flow) -> Vec<(Candidate, BlockId, u32)> {
    let mut found = Vec::new();
    for number in (0..function.blocks.len() as u32).map(BlockId) {
        let Inst::Switch { table, .. } = function.terminator(number) else { continue };
        let table = &function.switches[table as usize];
        let Some(join) = flow.join(number).or_else(|| behind(function, table)) else { continue };
        let targets = table.cases.iter().map(|c| c.1).chain([table.default]);
        let cases: Vec<BlockId> = targets.filter(|b| *b != join).collect();
        for from in (0..function.blocks.len() as u32).map(BlockId).filter(|b| *b != number) {
            let block = function.blocks[from.0 as usize];
            let Inst::Jump { to } = function.terminator(from) else { continue };
            // Into another case, from one that the statement leads to: not round a loop.
            if !cases.contains(&to) || block.first >= function.blocks[to.0 as usize].first {
                continue;
            }
            let site = Site { function: id, inst: block.first + block.len - 1 };
            let first = function.blocks[to.0 as usize].first;
            let line = function.locs[first as usize..].iter().map(|l| l.line).find(|l| *l != 0).unwrap_or(0);
            let patch = Patch { site, edit: Edit::Replace(Inst::Jump { to: join }), constant: 0 };
            found.push((Candidate { patch, rewrite: SourceChange::Break(line) }, from, line));
        }
    }
    found
}

/// Where a `switch` statement is left when its ways do not all meet again (one may end the run): the block behind
/// all cases that most jumps lead to.
fn behind(function: &Function, table: &SwitchTable) -> Option<BlockId> {
    let (first, last) = (table.cases.iter().map(|c| c.1).min()?, table.cases.iter().map(|c| c.1).max()?);
    let mut jumps: BTreeMap<BlockId, usize> = BTreeMap::new();
    for from in (first.0..function.blocks.len() as u32).map(BlockId) {
        if let Inst::Jump { to } = function.terminator(from)
            && to > last
            && to > from
        {
            *jumps.entry(to).or_default() += 1;
        }
    }
    jumps.into_iter().max_by_key(|(to, count)| (*count, std::cmp::Reverse(*to))).map(|(to, _)| to)
}
