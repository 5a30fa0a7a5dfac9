//! The SSA form of a function's uncaptured locals, and exact reaching definitions derived from it.
//!
//! Instructions are not rewritten; the SSA form only records for each use the definition or merge
//! that it sees. Merges are placed by iterated dominance frontiers.

mod rename;

use std::collections::BTreeSet;

use self::rename::Renaming;
use super::accesses::accesses;
use super::cells::{CellId, Cells};
use super::{Access, Addresses, Bytes, Edges, Flow, Place};
use crate::{BlockId, Function, LocalId, Program};

/// A version of a cell, by its index in [`LocalSsa`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// The origin of a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The initial contents on entry to the function: uninitialised, or a by-value argument.
    Entry,
    /// An instruction wrote all of its bytes.
    Def(u32),
    /// An instruction may have changed some of its bytes.
    MayDef {
        /// The instruction.
        inst: u32,
        /// The version before it.
        before: ValueId,
    },
    /// Paths with different versions meet at the start of a block.
    Merge {
        /// The block.
        block: BlockId,
        /// The version on each incoming edge.
        inputs: Vec<ValueId>,
    },
}

/// The definitions that reach a use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reaching {
    /// Instructions, in order.
    pub defs: Vec<u32>,
    /// Is there a path from the function's entry without a definition?
    pub entry: bool,
    /// The subset, in order, that overwrites all earlier contents.
    pub certain: Vec<u32>,
}

impl Reaching {
    fn tidy(mut self) -> Reaching {
        for list in [&mut self.defs, &mut self.certain] {
            list.sort_unstable();
            list.dedup();
        }
        self
    }
}

/// The SSA form of the uncaptured locals of a function.
#[derive(Clone, Debug, Default)]
pub struct LocalSsa {
    pub(super) cells: Cells,
    pub(super) values: Vec<Value>,
    /// For each use of a cell, by instruction: its version.
    pub(super) uses: Vec<(u32, CellId, ValueId)>,
}

impl LocalSsa {
    /// Builds the SSA form.
    pub fn new(program: &Program, function: &Function, flow: &Flow, addresses: &Addresses) -> LocalSsa {
        let mut all = Vec::new();
        for inst in 0..function.insts.len() as u32 {
            accesses(program, function, addresses, inst, |access| {
                if let Place::Local(local, _) = access.place
                    && !addresses.captured(local)
                {
                    all.push(access);
                }
            });
        }
        let cells = Cells::new(function, addresses, &all);
        let merges = place_merges(function, flow, &cells, &all);
        Renaming::new(function, flow, cells, &all, merges).run()
    }

    /// The version itself.
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    /// The versions of the bytes of an uncaptured local that instruction `inst` uses.
    pub fn versions(&self, inst: u32) -> impl Iterator<Item = ValueId> + '_ {
        let first = self.uses.partition_point(|&(at, ..)| at < inst);
        self.uses[first..].iter().take_while(move |&&(at, ..)| at == inst).map(|&(.., value)| value)
    }

    /// The definitions that reach the use of an uncaptured local by instruction `inst`; empty when
    /// there is no such use.
    pub fn reaching(&self, inst: u32) -> Reaching {
        let mut found = Reaching::default();
        for version in self.versions(inst) {
            self.sources(version, &mut found);
        }
        found.tidy()
    }

    /// As [`Self::reaching`], separately for each cell of the local.
    pub(super) fn reaching_parts(&self, inst: u32) -> impl Iterator<Item = Reaching> + '_ {
        self.versions(inst).map(|version| {
            let mut found = Reaching::default();
            self.sources(version, &mut found);
            found.tidy()
        })
    }

    /// As [`Self::reaching`], for the load of a bit-field: skips definitions of other fields in the
    /// same unit.
    pub(super) fn reaching_bits(&self, function: &Function, inst: u32, bits: u64) -> Reaching {
        let (mut found, mut seen) = (Reaching::default(), BTreeSet::new());
        let mut work = vec![(inst, bits)];
        let mut partial = BTreeSet::new();
        while let Some((inst, bits)) = work.pop() {
            if !seen.insert((inst, bits)) {
                continue;
            }
            let here = self.reaching(inst);
            found.entry |= here.entry;
            found.certain.extend(here.certain);
            for def in here.defs {
                let kept = function.field_kept(def);
                if kept.is_none_or(|kept| kept.changed & bits != 0) {
                    found.defs.push(def);
                }
                if let Some(kept) = kept.filter(|kept| kept.bits & bits != 0) {
                    partial.insert(def);
                    work.push((kept.load, kept.bits & bits));
                }
            }
        }
        found.certain.retain(|def| !partial.contains(def));
        found.tidy()
    }

    fn sources(&self, version: ValueId, found: &mut Reaching) {
        let mut work = vec![version];
        let mut seen = vec![version];
        while let Some(id) = work.pop() {
            let next: &[ValueId] = match self.value(id) {
                Value::Entry => {
                    found.entry = true;
                    &[]
                }
                Value::Def(inst) => {
                    found.defs.push(*inst);
                    found.certain.push(*inst);
                    &[]
                }
                Value::MayDef { inst, before } => {
                    found.defs.push(*inst);
                    std::slice::from_ref(before)
                }
                Value::Merge { inputs, .. } => inputs,
            };
            for &input in next {
                if let Err(at) = seen.binary_search(&input) {
                    seen.insert(at, input);
                    work.push(input);
                }
            }
        }
    }

    /// Is there a cell of `local` that overlaps `bytes`, that is, is the local uncaptured?
    pub fn tracks(&self, local: LocalId, bytes: Bytes) -> bool {
        self.cells.touched(local, bytes).next().is_some()
    }
}

/// For each block the cells that need a merge there, in order. Cells whose uses all follow a
/// definition in their own block need none (semi-pruned form).
fn place_merges(function: &Function, flow: &Flow, cells: &Cells, all: &[Access]) -> Edges {
    let (defined_in, wanted) = definition_blocks(function, cells, all);
    let frontiers = frontiers(flow);
    let mut pairs = Vec::new();
    let mut stamp = vec![u32::MAX; flow.cfg.blocks()];
    for (cell, blocks) in defined_in.into_iter().enumerate().filter(|(cell, _)| wanted[*cell]) {
        let mut work: Vec<u32> = blocks;
        work.retain(|&b| flow.cfg.reached(BlockId(b)));
        while let Some(block) = work.pop() {
            for &to in frontiers.of(block) {
                if std::mem::replace(&mut stamp[to as usize], cell as u32) != cell as u32 {
                    pairs.push((to, cell as u32));
                    work.push(to);
                }
            }
        }
    }
    Edges::new(flow.cfg.blocks(), &pairs)
}

/// The blocks that define each cell, and whether some block uses it before defining it.
fn definition_blocks(function: &Function, cells: &Cells, all: &[Access]) -> (Vec<Vec<u32>>, Vec<bool>) {
    let mut defined: Vec<Vec<u32>> = vec![Vec::new(); cells.len()];
    let mut wanted = vec![false; cells.len()];
    for access in all {
        let Place::Local(local, bytes) = access.place else { continue };
        let block = function.block_of(access.inst).0;
        for cell in cells.touched(local, bytes) {
            let blocks = &mut defined[cell.0 as usize];
            let here = blocks.last() == Some(&block);
            let whole = access.writes && access.exact && bytes.covers(cells.get(cell).bytes);
            // A partial definition also uses the earlier contents.
            wanted[cell.0 as usize] |= !whole && !here;
            if access.writes && !here {
                blocks.push(block);
            }
        }
    }
    (defined, wanted)
}

/// The dominance frontier of every block.
fn frontiers(flow: &Flow) -> Edges {
    let mut pairs = Vec::new();
    for &node in flow.cfg.order().order().iter().filter(|&&n| n != flow.cfg.exit()) {
        let entered: Vec<u32> =
            flow.cfg.reversed().of(node).iter().copied().filter(|&p| flow.cfg.reached(BlockId(p))).collect();
        // The entry is also entered from outside.
        if entered.len() + usize::from(node == 0) < 2 {
            continue;
        }
        for pred in entered {
            let mut runner = Some(pred);
            while runner != flow.dominators.parent(node) {
                let Some(at) = runner else { break };
                pairs.push((at, node));
                runner = flow.dominators.parent(at);
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    Edges::new(flow.cfg.blocks(), &pairs)
}
