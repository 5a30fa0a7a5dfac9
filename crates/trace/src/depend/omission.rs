//! Omission dependences: decisions whose other outcome could have defined a used value anew. A call through a pointer
//! is such a decision, because it could have called another function.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use whydunit_program::analysis::{Analyses, BranchId, Chosen, Place, SummaryControl, UseSite, accesses};

use crate::depend::Dependences;
use crate::depend::dependence::{Dependence, DependenceKind};
use crate::depend::memory_definition::Part;
use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::recording::{Position, Recording};
use crate::record::writers::Writer;

/// Limit on the executions of one decision that are blamed for one use; the latest are.
const BLAMED: usize = 32;
/// Limit on the executions of all decisions together that are blamed for one use. Where pointers may point anywhere,
/// any decision could have led to a definition.
const BLAMED_TOGETHER: usize = 64;
/// Replaces `BLAMED` in runs longer than `LONG_RUN`, whose slices would become too large.
const BLAMED_IN_LONG_RUNS: usize = 2;
const LONG_RUN: Time = Time(1_000_000);

/// The limit on blamed executions of one decision.
fn limit_per_decision(recording: &Recording) -> usize {
    if recording.duration() > LONG_RUN { BLAMED_IN_LONG_RUNS } else { BLAMED }
}

/// The decisions that can prevent a definition from reaching a use.
#[derive(Clone)]
pub(crate) struct Prevention {
    by: Arc<SummaryControl>,
    /// Does the use read only locals of the call that no pointer reaches? Then only decisions of the same call count.
    own: bool,
}

/// Blamed executions: each with the number of later executions of the same decision.
struct Blamed<'a> {
    recording: &'a Recording,
    /// The range of executed blocks that may be blamed.
    between: Range<ExecutedBlock>,
    all: Vec<(usize, Reverse<ExecutedBlock>)>,
    left_out: u64,
}

impl<'a> Blamed<'a> {
    fn new(recording: &'a Recording, between: Range<ExecutedBlock>) -> Self {
        Blamed { recording, between, all: Vec::new(), left_out: 0 }
    }

    /// Adds the latest executions of a static block that `concerned` accepts.
    fn add(&mut self, number: BlockNumber, concerned: impl Fn(ExecutedBlock) -> bool) {
        let executed = self.recording.executions_before(number, self.between.end);
        let most = limit_per_decision(self.recording);
        let between = executed.iter().rev().take_while(|&&b| b >= self.between.start);
        let concerned = between.filter(|&&b| concerned(b));
        for (count, &block) in concerned.enumerate() {
            if count == most {
                self.left_out += 1;
                break;
            }
            self.all.push((count, Reverse(block)));
        }
    }
}

impl Recording {
    /// The latest execution of a block before another executed block.
    fn latest(&self, block: BranchId, before: ExecutedBlock) -> Option<ExecutedBlock> {
        self.executions_before(self.index.number(block.function, block.block), before).last().copied()
    }

    /// The callee of the call that ends an executed block.
    pub fn chosen(&self, block: ExecutedBlock) -> Chosen {
        if self.enters(block) { Chosen::Function(self.static_block(block + 1).0) } else { Chosen::Library }
    }

    /// Can the call that ends an executed block have omitted a definition missed in the executed block `until`, by its
    /// choice of callee? Not a call that is still in progress there, nor the one that made the definition `written`.
    pub(crate) fn may_have_omitted(&self, block: ExecutedBlock, until: ExecutedBlock, written: Option<Time>) -> bool {
        let over = !self.enters(block) || self.structure.was_over(block + 1, until);
        over && Some(self.end_of(block)) != written
    }

    /// The omission dependence on the decision or call that ends an executed block.
    pub(crate) fn omission(&self, block: ExecutedBlock) -> Dependence {
        let (function, id) = self.static_block(block);
        let part =
            if self.index.program.function(function).called_through(id).is_some() { Part::Callee } else { Part::Whole };
        Dependence { kind: DependenceKind::Omission, on: self.end_of(block), part }
    }
}

impl Dependences<'_> {
    /// Adds the decisions since `written` (none: since the start) whose other outcome could have redefined a value that
    /// the instruction at `position` reads.
    pub(crate) fn omitted(&mut self, position: Position, written: Option<Time>) {
        let Some(analyses) = self.analyses else { return };
        let since = written.and_then(|w| self.recording.position(w)).map_or(ExecutedBlock::FIRST, |p| p.block);
        let site = UseSite { function: position.function, inst: position.inst };
        let Prevention { by: controllers, own } = self.prevention(analyses, site);
        let recording = self.recording;
        let structure = &recording.structure;
        // The decision that this block depends on cannot have prevented a definition here.
        let leading = structure.controller(position.block);
        let mut blamed = Blamed::new(recording, since..position.block);
        // A jump also skips definitions after the decision that led to it.
        let landed = controllers.landings.iter().filter_map(|l| recording.latest(*l, position.block)).min();
        blamed.between.start = landed.map_or(since, |landed| since.min(landed));
        for branch in &controllers.jumps {
            blamed.add(recording.index.number(branch.function, branch.block), |b| Some(b) != leading);
        }
        blamed.between.start = since;
        for branch in &controllers.branches {
            let concerned = |b: ExecutedBlock| Some(b) != leading && (!own || structure.same_call(b, position.block));
            blamed.add(recording.index.number(branch.function, branch.block), concerned);
        }
        for choice in &controllers.choices {
            let concerned = |b: ExecutedBlock| {
                choice.only != Some(recording.chosen(b)) && recording.may_have_omitted(b, position.block, written)
            };
            blamed.add(recording.index.number(choice.call.function, choice.call.block), concerned);
        }
        let Blamed { all: mut blamed, left_out, .. } = blamed;
        self.left_out += left_out;
        // The latest execution of each decision precedes the second latest of any.
        if blamed.len() > BLAMED_TOGETHER {
            self.left_out += 1;
            blamed.select_nth_unstable(BLAMED_TOGETHER);
        }
        for &(_, Reverse(block)) in blamed.iter().take(BLAMED_TOGETHER) {
            self.found.push(recording.omission(block));
        }
    }

    /// The decisions that can prevent a definition from reaching a use.
    fn prevention(&mut self, analyses: &Analyses, site: UseSite) -> Prevention {
        let functions = &analyses.program().functions;
        self.preventions.resize_with(functions.len(), Vec::new);
        let known = &mut self.preventions[site.function.0 as usize];
        known.resize(functions[site.function.0 as usize].insts.len(), None);
        if let Some(kept) = &known[site.inst as usize] {
            return kept.clone();
        }
        let by = analyses.summary_controllers(site);
        let own = !by.branches.is_empty() && reads_own_locals_only(analyses, site);
        let kept = Prevention { by, own };
        self.preventions[site.function.0 as usize][site.inst as usize] = Some(kept.clone());
        kept
    }

    /// Adds the library calls that left bytes unchanged, if such a call is their recorded writer.
    pub(crate) fn left_alone(&mut self, writer: Writer) {
        if !self.unchanged {
            return;
        }
        let most = limit_per_decision(self.recording);
        let left = |writer: &Writer| self.recording.effects.left(*writer);
        let mut chain = std::iter::successors(left(&writer), |item| left(&item.2));
        for (on, ..) in chain.by_ref().take(most) {
            self.found.push(Dependence { kind: DependenceKind::Omission, on, part: Part::LeftAlone });
        }
        self.left_out += u64::from(chain.next().is_some());
    }
}

/// Does the instruction read only locals of its function that no pointer reaches?
fn reads_own_locals_only(analyses: &Analyses, UseSite { function: id, inst }: UseSite) -> bool {
    let (program, addresses) = (analyses.program(), analyses.addresses(id));
    let (mut reads, mut own) = (0, 0);
    accesses(program, program.function(id), addresses, inst, |access| {
        reads += u32::from(!access.writes);
        let mine = matches!(access.place, Place::Local(local, _) if !addresses.captured(local));
        own += u32::from(!access.writes && mine);
    });
    reads > 0 && reads == own
}
