//! Static facts from their definitions, by removing nodes and searching: slow and obviously right.

use std::collections::BTreeSet;

use whydunit_program::analysis::{Address, Bytes, Flow, Place, UseSite, accesses};
use whydunit_program::analysis::{Analyses, BranchId};
use whydunit_program::{BlockId, Inst, LocalId};

/// Post-dominance and control dependence of one function.
pub(crate) struct Statics {
    /// `closes[a][b]`: every way from `b` to the exit passes `a`.
    closes: Vec<Vec<bool>>,
    successors: Vec<Vec<u32>>,
    /// `leads[a][b]`: there is a way from `a` to `b`.
    leads: Vec<Vec<bool>>,
    decides: Vec<bool>,
    /// Where every way on from a block meets first.
    pub(crate) joins: Vec<Option<u32>>,
    /// The decisions a block depends on; what decides nothing stands for those it depends on.
    pub(crate) decisions: Vec<BTreeSet<u32>>,
}

impl Statics {
    pub(crate) fn new(flow: &Flow) -> Self {
        let (count, exit) = (flow.cfg.blocks() + 1, flow.cfg.exit());
        let successors: Vec<Vec<u32>> = (0..count as u32).map(|n| flow.cfg.edges().of(n).to_vec()).collect();
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
        let decides = (0..flow.cfg.blocks() as u32).map(|b| flow.control.decides(BlockId(b))).collect();
        let (joins, decisions) = (Vec::new(), Vec::new());
        let leads = (0..count as u32).map(|from| leads(&successors, from)).collect();
        let mut statics = Statics { closes: closes.collect(), successors, leads, decides, joins, decisions };
        let blocks = 0..flow.cfg.blocks() as u32;
        statics.joins = blocks.clone().map(|b| statics.join(b)).collect();
        statics.decisions = blocks.map(|b| statics.controllers(&[b], |c| !statics.decides(c))).collect();
        statics
    }

    fn strictly_closes(&self, a: u32, b: u32) -> bool {
        a != b && self.closes[a as usize][b as usize]
    }

    fn join(&self, block: u32) -> Option<u32> {
        let after: Vec<u32> = (0..self.closes.len() as u32).filter(|&a| self.strictly_closes(a, block)).collect();
        after.iter().copied().find(|&a| after.iter().all(|&b| b == a || self.strictly_closes(b, a)))
    }

    /// Does some outcome of `by`, but not every way on from it, lead to `block`?
    fn depends(&self, block: u32, by: u32) -> bool {
        !self.strictly_closes(block, by)
            && self.successors[by as usize].iter().any(|&s| self.closes[block as usize][s as usize])
    }

    pub(crate) fn decides(&self, block: u32) -> bool {
        self.decides[block as usize]
    }

    /// Controllers of `blocks`, and of those controllers for which `further` says so.
    fn controllers(&self, blocks: &[u32], further: impl Fn(u32) -> bool) -> BTreeSet<u32> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut work = blocks.to_vec();
        while let Some(at) = work.pop() {
            for by in (0..self.decides.len() as u32).filter(|&by| self.depends(at, by)) {
                if self.decides(by) {
                    found.insert(by);
                }
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

    /// Where a block may lead.
    pub(crate) fn ways(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        self.successors[block as usize].iter().copied()
    }

    /// The blocks that may come just before `block`.
    pub(crate) fn predecessors(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        let comes = move |b: &u32| self.successors[*b as usize].contains(&block) && self.reaches(0, *b);
        (0..self.decides.len() as u32).filter(comes)
    }

    /// Controllers of `blocks`, theirs, and so on.
    pub(crate) fn chain(&self, blocks: &[u32]) -> BTreeSet<u32> {
        self.controllers(blocks, |_| true)
    }

    /// Decisions that control a definition in `defs`, and after which `here` is reached either way.
    pub(crate) fn omitting(&self, here: u32, defs: &[u32]) -> BTreeSet<u32> {
        let both = |b: &u32| self.successors[*b as usize].iter().filter(|&&s| self.reaches(s, here)).count() > 1;
        self.chain(defs).into_iter().filter(both).collect()
    }

    /// For a use of a local to which no pointer leads: the decisions on which it has a summary control
    /// dependence. None when the use is another one.
    pub(crate) fn summary(&self, analyses: &Analyses, site: UseSite) -> Option<BTreeSet<BranchId>> {
        let function = analyses.program().function(site.function);
        let addresses = analyses.addresses(site.function);
        let mut read = None;
        accesses(analyses.program(), function, addresses, site.inst, |access| match access.place {
            Place::Local(local, bytes) if !access.writes && !addresses.captured(local) => read = Some((local, bytes)),
            _ => {}
        });
        let (local, bytes) = read?;
        let mut defs = BTreeSet::new();
        let mut merged = false;
        for byte in bytes.start..bytes.end {
            let (found, entry) = self.reaching(analyses, site, local, byte);
            merged |= found.len() + usize::from(entry) > 1;
            defs.extend(found.into_iter().map(|inst| function.block_of(inst).0));
        }
        let defs: Vec<u32> = defs.into_iter().collect();
        let here = function.block_of(site.inst).0;
        let found = if merged { self.omitting(here, &defs) } else { BTreeSet::new() };
        Some(found.into_iter().map(|b| BranchId { function: site.function, block: BlockId(b) }).collect())
    }

    /// The instructions that may have defined a byte of a local last before `site`; can there be none?
    fn reaching(&self, analyses: &Analyses, site: UseSite, local: LocalId, byte: u32) -> (BTreeSet<u32>, bool) {
        let function = analyses.program().function(site.function);
        let addresses = analyses.addresses(site.function);
        let (mut found, mut entry) = (BTreeSet::new(), false);
        let (mut work, mut seen) = (vec![site.inst], BTreeSet::new());
        while let Some(at) = work.pop() {
            // Everything that may come just before `at`.
            let block = function.block_of(at);
            let first = function.blocks[block.0 as usize].first;
            let before: Vec<u32> = if at > first {
                vec![at - 1]
            } else {
                entry |= block.0 == 0;
                let last = |b: u32| function.blocks[b as usize].first + function.blocks[b as usize].len - 1;
                self.predecessors(block.0).map(last).collect()
            };
            for inst in before {
                let mut killed = false;
                let bits = function.field_read(site.inst).zip(function.field_kept(inst));
                if bits.is_some_and(|(wanted, kept)| wanted & kept.changed == 0) {
                    // Another bit-field of the same unit, which stores the wanted bits again.
                    work.extend(seen.insert(inst).then_some(inst));
                    continue;
                }
                accesses(analyses.program(), function, addresses, inst, |access| {
                    let one = Bytes::at(byte, 1);
                    if access.writes && matches!(access.place, Place::Local(l, b) if l == local && b.overlaps(one)) {
                        found.insert(inst);
                        killed |= access.exact;
                    }
                });
                if !killed && seen.insert(inst) {
                    work.push(inst);
                }
            }
        }
        (found, entry)
    }
}

fn leads(successors: &[Vec<u32>], from: u32) -> Vec<bool> {
    let mut seen = vec![false; successors.len()];
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut seen[at as usize], true) {
            work.extend(&successors[at as usize]);
        }
    }
    seen
}

/// Does the instruction read locals of its function to which no pointer leads, and nothing else?
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
