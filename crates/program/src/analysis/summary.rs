//! Static summary control dependence: the decisions that may keep a definition from reaching a use.
//!
//! A use S has such a dependence on a decision B under three conditions: B controls (through a
//! chain of control dependences, possibly inside a callee or in a caller) a definition T of memory
//! that S uses; T may reach S; and B can avoid T. The last condition means that one outcome of B
//! leads to S with the earlier contents and another one to such a definition. T may be the only
//! definition: the decision that ends a loop keeps its body from defining again.
//!
//! The paper also requires that S is not control dependent on B. For loops this is too strict: in
//! `if (wanted(x)) sum += x;` the iteration that left `sum` unchanged causes the wrong value that a
//! later iteration adds to. So the condition applies to instances, not to statements: the omission
//! is not charged to an instance of B that itself led to S.
//!
//! An indirect call counts as a decision, too, when it may call a function that defines memory used
//! by S and also another function. So does a call that may be left by `longjmp`; see
//! [`super::jumps`].

use std::collections::BTreeSet;

use super::jumps::Jumping;
use super::modref::Way;
use super::reach::{Reach, Wanted};
use super::ssa::Reaching;
use super::{Analyses, BranchId, Choice, Object, Place, UseSite, accesses};
use crate::{BlockId, FunctionId};

/// The decisions that may keep a definition from reaching a use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SummaryControl {
    /// Decisions, sorted.
    pub branches: Box<[BranchId]>,
    /// Decisions that may lead to a `longjmp`, sorted. The jump skips later definitions.
    pub jumps: Box<[BranchId]>,
    /// The blocks after `setjmp` where the jump may arrive, sorted.
    pub landings: Box<[BranchId]>,
    /// Indirect calls, sorted.
    pub choices: Box<[Choice]>,
}

/// The state of one query.
pub(super) struct Summary<'a> {
    analyses: &'a Analyses,
    site: UseSite,
    found: BTreeSet<BranchId>,
    choices: BTreeSet<Choice>,
    jumping: Jumping,
    /// Callees already visited.
    inside: BTreeSet<FunctionId>,
    /// Calls from which to search backwards.
    callers: Vec<UseSite>,
    /// Functions whose callers are or were in `callers`.
    entered: BTreeSet<FunctionId>,
}

impl<'a> Summary<'a> {
    pub(super) fn new(analyses: &'a Analyses, site: UseSite) -> Summary<'a> {
        let (found, choices) = (BTreeSet::new(), BTreeSet::new());
        let (inside, entered) = (BTreeSet::new(), BTreeSet::new());
        let (jumping, callers) = (Jumping::default(), Vec::new());
        Summary { analyses, site, found, choices, jumping, inside, callers, entered }
    }

    pub(super) fn run(mut self) -> SummaryControl {
        let UseSite { function: id, inst } = self.site;
        let function = self.analyses.function(id);
        if !self.analyses.flow(id).cfg.reached(function.block_of(inst)) {
            return SummaryControl::default();
        }
        let ssa = self.analyses.ssa(id);
        let parts: Vec<Reaching> = match function.field_read(inst) {
            Some(bits) => vec![ssa.reaching_bits(function, inst, bits)],
            None => ssa.reaching_parts(inst).collect(),
        };
        for part in parts {
            let mut blocks: Vec<BlockId> = part.defs.iter().map(|&def| function.block_of(def)).collect();
            blocks.dedup();
            let open = self.open(&part.certain);
            self.controllers(self.site, &blocks, &open);
        }
        let wanted = self.wanted();
        if !wanted.places.is_empty() {
            self.callers.push(self.site);
            while let Some(site) = self.callers.pop() {
                self.look_back(site, &wanted);
            }
        }
        let Jumping { branches: jumps, landings, .. } = self.jumping;
        SummaryControl {
            branches: self.found.into_iter().filter(|branch| !jumps.contains(branch)).collect(),
            jumps: jumps.into_iter().collect(),
            landings: landings.into_iter().collect(),
            choices: self.choices.into_iter().collect(),
        }
    }

    /// The memory that the use reads, without uncaptured locals.
    fn wanted(&self) -> Wanted {
        let UseSite { function: id, inst } = self.site;
        let regions = &self.analyses.modref().regions;
        let mut places = Vec::new();
        self.analyses.footprint(id, inst, &mut |way, part| {
            if way == Way::Read {
                places.extend(part.iter().map(|region| regions.get(region)));
            }
        });
        let addresses = self.analyses.addresses(id);
        // Only its own function can write to a local that no pointer leads to, even if a struct in
        // it is copied by its address.
        let objects = &self.analyses.aliasing().objects;
        let own =
            |object| matches!(objects.get(object), Object::Local(f, local) if f == id && !addresses.captured(local));
        places.retain(|(place, _)| !own(place.object));
        accesses(self.analyses.program(), self.analyses.function(id), addresses, inst, |access| {
            if let (false, Place::Local(local, bytes)) = (access.writes, access.place)
                && addresses.captured(local)
            {
                places.extend(self.analyses.local_place(id, local, bytes));
            }
        });
        self.analyses.add_inner_names(&mut places);
        places.sort_unstable();
        places.dedup();
        Wanted::new(places, self.analyses.function(id).field_read(inst), self.analyses.modref())
    }

    /// Adds the decisions before `site` that other definitions of the wanted memory depend on.
    fn look_back(&mut self, site: UseSite, wanted: &Wanted) {
        let reach = Reach::new(self.analyses, site, wanted);
        self.controllers(site, &reach.defs, &reach.open);
        let (function, flow) = (self.analyses.function(site.function), self.analyses.flow(site.function));
        for &block in &reach.defs {
            if flow.cfg.successors(block).iter().any(|&to| to != flow.cfg.exit() && reach.open[to as usize]) {
                self.choose(site.function, block, wanted);
            }
            let block = function.blocks[block.0 as usize];
            let callees = self.analyses.aliasing().callees(site.function, block.first + block.len - 1);
            let callees: Vec<FunctionId> = callees.collect();
            self.look_inside(callees, wanted);
        }
        if reach.entry && self.entered.insert(site.function) {
            let calls = self.analyses.aliasing().callers(site.function);
            self.callers.extend(calls.filter(|caller| {
                let block = self.analyses.function(caller.function).block_of(caller.inst);
                self.analyses.flow(caller.function).cfg.reached(block)
            }));
        }
    }

    /// Adds the decisions inside callees, transitively, that control a definition of the wanted
    /// memory.
    fn look_inside(&mut self, mut work: Vec<FunctionId>, wanted: &Wanted) {
        while let Some(id) = work.pop() {
            let concerned = wanted.overlaps(&self.analyses.modref().function(id).writes);
            if !concerned || !self.inside.insert(id) {
                continue;
            }
            let (flow, function) = (self.analyses.flow(id), self.analyses.function(id));
            let writes = self.analyses.writes(id);
            let blocks = flow.cfg.order().order().iter().filter(|&&b| b != flow.cfg.exit());
            let defs = blocks.filter(|&&b| wanted.may_be_defined_in(self.analyses, id, b));
            let defs: Vec<BlockId> = defs.map(|&b| BlockId(b)).collect();
            for branch in flow.control.chain_of(&defs) {
                let ways = flow.cfg.successors(branch).iter();
                if ways.filter(|&&to| to != flow.cfg.exit() && writes.completes(to)).count() > 1 {
                    self.found.insert(BranchId { function: id, block: branch });
                }
            }
            self.jumping.add(self.analyses, id, &defs, None);
            for block in defs {
                if writes.completes(block.0) {
                    self.choose(id, block, wanted);
                }
                let block = function.blocks[block.0 as usize];
                work.extend(self.analyses.aliasing().callees(id, block.first + block.len - 1));
            }
        }
    }

    /// Records the call that ends a block if it is indirect and only some targets may define the
    /// wanted memory.
    fn choose(&mut self, function: FunctionId, block: BlockId, wanted: &Wanted) {
        self.choices.extend(self.analyses.choice(BranchId { function, block }, wanted));
    }

    /// Per block: is there a path from its start to the use that avoids these definitions?
    fn open(&self, certain: &[u32]) -> Vec<bool> {
        let UseSite { function: id, inst } = self.site;
        let (function, cfg) = (self.analyses.function(id), &self.analyses.flow(id).cfg);
        let here = function.block_of(inst);
        let first = function.blocks[here.0 as usize].first;
        if certain.iter().any(|def| (first..inst).contains(def)) {
            return vec![false; cfg.blocks()];
        }
        let mut closed = vec![false; cfg.blocks() + 1];
        certain.iter().for_each(|&def| closed[function.block_of(def).0 as usize] = true);
        // The rest of the use's own block is not on a path to it.
        closed[here.0 as usize] = false;
        cfg.reversed().reachable(&[here.0], |block| closed[block as usize])
    }

    /// Adds the decisions that control definitions in the blocks `defs` and can lead to one of them
    /// by one outcome and to an `open` block by another, and likewise jumps. The definitions reach
    /// `site`.
    fn controllers(&mut self, site: UseSite, defs: &[BlockId], open: &[bool]) {
        let function = site.function;
        self.jumping.add(self.analyses, function, defs, Some(site));
        let flow = self.analyses.flow(function);
        let defs_at: Vec<u32> = defs.iter().map(|def| def.0).collect();
        let defines = flow.cfg.reversed().reachable(&defs_at, |_| false);
        for block in flow.control.chain_of(defs) {
            let ways = || flow.cfg.successors(block).iter().filter(|&&to| to != flow.cfg.exit());
            let avoids = |to: &u32| ways().any(|&other| other != *to && open[other as usize]);
            if ways().any(|to| defines[*to as usize] && avoids(to)) {
                self.found.insert(BranchId { function, block });
            }
        }
    }
}
