//! The second phase of SSA construction: walks the dominator tree and determines the version that
//! each use sees.

use crate::analysis::cells::{CellId, Cells};
use crate::analysis::{Access, Edges, Flow, Place};
use crate::analysis::{LocalSsa, Value, ValueId};
use crate::{BlockId, Function};

pub(super) struct Renaming<'a> {
    function: &'a Function,
    flow: &'a Flow,
    accesses: &'a [Access],
    /// For each block the cells merged there, and the first of their versions.
    merges: Edges,
    first_merge: Vec<u32>,
    ssa: LocalSsa,
    /// The version of each cell at the current point of the walk.
    current: Vec<ValueId>,
}

enum Step {
    Enter(u32),
    /// Restores the versions from before a block.
    Leave(Vec<(CellId, ValueId)>),
}

impl<'a> Renaming<'a> {
    pub(super) fn new(
        function: &'a Function,
        flow: &'a Flow,
        cells: Cells,
        accesses: &'a [Access],
        merges: Edges,
    ) -> Renaming<'a> {
        let mut values = vec![Value::Entry];
        let mut first_merge = Vec::new();
        for block in 0..flow.cfg.blocks() as u32 {
            first_merge.push(values.len() as u32);
            values.extend(merges.of(block).iter().map(|_| Value::Merge { block: BlockId(block), inputs: Vec::new() }));
        }
        let current = vec![ValueId(0); cells.len()];
        let ssa = LocalSsa { cells, values, uses: Vec::new() };
        Renaming { function, flow, accesses, merges, first_merge, ssa, current }
    }

    pub(super) fn run(mut self) -> LocalSsa {
        // The entry may have merges too, when a loop leads back to it; their input from outside is
        // Entry.
        self.feed(0);
        let mut work = vec![Step::Enter(0)];
        while let Some(step) = work.pop() {
            match step {
                Step::Leave(saved) => {
                    saved.into_iter().rev().for_each(|(cell, value)| self.current[cell.0 as usize] = value);
                }
                Step::Enter(node) if node == self.flow.cfg.exit() => {}
                Step::Enter(node) => {
                    let saved = self.block(node);
                    work.push(Step::Leave(saved));
                    work.extend(self.flow.dominators.children(node).iter().map(|&child| Step::Enter(child)));
                }
            }
        }
        self.ssa.uses.sort_unstable();
        for value in &mut self.ssa.values {
            if let Value::Merge { inputs, .. } = value {
                inputs.sort_unstable();
                inputs.dedup();
            }
        }
        self.ssa
    }

    fn set(&mut self, cell: CellId, value: ValueId, saved: &mut Vec<(CellId, ValueId)>) {
        saved.push((cell, std::mem::replace(&mut self.current[cell.0 as usize], value)));
    }

    fn block(&mut self, node: u32) -> Vec<(CellId, ValueId)> {
        let mut saved = Vec::new();
        for at in 0..self.merges.of(node).len() {
            let cell = CellId(self.merges.of(node)[at]);
            self.set(cell, ValueId(self.first_merge[node as usize] + at as u32), &mut saved);
        }
        let block = self.function.blocks[node as usize];
        let first = self.accesses.partition_point(|a| a.inst < block.first);
        let last = self.accesses.partition_point(|a| a.inst < block.first + block.len);
        for at in first..last {
            self.access(self.accesses[at], &mut saved);
        }
        for at in 0..self.flow.cfg.edges().of(node).len() {
            self.feed(self.flow.cfg.edges().of(node)[at]);
        }
        saved
    }

    fn access(&mut self, access: Access, saved: &mut Vec<(CellId, ValueId)>) {
        let Place::Local(local, bytes) = access.place else { return };
        let touched: Vec<CellId> = self.ssa.cells.touched(local, bytes).collect();
        for cell in touched {
            let before = self.current[cell.0 as usize];
            if !access.writes {
                self.ssa.uses.push((access.inst, cell, before));
                continue;
            }
            let whole = access.exact && bytes.covers(self.ssa.cells.get(cell).bytes);
            let inst = access.inst;
            self.ssa.values.push(if whole { Value::Def(inst) } else { Value::MayDef { inst, before } });
            self.set(cell, ValueId(self.ssa.values.len() as u32 - 1), saved);
        }
    }

    /// Adds the current versions as inputs of the merges in a successor.
    fn feed(&mut self, to: u32) {
        if to == self.flow.cfg.exit() {
            return;
        }
        for (at, &cell) in self.merges.of(to).iter().enumerate() {
            let version = self.current[cell as usize];
            if let Value::Merge { inputs, .. } = &mut self.ssa.values[self.first_merge[to as usize] as usize + at] {
                inputs.push(version);
            }
        }
    }
}
