//! Static facts straight from their definitions, by removing nodes and searching: slow and obviously right.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::analysis::{Address, Bytes, Flow, Place, UseSite, accesses};
use whydunit_program::analysis::{Analyses, BranchId};
use whydunit_program::{BlockId, Function, Inst, LocalId};

use crate::compiled::{noted, remove_impossible_paths};

/// Post-dominance and control dependence of one function.
pub(crate) struct Statics {
    /// `closes[a][b]`: every path from `b` to the exit passes `a`.
    closes: Vec<Vec<bool>>,
    successors: Vec<Vec<u32>>,
    /// `leads[a][b]`: there is a path from `a` to `b`.
    leads: Vec<Vec<bool>>,
    decides: Vec<bool>,
    /// For each end of a scope and each of its targets, the blocks that selected that target.
    noted: BTreeMap<(u32, u32), Vec<u32>>,
    /// The first block common to all paths from a block.
    pub(crate) joins: Vec<Option<u32>>,
    /// The decisions a block depends on; those without a counterpart in the source are replaced by their own.
    pub(crate) decisions: Vec<BTreeSet<u32>>,
}

impl Statics {
    pub(crate) fn new(function: &Function, flow: &Flow) -> Self {
        let (count, exit) = (flow.cfg.blocks() + 1, flow.cfg.exit());
        let mut successors: Vec<Vec<u32>> = (0..count as u32).map(|n| flow.cfg.edges().of(n).to_vec()).collect();
        remove_impossible_paths(function, &mut successors);
        let closes = (0..count as u32).map(|a| {
            let mut ends = vec![false; count];
            ends[exit as usize] = a != exit;
            let mut changed = true;
            while std::mem::take(&mut changed) {
                for node in (0..count as u32).filter(|&n| n != a) {
                    if !ends[node as usize] && successors[node as usize].iter().any(|&s| ends[s as usize]) {
                        ends[node as usize] = true;
                        changed = true;
                    }
                }
            }
            ends.into_iter().map(|e| !e).collect()
        });
        let mut closes: Vec<Vec<bool>> = closes.collect();
        let decides = (0..flow.cfg.blocks() as u32).map(|b| flow.control.decides(BlockId(b))).collect();
        let (joins, decisions) = (Vec::new(), Vec::new());
        let leads: Vec<Vec<bool>> = (0..count as u32).map(|from| leads(&successors, from)).collect();
        // Nothing follows a block without a path to the exit.
        for lost in (0..count).filter(|&n| !leads[n][exit as usize]) {
            (0..count).for_each(|n| closes[n][lost] = n == lost);
        }
        let noted = noted(function, &successors);
        let mut statics = Statics { closes, successors, leads, decides, noted, joins, decisions };
        let blocks = 0..flow.cfg.blocks() as u32;
        statics.joins = blocks.clone().map(|b| statics.join(b)).collect();
        let decisions = |b: u32| statics.controllers(&[b], |c| !statics.decides(c), false);
        let decisions = blocks.map(|b| statics.deciding(decisions(b))).collect();
        statics.decisions = decisions;
        statics
    }

    fn strictly_closes(&self, a: u32, b: u32) -> bool {
        a != b && self.closes[a as usize][b as usize]
    }

    fn join(&self, block: u32) -> Option<u32> {
        let after: Vec<u32> = (0..self.closes.len() as u32).filter(|&a| self.strictly_closes(a, block)).collect();
        after.iter().copied().find(|&a| after.iter().all(|&b| b == a || self.strictly_closes(b, a)))
    }

    /// Does some outcome of `by`, but not every path from it, lead to `block`?
    fn depends(&self, block: u32, by: u32) -> bool {
        !self.strictly_closes(block, by)
            && self.successors[by as usize].iter().any(|&s| self.closes[block as usize][s as usize])
    }

    pub(crate) fn decides(&self, block: u32) -> bool {
        self.decides[block as usize]
    }

    /// Controllers of `blocks`, and of those controllers that satisfy `further`. With `source`, the end of a scope
    /// stands for the blocks that selected its target.
    fn controllers(&self, blocks: &[u32], further: impl Fn(u32) -> bool, source: bool) -> BTreeSet<u32> {
        let (mut found, mut seen, mut left) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut work = blocks.to_vec();
        while let Some(at) = work.pop() {
            for by in (0..self.decides.len() as u32).filter(|&by| self.depends(at, by)) {
                let to = self.ways(by).filter(|&s| self.closes[at as usize][s as usize]);
                let noting: Vec<u32> = to.filter_map(|s| self.noted.get(&(by, s))).flatten().copied().collect();
                if source && !noting.is_empty() {
                    work.extend(noting.into_iter().filter(|&b| left.insert(b)));
                    continue;
                }
                found.insert(by);
                if further(by) && seen.insert(by) {
                    work.push(by);
                }
            }
        }
        found
    }

    pub(crate) fn reaches(&self, from: u32, to: u32) -> bool {
        self.leads[from as usize][to as usize]
    }

    /// The successors of a block.
    pub(crate) fn ways(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        self.successors[block as usize].iter().copied()
    }

    /// The predecessors of `block`.
    pub(crate) fn predecessors(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        let comes = move |b: &u32| self.successors[*b as usize].contains(&block) && self.reaches(0, *b);
        (0..self.decides.len() as u32).filter(comes)
    }

    /// The transitive controllers of `blocks`.
    pub(crate) fn chain(&self, blocks: &[u32]) -> BTreeSet<u32> {
        self.deciding(self.all_controllers(blocks))
    }

    /// As `chain`, including decisions without a counterpart in the source.
    pub(crate) fn all_controllers(&self, blocks: &[u32]) -> BTreeSet<u32> {
        self.controllers(blocks, |_| true, true)
    }

    fn deciding(&self, mut blocks: BTreeSet<u32>) -> BTreeSet<u32> {
        blocks.retain(|&block| self.decides(block));
        blocks
    }

    /// The decisions B on which a use has a summary control dependence in the sense of methods.md: B controls one of
    /// the definitions `defs` that can reach the use, and B can also avoid it. That is, after one outcome the use can
    /// be reached before any certain definition (`gives`), and after another outcome one of `defs` can.
    pub(crate) fn omitting(
        &self,
        function: &Function,
        site: u32,
        defs: &BTreeSet<u32>,
        gives: impl Fn(u32) -> bool,
    ) -> BTreeSet<u32> {
        let blocks: Vec<u32> = defs.iter().map(|&def| function.block_of(def).0).collect();
        let avoids = |way: u32| self.meets(function, way, site, &gives);
        let defines = |way: u32| blocks.iter().any(|&def| self.reaches(way, def));
        let pairs = |b: u32| self.ways(b).flat_map(move |x| self.ways(b).filter(move |&y| y != x).map(move |y| (x, y)));
        self.chain(&blocks).into_iter().filter(|&b| pairs(b).any(|(x, y)| avoids(x) && defines(y))).collect()
    }

    /// Searches from the beginning of a block, by instruction: can `site` be reached before an instruction that
    /// satisfies
    /// `ends`?
    fn meets(&self, function: &Function, from: u32, site: u32, ends: impl Fn(u32) -> bool) -> bool {
        let start = |b: u32| function.blocks.get(b as usize).map(|block| block.first);
        let (mut work, mut seen): (Vec<u32>, _) = (start(from).into_iter().collect(), BTreeSet::new());
        while let Some(at) = work.pop() {
            if at == site {
                return true;
            }
            if ends(at) || !seen.insert(at) {
                continue;
            }
            let block = function.block_of(at).0;
            let whole = function.blocks[block as usize];
            match at + 1 < whole.first + whole.len {
                true => work.push(at + 1),
                false => work.extend(self.ways(block).filter_map(start)),
            }
        }
        false
    }

    /// For a use of a local whose address is not taken: the decisions on which it has a summary control
    /// dependence, and for each of its bytes the definitions that reach it. None for other uses.
    pub(crate) fn summary(
        &self,
        analyses: &Analyses,
        site: UseSite,
    ) -> Option<(BTreeSet<BranchId>, Vec<BTreeSet<u32>>)> {
        let function = analyses.program().function(site.function);
        let addresses = analyses.addresses(site.function);
        let mut read = None;
        accesses(analyses.program(), function, addresses, site.inst, |access| match access.place {
            Place::Local(local, bytes) if !access.writes && !addresses.captured(local) => read = Some((local, bytes)),
            _ => {}
        });
        let (local, bytes) = read?;
        let (mut found, mut reaching) = (BTreeSet::new(), Vec::new());
        for byte in bytes.start..bytes.end {
            let defs = self.reaching(analyses, site, local, byte);
            found.extend(self.omitting(function, site.inst, &defs, |at| writes(analyses, site, at, local, byte).1));
            reaching.push(defs);
        }
        Some((found.into_iter().map(|b| BranchId { function: site.function, block: BlockId(b) }).collect(), reaching))
    }

    /// The instructions that may be the last to define a byte of a local before `site`.
    fn reaching(&self, analyses: &Analyses, site: UseSite, local: LocalId, byte: u32) -> BTreeSet<u32> {
        let function = analyses.program().function(site.function);
        let mut found = BTreeSet::new();
        let (mut work, mut seen) = (vec![site.inst], BTreeSet::new());
        while let Some(at) = work.pop() {
            // All possible predecessors of `at`.
            let block = function.block_of(at);
            let before: Vec<u32> = if at > function.blocks[block.0 as usize].first {
                vec![at - 1]
            } else {
                let last = |b: u32| function.blocks[b as usize].first + function.blocks[b as usize].len - 1;
                self.predecessors(block.0).map(last).collect()
            };
            for inst in before {
                let (may, must) = writes(analyses, site, inst, local, byte);
                found.extend(may.then_some(inst));
                work.extend((!must && seen.insert(inst)).then_some(inst));
            }
        }
        found
    }
}

/// May an instruction write a byte of a local that `site` reads, and must it?
fn writes(analyses: &Analyses, site: UseSite, inst: u32, local: LocalId, byte: u32) -> (bool, bool) {
    let function = analyses.program().function(site.function);
    let bits = function.field_read(site.inst).zip(function.field_kept(inst));
    let (mut may, mut must) = (false, false);
    if bits.is_some_and(|(wanted, kept)| wanted & kept.changed == 0) {
        // Another bit-field of the same unit: the store writes the wanted bits back unchanged.
        return (may, must);
    }
    accesses(analyses.program(), function, analyses.addresses(site.function), inst, |access| {
        let one = Bytes::at(byte, 1);
        if access.writes && matches!(access.place, Place::Local(l, b) if l == local && b.overlaps(one)) {
            (may, must) = (true, must || access.exact);
        }
    });
    (may, must)
}

/// The nodes reachable from a node, itself included.
pub(crate) fn leads(successors: &[Vec<u32>], from: u32) -> Vec<bool> {
    let mut seen = vec![false; successors.len()];
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut seen[at as usize], true) {
            work.extend(&successors[at as usize]);
        }
    }
    seen
}

/// Does the instruction read only locals of its function whose address is not taken?
pub(crate) fn reads_own_locals_only(analyses: &Analyses, site: UseSite) -> bool {
    let function = analyses.program().function(site.function);
    let addresses = analyses.addresses(site.function);
    let own = |l: LocalId| !addresses.captured(l);
    match function.insts[site.inst as usize] {
        Inst::LoadLocal { local, .. } => own(local),
        Inst::Load { addr, .. }
        | Inst::LoadWide { addr, .. }
        | Inst::MemCopy { src: addr, .. }
        | Inst::VaCopy { src: addr, .. } => {
            matches!(addresses.of(addr), Address::Local(local, _) if own(local))
        }
        _ => false,
    }
}
