//! Static summary control dependence: which decisions may keep a definition from reaching a use.
//!
//! A use S depends that way on a decision B when B controls (through a chain of control dependences, possibly
//! inside a callee or in a caller) a definition T of what S uses, T may reach S, and B can also avoid it: one outcome
//! of B leads to S with what was there before, another one to such a definition. T may be the only one: the test that
//! ends a loop keeps its body from defining once more.
//!
//! The paper also asks that S is not control dependent on B. In a loop that is too much: in
//! `if (wanted(x)) sum += x;` the round that left `sum` alone is to blame for what a later round adds to. So it is
//! asked of executions, not of statements: one that itself led to S is not to blame.
//!
//! A call through a pointer decides, too, when it may call a function that defines what S uses and also another one. So
//! does a call that may be left by `longjmp`; see [`super::jumps`].

use std::collections::BTreeSet;

use super::jumps::Jumping;
use super::modref::Way;
use super::reach::{Reach, Wanted};
use super::ssa::Reaching;
use super::{Analyses, BranchId, Choice, Object, Place, UseSite, accesses};
use crate::{BlockId, FunctionId};

/// What may keep a definition from reaching a use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SummaryControl {
    /// Decisions, sorted.
    pub branches: Box<[BranchId]>,
    /// Decisions that may lead to a `longjmp`, sorted; with it, what was defined since might not have been.
    pub jumps: Box<[BranchId]>,
    /// The blocks behind `setjmp` where it may come out, sorted.
    pub landings: Box<[BranchId]>,
    /// Calls through pointers, sorted.
    pub choices: Box<[Choice]>,
}

/// One question.
pub(super) struct Summary<'a> {
    analyses: &'a Analyses,
    site: UseSite,
    found: BTreeSet<BranchId>,
    choices: BTreeSet<Choice>,
    jumping: Jumping,
    /// Callees already looked into.
    inside: BTreeSet<FunctionId>,
    /// Calls to look back from.
    callers: Vec<UseSite>,
    /// Functions whose callers are in `callers` or were.
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

    /// What the use reads and what is no uncaptured local.
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
        // Nobody else can write to a local that no pointer leads to, even if a struct in it is copied by its address.
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

    /// Decisions before `site` that may have let the wanted be defined otherwise.
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

    /// Decisions inside callees, and inside their callees, that control a definition of the wanted.
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

    /// Notes the call that ends a block if it goes through a pointer and may or may not define the wanted.
    fn choose(&mut self, function: FunctionId, block: BlockId, wanted: &Wanted) {
        self.choices.extend(self.analyses.choice(BranchId { function, block }, wanted));
    }

    /// Per block: can the use be reached from its beginning past none of these definitions?
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
        // What comes after the use in its own block is not on the way to it.
        closed[here.0 as usize] = false;
        cfg.reversed().reachable(&[here.0], |block| closed[block as usize])
    }

    /// Decisions that control definitions in the blocks `defs`, and one outcome of which leads to one of them, another
    /// to a block that is `open`; also jumps that do. The definitions reach `site`.
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
