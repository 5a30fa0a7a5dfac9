//! Summary control dependence through pointers, by brute force: examines every instruction from which the use can be
//! reached, in its function, in callers and in callees. The read and write sets of instructions are taken from the
//! analysis; [`crate::shadow`] checks them against the run.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use whydunit_program::analysis::{Analyses, BranchId, Bytes, LocationSet, Object, Place, UseSite, accesses};
use whydunit_program::{BlockId, FunctionId, Inst};

use crate::jumps::Jumps;
use crate::shadow::callee_slot;
use crate::statics::Statics;

/// The effects of all functions, computed on demand.
pub(crate) struct Summaries<'a> {
    pub(crate) analyses: &'a Analyses,
    statics: HashMap<FunctionId, Rc<Statics>>,
    /// Per function: the memory that each instruction may write.
    written: HashMap<FunctionId, Rc<Vec<LocationSet>>>,
}

/// The summary control dependences of a use.
#[derive(Default)]
pub(crate) struct Summary {
    pub(crate) branches: BTreeSet<BranchId>,
    pub(crate) jumps: Jumps,
    /// Calls through pointers, with the possible callees that might define the value; `None` stands for the library.
    pub(crate) choices: Choices,
}

type Choices = BTreeMap<UseSite, BTreeSet<Option<FunctionId>>>;

/// One question.
struct Question {
    wanted: LocationSet,
    /// The variable that is read, if it is a single one.
    sole: Option<(Object, Bytes)>,
    /// The bits of a bit-field.
    bits: Option<u64>,
}

/// The result of searching backwards from an instruction.
#[derive(Default)]
struct Before {
    /// Instructions.
    defs: BTreeSet<u32>,
    entry: bool,
}

impl<'a> Summaries<'a> {
    pub(crate) fn new(analyses: &'a Analyses) -> Self {
        Summaries { analyses, statics: HashMap::new(), written: HashMap::new() }
    }

    pub(crate) fn statics(&mut self, id: FunctionId) -> Rc<Statics> {
        let analyses = self.analyses;
        self.statics
            .entry(id)
            .or_insert_with(|| Rc::new(Statics::new(analyses.program().function(id), analyses.flow(id))))
            .clone()
    }

    fn written(&mut self, id: FunctionId) -> Rc<Vec<LocationSet>> {
        let analyses = self.analyses;
        let count = analyses.program().function(id).insts.len() as u32;
        let all = || (0..count).map(|inst| analyses.written_at(UseSite { function: id, inst })).collect();
        self.written.entry(id).or_insert_with(|| Rc::new(all())).clone()
    }

    /// The decisions on which a use has a summary control dependence.
    pub(crate) fn of(&mut self, site: UseSite) -> Summary {
        let wanted = self.analyses.given_at(site);
        let function = self.analyses.program().function(site.function);
        let sole = self.analyses.sole(&wanted);
        let question = Question { wanted, sole, bits: function.field_read(site.inst) };
        let (mut found, mut inside, mut entered) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (mut work, mut choices, mut jumps) = (vec![site], BTreeMap::new(), Jumps::default());
        while let Some(site) = work.pop() {
            let statics = self.statics(site.function);
            let function = self.analyses.program().function(site.function);
            let (before, defining) = (self.before(site, &question), self.defining(site.function, &question));
            let gives = |at: u32| defining.get(&at) == Some(&true);
            let blocks = statics.omitting(function, site.inst, &before.defs, gives).into_iter();
            found.extend(blocks.map(|b| BranchId { function: site.function, block: BlockId(b) }));
            for &call in &before.defs {
                // The use follows every instruction that the backward search finds.
                choices.extend(self.choice(UseSite { function: site.function, inst: call }, &question));
            }
            let defs: BTreeSet<u32> = before.defs.iter().map(|&def| function.block_of(def).0).collect();
            let callees = defs.iter().flat_map(|&b| self.callees(site.function, b)).collect();
            let blocks: Vec<u32> = defs.iter().copied().collect();
            self.jumps(site.function, &blocks, Some(site.inst), &mut jumps);
            self.inside(callees, &question, &mut inside, (&mut found, &mut choices, &mut jumps));
            if before.entry && entered.insert(site.function) {
                let callers: Vec<UseSite> = self.analyses.aliasing().callers(site.function).collect();
                work.extend(callers.into_iter().filter(|c| {
                    let block = self.analyses.program().function(c.function).block_of(c.inst).0;
                    self.statics(c.function).reaches(0, block)
                }));
            }
        }
        Summary { branches: found, jumps, choices }
    }

    /// Is the instruction a call through a pointer with at least two possible callees, one of which may define the
    /// value?
    fn choice(&self, call: UseSite, question: &Question) -> Option<(UseSite, BTreeSet<Option<FunctionId>>)> {
        let (analyses, function) = (self.analyses, self.analyses.program().function(call.function));
        let Inst::Call { site } = function.insts[call.inst as usize] else { return None };
        callee_slot(function.calls[site as usize].callee)?;
        let aliasing = analyses.aliasing();
        let mut all: BTreeSet<Option<FunctionId>> = aliasing.callees(call.function, call.inst).map(Some).collect();
        let functions: Vec<LocationSet> = all.iter().flatten().map(|&f| analyses.modifies(f)).collect();
        let meeting = analyses.meeting(&question.wanted, &functions);
        let mut defining: BTreeSet<Option<FunctionId>> =
            all.iter().enumerate().filter(|(at, _)| meeting.contains(at)).map(|(_, &f)| f).collect();
        if aliasing.externals(call.function, call.inst).next().is_some() {
            all.insert(None);
            let written = analyses.written_by_library(call);
            defining.extend((!analyses.meeting(&question.wanted, &[written]).is_empty()).then_some(None));
        }
        (all.len() > 1 && !defining.is_empty()).then_some((call, defining))
    }

    /// The instructions of a function that may define the value, and whether each must define all of it.
    fn defining(&mut self, id: FunctionId, question: &Question) -> HashMap<u32, bool> {
        let (analyses, written) = (self.analyses, self.written(id));
        let function = analyses.program().function(id);
        let kept = |at: u32| {
            let pair = question.bits.zip(function.field_kept(at));
            pair.is_some_and(|(bits, kept)| bits & kept.changed == 0)
        };
        let meeting = analyses.meeting(&question.wanted, &written).into_iter().map(|at| at as u32);
        let certain = |at: u32| {
            let mut all = false;
            accesses(analyses.program(), function, analyses.addresses(id), at, |access| {
                let (object, bytes) = match access.place {
                    Place::Local(local, bytes) => (Object::Local(id, local), bytes),
                    Place::Global(global, bytes) => (Object::Global(global), bytes),
                    Place::Through(..) => return,
                };
                let whole = question.sole.is_some_and(|(sole, wanted)| sole == object && bytes.covers(wanted));
                all |= access.writes && access.exact && whole;
            });
            all
        };
        meeting.filter(|&at| !kept(at)).map(|at| (at, certain(at))).collect()
    }

    /// Searches backwards from a use, by instruction, until the value is certainly defined.
    fn before(&mut self, site: UseSite, question: &Question) -> Before {
        let (statics, defining) = (self.statics(site.function), self.defining(site.function, question));
        let function = self.analyses.program().function(site.function);
        let (mut found, mut seen) = (Before::default(), BTreeSet::new());
        let mut work = vec![site.inst];
        while let Some(at) = work.pop() {
            let block = function.block_of(at);
            let previous: Vec<u32> = if at > function.blocks[block.0 as usize].first {
                vec![at - 1]
            } else {
                found.entry |= block.0 == 0;
                let last = |b: u32| function.blocks[b as usize].first + function.blocks[b as usize].len - 1;
                statics.predecessors(block.0).map(last).collect()
            };
            for inst in previous {
                let definition = defining.get(&inst);
                found.defs.extend(definition.map(|_| inst));
                if definition != Some(&true) && seen.insert(inst) {
                    work.push(inst);
                }
            }
        }
        found
    }

    pub(crate) fn callees(&self, id: FunctionId, block: u32) -> Vec<FunctionId> {
        let block = self.analyses.program().function(id).blocks[block as usize];
        self.analyses.aliasing().callees(id, block.first + block.len - 1).collect()
    }

    /// Decisions inside callees that control a definition of the value, and that the callee may pass either way.
    fn inside(
        &mut self,
        mut work: Vec<FunctionId>,
        question: &Question,
        seen: &mut BTreeSet<FunctionId>,
        (found, choices, jumps): (&mut BTreeSet<BranchId>, &mut Choices, &mut Jumps),
    ) {
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let (statics, function) = (self.statics(id), self.analyses.program().function(id));
            let mut defining = self.defining(id, question);
            // The use cannot read the callee's own variables.
            defining.retain(|&at, _| {
                !matches!(function.insts[at as usize], Inst::StoreLocal { .. } | Inst::LifetimeStart { .. })
            });
            let blocks: BTreeSet<u32> = defining.keys().map(|&at| function.block_of(at).0).collect();
            let blocks: Vec<u32> = blocks.into_iter().filter(|&b| statics.reaches(0, b)).collect();
            self.jumps(id, &blocks, None, jumps);
            let ends = |b: u32| {
                let returns = matches!(function.terminator(BlockId(b)), Inst::Return { .. });
                returns || self.analyses.returns().may_jump_at(function, BlockId(b))
            };
            let ends: Vec<u32> = (0..function.blocks.len() as u32).filter(|&b| ends(b)).collect();
            let calls = defining.keys().filter(|&&at| {
                let block = function.block_of(at).0;
                blocks.contains(&block) && ends.iter().any(|&end| statics.reaches(block, end))
            });
            choices.extend(calls.filter_map(|&inst| self.choice(UseSite { function: id, inst }, question)));
            for branch in statics.chain(&blocks) {
                let ways = statics.ways(branch).filter(|&to| ends.iter().any(|&end| statics.reaches(to, end)));
                if ways.count() > 1 {
                    found.insert(BranchId { function: id, block: BlockId(branch) });
                }
            }
            work.extend(blocks.iter().flat_map(|&b| self.callees(id, b)));
        }
    }
}
